"""Which services the tests have, and that nothing is left out unnoticed.

``make test`` looks for PostgreSQL and Redis and says where they are in
``TEST_POSTGRESQL_URL`` and ``TEST_REDIS_URL``.  A test names what it needs with
``@pytest.mark.needs(...)``; without that service it is left out, and the last
lines say how many were.  With ``REQUIRE_SERVICES=1`` a test that is skipped or
left out fails the run.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from django.conf import settings

STRICT = os.environ.get("REQUIRE_SERVICES") == "1"
FORCED_SQLITE = os.environ.get("TEST_DATABASE") == "sqlite"
LEFT_OUT = "left out, needs "
# Optional data beside the repository may be absent; nothing else may be skipped.
OPTIONAL = "../shared is not here"

_left_out: Counter[str] = Counter()
_skipped: list[str] = []


def available() -> set[str]:
    """Names of the services that this run has."""
    found = set()
    if os.environ.get("TEST_POSTGRESQL_URL"):
        found.add("postgresql")
    if os.environ.get("TEST_REDIS_URL"):
        found.add("redis")
    if settings.DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
        found.add("postgresql-as-database")
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out a test whose services are missing, before anything is set up for it."""
    wanted = {name for mark in item.iter_markers("needs") for name in mark.args}
    missing = sorted(wanted - available())
    if missing:
        pytest.skip(LEFT_OUT + " and ".join(missing))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what was skipped; with several processes the first one hears of all."""
    if not report.skipped:
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if LEFT_OUT in reason:
        _left_out[reason.split(LEFT_OUT)[1]] += 1
    elif OPTIONAL not in reason:
        _skipped.append(report.nodeid)


def _unforgivable() -> list[str]:
    """Why a run that may leave nothing out has failed."""
    reasons = [f"{name} was skipped" for name in _skipped]
    for name, count in _left_out.items():
        # Forced to SQLite, these run in the other pass, on PostgreSQL.
        if not (FORCED_SQLITE and name == "postgresql-as-database"):
            reasons.append(f"{count} tests that need {name} were left out")
    return reasons


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a strict run that left something out."""
    if STRICT and exitstatus == pytest.ExitCode.OK and _unforgivable():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say plainly what was left out."""
    for name, count in sorted(_left_out.items()):
        terminalreporter.write_line(f"left out: {count} tests that need {name}")
    if STRICT:
        for reason in _unforgivable():
            terminalreporter.write_line(f"REQUIRE_SERVICES=1: {reason}", red=True)
