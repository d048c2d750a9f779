"""Settings follow from the environment, safely."""

from __future__ import annotations

import fnmatch
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

from django.conf import settings as project_settings

from tests.paths import ROOT

PRINT = """
import fnmatch
import json
from django.conf import settings
names = %r
print(json.dumps({name: getattr(settings, name) for name in names}, default=str))
"""


def load(tmp_path, *names: str, **environment: str) -> subprocess.CompletedProcess[str]:
    bare = {"PATH": os.environ["PATH"], "ENV_FILE": "", "VAR_DIR": str(tmp_path / "var")}
    return subprocess.run(
        [sys.executable, "-c", PRINT % (names,)],
        cwd=ROOT,
        env=bare | {"DJANGO_SETTINGS_MODULE": "config.settings"} | environment,
        capture_output=True,
        text=True,
    )


def settings(tmp_path, *names: str, **environment: str) -> dict:
    done = load(tmp_path, *names, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


PRODUCTION = {"DATABASE_URL": "postgres://u:p@db:5432/name", "SECRET_KEY": "long and random"}
SAFETY = (
    "SECURE_SSL_REDIRECT",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "SECURE_HSTS_SECONDS",
    "DEBUG",
    "ALLOWED_HOSTS",
)


def test_nothing_set_is_one_file_inline_jobs_and_plain_http(tmp_path):
    found = settings(
        tmp_path, "DATABASES", "CELERY_TASK_ALWAYS_EAGER", "EMBEDDED", "SECRET_KEY", *SAFETY
    )
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "var" / "tournaments.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert (found["CELERY_TASK_ALWAYS_EAGER"], found["EMBEDDED"]) == (True, True)
    assert [found[name] for name in SAFETY] == [
        False,
        False,
        False,
        0,
        False,
        ["127.0.0.1", "localhost", "[::1]"],
    ]


def test_the_secret_key_of_an_embedded_installation_is_made_once_and_private(tmp_path):
    first = settings(tmp_path, "SECRET_KEY")["SECRET_KEY"]
    again = settings(tmp_path, "SECRET_KEY")["SECRET_KEY"]
    assert first == again
    assert len(first) == 64
    kept = tmp_path / "var" / "secret-key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    other = settings(tmp_path, "SECRET_KEY", VAR_DIR=str(tmp_path / "other"))["SECRET_KEY"]
    assert other != first


def test_a_database_server_needs_a_secret_key(tmp_path):
    done = load(tmp_path, "SECRET_KEY", DATABASE_URL=PRODUCTION["DATABASE_URL"])
    assert done.returncode == 1
    assert (
        done.stderr.strip()
        .splitlines()[-1]
        .endswith("SECRET_KEY must be set when a database server is used.")
    )
    assert not (tmp_path / "var" / "secret-key").exists()


def test_production_is_safe_by_default(tmp_path):
    found = settings(tmp_path, "SECURE_PROXY_SSL_HEADER", *SAFETY, **PRODUCTION)
    assert [found[name] for name in SAFETY] == [
        True,
        True,
        True,
        31_536_000,
        False,
        ["127.0.0.1", "localhost", "[::1]"],
    ]
    assert found["SECURE_PROXY_SSL_HEADER"] is None


def test_the_proxy_is_believed_only_when_there_is_one(tmp_path):
    found = settings(tmp_path, "SECURE_PROXY_SSL_HEADER", "REST_FRAMEWORK", BEHIND_PROXY="1")
    assert found["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert found["REST_FRAMEWORK"]["NUM_PROXIES"] == 1
    assert settings(tmp_path, "REST_FRAMEWORK")["REST_FRAMEWORK"]["NUM_PROXIES"] == 0


def test_a_broker_takes_jobs_out_of_the_request_and_brings_lost_ones_back(tmp_path):
    found = settings(
        tmp_path,
        "CELERY_TASK_ALWAYS_EAGER",
        "CELERY_BROKER_TRANSPORT_OPTIONS",
        "CELERY_TASK_TIME_LIMIT",
        "CELERY_TASK_ACKS_LATE",
        "CELERY_TASK_REJECT_ON_WORKER_LOST",
        "CELERY_WORKER_PREFETCH_MULTIPLIER",
        "CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT",
        "CELERY_TASK_QUEUES",
        CELERY_BROKER_URL="redis://redis:6379/0",
    )
    assert found.pop("CELERY_TASK_QUEUES").keys() == {"pairing", "standings", "delivery", "default"}
    assert found == {
        "CELERY_TASK_ALWAYS_EAGER": False,
        "CELERY_BROKER_TRANSPORT_OPTIONS": {
            "visibility_timeout": 900,
            "unacked_restore_interval": 10,
            "unacked_restore_throttle": 1,
            "global_keyprefix": "",
        },
        "CELERY_TASK_TIME_LIMIT": 600,
        "CELERY_TASK_ACKS_LATE": True,
        "CELERY_TASK_REJECT_ON_WORKER_LOST": True,
        "CELERY_WORKER_PREFETCH_MULTIPLIER": 1,
        "CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT": 30.0,
    }


def test_every_scheduled_task_exists():
    from config import app
    from config.settings import CELERY_BEAT_SCHEDULE, CELERY_TASK_ROUTES

    app.autodiscover_tasks(force=True)
    assert {each["task"] for each in CELERY_BEAT_SCHEDULE.values()} <= set(app.tasks)
    for pattern in CELERY_TASK_ROUTES:
        assert fnmatch.filter(app.tasks, pattern), pattern


def test_files_served_lie_apart_from_the_databases_of_the_tests():
    """Whitenoise reads its folder whenever a client is made; databases come and go elsewhere."""
    assert project_settings.STATIC_ROOT.parent == Path(os.environ["VAR_DIR"])
    assert list(project_settings.STATIC_ROOT.iterdir()) == []
