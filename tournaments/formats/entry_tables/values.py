"""Reading the values of a row, and telling what had to be assumed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from tournaments.players.models import HIGHEST_RATING, Title

from .remarks import Remark, note

_NO_RATING = frozenset({"", "0", "-", "--", "unr", "unr.", "n/a", "nc", "s/e"})
_DECIMALS = re.compile(r"([0-9]{1,4})[.,]0{1,2}")
_THOUSANDS = re.compile(r"([1-3])[.,' ]([0-9]{3})")
_PARTS = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})")
_ISO = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:[T ].*)?")
_UNKNOWN_BIRTHS = frozenset({"", "0", "0000", "00.00.0000", "1900/01/01", "1900-01-01", "-"})
_FIDE_ID = re.compile(r"[1-9][0-9]{0,10}")
_TITLES = {
    "G": "GM",
    "I": "IM",
    "F": "FM",
    "C": "CM",
    "GF": "WGM",
    "MF": "WIM",
    "FF": "WFM",
    "MI": "IM",
    "MF.": "FM",
    "GMI": "GM",
    "WG": "WGM",
    "WI": "WIM",
    "WF": "WFM",
    "WC": "WCM",
}
_WOMEN = frozenset({"f", "w", "female", "mujer", "femenino", "woman", "weiblich"})
_MEN = frozenset({"m", "h", "male", "hombre", "masculino", "man", "v", "mannlich"})
_SENTINEL_YEARS = range(1850, 2201)


@dataclass(frozen=True, slots=True)
class Person:
    """What a row says of somebody; empty and ``None`` where it says nothing."""

    name: str
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    national_id: str = ""
    birth_date: date | None = None
    birth_year: int | None = None
    sex: str = ""
    rating: int | None = None
    has_rating: bool = False
    club_name: str = ""


def read_person(
    cells: Mapping[str, str], line: int, *, day_first: bool, national: bool
) -> tuple[Person, list[Remark]]:
    """The person of a row; ``national``: the tournament uses national ratings."""
    remarks: list[Remark] = []
    rating_field = "national_rating" if national and "national_rating" in cells else "rating"
    birth_date, birth_year = _birth(cells.get("birth", ""), line, day_first, remarks)
    text = cells.get(rating_field)
    person = Person(
        name=_name(cells, line, remarks),
        title=_title(cells.get("title", ""), line, remarks),
        federation=_federation(cells.get("federation", ""), line, remarks),
        fide_id=_fide_id(cells.get("fide_id", ""), line, remarks),
        national_id=cells.get("national_id", "").strip("'\" ")[:20],
        birth_date=birth_date,
        birth_year=birth_year,
        sex=_sex(cells.get("sex", ""), line, remarks),
        rating=_rating(text or "", line, remarks),
        has_rating=text is not None,
        club_name=cells.get("club_name", "")[:120],
    )
    return person, remarks


def days_first(values: Iterable[str]) -> tuple[bool, Remark | None]:
    """Whether ``03.04.2001`` is the third of April, as the whole column shows.

    Where nothing shows it, days come first, which is told.
    """
    parts = [match for value in values if (match := _PARTS.fullmatch(value))]
    if not parts:
        return True, None
    first = any(int(each[1]) > 12 for each in parts)
    second = any(int(each[2]) > 12 for each in parts)
    if first or second:
        order = "D.M.Y" if first else "M/D/Y"
        return first or not second, note("entry_table.date_order", value=order)
    return True, note("entry_table.date_order_guessed", value="D.M.Y")


def _name(cells: Mapping[str, str], line: int, remarks: list[Remark]) -> str:
    if "family_name" in cells:
        family, given = cells["family_name"], cells.get("given_name", "")
        return f"{family}, {given}" if family and given else family or given
    name = cells.get("name", "")
    if name and "," not in name and " " in name:
        remarks.append(note("entry_table.name_not_split", line, name=name))
    return name


def _title(text: str, line: int, remarks: list[Remark]) -> str:
    title = text.upper().strip("-")
    title = _TITLES.get(title, title)
    if title in Title.values or not title:
        if title and title != text:
            remarks.append(note("entry_table.title_read", line, read=text, assumed=title))
        return title
    remarks.append(note("entry_table.title_unknown", line, read=text))
    return ""


def _federation(text: str, line: int, remarks: list[Remark]) -> str:
    federation = text.upper()
    if not federation or (len(federation) == 3 and federation.isascii() and federation.isalpha()):
        return federation
    remarks.append(note("entry_table.federation_unknown", line, read=text))
    return ""


def _fide_id(text: str, line: int, remarks: list[Remark]) -> str:
    bare = text.strip("'\" ")
    bare = bare.removesuffix(".0")
    if not bare or not bare.strip("0-"):
        return ""
    if _FIDE_ID.fullmatch(bare.lstrip("0")):
        if bare.lstrip("0") != text:
            remarks.append(
                note("entry_table.fide_id_read", line, read=text, assumed=bare.lstrip("0"))
            )
        return bare.lstrip("0")
    remarks.append(note("entry_table.fide_id_unusable", line, read=text))
    return ""


def _rating(text: str, line: int, remarks: list[Remark]) -> int | None:
    if text.lower() in _NO_RATING:
        return None
    bare = text
    if match := _DECIMALS.fullmatch(text):
        bare = match[1]
    elif match := _THOUSANDS.fullmatch(text):
        bare = match[1] + match[2]
    if bare.isascii() and bare.isdigit() and 0 < int(bare) <= HIGHEST_RATING:
        if bare != text:
            remarks.append(note("entry_table.rating_read", line, read=text, assumed=bare))
        return int(bare)
    remarks.append(note("entry_table.rating_unusable", line, read=text))
    return None


def _birth(
    text: str, line: int, day_first: bool, remarks: list[Remark]
) -> tuple[date | None, int | None]:
    if text in _UNKNOWN_BIRTHS:
        return None, None
    if text.isascii() and text.isdigit() and len(text) == 4 and int(text) in _SENTINEL_YEARS:
        return None, int(text)
    year, month, day = 0, 0, 0
    if match := _ISO.fullmatch(text):
        year, month, day = (int(part) for part in match.groups())
    elif match := _PARTS.fullmatch(text):
        first, second, year = (int(part) for part in match.groups())
        day, month = (first, second) if day_first else (second, first)
    if year in _SENTINEL_YEARS and (month, day) in ((0, 0), (1, 0)):
        return None, year
    try:
        found = date(year, month, day)
    except ValueError:
        found = None
    if found is None or found.year not in _SENTINEL_YEARS:
        remarks.append(note("entry_table.birth_unusable", line, read=text))
        return None, None
    return found, None


def _sex(text: str, line: int, remarks: list[Remark]) -> str:
    lowered = text.lower()
    if lowered in _WOMEN:
        return "w"
    if lowered in _MEN or not lowered:
        return "m" if lowered else ""
    remarks.append(note("entry_table.sex_unknown", line, read=text))
    return ""
