"""Who sees what lies on the desk: those who run the tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from tournaments.core.principal import Principal
from tournaments.events.querysets import run_by

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import Claim, Correction, PairingSession  # noqa: F401


class ClaimQuerySet(models.QuerySet["Claim"]):
    """Claims: for those who run the tournament and for the two players."""

    def visible_to(self, principal: Principal) -> ClaimQuerySet:
        if principal.is_unrestricted:
            return self
        if principal.user_id is None:
            return self.none()
        own = Q(board__seats__entry__player__user_id=principal.user_id)
        seen = run_by(principal, "board__round__tournament__event__") | own
        return self.filter(pk__in=self.model.objects.filter(seen).values("pk"))


class CorrectionQuerySet(models.QuerySet["Correction"]):
    """Corrections."""

    def visible_to(self, principal: Principal) -> CorrectionQuerySet:
        if principal.is_unrestricted:
            return self
        return self.filter(run_by(principal, "board__round__tournament__event__"))


class PairingSessionQuerySet(models.QuerySet["PairingSession"]):
    """Pairings by hand."""

    def visible_to(self, principal: Principal) -> PairingSessionQuerySet:
        if principal.is_unrestricted:
            return self
        return self.filter(run_by(principal, "round__tournament__event__"))


PairingSessionManager = models.Manager.from_queryset(PairingSessionQuerySet)
ClaimManager = models.Manager.from_queryset(ClaimQuerySet)
CorrectionManager = models.Manager.from_queryset(CorrectionQuerySet)
