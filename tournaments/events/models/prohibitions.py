"""ProhibitedPairing: who may not meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import Identified

from ..querysets import ProhibitedPairingManager
from .entries import Entry
from .tournaments import MAX_ROUNDS, Tournament

if TYPE_CHECKING:
    from uuid import UUID


class ProhibitedPairing(Identified):
    """No two of its members may meet in these rounds; ``soft``: as long as possible."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="prohibited_pairings"
    )
    members = models.ManyToManyField(
        Entry, through="ProhibitedPairingMember", related_name="prohibited_pairings"
    )
    first_round = models.PositiveSmallIntegerField(_("first round"), default=1)
    last_round = models.PositiveSmallIntegerField(_("last round"), default=MAX_ROUNDS)
    soft = models.BooleanField(_("as long as possible"), default=False)
    label = models.CharField(_("reason"), max_length=80, blank=True)

    objects = ProhibitedPairingManager()

    if TYPE_CHECKING:
        tournament_id: UUID

    class Meta:
        verbose_name = _("prohibited pairing")
        verbose_name_plural = _("prohibited pairings")
        ordering = ("tournament", "id")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(first_round__gte=1, last_round__gte=F("first_round")),
                name="prohibited_pairing_rounds_ordered",
                violation_error_code="rounds_not_ordered",
                violation_error_message=_("The last round is before the first."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.label}"


class ProhibitedPairingMember(models.Model):
    """One entry in a :class:`ProhibitedPairing`."""

    prohibited_pairing = models.ForeignKey(
        ProhibitedPairing, on_delete=models.CASCADE, related_name="memberships"
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="prohibited_memberships"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["prohibited_pairing", "entry"], name="prohibited_pairing_member_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prohibited_pairing_id} {self.entry_id}"
