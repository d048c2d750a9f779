"""What it takes to keep apps in step: 304s, polls of the change feed, bootstrap, live streams.

    python -m tests.bench.bench_sync [--seconds 4] [--players 300] [--rounds 9] [--streams 5000]

Requests a second are those of one process of gunicorn with one thread, side by side with
those of a bare Django view with one query (:mod:`tests.bench.bare`) in a process of the same
kind; the two take turns, so the ratio holds whatever else the machine does meanwhile.
Streams are held on one ASGI process started as in production.  Works in a PostgreSQL
database of its own; nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests.bench.bench_results import free_port
from tests.bench.bench_server import Bench, Clock, database, played, start_django
from tests.paths import ROOT

TURNS = 4
HOST = "testserver"
WSGI = ("--workers", "1", "--worker-class", "gthread", "--threads", "1")
ASGI = ("-k", "asgi", "--workers", "1", "--worker-connections", "12000", "--graceful-timeout", "5")
AT_ONCE = 64
"""How many streams are opened at the same time."""
PATIENCE_SECONDS = 60.0


@contextlib.contextmanager
def served(application: str, *options: str, **variables: str) -> Iterator[tuple[int, int]]:
    """Port and process id of gunicorn with one worker, until the block ends."""
    port = free_port()
    command = [
        *(sys.executable, "-m", "gunicorn", application, *options),
        *("--bind", f"127.0.0.1:{port}", "--backlog", "4096", "--keep-alive", "75"),
        *("--no-control-socket", "--log-level", "error"),
    ]
    server = subprocess.Popen(command, cwd=ROOT, env=os.environ | variables)
    try:
        _wait_for(port)
        yield port, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(60)


def _wait_for(port: int) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError):
            probe = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            probe.request("GET", "/livez", headers={"Host": HOST})
            if probe.getresponse().status == 200:
                return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


# --- Requests a second ---------------------------------------------------------------------------


@dataclass
class Asked:
    """One request that is sent over and over on one connection, and how often it was answered."""

    name: str
    port: int
    path: str
    headers: dict[str, str]
    status: int = 304
    answered: int = 0
    seconds: float = 0.0
    connection: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.headers = {"Host": HOST, **self.headers}

    def once(self) -> http.client.HTTPResponse:
        """One answer, read whole."""
        self.connection.request("GET", self.path, headers=self.headers)
        answer = self.connection.getresponse()
        answer.read()
        return answer

    def know(self) -> None:
        """From now on this is what the caller has."""
        answer = self.once()
        tag = answer.headers["ETag"]
        if tag is None:
            raise SystemExit(f"{self.path}: {answer.status}, no tag")
        self.headers["If-None-Match"] = tag

    def for_seconds(self, seconds: float) -> None:
        """Ask as often as that goes."""
        begun = now = time.perf_counter()
        while now - begun < seconds:
            status = self.once().status
            if status != self.status:
                raise SystemExit(f"{self.path}: {status} instead of {self.status}")
            self.answered += 1
            now = time.perf_counter()
        self.seconds += now - begun

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answered / self.seconds


def requests(made: Made, port: int) -> list[Asked]:
    """What is asked of the server: what an app asks again and again."""
    tournament = f"/api/v1/tournaments/{made.tournament}"
    paths = {
        "tournament": tournament,
        "boards": f"/api/v1/rounds/{made.round}/boards",
        "entries": f"{tournament}/entries",
        "standings": f"{tournament}/standings",
        "bootstrap": f"{tournament}/bootstrap",
        "clubs": "/api/v1/clubs",
    }
    signed_in = {"Authorization": f"Bearer {made.tokens[0]}"}
    found = []
    for who, headers in (("", {}), (", signed in", signed_in)):
        for name, path in paths.items():
            found.append(Asked(f"304 of {name}{who}", port, path, dict(headers)))
            found[-1].know()
        poll = f"{tournament}/changes?since={made.next_of(headers)}"
        found.append(Asked(f"poll without news{who}", port, poll, dict(headers), status=200))
    return found


def measure_requests(made: Made, seconds: float) -> None:
    """Everything in turn, the bare view with each."""
    with served("config.wsgi", *WSGI) as (port, _), served("tests.bench.bare", *WSGI) as (other, _):
        bare = Asked("bare view, one query", other, f"/{made.tournament}", {})
        bare.know()
        asked = requests(made, port)
        for each in (bare, *asked):
            each.for_seconds(0.3)
            each.answered, each.seconds = 0, 0.0
        for _ in range(TURNS):
            for each in asked:
                bare.for_seconds(seconds / TURNS / len(asked))
                each.for_seconds(seconds / TURNS)
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"\nrequests a second on one thread, {os.cpu_count()} processors, load {load}")
    for each in (bare, *asked):
        print(f"{each.name:<34}{each.rate:>8.0f}/s   bare view x {bare.rate / each.rate:.1f}")


# --- Bootstrap -----------------------------------------------------------------------------------


def measure_bootstrap(made: Made) -> None:
    """How many bytes a whole tournament is, and how long it takes to read."""
    path = f"tournaments/{made.tournament}/bootstrap"
    begun = time.perf_counter()
    plain = made.bench.call("GET", path).content
    took = time.perf_counter() - begun
    packed = made.bench.call("GET", path, accept_encoding="gzip").content
    print(
        f"\nbootstrap of {made.players} players, {made.rounds} rounds: {len(plain):,} bytes, "
        f"{len(packed):,} packed, read in {1000 * took:.0f} ms"
    )


# --- Live streams --------------------------------------------------------------------------------


class Stream(asyncio.Protocol):
    """A client that waits: it notes when it was let in and when it was told something."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._tail = b""
        self.ready: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.told_at = 0.0
        self.lost = False

    def connection_made(self, transport: Any) -> None:
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        text = self._tail + data
        self._tail = text[-20:]
        if not self.ready.done() and b"event: ready" in text:
            self.ready.set_result(True)
        if not self.told_at and b"event: changes" in text:
            self.told_at = time.perf_counter()

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.ready.done():
            self.ready.set_result(False)


