"""The crosstable of a round robin: everybody against everybody, as people print it.

A cell holds all games of two players, in the order in which they were played:
``1``, ``½``, ``0``; ``+`` and ``-`` by forfeit; ``.`` while the result is
missing.  Games that count for nobody (50 % rule) stand in parentheses.  Rests
and other byes have a column of their own.  (:mod:`tiebreaks.crosstable_text`
reads tables that somebody pasted.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from pairing.points import round_points
from pairing.record import Cell, Participant, TournamentRecord
from pairing.scoring import Outcome, format_points

from .errors import TiebreakError
from .ranking import Row, Standings
from .values import Value

_MARKS = {
    **dict.fromkeys((Outcome.WIN, Outcome.UNRATED_WIN), "1"),
    **dict.fromkeys((Outcome.DRAW, Outcome.UNRATED_DRAW), "½"),
    **dict.fromkeys((Outcome.LOSS, Outcome.UNRATED_LOSS), "0"),
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "-",
    Outcome.ADJOURNED: ".",
    Outcome.UNKNOWN: ".",
}
_BYES = frozenset((Outcome.PAIRING_ALLOCATED_BYE, Outcome.HALF_POINT_BYE, Outcome.FULL_POINT_BYE))
ITSELF = "*"


class Order(Enum):
    """How lines and columns are arranged."""

    RANK = "rank"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class GridGame:
    """One game (or forfeit) of a cell; points in tenths, ``colour`` ``w``, ``b`` or empty.

    ``outcome`` is the letter of :class:`pairing.scoring.Outcome`; ``counted``
    is false if the game is out of the standings.
    """

    round: int
    outcome: str
    colour: str
    points: int
    counted: bool
    mark: str


@dataclass(frozen=True, slots=True)
class GridBye:
    """A round without an opponent that was a bye: its letter and its points in tenths."""

    round: int
    outcome: str
    points: int


@dataclass(frozen=True, slots=True)
class GridLine:
    """One participant: ``cells[k]`` has the games against whoever heads column k.

    ``label`` heads the participant's own column.  ``values`` are those of the
    standings; ``rank`` is ``None`` for somebody listed without a place.
    """

    label: str
    rank: int | None
    number: int
    name: str
    rating: int | None
    cells: tuple[tuple[GridGame, ...], ...]
    byes: tuple[GridBye, ...]
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """The crosstable: ``columns`` are pairing numbers, ``labels`` their heads.

    Labels are places in the table by rank and pairing numbers by number;
    ``codes`` name the values.
    """

    order: Order
    columns: tuple[int, ...]
    labels: tuple[str, ...]
    codes: tuple[str, ...]
    lines: tuple[GridLine, ...]


def crosstable(
    record: TournamentRecord,
    table: Standings,
    *,
    order: Order = Order.RANK,
    lines: Sequence[int] | None = None,
    columns: Sequence[int] | None = None,
) -> Grid:
    """The crosstable of the rounds that ``table`` counts.

    ``lines`` and ``columns`` choose pairing numbers (one side against the
    other, in a Scheveningen); by default both are everybody.  Raises
    ``TiebreakError``: ``crosstable.of_teams`` for standings of teams,
    ``standings.unknown_participant``.
    """
    if table.subject != "individuals":
        raise TiebreakError("crosstable.of_teams")
    rows = {row.number: row for row in table.rows}
    everybody = list(rows) if order is Order.RANK else sorted(rows)
    labels = _labels(everybody, order)
    shown = everybody if columns is None else _chosen(everybody, columns)
    return Grid(
        order=order,
        columns=tuple(shown),
        labels=tuple(labels[number] for number in shown),
        codes=table.order,
        lines=tuple(
            _Line(record, table, rows[number]).against(shown, labels[number])
            for number in (everybody if lines is None else _chosen(everybody, lines))
        ),
    )


def _labels(everybody: Sequence[int], order: Order) -> dict[int, str]:
    if order is Order.NUMBER:
        return {number: str(number) for number in everybody}
    return {number: str(place) for place, number in enumerate(everybody, start=1)}


def _chosen(everybody: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """The wanted numbers in the order of the table."""
    for number in wanted:
        if number not in everybody:
            raise TiebreakError("standings.unknown_participant", number=number)
    return [number for number in everybody if number in wanted]


class _Line:
    """The rounds of one participant."""

    def __init__(self, record: TournamentRecord, table: Standings, row: Row) -> None:
        self.record = record
        self.row = row
        self.person: Participant = record.participant(row.number)
        self.cells = list(enumerate(self.person.cells[: table.after_round], start=1))
        self.unplaced = {other.number for other in table.rows if other.rank is None}

    def against(self, columns: Sequence[int], label: str) -> GridLine:
        return GridLine(
            label=label,
            rank=self.row.rank,
            number=self.row.number,
            name=self.row.name,
            rating=self.person.rating,
            cells=tuple(self._games(opponent) for opponent in columns),
            byes=tuple(self._bye(number, cell) for number, cell in self.cells if _is_bye(cell)),
            values=self.row.values,
        )

    def _games(self, opponent: int) -> tuple[GridGame, ...]:
        return tuple(
            self._game(number, cell) for number, cell in self.cells if cell.opponent == opponent
        )

    def _game(self, number: int, cell: Cell) -> GridGame:
        return GridGame(
            round=number,
            outcome=cell.outcome.value,
            colour=cell.colour.value if cell.colour else "",
            points=round_points(self.record, self.person, number),
            counted=not self.unplaced & {self.row.number, cell.opponent},
            mark=_MARKS[cell.outcome],
        )

    def _bye(self, number: int, cell: Cell) -> GridBye:
        points = round_points(self.record, self.person, number)
        return GridBye(number, cell.outcome.value, points)


def _is_bye(cell: Cell) -> bool:
    return cell.outcome in _BYES


# ------------------------------------------------------------------------- printing


def crosstable_text(grid: Grid) -> str:
    """The table in columns, one line for each participant."""
    heads = ["", "name", "rtg", *grid.labels]
    with_byes = any(line.byes for line in grid.lines)
    heads += ["bye"] if with_byes else []
    heads += [*grid.codes, "rank", *(["no"] if grid.order is Order.RANK else [])]
    body = [_texts(grid, line, with_byes) for line in grid.lines]
    widths = [max(len(texts[column]) for texts in [heads, *body]) for column in range(len(heads))]
    return "\n".join(_aligned(texts, widths) for texts in [heads, *body])


def _texts(grid: Grid, line: GridLine, with_byes: bool) -> list[str]:
    cells = [
        ITSELF if number == line.number else cell_text(games)
        for number, games in zip(grid.columns, line.cells, strict=True)
    ]
    byes = [" ".join(bye_text(bye) for bye in line.byes)] if with_byes else []
    values = ["-" if value.text is None else value.text for value in line.values]
    rank = "-" if line.rank is None else str(line.rank)
    number = [str(line.number)] if grid.order is Order.RANK else []
    first = [line.label, line.name, str(line.rating or "")]
    return [*first, *cells, *byes, *values, rank, *number]


def cell_text(games: Sequence[GridGame]) -> str:
    """``1½`` for two games, ``(1)`` for one that does not count."""
    text = "".join(game.mark for game in games)
    return f"({text})" if text and not all(game.counted for game in games) else text


def bye_text(bye: GridBye) -> str:
    """The round of a bye, with the points if there are any: ``R4``, ``R4:0.5``."""
    return f"R{bye.round}" + (f":{format_points(bye.points)}" if bye.points else "")


def _aligned(texts: Sequence[str], widths: Sequence[int]) -> str:
    parts = [
        text.ljust(width) if column == 1 else text.rjust(width)
        for column, (text, width) in enumerate(zip(texts, widths, strict=True))
    ]
    return "  ".join(parts).rstrip()
