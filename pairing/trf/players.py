"""The fixed columns of ``001`` lines and of national (NRS) lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ..record import NationalRecord
from . import values
from .cells import FIRST_COLUMN, RawCell, read_cells
from .cells import WIDTH as CELL_WIDTH
from .findings import Report
from .source import Line

MAX_NUMBER = 9999
NAME_WIDTH = 33
_SEPARATORS = (48, 53, 57, 69, 80, 85)
_NAME_FIRST, _NAME_LAST = 15, 47
_POINTS = re.compile(r"(?=.{4}$) *(?:-?\d+(?:[.,]\d)?)?")
_RATING = re.compile(r" *\d* *| *(?:UNR|-) *", re.IGNORECASE)
_WRITTEN_POINTS = re.compile(r"(?=.{4}$) *-?\d+[.,]\d")
_CELL_SEPARATORS = (4, 6, 8, 9)
_MAX_SHIFT = 8
_SEXES = {"m": "m", "w": "w", "f": "w", "": ""}


@dataclass(slots=True)
class PlayerLine:
    """A ``001`` line: values normalised, cells as they stand."""

    line: int
    number: int
    sex: str
    title: str
    name: str
    rating: int | None
    federation: str
    fide_id: str
    birth: str
    points: str
    rank: int | None
    cells: list[RawCell]
    national: list[NationalRecord]


def read_player(line: Line, report: Report) -> PlayerLine | None:
    """Parse a ``001`` line; ``None`` (and a fatal finding) if it has no usable number."""
    number = values.whole(line.field(5, 8))
    if number is None or not 1 <= number <= MAX_NUMBER:
        report.fatal("trf.player.number", line.number, 5, read=line.field(5, 8))
        return None
    line = _aligned(line, report)
    sex, title = _sex_and_title(line, report)
    return PlayerLine(
        line=line.number,
        number=number,
        sex=sex,
        title=title,
        name=name_text(line.field(_NAME_FIRST, _NAME_LAST)),
        rating=_rating(line, report),
        federation=line.field(54, 56).upper(),
        fide_id=_fide_id(line, report),
        birth=_birth(line, report),
        points=line.field(81, 84),
        rank=_rank(line, report),
        cells=read_cells(line, report),
        national=[],
    )


def read_national(line: Line, report: Report) -> NationalRecord:
    """Parse an NRS line (recognised by the caller)."""
    sex = line.char(10).strip().lower()
    return NationalRecord(
        federation=line.code,
        rating=_rating(line, report),
        title=line.field(11, 13),
        name=name_text(line.field(_NAME_FIRST, _NAME_LAST)),
        origin=line.field(54, 56),
        number=line.field(58, 68),
        sex=_SEXES.get(sex, ""),
        birth=_birth(line, report),
    )


def name_text(text: str) -> str:
    """A name in composed (NFC) form, so that the same name is the same text."""
    return unicodedata.normalize("NFC", text)


def _sex_and_title(line: Line, report: Report) -> tuple[str, str]:
    sex_text, title_text = line.char(10).strip(), line.field(11, 13)
    together = line.text[9:13].rstrip()
    if together in values.TITLES and len(together) > 1 and sex_text.lower() not in ("m", "w"):
        # A title that starts in the sex column because no sex is given.
        report.adjustment("trf.player.title_column", line.number, 10, read=together)
        return "", together
    sex = _SEXES.get(sex_text.lower())
    if sex is None:
        report.adjustment("trf.player.sex", line.number, 10, read=sex_text, assumed="")
        sex = ""
    title, known = values.title(title_text)
    if not known:
        report.warning("trf.player.title", line.number, 11, read=title_text)
    return sex, title


def _rating(line: Line, report: Report) -> int | None:
    text = line.field(49, 52)
    if text.upper() in ("", "UNR", "-"):
        return None
    rating = values.whole(text)
    if rating is None:
        report.adjustment("trf.player.rating", line.number, 49, read=text, assumed="")
    return rating or None


def _fide_id(line: Line, report: Report) -> str:
    text = line.field(58, 68)
    number, plain = values.fide_id(text)
    if not plain:
        report.adjustment("trf.player.fide_id", line.number, 58, read=text, assumed=number)
    return number


def _birth(line: Line, report: Report) -> str:
    text = line.field(70, 79)
    birth, readable = values.birth(text)
    if not readable:
        report.adjustment("trf.player.birth", line.number, 70, read=text, assumed=birth)
    return birth


def _rank(line: Line, report: Report) -> int | None:
    text = line.field(86, 89)
    rank = values.whole(text)
    if text and rank is None:
        report.adjustment("trf.player.rank", line.number, 86, read=text, assumed="")
    return rank or None


def _aligned(line: Line, report: Report) -> Line:
    """The line with its columns where they belong, or as it is if nothing helps.

    Programs that count bytes put the columns after a non-ASCII name to the
    left by one per extra byte; overlong names push them to the right.
    """
    if _is_aligned(line.text):
        return line
    for repair, text in _repairs(line.text):
        if _is_aligned(text) and _WRITTEN_POINTS.fullmatch(text[80:84]):
            report.adjustment("trf.columns.shifted", line.number, 48, read=line.text, repair=repair)
            return Line(line.number, text)
    blocked = [column for column in _SEPARATORS if line.char(column) != " "]
    if blocked:
        report.warning("trf.columns.not_blank", line.number, blocked[0], read=line.text)
    return line


def _is_aligned(text: str) -> bool:
    padded = text.ljust(FIRST_COLUMN - 1)
    cells = padded[FIRST_COLUMN - 1 :]
    return (
        all(padded[column - 1] == " " for column in _SEPARATORS)
        and _RATING.fullmatch(padded[48:52]) is not None
        and _POINTS.fullmatch(padded[80:84]) is not None
        and not any(cells[offset::CELL_WIDTH].strip() for offset in _CELL_SEPARATORS)
    )


def _repairs(text: str) -> Iterator[tuple[str, str]]:
    composed = unicodedata.normalize("NFC", text)
    if composed != text:
        yield "composed characters", composed
    encoded = text.encode("utf-8", "replace")
    if len(encoded) != len(text):
        yield "columns counted in bytes", _by_bytes(encoded)
    for size in range(1, _MAX_SHIFT + 1):
        for shift in (size, -size):
            name = text[_NAME_FIRST - 1 : _NAME_LAST + shift]
            rest = text[_NAME_LAST + shift :]
            yield (
                f"shifted by {shift:+d}",
                text[: _NAME_FIRST - 1] + name[:NAME_WIDTH].ljust(NAME_WIDTH) + rest,
            )


def _by_bytes(encoded: bytes) -> str:
    name = encoded[_NAME_FIRST - 1 : _NAME_LAST].decode("utf-8", "ignore")
    head = encoded[: _NAME_FIRST - 1].decode("utf-8", "ignore")
    rest = encoded[_NAME_LAST:].decode("utf-8", "ignore")
    return head.ljust(_NAME_FIRST - 1) + name.ljust(NAME_WIDTH) + rest
