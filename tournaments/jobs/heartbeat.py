"""A sign of life for as long as a worker computes.

The lease of a run is short, so that a dead worker's run is soon taken over;
the engine may need longer for a single step.  A thread beside it prolongs the
lease, and dies with the process.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

import structlog
from django.conf import settings
from django.db import DatabaseError, connection

from tournaments.core.clock import now

from .models import PairingRun, RunStatus

log = structlog.get_logger("tournaments.jobs")

BEATS_PER_LEASE = 3
JOIN_SECONDS = 1.0


def lease() -> timedelta:
    """How long a worker holds a run between two signs of life."""
    return timedelta(seconds=settings.PAIRING_LEASE_SECONDS)


@contextmanager
def heartbeat(run_id: UUID) -> Iterator[None]:
    """Prolong the run's lease in the background until the block ends."""
    stop = threading.Event()
    thread = threading.Thread(target=_beat, args=(run_id, stop), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(JOIN_SECONDS)


def _beat(run_id: UUID, stop: threading.Event) -> None:
    pause = lease().total_seconds() / BEATS_PER_LEASE
    try:
        while not stop.wait(pause):
            PairingRun.objects.filter(pk=run_id, status=RunStatus.RUNNING).update(
                lease_until=now() + lease()
            )
    except DatabaseError as error:
        # The worker goes on; at worst another one computes the same again.
        log.warning("heartbeat_lost", run=str(run_id), error=str(error))
    finally:
        connection.close()
