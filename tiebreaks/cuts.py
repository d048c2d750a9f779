"""Leaving out contributions (art. 14), voluntarily unplayed rounds first (16.5)."""

from __future__ import annotations

from collections.abc import Sequence

from .codes import Criterion
from .tables import Tables
from .values import Contribution, Reason

LEAST_SIGNIFICANT = Reason("cut_least_significant", "14.1")
VOLUNTARY_FIRST = Reason("cut_voluntary_first", "16.5")
MOST_SIGNIFICANT = Reason("cut_most_significant", "14.3")


def _by_worth(line: Contribution) -> tuple[int, int]:
    return line.worth, line.counted


def _by_counted(line: Contribution) -> tuple[int, int]:
    return line.counted, line.worth


def cut_contributions(
    tables: Tables, criterion: Criterion, lines: Sequence[Contribution]
) -> int | None:
    """Mark what the criterion's cuts leave out and return the sum of the rest.

    The cuts stop at the number of rounds, low ones first.  ``None`` in a round
    robin where free rounds leave fewer contributions than cuts.
    """
    if not criterion.low and not criterion.high:
        return sum(line.counted for line in lines)
    low = min(criterion.low, tables.field.rounds)
    high = min(criterion.high, tables.field.rounds - low)
    if low + high > len(lines):
        return None
    left = list(lines)
    for _ in range(low):
        chosen, reason = _lowest(tables, criterion, left)
        _remove(left, chosen, "low", reason)
    for _ in range(high):
        _remove(left, max(left, key=_by_worth), "high", MOST_SIGNIFICANT)
    return sum(line.counted for line in left)


def _lowest(
    tables: Tables, criterion: Criterion, left: list[Contribution]
) -> tuple[Contribution, Reason]:
    least = min(left, key=_by_worth)
    if criterion.ignore_voluntary or tables.edition == "virtual":
        return least, LEAST_SIGNIFICANT
    key = _by_counted if tables.readings.cut_lowest_voluntary_contribution else _by_worth
    voluntary = min((line for line in left if line.voluntary), key=key, default=least)
    if least.counted > voluntary.counted:
        return least, LEAST_SIGNIFICANT
    return voluntary, LEAST_SIGNIFICANT if voluntary is least else VOLUNTARY_FIRST


def _remove(left: list[Contribution], chosen: Contribution, end: str, reason: Reason) -> None:
    chosen.cut, chosen.cut_reason = end, reason
    # By identity: two rounds may well look alike.
    del left[next(index for index, line in enumerate(left) if line is chosen)]
