"""Which services the tests have, and that nothing is left out unnoticed.

``make test`` looks for PostgreSQL and Redis and says where they are in
``TEST_POSTGRESQL_URL`` and ``TEST_REDIS_URL``.  A test names what it needs with
``@pytest.mark.needs(...)``; without that service it is left out and counted in
the last lines.  With ``REQUIRE_SERVICES=1`` a test that is skipped, or left out
for want of a service, fails the run.
"""

from __future__ import annotations

import os

import pytest
from django.conf import settings

STRICT = os.environ.get("REQUIRE_SERVICES") == "1"
# Optional data beside the repository may be absent; nothing else may be skipped.
OPTIONAL = "../shared is not here"

_left_out: dict[str, int] = {}
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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests whose services are missing."""
    have = available()
    kept, left = [], []
    for item in items:
        wanted = {name for mark in item.iter_markers("needs") for name in mark.args}
        missing = sorted(wanted - have)
        for name in missing:
            _left_out[name] = _left_out.get(name, 0) + 1
        (left if missing else kept).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what was skipped."""
    if report.skipped and OPTIONAL not in str(report.longrepr):
        _skipped.append(report.nodeid)


def _unforgivable() -> list[str]:
    """Why a run that may leave nothing out has failed."""
    forced = os.environ.get("TEST_DATABASE") == "sqlite"
    reasons = [f"{name} was skipped" for name in _skipped]
    for name, count in _left_out.items():
        if not (forced and name == "postgresql-as-database"):
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
