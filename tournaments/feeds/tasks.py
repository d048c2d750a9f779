"""Celery tasks: thin shells around :mod:`tournaments.feeds.webhooks.sending`."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from celery import shared_task

from tournaments.core.clock import now

from .webhooks import services
from .webhooks.sending import queue_due, send

QUEUED_FOR = timedelta(minutes=2)
"""A delivery that was queued so long ago, and is still due, is queued again."""


@shared_task(
    name="tournaments.feeds.deliver",
    acks_late=True,
    reject_on_worker_lost=True,
    soft_time_limit=60,
    time_limit=90,
)
def deliver(delivery_id: str) -> None:
    """Send one delivery.  A message may come twice; the second finds nothing to do."""
    send(UUID(delivery_id))


@shared_task(name="tournaments.feeds.queue_due_deliveries")
def queue_due_deliveries() -> int:
    """Queue what is due, retries above all; returns how many.  Runs every ten seconds."""
    found = queue_due(told_before=now() - QUEUED_FOR)
    for delivery_id in found:
        deliver.delay(str(delivery_id))
    return len(found)


@shared_task(name="tournaments.feeds.prune_deliveries")
def prune_deliveries() -> int:
    """Forget finished deliveries after ``WEBHOOK_LOG_DAYS``.  Runs every day."""
    return services.prune_deliveries()