async def opened(port: int, path: str, tokens: list[str], count: int) -> list[Stream]:
    """So many streams, every second one signed in, those that were let in."""
    gate = asyncio.Semaphore(AT_ONCE)
    loop = asyncio.get_running_loop()

    async def open_one(number: int) -> Stream | None:
        lines = [f"GET {path} HTTP/1.1", f"Host: {HOST}", "Accept: text/event-stream"]
        if number % 2:
            lines.append(f"Authorization: Bearer {tokens[number // 2 % len(tokens)]}")
        request = "\r\n".join([*lines, "", ""]).encode()
        async with gate:
            _, stream = await loop.create_connection(lambda: Stream(request), "127.0.0.1", port)
            async with asyncio.timeout(PATIENCE_SECONDS):
                return stream if await stream.ready else None

    found = await asyncio.gather(*(open_one(number) for number in range(count)))
    return [each for each in found if each is not None]


async def told(streams: list[Stream], change: Any) -> list[float]:
    """Seconds from a change's commit until each stream had it."""
    committed = await asyncio.to_thread(change)
    until = time.perf_counter() + PATIENCE_SECONDS
    while time.perf_counter() < until:
        if all(each.told_at or each.lost for each in streams):
            break
        await asyncio.sleep(0.02)
    found = sorted(each.told_at - committed for each in streams if each.told_at)
    for each in streams:
        each.told_at = 0.0
    return found


async def stream(made: Made, port: int, worker: int, count: int) -> None:
    """Hold them, watch the process, change something, and print."""
    path = f"/api/v1/tournaments/{made.tournament}/events"
    (warm,) = await opened(port, path, made.tokens, 1)
    before = memory(worker)
    begun = time.perf_counter()
    streams = [warm, *await opened(port, path, made.tokens, count - 1)]
    took = time.perf_counter() - begun
    await asyncio.sleep(2)
    per_stream = (memory(worker) - before) / max(1, len(streams) - 1)
    busy = processor(worker)
    await asyncio.sleep(20)
    idle = (processor(worker) - busy) / 20
    held = sum(not each.lost for each in streams)
    print(
        f"\nlive streams: {held} of {count} held on one process, opened in {took:.0f} s"
        f" ({len(streams) / took:.0f}/s), {per_stream / 1024:.1f} kB each"
    )
    threads, connections = threads_of(worker), await asyncio.to_thread(made.connections)
    print(f"while they wait: {threads} threads, {connections}, {100 * idle:.0f} % of a processor")
    for name, change in (("first", made.enter_result), ("second", made.enter_result)):
        times = await told(streams, change)
        line = f"{name} change: had by {len(times)}"
        if times:
            line += (
                f", by half after {times[len(times) // 2]:.2f} s, by all after {times[-1]:.2f} s"
            )
        print(line, flush=True)


