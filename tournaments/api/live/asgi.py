"""The ASGI application: Django, and before it what is held open without Django."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler

from tournaments.feeds.watching import watcher

from ..rest.v1.feed import HELD, MAX_WAIT_SECONDS
from .broadcast import Accepted, Hub, Receive, Scope, Send

OPENING = "tournaments.opening"
"""In the scope of a request for a stream: where Django says that it may be opened."""
ROUTE = re.compile(r"/api/v1/tournaments/(?P<id>[0-9a-f-]{36})/(?P<what>changes|events)")
STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


@dataclass(slots=True)
class Opening:
    """A stream to be opened; ``accepted`` is set by the view if that may be."""

    is_full: bool
    accepted: Accepted | None = None


@dataclass(slots=True)
class Answer:
    """What Django answered, kept until it is known whether it is sent."""

    start: Mapping[str, Any] = field(default_factory=dict)
    bodies: list[Mapping[str, Any]] = field(default_factory=list)

    @property
    def status(self) -> int:
        return int(self.start["status"])

    async def keep(self, message: Mapping[str, Any]) -> None:
        """An ASGI ``send``."""
        if message["type"] == "http.response.start":
            self.start = message
        else:
            self.bodies.append(message)

    async def send(self, send: Send) -> None:
        """Send it after all."""
        for message in (self.start, *self.bodies):
            await send(message)


class LiveApplication:
    """Streams and long polls are held here, everything else is Django's."""

    def __init__(self, django: ASGIHandler) -> None:
        self._django = django
        self.hub = Hub()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        route = ROUTE.fullmatch(scope["path"]) if scope.get("method") == "GET" else None
        if route is not None and route["what"] == "events":
            await self._stream(scope, receive, send)
        elif route is not None and (wait := _wait_of(scope)):
            await self._hold(UUID(route["id"]), wait, scope, receive, send)
        else:
            await self._django(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Begin and end of the process."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                await self.hub.close()
                await asyncio.to_thread(watcher.stop)
                await send({"type": "lifespan.shutdown.complete"})
                return
            await send({"type": "lifespan.startup.complete"})

    async def _ask(self, scope: Scope, **marks: Any) -> Answer:
        """What Django answers to this request now."""
        answer = Answer()
        await self._django({**scope, **marks}, _no_body(), answer.keep)
        return answer

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        opening = Opening(is_full=self.hub.connections >= settings.LIVE_MAX_CONNECTIONS)
        answer = await self._ask(scope, **{OPENING: opening})
        if opening.accepted is None:
            await answer.send(send)
            return
        replaced = {name for name, _ in STREAM_HEADERS} | {b"content-length"}
        kept = [(k, v) for k, v in answer.start["headers"] if k.lower() not in replaced]
        await send({**answer.start, "headers": [*kept, *STREAM_HEADERS]})
        await self.hub.follow(opening.accepted, receive, send)

    async def _hold(
        self, tournament_id: UUID, wait: int, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """A long poll: Django is asked again whenever the tournament has changed."""
        deadline = time.monotonic() + wait
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()
        gone = asyncio.create_task(_until_gone(receive))
        try:
            with watcher.watching(tournament_id, lambda: loop.call_soon_threadsafe(changed.set)):
                answer = await self._ask(scope, **{HELD: True})
                while answer.status == 204 and await _is_due(changed, gone, deadline):
                    changed.clear()
                    answer = await self._ask(scope, **{HELD: True})
            if not gone.done():
                await answer.send(send)
        finally:
            gone.cancel()


async def _is_due(changed: asyncio.Event, gone: asyncio.Task[None], deadline: float) -> bool:
    """Whether to ask again: something happened in time, and the client is still there."""
    waiting = asyncio.create_task(changed.wait())
    try:
        await asyncio.wait(
            {waiting, gone},
            timeout=max(0.0, deadline - time.monotonic()),
            return_when=asyncio.FIRST_COMPLETED,
        )
        return waiting.done() and not gone.done()
    finally:
        waiting.cancel()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _wait_of(scope: Scope) -> int:
    """Seconds that a request for changes is to be held; 0 if Django is to answer at once."""
    given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("wait", [])
    text = given[0] if len(given) == 1 else ""
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        return 0
    return int(text) if int(text) <= MAX_WAIT_SECONDS else 0


def _no_body() -> Receive:
    """An ASGI ``receive`` of a request without body, whose client stays."""
    messages: list[Mapping[str, Any]] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Mapping[str, Any]:
        if messages:
            return messages.pop()
        await asyncio.Future()
        raise AssertionError("never happens")

    return receive
