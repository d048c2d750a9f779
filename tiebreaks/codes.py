"""From text to criterion: ``BH/C1``, ``KS/L40``, ``EMMSB/C1``, ``BH:MP/C1/P``.

Everything that is unknown or makes no sense is refused here, before anything
is computed, with a code and the part of the text that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .errors import TiebreakError
from .options import HIGHEST_RATING
from .registry import ALIASES, DEFINITIONS, INDIVIDUALS, ORGANISERS_OWN, TEAMS, Definition

EDITIONS = ("2026", "2024", "self", "virtual")
"""Rule sets of section 12 of the digest: see the table in :mod:`tiebreaks.unplayed`."""

_EDITION_MODIFIERS = {
    "0": "self",
    "2022": "self",
    "1": "2024",
    "2024": "2024",
    "2": "2026",
    "2026": "2026",
}
_POINTS = frozenset({"PTS", "MPTS", "GPTS"})
_BY_NAME = {code.upper(): definition for code, definition in DEFINITIONS.items()}
_OTHER = re.compile(rf"{ORGANISERS_OWN}_[A-Z0-9_-]{{1,40}}")
_MODIFIER = re.compile(r"(?P<letter>[A-Z])(?P<argument>.*)")
_LEADING_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)", re.ASCII)
_LIMIT = re.compile(r"(?P<percent>\d{1,3})|(?P<sign>[+-])(?P<shift>\d{1,2}(\.\d)?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion of the announced list, ready to be computed.

    ``code`` is the canonical text.  ``score`` is ``MP``, ``GP`` or empty (the
    primary score).  ``low`` and ``high`` are the numbers of contributions to
    cut at either end.  ``percent`` and ``offset`` (tenths of a point) set the
    Koya limit.  ``divisor`` is the factor of SSSC, ``unrated`` the rating that
    stands for players without one, ``edition`` an edition of its own.
    """

    code: str
    definition: Definition
    score: str = ""
    low: int = 0
    high: int = 0
    percent: int = 50
    offset: int = 0
    divisor: int | None = None
    unrated: int | None = None
    edition: str | None = None
    forfeits_played: bool = False
    fore: bool = False
    reversed: bool = False
    as_swiss: bool = False
    ignore_voluntary: bool = False

    @property
    def name(self) -> str:
        """The code without score and modifiers."""
        return self.definition.code

    @property
    def descending(self) -> bool:
        """Whether larger values rank first."""
        return self.definition.descending is not self.reversed

    @property
    def is_points(self) -> bool:
        """A score itself, not a tie-break."""
        return self.name in _POINTS

    @property
    def is_organisers_own(self) -> bool:
        """An ``OTHER_xxx`` criterion, whose values come from outside."""
        return self.name == ORGANISERS_OWN


def parse_code(text: str) -> Criterion:
    """The criterion that ``text`` names, in letters of either case.

    Raises :class:`TiebreakError`: ``tiebreak.unknown``,
    ``tiebreak.score_not_applicable``, ``tiebreak.unknown_modifier``,
    ``tiebreak.modifier_not_applicable``, ``tiebreak.modifier_argument``,
    ``tiebreak.modifier_repeated``, ``tiebreak.modifiers_conflict``.

    >>> parse_code("bh/c1").code, parse_code("GE").code
    ('BH/C1', 'REP')
    """
    name, *modifiers = text.strip().upper().split("/")
    criterion = _named(name.strip(), text)
    seen: dict[str, str] = {}
    for modifier in modifiers:
        letter, argument = _split_modifier(criterion, modifier.strip(), text)
        if letter in seen:
            raise TiebreakError("tiebreak.modifier_repeated", tiebreak=text, modifier=letter)
        seen[letter] = _canonical(letter, argument)
        criterion = _modified(criterion, letter, argument, text)
    if {"C", "M"} <= seen.keys():
        raise TiebreakError("tiebreak.modifiers_conflict", tiebreak=text, modifiers=["C", "M"])
    spelled = (f"/{letter}{seen[letter]}" for letter in _IN_ORDER if letter in seen)
    return replace(criterion, code=criterion.code + "".join(spelled))


def parse_order(
    order: Sequence[str], *, teams: bool = False, round_robin: bool = False
) -> tuple[Criterion, ...]:
    """The announced list, with the primary score in front if it names no score (TRF26 202).

    Raises what :func:`parse_code` raises, and ``tiebreak.teams_only``,
    ``tiebreak.individuals_only``, ``tiebreak.repeated``, and for the Buchholz
    family in a round robin (note to art. 8) ``tiebreak.not_in_round_robin``.
    """
    criteria = [parse_code(text) for text in order]
    if not any(criterion.is_points for criterion in criteria):
        criteria.insert(0, parse_code("MPTS" if teams else "PTS"))
    seen: set[str] = set()
    for criterion in criteria:
        _check_subject(criterion, teams)
        if round_robin and criterion.definition.buchholz:
            raise TiebreakError("tiebreak.not_in_round_robin", tiebreak=criterion.code, article="8")
        if criterion.code in seen:
            raise TiebreakError("tiebreak.repeated", tiebreak=criterion.code)
        seen.add(criterion.code)
    return tuple(criteria)


