"""Round: one row of the schedule, from planned to completed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import Versioned

from ..querysets import RoundManager
from .tournaments import MAX_ROUNDS, Tournament

if TYPE_CHECKING:
    from uuid import UUID


class RoundStatus(models.TextChoices):
    """Life of a round; all rounds exist from the start as ``planned``."""

    PLANNED = "planned", _("planned")
    DRAFT = "draft", _("paired, not published")
    PUBLISHED = "published", _("published")
    COMPLETED = "completed", _("completed")


class Round(Versioned):
    """One round.  ``starts_at`` is an instant, ``day`` the local day it is announced for.

    ``reopened``: an arbiter holds it open although all its results are in.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    status = models.CharField(
        _("status"), max_length=9, choices=RoundStatus.choices, default=RoundStatus.PLANNED
    )
    day = models.DateField(_("day"), null=True, blank=True)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    reopened = models.BooleanField(_("held open"), default=False)

    objects = RoundManager()

    if TYPE_CHECKING:
        tournament_id: UUID

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("tournament", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=MAX_ROUNDS), name="round_number_possible"
            ),
            models.CheckConstraint(
                condition=Q(status__in=RoundStatus.values), name="round_status_known"
            ),
            models.CheckConstraint(
                condition=Q(reopened=False) | Q(status=RoundStatus.PUBLISHED),
                name="round_reopened_is_published",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} R{self.number}"

    @property
    def is_published(self) -> bool:
        """Everybody may see its pairings."""
        return self.status in (RoundStatus.PUBLISHED, RoundStatus.COMPLETED)
