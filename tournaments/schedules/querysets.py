"""Who sees which draws and teams: those who see the tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from tournaments.core.principal import Principal
from tournaments.events.querysets import visible_tournaments

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import Draw, Team  # noqa: F401


class DrawQuerySet(models.QuerySet["Draw"]):
    """Draws."""

    def visible_to(self, principal: Principal) -> DrawQuerySet:
        return self.filter(visible_tournaments(principal, "tournament__"))


class TeamQuerySet(models.QuerySet["Team"]):
    """Teams."""

    def visible_to(self, principal: Principal) -> TeamQuerySet:
        return self.filter(visible_tournaments(principal, "tournament__"))


DrawManager = models.Manager.from_queryset(DrawQuerySet)
TeamManager = models.Manager.from_queryset(TeamQuerySet)
