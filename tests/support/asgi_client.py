"""A client of an ASGI application in the same process."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field


@dataclass
class Connection:
    """One request: what was sent so far, and when the client hangs up."""

    path: str
    headers: dict[str, str] = field(default_factory=dict)
    status: int | None = None
    answered: dict[str, str] = field(default_factory=dict)
    data: bytes = b""
    ended: bool = False

    def __post_init__(self) -> None:
        self._gone = asyncio.Event()
        self._news = asyncio.Event()
        self._asked = False
        self.stuck = False

    def open(self, application) -> Connection:
        """Begin the request."""
        path, _, query = self.path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (b"host", b"testserver"),
                *((k.encode(), v.encode()) for k, v in self.headers.items()),
            ],
            "server": ("testserver", 80),
            "client": ("127.0.0.1", 1),
        }
        self.task = asyncio.create_task(application(scope, self._receive, self._send))
        return self

    async def _receive(self) -> dict:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict) -> None:
        if self.stuck:
            await asyncio.Future()
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.answered = {k.decode().lower(): v.decode() for k, v in message["headers"]}
        else:
            self.data += message.get("body", b"")
            self.ended = not message.get("more_body", False)
        self._news.set()

    def hang_up(self) -> None:
        self._gone.set()

    async def until(self, condition, seconds: float = 20) -> None:
        """Wait for something about this connection."""
        async with asyncio.timeout(seconds):
            while not condition(self):
                self._news.clear()
                await self._news.wait()

    async def end(self) -> None:
        """Until the answer is complete."""
        async with asyncio.timeout(30):
            await asyncio.wait({self.task})

    @property
    def events(self) -> list[tuple[str, str, dict]]:
        """``(event, id, data)`` of every complete event."""
        found = []
        for block in self.data.decode().split("\n\n")[:-1]:
            fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
            if "event" in fields:
                found.append((fields["event"], fields["id"], json.loads(fields["data"])))
        return found

    @property
    def pages(self) -> list[dict]:
        """What the events ``changes`` held."""
        return [data for name, _, data in self.events if name == "changes"]

    @property
    def heartbeats(self) -> int:
        return self.data.split(b"\n\n").count(b": ka")

    def json(self) -> dict:
        return json.loads(self.data)
