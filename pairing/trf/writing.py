"""Building blocks of the writers: clean text, fixed columns, points, dates, cells."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from ..printable import HIDDEN
from ..record import Cell, Participant
from ..scoring import Colour, Outcome, format_points
from .cells import FIRST_COLUMN, WIDTH
from .findings import TrfError
from .games import LETTER_OF
from .players import MAX_NUMBER, NAME_WIDTH

# A name must never be able to start a record of its own, whatever program reads the file.
_HIDDEN = re.compile(f"(?:{HIDDEN.pattern})+")
NO_CELL = " " * 8
YEAR_LENGTH = 4


def clean(text: str, width: int | None = None) -> str:
    """One line of text in composed form, cut at ``width`` characters."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    text = _HIDDEN.sub(" ", unicodedata.normalize("NFC", text)).strip()
    return text if width is None else text[:width].rstrip()


def left(text: str, width: int) -> str:
    """Cleaned text in a left-aligned column."""
    return clean(text, width).ljust(width)


def right(text: str, width: int) -> str:
    """Cleaned short text (title, id) in a right-aligned column."""
    return clean(text, width).rjust(width)


def number(value: int | None, width: int, field: str) -> str:
    """Right-aligned number, blank for ``None``; raises ``TrfError`` if it does not fit."""
    text = "" if value is None else str(value)
    if len(text) > width:
        raise TrfError("trf.write.too_wide", field=field, value=text, width=width)
    return text.rjust(width)


def points(tenths: int | None, width: int, field: str) -> str:
    """Right-aligned points with one decimal; whole points too wide for that lose the ``.0``."""
    text = "" if tenths is None else format_points(tenths)
    if len(text) > width:
        text = text.removesuffix(".0")
    if len(text) > width:
        raise TrfError("trf.write.too_wide", field=field, value=text, width=width)
    return text.rjust(width)


def full_date(day: date) -> str:
    """``YYYY/MM/DD``."""
    return f"{day.year:04d}/{day.month:02d}/{day.day:02d}"


def round_dates(dates: tuple[date | None, ...]) -> str:
    """The 132 record: ``YY/MM/DD`` over the round cells."""
    cells = [full_date(day)[2:] if day else "" for day in dates]
    return "132".ljust(FIRST_COLUMN - 1) + "".join(cell.ljust(WIDTH) for cell in cells).rstrip()


def birth(text: str) -> str:
    """ISO date as ``YYYY/MM/DD``, a year alone as ``YYYY/00/00``."""
    text = clean(text)
    if len(text) == YEAR_LENGTH:
        text += "-00-00"
    return left(text.replace("-", "/"), 10)


def cell(played: Cell) -> str:
    """The eight characters of a round: opponent, colour, result letter."""
    letter = " " if played.outcome is Outcome.UNKNOWN else LETTER_OF[played.outcome]
    if played.opponent is None:
        colour = played.colour.value if played.colour else "-"
        return f"0000 {colour} {letter}"
    # A dash with a blank result would mean a cancelled pairing.
    unknown = " " if played.outcome is Outcome.UNKNOWN else "-"
    colour = played.colour.value if played.colour else unknown
    return f"{played.opponent:>4} {colour} {letter}"


def player(person: Participant, total: int, cells: list[str]) -> str:
    """A ``001`` line; ``cells`` has eight characters for each column of the file."""
    if not 1 <= person.number <= MAX_NUMBER:
        raise TrfError(
            "trf.write.too_wide", field="starting rank", value=str(person.number), width=4
        )
    head = " ".join(
        (
            f"001 {person.number:>4}",
            right(person.sex, 1) + right(person.title, 3),
            left(person.name, NAME_WIDTH),
            number(person.rating or 0, 4, "rating"),
            left(person.federation, 3),
            right(person.fide_id, 11),
            birth(person.birth),
            points(total, 4, "points"),
            number(person.rank, 4, "rank"),
        )
    )
    return head + "".join(f"  {content}" for content in cells)


def colour_letter(colour: Colour) -> str:
    """``W`` or ``B``."""
    return colour.value.upper()
