"""Drawing starting numbers and groups: from entries or teams to an order with its log.

Who draws are listed by strength (C.04.2 2.2), so that the same seed gives the
same field the same numbers whatever numbers it had before.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from pairing.draws import Draws
from pairing.record import Participant
from pairing.roundrobin.groups import GroupDraw as DrawnGroups
from pairing.roundrobin.groups import from_pots, snake
from pairing.roundrobin.numbering import Numbering, by_lot, by_rating
from pairing.roundrobin.tables import Notice
from pairing.roundrobin.varma import varma
from tournaments.events.models import Entry

from .models import DrawMethod, GroupDraw, ScheduleSettings, Team


@dataclass(frozen=True, slots=True)
class Drawn:
    """An order of entries or teams, how it came about, and the steps as plain data.

    ``method`` is what was really done: a restricted draw that is impossible
    becomes a free one, with a notice.
    """

    order: tuple[UUID, ...]
    method: str
    log: tuple[dict[str, Any], ...] = ()
    notices: tuple[Notice, ...] = field(default=())


def drawn_entries(entries: Sequence[Entry], method: str, seed: int) -> Drawn:
    """Numbers for players, who are listed by strength (for ``list``: by their numbers)."""
    people = [
        Participant(place, entry.name, rating=entry.rating, federation=entry.federation)
        for place, entry in enumerate(entries, start=1)
    ]
    methods: dict[str, Callable[[], Numbering]] = {
        DrawMethod.LOT: lambda: by_lot([person.number for person in people], seed),
        DrawMethod.RATING: lambda: by_rating(people),
        DrawMethod.VARMA: lambda: varma(people, seed),
    }
    ids = [entry.pk for entry in entries]
    if method not in methods:
        return Drawn(tuple(ids), method)
    return _named(methods[method](), ids)


def drawn_teams(teams: Sequence[Team], method: str, seed: int) -> Drawn:
    """Numbers for teams, which are listed by name (for ``list``: by their numbers)."""
    ids = [team.pk for team in teams]
    if method != DrawMethod.LOT:
        return Drawn(tuple(ids), method)
    return _named(by_lot(range(1, len(ids) + 1), seed), ids)


def drawn_groups(
    settings: ScheduleSettings, entries: Sequence[Entry], seed: int
) -> tuple[list[list[UUID]], tuple[Notice, ...]]:
    """The field, in the order of its numbers, dealt into the announced number of groups.

    Raises ``RecordError("schedule.size_out_of_range")``.
    """
    numbers = range(1, len(entries) + 1)
    clubs = {n: entries[n - 1].club_name for n in numbers} if settings.one_per_club else None
    count = settings.group_count or 1
    found: DrawnGroups
    if settings.group_draw == GroupDraw.POTS:
        found = from_pots(numbers, count, Draws(random.Random(seed)), clubs)
    else:
        found = snake(numbers, count, clubs)
    groups = [[entries[number - 1].pk for number in group] for group in found.groups]
    return groups, found.notices


def _named(numbering: Numbering, ids: Sequence[UUID]) -> Drawn:
    """The numbering with ids in place of places in the list."""
    log = tuple({**step, "entrant": str(ids[step["entrant"] - 1])} for step in numbering.log)
    order = tuple(ids[place - 1] for place in numbering.order)
    return Drawn(order, numbering.method, log, numbering.notices)
