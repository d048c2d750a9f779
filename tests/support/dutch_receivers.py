"""Positions in which few players may have the bye, and much depends on which of them has it.

Random positions hardly ever have them: everybody but two or three had a
full-point bye in round 1, and virtual points in the coming round make the
scoregroups, so that the bye is due in a chosen one.
"""

from __future__ import annotations

import random

from pairing.draws import Draws
from pairing.record import (
    ABSENT,
    Cell,
    Participant,
    ProhibitedPairing,
    TournamentRecord,
    VirtualPoints,
)
from pairing.scoring import Colour, Outcome, PointSystem

GROUP = 500
"""Distance between two scoregroups, in tenths: more than any score."""

POINTS = PointSystem(half_point_bye=9)
"""A half-point bye gives a float, as any would, and does not bar from the bye."""


def receivers_float_on(seed: int) -> TournamentRecord:
    """Two who may have the bye, and not meet each other, float into a group of others.

    One round was played, and one in which nobody was there: floats and colour
    preferences are anything.
    """
    draws = Draws(random.Random(seed))
    numbers = list(range(1, 2 * draws.between(2, 4) + 2))
    receivers = numbers[:2]
    tail = draws.between(1, 3)
    groups = [receivers, numbers[2:-tail], numbers[-tail:]]
    cells = {number: [_first(number in receivers)] for number in numbers}
    order = [*receivers, *draws.some_of(numbers[2:], len(numbers) - 2)]
    for one, other in zip(order[::2], order[1::2], strict=False):
        colour = draws.one_of((Colour.WHITE, Colour.BLACK))
        cells[one].append(Cell(Outcome.DRAW, other, colour))
        cells[other].append(Cell(Outcome.DRAW, one, colour.opposite))
    cells[order[-1]].append(ABSENT)
    for number in numbers:
        cells[number].append(draws.one_of((ABSENT, Cell(Outcome.HALF_POINT_BYE))))
    return _record(cells, groups)


def next_group_is_picky(seed: int) -> TournamentRecord:
    """Three, then seven of whom two or three may have the bye, then one; hardly anybody of
    the seven may meet that one, nor a certain one of the three.  Nothing was played.
    """
    draws = Draws(random.Random(seed))
    numbers = list(range(1, 12))
    upper, middle, last = numbers[:3], numbers[3:10], numbers[10]
    receivers = draws.some_of(middle, draws.between(2, 3))
    bans = []
    for number, opponents in ((draws.one_of(upper), draws.between(1, 2)), (last, 2)):
        kept = draws.some_of(middle, opponents)
        bans += [ProhibitedPairing((number, other)) for other in middle if other not in kept]
    cells = {number: [_first(number in receivers)] for number in numbers}
    return _record(cells, [upper, middle, [last]], tuple(bans))


def _first(may_have_bye: bool) -> Cell:
    return ABSENT if may_have_bye else Cell(Outcome.FULL_POINT_BYE)


def _record(
    cells: dict[int, list[Cell]],
    groups: list[list[int]],
    prohibited: tuple[ProhibitedPairing, ...] = (),
) -> TournamentRecord:
    completed = len(cells[1])
    virtual = []
    for level, group in enumerate(reversed(groups), start=1):
        for number in group:
            earned = sum(POINTS.points(cell.outcome) for cell in cells[number])
            extra = level * GROUP - earned
            virtual.append(VirtualPoints(extra, completed + 1, completed + 1, number, number))
    return TournamentRecord(
        participants=tuple(
            Participant(number, f"P{number}", tuple(row)) for number, row in cells.items()
        ),
        rounds=completed + 3,
        completed=completed,
        points=POINTS,
        initial_colour=Colour.WHITE,
        virtual_points=tuple(virtual),
        prohibited=prohibited,
    )
