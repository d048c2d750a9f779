"""Quads: groups of four in the order of the list, three rounds each; never a group of three.

One, two or three left over join the last group, which then has five, six or
seven players and plays a round robin of five (seven) rounds, or three rounds
of Swiss, which keeps the schedule (US Chess).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

from ..errors import RecordError
from .tables import check_size

T = TypeVar("T")

SMALLEST_GROUP = 4
LARGEST_GROUP = 7
LARGEST = 10_000


def quad_sizes(players: int, *, avoid_seven: bool = False) -> tuple[int, ...]:
    """Sizes of the groups, the largest last.

    With ``avoid_seven`` the last eleven make 5 + 6 instead of 4 + 7.

    >>> quad_sizes(16), quad_sizes(18), quad_sizes(11), quad_sizes(11, avoid_seven=True)
    ((4, 4, 4, 4), (4, 4, 4, 6), (4, 7), (5, 6))

    Raises ``RecordError("schedule.size_out_of_range")`` below four.
    """
    check_size(players, SMALLEST_GROUP, LARGEST)
    groups, left_over = divmod(players, SMALLEST_GROUP)
    sizes = [SMALLEST_GROUP] * groups
    sizes[-1] += left_over
    if avoid_seven and sizes[-1] == LARGEST_GROUP and groups > 1:
        sizes[-2:] = [5, 6]
    return tuple(sizes)


def split(members: Sequence[T], sizes: Sequence[int]) -> tuple[tuple[T, ...], ...]:
    """Consecutive groups of these sizes."""
    groups = []
    start = 0
    for size in sizes:
        groups.append(tuple(members[start : start + size]))
        start += size
    return tuple(groups)


def rating_bands(
    ratings: Sequence[int | None], lower_limits: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """Sections by rating: places (from 0) of the ratings in each band, the strongest band first.

    Band k holds the ratings of at least ``lower_limits[k]`` that no band above
    holds; one more band takes everybody below and the unrated.

    >>> rating_bands([2100, 1650, None, 1800], [2000, 1700])
    ((0,), (3,), (1, 2))

    Raises ``RecordError("quads.bands_not_falling")``.
    """
    limits = list(lower_limits)
    if any(low >= high for high, low in pairwise(limits)):
        raise RecordError("quads.bands_not_falling", limits=limits)
    bands: list[list[int]] = [[] for _ in range(len(limits) + 1)]
    for place, rating in enumerate(ratings):
        above = sum(1 for limit in limits if rating is None or rating < limit)
        bands[above].append(place)
    return tuple(tuple(band) for band in bands)
