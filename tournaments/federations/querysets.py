"""Who sees which keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from rest_framework_api_key.models import BaseAPIKeyManager

from tournaments.clubs.querysets import clubs_of
from tournaments.core.principal import Principal
from tournaments.core.scopes import Scope
from tournaments.events.querysets import run_by

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import ApiKey, Quarantined, RatingReport  # noqa: F401


class ApiKeyQuerySet(models.QuerySet["ApiKey"]):
    """API keys."""

    def visible_to(self, principal: Principal) -> ApiKeyQuerySet:
        """Keys of a club for its owners; those of federations for superusers only."""
        if principal.is_unrestricted:
            return self
        return self.filter(club_id__in=clubs_of(principal).filter(role="owner"))


class ApiKeyManager(BaseAPIKeyManager.from_queryset(ApiKeyQuerySet)):  # type: ignore[misc]
    """Makes keys, and finds them as above."""


class RatingReportQuerySet(models.QuerySet["RatingReport"]):
    """Rating reports."""

    def visible_to(self, principal: Principal) -> RatingReportQuerySet:
        """For those who run the tournament; once submitted, for the federation it went to."""
        if principal.is_unrestricted:
            return self
        key = principal.key
        if key is None:
            return self.filter(run_by(principal, "tournament__event__"))
        scopes = (Scope.REPORTS_READ, Scope.REPORTS_DECIDE)
        if not key.federation or not any(map(principal.holds, scopes)):
            return self.none()
        return self.filter(federation=key.federation).exclude(status="checked")


class QuarantinedQuerySet(models.QuerySet["Quarantined"]):
    """What waits for somebody to say who is meant."""

    def visible_to(self, principal: Principal) -> QuarantinedQuerySet:
        """For keys of the federation that sent it."""
        if principal.is_unrestricted:
            return self
        key = principal.key
        scopes = (Scope.PLAYERS_WRITE, Scope.RESULTS_WRITE)
        if key is None or not key.federation or not any(map(principal.holds, scopes)):
            return self.none()
        return self.filter(federation=key.federation)


RatingReportManager = models.Manager.from_queryset(RatingReportQuerySet)
QuarantinedManager = models.Manager.from_queryset(QuarantinedQuerySet)
