"""Who sees which runs: those who may pair the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from tournaments.core.principal import Principal
from tournaments.events.querysets import run_by

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import PairingRun  # noqa: F401


class PairingRunQuerySet(models.QuerySet["PairingRun"]):
    """Pairing runs."""

    def visible_to(self, principal: Principal) -> PairingRunQuerySet:
        if principal.is_unrestricted:
            return self
        if principal.user_id is None:
            return self.none()
        return self.filter(run_by(principal, "round__tournament__event__"))


PairingRunManager = models.Manager.from_queryset(PairingRunQuerySet)
