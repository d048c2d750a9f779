"""Results of every tournament a federation may see, as one stream that can be followed.

The stream of a federation is a table of items: tournaments, entries, published
rounds, results, byes and games of knockouts, each in its last state.  Nobody writes to it when a
result is entered.  Whoever reads it first *takes over* the tournaments that
changed: their present items are compared with those in the stream, and what
is new, different or gone gets the next positions.  A cursor is a position.

Why nothing is missed, however late a transaction commits:

1. Positions are given under the lock of the stream's row, which is held until
   they are committed.  So they become visible in order: who sees a position
   sees all before it, and what he has not seen yet gets a higher one.
2. A position is given to what the taking over *sees*, that is to committed
   states, never by the transaction that makes the change.  A change that
   commits late is seen by a later taking over and gets a higher position than
   everything told before; there is no number for it to commit behind.
3. A change cannot be overlooked.  The tournament's sequence and the event's
   version are read under the tournament's lock before its items are, and kept
   with them; the tournament is taken over again as long as either differs from
   what is stored.  Changes of the registry have the club's sequence, which has
   no gaps and commits in order (it is given under the club's lock): its log is
   read on from where it was read last, and the tournaments of the players it
   names are marked.
4. A full read goes through the items by tournament and kind and ends with the
   position that the stream had when it began.  Whatever changes meanwhile has
   a higher position and is told (again) afterwards.

Items are built as :class:`~tournaments.formats.exports.snapshot.Snapshot` shows
them to a key of the federation, so no draft, no unpublished round and no birth
date gets in, and what stops being visible is taken back with tombstones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from tournaments.clubs.models import Club
from tournaments.core.clock import now
from tournaments.core.errors import DomainError, Forbidden
from tournaments.core.models import ChangeLogEntry
from tournaments.core.principal import Kind, Principal
from tournaments.core.scopes import Scope
from tournaments.events.models import Entry, Tournament
from tournaments.formats.exports.items import Item, items_of
from tournaments.formats.exports.snapshot import snapshot

from .models import ApiKey, ItemKind, ResultsStream, StreamedClub, StreamedTournament, StreamItem

TAKEN_OVER_AT_ONCE = 10
"""Tournaments taken over by one reader; the next reader goes on."""
TOMBSTONES_KEPT = timedelta(days=30)
_RANKS = {kind.value: rank for rank, kind in enumerate(ItemKind)}
_BATCH = 1000
_CHANGES_AT_ONCE = 5000


class CursorGone(DomainError):
    """The reader must start again with an empty store."""

    status = 410


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a reader is: all up to ``position``, or within a full read behind the item ``after``.

    ``after`` is ``(tournament id, rank of the kind, key)``.
    """

    position: int
    after: tuple[str, int, str] | None = None


@dataclass(frozen=True, slots=True)
class FeedPage:
    """Items in the order to apply them, where to go on, and whether to do so at once."""

    items: Sequence[StreamItem]
    cursor: Cursor
    has_more: bool


def federation_of(principal: Principal) -> str:
    """The federation whose stream the principal reads.

    Raises ``Forbidden("feed.federations_only")``.
    """
    key = principal.key
    if key is None or not key.federation or not principal.holds(Scope.RESULTS_READ):
        raise Forbidden("feed.federations_only", scope=Scope.RESULTS_READ.value)
    return key.federation


def read_feed(*, principal: Principal, cursor: Cursor | None, limit: int) -> FeedPage:
    """The next items: all of them from the start (``None``), then what changed.

    Raises ``Forbidden("feed.federations_only")`` and ``CursorGone("feed.cursor_expired")``.
    """
    federation = federation_of(principal)
    behind = refresh(federation)
    stream = ResultsStream.objects.get(federation=federation)
    if cursor is None:
        cursor = Cursor(stream.position, _FIRST)
    if not stream.forgotten <= cursor.position <= stream.position:
        raise CursorGone("feed.cursor_expired")
    if cursor.after is not None:
        return _full_page(stream, cursor, limit, behind)
    return _page_of_changes(stream, cursor, limit, behind)


def read_everything(*, principal: Principal) -> tuple[Cursor, Iterator[StreamItem]]:
    """All items there are, and where to go on afterwards.  Raises as :func:`read_feed`."""
    federation = federation_of(principal)
    while refresh(federation):
        pass
    stream = ResultsStream.objects.get(federation=federation)
    return Cursor(stream.position), _everything(stream)


def _everything(stream: ResultsStream) -> Iterator[StreamItem]:
    after = _FIRST
    while rows := list(_beyond(stream, after)[:_BATCH]):
        yield from rows
        after = _place(rows[-1])


