"""Celery tasks: thin shells around what does the work."""

from __future__ import annotations

from uuid import UUID

from celery import Task, shared_task
from django.db import transaction

from tournaments.standings.services import ask_again, compute_behind

from .execution import execute_run
from .services import abandoned_runs, send


@shared_task(
    bind=True,
    name="tournaments.jobs.run_pairing",
    acks_late=True,
    reject_on_worker_lost=True,
    soft_time_limit=540,
    time_limit=600,
    max_retries=None,
)
def run_pairing(self: Task[[str], None], run_id: str) -> None:
    """Work on one run.

    A message may come twice.  If another worker holds the run, this one looks
    again when the lease ends: had that worker died, its run is taken over then.
    """
    held_for = execute_run(UUID(run_id))
    if held_for is not None and not self.request.is_eager:
        raise self.retry(countdown=held_for.total_seconds())


@shared_task(name="tournaments.jobs.resend_expired_runs")
def resend_expired_runs() -> int:
    """Send again what no worker holds; returns how many runs that were.  Runs every minute."""
    with transaction.atomic():
        runs = list(abandoned_runs())
        for run in runs:
            send(run)
    return len(runs)


@shared_task(
    name="tournaments.jobs.compute_standings",
    acks_late=True,
    reject_on_worker_lost=True,
    soft_time_limit=270,
    time_limit=300,
)
def compute_standings(tournament_id: str) -> int:
    """Compute the standings of a tournament that are behind; returns how many that were."""
    return compute_behind(UUID(tournament_id))


@shared_task(name="tournaments.jobs.ask_for_standings_again")
def ask_for_standings_again() -> int:
    """Find standings that are behind and nobody computes.  Runs every minute."""
    return ask_again()
