"""What a line of a list says, and how its values are read in every format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pairing.printable import shown
from tournaments.core.folding import fold
from tournaments.players.models import HIGHEST_RATING, RatingKind, Sex, Title

KINDS = tuple(RatingKind.values)
LONGEST_SAMPLE = 120
_UNRATED = frozenset({"", "0", "-", "unr", "unr."})
_FEMALE = frozenset({"f", "w"})
# The members of an enumeration take long to list, and this is asked for every line.
_TITLES = frozenset(Title.values)
_WOMAN, _MAN = Sex.FEMALE.value, Sex.MALE.value


@dataclass(frozen=True, slots=True)
class Rate:
    """Rating, games in the period and K factor; ``None`` where the list has none."""

    rating: int | None = None
    games: int | None = None
    k: int | None = None


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A line that can be stored."""

    number: str
    name: str
    federation: str = ""
    sex: str = ""
    title: str = ""
    womens_title: str = ""
    other_titles: str = ""
    birth_year: int | None = None
    flag: str = ""
    fide_id: str = ""
    rates: Mapping[str, Rate] = field(default_factory=dict)
    preference: int = 0

    @property
    def search_key(self) -> str:
        return fold(self.name)[:130]


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A line that cannot: the number of its record in the file (from 1), why, and what it says."""

    place: int
    code: str
    text: str

    def as_json(self) -> dict[str, object]:
        return {"place": self.place, "code": self.code, "text": self.text[:LONGEST_SAMPLE]}


Rows = Iterator[ListedRow | RejectedRow]
"""A reader: one item for each record of the file, so that records can be counted."""


class RowFault(Exception):
    """A line is not acceptable; ``code`` says why."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def rating(text: str) -> int | None:
    """A rating; ``0``, blank, ``-`` and ``unr`` mean that there is none."""
    text = text.strip()
    if text.lower() in _UNRATED:
        return None
    if not text.isdecimal():
        raise RowFault("listed.rating_malformed")
    value = int(text)
    if value > HIGHEST_RATING:
        raise RowFault("listed.rating_impossible")
    return value


def count(text: str) -> int | None:
    """A small whole number, blank or 0 for none."""
    text = text.strip()
    if text in ("", "0"):
        return None
    if not text.isdecimal() or int(text) > 32767:
        raise RowFault("listed.number_malformed")
    return int(text)


def birth_year(text: str) -> int | None:
    """A year; 0, blank and years that nobody alive has are "not known"."""
    text = text.strip()[:4]
    if not text.isdecimal() or not 1850 <= int(text) <= 2200:
        return None
    return int(text)


def sex(text: str) -> str:
    """``m``, ``w`` or empty."""
    letter = text.strip().lower()
    if letter in _FEMALE:
        return _WOMAN
    return _MAN if letter == "m" else ""


def title(text: str) -> str:
    """A FIDE title; anything else is none."""
    word = text.strip().upper()
    return word if word in _TITLES else ""


def federation(text: str) -> str:
    """Three capital letters; anything else is none."""
    code = text.strip().upper()
    return code if len(code) == 3 and code.isascii() and code.isalpha() else ""


def identifier(text: str) -> str:
    """A list's own number, as text."""
    number = text.strip().strip("'\"").strip()
    if not number or len(number) > 20 or not number.isprintable():
        raise RowFault("listed.id_missing")
    return number


def fide_id(text: str) -> str:
    """Digits without leading zeros, empty for anything else."""
    digits = text.strip().strip("'\"").lstrip("0")
    return digits if digits.isdecimal() and digits.isascii() and len(digits) <= 11 else ""


def player_name(text: str) -> str:
    """A name in one line."""
    name = " ".join(shown(text).split())
    if not name:
        raise RowFault("listed.name_missing")
    return name[:120]
