"""What a pasted cross table says against itself: two sides of a game, totals that are no sums."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from pairing.points import total_points
from pairing.record import Cell, TournamentRecord
from pairing.scoring import Outcome, format_points, parse_points

POINTS = re.compile(r"\d{1,2}(?:[.,]\d|½)?", re.ASCII)
"""A total as people write it."""


@dataclass(frozen=True, slots=True)
class TableFinding:
    """Something wrong or doubtful in a pasted table.

    ``severity`` is ``error`` (the table contradicts itself or a part of it
    was not understood) or ``warning``.  ``line`` counts from 1; ``number`` is
    the player's, ``round`` the round's, 0 where there is none.
    """

    severity: str
    code: str
    line: int = 0
    number: int = 0
    round: int = 0
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Row:
    """One player's line: ``cells`` as they count, ``texts`` as they were written."""

    line: int
    number: int
    name: str
    rating: int | None
    points: str
    cells: list[Cell]
    texts: list[str]


_FITTING = {
    frozenset((Outcome.WIN, Outcome.LOSS)),
    frozenset((Outcome.DRAW,)),
    frozenset((Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)),
    frozenset((Outcome.FORFEIT_LOSS,)),
}
_UNUSUAL = {frozenset((Outcome.LOSS,)), frozenset((Outcome.DRAW, Outcome.LOSS))}
_BYE_OF_SAME_VALUE = {
    Outcome.WIN: Outcome.FULL_POINT_BYE,
    Outcome.FORFEIT_WIN: Outcome.FULL_POINT_BYE,
    Outcome.DRAW: Outcome.HALF_POINT_BYE,
    Outcome.LOSS: Outcome.ZERO_POINT_BYE,
    Outcome.FORFEIT_LOSS: Outcome.ZERO_POINT_BYE,
}


class RoundCheck:
    """One round of all rows: compares the two sides of each game and settles what differs.

    Findings name the round ``shown``.
    """

    def __init__(
        self, rows: dict[int, Row], number: int, findings: list[TableFinding], *, shown: int
    ) -> None:
        self._rows = rows
        self._number = number
        self._shown = shown
        self._findings = findings
        self._written = {row.number: row.cells[number - 1] for row in rows.values()}

    def settle(self) -> None:
        """Report every contradiction; afterwards the games of the round are mutual."""
        for row in self._rows.values():
            cell = self._written[row.number]
            if cell.opponent is None:
                continue
            if cell.opponent == row.number:
                self._without_opponent(row, cell, "crosstable.self_pairing")
            elif cell.opponent not in self._rows:
                self._without_opponent(row, cell, "crosstable.unknown_opponent")
            elif self._written[cell.opponent].opponent != row.number:
                silent = not self._rows[cell.opponent].texts[self._number - 1]
                code = "crosstable.opponent_silent" if silent else "crosstable.opponent_differs"
                self._without_opponent(row, cell, code)
            elif row.number < cell.opponent:
                self._check_pair(row, self._rows[cell.opponent])

    def _report(self, severity: str, code: str, row: Row, opponent: int, **params: Any) -> None:
        other = self._rows.get(opponent)
        texts = {"opponent": opponent, "text": row.texts[self._number - 1]}
        if other is not None and other is not row:
            texts["opponent_text"] = other.texts[self._number - 1]
        self._findings.append(
            TableFinding(severity, code, row.line, row.number, self._shown, texts | params)
        )

    def _without_opponent(self, row: Row, cell: Cell, code: str) -> None:
        """Keep the points of a game that cannot be one."""
        bye = _BYE_OF_SAME_VALUE[cell.outcome]
        row.cells[self._number - 1] = Cell(bye)
        self._report("error", code, row, cell.opponent or 0, counted_as=bye.value)

    def _check_pair(self, row: Row, other: Row) -> None:
        index = self._number - 1
        mine, theirs = self._written[row.number], self._written[other.number]
        results = frozenset((mine.outcome, theirs.outcome))
        if results not in _FITTING:
            unusual = results in _UNUSUAL
            severity = "warning" if unusual else "error"
            code = "crosstable.unusual_result" if unusual else "crosstable.result_differs"
            self._report(severity, code, row, other.number)
        colour = mine.colour
        if mine.colour is not None and mine.colour is theirs.colour:
            self._report("error", "crosstable.colour_differs", row, other.number)
            colour = None
        elif colour is None and theirs.colour is not None:
            colour = theirs.colour.opposite
        row.cells[index] = Cell(mine.outcome, other.number, colour)
        opposite = None if colour is None else colour.opposite
        other.cells[index] = Cell(theirs.outcome, row.number, opposite)


def check_points(
    record: TournamentRecord, rows: dict[int, Row], findings: list[TableFinding]
) -> None:
    """Totals that were pasted along must be the sum of the cells."""
    for person in record.participants:
        row = rows[person.number]
        if not POINTS.fullmatch(row.points):
            continue
        written, total = parse_points(row.points), total_points(record, person)
        if written != total:
            params = {"written": row.points, "computed": format_points(total)}
            findings.append(
                TableFinding(
                    "warning", "crosstable.points_differ", row.line, row.number, params=params
                )
            )
