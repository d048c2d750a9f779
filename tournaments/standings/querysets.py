"""Which stored standings are behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import F

from tournaments.events.querysets import PUBLISHED_STATUSES

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import StoredStandings  # noqa: F401


class StoredStandingsQuerySet(models.QuerySet["StoredStandings"]):
    """Stored standings."""

    def behind(self) -> StoredStandingsQuerySet:
        """Rows that something has touched since they were computed, of rounds that are published.

        Round 0, the starting list, is published with the tournament.
        """
        published = models.Q(after_round=0) | models.Exists(
            _rounds().filter(
                tournament=models.OuterRef("tournament"),
                number=models.OuterRef("after_round"),
                status__in=PUBLISHED_STATUSES,
            )
        )
        return self.filter(published).filter(
            models.Q(computed_at=None) | models.Q(computed_sequence__lt=F("needed_sequence"))
        )


def _rounds() -> models.QuerySet[models.Model]:
    from tournaments.events.models import Round

    return Round.objects.all()


StoredStandingsManager = models.Manager.from_queryset(StoredStandingsQuerySet)
