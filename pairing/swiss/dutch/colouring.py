"""Allocation of colours to a pair, C.04.3 article 5."""

from __future__ import annotations

from ...colours import Strength, last_difference
from ...scoring import Colour
from .state import WANTS_WHITE, State, absolute_difference


def allocate(state: State, higher: int, lower: int) -> tuple[int, int]:
    """``(white, black)`` of two positions, ``higher`` being the smaller one (5.2.1-5.2.5)."""
    white_first = _higher_gets_white(state, higher, lower)
    return (higher, lower) if white_first else (lower, higher)


def _higher_gets_white(state: State, higher: int, lower: int) -> bool:
    mine, theirs = state.wants[higher], state.wants[lower]
    if not mine and not theirs:
        return state.odd_number[higher] == (state.initial_colour is Colour.WHITE)  # 5.2.5
    if mine != theirs:  # 5.2.1
        return mine == WANTS_WHITE if mine else theirs != WANTS_WHITE
    wants_white = mine == WANTS_WHITE
    stronger = _stronger(state, higher, lower)
    if stronger:  # 5.2.2
        return wants_white == (stronger > 0)
    difference = last_difference(state.history[higher], state.history[lower])
    if difference is not None:  # 5.2.3
        return difference[0] is Colour.BLACK
    return wants_white  # 5.2.4


def _stronger(state: State, higher: int, lower: int) -> int:
    """Positive if the higher player's preference is the stronger one (5.2.2)."""
    order = state.strength[higher] - state.strength[lower]
    if order == 0 and state.strength[higher] == Strength.ABSOLUTE:
        order = absolute_difference(state, higher) - absolute_difference(state, lower)
    return order
