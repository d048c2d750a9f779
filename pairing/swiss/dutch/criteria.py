"""The criteria of C.04.3 article 2 as predicates of a pair and of a player.

All quality criteria are sums over the pairs of a bracket and over the players
who leave it unpaired, so a candidate is described by counts; only C8 looks
beyond the bracket (see :mod:`.bracket`).
"""

from __future__ import annotations

from ...colours import Strength
from .state import WANTS_WHITE, State, absolute_difference


def clash(state: State, one: int, other: int) -> bool:
    """C12 (2.4.7): both want the same colour, so exactly one does not get it."""
    return state.wants[one] != 0 and state.wants[one] == state.wants[other]


def strong_clash(state: State, one: int, other: int) -> bool:
    """C13 (2.4.8) for a clashing pair: whoever gives way had more than a mild preference.

    Two absolute preferences meet only where a topscorer is involved; then the
    loser's preference is absolute and does not count as a strong one.
    """
    weaker = min(state.strength[one], state.strength[other])
    return weaker == Strength.STRONG


def excessive_difference(state: State, one: int, other: int) -> bool:
    """C10 (2.4.5) for a clashing pair: one of them will end with |difference| above 2."""
    return absolute_difference(state, one) >= 2 and absolute_difference(state, other) >= 2


def third_colour(state: State, one: int, other: int) -> bool:
    """C11 (2.4.6) for a clashing pair: one gets the same colour three times running."""
    if not state.strength[one] == Strength.ABSOLUTE == state.strength[other]:
        return False
    triple = "BB" if state.wants[one] == WANTS_WHITE else "WW"
    mine, theirs = absolute_difference(state, one), absolute_difference(state, other)
    if mine == theirs:
        last = state.history[one][-2:]
        return last in ("WW", "BB") and last == state.history[other][-2:]
    loser = one if mine < theirs else other
    return state.history[loser][-2:] == triple


COLOUR_CRITERIA = ("C10", "C11", "C12", "C13")


def colour_failures(state: State, one: int, other: int) -> tuple[int, int, int, int]:
    """C10-C13 of one pair, as zeros and ones."""
    if not clash(state, one, other):
        return (0, 0, 0, 0)
    return (
        int(excessive_difference(state, one, other)),
        int(third_colour(state, one, other)),
        1,
        int(strong_clash(state, one, other)),
    )
