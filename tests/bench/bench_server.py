"""How long the server takes around an engine: from POST pair to the published round.

    python -m tests.bench.bench_server [--largest 10000] [--rounds 9] [--profile STAGE]

Works in a PostgreSQL database of its own, made on the server that
``BENCH_DATABASE_URL`` names (the usual local one by default) and dropped at
the end.  Jobs run inside the request, so "POST pair" holds the whole of them.
Nothing is asserted; for each stage the seconds on the clock, those of our own
processor, the queries and the seconds spent waiting for them are printed,
indented what a stage consists of.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from pairing.record import TournamentRecord
from tests.bench.fields import Field, positions

SERVER = os.environ.get("BENCH_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
SIZES = (1_000, 10_000)


@contextmanager
def database() -> Iterator[str]:
    """Address of a database that goes away afterwards."""
    name = f"bench_server_{os.getpid()}"
    with psycopg.connect(SERVER, autocommit=True, connect_timeout=3) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(urlsplit(SERVER)._replace(path=f"/{name}"))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def start_django(url: str, folder: str) -> None:
    """The server as in production, but for HTTPS and limits."""
    os.environ.update(
        ENV_FILE="",
        DJANGO_SETTINGS_MODULE="config.settings",
        DATABASE_URL=url,
        VAR_DIR=folder,
        STATIC_ROOT=folder,
        SECRET_KEY="of the bench only",
        HTTPS="0",
        STATIC_MANIFEST="0",
        CELERY_BROKER_URL="",
        LOG_LEVEL="WARNING",
        ALLOWED_HOSTS="testserver",
        THROTTLE_USER="1000000/minute",
        THROTTLE_COMPUTING="1000000/minute",
    )
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)


@dataclass
class Stage:
    """What one stage took."""

    name: str
    depth: int
    seconds: float = 0.0
    processor: float = 0.0
    queries: int = 0
    in_database: float = 0.0


class Clock:
    """Measures stages, and what happens inside them."""

    def __init__(self, profile: str = "") -> None:
        self.stages: list[Stage] = []
        self._open: list[Stage] = []
        self._profile = profile

    def query(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Counts a query for every open stage."""
        begun = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            took = time.perf_counter() - begun
            for stage in self._open:
                stage.queries += 1
                stage.in_database += took

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Everything until the block ends."""
        stage = self._stage(name)
        self._open.append(stage)
        profiler = cProfile.Profile() if name == self._profile else None
        begun, busy = time.perf_counter(), time.process_time()
        if profiler:
            profiler.enable()
        try:
            yield
        finally:
            if profiler:
                profiler.disable()
                pstats.Stats(profiler).sort_stats("cumulative").print_stats(45)
            stage.seconds += time.perf_counter() - begun
            stage.processor += time.process_time() - busy
            self._open.pop()

    def _stage(self, name: str) -> Stage:
        """The stage of this name inside what is going on; a new one the first time."""
        depth = len(self._open)
        begin = self.stages.index(self._open[0]) if self._open else len(self.stages)
        for found in self.stages[begin:]:
            if (found.name, found.depth) == (name, depth):
                return found
        self.stages.append(Stage(name, depth))
        return self.stages[-1]

    def watch(self, module: Any, name: str, label: str) -> None:
        """Make every call of a function a stage of whatever is going on."""
        original = getattr(module, name)

        def measured(*args: Any, **options: Any) -> Any:
            with self.stage(label):
                return original(*args, **options)

        setattr(module, name, measured)

    def report(self) -> None:
        """The table, and an empty one to go on with."""
        print(f"{'':<44}{'s':>8}{'cpu s':>8}{'queries':>9}{'s in db':>9}")
        for stage in self.stages:
            name = "  " * stage.depth + stage.name
            print(
                f"{name:<44}{stage.seconds:>8.3f}{stage.processor:>8.3f}"
                f"{stage.queries:>9}{stage.in_database:>9.3f}",
                flush=True,
            )
        self.stages.clear()


def played(players: int, rounds: int) -> TournamentRecord:
    """A simulated open after this many rounds."""
    record = None
    for record, _ in positions(Field(players, rounds + 2, absence_rate=0.01), seed=1):
        if record.completed == rounds:
            break
    assert record is not None
    people = tuple(
        replace(person, name=f"Player, Number {person.number}") for person in record.participants
    )
    return replace(record, participants=people)


class Bench:
    """One tournament driven through the API by its arbiter."""

    def __init__(self, clock: Clock) -> None:
        from django.test import Client
        from knox.models import get_token_model

        from tests.factories import make_event, make_user

        self.clock = clock
        self.event = make_event()
        user = make_user("bench", superuser=True)
        self.client = Client()
        token = get_token_model().objects.create(user=user)[1]
        self.headers = {"authorization": f"Bearer {token}"}

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """One request; anything but success stops the bench."""
        sent = {**self.headers, **{name.replace("_", "-"): text for name, text in headers.items()}}
        kind = "text/plain" if isinstance(body, bytes) else "application/json"
        data = body if isinstance(body, bytes) else json.dumps(body) if body else ""
        answer = self.client.generic(
            method, f"/api/v1/{path}", data, content_type=kind, headers=sent
        )
        if answer.status_code >= 300:
            raise SystemExit(f"{method} {path}: {answer.status_code} {answer.content[:500]!r}")
        return answer

    def run(self, record: TournamentRecord) -> None:
        """All stages for one tournament."""
        clock = self.clock
        with clock.stage("store the tournament so far"):
            tournament = self._store(record)
        number = record.completed + 1
        rounds = self.call("GET", f"tournaments/{tournament}/rounds?number={number}").json()
        round_id = rounds["data"][0]["id"]
        with clock.stage("POST pair"):
            job = self.call("POST", f"rounds/{round_id}/pair").json()
        assert job["status"] == "done", job
        with clock.stage("GET job"):
            self.call("GET", f"jobs/{job['id']}")
        with clock.stage("POST publish"):
            self.call("POST", f"rounds/{round_id}/publish")
        self._read(tournament, round_id)
        self._results(tournament, round_id)

    def _store(self, record: TournamentRecord) -> str:
        """As an import does, but past the file: report files end at 9,999 players."""
        from tournaments.core.principal import SYSTEM
        from tournaments.play.trf import services
        from tournaments.play.trf.reading import TrfReading

        reading = TrfReading(record, "dutch", ("PTS", "BH/C1", "BH", "SB", "DE", "WIN"), ())
        services.read_for_storage = lambda content, **options: reading  # type: ignore[assignment]
        name = f"Bench of {len(record.participants)}"
        made = services.import_trf(actor=SYSTEM, event_id=self.event.pk, content=b"", name=name)
        return str(made.tournament.pk)

    def _read(self, tournament: str, round_id: str) -> None:
        with self.clock.stage("GET boards, first page of 50"):
            self.call("GET", f"rounds/{round_id}/boards")
        with self.clock.stage("GET boards, all pages of 200"):
            boards = self._all(f"rounds/{round_id}/boards")
        self.boards = boards
        with self.clock.stage("GET explanation"):
            answer = self.call("GET", f"rounds/{round_id}/explanation")
        print(f"explanation: {len(answer.content) / 1e6:.2f} MB")
        one, other = boards[0]["white"], boards[1]["white"]
        pair = f"white={one['pairing_number']}&black={other['pairing_number']}"
        with self.clock.stage("GET explanation of one pair"):
            self.call("GET", f"rounds/{round_id}/explanation?{pair}")
        for name in ("standings", "crosstable"):
            with self.clock.stage(f"GET {name}, first page of 50"):
                self.call("GET", f"tournaments/{tournament}/{name}")
            with self.clock.stage(f"GET {name} again"):
                self.call("GET", f"tournaments/{tournament}/{name}")

    def _all(self, path: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        cursor = ""
        while cursor is not None:
            page = self.call("GET", f"{path}?limit=200" + (f"&cursor={cursor}" if cursor else ""))
            rows += page.json()["data"]
            cursor = page.json()["next_cursor"]
        return rows

    def _results(self, tournament: str, round_id: str) -> None:
        chance = random.Random(1)
        sample = chance.sample(self.boards, 20)
        with self.clock.stage("PATCH result, 20 boards"):
            for board in sample:
                path = f"boards/{board['id']}"
                result = chance.choice(("1-0", "1/2-1/2", "0-1"))
                self.call("PATCH", path, {"result": result}, if_match="*")
        with self.clock.stage("GET standings after them"):
            self.call("GET", f"tournaments/{tournament}/standings")


def measure(size: int, rounds: int, clock: Clock) -> None:
    """One size."""
    from django.db import connection

    print(f"\n{size} players, round {rounds + 1}", flush=True)
    record = played(size, rounds)
    with connection.execute_wrapper(clock.query):
        Bench(clock).run(record)
    clock.report()


def watch_inside(clock: Clock) -> None:
    """The parts of a pairing job and of standings as stages of their own."""
    from tournaments.jobs import execution
    from tournaments.standings import computation, services

    for name, label in (
        ("build_record", "record"),
        ("fingerprint", "fingerprint"),
        ("pair_round", "engine"),
        ("require_ready", "readiness"),
        ("store_draft", "boards and seats"),
        ("_close", "run with its working"),
    ):
        clock.watch(execution, name, label)
    for module, name, label in (
        (computation, "build_record", "record"),
        (computation, "standings", "tie-breaks"),
        (services, "_store", "lines stored"),
    ):
        clock.watch(module, name, label)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--largest", type=int, default=10_000, help="largest field (default 10000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds played before (default 5)")
    parser.add_argument("--profile", default="", help="print where the time of this stage goes")
    args = parser.parse_args()
    sizes = [size for size in SIZES if size <= args.largest] or [args.largest]
    try:
        with tempfile.TemporaryDirectory() as folder, database() as url:
            start_django(url, folder)
            clock = Clock(args.profile)
            watch_inside(clock)
            for size in sizes:
                measure(size, args.rounds, clock)
            _close_connections()
    except psycopg.OperationalError as error:
        print(f"left out: PostgreSQL does not answer ({str(error).splitlines()[0]})")


def _close_connections() -> None:
    from django.db import connections

    connections.close_all()


if __name__ == "__main__":
    sys.exit(main())
