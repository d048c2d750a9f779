"""Finding lists and the players on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from tournaments.core.folding import fold

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import ListedPlayer, RatingList  # noqa: F401


class RatingListQuerySet(models.QuerySet["RatingList"]):
    """Versions of lists."""

    def current(self, name: str) -> RatingList | None:
        """The version of a list that is in use."""
        return self.filter(name=name, status="current").first()


class ListedPlayerQuerySet(models.QuerySet["ListedPlayer"]):
    """Lines of lists."""

    def named(self, text: str) -> ListedPlayerQuerySet:
        """Lines whose names begin like ``text``, whatever its accents and case."""
        return self.filter(search_key__startswith=fold(text))


RatingListManager = models.Manager.from_queryset(RatingListQuerySet)
ListedPlayerManager = models.Manager.from_queryset(ListedPlayerQuerySet)
