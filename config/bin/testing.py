"""Run pytest against the services that are there, and say plainly which those were.

PostgreSQL and Redis are taken from ``DATABASE_URL`` and ``CELERY_BROKER_URL``,
else looked for where they usually are.  ``TEST_DATABASE=sqlite`` runs the tests
on SQLite even so; ``TEST_REDIS_DATABASE=14`` lets two runs share a Redis server;
with ``REQUIRE_SERVICES=1`` a missing service is a failure.  Runs inside the virtual environment.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import catalogues
import psycopg
import redis
from environment import ROOT, stop

USUAL_POSTGRESQL = "postgres://postgres@127.0.0.1:5432/postgres"
USUAL_REDIS = "redis://127.0.0.1:6379/0"
# Away from database 0, where a person's own data may be.
TEST_REDIS_DATABASE = os.environ.get("TEST_REDIS_DATABASE", "15")
PROCESSES = "2"


def postgresql() -> tuple[str, str] | None:
    """Address and version of a PostgreSQL server that answers."""
    given = os.environ.get("DATABASE_URL", "")
    url = given if given.startswith("postgres") else USUAL_POSTGRESQL
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            version = connection.execute("SHOW server_version").fetchone()
    except psycopg.Error as error:
        print(f"PostgreSQL at {_public(url)} does not answer: {str(error).splitlines()[0]}")
        return None
    return url, str(version[0]) if version else "?"


def redis_server() -> tuple[str, str] | None:
    """Address (of the tests' own database) and version of a Redis server that answers."""
    given = os.environ.get("CELERY_BROKER_URL", "")
    parts = urlsplit(given if given.startswith("redis") else USUAL_REDIS)
    url = urlunsplit(parts._replace(path=f"/{TEST_REDIS_DATABASE}"))
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3) as client:
            version = client.info("server")["redis_version"]
    except redis.RedisError as error:
        print(f"Redis at {_public(url)} does not answer: {error}")
        return None
    return url, str(version)


def _public(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.hostname or 'local socket'}:{parts.port or ''}".rstrip(":")


def main() -> None:
    """Find the services, report, run pytest, and end with its exit code."""
    wanted = os.environ.get("TEST_DATABASE", "auto")
    if wanted not in ("auto", "postgresql", "sqlite"):
        stop(f"TEST_DATABASE is auto, postgresql or sqlite, not {wanted!r}.")
    strict = os.environ.get("REQUIRE_SERVICES") == "1"
    database, broker = postgresql(), redis_server()
    missing = [
        name for name, found in (("PostgreSQL", database), ("Redis", broker)) if found is None
    ]
    if missing and strict:
        stop(f"REQUIRE_SERVICES=1, but {' and '.join(missing)} cannot be reached.")
    if wanted == "postgresql" and database is None:
        stop("TEST_DATABASE=postgresql, but PostgreSQL cannot be reached.")
    on_postgresql = database is not None and wanted != "sqlite"
    catalogues.compile_all()
    with tempfile.TemporaryDirectory(prefix="tournaments-test-") as folder:
        environment = _environment(Path(folder), database, broker, on_postgresql=on_postgresql)
        _report(database, broker, on_postgresql=on_postgresql)
        command = [sys.executable, "-m", "pytest", *_processes(), *sys.argv[1:]]
        code = subprocess.run(command, cwd=ROOT, env=environment).returncode
    raise SystemExit(code)


def _environment(
    folder: Path,
    database: tuple[str, str] | None,
    broker: tuple[str, str] | None,
    *,
    on_postgresql: bool,
) -> dict[str, str]:
    """Variables of the test process: nothing of a person's own installation is touched."""
    name = f"test_tournaments_{os.getpid()}"
    # Files served are read when a client is made: never the folder in which databases come and go.
    static = folder / "static"
    static.mkdir()
    return os.environ | {
        "ENV_FILE": "",
        "VAR_DIR": str(folder),
        "SECRET_KEY": secrets.token_urlsafe(48),
        "HTTPS": "0",
        "LOG_LEVEL": "WARNING",
        "CACHE_URL": "locmemcache://",
        "STATIC_ROOT": str(static),
        "STATIC_MANIFEST": "0",
        "CELERY_BROKER_URL": "",
        "DATABASE_URL": database[0] if database and on_postgresql else "",
        "TEST_DATABASE_NAME": name if on_postgresql else str(folder / f"{name}.sqlite3"),
        "TEST_POSTGRESQL_URL": database[0] if database else "",
        "TEST_REDIS_URL": broker[0] if broker else "",
    }


def _report(
    database: tuple[str, str] | None, broker: tuple[str, str] | None, *, on_postgresql: bool
) -> None:
    print("Tests run")
    if database and on_postgresql:
        print(
            f"  on PostgreSQL {database[1]} at {_public(database[0])}, in a database of their own"
        )
    else:
        print("  on SQLite, in a file of their own")
    if broker:
        print(f"  with Redis {broker[1]} at {_public(broker[0])}, database {TEST_REDIS_DATABASE}")
    left_out = [
        text
        for text, found in (
            ("tests that need a PostgreSQL server", database),
            ("tests that need a Redis server", broker),
        )
        if not found
    ]
    print(f"  and leave out: {', '.join(left_out) or 'nothing'}", flush=True)


def _processes() -> list[str]:
    chosen = os.environ.get("TEST_PROCESSES", PROCESSES)
    return ["--numprocesses", chosen, "--dist", "loadgroup"] if chosen != "0" else []


if __name__ == "__main__":
    main()
