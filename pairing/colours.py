"""Colour histories, preferences and allocation shared by the Swiss systems.

A history is the string of colours of the games really played, oldest first
(``"WBB"``); unplayed rounds are simply left out (C.04.2 3.4).
"""

from __future__ import annotations

from enum import IntEnum

from .scoring import Colour


class Strength(IntEnum):
    """How much a colour preference weighs (C.04.3 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


def colour_difference(history: str) -> int:
    """Whites minus Blacks (C.04.3 1.6)."""
    return 2 * history.count("W") - len(history)


def preference(history: str) -> tuple[Colour | None, Strength]:
    """Wanted colour and its strength (C.04.3 1.7.1-1.7.4).

    A difference beyond one decides before the last two games do, where the
    two tests disagree.

    >>> preference("WBW")
    (<Colour.BLACK: 'b'>, <Strength.STRONG: 2>)
    >>> preference("")
    (None, <Strength.NONE: 0>)
    """
    if not history:
        return None, Strength.NONE
    difference = colour_difference(history)
    if difference > 1:
        return Colour.BLACK, Strength.ABSOLUTE
    if difference < -1:
        return Colour.WHITE, Strength.ABSOLUTE
    last = Colour.WHITE if history[-1] == "W" else Colour.BLACK
    if history[-2:] in ("WW", "BB"):
        return last.opposite, Strength.ABSOLUTE
    if difference:
        return (Colour.BLACK if difference > 0 else Colour.WHITE), Strength.STRONG
    return last.opposite, Strength.MILD


def last_difference(history: str, other: str) -> tuple[Colour, Colour] | None:
    """Colours the two had at the most recent place where their histories differ.

    The histories are aligned at the latest game (C.04.3 5.2.3); ``None`` if
    they agree as far as the shorter one goes.
    """
    for mine, theirs in zip(reversed(history), reversed(other), strict=False):
        if mine != theirs:
            had = Colour.WHITE if mine == "W" else Colour.BLACK
            return had, had.opposite
    return None
