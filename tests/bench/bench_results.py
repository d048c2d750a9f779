"""How long a result takes while many come in: 50 a second, four processes, PostgreSQL.

    python -m tests.bench.bench_results [--seconds 20] [--rate 50] [--players 200] [--rounds 5]

Requests start on the clock whether or not earlier ones are answered, so a
server that falls behind is seen to.  Beside it stands a bare insert with its
own commit at the same rate on the same server: the ratio of the two says what
the result costs whatever the machine.  Works in a database of its own; nothing
is asserted.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import queue
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any
from uuid import uuid4

import psycopg

from tests.bench.bench_server import Bench, Clock, database, played, start_django
from tests.paths import ROOT

PROCESSES = 4
CLIENTS = 24
RESULTS = ("1-0", "1/2-1/2", "0-1")

Work = Callable[[int], None]


@dataclass
class Times:
    """Seconds from when a request was due to when it was answered, and what failed."""

    taken: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def at(self, share: float) -> float:
        """The time that this share of the requests was within, in milliseconds."""
        ordered = sorted(self.taken) or [float("nan")]
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def line(self, name: str) -> str:
        """For people."""
        if not self.taken:
            return f"{name:<28} nothing of {len(self.failed)} was done"
        middle = 1000 * median(self.taken)
        return (
            f"{name:<28}{len(self.taken):>6} done {len(self.failed):>4} failed"
            f"   median {middle:>7.1f} ms   p95 {self.at(0.95):>7.1f} ms"
            f"   p99 {self.at(0.99):>7.1f} ms"
        )


def on_the_clock(make: Callable[[], Work], rate: float, seconds: float, clients: int) -> Times:
    """Start ``rate`` pieces of work a second; each client has its own connection."""
    times, due = Times(), queue.Queue[tuple[int, float] | None]()
    lock = threading.Lock()

    def client() -> None:
        work = make()
        while (piece := due.get()) is not None:
            number, start = piece
            try:
                work(number)
                with lock:
                    times.taken.append(time.perf_counter() - start)
            except Exception as error:
                with lock:
                    times.failed.append(repr(error)[:200])

    threads = [threading.Thread(target=client) for _ in range(clients)]
    for thread in threads:
        thread.start()
    begun = time.perf_counter()
    for number in range(int(rate * seconds)):
        start = begun + number / rate
        time.sleep(max(0.0, start - time.perf_counter()))
        due.put((number, start))
    _finish(threads, due, times, until=time.perf_counter() + seconds)
    return times


def _finish(
    threads: list[threading.Thread],
    due: queue.Queue[tuple[int, float] | None],
    times: Times,
    until: float,
) -> None:
    """Let what has begun be done; what a server that fell behind never got to has failed."""
    while not due.empty() and time.perf_counter() < until:
        time.sleep(0.05)
    while not due.empty():
        try:
            due.get_nowait()
            times.failed.append("never got to")
        except queue.Empty:
            break
    for _ in threads:
        due.put(None)
    for thread in threads:
        thread.join()


def inserting(url: str) -> Callable[[], Work]:
    """A bare insert of one row with its own commit."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE bare (id bigserial PRIMARY KEY, number int, text text)")

    def make() -> Work:
        connection = psycopg.connect(url)

        def work(number: int) -> None:
            connection.execute("INSERT INTO bare (number, text) VALUES (%s, %s)", (number, "1-0"))
            connection.commit()

        return work

    return make


class Boards:
    """Boards with the tag each had last; nobody writes to one before it is answered."""

    def __init__(self, boards: list[dict[str, Any]], token: str, port: int) -> None:
        self.ready: queue.Queue[tuple[str, str]] = queue.Queue()
        for board in boards:
            self.ready.put((board["id"], "*"))
        self.token, self.port = token, port

    def make(self) -> Work:
        """A client that enters results."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        chance = random.Random(1)

        def work(number: int) -> None:
            board, tag = self.ready.get()
            headers = {
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                "Host": "testserver",
                "If-Match": tag,
                "Idempotency-Key": str(uuid4()),
            }
            body = json.dumps({"result": chance.choice(RESULTS)})
            try:
                connection.request("PATCH", f"/api/v1/boards/{board}", body, headers)
                answer = connection.getresponse()
                text = answer.read()
            finally:
                self.ready.put((board, "*"))
            if answer.status != 200:
                raise RuntimeError(f"{answer.status} {text[:150]!r}")

        return work


def free_port() -> int:
    """A port that nobody uses right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def serve(port: int) -> subprocess.Popen[bytes]:
    """The server as in production: four processes of gunicorn."""
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "config.wsgi",
        *("--bind", f"127.0.0.1:{port}"),
        *("--workers", str(PROCESSES), "--threads", "4"),
        *("--no-control-socket", "--log-level", "warning"),
    ]
    server = subprocess.Popen(command, cwd=ROOT, env=os.environ.copy())
    for _ in range(600):
        try:
            probe = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            probe.request("GET", "/livez", headers={"Host": "testserver"})
            if probe.getresponse().status == 200:
                return server
        except OSError:
            time.sleep(0.1)
    server.kill()
    raise SystemExit("the server did not start")


def published(players: int, rounds: int) -> tuple[list[dict[str, Any]], str]:
    """The boards of a published round, and a token that may enter results."""
    bench = Bench(Clock())
    tournament = bench._store(played(players, rounds))
    number = rounds + 1
    found = bench.call("GET", f"tournaments/{tournament}/rounds?number={number}").json()
    round_id = found["data"][0]["id"]
    assert bench.call("POST", f"rounds/{round_id}/pair").json()["status"] == "done"
    bench.call("POST", f"rounds/{round_id}/publish")
    return bench._all(f"rounds/{round_id}/boards"), bench.headers["authorization"].split()[1]


def measure(url: str, args: argparse.Namespace) -> None:
    """Both, one after the other."""
    from django.db import connections

    boards, token = published(args.players, args.rounds)
    connections.close_all()
    port = free_port()
    server = serve(port)
    try:
        entering = Boards(boards, token, port)
        on_the_clock(entering.make, args.rate, 2, CLIENTS)
        results = on_the_clock(entering.make, args.rate, args.seconds, CLIENTS)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)
    bare = on_the_clock(inserting(url), args.rate, args.seconds, PROCESSES)
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(
        f"\n{args.players} players, round {args.rounds + 1}, {args.rate:g} results a second"
        f" for {args.seconds:g} s, {PROCESSES} processes, {os.cpu_count()} processors,"
        f" load {load}"
    )
    print(results.line("PATCH result"))
    print(bare.line("bare insert"))
    print(f"ratio of p95: {results.at(0.95) / bare.at(0.95):.1f}")
    for failure in sorted(set(results.failed))[:5]:
        print(f"failed: {failure}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=20, help="how long (default 20)")
    parser.add_argument("--rate", type=float, default=50, help="results a second (default 50)")
    parser.add_argument("--players", type=int, default=200, help="in the field (default 200)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds played before (default 5)")
    args = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder, database() as url:
            start_django(url, folder)
            measure(url, args)
    except psycopg.OperationalError as error:
        print(f"left out: PostgreSQL does not answer ({str(error).splitlines()[0]})")


if __name__ == "__main__":
    sys.exit(main())
