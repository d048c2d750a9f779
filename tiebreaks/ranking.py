"""Standings: the announced list of criteria applied in order (C.07 art. 4).

Participants are sorted by the first criterion; every group that is still tied
moves to the next one.  Ties left at the end share the place (1, 2, 2, 4),
unless a manual order (a play-off, a drawing of lots by hand) or lots from a
stored seed are asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pairing.record import TournamentRecord, check_record

from .codes import EDITIONS, Criterion, parse_order
from .engine import method_for
from .errors import TiebreakError
from .field import Field, individual_field, is_divided, is_predetermined, withdraw
from .lots import Settled, settle_ties
from .methods import GroupMethod, Method
from .options import Options, checked
from .readings import Readings
from .tables import Tables
from .team_field import team_field
from .values import Notice, Value
from .withdrawal import cancellations


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings.

    ``rank`` is ``None``, and no value defined, for somebody who is listed
    without a place; ``shared`` says that others have the same rank.
    ``decided_by`` is the code that put this row behind the one above
    (``MANUAL`` and ``LOTS`` included), empty in the first row and where the
    place is shared.
    """

    rank: int | None
    number: int
    name: str
    values: tuple[Value, ...]
    shared: bool = False
    decided_by: str = ""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after ``after_round`` of ``rounds`` rounds.

    ``order`` has the canonical codes of the columns.  ``final`` is false
    while a counted game has no result.
    """

    after_round: int
    rounds: int
    edition: str
    subject: str
    order: tuple[str, ...]
    rows: tuple[Row, ...]
    notices: tuple[Notice, ...]
    final: bool


@dataclass(slots=True)
class Column:
    """One criterion applied: everybody's scaled value and the groups that were tied before it.

    An ``undefined`` column has no values and decides nothing.
    """

    criterion: Criterion
    method: Method | GroupMethod | None
    scaled: list[int | None]
    decimals: int
    groups: list[list[int]]
    undefined: bool


def standings(
    record: TournamentRecord,
    order: Sequence[str],
    *,
    after_round: int | None = None,
    edition: str = "2026",
    options: Options | None = None,
) -> Standings:
    """The standings by ``order``, after the last recorded round or an earlier one.

    Raises :class:`TiebreakError` for a list that cannot be applied (see
    :func:`tiebreaks.codes.parse_order`), ``standings.round_out_of_range``,
    ``standings.unknown_edition``, ``standings.unknown_participant``,
    ``standings.bad_rating``, and what ``pairing.record.check_record`` raises.
    """
    return Ranking(
        record, order, after_round=after_round, edition=edition, options=options
    ).standings()


class Ranking:
    """One application of a list of tie-breaks; answers the standings and, in ``explain``, why.

    ``columns`` has one entry for each of the ``criteria``; ``groups`` are the
    positions in order, those that no criterion separates together.
    """

    def __init__(
        self,
        record: TournamentRecord,
        order: Sequence[str],
        *,
        after_round: int | None = None,
        edition: str = "2026",
        options: Options | None = None,
    ) -> None:
        check_record(record)
        self.options = checked(options or Options())
        self.record = record
        self.rounds = record.completed if after_round is None else after_round
        if not 0 <= self.rounds <= record.completed:
            raise TiebreakError(
                "standings.round_out_of_range", round=self.rounds, completed=record.completed
            )
        if edition not in EDITIONS:
            raise TiebreakError("standings.unknown_edition", edition=edition, known=list(EDITIONS))
        self.edition = edition
        self.teams = record.team_event is not None and not self.options.individuals
        self.criteria = parse_order(order, teams=self.teams)
        self.notices: list[Notice] = []
        self.field = self._counted_field()
        self._tables: dict[tuple[str, bool, Readings], Tables] = {}
        self.columns: list[Column] = []
        ranked = [p for p in range(len(self.field)) if p not in self.field.hidden]
        self.groups = [sorted(ranked, key=lambda position: self.field.numbers[position])]
        for criterion in self.criteria:
            self._apply(criterion)

    def standings(self) -> Standings:
        """The table of places."""
        settled = settle_ties(self.field.numbers, self.groups, self.options)
        pending = pending_boards(self.record, self.rounds)
        notices = [*self.notices, *settled.notices]
        if pending:
            notices.append(Notice("standings.results_pending", {"boards": pending}))
        return Standings(
            after_round=self.rounds,
            rounds=self.field.scheduled,
            edition=self.edition,
            subject="teams" if self.teams else "individuals",
            order=tuple(criterion.code for criterion in self.criteria),
            rows=tuple(self._rows(settled)),
            notices=tuple(notices),
            final=not pending,
        )

    def tables(self, criterion: Criterion, readings: Readings | None = None) -> Tables:
        """The shared tables under the criterion's edition and one reading of the rules."""
        edition = criterion.edition or self.edition
        readings = readings or Readings()
        key = (edition, criterion.as_swiss, readings)
        if key not in self._tables:
            table = self.field
            if criterion.as_swiss:
                table = replace(table, predetermined=False)
            self._tables[key] = Tables(
                table,
                edition,
                readings,
                unrated=self.options.unrated,
                checker_defects=self.options.checker_defects,
            )
        return self._tables[key]

    def next_column(self, criterion: Criterion) -> Column:
        """A further criterion's values for the groups that are tied now; the ranking stays."""
        return self._column(criterion, self.groups)

    def _counted_field(self) -> Field:
        """The field after the counted rounds, without those whom the 50 % rule takes out."""
        predetermined = self.options.round_robin
        if predetermined is None:
            predetermined = is_predetermined(self.record)
        table = self._field_after(self.rounds, predetermined)
        table.ratings = [
            self.options.ratings.get(number, rating)
            for number, rating in zip(table.numbers, table.ratings, strict=True)
        ]
        withdrawn = self._withdrawn()
        half_rule = self.options.half_rule and self.record.schedule.half_rule
        if not predetermined or not half_rule or (withdrawn is None and not _is_over(self.record)):
            return table
        whole = self._field_after(self.record.completed, predetermined)
        cancelled = cancellations(whole, withdrawn)
        withdraw(table, [item.position for item in cancelled])
        self.notices.extend(
            Notice(
                "standings.withdrawn_before_half",
                {
                    "number": table.numbers[item.position],
                    "completed": item.completed,
                    "games": item.games,
                },
            )
            for item in cancelled
        )
        return table

    def _withdrawn(self) -> Collection[int] | None:
        """Who has left: as asked for, else (players) as the record announces."""
        if self.options.withdrawn is None and not self.teams:
            return self.record.schedule.withdrawn or None
        return self.options.withdrawn

    def _field_after(self, rounds: int, predetermined: bool) -> Field:
        if not self.teams:
            return individual_field(self.record, rounds, predetermined)
        game_points_first = self.criteria[0].name == "GPTS"
        return team_field(self.record, rounds, predetermined, "GP" if game_points_first else "MP")

    def _apply(self, criterion: Criterion) -> None:
        """Compute one criterion and split the groups by it."""
        groups = self.groups
        column = self._column(criterion, groups)
        self.columns.append(column)
        if column.undefined:
            return
        parts: list[list[int]] = []
        for group in groups:
            parts.extend(split_group(group, column.scaled, criterion.descending))
        self.groups = parts

    def _column(self, criterion: Criterion, groups: list[list[int]]) -> Column:
        size = len(self.field)
        if criterion.is_organisers_own:
            return self._own_column(criterion, groups)
        if self._is_barred(criterion):
            params = {"tiebreak": criterion.code, "article": "8"}
            self.notices.append(Notice("tiebreak.not_in_round_robin", params))
            return Column(criterion, None, [None] * size, 1, groups, True)
        method = method_for(self.tables(criterion), criterion)
        if isinstance(method, GroupMethod):
            scaled: list[int | None] = [0] * size
            for group in groups:
                if len(group) > 1:
                    for position, value in method.values(group).items():
                        scaled[position] = value
            return Column(criterion, method, scaled, method.decimals, groups, False)
        if method.undefined is not None:
            self.notices.append(method.undefined)
            return Column(criterion, method, [None] * size, method.decimals, groups, True)
        scaled = [method.working(position).scaled for position in range(size)]
        return Column(criterion, method, scaled, method.decimals, groups, False)

    def _is_barred(self, criterion: Criterion) -> bool:
        """The Buchholz family in a round robin (note to art. 8)."""
        return (
            criterion.definition.buchholz
            and self.field.predetermined
            and not self.options.buchholz_in_round_robin
        )

    def _own_column(self, criterion: Criterion, groups: list[list[int]]) -> Column:
        given = self.options.own_values.get(criterion.code)
        if given is None:
            self.notices.append(
                Notice("tiebreak.values_not_supplied", {"tiebreak": criterion.code})
            )
            return Column(criterion, None, [None] * len(self.field), 0, groups, True)
        scaled = [given.get(number) for number in self.field.numbers]
        decimals = self.options.own_decimals.get(criterion.code, 0)
        return Column(criterion, None, scaled, decimals, groups, False)

    def _rows(self, settled: Settled) -> list[Row]:
        rows: list[Row] = []
        above: int | None = None
        rank = 1
        for group in settled.groups:
            for index, position in enumerate(group):
                decided = ""
                if index == 0 and above is not None:
                    decided = settled.decided.get(position) or self._decided_by(above, position)
                rows.append(self._row(position, rank, len(group) > 1, decided))
                above = position
            rank += len(group)
        rows.extend(self._row(position, None, False, "") for position in sorted(self.field.hidden))
        return rows

    def _row(self, position: int, rank: int | None, shared: bool, decided: str) -> Row:
        return Row(
            rank,
            self.field.numbers[position],
            self.field.names[position],
            tuple(
                Value(None if rank is None else column.scaled[position], column.decimals)
                for column in self.columns
            ),
            shared,
            decided,
        )

    def _decided_by(self, above: int, position: int) -> str:
        for column in self.columns:
            if not column.undefined and column.scaled[above] != column.scaled[position]:
                return column.criterion.code
        return ""


