"""Pasted tables of everybody against everybody: one column for each player, not for each round.

Such a table is known by its diagonal, ``*``, ``x`` or empty.  A cell has the
results of all games of two players: ``1``, ``½``, ``0``, ``+``, ``-``, several
of them in a double round robin (``1½``), ``.`` or nothing for a game to come.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pairing.roundrobin.berger import LARGEST, berger

TextLine = tuple[int, tuple[str, ...], bool]
"""Number of the line, its columns, whether columns can be empty."""

_DIAGONAL = frozenset({"*", "**", "x", "X", "xx", "XX", "×", "■", "█", "#", "\\"})
_RESULT = re.compile(r"1/2|0[.,]5|[10=½+-]|\.(?![01])")
_CELL = re.compile(rf"\(?(?:{_RESULT.pattern}|\s){{0,12}}\)?")
_SMALLEST = 2
_MOST_BEFORE = 8
"""Columns in front of the cells: number, title, name, rating, federation and the like."""


@dataclass(frozen=True, slots=True)
class GridLine:
    """One player: the columns ``before`` the cells, one of ``cells`` for each player, the rest."""

    line: int
    before: tuple[str, ...]
    cells: tuple[str, ...]
    after: tuple[str, ...]


def find_grid(lines: Sequence[TextLine]) -> tuple[GridLine, ...]:
    """The players' lines of a table of everybody against everybody; none if it is another table."""
    marked = [line for line in lines if sum(map(_DIAGONAL.__contains__, line[1])) == 1]
    if marked and not _left_out(lines, marked):
        starts = [
            next(at for at, text in enumerate(fields) if text in _DIAGONAL) - place
            for place, (_, fields, _) in enumerate(marked)
        ]
        return _grid(marked, starts)
    numbered = [line for line in lines if line[2] and re.fullmatch(r"\d{1,5}[.)]?", line[1][0])]
    widest = min((len(fields) for _, fields, _ in numbered), default=0)
    size = len(numbered)
    for start in range(1, min(_MOST_BEFORE, widest - size) + 1):
        if all(not fields[start + place] for place, (_, fields, _) in enumerate(numbered)) and any(
            any(fields[start : start + size]) for _, fields, _ in numbered
        ):
            found = _grid(numbered, [start] * size)
            if found:
                return found
    return ()


def _left_out(lines: Sequence[TextLine], marked: Sequence[TextLine]) -> bool:
    """Whether a line has results enough for a player's, but not its place on the diagonal."""
    enough, known = max(2, len(marked) - 1), {number for number, _, _ in marked}
    return any(
        sum(bool(text) and _CELL.fullmatch(text) is not None for text in fields) >= enough
        for number, fields, _ in lines
        if number not in known
    )


def _grid(lines: Sequence[TextLine], starts: Sequence[int]) -> tuple[GridLine, ...]:
    size = len(lines)
    if not _SMALLEST <= size <= LARGEST:
        return ()
    found = []
    for place, ((number, fields, _), start) in enumerate(zip(lines, starts, strict=True)):
        cells = list(fields[start : start + size]) if start >= 0 else []
        if len(cells) < size:
            return ()
        cells[place] = ""
        if not all(map(_CELL.fullmatch, cells)):
            return ()
        found.append(GridLine(number, fields[:start], tuple(cells), fields[start + size :]))
    return tuple(found)


def results(text: str) -> tuple[str, ...]:
    """The results in a cell, in their order.

    >>> results("1½"), results("0.5 1/2"), results(".")
    (('1', '½'), ('0.5', '1/2'), ('.',))
    """
    return tuple(_RESULT.findall(text))


def cycles(grid: Sequence[GridLine]) -> int:
    """How often two players meet: the largest number of results in a cell."""
    return max(len(results(cell)) for line in grid for cell in line.cells)


def games_by_round(grid: Sequence[GridLine], times: int) -> list[list[tuple[int, str]]]:
    """For each line the rounds: the place of the opponent (-1: nobody) and the result.

    The table does not say who met when: games are put into the rounds of
    Berger tables, one table for each of the ``times`` that players meet.
    """
    table = berger(len(grid))
    rounds = [[(-1, "")] * (times * len(table)) for _ in grid]
    for index, pairs in enumerate(table):
        for first, second in pairs:
            if second is None:
                continue
            for place, opponent in ((first - 1, second - 1), (second - 1, first - 1)):
                for cycle, result in enumerate(results(grid[place].cells[opponent])):
                    if result != ".":
                        rounds[place][cycle * len(table) + index] = (opponent, result)
    return rounds


def is_unfinished(grid: Sequence[GridLine], times: int) -> bool:
    """Whether a game is still to come."""
    return any(
        "." in results(cell) or len(results(cell)) < times
        for place, line in enumerate(grid)
        for column, cell in enumerate(line.cells)
        if column != place
    )
