"""Teams and their order."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.scoring import format_points
from tournaments.core.texts import text_for
from tournaments.events.models import MAX_ROUNDS
from tournaments.schedules.models import MOST_BOARDS, Team, TeamMember
from tournaments.schedules.services.teams import (
    create_team,
    delete_team,
    update_team,
    withdraw_team,
)
from tournaments.schedules.team_tables import TeamRow, team_table_for, team_working_for

from ... import limits, parameters
from ...conditional import Representation, etag
from ...idempotency import idempotent
from ...pagination import page, page_of
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, ModelBody, Pages
from ...views import Endpoint
from .entries import FromRound
from .links import address
from .schedules import SeatRead
from .standings import ROUND, Notice, TieBreak, tie_break
from .workings import WorkingRead, working


class MemberRead(SeatRead):
    """A player's place in the team."""

    board = serializers.IntegerField()


class TeamRead(serializers.ModelSerializer[Team]):
    """A team with its players in board order, reserves last."""

    tournament = serializers.UUIDField(source="tournament_id")
    members = MemberRead(many=True)

    class Meta:
        model = Team
        fields = (*RESOURCE_FIELDS, "tournament", "number", "name", "nickname", "members")

    def to_representation(self, team: Team) -> dict[str, Any]:
        return {
            "id": str(team.pk),
            "version": team.version,
            "updated_at": serializers.DateTimeField().to_representation(team.updated_at),
            "tournament": str(team.tournament_id),
            "number": team.number,
            "name": team.name,
            "nickname": team.nickname,
            "members": [
                {
                    "entry": str(member.entry_id),
                    "pairing_number": member.entry.pairing_number,
                    "name": member.entry.name,
                    "board": member.board,
                }
                for member in team.members.all()
            ],
        }


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Two boards",
            value={
                "name": "Knights",
                "nickname": "KNI",
                "members": [
                    "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f01",
                    "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f02",
                ],
            },
        )
    ]
)
class TeamWrite(ModelBody):
    """A team; `members` are entries in board order, reserves last."""

    members = serializers.ListField(
        child=serializers.UUIDField(), max_length=MOST_BOARDS, required=False
    )

    class Meta:
        model = Team
        fields = ("name", "nickname", "members")


class MeetingRead(serializers.Serializer[Any]):
    """What one team took from another over the whole event, in tenths."""

    team = serializers.UUIDField()
    game_points = serializers.IntegerField()
    game_points_against = serializers.IntegerField()
    match_points = serializers.IntegerField(
        help_text="If all games of the two are one match, as in a Scheveningen."
    )


class TeamStandingRead(serializers.Serializer[Any]):
    """One line of the teams; points in tenths."""

    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    team = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    match_points = serializers.IntegerField()
    game_points = serializers.IntegerField()
    game_points_text = serializers.CharField()
    tie_breaks = TieBreak(many=True)
    decided_by = serializers.CharField(help_text="What put this line behind the one above.")
    meetings = MeetingRead(many=True)


class TeamStandingsPage(Pages):
    """A page of the teams; `order` has the codes that rank them."""

    round = serializers.IntegerField(help_text="How many rounds are counted.")
    order = serializers.ListField(child=serializers.CharField())
    notices = Notice(many=True)


TeamStandingsPage._declared_fields["data"] = TeamStandingRead(many=True)


class TeamWorkingRead(WorkingRead):
    """The working of one team; `pairing_number` and opponents are numbers of teams."""

    team = serializers.UUIDField()


def represent(team: Team) -> tuple[Representation, str]:
    """Representation and tag of a team; the tag covers its players."""
    tag = etag(team, *(each.entry for each in team.members.all()))
    return lambda: dict(TeamRead(team).data), tag


def with_members(rows: QuerySet[Team]) -> QuerySet[Team]:
    """Teams with their players, in two queries."""
    members = TeamMember.objects.select_related("entry").order_by("board")
    return rows.prefetch_related(Prefetch("members", members))


