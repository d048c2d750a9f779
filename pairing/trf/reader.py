"""Reading: bytes to a ``TrfDocument``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..record import TournamentRecord
from . import extensions, headers, scores, teams
from .build import build_record
from .federations import FEDERATIONS
from .findings import Finding, Report
from .players import read_national, read_player
from .sheet import Sheet
from .source import Line, read_lines
from .values import whole

Dialect = Literal["trf06", "trf16", "trf16bx", "trf26"]
MAX_BYTES = 20_000_000

_Handler = Callable[[Sheet, Line, Report], None]
_HANDLERS: dict[str, _Handler] = {
    **dict.fromkeys(headers.TEXT_CODES, headers.read_text),
    "042": headers.read_start,
    "052": headers.read_end,
    "112": headers.read_deputy,
    "132": headers.read_round_dates,
    "142": headers.read_rounds,
    "XXR": headers.read_rounds,
    "152": headers.read_initial_colour,
    "XXC": headers.read_xxc,
    "192": headers.read_system,
    "202": headers.read_tie_breaks,
    "212": headers.read_tie_breaks,
    "162": scores.read_162,
    "XXS": scores.read_xxs,
    **dict.fromkeys(("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"), scores.read_bb),
    "362": scores.read_362,
    "240": extensions.read_240,
    "XXZ": extensions.read_xxz,
    "250": extensions.read_250,
    "XXA": extensions.read_xxa,
    "260": extensions.read_260,
    "XXP": extensions.read_xxp,
    "299": extensions.read_299,
    "013": teams.read_013,
    "310": teams.read_310,
    "300": teams.read_300,
    "320": teams.read_320,
    "330": teams.read_330,
    "352": teams.read_352,
}
# 142 is left out: many programs put it into files that are TRF16 otherwise.
_TRF26_ONLY = (
    *("152", "162", "172", "182", "192", "202", "212", "222", "240", "250", "260", "299"),
    *("300", "310", "320", "330", "352", "362", "801", "802"),
)
_ENGINE_CODES = frozenset(code for code in _HANDLERS if code[0] in "XB")
_NEW_LETTERS = frozenset("WDLUFHZ")
_INFORMATIVE = ("801", "802")
_PRIVATE = ("DAT", "XRS")
_RULER = re.compile(r"[\d ]*")
_RULER_DIGITS = 20


@dataclass(frozen=True, slots=True)
class TrfDocument:
    """A file that was read: the record, and all that was noticed on the way.

    ``encoding`` is the one that was used; ``dialect`` the youngest format
    whose records or letters occur.
    """

    record: TournamentRecord
    findings: tuple[Finding, ...]
    encoding: str
    dialect: Dialect


def read_trf(
    data: bytes,
    *,
    strict: bool = False,
    encoding: str | None = None,
    max_bytes: int = MAX_BYTES,
) -> TrfDocument:
    """Read a Tournament Report File of any generation.

    ``encoding`` overrides detection.  Raises :class:`TrfError` if no record
    can be built without guessing, and in ``strict`` mode for every finding of
    severity error or adjustment.
    """
    report = Report()
    lines, used = read_lines(data, encoding, max_bytes, report)
    sheet = Sheet()
    later: list[Line] = []
    letters: set[str] = set()
    for line in lines:
        _read_line(sheet, line, later, letters, report)
    for line in later:
        _read_later(sheet, line, report)
    if not sheet.players:
        report.fatal("trf.no_players")
    report.settle()
    record = build_record(sheet, report)
    report.settle(strict)
    return TrfDocument(record, report.findings, used, _dialect(sheet, letters))


def _read_line(
    sheet: Sheet, line: Line, later: list[Line], letters: set[str], report: Report
) -> None:
    code = line.code
    if not line.text or _is_ruler(line) or line.text.startswith("DDD "):
        return
    if code == "001":
        _add_player(sheet, line, letters, report)
    elif line.text.startswith("#"):
        headers.read_comment(sheet, line, report)
    elif code in _HANDLERS:
        sheet.codes.add(code)
        _HANDLERS[code](sheet, line, report)
    else:
        later.append(line)


def _is_ruler(line: Line) -> bool:
    """A line of digits that counts the columns for human readers; a record has a blank fourth."""
    text = line.text
    if not _RULER.fullmatch(text) or sum(char.isdigit() for char in text) < _RULER_DIGITS:
        return False
    return text[0] == " " or text[3] != " "


def _add_player(sheet: Sheet, line: Line, letters: set[str], report: Report) -> None:
    player = read_player(line, report)
    if player is None:
        return
    known = sheet.players.get(player.number)
    if known is not None:
        report.fatal(
            "trf.player.duplicate", line.number, 5, read=str(player.number), first_line=known.line
        )
        return
    letters.update(cell.outcome.value for cell in player.cells if cell.outcome)
    sheet.players[player.number] = player


def _read_later(sheet: Sheet, line: Line, report: Report) -> None:
    """Lines that are known only once the players are: national records, or nothing."""
    code = line.code
    if code in FEDERATIONS and line.char(4) == " ":
        player = sheet.players.get(whole(line.field(5, 8)) or 0)
        if player is not None:
            sheet.codes.add("NRS")
            player.national.append(read_national(line, report))
            return
    if code in _INFORMATIVE:
        sheet.codes.add(code)
        report.info("trf.record.informative", line.number, 1, read=code)
    elif code in _PRIVATE:
        report.warning("trf.record.private", line.number, 1, read=code, assumed="dropped")
    else:
        report.warning("trf.record.unknown", line.number, 1, read=line.text, assumed="dropped")


def _dialect(sheet: Sheet, letters: set[str]) -> Dialect:
    engine = sheet.codes & _ENGINE_CODES
    if (
        sheet.codes.intersection(_TRF26_ONLY)
        or "NRS" in sheet.codes
        or ("142" in sheet.codes and not engine)
    ):
        return "trf26"
    if engine:
        return "trf16bx"
    return "trf16" if letters & _NEW_LETTERS else "trf06"
