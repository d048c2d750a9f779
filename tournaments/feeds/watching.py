"""Who waits for a change of a tournament is woken when there is one.

One thread per process, started when somebody waits and ended when nobody has
for a while.  On PostgreSQL it listens (``NOTIFY`` is sent by the transaction
of the change and delivered at its commit) on one connection of its own;
elsewhere, and while that connection is lost, it compares sequence numbers once
a second in one query.  Waiting costs no database connection.

Waking up for nothing is allowed; who was woken looks for himself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

import psycopg
import structlog
from django.db import DatabaseError, close_old_connections, connection, connections

from tournaments.core.models import ChangeLogEntry
from tournaments.events.models import Tournament

log = structlog.get_logger("tournaments.feeds")

CHANNEL = "tournament_changes"
POLL_SECONDS = 1.0
RECONNECT_SECONDS = 5.0
LINGER_SECONDS = 10.0
"""How long the thread stays when nobody waits."""
CHECK_SECONDS = 15.0
"""A listener polls this often all the same: a dead connection can look alive."""
_CHUNK = 500

Wake = Callable[[], object]


def announce(change: ChangeLogEntry, tournament: Tournament) -> None:
    """Tell the watchers of all processes, at commit; equal notices of a transaction are one."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(tournament.pk)])


class Watcher:
    """Wakes those who watch a tournament; safe to use from every thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._watched: dict[UUID, set[Wake]] = {}
        self._sequences: dict[UUID, int] = {}
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._deserted_at = 0.0

    @contextmanager
    def watching(self, tournament_id: UUID, wake: Wake) -> Iterator[None]:
        """Call ``wake`` (from the watcher's thread) after every change from now on."""
        self._add(tournament_id, wake)
        try:
            yield
        finally:
            self._remove(tournament_id, wake)

    def is_watched(self, tournament_id: UUID) -> bool:
        """Whether anybody watches this tournament in this process."""
        with self._changed:
            return tournament_id in self._watched

    def stop(self) -> None:
        """End the thread and its connections; the next one to watch starts it again."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join()

    def _add(self, tournament_id: UUID, wake: Wake) -> None:
        with self._changed:
            self._watched.setdefault(tournament_id, set()).add(wake)
            # Not known to be current: the first look wakes whoever asked before it.
            self._sequences.pop(tournament_id, None)
            if self._thread is None:
                self._stopping = False
                self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def _remove(self, tournament_id: UUID, wake: Wake) -> None:
        with self._changed:
            wakes = self._watched[tournament_id]
            wakes.discard(wake)
            if not wakes:
                del self._watched[tournament_id]
                self._sequences.pop(tournament_id, None)
                self._deserted_at = time.monotonic()

    def _run(self) -> None:
        try:
            while self._is_wanted():
                try:
                    self._listen() if connection.vendor == "postgresql" else self._poll_for(None)
                except (DatabaseError, psycopg.Error) as error:
                    log.warning("watcher_disconnected", error=str(error))
                    self._poll_for(RECONNECT_SECONDS)
        finally:
            connections.close_all()

    def _is_wanted(self) -> bool:
        """Whether the thread goes on; one that does not is forgotten here."""
        with self._changed:
            if self._is_over():
                self._thread = None
            return self._thread is not None

    def _is_over(self) -> bool:
        """Told to stop, or nobody has watched for a while."""
        deserted = not self._watched and time.monotonic() - self._deserted_at > LINGER_SECONDS
        return self._stopping or deserted

    def _listen(self) -> None:
        """Wake on notices, until that is over."""
        listener = connection.copy()
        try:
            listener.ensure_connection()
            raw = listener.connection
            raw.execute(f"LISTEN {CHANNEL}")
            checked = -CHECK_SECONDS
            while not self._is_over():
                if time.monotonic() - checked >= CHECK_SECONDS:
                    checked = time.monotonic()
                    self._poll()
                for notice in raw.notifies(timeout=POLL_SECONDS, stop_after=1):
                    self._wake([UUID(notice.payload)])
        finally:
            listener.close()

    def _poll_for(self, seconds: float | None) -> None:
        """Compare sequence numbers once a second, until that is over or the time is up."""
        started = time.monotonic()
        while not self._is_over():
            try:
                self._poll()
            except DatabaseError as error:
                log.warning("watcher_cannot_poll", error=str(error))
            if seconds is not None and time.monotonic() - started >= seconds:
                return
            with self._changed:
                self._changed.wait_for(lambda: self._stopping, POLL_SECONDS)

    def _poll(self) -> None:
        """Wake those whose tournament is at another change than when it was last looked at."""
        close_old_connections()
        with self._changed:
            watched = list(self._watched)
        found: dict[UUID, int] = {}
        for start in range(0, len(watched), _CHUNK):
            rows = Tournament.objects.filter(pk__in=watched[start : start + _CHUNK])
            found |= dict(rows.values_list("pk", "sequence"))
        with self._changed:
            moved = [pk for pk in watched if self._sequences.get(pk) != found.get(pk)]
            self._sequences |= {pk: found[pk] for pk in moved if pk in self._watched & found.keys()}
        self._wake(moved)

    def _wake(self, tournament_ids: list[UUID]) -> None:
        with self._changed:
            wakes = [wake for pk in tournament_ids for wake in self._watched.get(pk, ())]
        for wake in wakes:
            wake()


watcher = Watcher()
"""The watcher of this process."""
