"""The change feed: what became of each object since a client last asked.

A window is everything between two sequence numbers.  It is coalesced: each
object comes once, as it is now, or as a tombstone if the reader does not see
it (any more).  Tombstones come first, boards before rounds before entries;
then the objects, what others depend on first.

The end of the window is read before the objects are, so they are at least as
new as the window says; what changed in between comes again in the next one.
A tombstone is sent only if a change of the window took the object from
everybody's sight: of what a reader never saw, not even the going is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from .kinds import KINDS
from .readers import Reader
from .tokens import START, Place, Position
from .touched import Mark, touched_between

MAX_LIMIT = 500
_GONE, _SHOWN = 0, 1


@dataclass(frozen=True, slots=True)
class Item:
    """The last state of one object: ``row`` as of :mod:`kinds`, ``None`` if it is gone."""

    seq: int
    kind: str
    id: UUID
    version: int
    row: Any | None


@dataclass(frozen=True, slots=True)
class ChangePage:
    """Items of one page, where the client is after it, and whether there is more right now."""

    items: list[Item]
    position: Position
    has_more: bool


def read_changes(reader: Reader, position: Position, limit: int = MAX_LIMIT) -> ChangePage:
    """The next page of the feed after a position; from :data:`START` everything there is."""
    until = reader.tournament.sequence if position.until is None else position.until
    if position.since == until:
        return ChangePage([], position, has_more=False)
    marks = _marks(reader, position.since, until)
    places = _places(reader, marks, from_start=position.since == START)
    if position.after is not None:
        places = [place for place in places if _key(place) > _key(position.after)]
    chosen = places[:limit]
    items = list(_items(reader, chosen, marks))
    if len(places) > limit:
        return ChangePage(items, Position(position.since, until, chosen[-1]), has_more=True)
    return ChangePage(items, Position(until), has_more=until < reader.tournament.sequence)


def _marks(reader: Reader, since: int, until: int) -> dict[tuple[str, UUID], Mark]:
    if since != START:
        return touched_between(reader, since, until)
    mark = Mark(until)
    return {
        (kind.name, id): mark
        for kind in KINDS
        for id in kind.rows(reader).values_list("pk", flat=True)
    }


def _places(
    reader: Reader, marks: dict[tuple[str, UUID], Mark], *, from_start: bool
) -> list[Place]:
    """Where each object comes in the window, in order."""
    places: list[Place] = []
    for rank, kind in enumerate(KINDS):
        touched = {id for name, id in marks if name == kind.name}
        if not touched:
            continue
        seen = touched if from_start else touched & _ids_among(kind.rows(reader), touched)
        places += (Place(_SHOWN, rank, id) for id in seen)
        places += (
            Place(_GONE, rank, id)
            for id in touched - seen
            if reader.sees_unpublished or marks[kind.name, id].went
        )
    return sorted(places, key=_key)


def _ids_among(rows: Any, ids: set[UUID]) -> set[UUID]:
    """Which of these ids the rows have; of very many it is cheaper to read all and choose."""
    chosen = rows.filter(pk__in=ids) if len(ids) <= MAX_LIMIT else rows
    return set(chosen.values_list("pk", flat=True))


def _key(place: Place) -> tuple[int, int, UUID]:
    return (place.group, -place.rank if place.group == _GONE else place.rank, place.id)


def _items(
    reader: Reader, places: list[Place], marks: dict[tuple[str, UUID], Mark]
) -> Iterable[Item]:
    rows: dict[tuple[int, UUID], Any] = {}
    for rank, kind in enumerate(KINDS):
        ids = {place.id for place in places if place.group == _SHOWN and place.rank == rank}
        if ids:
            found = kind.complete(kind.rows(reader).filter(pk__in=ids), reader)
            rows |= {(rank, row.pk): row for row in found}
    for place in places:
        name = KINDS[place.rank].name
        mark = marks[name, place.id]
        if place.group == _GONE:
            yield Item(mark.seq, name, place.id, mark.version, None)
        elif row := rows.get((place.rank, place.id)):
            yield Item(mark.seq, name, place.id, row.version, row)
        # Else it went away just now: the next window says so.
