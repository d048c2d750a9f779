"""Header records: 012-132, 142, 152, 172-222, XXR and XXC."""

from __future__ import annotations

import re
from datetime import date

from ..scoring import Colour
from . import values
from .cells import FIRST_COLUMN, MAX_ROUNDS, WIDTH
from .findings import Report
from .players import name_text
from .sheet import Sheet
from .source import Line

TEXT_CODES = ("012", "022", "032", "062", "072", "082", "092", "102", "122", "172", "182", "222")
_COLOUR_WORDS = {"w": Colour.WHITE, "b": Colour.BLACK}
_XXC = re.compile(r"(white|black)1?|rank", re.IGNORECASE)
_PERIOD = r"(?:\d+/)?\d+(?:\+\d+)?"
_TIME_CONTROL = re.compile(
    rf"{_PERIOD}(?::{_PERIOD})*|W{_PERIOD}(?::{_PERIOD})*-B{_PERIOD}(?::{_PERIOD})*"
)


def read_text(sheet: Sheet, line: Line, report: Report) -> None:
    """Free text; the first one that is not blank counts."""
    if not line.data:
        return
    if line.code in sheet.texts:
        report.warning("trf.header.repeated", line.number, 1, read=line.text, record=line.code)
        return
    if line.code == "222" and not _TIME_CONTROL.fullmatch(line.data):
        report.warning("trf.header.time_control", line.number, line.data_column, read=line.data)
    sheet.texts[line.code] = (line.number, name_text(line.data))


def read_deputy(sheet: Sheet, line: Line, report: Report) -> None:
    """112: one deputy a line; commas also part surname and given name, so they stay."""
    if line.data:
        sheet.deputies.append(name_text(line.data))


def read_comment(sheet: Sheet, line: Line, report: Report) -> None:
    """``###`` (TRF26) and ``#`` lines."""
    sheet.comments.append(line.text.lstrip("#").strip())


def read_start(sheet: Sheet, line: Line, report: Report) -> None:
    """042."""
    sheet.start = _header_date(line, report) or sheet.start


def read_end(sheet: Sheet, line: Line, report: Report) -> None:
    """052."""
    sheet.end = _header_date(line, report) or sheet.end


def _header_date(line: Line, report: Report) -> date | None:
    if not line.data.strip("0/.- "):
        return None
    found, century = values.day(line.data)
    if found is None:
        report.adjustment("trf.date.unreadable", line.number, line.data_column, read=line.data)
    elif century:
        report.adjustment(
            "trf.date.century",
            line.number,
            line.data_column,
            read=line.data,
            assumed=found.isoformat(),
        )
    return found


def read_round_dates(sheet: Sheet, line: Line, report: Report) -> None:
    """132: dates stand over the round cells; if they do not, in order of appearance."""
    if sheet.round_dates:
        report.warning("trf.header.repeated", line.number, 1, read=line.text, record=line.code)
        return
    near = sheet.start.year if sheet.start else None
    aligned = _aligned_dates(line, near)
    if aligned is None:
        words = line.data.split()
        aligned = [values.day(word, near)[0] for word in words]
        if None in aligned:
            bad = words[aligned.index(None)]
            column = line.text.index(bad) + 1
            report.adjustment("trf.date.unreadable", line.number, column, read=bad)
        elif aligned:
            report.info("trf.dates.unaligned", line.number, line.data_column, found=len(aligned))
    while aligned and aligned[-1] is None:
        aligned.pop()
    sheet.round_dates = aligned


def _aligned_dates(line: Line, near: int | None) -> list[date | None] | None:
    start = FIRST_COLUMN - 1
    if line.text[3:start].strip():
        return None
    dates: list[date | None] = []
    for offset in range(start, len(line.text), WIDTH):
        text = line.text[offset : offset + WIDTH].strip()
        found = values.day(text, near)[0] if text else None
        if text and found is None:
            return None
        dates.append(found)
    return dates


def read_rounds(sheet: Sheet, line: Line, report: Report) -> None:
    """142 and XXR."""
    number = values.whole(line.data)
    if number is None or not 1 <= number <= MAX_ROUNDS:
        report.error("trf.rounds.unreadable", line.number, line.data_column, read=line.data)
    elif sheet.rounds not in (None, number):
        report.fatal(
            "trf.rounds.contradiction",
            line.number,
            line.data_column,
            read=line.data,
            first=sheet.rounds,
            first_line=sheet.rounds_line,
        )
    else:
        sheet.rounds, sheet.rounds_line = number, line.number


def read_initial_colour(sheet: Sheet, line: Line, report: Report) -> None:
    """152."""
    colour = _COLOUR_WORDS.get(line.data[:1].lower())
    if colour is None:
        report.error("trf.initial_colour.unreadable", line.number, 5, read=line.data)
        return
    _set_colour(sheet, colour, line, report)


def read_xxc(sheet: Sheet, line: Line, report: Report) -> None:
    """XXC: ``white1`` or ``black1``, and ``rank``."""
    for word in line.data.split():
        match = _XXC.fullmatch(word)
        if not match:
            report.error("trf.xxc.unknown", line.number, line.data_column, read=word)
        elif match[1]:
            _set_colour(sheet, _COLOUR_WORDS[word[0].lower()], line, report)
        else:
            sheet.rank_order_line = line.number


def _set_colour(sheet: Sheet, colour: Colour, line: Line, report: Report) -> None:
    if sheet.initial_colour not in (None, colour):
        report.fatal("trf.initial_colour.contradiction", line.number, 5, read=line.data)
    sheet.initial_colour = colour


def read_system(sheet: Sheet, line: Line, report: Report) -> None:
    """192."""
    code = line.data.upper()
    if sheet.system not in ("", code):
        report.fatal("trf.system.contradiction", line.number, 5, read=code, first=sheet.system)
    sheet.system = code


def read_tie_breaks(sheet: Sheet, line: Line, report: Report) -> None:
    """202 and 212."""
    codes = [code.strip() for code in line.data.split(",") if code.strip()]
    target = sheet.tie_breaks if line.code == "202" else sheet.standings
    if target and target != codes:
        report.warning("trf.header.repeated", line.number, 1, read=line.text, record=line.code)
    elif not target:
        target.extend(codes)
