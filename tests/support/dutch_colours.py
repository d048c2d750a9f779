"""Colours of a pair and order of the boards: C.04.3 article 5, C.04.2 3.6.

Part of the reference (:mod:`tests.support.dutch_enumerator`).
"""

from __future__ import annotations

from pairing.scoring import Colour
from tests.support.dutch_players import Player


def allocate(a: Player, b: Player, initial: Colour | None) -> tuple[int, int]:
    """Article 5.2: ``(white, black)`` numbers of one pair."""
    high, low = (a, b) if a.order < b.order else (b, a)
    colour = _colour_of_higher(high, low, initial)
    return (high.number, low.number) if colour is Colour.WHITE else (low.number, high.number)


def _colour_of_higher(high: Player, low: Player, initial: Colour | None) -> Colour:
    if high.wants is None and low.wants is None:  # 5.2.5
        if initial is None:
            raise ValueError("the initial colour has not been drawn")
        return initial if high.odd else initial.opposite
    if high.wants is None or low.wants is None or high.wants is not low.wants:  # 5.2.1
        if high.wants is not None:
            return high.wants
        assert low.wants is not None
        return low.wants.opposite
    if high.strength != low.strength:  # 5.2.2
        return high.wants if high.strength > low.strength else high.wants.opposite
    if high.strength == 3 and abs(high.cd) != abs(low.cd):  # 5.2.2, both absolute
        return high.wants if abs(high.cd) > abs(low.cd) else high.wants.opposite
    for mine, theirs in zip(reversed(high.games), reversed(low.games), strict=False):  # 5.2.3
        if mine is not theirs:
            return mine.opposite
    return high.wants  # 5.2.4


def board_key(a: Player, b: Player) -> tuple[int, int, int]:
    """C.04.2 3.6 by pairing score (C.04.7 1.5)."""
    high = min(a, b, key=lambda player: player.order)
    return (-high.ps, -(a.ps + b.ps), high.number)
