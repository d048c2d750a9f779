"""Servers that are really started: processes of their own, own port, own data."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import redis

from tests.paths import ROOT

READY_WITHIN = 60
WORKER_COMMAND = (
    *(sys.executable, "-m", "celery", "--app", "config", "worker"),
    *("--queues", "pairing,standings,delivery,default", "--loglevel", "WARNING"),
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class Answer:
    """Status, headers and body of one answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self):
        return json.loads(self.body)


@dataclass
class Installation:
    """One server with its processes; everything it keeps is in ``folder`` or its database."""

    folder: Path
    environment: dict[str, str]
    port: int
    processes: list[subprocess.Popen] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *command: str, **environment: str) -> subprocess.Popen:
        """A process in a group of its own, so that its children can be killed with it."""
        log = (self.folder / f"{len(self.processes)}.log").open("wb")
        process = subprocess.Popen(
            list(map(str, command)),
            cwd=ROOT,
            env=self.environment | environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.processes.append(process)
        return process

    def manage(self, *command: str, **environment: str) -> str:
        """Output of one management command."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment | environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def wait_until_ready(self) -> None:
        """Until ``/readyz`` answers 200."""
        deadline = time.monotonic() + READY_WITHIN
        while time.monotonic() < deadline:
            try:
                if self.request("GET", "/readyz").status == 200:
                    return
            except OSError:
                time.sleep(0.2)
            for process in self.processes:
                assert process.poll() is None, self.logs()
        pytest.fail(f"not ready within {READY_WITHIN} s:\n{self.logs()}")

    def logs(self) -> str:
        return "\n".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def request(self, method: str, path: str, body=None, *, token="", raw=b"", **headers) -> Answer:
        """One request, as a program of somebody else would make it."""
        path = path if path.startswith("/") else f"/api/v1/{path}"
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        data = raw or None
        if body is not None:
            data, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        if token:
            sent["Authorization"] = f"Bearer {token}"
        asked = urllib.request.Request(self.address + path, data, sent, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as got:
                return Answer(got.status, dict(got.headers), got.read())
        except urllib.error.HTTPError as refused:
            return Answer(refused.code, dict(refused.headers), refused.read())

    def stop(self) -> None:
        """End every process that was started here, and its children."""
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
        for process in self.processes:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def bare_environment(folder: Path) -> dict[str, str]:
    """The variables of a machine where nothing is set up."""
    ours = (
        *("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SECRET_KEY", "TEST_DATABASE_NAME"),
        *("STATIC_ROOT", "STATIC_MANIFEST", "HTTPS", "LOG_LEVEL", "DJANGO_SETTINGS_MODULE"),
    )
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return kept | {"ENV_FILE": "", "VAR_DIR": str(folder / "var"), "NO_PROXY": "127.0.0.1"}


@pytest.fixture(scope="session")
def embedded(tmp_path_factory) -> Iterator[Installation]:
    """What ``make run`` starts: SQLite, jobs within the request."""
    folder = tmp_path_factory.mktemp("embedded")
    installation = Installation(folder, bare_environment(folder), free_port())
    installation.start("config/bin/do", "run", "--port", str(installation.port))
    try:
        installation.wait_until_ready()
        yield installation
    finally:
        installation.stop()


@pytest.fixture(scope="session")
def production(tmp_path_factory) -> Iterator[Installation]:
    """PostgreSQL, Redis, several processes: gunicorn and a Celery worker."""
    server = os.environ["TEST_POSTGRESQL_URL"]
    name = f"test_e2e_{secrets.token_hex(6)}"
    folder = tmp_path_factory.mktemp("production")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    environment = bare_environment(folder) | {
        "DATABASE_URL": urlunsplit(urlsplit(server)._replace(path=f"/{name}")),
        "CELERY_BROKER_URL": os.environ["TEST_REDIS_URL"],
        "CELERY_KEY_PREFIX": f"{name}:",
        "SECRET_KEY": secrets.token_urlsafe(32),
        "HTTPS": "0",
        "STATIC_MANIFEST": "0",
        "PAIRING_LEASE_SECONDS": "5",
        "THROTTLE_USER": "100000/minute",
    }
    installation = Installation(folder, environment, free_port())
    try:
        installation.manage("migrate", "--no-input")
        installation.manage("seed_demo", "--force")
        installation.start(
            *(sys.executable, "-m", "gunicorn", "config.wsgi", "--no-control-socket"),
            *("--bind", f"127.0.0.1:{installation.port}", "--workers", "2", "--threads", "4"),
        )
        installation.start(*WORKER_COMMAND, "--concurrency", "2", "--hostname", f"{name}@host")
        installation.wait_until_ready()
        yield installation
    finally:
        installation.stop()
        with redis.Redis.from_url(os.environ["TEST_REDIS_URL"]) as client:
            for key in client.scan_iter(f"{name}:*"):
                client.delete(key)
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
