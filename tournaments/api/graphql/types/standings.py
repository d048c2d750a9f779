"""Standings with their working, and the crosstable: fields of the root."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import graphene
from graphene.types.generic import GenericScalar

from pairing.scoring import format_points
from tiebreaks import ParticipantWorking
from tiebreaks.explain import TiebreakWorking
from tiebreaks.values import value_of_text
from tournaments.core.principal import Principal
from tournaments.core.tiebreak_names import tiebreak_name
from tournaments.standings.rows import StandingsRow, StandingsTable
from tournaments.standings.selectors import standings_for, working_for

from ..batches import together
from ..connections import Page, connected, connection_of, page_of
from ..context import Info, who
from .common import Notice, noticed
from .entries import EntryType


@dataclass(slots=True)
class Table:
    """Standings as this reader sees them; the working is computed once, when it is asked for."""

    principal: Principal
    standings: StandingsTable
    shown: list[int] = field(default_factory=list)
    _working: dict[int, ParticipantWorking] | None = None

    def working(self, number: int) -> ParticipantWorking:
        """The working of one row, computed for all rows shown."""
        if self._working is None or number not in self._working:
            self._working = working_for(
                principal=self.principal,
                tournament_id=self.standings.tournament.pk,
                numbers=self.shown,
                after_round=self.standings.after_round,
            )
        return self._working[number]


@dataclass(frozen=True, slots=True)
class Line:
    """A row and the table it is in."""

    table: Table
    row: StandingsRow

    @property
    def number(self) -> int:
        return self.row.entry.pairing_number or 0


class TieBreakValue(graphene.ObjectType):
    """One value, as the regulations write it and as an exact number; null where not defined."""

    code = graphene.String(required=True)
    value = graphene.String()
    scaled = graphene.Int(description="The value times ten to the power of `decimals`.")
    decimals = graphene.Int(required=True)

    @staticmethod
    def resolve_value(value: Any, info: Info) -> str | None:
        text: str | None = value.text
        return text

    @staticmethod
    def resolve_scaled(value: Any, info: Info) -> int | None:
        return value_of_text(value.text).scaled

    @staticmethod
    def resolve_decimals(value: Any, info: Info) -> int:
        return value_of_text(value.text).decimals


class Contribution(graphene.ObjectType):
    """One line of a working: what an opponent was worth in a round, and what counted."""

    round = graphene.Int(required=True, description="0: belongs to no round.")
    opponent = graphene.Int(description="Pairing number.")
    adjusted = graphene.String(required=True)
    counted = graphene.String(required=True)
    reason = graphene.String(required=True)
    article = graphene.String(required=True)
    voluntary = graphene.Boolean(required=True)
    cut = graphene.String(required=True, description="`low`, `high` or empty.")
    cut_reason = graphene.String(required=True)
    cut_article = graphene.String(required=True)


class OtherReading(graphene.ObjectType):
    """What another reading of an article would give."""

    reading = graphene.String(required=True)
    article = graphene.String(required=True)
    value = graphene.String()


class Working(graphene.ObjectType):
    """How one value came about."""

    code = graphene.String(required=True)
    title = graphene.String(required=True)
    article = graphene.String(required=True)
    value = graphene.String()
    contributions = graphene.List(graphene.NonNull(Contribution), required=True)
    details = GenericScalar(required=True)
    other_readings = graphene.List(graphene.NonNull(OtherReading), required=True)

    @staticmethod
    def resolve_title(working: TiebreakWorking, info: Info) -> str:
        return tiebreak_name(working.code)


class StandingsLine(graphene.ObjectType):
    """One line of the standings; `points` in tenths."""

    rank = graphene.Int(description="Null for somebody listed without a place.")
    shared = graphene.Boolean(required=True, description="Others have the same rank.")
    entry = graphene.Field(graphene.NonNull(EntryType))
    points = graphene.Int(required=True)
    points_text = graphene.String(required=True)
    tie_breaks = graphene.List(graphene.NonNull(TieBreakValue), required=True)
    decided_by = graphene.String(
        required=True, description="What put this line behind the one above."
    )
    group = graphene.String(
        required=True, description="The group whose rank it is; empty for the whole field."
    )
    working = graphene.List(
        graphene.NonNull(Working), required=True, description="How each value came about."
    )

    @staticmethod
    def resolve_rank(line: Line, info: Info) -> int | None:
        return line.row.rank

    @staticmethod
    def resolve_shared(line: Line, info: Info) -> bool:
        return line.row.shared

    @staticmethod
    def resolve_entry(line: Line, info: Info) -> Any:
        return line.row.entry

    @staticmethod
    def resolve_points(line: Line, info: Info) -> int:
        return line.row.points

    @staticmethod
    def resolve_points_text(line: Line, info: Info) -> str:
        return format_points(line.row.points)

    @staticmethod
    def resolve_tie_breaks(line: Line, info: Info) -> Any:
        return line.row.values

    @staticmethod
    def resolve_decided_by(line: Line, info: Info) -> str:
        return line.row.decided_by

    @staticmethod
    def resolve_group(line: Line, info: Info) -> str:
        return line.row.group

    @staticmethod
    def resolve_working(line: Line, info: Info) -> Any:
        return line.table.working(line.number).tie_breaks


class Cell(graphene.ObjectType):
    """One round; `outcome` is the report's letter, `points` are in tenths."""

    round = graphene.Int(required=True)
    opponent = graphene.Int(description="Pairing number.")
    colour = graphene.String(required=True)
    outcome = graphene.String(required=True)
    points = graphene.Int(required=True)


