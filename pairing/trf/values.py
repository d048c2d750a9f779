"""Single values as they occur in files: numbers, points, dates, titles, ids.

Every function takes text that is already cut out and trimmed and answers with
a value plus, where the text is not in the official form, a note code.
"""

from __future__ import annotations

import re
from datetime import date

from ..scoring import parse_points

TITLES = frozenset({"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "AGM", "AIM", "AFM", "ACM"})
# Short forms of Swiss-Manager, JaVaFo and Krause files ("m" is the
# international master) and of French Papi files (women end in "f").
_SHORT_TITLES = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wi": "WIM",
    "wf": "WFM",
    "wc": "WCM",
    "gf": "WGM",
    "mf": "WIM",
    "ff": "WFM",
    "cf": "WCM",
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR_FIRST = re.compile(r"(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})")
_DAY_FIRST = re.compile(r"(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4})")
_SHORT_YEAR = re.compile(r"(\d{2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})")
_SHORT_YEAR_LAST = re.compile(r"(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{2})")
_WORDED = re.compile(r"([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})")
_QUOTES = "'\"`´‘’“”"


def whole(text: str) -> int | None:
    """Non-negative integer of at most nine digits, ``None`` for anything else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def tenths(text: str) -> int | None:
    """Points in tenths, ``None`` if the text is not a number of points."""
    try:
        value = parse_points(text)
    except ValueError:
        return None
    return value if abs(value) < 10_000_000 else None


def title(text: str) -> tuple[str, bool]:
    """Title in FIDE's form, and whether it is one of FIDE's."""
    if text in ("", "-"):
        return "", True
    # Upper-case "WG", "WF" are met as often as lower case; "F" alone is not a title.
    full = _SHORT_TITLES.get(text) or _SHORT_TITLES.get(text.lower() if len(text) == 2 else "")
    if full is None:
        full = text.upper()
    return (full, True) if full in TITLES else (text, False)


def fide_id(text: str) -> tuple[str, bool]:
    """Digits of a FIDE id (zero means none), and whether the text was in the plain form."""
    plain = text.strip(_QUOTES + " ")
    if not plain:
        return "", plain == text
    if not (plain.isascii() and plain.isdigit()):
        return "", False
    return ("" if not plain.strip("0") else plain), plain == text


def birth(text: str) -> tuple[str, bool]:
    """ISO date or year; ``00`` for month or day means unknown.  Second: was it readable?"""
    if not text or not text.strip("0/.- "):
        return "", True
    if re.fullmatch(r"\d{4}", text):
        return text, True
    match = _YEAR_FIRST.fullmatch(text)
    if match:
        year, month, day = (int(part) for part in match.groups())
    else:
        match = _DAY_FIRST.fullmatch(text)
        if not match:
            return "", False
        day, month, year = (int(part) for part in match.groups())
    if not 1000 <= year <= 9999:
        return "", False
    if month == 0 or day == 0:
        return f"{year:04d}", True
    exact = _date(year, month, day)
    return (exact.isoformat(), True) if exact else (f"{year:04d}", False)


def day(text: str, century_of: int | None = None) -> tuple[date | None, bool]:
    """Date in any of the forms met in headers, and whether a century had to be assumed."""
    for pattern, order in ((_YEAR_FIRST, (1, 2, 3)), (_DAY_FIRST, (3, 2, 1))):
        match = pattern.fullmatch(text)
        if match:
            return _date(*(int(match[group]) for group in order)), False
    match = _WORDED.fullmatch(text)
    if match and match[1].lower() in _MONTHS:
        month = _MONTHS.index(match[1].lower()) + 1
        return _date(int(match[3]), month, int(match[2])), False
    short = [(_SHORT_YEAR, (1, 2, 3)), (_SHORT_YEAR_LAST, (3, 2, 1))]
    if "." in text:
        short.reverse()  # dates with dots begin with the day
    for pattern, order in short:
        match = pattern.fullmatch(text)
        if match:
            year, month, number = (int(match[group]) for group in order)
            found = _date(_full_year(year, century_of), month, number)
            if found:
                return found, True
    return None, False


def _full_year(year: int, near: int | None) -> int:
    if near is None:
        return year + (2000 if year < 70 else 1900)
    base = near - near % 100 + year
    return min((base - 100, base, base + 100), key=lambda candidate: abs(candidate - near))


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None
