"""Team records: 013 (TRF16), 310, 300, 320, 330 and 352 (TRF26)."""

from __future__ import annotations

import re

from ..record import ForfeitedMatch, LineUp, Team, TeamByes
from .extensions import read_ids
from .findings import Report
from .players import name_text
from .sheet import Sheet
from .source import Line
from .values import tenths, whole

_TRAILING_NUMBERS = re.compile(r"(?:\s+\d{1,4})+$")
# Kinds of 330 that other programs write, with the official ones.
_KINDS_330 = {
    "+-": "+-",
    "-+": "-+",
    "--": "--",
    "10": "+-",
    "01": "-+",
    "WL": "+-",
    "LW": "-+",
    "WZ": "+-",
    "ZW": "-+",
    "00": "--",
    "LL": "--",
    "ZZ": "--",
}


def read_013(sheet: Sheet, line: Line, report: Report) -> None:
    """TRF16 team: numbered by the order of the lines."""
    number = len(sheet.old_teams) + 1
    name, players = line.field(5, 36), line.text[36:]
    if players.strip() and whole(players[:4]) is None:
        match = _TRAILING_NUMBERS.search(line.text, 4)
        name = line.text[4 : match.start() if match else None].strip()
        players = match.group() if match else ""
        report.adjustment("trf.013.name_overflow", line.number, 37, read=line.text, assumed=name)
    numbers = tuple(int(word) for word in re.findall(r"\S+", players) if whole(word))
    if any(whole(word) is None for word in players.split()):
        report.error("trf.id.unreadable", line.number, 37, read=players.strip())
    sheet.old_teams.append((line.number, Team(number, name_text(name), numbers)))


def read_310(sheet: Sheet, line: Line, report: Report) -> None:
    """TRF26 team."""
    number = whole(line.field(5, 7))
    if not number:
        report.fatal("trf.team.number", line.number, 5, read=line.field(5, 7))
        return
    players = tuple(player for _, player in read_ids(line, 73, report) if player)
    sheet.teams.append(
        (
            line.number,
            Team(
                number=number,
                name=name_text(line.field(9, 40)),
                players=players,
                nickname=name_text(line.field(42, 46)),
                strength=line.field(48, 53),
                match_points=_points(line, 55, 60, report),
                game_points=_points(line, 62, 67, report),
                rank=whole(line.field(69, 71)) or None,
            ),
        )
    )


def _points(line: Line, first: int, last: int, report: Report) -> int | None:
    text = line.field(first, last)
    value = tenths(text) if text else None
    if text and value is None:
        report.error("trf.points.unreadable", line.number, first, read=text)
    return value


def _slots(line: Line, start: int, stride: int, report: Report) -> tuple[int, ...]:
    """Numbers in fixed slots; a blank slot is 0."""
    slots = []
    for offset in range(start, len(line.text), stride):
        text = line.text[offset : offset + stride].strip()
        number = whole(text) if text else 0
        if number is None:
            report.error("trf.id.unreadable", line.number, offset + 1, read=text)
        slots.append(number or 0)
    return tuple(slots)


def read_300(sheet: Sheet, line: Line, report: Report) -> None:
    """Line-up that differs from the team's order."""
    round_number, team = whole(line.field(5, 7)), whole(line.field(9, 11))
    opponent = whole(line.field(13, 15) or "0")
    if not round_number or not team or opponent is None:
        report.error("trf.300.unreadable", line.number, 5, read=line.text)
        return
    line_up = LineUp(round_number, team, opponent, _slots(line, 16, 5, report))
    sheet.line_ups.append((line.number, line_up))


def read_320(sheet: Sheet, line: Line, report: Report) -> None:
    """Pairing-allocated byes: values, then the team of each round."""
    if sheet.team_byes is not None:
        report.error("trf.320.repeated", line.number, 1, read=line.text)
        return
    sheet.team_byes = TeamByes(
        _points(line, 5, 8, report), _points(line, 10, 13, report), _slots(line, 14, 4, report)
    )


def read_330(sheet: Sheet, line: Line, report: Report) -> None:
    """Match decided without play."""
    text = line.field(5, 6)
    kind = _KINDS_330.get(text.upper())
    round_number = whole(line.field(8, 10))
    white, black = whole(line.field(12, 14)), whole(line.field(16, 18))
    if kind is None or not round_number or not white or not black:
        report.error("trf.330.unreadable", line.number, 5, read=line.text)
        return
    if kind != text:
        report.info("trf.330.kind", line.number, 5, read=text, assumed=kind)
    sheet.forfeited.append((line.number, ForfeitedMatch(kind, round_number, white, black)))


def read_352(sheet: Sheet, line: Line, report: Report) -> None:
    """Colours of the first-named team by board."""
    colours = line.data.upper()
    if not colours or colours.strip("WB"):
        report.error("trf.352.unreadable", line.number, line.data_column, read=line.data)
        return
    sheet.board_colours = colours