class CrosstableLine(StandingsLine):
    """A line of the standings with its rounds."""

    rounds = graphene.List(graphene.NonNull(Cell), required=True)

    @staticmethod
    def resolve_rounds(line: Line, info: Info) -> Any:
        return line.row.cells


class _Heading(graphene.ObjectType):
    """What stands above the lines."""

    class Meta:
        abstract = True

    round = graphene.Int(required=True, description="How many rounds are counted.")
    order = graphene.List(graphene.NonNull(graphene.String), required=True)
    complete = graphene.Boolean(required=True, description="No result is missing.")
    final = graphene.Boolean(required=True, description="Complete, after the last round.")
    open_boards = graphene.Int(required=True, description="Boards without a settled result.")
    notices = graphene.List(graphene.NonNull(Notice), required=True)

    @staticmethod
    def resolve_round(table: Table, info: Info) -> int:
        return table.standings.after_round

    @staticmethod
    def resolve_order(table: Table, info: Info) -> Any:
        return table.standings.order

    @staticmethod
    def resolve_complete(table: Table, info: Info) -> bool:
        return table.standings.complete

    @staticmethod
    def resolve_final(table: Table, info: Info) -> bool:
        return table.standings.final

    @staticmethod
    def resolve_open_boards(table: Table, info: Info) -> int:
        return table.standings.open_boards

    @staticmethod
    def resolve_notices(table: Table, info: Info) -> Any:
        return [noticed(each.code, each.params) for each in table.standings.notices]


class StandingsType(_Heading):
    """Standings after a published round."""

    class Meta:
        name = "Standings"

    rows = connected(connection_of(StandingsLine))

    @staticmethod
    def resolve_rows(table: Table, info: Info, **arguments: Any) -> Page:
        return _rows(table, "Standings.rows", arguments)


class CrosstableType(_Heading):
    """Everybody's rounds, in the order of the standings."""

    class Meta:
        name = "Crosstable"

    rows = connected(connection_of(CrosstableLine))

    @staticmethod
    def resolve_rows(table: Table, info: Info, **arguments: Any) -> Page:
        return _rows(table, "Crosstable.rows", arguments)


def _rows(table: Table, name: str, arguments: dict[str, Any]) -> Page:
    key = (name, str(table.standings.tournament.pk), table.standings.after_round)
    page = page_of(table.standings.rows, repr(key), arguments, lambda row: Line(table, row))
    lines: list[Line] = [edge.node for edge in page.edges]
    together(line.row.entry for line in lines)
    table.shown += [line.number for line in lines]
    return page


def standings_table(info: Info, tournament_id: UUID, after_round: int | None) -> Table:
    """The standings that this reader asks for."""
    found = standings_for(principal=who(info), tournament_id=tournament_id, after_round=after_round)
    return Table(who(info), found)
