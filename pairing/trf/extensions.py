"""Records that steer the pairing: 240, 250, 260, 299 and XXA, XXP, XXZ."""

from __future__ import annotations

import re

from ..record import AbnormalPoints, ProhibitedPairing, VirtualPoints
from ..scoring import Outcome
from .findings import Report
from .sheet import RequestedBye, Sheet
from .source import Line
from .values import tenths, whole

BYE_TYPES = {
    "F": Outcome.FULL_POINT_BYE,
    "H": Outcome.HALF_POINT_BYE,
    "Z": Outcome.ZERO_POINT_BYE,
}
ABNORMAL_TYPES = {
    " ": None,
    "W": Outcome.WIN,
    "D": Outcome.DRAW,
    "L": Outcome.LOSS,
    "F": Outcome.FULL_POINT_BYE,
    "H": Outcome.HALF_POINT_BYE,
    "Z": Outcome.ZERO_POINT_BYE,
    "+": Outcome.FORFEIT_WIN,
    "-": Outcome.FORFEIT_LOSS,
}
# (match points, points, round, first id) as 0-based slices; Handbook, then the
# tighter columns of the TEC sample.
_LAYOUTS_299 = (
    (slice(7, 11), slice(13, 17), slice(19, 22), 23),
    (slice(6, 10), slice(11, 15), slice(16, 19), 20),
)
_NUMBER_299 = re.compile(r"-?\d{1,4}(?:[.,]\d)?")
LAST_ROUND = 999
_COLUMNS_250 = ((15, 17), (19, 21), (23, 26), (28, 31))


def read_ids(line: Line, start: int, report: Report) -> list[tuple[int, int]]:
    """``(column, id)`` of the numbers from 0-based ``start`` on; others are reported."""
    found = []
    for match in re.finditer(r"\S+", line.text[start:]):
        column = start + match.start() + 1
        number = whole(match.group())
        if number is None:
            report.error("trf.id.unreadable", line.number, column, read=match.group())
        else:
            found.append((column, number))
    return found


def read_240(sheet: Sheet, line: Line, report: Report) -> None:
    """Byes of one kind in one round."""
    outcome = BYE_TYPES.get(line.char(5).upper())
    round_number = whole(line.field(7, 9))
    if outcome is None or not round_number:
        report.error("trf.240.unreadable", line.number, 5, read=line.text)
        return
    for column, number in read_ids(line, 9, report):
        sheet.byes.append(RequestedBye(line.number, column, outcome, round_number, number))


def read_xxz(sheet: Sheet, line: Line, report: Report) -> None:
    """Absent from the coming round."""
    for column, number in read_ids(line, 3, report):
        sheet.byes.append(RequestedBye(line.number, column, Outcome.ZERO_POINT_BYE, None, number))


def read_250(sheet: Sheet, line: Line, report: Report) -> None:
    """Virtual points of a range of ids in a range of rounds."""
    match_text, points_text = line.field(5, 8), line.field(10, 13)
    match_points = tenths(match_text) if match_text else 0
    points = tenths(points_text) if points_text else 0
    first_round, last_round, first, last = (whole(line.field(*place)) for place in _COLUMNS_250)
    if match_points is None or points is None:
        report.error("trf.250.unreadable", line.number, 5, read=line.text)
        return
    if not (first_round and last_round and first and last):
        report.error("trf.250.unreadable", line.number, 15, read=line.text)
        return
    if first_round > last_round or first > last:
        report.error("trf.250.reversed", line.number, 15, read=line.text)
        return
    span = VirtualPoints(points, first_round, last_round, first, last, match_points)
    sheet.ranges.append((line.number, span))


def read_xxa(sheet: Sheet, line: Line, report: Report) -> None:
    """Virtual points of one id, one value a round."""
    number = whole(line.field(5, 8))
    values = [line.text[offset : offset + 4] for offset in range(9, len(line.text), 5)]
    gaps = line.text[8::5]
    if number is None or gaps.strip():
        words = line.data.split()
        number, values = (whole(words[0]), words[1:]) if words else (None, [])
    if not number or not values:
        report.error("trf.xxa.unreadable", line.number, 5, read=line.text)
        return
    for round_number, text in enumerate(values, start=1):
        points = tenths(text) if text.strip() else 0
        if points is None:
            report.error("trf.xxa.unreadable", line.number, 10, read=text)
        elif points:
            sheet.accelerated[number, round_number] = points
    _, listed = sheet.accelerated_rounds.get(number, (0, 0))
    sheet.accelerated_rounds[number] = (line.number, max(len(values), listed))


