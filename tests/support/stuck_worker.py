"""A Celery application whose worker hangs in the middle of every pairing.

``celery -A tests.support.stuck_worker worker``; the file named by
``STUCK_WORKER_FLAG`` appears when it hangs.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import django

django.setup()

from config.celery_app import app as app  # noqa: E402
from tournaments.jobs import execution  # noqa: E402


def hang(*args: object, **options: object) -> None:
    """Take the place of the engine."""
    Path(os.environ["STUCK_WORKER_FLAG"]).touch()
    time.sleep(3600)


execution.pair_round = hang  # type: ignore[assignment]
