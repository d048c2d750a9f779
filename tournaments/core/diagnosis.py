"""What may be wrong with an installation, each check in clear sentences.

A check returns a :class:`Diagnosis`; it never raises.  ``FAILED`` means that
the server cannot do its work, ``WARNING`` that something is likely not meant.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from kombu import Connection

from pairing.record import Participant, TournamentRecord
from pairing.scoring import Colour
from pairing.systems import pair_round
from tiebreaks import standings

BROKER_TIMEOUT_SECONDS = 3
LEAST_SECRET_KEY_LENGTH = 32


class Level(Enum):
    """How a check came out."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One finding: what was looked at, how it is, and in a sentence why or what to do."""

    check: str
    level: Level
    sentence: str


def diagnose() -> Iterator[Diagnosis]:
    """All checks, the fundamental ones first."""
    for name, check in CHECKS.items():
        try:
            level, sentence = check()
        except Exception as error:
            # Whatever a driver or library raises: the doctor reports and goes on.
            level, sentence = Level.FAILED, f"The check itself failed: {error!r}"
        yield Diagnosis(name, level, sentence)


_Answer = tuple[Level, str]


def _database() -> _Answer:
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("SELECT sqlite_version()")
                version = cursor.fetchone()[0]
                cursor.execute("PRAGMA journal_mode")
                mode = cursor.fetchone()[0]
                name = settings.DATABASES["default"]["NAME"]
                return Level.OK, f"SQLite {version} in {name}, journal mode {mode}."
            cursor.execute("SHOW server_version")
            return Level.OK, f"PostgreSQL {cursor.fetchone()[0]} answers."
    except DatabaseError as error:
        return Level.FAILED, f"The database cannot be used: {_first_line(error)}"


def _migrations() -> _Answer:
    try:
        executor = MigrationExecutor(connection)
    except DatabaseError as error:
        return Level.FAILED, f"Cannot be known without a database: {_first_line(error)}"
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        return Level.FAILED, f"{len(plan)} are not applied: run `python manage.py migrate`."
    return Level.OK, "All are applied."


def _broker() -> _Answer:
    if not settings.CELERY_BROKER_URL:
        return Level.OK, "None is configured: jobs run inside the process that asks for them."
    try:
        with Connection(settings.CELERY_BROKER_URL, connect_timeout=BROKER_TIMEOUT_SECONDS) as link:
            link.ensure_connection(max_retries=1, timeout=BROKER_TIMEOUT_SECONDS)
            workers = current_app.control.ping(timeout=1.0, connection=link)
    except Exception as error:
        return Level.FAILED, f"CELERY_BROKER_URL does not answer: {_first_line(error)}"
    if not workers:
        return Level.WARNING, "The broker answers, but no worker does: pairings will wait."
    return Level.OK, f"The broker answers, and {len(workers)} worker(s)."


def _redelivery() -> _Answer:
    if not settings.CELERY_BROKER_URL:
        return Level.OK, "Does not matter without a broker."
    visibility = settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("visibility_timeout", 3600)
    if visibility <= settings.CELERY_TASK_TIME_LIMIT:
        return Level.WARNING, (
            f"CELERY_VISIBILITY_TIMEOUT ({visibility} s) should exceed the time limit of a task"
            f" ({settings.CELERY_TASK_TIME_LIMIT} s), or long jobs are sent twice."
        )
    return Level.OK, f"A killed worker's job comes back after at most {visibility} s."


def _cache() -> _Answer:
    try:
        cache.set("doctor", "well", 10)
        works = cache.get("doctor") == "well"
    except Exception as error:
        return Level.FAILED, f"CACHE_URL does not answer: {_first_line(error)}"
    if not works:
        return Level.FAILED, "What is put into the cache is not found there."
    if "locmem" in settings.CACHES["default"]["BACKEND"].lower() and not settings.EMBEDDED:
        return Level.WARNING, "Each process has a cache of its own: set CACHE_URL to Redis."
    return Level.OK, "Keeps what it is given."


def _abandoned_runs() -> _Answer:
    from tournaments.jobs.services import abandoned_runs

    try:
        waiting = abandoned_runs().count()
    except DatabaseError as error:
        return Level.FAILED, f"Cannot be known without tables: {_first_line(error)}"
    if waiting:
        return Level.WARNING, f"{waiting} wait for a worker that is gone; is beat running?"
    return Level.OK, "No pairing run waits for a worker that is gone."


def _engine() -> _Answer:
    field = tuple(Participant(number, f"P{number}", rating=2400 - number) for number in range(1, 8))
    record = TournamentRecord(field, rounds=5, initial_colour=Colour.WHITE)
    boards = [(board.white, board.black) for board in pair_round(record).boards]
    if boards != [(1, 4), (5, 2), (3, 6), (7, None)]:
        return Level.FAILED, f"Seven players are paired wrongly: {boards}"
    ranks = [row.rank for row in standings(record, ["PTS", "BH"]).rows]
    if ranks != [1] * 7:
        return Level.FAILED, f"Seven players without a game are ranked wrongly: {ranks}"
    return Level.OK, "Pairs and ranks a small field as the rules say."


def _paths() -> _Answer:
    for name in ("VAR_DIR", "MEDIA_ROOT"):
        folder = Path(getattr(settings, name))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder):
                pass
        except OSError as error:
            return Level.FAILED, f"{name} ({folder}) cannot be written: {error.strerror}"
    return Level.OK, f"{settings.VAR_DIR} can be written."


def _secrets() -> _Answer:
    if settings.DEBUG and not settings.EMBEDDED:
        return Level.FAILED, "DEBUG is on with a database server: errors show settings to visitors."
    if len(settings.SECRET_KEY) < LEAST_SECRET_KEY_LENGTH:
        return Level.FAILED, f"SECRET_KEY has fewer than {LEAST_SECRET_KEY_LENGTH} characters."
    if "*" in settings.ALLOWED_HOSTS:
        return Level.WARNING, "ALLOWED_HOSTS accepts every name; list the server's own."
    if not settings.EMBEDDED and not settings.HTTPS:
        return Level.WARNING, "HTTPS is off: passwords and tokens travel in clear."
    return Level.OK, "DEBUG, SECRET_KEY, ALLOWED_HOSTS and HTTPS are sound."


def _catalogues() -> _Answer:
    missing = [
        code
        for code, _ in settings.LANGUAGES
        if code != "en"
        and not any(
            os.path.exists(os.path.join(folder, code, "LC_MESSAGES", "django.mo"))
            for folder in settings.LOCALE_PATHS
        )
    ]
    if missing:
        return Level.WARNING, f"Not compiled, so texts stay English: {', '.join(missing)}."
    return Level.OK, "Compiled for every language."


def _time_zones() -> _Answer:
    try:
        ZoneInfo("Europe/Madrid")
    except ZoneInfoNotFoundError:
        return (
            Level.FAILED,
            "No time zone data: install the system's tzdata or `pip install tzdata`.",
        )
    return Level.OK, "Known."


CHECKS: dict[str, Callable[[], _Answer]] = {
    "database": _database,
    "migrations": _migrations,
    "broker and workers": _broker,
    "redelivery": _redelivery,
    "cache": _cache,
    "pairing runs": _abandoned_runs,
    "engine": _engine,
    "paths": _paths,
    "debug and secrets": _secrets,
    "catalogues": _catalogues,
    "time zones": _time_zones,
}


def _first_line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
