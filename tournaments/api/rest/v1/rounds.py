"""Rounds, their boards and byes; an unpublished round exists only for those who may pair it."""

from __future__ import annotations

from uuid import UUID

import django_filters
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.models import User
from tournaments.events.models import Round, RoundStatus
from tournaments.events.services import schedule_round
from tournaments.play.models import Board, Seat
from tournaments.play.outcomes import SeatBye
from tournaments.play.services import pair_by_hand, publish_round, unpair_round

from ...conditional import Representation, etag
from ...filters import IntegerFilter
from ...idempotency import idempotent
from ...pagination import page
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Body
from ...views import Endpoint
from .boards import BoardRead, shows_author


class RoundRead(serializers.ModelSerializer[Round]):
    """One round; `day` is local to the event, `starts_at` an instant."""

    tournament = serializers.UUIDField(source="tournament_id")
    status = serializers.ChoiceField(choices=RoundStatus.choices)

    class Meta:
        model = Round
        fields = (
            *RESOURCE_FIELDS,
            "tournament",
            "number",
            "status",
            "day",
            "starts_at",
            "reopened",
        )


class RoundSchedule(Body):
    """When the round starts; what is not given becomes unknown."""

    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    day = serializers.DateField(required=False, allow_null=True)


class HandPairing(Body):
    """One board of an arbiter's own pairing."""

    white = serializers.UUIDField(help_text="An entry.")
    black = serializers.UUIDField(
        allow_null=True, help_text="An entry; null for the pairing-allocated bye."
    )


class HandPairings(Body):
    """The whole round, in board order; names every present entry exactly once."""

    boards = HandPairing(many=True)


class ByeSeat(serializers.ModelSerializer[Seat]):
    """Who has no board in this round, and why."""

    entry = serializers.UUIDField(source="entry_id")
    pairing_number = serializers.IntegerField(source="entry.pairing_number")
    name = serializers.CharField(source="entry.name")
    kind = serializers.ChoiceField(source="bye", choices=SeatBye.choices)

    class Meta:
        model = Seat
        fields = ("entry", "pairing_number", "name", "kind")


def represent(round: Round) -> tuple[Representation, str]:
    """Representation and tag of a round."""
    return lambda: dict(RoundRead(round).data), etag(round)


class RoundFilter(django_filters.FilterSet):
    """Exact filters."""

    number = IntegerFilter(help_text="The round with this number.")
    status = django_filters.ChoiceFilter(
        choices=RoundStatus.choices, help_text="Where in its life it is."
    )

    class Meta:
        model = Round
        fields = ("number", "status")


class Rounds(Endpoint):
    """Rounds of one tournament that the caller may see."""

    paged = True
    filterset = RoundFilter

    @operation("List rounds", name="rounds_list", answer=RoundRead, paged=True)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = self.outline(tournament_id)
        rows = self.filtered(Round.objects.visible_to(self.principal).filter(tournament=tournament))
        return self.listed(
            self.list_tag(tournament),
            lambda: page(request, rows, "number").response(
                request, lambda row: RoundRead(row).data
            ),
        )


class RoundEndpoint(Endpoint):
    """Base of what concerns one round."""

    def round_outline(self, round_id: UUID) -> Round:
        """The round as far as tags and permissions need it."""
        found = Round.objects.outline(self.principal, round_id)
        if found is None:
            raise NotFound
        return found

    def round(self, round_id: UUID) -> Round:
        """The round, if the caller may see it."""
        rows = Round.objects.visible_to(self.principal).select_related("tournament__event")
        return self.found(rows, pk=round_id)


class RoundDetail(RoundEndpoint):
    """One round."""

    @operation("Read a round", name="rounds_read", answer=RoundRead)
    def get(self, request: Request, round_id: UUID) -> Response:
        return self.shown(*represent(self.round(round_id)))

    @operation(
        "Schedule a round (arbiter)",
        name="rounds_schedule",
        body=RoundSchedule,
        answer=RoundRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, round_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.round(round_id),
            represent,
            lambda version: schedule_round(
                actor=self.principal,
                round_id=round_id,
                expected_version=version,
                **self.body(RoundSchedule),
            ),
        )


class RoundPublication(RoundEndpoint):
    """Showing a draft to everybody."""

    @operation(
        "Publish the pairings (arbiter)",
        name="rounds_publish",
        answer=RoundRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, round_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.round(round_id),
            represent,
            lambda version: publish_round(
                actor=self.principal, round_id=round_id, expected_version=version
            ),
        )


class RoundUnpairing(RoundEndpoint):
    """Taking a pairing back."""

    @operation(
        "Take the pairing back (arbiter)",
        name="rounds_unpair",
        answer=RoundRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, round_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.round(round_id),
            represent,
            lambda version: unpair_round(
                actor=self.principal, round_id=round_id, expected_version=version
            ),
        )


class RoundHandPairing(RoundEndpoint):
    """The arbiter's own pairing, for what the system leaves to the arbiter."""

    @operation(
        "Pair by hand (arbiter)",
        name="rounds_pair_by_hand",
        body=HandPairings,
        answer=RoundRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, round_id: UUID) -> Response:
        boards = [(each["white"], each["black"]) for each in self.body(HandPairings)["boards"]]
        return self.conditionally(
            lambda: self.round(round_id),
            represent,
            lambda version: pair_by_hand(
                actor=self.principal, round_id=round_id, boards=boards, expected_version=version
            ),
        )


class RoundBoards(RoundEndpoint):
    """Pairings of a round."""

    paged = True

    @operation("List boards", name="boards_list", answer=BoardRead, paged=True)
    def get(self, request: Request, round_id: UUID) -> Response:
        round = self.round_outline(round_id)
        context = {"shows_author": shows_author(self.principal, round)}
        rows = Board.objects.filter(round=round).with_seats()
        # Names of authors change without the tournament.
        authors = _authors_of(round) if context["shows_author"] else None
        return self.listed(
            self.list_tag(round.tournament, authors),
            lambda: page(request, rows, "number").response(
                request, lambda board: BoardRead(board, context=context).data
            ),
        )


def _authors_of(round: Round) -> list[tuple[UUID, int]]:
    """Who entered results of a round, with the versions of their accounts."""
    users = User.objects.filter(results_entered__round=round).distinct().order_by("pk")
    return list(users.values_list("pk", "version"))


class RoundByes(RoundEndpoint):
    """Byes of a round; the pairing-allocated one is of kind `U`."""

    paged = True

    @operation("List byes", name="round_byes_list", answer=ByeSeat, paged=True)
    def get(self, request: Request, round_id: UUID) -> Response:
        round = self.round_outline(round_id)
        rows = Seat.objects.filter(round=round, board=None).select_related("entry")
        return self.listed(
            self.list_tag(round.tournament),
            lambda: page(request, rows, "entry__pairing_number").response(
                request, lambda seat: ByeSeat(seat).data
            ),
        )
