"""What keeps the streams of results close to what is stored, so that readers need not wait."""

from __future__ import annotations

from celery import shared_task

from .feed import forget_tombstones, refresh
from .models import ResultsStream

TAKEN_OVER_AT_ONCE = 200


@shared_task(name="tournaments.federations.refresh_streams")
def refresh_streams() -> int:
    """Take over what changed, for every federation that has read; returns how many.

    Runs every minute.  Nothing depends on it: readers take over what they find changed.
    """
    federations = list(ResultsStream.objects.values_list("federation", flat=True))
    for federation in federations:
        refresh(federation, TAKEN_OVER_AT_ONCE)
        forget_tombstones(federation)
    return len(federations)
