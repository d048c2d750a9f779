"""One reader per tournament and view, whatever the number of listeners.

A group reads the feed when its tournament has changed and gives the same bytes
to everybody who follows it in the same view.  Before anything is given out,
and at least every :data:`CHECK_SECONDS`, it is asked who of them may still see
it; the others' streams end.

All database work of a process is done by one thread, on one connection.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import structlog
from django.db import close_old_connections, connections
from rest_framework.renderers import JSONRenderer

from tournaments.events.models import Tournament
from tournaments.feeds.changes import read_changes
from tournaments.feeds.readers import Reader
from tournaments.feeds.tokens import Position, write_token
from tournaments.feeds.watching import watcher

from ..rest.v1.feed import page_body
from .access import Caller, views_of

log = structlog.get_logger("tournaments.live")

HEARTBEAT_SECONDS = 15.0
CHECK_SECONDS = 15.0
PAUSE_SECONDS = 0.2
"""Between two readings of a group: a burst of results is a few events, not hundreds."""
RETRY_MILLISECONDS = 5000
MAX_WAITING_BYTES = 1_000_000
"""A listener that does not take so much is let go; it resumes where it was."""
HEARTBEAT = b": ka\n\n"

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Accepted:
    """A connection that may listen: what Django found out about it."""

    reader: Reader
    position: Position
    caller: Caller


class Listener:
    """One connection: what it is still to be sent."""

    __slots__ = ("_ready", "_waiting", "_waiting_bytes", "caller", "is_closed", "task")

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.is_closed = False
        self.task = asyncio.current_task()
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._ready = asyncio.Event()

    def put(self, message: bytes) -> None:
        """Send this next; who is too far behind is let go."""
        self._waiting.append(message)
        self._waiting_bytes += len(message)
        self._ready.set()
        if self._waiting_bytes > MAX_WAITING_BYTES and self.task is not None:
            self.is_closed = True
            self.task.cancel()

    def close(self) -> None:
        """End the stream after what is still to be sent."""
        self.is_closed = True
        self._ready.set()

    async def next(self) -> bytes | None:
        """The next message, a heartbeat if there is none for a while, ``None`` at the end."""
        if not self._waiting and not self.is_closed:
            self._ready.clear()
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._ready.wait()
            except TimeoutError:
                return HEARTBEAT
        if not self._waiting:
            return None
        message = self._waiting.popleft()
        self._waiting_bytes -= len(message)
        return message


@dataclass(frozen=True, slots=True)
class News:
    """Who may still listen, what is new, and up to which change that is."""

    allowed: frozenset[Caller]
    events: list[bytes]
    sequence: int


def read_news(reader: Reader, since: int, callers: frozenset[Caller]) -> News:
    """Ask again who may listen, then read what they missed (runs in the database thread)."""
    close_old_connections()
    views = views_of(reader.tournament.pk, callers)
    allowed = frozenset(caller for caller, view in views.items() if view == reader.sees_unpublished)
    if not allowed:
        return News(allowed, [], since)
    events, position = _events(reader, Position(since))
    return News(allowed, events, position.since)


def read_missed(reader: Reader, position: Position) -> list[bytes]:
    """What a client missed while it was away (runs in the database thread)."""
    close_old_connections()
    return _events(reader, position)[0]


def _events(reader: Reader, position: Position) -> tuple[list[bytes], Position]:
    tournament = Tournament.objects.get(pk=reader.tournament.pk)
    reader = Reader(tournament, reader.sees_unpublished)
    events: list[bytes] = []
    while True:
        page = read_changes(reader, position)
        position = page.position
        if page.items:
            body = page_body(reader, page)
            events.append(_event("changes", body["next"], JSONRenderer().render(body)))
        if not page.has_more:
            return events, position


def _event(name: str, id: str, data: bytes) -> bytes:
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (id.encode(), name.encode(), data)


def greeting(accepted: Accepted) -> bytes:
    """How a stream begins: when to come back, and from where if nothing happens until then."""
    token = write_token(accepted.reader, accepted.position)
    data = JSONRenderer().render({"next": token})
    return b"retry: %d\n\n" % RETRY_MILLISECONDS + _event("ready", token, data)


@dataclass(eq=False)
class Group:
    """Everybody who follows one tournament in one view; ``sequence`` is what they have."""

    hub: Hub
    reader: Reader
    sequence: int
    listeners: set[Listener] = field(default_factory=set)
    task: asyncio.Task[None] | None = None
    _missed: dict[Position, asyncio.Task[list[bytes]]] = field(default_factory=dict)

    async def run(self) -> None:
        """Read and give out until nobody listens."""
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()
        wake = lambda: loop.call_soon_threadsafe(changed.set)  # noqa: E731
        with watcher.watching(self.reader.tournament.pk, wake):
            while self.listeners:
                try:
                    async with asyncio.timeout(CHECK_SECONDS):
                        await changed.wait()
                except TimeoutError:
                    pass
                changed.clear()
                try:
                    await self._give_out()
                except Exception:
                    # The database may be away for a moment; the listeners stay.
                    log.exception("live_cannot_read", tournament=str(self.reader.tournament.pk))
                await asyncio.sleep(PAUSE_SECONDS)
        self.hub.forget(self)

    async def _give_out(self) -> None:
        callers = frozenset(listener.caller for listener in self.listeners)
        news = await self.hub.in_thread(read_news, self.reader, self.sequence, callers)
        if news.sequence != self.sequence:
            self.sequence = news.sequence
            self._missed.clear()
        for listener in list(self.listeners):
            # Who joined while this was read has not been asked about; the next round does.
            if listener.caller in callers and listener.caller not in news.allowed:
                listener.close()
                continue
            for event in news.events:
                listener.put(event)

    async def missed(self, position: Position) -> list[bytes]:
        """What a client that comes back has missed; read once for all that were away as long."""
        if position == Position(self.sequence):
            return []
        if position not in self._missed:
            reading = self.hub.in_thread(read_missed, self.reader, position)
            self._missed[position] = asyncio.ensure_future(reading)
        try:
            return await asyncio.shield(self._missed[position])
        except Exception:
            # The client tries again, and then it is read again.
            self._missed.pop(position, None)
            raise


class Hub:
    """All streams of this process."""

    def __init__(self) -> None:
        self._groups: dict[tuple[UUID, bool], Group] = {}
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")

    @property
    def connections(self) -> int:
        """How many listen."""
        return sum(len(group.listeners) for group in self._groups.values())

    async def in_thread(self, work: Callable[..., Any], *args: Any) -> Any:
        """Run database work in the one thread for it."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)

    def forget(self, group: Group) -> None:
        """A group that nobody is in."""
        self._groups.pop((group.reader.tournament.pk, group.reader.sees_unpublished), None)

    async def close(self) -> None:
        """End all streams; clients come back to another process."""
        for group in list(self._groups.values()):
            for listener in list(group.listeners):
                listener.close()
            if group.task is not None:
                group.task.cancel()
        self._groups.clear()
        await self.in_thread(connections.close_all)

    async def follow(self, accepted: Accepted, receive: Receive, send: Send) -> None:
        """Send what happens until the client goes, or may not listen any more."""
        listener = Listener(accepted.caller)
        group = self._join(accepted, listener)
        parting = asyncio.create_task(_until_gone(receive, listener))
        try:
            await send(_body(greeting(accepted)))
            for event in await group.missed(accepted.position):
                await send(_body(event))
            while (message := await listener.next()) is not None:
                await send(_body(message))
        except asyncio.CancelledError:
            if not listener.is_closed:
                raise
            # It takes nothing any more, so its stream cannot be ended properly either.
            return
        finally:
            parting.cancel()
            group.listeners.discard(listener)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _join(self, accepted: Accepted, listener: Listener) -> Group:
        reader = accepted.reader
        key = (reader.tournament.pk, reader.sees_unpublished)
        group = self._groups.get(key)
        if group is None or group.task is None or group.task.done():
            group = self._groups[key] = Group(self, reader, reader.tournament.sequence)
        # Whatever is given out from now on is kept for the listener while it catches up.
        group.listeners.add(listener)
        if group.task is None:
            group.task = asyncio.create_task(group.run())
        return group


async def _until_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()


def _body(data: bytes) -> Mapping[str, Any]:
    return {"type": "http.response.body", "body": data, "more_body": True}
