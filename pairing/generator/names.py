"""Invented names, so that a generated file never looks like real people."""

from __future__ import annotations

from ..draws import Draws

_OPENINGS = ("b", "br", "d", "dr", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "eo", "ou")
_CLOSINGS = ("", "", "l", "n", "r", "s", "th", "x")


def invented_name(draws: Draws) -> str:
    """``Family, Given`` made of random syllables."""
    family = "".join(_syllable(draws) for _ in range(draws.between(2, 3)))
    given = "".join(_syllable(draws) for _ in range(2))
    return f"{family.capitalize()}, {given.capitalize()}"


def _syllable(draws: Draws) -> str:
    return draws.one_of(_OPENINGS) + draws.one_of(_VOWELS) + draws.one_of(_CLOSINGS)