def read_260(sheet: Sheet, line: Line, report: Report) -> None:
    """Players who may not meet in a range of rounds."""
    first_text, last_text = line.field(5, 7), line.field(9, 11)
    first = whole(first_text) if first_text else 1
    last = whole(last_text) if last_text else LAST_ROUND
    if first is None or last is None or first > last:
        report.error("trf.260.unreadable", line.number, 5, read=line.text)
        return
    _prohibit(sheet, line, report, 11, first, last)


def read_xxp(sheet: Sheet, line: Line, report: Report) -> None:
    """Players who may not meet in any round."""
    _prohibit(sheet, line, report, 3, 1, LAST_ROUND)


def _prohibit(sheet: Sheet, line: Line, report: Report, start: int, first: int, last: int) -> None:
    numbers = tuple(dict.fromkeys(number for _, number in read_ids(line, start, report)))
    if len(numbers) < 2:
        report.error("trf.260.too_few", line.number, start + 1, read=line.text)
        return
    sheet.prohibited.append((line.number, ProhibitedPairing(numbers, first, last)))


def read_299(sheet: Sheet, line: Line, report: Report) -> None:
    """Abnormal points, in the Handbook's columns or the tighter ones of the TEC sample."""
    kind = line.char(5).upper()
    if kind not in ABNORMAL_TYPES:
        report.error("trf.299.type", line.number, 5, read=kind)
        return
    for layout in _LAYOUTS_299:
        fields = _fields_299(line.text, layout)
        if fields is not None:
            break
    else:
        fields = _words_299(line.text[5:].split())
        if fields is None:
            report.error("trf.299.unreadable", line.number, 5, read=line.text)
            return
        report.adjustment("trf.299.layout", line.number, 5, read=line.text)
    match_points, points, round_number, ids = fields
    sheet.abnormal.append(
        (
            line.number,
            AbnormalPoints(
                ABNORMAL_TYPES[kind],
                tenths(points) if points else None,
                whole(round_number) or None,
                tuple(ids),
                tenths(match_points) if match_points else None,
            ),
        )
    )


_Fields299 = tuple[str, str, str, list[int]]


def _fields_299(text: str, layout: tuple[slice, slice, slice, int]) -> _Fields299 | None:
    match_part, points_part, round_part, first_id = layout
    padded = text.ljust(first_id)
    used = {3, 4} | {
        column
        for part in (match_part, points_part, round_part)
        for column in range(part.start, part.stop)
    }
    if any(padded[column] != " " for column in range(5, first_id) if column not in used):
        return None
    fields = [padded[part].strip() for part in (match_part, points_part, round_part)]
    numbers = []
    for offset in range(first_id, len(text), 5):
        if text[offset + 4 : offset + 5].strip():
            return None
        numbers.append(whole(text[offset : offset + 4]))
    points_fit = all(not part or _NUMBER_299.fullmatch(part) for part in fields[:2])
    round_fits = not fields[2] or whole(fields[2]) is not None
    if not points_fit or not round_fits or not all(numbers) or not any(fields[:2]):
        return None
    return fields[0], fields[1], fields[2], [number for number in numbers if number]


def _words_299(words: list[str]) -> _Fields299 | None:
    """The only reading of blank-separated words, ``None`` if there is none or more than one."""
    readings: list[_Fields299] = []
    for match_words in (0, 1):
        if len(words) < match_words + 2:
            continue
        points, rest = words[: match_words + 1], words[match_words + 1 :]
        numbers = [whole(word) for word in rest]
        if all(_NUMBER_299.fullmatch(word) for word in points) and None not in numbers:
            match_points = points[0] if match_words else ""
            ids = [number for number in numbers[1:] if number]
            readings.append((match_points, points[-1], rest[0], ids))
    return readings[0] if len(readings) == 1 else None
