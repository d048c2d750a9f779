"""Writing TRF16, with the engine extensions of JaVaFo and bbpPairings."""

from __future__ import annotations

from ..record import ProhibitedPairing, TournamentRecord
from ..scoring import Colour, PointSystem, format_points
from ..swiss.acceleration import virtual_points
from . import writing
from .scores import DEFAULTS, table_of
from .writer import (
    board_numbers,
    carried_byes,
    encoded,
    header,
    plain_total,
    player_lines,
    prepared,
)

_XXC = {Colour.WHITE: "white1", Colour.BLACK: "black1"}
_XXS_DEFAULTS = {**DEFAULTS, "PAB": 10}
_BB_CODES = {"BBW": "WW", "BBD": "WD", "BBL": "WL", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}
_BB_GROUPS = (("WW", "BW", "FW", "FPB"), ("WD", "BD", "HPB"), ("WL", "BL"))


def write_trf16(
    record: TournamentRecord,
    *,
    engine: bool = True,
    ascii_only: bool = False,
    public: bool = False,
) -> bytes:
    """The record as a TRF16 file.

    ``engine`` adds the XX and BB records and the byes of coming rounds, which
    pairing programs need and rating offices do not.  Columns 81-84 are the sum
    of the result letters of the line.  Raises ``TrfError`` for numbers that do
    not fit their columns and ``RecordError`` for an inconsistent record.
    """
    record = prepared(record, ascii_only=ascii_only, public=public)
    lines = header(record)
    if engine:
        lines += _engine_records(record)
    lines += player_lines(record, carried_byes(record) if engine else [], plain_total)
    for team in record.team_event.teams if record.team_event else ():
        line = f"013 {writing.left(team.name, 32)}{board_numbers(team.players)}"
        lines.append(line.rstrip())
    return encoded(lines)


def carried_prohibitions(record: TournamentRecord) -> list[ProhibitedPairing]:
    """Prohibitions that hold for the coming round; XXP knows neither rounds nor wishes."""
    coming = min(record.completed + 1, record.rounds)
    return [
        rule
        for rule in record.prohibited
        if not rule.soft and rule.first_round <= coming <= rule.last_round
    ]


def _engine_records(record: TournamentRecord) -> list[str]:
    lines = [f"XXR {record.rounds}"] if record.rounds else []
    if record.initial_colour is not None:
        lines.append(f"XXC {_XXC[record.initial_colour]}")
    lines += _point_records(record.points)
    if record.team_event is None:
        lines += _acceleration(record)
    for rule in carried_prohibitions(record):
        lines.append("XXP " + " ".join(str(number) for number in rule.numbers))
    return lines


def _point_records(points: PointSystem) -> list[str]:
    """XXS for JaVaFo, and BBx for bbpPairings if it can say the same."""
    table = table_of(points)
    different = {code: value for code, value in table.items() if value != _XXS_DEFAULTS[code]}
    if not different:
        return []
    items = (f"{code}={format_points(value)}" for code, value in different.items())
    lines = ["XXS " + " ".join(items)]
    if all(len({table[code] for code in group}) == 1 for group in _BB_GROUPS):
        lines += [f"{code} {format_points(table[name]):>4}" for code, name in _BB_CODES.items()]
    return lines


def _acceleration(record: TournamentRecord) -> list[str]:
    """XXA with a value for every announced round (float history needs the past ones)."""
    by_round = [virtual_points(record, number) for number in range(1, record.rounds + 1)]
    lines = []
    for person in record.participants:
        values = [points(person.number) for points in by_round]
        if any(values):
            columns = " ".join(writing.points(value, 4, "virtual points") for value in values)
            lines.append(f"XXA {person.number:>4} {columns}")
    if record.virtual_points and not lines:
        # Explicit zeros switch off the acceleration that a system has by default.
        lines = [f"XXA {person.number:>4}  0.0" for person in record.participants[:1]]
    return lines
