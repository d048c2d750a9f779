"""Groups: drawing them, their schedule, and who qualifies from them for a knockout."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from ..draws import Draws
from ..errors import RecordError
from ..qualifiers import Qualifier
from ..record import TournamentRecord
from .tables import Notice, check_size

MOST_GROUPS = len(ascii_uppercase)
LARGEST = 10_000


@dataclass(frozen=True, slots=True)
class GroupDraw:
    """Drawn groups, each in the order in which its members were placed.

    ``notices`` name the clubs of which a group had to take a second member.
    """

    groups: tuple[tuple[int, ...], ...]
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A member of a group in its final order; ``points`` and ``tie_breaks`` as in ``Qualifier``."""

    number: int
    points: int = 0
    tie_breaks: tuple[int, ...] = ()


def group_name(index: int) -> str:
    """``A`` for the first group (index 0)."""
    return ascii_uppercase[index]


def snake(numbers: Sequence[int], groups: int, clubs: Mapping[int, str] | None = None) -> GroupDraw:
    """Seeds dealt to and fro: 1 2 3 4, then 8 7 6 5, then 9 ...

    ``clubs`` (number -> club) asks for at most one member of a club in each
    group: a seed who would be the second goes to the nearest group of the same
    row that has none, others of the row making room if they must.  Where no
    exchange within the row helps, a notice names the club.  Raises
    ``RecordError("schedule.size_out_of_range")``.
    """
    deal = _Deal(groups, clubs or {})
    for index, row in enumerate(_rows(numbers, groups)):
        places = range(groups) if index % 2 == 0 else range(groups - 1, -1, -1)
        natural = places[: len(row)]
        deal.row(row, [_nearest_first(place, groups) for place in natural])
    return deal.result()


def from_pots(
    numbers: Sequence[int], groups: int, draws: Draws, clubs: Mapping[int, str] | None = None
) -> GroupDraw:
    """Each row of seeds is a pot whose members are drawn into the groups, one to each.

    ``clubs`` as in :func:`snake`.  Raises ``RecordError("schedule.size_out_of_range")``.
    """
    deal = _Deal(groups, clubs or {})
    for row in _rows(numbers, groups):
        drawn = draws.some_of(range(groups), groups)
        deal.row(row, [drawn[place:] + drawn[:place] for place in range(len(row))])
    return deal.result()


def _nearest_first(place: int, groups: int) -> list[int]:
    return sorted(range(groups), key=lambda group: abs(group - place))


def _rows(numbers: Sequence[int], groups: int) -> list[Sequence[int]]:
    check_size(groups, 1, MOST_GROUPS, "groups")
    check_size(len(numbers), 2 * groups, LARGEST)
    return [numbers[start : start + groups] for start in range(0, len(numbers), groups)]


class _Deal:
    """Groups being filled row by row."""

    def __init__(self, groups: int, clubs: Mapping[int, str]) -> None:
        self.groups: list[list[int]] = [[] for _ in range(groups)]
        self.clubs = clubs
        self.notices: list[Notice] = []

    def row(self, members: Sequence[int], wishes: Sequence[Sequence[int]]) -> None:
        """Place one member in each group, by their wishes as far as the clubs allow."""
        holder: dict[int, int] = {}
        for place in range(len(members)):
            self._seat(members, wishes, holder, place, set())
        seated = set(holder.values())
        for place, member in enumerate(members):
            if place not in seated:
                free = [group for group in wishes[place] if group not in holder]
                mates = [self._club_mates(member, group) for group in free]
                group = free[mates.index(min(mates))]
                holder[group] = place
                params = {"club": self.clubs[member], "group": group_name(group)}
                self.notices.append(("groups.club_twice", params))
        for group, place in holder.items():
            self.groups[group].append(members[place])

    def result(self) -> GroupDraw:
        """The groups as they stand."""
        return GroupDraw(tuple(tuple(group) for group in self.groups), tuple(self.notices))

    def _seat(
        self,
        members: Sequence[int],
        wishes: Sequence[Sequence[int]],
        holder: dict[int, int],
        place: int,
        tried: set[int],
    ) -> bool:
        """Find a group for the member at ``place``, others making room (augmenting paths)."""
        allowed = [g for g in wishes[place] if not self._club_mates(members[place], g)]
        for group in allowed:
            if group in tried:
                continue
            tried.add(group)
            if group not in holder or self._seat(members, wishes, holder, holder[group], tried):
                holder[group] = place
                return True
        return False

    def _club_mates(self, member: int, group: int) -> int:
        club = self.clubs.get(member)
        return sum(1 for other in self.groups[group] if club and self.clubs.get(other) == club)


def group_record(record: TournamentRecord, members: Sequence[int], rounds: int) -> TournamentRecord:
    """The record of one group alone, for its table: its ``rounds`` rounds, its members only.

    Raises ``RecordError`` (``record.unknown_participant``,
    ``groups.played_outside`` for a member with an opponent of another group).
    """
    inside = set(members)
    completed = min(record.completed, rounds)
    people = [record.participant(number) for number in members]
    for person in people:
        for number, cell in enumerate(person.cells, start=1):
            if cell.opponent is not None and cell.opponent not in inside:
                raise RecordError(
                    "groups.played_outside",
                    number=person.number,
                    round=number,
                    opponent=cell.opponent,
                )
    return replace(
        record,
        participants=tuple(replace(person, cells=person.cells[:completed]) for person in people),
        rounds=rounds,
        completed=completed,
        planned_byes=tuple(
            bye for bye in record.planned_byes if bye.number in inside and bye.round <= rounds
        ),
        schedule=replace(
            record.schedule,
            withdrawn=tuple(n for n in record.schedule.withdrawn if n in inside),
        ),
    )


def qualifiers(
    orders: Sequence[Sequence[Ranked]], each: int, declined: Collection[int] = ()
) -> tuple[Qualifier, ...]:
    """The first ``each`` of every group; whoever declines is passed over and the next moves up.

    ``orders`` are the final orders of groups A, B ...  The answer goes group by
    group.  A member who moved up has the place that became free.  Raises
    ``RecordError("groups.too_few_qualifiers")``.
    """
    found: list[Qualifier] = []
    for index, order in enumerate(orders):
        willing = [member for member in order if member.number not in declined]
        if len(willing) < each:
            raise RecordError(
                "groups.too_few_qualifiers",
                group=group_name(index),
                wanted=each,
                found=len(willing),
            )
        found.extend(
            Qualifier(
                entrant=member.number,
                place=place,
                group=group_name(index),
                group_size=len(order),
                points=member.points,
                tie_breaks=member.tie_breaks,
            )
            for place, member in enumerate(willing[:each], start=1)
        )
    return tuple(found)
