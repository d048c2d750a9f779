"""Who sees which players, and finding them by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from tournaments.clubs.querysets import clubs_of
from tournaments.core.folding import fold
from tournaments.core.principal import Principal
from tournaments.core.scopes import Scope

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import Player  # noqa: F401


class PlayerQuerySet(models.QuerySet["Player"]):
    """Players of the registries."""

    def visible_to(self, principal: Principal) -> PlayerQuerySet:
        """Members of the club whose registry it is, those who run one of its events, the person.

        The public sees entries.
        """
        from tournaments.events.querysets import clubs_with_events_run_by

        if principal.is_unrestricted:
            return self
        if principal.user_id is None:
            return self.none()
        return self.filter(
            models.Q(club_id__in=clubs_of(principal))
            | models.Q(club_id__in=clubs_with_events_run_by(principal))
            | models.Q(user_id=principal.user_id)
        )

    def correctable_by(self, principal: Principal) -> PlayerQuerySet:
        """Players whose ids, titles and ratings the principal may correct.

        A federation corrects the players of its clubs without seeing their registries.
        """
        key = principal.key
        if key is None:
            return self.visible_to(principal)
        if not key.federation or not principal.holds(Scope.PLAYERS_WRITE):
            return self.none()
        return self.filter(club__federation=key.federation)

    def current(self) -> PlayerQuerySet:
        """Without those who were merged into another."""
        return self.filter(merged_into__isnull=True)

    def search(self, text: str) -> PlayerQuerySet:
        """Players whose names contain every word of ``text``, whatever its accents and case."""
        found = self
        for word in fold(text).split():
            found = found.filter(search_key__contains=word)
        return found


PlayerManager = models.Manager.from_queryset(PlayerQuerySet)
