"""Playing a table more than once: colours reversed cycle by cycle, and what happens at the joins.

FIDE recommends the last two rounds of the first cycle of a double round robin
in the opposite order.  The reason is in the join: in every even field players
1 and N/2 + 1 would have the same colour three times in a row across it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .tables import LONGEST_RUN, Notice, Round, Table, reversed_colours, with_long_runs


@dataclass(frozen=True, slots=True)
class Join:
    """What is done where one cycle joins the next.

    ``last_two`` exchanges the last two rounds of the earlier cycle,
    ``first_two`` the first two of the later one; ``begins_with`` is the round
    of the table with which the later cycle begins, the ones before it being
    played at its end.
    """

    last_two: bool = False
    first_two: bool = False
    begins_with: int = 1


AS_IT_IS = Join()
EXCHANGED = Join(last_two=True)
PLAIN = (AS_IT_IS,)
SWAPPED = (EXCHANGED, AS_IT_IS)
"""As FIDE recommends it; with more than two cycles a join may do better without."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """Several cycles of a table; ``joins`` has what was done at each join."""

    table: Table
    joins: tuple[Join, ...]
    notices: tuple[Notice, ...]


def repeated(base: Table, cycles: int, choices: Sequence[Join]) -> Repeated:
    """``cycles`` cycles of ``base``, colours reversed in every second one.

    At each join the first of ``choices`` is taken with which, over all, nobody
    has the same colour three times in a row; if no combination achieves that,
    the first of the choices at every join.
    """
    if len(base) < 2:
        choices = PLAIN
    found = _search(base, cycles, choices, ())
    joins = (choices[0],) * (cycles - 1) if found is None else found
    table = _joined(base, joins)
    return Repeated(table, joins, tuple(_notices(base, table, joins)))


def _search(
    base: Table, cycles: int, choices: Sequence[Join], chosen: tuple[Join, ...]
) -> tuple[Join, ...] | None:
    """The first combination without long runs; a prefix that cannot become one is dropped."""
    so_far = _joined(base, chosen)
    if len(chosen) == cycles - 1:
        return None if with_long_runs(so_far) else chosen
    # The next join may still move the last two rounds.
    if with_long_runs(so_far[:-LONGEST_RUN]):
        return None
    for choice in choices:
        found = _search(base, cycles, choices, (*chosen, choice))
        if found is not None:
            return found
    return None


def _joined(base: Table, joins: Sequence[Join]) -> Table:
    rounds: list[Round] = list(base)
    for number, join in enumerate(joins, start=1):
        cycle = reversed_colours(base) if number % 2 else list(base)
        cycle = cycle[join.begins_with - 1 :] + cycle[: join.begins_with - 1]
        if join.last_two:
            rounds[-1], rounds[-2] = rounds[-2], rounds[-1]
        if join.first_two:
            cycle[0], cycle[1] = cycle[1], cycle[0]
        rounds.extend(cycle)
    return tuple(rounds)


def _notices(base: Table, table: Table, joins: Sequence[Join]) -> list[Notice]:
    """What was changed and for whose sake; who has a long run all the same."""
    notices: list[Notice] = []
    spared = with_long_runs(_joined(base, (AS_IT_IS,) * len(joins)))
    exchanged = _exchanged_rounds(len(base), joins)
    if exchanged and spared:
        params = {"rounds": exchanged, "players": spared}
        notices.append(("schedule.rounds_exchanged", params))
    elif exchanged:
        notices.append(("schedule.rounds_exchanged_as_usual", {"rounds": exchanged}))
    for number, join in enumerate(joins, start=1):
        if join.begins_with > 1:
            params = {"cycle": number + 1, "begins_with": join.begins_with, "players": spared}
            notices.append(("schedule.cycle_begins_later", params))
    streaks = with_long_runs(table)
    if streaks:
        notices.append(("schedule.three_equal_colours", {"players": streaks}))
    return notices


def _exchanged_rounds(per_cycle: int, joins: Sequence[Join]) -> list[str]:
    """The pairs of rounds that have changed places, as ``10/11``."""
    pairs = []
    for number, join in enumerate(joins, start=1):
        last = number * per_cycle
        if join.last_two:
            pairs.append(f"{last - 1}/{last}")
        if join.first_two:
            pairs.append(f"{last + 1}/{last + 2}")
    return pairs
