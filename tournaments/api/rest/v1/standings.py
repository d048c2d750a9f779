"""Standings and crosstable of what is published."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.scoring import format_points
from tiebreaks import catalogue
from tiebreaks.registry import BOTH, INDIVIDUALS, TEAMS
from tiebreaks.values import value_of_text
from tournaments.core.texts import text_for
from tournaments.events.models import MAX_ROUNDS
from tournaments.standings.rows import StandingsRow, StandingsTable
from tournaments.standings.selectors import last_computed, standings_for

from ... import parameters
from ...pagination import page_of
from ...schema import operation
from ...serializers import Pages, instant
from ...views import Endpoint

ROUND = OpenApiParameter(
    "round", int, description="After this published round; by default the last with a result."
)


GROUP = OpenApiParameter(
    "group", str, description="One group's table only, where the field is divided."
)


class Standing(serializers.Serializer[Any]):
    """Who stands there."""

    entry = serializers.UUIDField()
    pairing_number = serializers.IntegerField()
    name = serializers.CharField()
    title = serializers.CharField()
    federation = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)


class TieBreak(serializers.Serializer[Any]):
    """One value, as the regulations write it and as an exact number; null where not defined."""

    code = serializers.CharField()
    value = serializers.CharField(allow_null=True)
    scaled = serializers.IntegerField(
        allow_null=True, help_text="The value times ten to the power of `decimals`."
    )
    decimals = serializers.IntegerField()


class StandingsLine(Standing):
    """One line of the standings; `points` in tenths."""

    rank = serializers.IntegerField(
        allow_null=True, help_text="Null for somebody listed without a place."
    )
    shared = serializers.BooleanField(help_text="Others have the same rank.")
    group = serializers.CharField(
        help_text="Whose rank it is where the field is divided, else empty."
    )
    points = serializers.IntegerField()
    points_text = serializers.CharField()
    tie_breaks = TieBreak(many=True)
    decided_by = serializers.CharField(help_text="What put this line behind the one above.")


class Cell(serializers.Serializer[Any]):
    """One round; `outcome` is the report's letter, `points` are in tenths."""

    round = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True, help_text="Pairing number.")
    colour = serializers.ChoiceField(choices=["w", "b", ""])
    outcome = serializers.CharField()
    points = serializers.IntegerField()


class CrosstableLine(StandingsLine):
    """A line of the standings with its rounds."""

    rounds = Cell(many=True)


class Notice(serializers.Serializer[Any]):
    """Something about the tie-breaks that readers should know."""

    code = serializers.CharField()
    message = serializers.CharField()
    params = serializers.DictField()


class StandingsRead(Pages):
    """Standings; `complete`: no result is missing; `final`: that, after the last round."""

    round = serializers.IntegerField(help_text="How many rounds are counted.")
    order = serializers.ListField(child=serializers.CharField())
    complete = serializers.BooleanField()
    final = serializers.BooleanField()
    open_boards = serializers.IntegerField(help_text="Boards whose result is still to come.")
    current = serializers.BooleanField(
        help_text="False while a large field's new standings are still being computed."
    )
    computed_at = serializers.DateTimeField()
    notices = Notice(many=True)


class StandingsPage(StandingsRead):
    """A page of the standings."""


class CrosstablePage(StandingsRead):
    """A page of the crosstable."""


StandingsPage._declared_fields["data"] = StandingsLine(many=True)
CrosstablePage._declared_fields["data"] = CrosstableLine(many=True)


def tie_break(code: str, text: str | None) -> dict[str, Any]:
    """One value."""
    number = value_of_text(text)
    return {"code": code, "value": text, "scaled": number.scaled, "decimals": number.decimals}


