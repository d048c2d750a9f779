"""Who sees which brackets and matches: published ones, all of them for those who run them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from tournaments.core.principal import Principal
from tournaments.events.querysets import run_by, visible_tournaments

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import Bracket, Match  # noqa: F401


def visible_draws(principal: Principal, prefix: str = "") -> Q:
    """Brackets whose draw the principal may see; ``prefix`` leads to the bracket."""
    if principal.is_unrestricted:
        return Q()
    seen = Q(**{f"{prefix}status": "published"}) & visible_tournaments(
        principal, f"{prefix}tournament__"
    )
    if principal.user_id is None:
        return seen
    return seen | run_by(principal, f"{prefix}tournament__event__")


class BracketQuerySet(models.QuerySet["Bracket"]):
    """Brackets."""

    def announced_to(self, principal: Principal) -> BracketQuerySet:
        """Those whose settings the principal may see: of every visible knockout."""
        return self.filter(visible_tournaments(principal, "tournament__"))

    def visible_to(self, principal: Principal) -> BracketQuerySet:
        """Those whose draw the principal may see."""
        return self.exclude(status="announced").filter(visible_draws(principal))


class MatchQuerySet(models.QuerySet["Match"]):
    """Matches."""

    def visible_to(self, principal: Principal) -> MatchQuerySet:
        return self.filter(visible_draws(principal, "bracket__"))


BracketManager = models.Manager.from_queryset(BracketQuerySet)
MatchManager = models.Manager.from_queryset(MatchQuerySet)
