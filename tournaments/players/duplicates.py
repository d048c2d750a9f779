"""Who may be registered twice in a club's registry, and why one would think so.

=================  ==================================================================
``fide_id``        the same FIDE id, in this registry and another one
``national_id``    the same number in the same federation's register
``name_birth``     the same name and a birth date (or year) that agrees
``name``           the same name; of at least one the birth is not known
=================  ==================================================================

Names are compared without accents, case and punctuation, and whatever the
order of their words: ``Pérez Ana`` is ``Ana PEREZ``.  Two different FIDE ids,
or two births that contradict each other, are two persons.  Only a person can
decide, so nothing is merged by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from uuid import UUID

from tournaments.core.folding import fold
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse

from .models import NationalId, Player

REASONS = ("fide_id", "national_id", "name_birth", "name")
"""From the strongest to the weakest."""
MOST_ALIKE = 20
"""Of more players with one name only the first are compared: such a name says nothing."""
READ = "players.change"


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two players who may be one, the older registration first, and the reasons."""

    first: UUID
    second: UUID
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Person:
    """What is compared of a player."""

    id: UUID
    club_id: UUID
    name: str
    name_latin: str
    fide_id: str
    birth_date: date | None
    birth_year: int | None

    @property
    def year(self) -> int | None:
        return self.birth_date.year if self.birth_date else self.birth_year

    @property
    def keys(self) -> set[str]:
        return {key for name in (self.name, self.name_latin) if (key := name_key(name))}


def name_key(name: str) -> str:
    """The words of a name, folded, in alphabetical order."""
    return " ".join(sorted(fold(name).split()))


def duplicates_in(*, principal: Principal, club_id: UUID) -> list[Duplicate]:
    """All pairs that may be one person, the most certain first (arbiters).

    Players of other registries that the principal sees are compared by FIDE id
    only.  Raises ``NotFound("club.not_found")`` and ``Forbidden``.
    """
    from tournaments.clubs.models import Club

    club = get_or_refuse(Club.objects.visible_to(principal), "club.not_found", pk=club_id)
    require(principal, READ, club)
    own = _read(Player.objects.current().filter(club=club))
    ids = {person.fide_id for person in own if person.fide_id}
    others = Player.objects.visible_to(principal).current().exclude(club=club)
    elsewhere = _read(others.filter(fide_id__in=ids)) if ids else []
    found: dict[tuple[UUID, UUID], list[str]] = defaultdict(list)
    for reason, pairs in (
        ("fide_id", _same_fide_id(own, elsewhere)),
        ("national_id", _same_number(own)),
        ("name_birth", _same_name(own, born_alike=True)),
        ("name", _same_name(own, born_alike=False)),
    ):
        for first, second in pairs:
            reasons = found[
                (first.id, second.id) if first.id < second.id else (second.id, first.id)
            ]
            if reason not in reasons:
                reasons.append(reason)
    alike = [Duplicate(first, second, tuple(why)) for (first, second), why in found.items()]
    return sorted(alike, key=lambda each: (REASONS.index(each.reasons[0]), each.first, each.second))


def _read(rows: Iterable[Player]) -> list[_Person]:
    columns = _Person.__slots__
    return [_Person(*row) for row in rows.order_by("id").values_list(*columns)]  # type: ignore[attr-defined]


def _same_fide_id(
    own: Iterable[_Person], elsewhere: Iterable[_Person]
) -> Iterator[tuple[_Person, _Person]]:
    by_id = {person.fide_id: person for person in own if person.fide_id}
    for person in elsewhere:
        yield by_id[person.fide_id], person


def _same_number(own: Iterable[_Person]) -> Iterator[tuple[_Person, _Person]]:
    persons = {person.id: person for person in own}
    numbers = NationalId.objects.filter(player__in=Player.objects.current())
    rows = numbers.filter(player__club_id__in={person.club_id for person in persons.values()})
    groups: dict[Hashable, list[_Person]] = defaultdict(list)
    for player_id, *number in rows.order_by("player_id").values_list(
        "player_id", "federation", "number"
    ):
        if player_id in persons:
            groups[tuple(number)].append(persons[player_id])
    for group in groups.values():
        yield from _pairs(group)


def _same_name(own: Iterable[_Person], *, born_alike: bool) -> Iterator[tuple[_Person, _Person]]:
    groups: dict[str, list[_Person]] = defaultdict(list)
    for person in own:
        for key in person.keys:
            groups[key].append(person)
    for group in groups.values():
        for first, second in _pairs(group):
            known = first.year is not None and second.year is not None
            if known == born_alike:
                yield first, second


def _pairs(group: list[_Person]) -> Iterator[tuple[_Person, _Person]]:
    """Those of a group who do not contradict each other."""
    for first, second in combinations(group[:MOST_ALIKE], 2):
        ids = {first.fide_id, second.fide_id} - {""}
        if len(ids) < 2 and _may_be_born_alike(first, second):
            yield first, second


def _may_be_born_alike(first: _Person, second: _Person) -> bool:
    if first.birth_date and second.birth_date:
        return first.birth_date == second.birth_date
    return first.year is None or second.year is None or first.year == second.year
