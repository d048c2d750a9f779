"""Loading a list: in small transactions, resumable, and used only when it is complete.

* The file is read in a stream; each chunk of records is stored in a
  transaction of its own together with how many records are dealt with.  After
  an interruption the same file goes on there.  No lock is held in between, and
  on SQLite, which has one writer at a time, others get their turn.
* What is loaded is compared with the version in use: far fewer or more lines,
  or many that cannot be read, and it is held until somebody accepts it.
* One short transaction makes it the current version.  Lines of older versions
  are deleted afterwards, again in small transactions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, Q

from tournaments.core.clock import now
from tournaments.core.errors import Conflict
from tournaments.core.permissions import require
from tournaments.core.principal import Principal

from ..models import ListedPlayer, ListStatus, RatingList
from . import csv_mapping, fide_txt, fide_xml
from .csv_mapping import Mapping
from .rows import ListedRow, RejectedRow, Rows
from .sources import Source, fingerprint, looks_like_xml, opened
from .storing import store

CHUNK = 20_000
SMALL_CHUNK = 2_000
LEASE = timedelta(seconds=30)
MOST_REJECTED = 50
"""So many lines (or one in a hundred) may be unreadable."""
LEAST_SHARE, MOST_SHARE = 98, 105
"""Per cent of the lines of the version in use."""
SAMPLES = 20

Progress = Callable[[int, int], None]
"""Called with the bytes read and the bytes there are."""


@dataclass(frozen=True, slots=True)
class ListFile:
    """A file, of which list it is and how to read it.

    ``mapping`` says that it is a table; without one it is FIDE's.  ``kind`` is
    the rate of play of a list that has only one.
    """

    path: Path
    name: str
    as_of: date
    mapping: Mapping | None = None
    kind: str = ""

    @property
    def member(self) -> str:
        return self.mapping.member if self.mapping else ""

    def format(self) -> str:
        """The name of the format."""
        if self.mapping is not None:
            return csv_mapping.FORMAT
        return fide_xml.FORMAT if looks_like_xml(self.path, self.member) else fide_txt.FORMAT

    def rows(self, source: Source, format: str) -> Rows:
        """The records of the opened file."""
        if self.mapping is not None:
            return csv_mapping.read(source, self.mapping)
        if format == fide_xml.FORMAT:
            return fide_xml.read(source, kind=self.kind)
        return fide_txt.read(source, kind=self.kind)


def import_rating_list(
    *,
    actor: Principal,
    file: ListFile,
    accept: bool = False,
    progress: Progress | None = None,
) -> RatingList:
    """Load a list and use it (the system and superusers).

    The same file again changes nothing; after an interruption it goes on.
    ``accept`` also uses a list that looks implausible.

    Raises ``Forbidden``, ``Invalid("rating_list.*")`` for a file that cannot be
    read, ``Conflict("rating_list.loading")`` while somebody else loads it, and
    ``Conflict("rating_list.implausible")``: then it is loaded, but not used.
    """
    require(actor, "rating_lists.import")
    format = file.format()
    version = _begin(file, format)
    if version.status == ListStatus.CURRENT:
        return version
    _claim(version)
    try:
        if version.status == ListStatus.LOADING:
            with opened(file.path, file.member) as source:
                _load(version, file.rows(source, format), source, progress)
        _use(version, accept)
    finally:
        RatingList.objects.filter(pk=version.pk).update(lease_until=None)
    drop_unused(version.name)
    version.refresh_from_db()
    return version


def _begin(file: ListFile, format: str) -> RatingList:
    """The version that this file is, new or begun earlier."""
    with opened(file.path, file.member) as source:
        next(file.rows(source, format), None)
    version, _ = RatingList.objects.exclude(status=ListStatus.SUPERSEDED).get_or_create(
        name=file.name,
        as_of=file.as_of,
        source_sha256=fingerprint(file.path),
        defaults={"format": format, "source": file.path.name[:200]},
    )
    return version


def _claim(version: RatingList) -> None:
    """Nobody else loads this version meanwhile.  Raises ``Conflict("rating_list.loading")``."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lt=now())
    taken = RatingList.objects.filter(free, pk=version.pk).update(lease_until=now() + LEASE)
    if not taken:
        raise Conflict("rating_list.loading", list=version.name)


