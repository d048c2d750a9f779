"""Round cells of a ``001`` line: ten columns each, from column 92."""

from __future__ import annotations

from dataclasses import dataclass

from ..scoring import Colour, Outcome
from .findings import Report
from .source import Line
from .values import whole

FIRST_COLUMN = 92
WIDTH = 10
MAX_ROUNDS = 999

LETTERS = {
    "1": Outcome.WIN,
    "=": Outcome.DRAW,
    "0": Outcome.LOSS,
    "W": Outcome.UNRATED_WIN,
    "D": Outcome.UNRATED_DRAW,
    "L": Outcome.UNRATED_LOSS,
    "+": Outcome.FORFEIT_WIN,
    "-": Outcome.FORFEIT_LOSS,
    "U": Outcome.PAIRING_ALLOCATED_BYE,
    "F": Outcome.FULL_POINT_BYE,
    "H": Outcome.HALF_POINT_BYE,
    "Z": Outcome.ZERO_POINT_BYE,
    "*": Outcome.ADJOURNED,
    "X": Outcome.ADJOURNED,
    "?": Outcome.UNKNOWN,
}
_DRAWS = {"½", "5"}
_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": None, " ": None}


@dataclass(slots=True)
class RawCell:
    """One cell as it stands in the file.

    ``outcome`` is ``None`` for a blank result; ``dash`` tells a written "no
    colour" from a blank one.
    """

    line: int
    column: int
    opponent: int | None
    colour: Colour | None
    dash: bool
    outcome: Outcome | None

    @property
    def empty(self) -> bool:
        """Neither opponent nor result."""
        return self.opponent is None and self.outcome is None

    @property
    def engaged(self) -> bool:
        """Paired, or given the bye of the pairing: makes its column a played round."""
        return self.opponent is not None or self.outcome in (
            Outcome.PAIRING_ALLOCATED_BYE,
            Outcome.FORFEIT_WIN,
            Outcome.FORFEIT_LOSS,
        )


def blank_cell(line: int, round_number: int) -> RawCell:
    """The cell of a line that ends before this round."""
    return RawCell(line, column_of(round_number), None, None, False, None)


def column_of(round_number: int) -> int:
    """First column of a round's cell."""
    return FIRST_COLUMN + WIDTH * (round_number - 1)


def read_cells(line: Line, report: Report) -> list[RawCell]:
    """All cells of a line up to the last one that is not empty."""
    count = max(0, -(-(len(line.text) - FIRST_COLUMN + 1) // WIDTH))
    if count > MAX_ROUNDS:
        report.fatal("trf.too_many_rounds", line.number, found=count, limit=MAX_ROUNDS)
        return []
    cells = [_read_cell(line, number, report) for number in range(1, count + 1)]
    while cells and cells[-1].empty:
        cells.pop()
    return cells


def _read_cell(line: Line, round_number: int, report: Report) -> RawCell:
    column = column_of(round_number)
    text = line.text[column - 1 : column - 1 + WIDTH].ljust(WIDTH)
    if text[4] != " " or text[6] != " " or text[8:] != "  ":
        report.fatal("trf.cell.misaligned", line.number, column, read=text, round=round_number)
        return blank_cell(line.number, round_number)
    return RawCell(
        line=line.number,
        column=column,
        opponent=_read_opponent(text[:4].strip(), line, column, round_number, report),
        colour=_read_colour(text[5], line, column + 5, report),
        dash=text[5] == "-",
        outcome=_read_result(text[7], line, column + 7, round_number, report),
    )


def _read_opponent(
    text: str, line: Line, column: int, round_number: int, report: Report
) -> int | None:
    if text in ("", "-"):
        return None
    number = whole(text)
    if number is None:
        report.fatal("trf.cell.opponent", line.number, column, read=text, round=round_number)
    return number or None


def _read_colour(text: str, line: Line, column: int, report: Report) -> Colour | None:
    if text.lower() not in _COLOURS:
        report.adjustment("trf.cell.colour", line.number, column, read=text, assumed="-")
    return _COLOURS.get(text.lower())


def _read_result(
    text: str, line: Line, column: int, round_number: int, report: Report
) -> Outcome | None:
    if text == " ":
        return None
    if text in _DRAWS:
        report.adjustment("trf.cell.result_spelling", line.number, column, read=text, assumed="=")
        return Outcome.DRAW
    outcome = LETTERS.get(text.upper())
    if outcome is None:
        report.fatal("trf.cell.result", line.number, column, read=text, round=round_number)
    return outcome