def memory(process: int) -> int:
    """Bytes of physical memory."""
    return 1024 * int(_status(process, "VmRSS").split()[0])


def threads_of(process: int) -> int:
    """How many threads it has."""
    return int(_status(process, "Threads"))


def _status(process: int, name: str) -> str:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return line.split(":")[1]
    raise SystemExit(f"/proc/{process}/status has no {name}")


def processor(process: int) -> float:
    """Seconds of processor time so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def worker_of(master: int) -> int:
    """The one worker of gunicorn."""
    (child,) = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    return int(child)


def measure_streams(made: Made, count: int) -> None:
    """All streams at once on one ASGI process; files enough for both ends."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if most != resource.RLIM_INFINITY and most < count + 200:
        count = most - 200
        print(f"only {count} streams: this machine allows a process {most} files")
    with served("config.asgi", *ASGI, CONN_MAX_AGE="0") as (port, master):
        asyncio.run(stream(made, port, worker_of(master), count))


# --- What it is measured on ----------------------------------------------------------------------


class Made:
    """A tournament with a round going on, its arbiter, and people who look at it."""

    def __init__(self, players: int, rounds: int, readers: int) -> None:
        self.players, self.rounds = players, rounds
        self.bench = Bench(Clock())
        call = self.bench.call
        self.tournament = self.bench._store(played(players, rounds - 1))
        found = call("GET", f"tournaments/{self.tournament}/rounds?number={rounds}").json()
        self.round = found["data"][0]["id"]
        if call("POST", f"rounds/{self.round}/pair").json()["status"] != "done":
            raise SystemExit("the round could not be paired")
        call("POST", f"rounds/{self.round}/publish")
        boards = self.bench._all(f"rounds/{self.round}/boards")
        self._open = [each["id"] for each in boards if each["black"]]
        # Apps look at rounds with results: all boards but a few have one.
        while len(self._open) > 10:
            self.enter_result()
        call("GET", f"tournaments/{self.tournament}/standings")
        self.tokens = self._signed_in(readers)

    def _signed_in(self, readers: int) -> list[str]:
        from knox.models import get_token_model

        from tests.factories import make_user

        tokens = get_token_model().objects
        return [tokens.create(user=make_user())[1] for _ in range(readers)]

    def enter_result(self) -> float:
        """Enter the next result; when its transaction was committed."""
        board = self._open.pop()
        self.bench.call("PATCH", f"boards/{board}", {"result": "1-0"}, if_match="*")
        return time.perf_counter()

    def next_of(self, headers: dict[str, str]) -> str:
        """Where the change feed is for whoever sends these headers."""
        from django.test import Client

        answer = Client().get(f"/api/v1/tournaments/{self.tournament}/bootstrap", headers=headers)
        return str(answer.json()["next"])

    def connections(self) -> str:
        """What others than this process have open in the database."""
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*), count(*) FILTER (WHERE query LIKE 'LISTEN%%')"
                " FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            everything, listening = cursor.fetchone()
        return f"{everything} database connections, {listening} of them listening"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=4, help="for each request (default 4)")
    parser.add_argument("--players", type=int, default=300, help="in the field (default 300)")
    parser.add_argument("--rounds", type=int, default=9, help="the round going on (default 9)")
    parser.add_argument("--streams", type=int, default=5000, help="live streams (default 5000)")
    args = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder, database() as url:
            start_django(url, folder)
            os.environ["THROTTLE_ANONYMOUS"] = os.environ["THROTTLE_USER"]
            made = Made(args.players, args.rounds, readers=500)
            measure_bootstrap(made)
            measure_requests(made, args.seconds)
            if args.streams:
                measure_streams(made, args.streams)
            _close_connections()
    except psycopg.OperationalError as error:
        print(f"left out: PostgreSQL does not answer ({str(error).splitlines()[0]})")


def _close_connections() -> None:
    from django.db import connections

    connections.close_all()


if __name__ == "__main__":
    sys.exit(main())
