"""D10: a worker is killed in the middle of a pairing; the round is paired once all the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import redis

from tests.paths import ROOT

PATIENCE_SECONDS = 120
REDIS_DATABASES = {"sqlite": "14", "postgresql": "13"}
"""Of this test alone, so that other workers' messages stay where they are."""


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """Address of an empty database that goes away afterwards."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'killed.sqlite3'}"
        return
    server = os.environ["TEST_POSTGRESQL_URL"]
    name = f"killed_worker_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def broker(kind: str) -> Iterator[str]:
    """Address of an empty Redis database."""
    parts = urlsplit(os.environ["TEST_REDIS_URL"])
    url = urlunsplit(parts._replace(path=f"/{REDIS_DATABASES[kind]}"))
    with redis.Redis.from_url(url) as client:
        client.flushdb()
        try:
            yield url
        finally:
            client.flushdb()


@contextmanager
def worker(application: str, env: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A Celery worker with one child, in a process group of its own."""
    command = [sys.executable, "-m", "celery", "-A", application, "worker"]
    options = ["--concurrency=1", "--loglevel=INFO", "--without-gossip", "--without-mingle"]
    with log.open("ab") as output:
        process = subprocess.Popen(
            [*command, *options],
            cwd=ROOT,
            env=env,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a worker and its children without giving them time for anything."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def step(env: dict[str, str], *arguments: str) -> dict[str, object]:
    """Run one step of :mod:`tests.support.killed_worker`."""
    command = [sys.executable, "-m", "tests.support.killed_worker", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout.splitlines()[-1]))


def wait_until(holds: Callable[[], bool], what: str, log: Path) -> None:
    """Poll until it holds; the worker's log explains a failure."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, f"{what} never happened\n{log.read_text()}"
        time.sleep(0.3)


@pytest.mark.needs("redis")
@pytest.mark.parametrize(
    "kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.needs("postgresql"))]
)
def test_d10_a_killed_worker_loses_nothing_and_doubles_nothing(kind, tmp_path):
    flag, log = tmp_path / "hanging", tmp_path / "worker.log"
    log.touch()
    with database(kind, tmp_path) as database_url, broker(kind) as broker_url:
        env = os.environ | {
            "ENV_FILE": "",
            "VAR_DIR": str(tmp_path),
            "SECRET_KEY": "of the tests only",
            "HTTPS": "0",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": database_url,
            "CELERY_BROKER_URL": broker_url,
            # Short, so that what takes minutes in production takes seconds here.
            "CELERY_VISIBILITY_TIMEOUT": "2",
            "CELERY_RESTORE_INTERVAL": "1",
            "PAIRING_LEASE_SECONDS": "3",
            "STUCK_WORKER_FLAG": str(flag),
        }
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=env, check=True)
        run = str(step(env, "ask")["run"])
        with worker("tests.support.stuck_worker", env, log) as first:
            wait_until(flag.exists, "the pairing", log)
            assert step(env, "report", run)["status"] == "running"
            kill(first)
        assert step(env, "report", run)["seats"] == 0
        with worker("config.celery_app", env, log):
            wait_until(lambda: step(env, "report", run)["status"] == "done", "the pairing", log)
            report = step(env, "report", run)
    assert report == {
        "status": "done",
        "attempts": 2,
        "error": "",
        "round": "draft",
        "boards": 10,
        "seats": 20,
        "players": 20,
        "runs": 1,
        "paired": 1,
    }
