"""Last resorts for ties that the announced list leaves: a manual order, then lots (4.2)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from .errors import TiebreakError
from .options import Options
from .values import Notice

LOTS = "LOTS"
MANUAL = "MANUAL"


@dataclass(slots=True)
class Settled:
    """Groups after the last resorts.

    ``decided`` says for positions that were moved by what; ``notices`` log it,
    if anybody was tied.
    """

    groups: list[list[int]]
    decided: dict[int, str] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)


def settle_ties(
    numbers: Sequence[int], groups: Sequence[Sequence[int]], options: Options
) -> Settled:
    """Order the tied groups by hand and by lot; groups of one never move.

    Raises ``standings.unknown_participant`` or ``standings.manual_order_repeated``
    for a manual order that is not a list of different participants.
    """
    settled = Settled([list(group) for group in groups])
    if options.manual_order:
        _order_by_hand(settled, numbers, options.manual_order)
    if options.lots_seed is not None:
        _draw_lots(settled, numbers, options.lots_seed)
    return settled


def draw(numbers: Sequence[int], seed: int) -> dict[int, int]:
    """One lot for each pairing number, smaller first.

    Everybody draws, tied or not, in the order of the pairing numbers: so a
    lot does not depend on the results, only on the seed and the number.
    """
    generator = random.Random(seed)
    return {number: generator.getrandbits(64) for number in sorted(numbers)}


def _order_by_hand(settled: Settled, numbers: Sequence[int], order: Sequence[int]) -> None:
    place = {number: index for index, number in enumerate(order)}
    if len(place) < len(order):
        raise TiebreakError("standings.manual_order_repeated", order=list(order))
    for number in order:
        if number not in numbers:
            raise TiebreakError("standings.unknown_participant", number=number)

    def key(position: int) -> int:
        return place[numbers[position]]

    groups: list[list[int]] = []
    ordered: list[list[int]] = []
    for group in settled.groups:
        if len(group) == 1 or not all(numbers[position] in place for position in group):
            groups.append(group)
            continue
        by_hand = sorted(group, key=key)
        ordered.append([numbers[position] for position in by_hand])
        settled.decided.update(dict.fromkeys(by_hand[1:], MANUAL))
        groups.extend([position] for position in by_hand)
    settled.groups = groups
    if ordered:
        settled.notices.append(Notice("standings.manual_order", {"groups": ordered}))


def _draw_lots(settled: Settled, numbers: Sequence[int], seed: int) -> None:
    lots = draw(numbers, seed)
    groups: list[list[int]] = []
    drawn: list[list[int]] = []
    for group in settled.groups:
        if len(group) == 1:
            groups.append(group)
            continue
        by_lot = sorted(group, key=lambda position: lots[numbers[position]])
        drawn.append([numbers[position] for position in by_lot])
        settled.decided.update(dict.fromkeys(by_lot[1:], LOTS))
        groups.extend([position] for position in by_lot)
    settled.groups = groups
    if drawn:
        settled.notices.append(Notice("standings.lots_drawn", {"seed": seed, "groups": drawn}))