def _is_over(record: TournamentRecord) -> bool:
    """Whether all rounds are recorded, and enough for everybody to have met everybody.

    A table that announces no number of rounds has only those played so far:
    one round of five players is not a whole event.  Pairings in teams or
    groups have fewer rounds by their nature.
    """
    size = len(record.participants)
    whole = 0 if is_divided(record) else size - 1 + size % 2
    return record.completed >= max(record.rounds, whole)


def split_group(
    group: list[int], scaled: Sequence[int | None], descending: bool
) -> list[list[int]]:
    """A tied group by value, best first; undefined values behind every defined one."""
    if len(group) == 1:
        return [group]
    by_value: dict[int, list[int]] = {}
    undefined: list[int] = []
    for position in group:
        value = scaled[position]
        if value is None:
            undefined.append(position)
        else:
            by_value.setdefault(value, []).append(position)
    parts = [by_value[value] for value in sorted(by_value, reverse=descending)]
    return [*parts, undefined] if undefined else parts


def pending_boards(record: TournamentRecord, rounds: int) -> list[dict[str, int]]:
    """Counted games without a result, each once: the round and both numbers, smaller first."""
    found = {
        (index, *sorted((person.number, cell.opponent)))
        for person in record.participants
        for index, cell in enumerate(person.cells[:rounds], start=1)
        if cell.outcome.is_pending and cell.opponent is not None
    }
    return [
        {"round": number, "first": first, "second": second}
        for number, first, second in sorted(found)
    ]