def _check_subject(criterion: Criterion, teams: bool) -> None:
    subject = criterion.definition.subject
    if subject == TEAMS and not teams:
        raise TiebreakError("tiebreak.teams_only", tiebreak=criterion.code)
    if criterion.score and not teams:
        raise TiebreakError(
            "tiebreak.score_not_applicable", tiebreak=criterion.code, score=criterion.score
        )
    if subject == INDIVIDUALS and teams:
        raise TiebreakError("tiebreak.individuals_only", tiebreak=criterion.code)


def _named(name: str, text: str) -> Criterion:
    if _OTHER.fullmatch(name):
        own = Definition(ORGANISERS_OWN, "Organiser's own criterion", "4.1", "-")
        return Criterion(name, own)
    name = ALIASES.get(name, name)
    base, colon, score = name.partition(":")
    base = ALIASES.get(base, base)
    definition = _BY_NAME.get(base)
    if definition is None:
        raise TiebreakError("tiebreak.unknown", tiebreak=text, similar=_similar(base))
    if not colon:
        return Criterion(definition.code, definition)
    if not definition.scored or score not in ("MP", "GP"):
        raise TiebreakError("tiebreak.score_not_applicable", tiebreak=text, score=score)
    return Criterion(f"{definition.code}:{score}", definition, score=score)


def _similar(name: str) -> list[str]:
    """Known codes that begin like ``name`` (``BH-C1`` -> ``BH``, ``AOR`` -> nothing)."""
    stem = re.split(r"[^A-Z]", name)[0]
    return [code for upper, code in ((c.upper(), c) for c in DEFINITIONS) if upper == stem]


def _split_modifier(criterion: Criterion, modifier: str, text: str) -> tuple[str, str]:
    match = _MODIFIER.fullmatch(modifier)
    if match is None or match["letter"] not in _MODIFIERS:
        raise TiebreakError("tiebreak.unknown_modifier", tiebreak=text, modifier=modifier)
    if match["letter"] not in criterion.definition.modifiers:
        raise TiebreakError(
            "tiebreak.modifier_not_applicable",
            tiebreak=text,
            modifier=modifier,
            applicable=sorted(criterion.definition.modifiers),
        )
    return match["letter"], match["argument"]


def _modified(criterion: Criterion, letter: str, argument: str, text: str) -> Criterion:
    def refuse(expected: str) -> TiebreakError:
        return TiebreakError(
            "tiebreak.modifier_argument",
            tiebreak=text,
            modifier=letter + argument,
            expected=expected,
        )

    if letter in _FLAGS:
        if argument:
            raise refuse(f"/{letter}")
        flag: dict[str, Any] = {_FLAGS[letter]: True}
        return replace(criterion, **flag)
    if letter == "L":
        refusal = refuse("/L+1, /L-1.5, /L40")
        return _with_limit(criterion, argument, refusal)
    if letter == "V":
        if argument not in _EDITION_MODIFIERS:
            raise refuse("/V0, /V1, /V2")
        return replace(criterion, edition=_EDITION_MODIFIERS[argument])
    highest = {"C": 99, "M": 99, "K": 999, "U": HIGHEST_RATING}[letter]
    if not argument.isascii() or not argument.isdigit() or not 1 <= int(argument) <= highest:
        raise refuse(f"/{letter}1 … /{letter}{highest}")
    number = int(argument)
    if letter == "C":
        return replace(criterion, low=number)
    if letter == "M":
        return replace(criterion, low=number, high=number)
    return (
        replace(criterion, divisor=number) if letter == "K" else replace(criterion, unrated=number)
    )


_FLAGS = {
    "P": "forfeits_played",
    "F": "fore",
    "R": "reversed",
    "S": "as_swiss",
    "N": "ignore_voluntary",
}
_IN_ORDER = "CMLKFPRUSVN"
"""How several modifiers are written: the cut or limit first."""
_MODIFIERS = frozenset(_IN_ORDER)
_EDITION_ARGUMENTS = {"self": "0", "2024": "1", "2026": "2"}


def _canonical(letter: str, argument: str) -> str:
    """The usual spelling of what follows a letter: ``01`` is 1, ``2024`` in ``/V2024`` is 1."""
    if letter == "V":
        edition = _EDITION_MODIFIERS.get(argument, "")
        return _EDITION_ARGUMENTS.get(edition, argument)
    return _LEADING_ZEROS.sub("", argument)


def _with_limit(criterion: Criterion, argument: str, refusal: TiebreakError) -> Criterion:
    """``/L40`` is per cent; ``/L+1`` half points; with a dot, ``/L+1.5``, whole points."""
    match = _LIMIT.fullmatch(argument)
    if match is None:
        raise refusal
    if match["percent"]:
        percent = int(match["percent"])
        if percent > 100:
            raise refusal
        return replace(criterion, percent=percent)
    whole, dot, tenth = match["shift"].partition(".")
    offset = int(whole) * 10 + int(tenth) if dot else int(whole) * 5
    return replace(criterion, offset=-offset if match["sign"] == "-" else offset)
