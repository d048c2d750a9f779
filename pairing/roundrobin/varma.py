"""Varma tables (C.05 Annex 2): lots restricted by federation.

Players of one federation draw from one group of numbers; nobody of a group
meets another of it in the last three rounds of the Berger table.  Made for 9
to 24 players.  The row of 11/12 is the one that keeps this promise; several
printed copies have 11 and 12 exchanged, and then 6 meets 12 in the last round.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import groupby

from ..draws import Draws
from ..record import Participant
from .numbering import Numbering, by_lot
from .tables import Notice

GROUPS: dict[int, tuple[tuple[int, ...], ...]] = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    12: ((4, 5, 9, 10), (1, 2, 7), (6, 8, 11), (3, 12)),
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: ((6, 7, 8, 9, 10, 17, 18, 19, 20), (1, 2, 3, 4, 12, 13, 14, 15), (11, 16, 21), (5, 22)),
    24: (
        (6, 7, 8, 9, 10, 11, 19, 20, 21, 22),
        (1, 2, 3, 4, 13, 14, 15, 16, 17),
        (12, 18, 23),
        (5, 24),
    ),
}
LETTERS = "ABCD"


def groups_of(players: int) -> tuple[tuple[int, ...], ...]:
    """The numbers in groups A to D; an odd field goes without the highest. Empty if none exist."""
    row = GROUPS.get(players + players % 2, ())
    return tuple(tuple(number for number in group if number <= players) for group in row)


def varma(people: Sequence[Participant], seed: int) -> Numbering:
    """Draw the starting numbers.

    The largest federation draws first, equal ones by code, players inside by
    name; players without a federation and single ones draw last from all that
    is left.  The first of a contingent draws a group that still holds enough
    numbers, then all draw from it; if none does, the fullest group and then
    the next are used (our rule: the text has none).  For a size without table
    or a federation larger than every group the draw is free, with a notice.
    """
    groups = [list(group) for group in groups_of(len(people))]
    contingents = _contingents(people)
    largest = max((len(group) for group in groups), default=0)
    reason = _why_free(len(people), contingents, largest)
    if reason is not None:
        free = by_lot([person.number for person in people], seed)
        return Numbering(free.order, "lot", seed, free.log, (reason,))
    draw = _Draw(groups, Draws(random.Random(seed)))
    for contingent in contingents:
        draw.contingent(contingent)
    order = tuple(draw.holders[number] for number in range(1, len(people) + 1))
    return Numbering(order, "varma", seed, tuple(draw.log), tuple(draw.notices))


def _contingents(people: Sequence[Participant]) -> list[list[Participant]]:
    """Federations in the order in which they draw; singles, one by one, at the end."""

    def federation(person: Participant) -> str:
        return person.federation

    ranked = sorted(people, key=lambda person: (person.federation, person.name, person.number))
    together = [list(members) for _, members in groupby(ranked, federation)]
    shared = [members for members in together if len(members) > 1 and members[0].federation]
    drawn = {person.number for members in shared for person in members}
    singles = [[person] for person in ranked if person.number not in drawn]
    return [*sorted(shared, key=lambda members: -len(members)), *singles]


def _why_free(
    players: int, contingents: Sequence[Sequence[Participant]], largest: int
) -> Notice | None:
    if not largest:
        sizes = {"players": players, "smallest": min(GROUPS) - 1, "largest": max(GROUPS)}
        return ("varma.no_table", sizes)
    biggest = contingents[0]
    if len(biggest) > largest:
        return (
            "varma.federation_too_large",
            {"federation": biggest[0].federation, "players": len(biggest), "largest": largest},
        )
    return None


class _Draw:
    """The envelopes on the table, and who has drawn what."""

    def __init__(self, groups: list[list[int]], draws: Draws) -> None:
        self.groups = groups
        self.draws = draws
        self.holders: dict[int, int] = {}
        self.log: list[dict[str, object]] = []
        self.notices: list[Notice] = []

    def contingent(self, members: Sequence[Participant]) -> None:
        """All members of one federation draw; a single one draws from all that is left."""
        if len(members) == 1:
            left = sorted(number for group in self.groups for number in group)
            self._give(members[0], self.draws.one_of(left))
            return
        open_groups = [g for g, left in enumerate(self.groups) if len(left) >= len(members)]
        if open_groups:
            group = self.draws.one_of(open_groups)
            for person in members:
                self._give(person, self.draws.one_of(self.groups[group]))
            return
        self.notices.append(
            (
                "varma.group_too_small",
                {"federation": members[0].federation, "players": len(members)},
            )
        )
        fullest_first = sorted(self.groups, key=lambda left: -len(left))
        for person in members:
            envelope = next(left for left in fullest_first if left)
            self._give(person, self.draws.one_of(envelope))

    def _give(self, person: Participant, number: int) -> None:
        group = next(g for g, left in enumerate(self.groups) if number in left)
        self.groups[group].remove(number)
        self.holders[number] = person.number
        self.log.append(
            {
                "entrant": person.number,
                "federation": person.federation,
                "group": LETTERS[group],
                "number": number,
            }
        )
