"""Reading the change log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from .principal import Principal

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import ChangeLogEntry  # noqa: F401


class ChangeLogQuerySet(models.QuerySet["ChangeLogEntry"]):
    """Entries of the change log."""

    def visible_to(self, principal: Principal) -> ChangeLogQuerySet:
        """What this principal may learn: nothing internal, nothing of an unpublished round."""
        from tournaments.clubs.querysets import clubs_of, clubs_run_by
        from tournaments.events.querysets import (
            PUBLISHED_STATUSES,
            events_run_by,
            visible_tournaments,
        )

        if principal.is_unrestricted:
            return self
        open_to_all = Q(internal=False) & (
            Q(round__isnull=True) | Q(round__status__in=PUBLISHED_STATUSES)
        )
        seen = Q(tournament__isnull=False) & visible_tournaments(principal, "tournament__")
        return self.filter(
            (seen & open_to_all)
            | Q(tournament__isnull=True, internal=False, club_id__in=clubs_of(principal))
            | Q(club_id__in=clubs_run_by(principal))
            | Q(tournament__event_id__in=events_run_by(principal))
        )


ChangeLogManager = models.Manager.from_queryset(ChangeLogQuerySet)
