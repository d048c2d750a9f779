"""What the runner says and does about services that are missing."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.paths import ROOT

SAMPLE = """
import pytest

@pytest.mark.needs("redis")
def test_needs_redis(): pass

@pytest.mark.needs("postgresql-as-database")
def test_needs_postgresql(): pass

def test_needs_nothing(): pass
"""


def run(folder, **environment) -> subprocess.CompletedProcess[str]:
    """Pytest with our conftest over one file, on SQLite and without any service."""
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    (folder / "test_sample.py").write_text(SAMPLE)
    bare = {"PATH": os.environ["PATH"], "ENV_FILE": "", "VAR_DIR": str(folder / "var")}
    command = [sys.executable, "-m", "pytest", "-c", "pyproject.toml", "--rootdir", str(folder)]
    return subprocess.run(
        [*command, *environment.pop("arguments", ()), str(folder / "test_sample.py")],
        cwd=ROOT,
        env=bare | environment,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("arguments", [(), ("--numprocesses", "2")], ids=["alone", "two"])
def test_what_is_left_out_is_counted(tmp_path, arguments):
    done = run(tmp_path, arguments=arguments)
    assert done.returncode == 0, done.stdout
    assert "left out: 1 tests that need redis\n" in done.stdout
    assert "left out: 1 tests that need postgresql-as-database\n" in done.stdout


@pytest.mark.parametrize("arguments", [(), ("--numprocesses", "2")], ids=["alone", "two"])
def test_nothing_may_be_left_out_when_services_are_required(tmp_path, arguments):
    done = run(tmp_path, arguments=arguments, REQUIRE_SERVICES="1")
    assert done.returncode == 1
    assert "REQUIRE_SERVICES=1: 1 tests that need redis were left out" in done.stdout


def test_forced_to_sqlite_what_needs_postgresql_runs_in_the_other_pass(tmp_path):
    done = run(tmp_path, REQUIRE_SERVICES="1", TEST_DATABASE="sqlite", TEST_REDIS_URL="redis://x")
    assert done.returncode == 0, done.stdout
    assert "left out: 1 tests that need postgresql-as-database\n" in done.stdout


def test_a_missing_service_ends_a_strict_run_before_it_begins():
    done = subprocess.run(
        [sys.executable, "config/bin/testing.py"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "REQUIRE_SERVICES": "1",
            "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
            "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == "REQUIRE_SERVICES=1, but PostgreSQL and Redis cannot be reached.\n"
    assert "PostgreSQL at 127.0.0.1:1 does not answer" in done.stdout
