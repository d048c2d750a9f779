"""Round robins and their relatives: the draw, the schedule, and the whole of it at once."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.roundrobin.tables import Notice
from tournaments.core.texts import text_for
from tournaments.events.models import Entry
from tournaments.jobs.services import request_schedule
from tournaments.schedules.models import Draw, DrawMethod, Numbering
from tournaments.schedules.selectors import ScheduleView, draw_for, schedule_for
from tournaments.schedules.services.draw import draw_numbers
from tournaments.schedules.services.substitutes import substitute_entry
from tournaments.schedules.services.wholes import publish_schedule, unpair_schedule

from ...conditional import collection_etag, etag, version_seen
from ...idempotency import idempotent
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Body, ModelBody
from ...views import Endpoint
from .entries import CORRECTABLE, EntryEndpoint, EntryRead
from .entries import represent as represent_entry
from .explanations import NoticeRead
from .jobs import POLL_SECONDS, JobRead, representation
from .links import address
from .rounds import RoundRead
from .tournaments import TournamentEndpoint
from .tournaments import represent as represent_tournament

HIGHEST_SEED = 2**31 - 1


class DrawRead(serializers.ModelSerializer[Draw]):
    """Starting numbers as drawn; `order` has entries (in team systems teams) by number.

    The same `seed` gives the same field the same numbers; `log` has every step.
    """

    tournament = serializers.UUIDField(source="tournament_id")
    method = serializers.ChoiceField(choices=DrawMethod.choices)
    order = serializers.ListField(child=serializers.UUIDField())
    groups = serializers.ListField(child=serializers.ListField(child=serializers.UUIDField()))
    log = serializers.ListField(child=serializers.DictField())
    notices = serializers.SerializerMethodField()

    class Meta:
        model = Draw
        fields = (
            *RESOURCE_FIELDS,
            "tournament",
            "method",
            "seed",
            "toss_seed",
            "rounds",
            "order",
            "groups",
            "log",
            "notices",
            "drawn_at",
        )

    @extend_schema_field(NoticeRead(many=True))
    def get_notices(self, draw: Draw) -> list[dict[str, Any]]:
        """With their sentences."""
        return [_notice(each["code"], each["params"]) for each in draw.notices]


@extend_schema_serializer(
    examples=[
        OpenApiExample("As announced, with a new seed", value={}),
        OpenApiExample("By lot again with a seed of before", value={"seed": 20261130}),
        OpenApiExample(
            "Drawn from a hat",
            value={
                "order": [
                    "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f03",
                    "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f01",
                    "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f02",
                ]
            },
        ),
    ]
)
class DrawWrite(Body):
    """How to draw; nothing given means as announced, with a new seed."""

    method = serializers.ChoiceField(choices=Numbering.choices, required=False)
    seed = serializers.IntegerField(min_value=0, max_value=HIGHEST_SEED, required=False)
    order = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        help_text="Drawn by hand: entries (in team systems teams) by number.",
    )
    groups = serializers.ListField(
        child=serializers.ListField(child=serializers.UUIDField()),
        required=False,
        help_text="Drawn by hand: the entries of each group.",
    )


class SeatRead(serializers.Serializer[Any]):
    """Who sits there."""

    entry = serializers.UUIDField()
    pairing_number = serializers.IntegerField()
    name = serializers.CharField()


class GameRead(serializers.Serializer[Any]):
    """One board of the table."""

    board = serializers.IntegerField()
    white = SeatRead()
    black = SeatRead()


class PlannedRoundRead(serializers.Serializer[Any]):
    """One round of the table, whatever has become of its boards."""

    round = serializers.UUIDField()
    number = serializers.IntegerField()
    status = serializers.CharField()
    boards = GameRead(many=True)
    rests = SeatRead(many=True)


class ColoursRead(SeatRead):
    """Colours of one player over the rounds shown."""

    whites = serializers.IntegerField()
    blacks = serializers.IntegerField()
    longest_run = serializers.IntegerField(help_text="Rounds in a row with the same colour.")


class DepartureRead(SeatRead):
    """Who has left, and what the 50 % rule makes of the games."""

    completed = serializers.IntegerField(help_text="Games (of a team: matches) played.")
    games = serializers.IntegerField(help_text="Scheduled.")
    needed = serializers.IntegerField(help_text="To keep the results.")
    counts = serializers.BooleanField(help_text="The results stay in the standings.")


class GroupRead(serializers.Serializer[Any]):
    """Who plays among themselves, in the order of their seats."""

    name = serializers.CharField()
    table = serializers.CharField(help_text="Which table it is, or `swiss`.")
    members = SeatRead(many=True)


class ScheduleRead(serializers.Serializer[Any]):
    """The schedule, as far as the reader may see its rounds.

    `drawn`: the numbers are drawn and the field has not changed since.
    `notices` give the reasons for what may look odd.
    """

    drawn = serializers.BooleanField()
    total_rounds = serializers.IntegerField()
    rounds = PlannedRoundRead(many=True)
    groups = GroupRead(many=True)
    colours = ColoursRead(many=True)
    departures = DepartureRead(many=True)
    notices = NoticeRead(many=True)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Somebody of the club's registry",
            value={"player": "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f01"},
        )
    ]
)
class SubstituteWrite(ModelBody):
    """Who takes the entry; what is not given is taken from the registry."""

    player = serializers.UUIDField(help_text="A player of the club's registry.")
    name = serializers.CharField(max_length=120, required=False)

    class Meta:
        model = Entry
        fields = ("player", *CORRECTABLE)


class RoundsRead(serializers.Serializer[Any]):
    """The rounds concerned."""

    rounds = RoundRead(many=True)


def _notice(code: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"code": code, "message": text_for(code, params, 200), "params": params}


def notices(found: tuple[Notice, ...]) -> list[dict[str, Any]]:
    """Notices of an engine with their sentences."""
    return [_notice(code, params) for code, params in found]


def seat(entry: Entry) -> dict[str, Any]:
    """Who sits there."""
    return {
        "entry": str(entry.pk),
        "pairing_number": entry.pairing_number,
        "name": entry.name,
    }


def group(found: Any, entries: Any) -> dict[str, Any]:
    """One group with its members."""
    return {
        "name": found.name,
        "table": found.table,
        "members": [seat(entries[number]) for number in found.numbers],
    }


def schedule(view: ScheduleView) -> dict[str, Any]:
    """The whole answer."""
    who = {number: seat(entry) for number, entry in view.entries.items()}
    return {
        "drawn": view.drawn,
        "total_rounds": view.total_rounds,
        "rounds": [
            {
                "round": str(row.pk),
                "number": row.number,
                "status": row.status,
                "boards": [
                    {"board": place, "white": who[board.white], "black": who[board.black]}
                    for place, board in enumerate(pairing.boards, start=1)
                    if board.black is not None
                ],
                "rests": [who[board.white] for board in pairing.boards if board.black is None],
            }
            for row, pairing in view.rounds
        ],
        "groups": [group(each, view.entries) for each in view.groups],
        "colours": [
            {
                **who[number],
                "whites": balance.whites,
                "blacks": balance.blacks,
                "longest_run": balance.longest_run,
            }
            for number, balance in view.colours.items()
        ],
        "departures": [
            {
                **who[each.number],
                "completed": each.completed,
                "games": each.games,
                "needed": each.needed,
                "counts": each.counts,
            }
            for each in view.departures
        ],
        "notices": notices(view.notices),
    }


class TournamentDraw(TournamentEndpoint):
    """Drawing the starting numbers."""

    @operation("Read the draw", name="draws_read", answer=DrawRead)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        draw = draw_for(principal=self.principal, tournament_id=tournament_id)
        return self.shown(DrawRead(draw).data, etag(draw))

    @operation(
        "Draw the starting numbers, and groups (arbiter)",
        name="draws_create",
        body=DrawWrite,
        answer=DrawRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = self.tournament(tournament_id)
        draw = draw_numbers(
            actor=self.principal,
            tournament_id=tournament_id,
            expected_version=version_seen(request, tournament, *represent_tournament(tournament)),
            **self.body(DrawWrite),
        )
        return self.shown(DrawRead(draw).data, etag(draw))


class TournamentSchedule(Endpoint):
    """The whole schedule."""

    @operation("Read the schedule", name="schedules_read", answer=ScheduleRead, problems=[409])
    def get(self, request: Request, tournament_id: UUID) -> Response:
        view = schedule_for(principal=self.principal, tournament_id=tournament_id)
        data = schedule(view)
        # By what is shown: the tournament's sequence would tell of drafts.
        return self.shown(data, collection_etag(data, get_language()))


class SchedulePairing(TournamentEndpoint):
    """All rounds at once."""

    @operation(
        "Pair all rounds that are not paired (arbiter)",
        name="schedules_pair",
        answer=JobRead,
        status=202,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = self.tournament(tournament_id)
        run = request_schedule(
            actor=self.principal,
            tournament_id=tournament_id,
            expected_version=version_seen(request, tournament, *represent_tournament(tournament)),
        )
        headers = {
            "Location": address(request, "job", run.pk),
            "Retry-After": str(POLL_SECONDS),
        }
        return Response(representation(request, run), status=202, headers=headers)


class SchedulePublication(TournamentEndpoint):
    """Showing all drafts to everybody."""

    @operation(
        "Publish all drafts (arbiter)",
        name="schedules_publish",
        answer=RoundsRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = self.tournament(tournament_id)
        rounds = publish_schedule(
            actor=self.principal,
            tournament_id=tournament_id,
            expected_version=version_seen(request, tournament, *represent_tournament(tournament)),
        )
        return Response({"rounds": RoundRead(rounds, many=True).data})


class ScheduleUnpairing(TournamentEndpoint):
    """Taking everything back, for another draw."""

    @operation(
        "Take back all rounds without results (arbiter)",
        name="schedules_unpair",
        answer=RoundsRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = self.tournament(tournament_id)
        rounds = unpair_schedule(
            actor=self.principal,
            tournament_id=tournament_id,
            expected_version=version_seen(request, tournament, *represent_tournament(tournament)),
        )
        return Response({"rounds": RoundRead(rounds, many=True).data})


class EntrySubstitution(EntryEndpoint):
    """A substitute takes the number."""

    @operation(
        "Let a substitute take the entry before round 1 (arbiter)",
        name="entries_substitute",
        body=SubstituteWrite,
        answer=EntryRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, entry_id: UUID) -> Response:
        given = self.body(SubstituteWrite)
        player = given.pop("player")
        return self.conditionally(
            lambda: self.entry(entry_id),
            represent_entry,
            lambda version: substitute_entry(
                actor=self.principal,
                entry_id=entry_id,
                player_id=player,
                expected_version=version,
                **given,
            ),
        )
