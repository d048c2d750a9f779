"""Point systems in files: 162 (TRF26), XXS (JaVaFo) and BBW... (bbpPairings).

All are read into one dictionary of tenths by the twelve codes of XXS plus
``X`` (adjourned), later lines winning, and turned into a ``PointSystem`` whose
fields are ``None`` wherever the value is the one they follow anyway.
"""

from __future__ import annotations

import re

from ..scoring import PointSystem
from .findings import Report
from .sheet import Sheet
from .source import Line
from .values import tenths

# Values that a single symbol moves.  PAB follows the win only in 162 and BBx.
_WIN = ("WW", "BW", "FW", "FPB")
_DRAW = ("WD", "BD", "HPB")
_LOSS = ("WL", "BL")
_SYMBOLS_162 = {
    "W": _WIN,
    "D": _DRAW,
    "L": _LOSS,
    "A": ("ZPB", "FL"),
    "Z": ("ZPB", "FL"),
    "P": ("PAB",),
    "X": ("X",),
}
_SYMBOLS_XXS = {
    "W": _WIN,
    "D": _DRAW,
    "L": (*_LOSS, "ZPB", "FL"),
    **{code: (code,) for code in (*_WIN, *_DRAW, *_LOSS, "ZPB", "FL", "PAB")},
}
_BB = {
    "BBW": _WIN,
    "BBD": _DRAW,
    "BBL": _LOSS,
    "BBZ": ("ZPB",),
    "BBF": ("FL",),
    "BBU": ("PAB",),
}
DEFAULTS = dict.fromkeys(_WIN, 10) | dict.fromkeys(_DRAW, 5)
DEFAULTS |= dict.fromkeys((*_LOSS, "ZPB", "FL"), 0)
_PAIR_162 = re.compile(r"([WDLAPXZ])\s*(\d{1,2}(?:[.,]\d)?)", re.IGNORECASE)
_PAIR_362 = re.compile(r"(?:T([WDL])|([WDLP]))\s*(\d{1,4}(?:[.,]\d)?)", re.IGNORECASE)


def read_162(sheet: Sheet, line: Line, report: Report) -> None:
    """Symbols and values, wherever they stand (the text contradicts itself about columns)."""
    rest = _PAIR_162.sub("", line.data)
    if rest.strip(" ,;"):
        report.error("trf.points.unreadable", line.number, line.data_column, read=line.data)
    for symbol, value in _PAIR_162.findall(line.data):
        for code in _SYMBOLS_162[symbol.upper()]:
            sheet.values[code] = tenths(value) or 0


def read_xxs(sheet: Sheet, line: Line, report: Report) -> None:
    """``CODE=VALUE`` items, applied from left to right."""
    # The PAB of XXS is one point unless set; it does not follow the win.
    sheet.values.setdefault("PAB", 10)
    for item in line.data.split():
        code, _, text = item.partition("=")
        value = tenths(text)
        targets = _SYMBOLS_XXS.get(code.upper())
        if targets is None or value is None:
            report.error("trf.points.unreadable", line.number, line.data_column, read=item)
            continue
        for target in targets:
            sheet.values[target] = value


def read_bb(sheet: Sheet, line: Line, report: Report) -> None:
    """BBW, BBD, BBL, BBZ, BBF, BBU."""
    value = tenths(line.data)
    if value is None:
        report.error("trf.points.unreadable", line.number, line.data_column, read=line.data)
        return
    for target in _BB[line.code]:
        sheet.values[target] = value


def read_362(sheet: Sheet, line: Line, report: Report) -> None:
    """Match points: ``TW TD TL``; the bare letters are met too, with ``P`` for the bye."""
    if _PAIR_362.sub("", line.data).strip(" ,;"):
        report.error("trf.points.unreadable", line.number, line.data_column, read=line.data)
    for official, bare, value in _PAIR_362.findall(line.data):
        if bare:
            report.info("trf.match_points.symbol", line.number, 5, read=bare, assumed="T" + bare)
        sheet.match_points[(official or bare).upper()] = tenths(value) or 0


def point_system(values: dict[str, int]) -> PointSystem:
    """The point system that the collected values describe."""
    table = {**DEFAULTS, **values}

    def unless(code: str, followed: int | None) -> int | None:
        value = table.get(code)
        return None if value == followed else value

    win, draw, loss, absent = table["WW"], table["WD"], table["WL"], table["ZPB"]
    return PointSystem(
        win=win,
        draw=draw,
        loss=loss,
        zero_point_bye=absent,
        pairing_allocated_bye=unless("PAB", win),
        forfeit_win=unless("FW", win),
        forfeit_loss=unless("FL", absent),
        full_point_bye=unless("FPB", win),
        half_point_bye=unless("HPB", draw),
        adjourned=unless("X", draw),
        win_black=unless("BW", win),
        draw_black=unless("BD", draw),
        loss_black=unless("BL", loss),
    )


def table_of(points: PointSystem) -> dict[str, int]:
    """The twelve XXS values of a point system (the inverse of :func:`point_system`)."""

    def given(value: int | None, followed: int) -> int:
        return followed if value is None else value

    return {
        "WW": points.win,
        "BW": given(points.win_black, points.win),
        "WD": points.draw,
        "BD": given(points.draw_black, points.draw),
        "WL": points.loss,
        "BL": given(points.loss_black, points.loss),
        "ZPB": points.zero_point_bye,
        "HPB": given(points.half_point_bye, points.draw),
        "FPB": given(points.full_point_bye, points.win),
        "PAB": points.pab,
        "FW": given(points.forfeit_win, points.win),
        "FL": given(points.forfeit_loss, points.zero_point_bye),
    }