_FIRST = (str(UUID(int=0)), 0, "")


def _place(item: StreamItem) -> tuple[str, int, str]:
    return str(item.tournament_id), item.rank, item.key


def _beyond(stream: ResultsStream, after: tuple[str, int, str]) -> QuerySet[StreamItem]:
    tournament, rank, key = UUID(after[0]), after[1], after[2]
    rows = stream.items.filter(deleted=False).order_by("tournament_id", "rank", "key")
    return rows.filter(
        Q(tournament_id__gt=tournament)
        | Q(tournament_id=tournament, rank__gt=rank)
        | Q(tournament_id=tournament, rank=rank, key__gt=key)
    )


def _full_page(stream: ResultsStream, cursor: Cursor, limit: int, behind: bool) -> FeedPage:
    rows = list(_beyond(stream, cursor.after or _FIRST)[: limit + 1])
    if len(rows) > limit:
        rows = rows[:limit]
        return FeedPage(rows, Cursor(cursor.position, _place(rows[-1])), has_more=True)
    changed = behind or stream.position > cursor.position
    return FeedPage(rows, Cursor(cursor.position), has_more=changed)


def _page_of_changes(stream: ResultsStream, cursor: Cursor, limit: int, behind: bool) -> FeedPage:
    found = stream.items.filter(position__gt=cursor.position).order_by("position")
    rows = list(found[: limit + 1])
    more = len(rows) > limit
    rows = rows[:limit]
    position = rows[-1].position if rows else cursor.position
    rows += _needed(stream, rows, position)
    return FeedPage(sorted(rows, key=_order), Cursor(position), has_more=more or behind)


def _order(item: StreamItem) -> tuple[bool, int, int]:
    """Tombstones first, dependants before what they need; then the others the other way round."""
    return not item.deleted, -item.rank if item.deleted else item.rank, item.position


def _needed(stream: ResultsStream, rows: Sequence[StreamItem], position: int) -> list[StreamItem]:
    """What the rows name although its own last change comes later: it may be new to the reader."""
    named = {name for row in rows if not row.deleted for name in _names(row)}
    here = {row.key for row in rows}
    later = stream.items.filter(position__gt=position, deleted=False, key__in=named - here)
    return list(later) if named - here else []


def _names(item: StreamItem) -> Iterator[str]:
    if item.kind != ItemKind.TOURNAMENT:
        yield str(item.tournament_id)
    yield from filter(None, (item.data.get(k) for k in ("round_id", "white", "black", "entry")))


# --- taking over -------------------------------------------------------------------------------


def refresh(federation: str, most: int = TAKEN_OVER_AT_ONCE) -> bool:
    """Take over what changed; whether more than ``most`` tournaments had."""
    stream, _ = ResultsStream.objects.get_or_create(federation=federation)
    _heed_registries(stream)
    behind = list(_behind(stream)[: most + 1])
    for tournament_id in behind[:most]:
        _take_over(stream, tournament_id)
    return len(behind) > most


def forget_tombstones(federation: str) -> int:
    """Remove tombstones past their time; returns how many.  Older cursors are gone then."""
    with transaction.atomic():
        stream = _locked(federation)
        old = stream.items.filter(deleted=True, at__lt=now() - TOMBSTONES_KEPT)
        last = old.aggregate(last=Max("position"))["last"]
        if last is None:
            return 0
        stream.forgotten = max(stream.forgotten, last)
        stream.save(update_fields=["forgotten"])
        return old.delete()[0]


def _locked(federation: str) -> ResultsStream:
    return ResultsStream.objects.select_for_update().get(federation=federation)


def _reader(federation: str) -> Principal:
    """A key of the federation as any of its keys that may read results."""
    key = ApiKey(federation=federation, scopes=[Scope.RESULTS_READ.value])
    return Principal(Kind.API_KEY, key=key)


def _rated_in(federation: str) -> QuerySet[Tournament]:
    """The tournaments of a federation, as far as it may see them."""
    seen = Tournament.objects.visible_to(_reader(federation))
    return seen.filter(event__federation=federation, rated=True)


def _behind(stream: ResultsStream) -> list[UUID]:
    """Tournaments to take over: new, changed, marked, or no longer to be told of."""
    current = StreamedTournament.objects.filter(
        stream=stream,
        tournament_id=OuterRef("pk"),
        sequence=OuterRef("sequence"),
        event_version=OuterRef("event__version"),
        stale=False,
        present=True,
    )
    seen = _rated_in(stream.federation)
    changed = seen.filter(~Exists(current)).order_by("pk").values_list("pk", flat=True)
    gone = stream.tournaments.filter(
        ~Exists(seen.filter(pk=OuterRef("tournament_id"))), present=True
    ).order_by("tournament_id")
    return [*changed, *gone.values_list("tournament_id", flat=True)]


