"""Who sees which restore points: those who run the tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from tournaments.core.principal import Principal
from tournaments.events.querysets import run_by

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import RestorePoint  # noqa: F401


class RestorePointQuerySet(models.QuerySet["RestorePoint"]):
    """Restore points; lists leave the content out."""

    def visible_to(self, principal: Principal) -> RestorePointQuerySet:
        if principal.is_unrestricted:
            return self
        if principal.user_id is None:
            return self.none()
        return self.filter(run_by(principal, "tournament__event__"))


RestorePointManager = models.Manager.from_queryset(RestorePointQuerySet)