class Teams(Endpoint):
    """Teams of one tournament."""

    paged = True

    @operation("List teams", name="teams_list", answer=TeamRead, paged=True)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = self.outline(tournament_id)
        rows = with_members(Team.objects.filter(tournament=tournament))
        return self.listed(
            self.list_tag(tournament),
            lambda: page(request, rows, "number").response(
                request, lambda team: TeamRead(team).data
            ),
        )

    @operation(
        "Add a team (arbiter)",
        name="teams_create",
        body=TeamWrite,
        answer=TeamRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        made = create_team(
            actor=self.principal, tournament_id=tournament_id, **self.body(TeamWrite)
        )
        data, tag = represent(made)
        return self.shown(data, tag, status=201, Location=address(request, "team", made.pk))


class TeamEndpoint(Endpoint):
    """Base of what concerns one team."""

    def team(self, team_id: UUID) -> Team:
        """The team, if the caller may see its tournament."""
        return self.found(with_members(Team.objects.visible_to(self.principal)), pk=team_id)


class TeamDetail(TeamEndpoint):
    """One team."""

    @operation("Read a team", name="teams_read", answer=TeamRead)
    def get(self, request: Request, team_id: UUID) -> Response:
        return self.shown(*represent(self.team(team_id)))

    @operation(
        "Rename a team or seat it anew (arbiter)",
        name="teams_update",
        body=TeamWrite,
        answer=TeamRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, team_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.team(team_id),
            represent,
            lambda version: update_team(
                actor=self.principal,
                team_id=team_id,
                expected_version=version,
                **self.body(TeamWrite, partial=True),
            ),
        )

    @operation(
        "Dissolve a team (arbiter)", name="teams_delete", status=204, problems=[403, 409, 412, 428]
    )
    @compares_versions
    def delete(self, request: Request, team_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.team(team_id),
            represent,
            lambda version: delete_team(
                actor=self.principal, team_id=team_id, expected_version=version
            ),
        )


class TeamWithdrawal(TeamEndpoint):
    """A team leaves."""

    @operation(
        "Withdraw a team from a round on (arbiter)",
        name="teams_withdraw",
        body=FromRound,
        answer=TeamRead,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, team_id: UUID) -> Response:
        self.team(team_id)
        withdraw_team(actor=self.principal, team_id=team_id, **self.body(FromRound))
        return self.shown(*represent(self.team(team_id)))


class TeamStandings(Endpoint):
    """The order of the teams."""

    paged = True
    query = (ROUND,)

    @operation(
        "Read the order of the teams",
        name="team_standings_list",
        answer=TeamStandingsPage,
        problems=[409],
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        after = _round(request)
        return self.listed(
            self.list_tag(self.outline(tournament_id)),
            lambda: self._table(request, tournament_id, after),
        )

    def _table(self, request: Request, tournament_id: UUID, after: int | None) -> Response:
        table = team_table_for(
            principal=self.principal,
            tournament_id=tournament_id,
            after_round=after,
        )
        ids = {row.team.number: str(row.team.pk) for row in table.rows}
        answer = page_of(request, table.rows).response(request, lambda row: standing(row, ids))
        answer.data |= {
            "round": table.after_round,
            "order": list(table.order),
            "notices": [
                {
                    "code": each.code,
                    "message": text_for(each.code, each.params, 200),
                    "params": dict(each.params),
                }
                for each in table.notices
            ],
        }
        return answer


class TeamStandingsWorking(Endpoint):
    """The working of one line of the teams."""

    query = (ROUND,)
    throttle_classes = (limits.PrincipalLimit, limits.ComputingLimit)

    @operation(
        "Explain a line of the teams",
        name="team_standings_working",
        answer=TeamWorkingRead,
        problems=[409],
    )
    def get(self, request: Request, tournament_id: UUID, team_id: UUID) -> Response:
        after = _round(request)
        return self.listed(
            self.list_tag(self.outline(tournament_id)),
            lambda: self._working(tournament_id, team_id, after),
        )

    def _working(self, tournament_id: UUID, team_id: UUID, after: int | None) -> Response:
        found = team_working_for(
            principal=self.principal,
            tournament_id=tournament_id,
            team_id=team_id,
            after_round=after,
        )
        return Response({"team": str(team_id), **working(found)})


def _round(request: Request) -> int | None:
    return parameters.integer(request, "round", lowest=0, highest=MAX_ROUNDS)


def standing(row: TeamRow, ids: dict[int, str]) -> dict[str, Any]:
    """One line of the teams."""
    return {
        "rank": row.rank,
        "shared": row.shared,
        "team": str(row.team.pk),
        "number": row.team.number,
        "name": row.team.name,
        "match_points": row.match_points,
        "game_points": row.game_points,
        "game_points_text": format_points(row.game_points),
        "tie_breaks": [tie_break(code, value) for code, value in row.values],
        "decided_by": row.decided_by,
        "meetings": [
            {
                "team": ids[each.second],
                "game_points": each.first_game_points,
                "game_points_against": each.second_game_points,
                "match_points": each.first_match_points,
            }
            for each in row.meetings
        ],
    }
