"""RestorePoint: the state of a tournament before something risky was done to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.clock import now
from tournaments.core.models import Identified
from tournaments.events.models import Tournament

from .querysets import RestorePointManager

if TYPE_CHECKING:
    from uuid import UUID


class Occasion(models.TextChoices):
    """What was about to happen when the point was taken."""

    BY_HAND = "by_hand", _("taken by hand")
    UNPAIR = "unpair", _("a pairing is taken back")
    IMPORT = "import", _("a report file fills the tournament")
    ENTRIES = "entries", _("entries come from a table or an earlier event")
    RENUMBER = "renumber", _("pairing numbers change")
    RATINGS = "ratings", _("ratings are taken from a list")
    SETTINGS = "settings", _("settings change")
    RESTORE = "restore", _("an earlier state comes back")


class RestorePoint(Identified):
    """The state of a tournament after its change number ``sequence``.

    ``content`` is what :mod:`.snapshot` writes, compressed; ``rows`` counts
    what is in it.  ``used_at`` says when it was last put back.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="restore_points"
    )
    occasion = models.CharField(_("taken before"), max_length=10, choices=Occasion.choices)
    label = models.CharField(_("label"), max_length=120, blank=True)
    sequence = models.PositiveBigIntegerField(_("after change"))
    rows = models.PositiveIntegerField(_("rows"))
    content = models.BinaryField()
    made_by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_by_key = models.CharField(max_length=8, blank=True)
    created_at = models.DateTimeField(_("taken at"), default=now)
    used_at = models.DateTimeField(_("put back at"), null=True, blank=True)

    objects = RestorePointManager()

    if TYPE_CHECKING:
        tournament_id: UUID
        made_by_id: UUID | None

    class Meta:
        verbose_name = _("restore point")
        verbose_name_plural = _("restore points")
        ordering = ("-created_at", "-id")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(occasion__in=Occasion.values), name="restore_point_occasion_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} after {self.sequence}"