def line(row: StandingsRow) -> dict[str, Any]:
    """One line of the standings."""
    entry = row.entry
    return {
        "rank": row.rank,
        "shared": row.shared,
        "group": row.group,
        "entry": str(entry.pk),
        "pairing_number": entry.pairing_number,
        "name": entry.name,
        "title": entry.title,
        "federation": entry.federation,
        "rating": entry.rating,
        "points": row.points,
        "points_text": format_points(row.points),
        "tie_breaks": [tie_break(each.code, each.text) for each in row.values],
        "decided_by": row.decided_by,
    }


def crosstable_line(row: StandingsRow) -> dict[str, Any]:
    """One line of the crosstable."""
    cells = [
        {
            "round": cell.round,
            "opponent": cell.opponent,
            "colour": cell.colour,
            "outcome": cell.outcome,
            "points": cell.points,
        }
        for cell in row.cells
    ]
    return {**line(row), "rounds": cells}


def version_of(table: StandingsTable) -> str:
    """What pages of one table have in common, and no other computation of it has."""
    return "" if table.computed_at is None else table.computed_at.isoformat()


def heading(table: StandingsTable) -> dict[str, Any]:
    """What stands above the lines."""
    return {
        "round": table.after_round,
        "order": list(table.order),
        "complete": table.complete,
        "final": table.final,
        "open_boards": table.open_boards,
        "current": table.current,
        "computed_at": instant(table.computed_at),
        "notices": [
            {
                "code": each.code,
                "message": text_for(each.code, each.params, 200),
                "params": dict(each.params),
            }
            for each in table.notices
        ],
    }


class TieBreakRead(serializers.Serializer[Any]):
    """A tie-break that can be announced."""

    code = serializers.CharField()
    name = serializers.CharField(help_text="In the reader's language.")
    article = serializers.CharField(help_text="Of C.07, or of the book it is from.")
    subject = serializers.ChoiceField(choices=[INDIVIDUALS, TEAMS, BOTH])


class TieBreaks(Endpoint):
    """The tie-breaks by their official codes."""

    paged = True

    @operation("List tie-breaks", name="tie_breaks_list", answer=TieBreakRead, paged=True)
    def get(self, request: Request) -> Response:
        found = page_of(request, catalogue()).response(
            request,
            lambda each: {
                "code": each.code,
                "name": gettext(each.title),
                "article": each.article,
                "subject": each.subject,
            },
        )
        return self.told(found)


class TableEndpoint(Endpoint):
    """Base of both tables."""

    paged = True
    query: ClassVar = (ROUND, GROUP)

    def answer(
        self, request: Request, tournament_id: UUID, line: Callable[[StandingsRow], dict[str, Any]]
    ) -> Response:
        """The standings after the round that the reader asks for, unless he has just those."""
        after = parameters.integer(request, "round", lowest=0, highest=MAX_ROUNDS)
        tournament = self.outline(tournament_id)
        # Those of a large field may be computed some time after the change.
        tag = self.list_tag(tournament, last_computed(tournament))
        return self.listed(tag, lambda: self._table(request, tournament_id, after, line))

    def _table(
        self,
        request: Request,
        tournament_id: UUID,
        after: int | None,
        line: Callable[[StandingsRow], dict[str, Any]],
    ) -> Response:
        table = standings_for(
            principal=self.principal,
            tournament_id=tournament_id,
            after_round=after,
            may_be_behind=True,
            group=request.query_params.get("group", ""),
        )
        answer = page_of(request, table.rows, version_of(table)).response(request, line)
        answer.data |= heading(table)
        return answer


class TournamentStandings(TableEndpoint):
    """Standings."""

    @operation("Read the standings", name="standings_read", answer=StandingsPage, problems=[409])
    def get(self, request: Request, tournament_id: UUID) -> Response:
        return self.answer(request, tournament_id, line)


class TournamentCrosstable(TableEndpoint):
    """Crosstable."""

    @operation("Read the crosstable", name="crosstable_read", answer=CrosstablePage, problems=[409])
    def get(self, request: Request, tournament_id: UUID) -> Response:
        return self.answer(request, tournament_id, crosstable_line)