def _load(version: RatingList, records: Rows, source: Source, progress: Progress | None) -> None:
    """Store what is not stored yet, chunk by chunk."""
    for chunk in _chunks(islice(records, version.rows_read, None)):
        good = [row for row in chunk if isinstance(row, ListedRow)]
        bad = [row for row in chunk if isinstance(row, RejectedRow)]
        with transaction.atomic():
            store(version.pk, good)
            _note(version, len(chunk), bad)
        if progress is not None:
            progress(source.done, source.total)
        if connection.vendor == "sqlite":
            # The next transaction of somebody else comes before our next one.
            time.sleep(0.02)


def chunk_size() -> int:
    """Records per transaction: few where a transaction keeps everybody else from writing."""
    return CHUNK if connection.vendor == "postgresql" else SMALL_CHUNK


def _chunks(records: Iterator[Any]) -> Iterator[list[Any]]:
    while chunk := list(islice(records, chunk_size())):
        yield chunk


def _note(version: RatingList, read: int, bad: list[RejectedRow]) -> None:
    """How far the file is dealt with, in the transaction of the rows themselves."""
    samples = [*version.rejected, *(row.as_json() for row in bad)][:SAMPLES]
    kept = RatingList.objects.filter(pk=version.pk, status=ListStatus.LOADING).update(
        rows_read=F("rows_read") + read,
        rows_rejected=F("rows_rejected") + len(bad),
        rejected=samples,
        lease_until=now() + LEASE,
        updated_at=now(),
    )
    if not kept:
        raise Conflict("rating_list.loading", list=version.name)
    version.rejected = samples


def _use(version: RatingList, accept: bool) -> None:
    """Make a complete version the current one, if it is plausible or accepted."""
    version.refresh_from_db()
    version.rows_stored = version.players.count()
    version.rows_repeated = version.rows_read - version.rows_rejected - version.rows_stored
    version.save(update_fields=["rows_stored", "rows_repeated"])
    faults = implausible(version)
    if faults and not accept:
        RatingList.objects.filter(pk=version.pk).update(status=ListStatus.HELD)
        raise Conflict("rating_list.implausible", **faults)
    with transaction.atomic():
        others = RatingList.objects.select_for_update().filter(
            name=version.name, status=ListStatus.CURRENT
        )
        others.update(status=ListStatus.SUPERSEDED, version=F("version") + 1, updated_at=now())
        RatingList.objects.filter(pk=version.pk).update(
            status=ListStatus.CURRENT,
            finished_at=now(),
            version=F("version") + 1,
            updated_at=now(),
        )


def implausible(version: RatingList) -> dict[str, Any]:
    """What speaks against using a version; empty if nothing does."""
    current = RatingList.objects.current(version.name)
    before = current.rows_stored if current else None
    rejected = version.rows_rejected
    too_many = rejected >= MOST_REJECTED and rejected * 100 > version.rows_read
    size = version.rows_stored * 100
    wrong_size = before is not None and not before * LEAST_SHARE <= size <= before * MOST_SHARE
    if not (too_many or wrong_size or not version.rows_stored):
        return {}
    return {
        "rows": version.rows_stored,
        "before": before,
        "rejected": rejected,
        "samples": version.rejected[:3],
    }


def drop_unused(name: str) -> None:
    """Delete the lines of versions of a list that nobody will use, a few at a time.

    Versions that were begun and given up go with them; superseded ones stay as
    a record of what was used when.
    """
    given_up = Q(status__in=(ListStatus.LOADING, ListStatus.HELD)) & (
        Q(lease_until__isnull=True) | Q(lease_until__lt=now())
    )
    unused = RatingList.objects.filter(Q(status=ListStatus.SUPERSEDED) | given_up, name=name)
    for version in unused:
        _drop_rows(version.pk)
        if version.status != ListStatus.SUPERSEDED:
            version.delete()


def _drop_rows(list_id: UUID) -> None:
    rows = ListedPlayer.objects.filter(list_id=list_id).order_by("pk")
    while keys := list(rows.values_list("pk", flat=True)[: chunk_size()]):
        ListedPlayer.objects.filter(pk__in=keys).delete()
