"""From a Swiss or from groups into the bracket.

Groups are crossed so that group mates are apart as long as possible: until the
final where two of each qualify.  The usual numbers of groups have fixed
crossings; otherwise the winners are ranked, then the seconds, and the list is
seeded with the least exchange that avoids group mates in round 1.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ..draws import Draws
from ..errors import RecordError
from ..qualifiers import Qualifier
from .arithmetic import arithmetic, bracket_order
from .draw import NOBODY, Draw, Policy, check_seed

# (groups, qualifiers of each) -> who stands in which slot: group letter and place.
CROSSINGS: dict[tuple[int, int], str] = {
    (2, 2): "A1 B2 B1 A2",
    (2, 4): "A1 B4 B2 A3 B1 A4 A2 B3",
    (4, 1): "A1 C1 B1 D1",
    (4, 2): "A1 B2 C1 D2 B1 A2 D1 C2",
    (8, 2): "A1 B2 C1 D2 E1 F2 G1 H2 B1 A2 D1 C2 F1 E2 H1 G2",
}


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes through from a Swiss, in seed order.

    ``play_off`` names those who are level for the last ``places_left`` places,
    in the order of the standings; empty if the cut is clear.
    """

    qualified: tuple[int, ...]
    play_off: tuple[int, ...] = ()
    places_left: int = 0


def cut_swiss(
    standings: Sequence[Qualifier],
    places: int,
    *,
    declined: Collection[int] = (),
    by_play_off: bool = False,
) -> Cut:
    """The first ``places`` of a Swiss; whoever declines is replaced by the next one.

    With announced tie-breaks (``by_play_off`` false) people are level only if
    they share a place; with a play-off, if they have equal points.  Seeds are
    the places: after a decline everybody behind moves up.

    Raises ``RecordError``: ``knockout.field_size`` (too few or too many places),
    ``qualification.too_few`` (fewer left than places).
    """
    arithmetic(places)
    left = sorted(
        (each for each in standings if each.entrant not in declined), key=lambda each: each.place
    )
    if len(left) < places:
        raise RecordError("qualification.too_few", available=len(left), places=places)
    last = left[places - 1]

    def is_level(each: Qualifier) -> bool:
        return each.points == last.points if by_play_off else each.place == last.place

    level = [each.entrant for each in left if is_level(each)]
    through = [each.entrant for each in left[:places] if not is_level(each)]
    if len(through) + len(level) == places:
        return Cut(tuple(each.entrant for each in left[:places]))
    return Cut(tuple(through), tuple(level), places - len(through))


def settle_cut(cut: Cut, order: Sequence[int]) -> tuple[int, ...]:
    """Seeds after the play-off, whose result is ``order`` (the winner first).

    Raises ``RecordError("qualification.play_off_order")`` unless ``order``
    names exactly those who were level.
    """
    if sorted(order) != sorted(cut.play_off):
        raise RecordError(
            "qualification.play_off_order", expected=sorted(cut.play_off), found=list(order)
        )
    return (*cut.qualified, *order[: cut.places_left])


def cross_groups(qualifiers: Sequence[Qualifier], seed: int = 0, *, by_lot: bool = False) -> Draw:
    """Slots of the qualifiers of groups, as :mod:`pairing.roundrobin.groups` hands them over.

    ``seed`` decides lots: between qualifiers whom nothing else ranks, and, with
    ``by_lot``, who meets whom among four group winners.

    Raises ``RecordError``: ``knockout.field_size``, ``draw.entrants_invalid``,
    ``draw.seed_negative``, ``qualification.places_invalid`` (``group``: its
    places are not 1, 2, 3 ...).
    """
    groups = _by_group(qualifiers)
    counts = {len(members) for members in groups.values()}
    for group, members in groups.items():
        for place, member in enumerate(members, start=1):
            if member.place != place:
                raise RecordError("qualification.places_invalid", group=group, place=place)
    numbers = [each.entrant for each in qualifiers]
    if len(set(numbers)) < len(numbers) or min(numbers, default=1) < 1:
        raise RecordError("draw.entrants_invalid", entrants=numbers)
    check_seed(seed)
    size = arithmetic(len(numbers)).size
    draws = Draws(random.Random(seed))
    ranked = rank_qualifiers(qualifiers, draws)
    order = tuple(each.entrant for each in ranked)
    crossing = CROSSINGS.get((len(groups), counts.pop())) if len(counts) == 1 else None
    if crossing is not None:
        slots = _crossed(crossing, list(groups.values()))
        if by_lot and len(groups) == len(numbers):
            slots = draws.some_of(slots, len(slots))
        return Draw(Policy.CROSSED, seed, order, tuple(slots))
    return Draw(Policy.CROSSED, seed, order, _seeded_apart(ranked, size))


def rank_qualifiers(qualifiers: Sequence[Qualifier], draws: Draws) -> list[Qualifier]:
    """All winners, then all seconds, and so on.

    Within a place by points and then by the announced criteria, which is fair
    only if the groups were of equal size; otherwise, and between equals, by lot.
    """
    lots = dict(
        zip(
            [each.entrant for each in qualifiers],
            draws.some_of(range(len(qualifiers)), len(qualifiers)),
            strict=True,
        )
    )
    comparable = len({each.group_size for each in qualifiers}) == 1

    def key(each: Qualifier) -> tuple[int, int, tuple[int, ...], int]:
        merit = (-each.points, tuple(-value for value in each.tie_breaks))
        return (each.place, *(merit if comparable else (0, ())), lots[each.entrant])

    return sorted(qualifiers, key=key)


def _by_group(qualifiers: Iterable[Qualifier]) -> dict[str, list[Qualifier]]:
    """Members of each group by place, groups in alphabetical order."""
    groups: dict[str, list[Qualifier]] = {}
    for each in sorted(qualifiers, key=lambda one: (len(one.group), one.group, one.place)):
        groups.setdefault(each.group, []).append(each)
    return groups


def _crossed(crossing: str, groups: Sequence[Sequence[Qualifier]]) -> list[int]:
    """Entrants in the slots of a fixed crossing such as ``A1 B2 B1 A2``."""
    return [
        groups[ord(place[0]) - ord("A")][int(place[1:]) - 1].entrant for place in crossing.split()
    ]


def _seeded_apart(ranked: Sequence[Qualifier], size: int) -> tuple[int, ...]:
    """Seeded slots; the weaker of two group mates in round 1 changes with the nearest seed.

    Seeds with a bye stay where they are.  Of two equally near ones the weaker
    moves.
    """
    seeds = list(ranked)
    byes = size - len(seeds)
    opponent = {seed: size + 1 - seed for seed in range(1, size + 1)}

    def clash(seed: int) -> bool:
        other = opponent[seed]
        if max(seed, other) > len(seeds):
            return False
        return seeds[seed - 1].group == seeds[other - 1].group

    for weaker in range(len(seeds), size // 2, -1):
        if not clash(weaker):
            continue
        others = (seed for seed in range(byes + 1, len(seeds) + 1) if seed != weaker)
        for other in sorted(others, key=lambda seed: (abs(seed - weaker), -seed)):
            seeds[weaker - 1], seeds[other - 1] = seeds[other - 1], seeds[weaker - 1]
            if not clash(weaker) and not clash(other):
                break
            seeds[weaker - 1], seeds[other - 1] = seeds[other - 1], seeds[weaker - 1]
    return tuple(
        seeds[seed - 1].entrant if seed <= len(seeds) else NOBODY for seed in bracket_order(size)
    )