def _heed_registries(stream: ResultsStream) -> None:
    """Mark the tournaments of players whose club has changed them."""
    of_club = Club.objects.filter(pk=OuterRef("club_id")).values("sequence")
    rows = StreamedClub.objects.annotate(current=Subquery(of_club))
    rows = rows.filter(stream=stream, current__gt=F("sequence"))
    for club_id in list(rows.values_list("club_id", flat=True)):
        with transaction.atomic():
            _locked(stream.federation)
            heeded = StreamedClub.objects.get(stream=stream, club_id=club_id)
            changes = ChangeLogEntry.objects.filter(
                club_id=club_id, tournament=None, seq__gt=heeded.sequence
            ).order_by("seq")[:_CHANGES_AT_ONCE]
            players = set()
            for change in changes:
                players |= _players_of(change)
                heeded.sequence = change.seq
            touched = Entry.objects.filter(player_id__in=players).values("tournament_id")
            stream.tournaments.filter(tournament_id__in=touched).update(stale=True)
            heeded.save(update_fields=["sequence"])


def _players_of(change: ChangeLogEntry) -> set[UUID]:
    """The players that a change of a club's registry is about."""
    if change.subject_type == "player":
        return {change.subject_id}
    return {UUID(pk) for pk in change.data.get("players", ())}


def _take_over(stream: ResultsStream, tournament_id: UUID) -> None:
    """Bring the stream in line with one tournament."""
    with transaction.atomic():
        stream = _locked(stream.federation)
        rows = Tournament.objects.select_for_update(of=("self",), no_key=True)
        tournament = rows.select_related("event__club").filter(pk=tournament_id).first()
        present: dict[tuple[str, str], Item] = {}
        seen = _rated_in(stream.federation).filter(pk=tournament_id).exists()
        if tournament is not None and seen:
            club = tournament.event.club
            # Read before the players are: what changes meanwhile is heeded afterwards.
            StreamedClub.objects.get_or_create(
                stream=stream, club_id=club.pk, defaults={"sequence": club.sequence}
            )
            shown = snapshot(_reader(stream.federation), tournament_id)
            present = {(item.type, item.id): item for item in items_of(shown)}
        _compare(stream, tournament_id, present)
        _note(stream, tournament_id, tournament if seen else None)


def _note(stream: ResultsStream, tournament_id: UUID, tournament: Tournament | None) -> None:
    rows = stream.tournaments.filter(tournament_id=tournament_id)
    if tournament is None:
        rows.update(present=False, stale=False)
        return
    values = {
        "club_id": tournament.event.club_id,
        "sequence": tournament.sequence,
        "event_version": tournament.event.version,
        "stale": False,
        "present": True,
    }
    stream.tournaments.update_or_create(tournament_id=tournament_id, defaults=values)


def _compare(
    stream: ResultsStream, tournament_id: UUID, present: dict[tuple[str, str], Item]
) -> None:
    """Give positions to what is gone, dependants first, then to what is new or different."""
    known = {
        (item.kind, item.key): item for item in stream.items.filter(tournament_id=tournament_id)
    }
    at = now()
    new: list[StreamItem] = []
    changed: list[StreamItem] = []
    gone = [item for place, item in known.items() if place not in present and not item.deleted]
    for item in sorted(gone, key=lambda item: -item.rank):
        _change(stream, item, {}, deleted=True)
        changed.append(item)
    for place, found in present.items():
        data = json.loads(json.dumps(found.data, cls=DjangoJSONEncoder))
        old = known.get(place)
        if old is None:
            stream.position += 1
            new.append(
                StreamItem(
                    stream=stream,
                    position=stream.position,
                    tournament_id=tournament_id,
                    rank=_RANKS[found.type],
                    kind=found.type,
                    key=found.id,
                    data=data,
                    at=at,
                )
            )
        elif old.deleted or old.data != data:
            _change(stream, old, data, deleted=False)
            changed.append(old)
    StreamItem.objects.bulk_create(new, batch_size=_BATCH)
    StreamItem.objects.bulk_update(
        changed, ["position", "version", "deleted", "data", "at"], batch_size=200
    )
    stream.save(update_fields=["position"])


def _change(
    stream: ResultsStream, item: StreamItem, data: dict[str, Any], *, deleted: bool
) -> None:
    stream.position += 1
    item.position = stream.position
    item.version += 1
    item.deleted, item.data, item.at = deleted, data, now()
