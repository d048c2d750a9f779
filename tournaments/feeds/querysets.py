"""Who sees which webhook endpoints and deliveries: those who organise for the club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import F, Q

from tournaments.clubs.querysets import clubs_organised_by
from tournaments.core.clock import now
from tournaments.core.principal import Principal

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import WebhookDelivery, WebhookEndpoint  # noqa: F401


class WebhookEndpointQuerySet(models.QuerySet["WebhookEndpoint"]):
    """Webhook endpoints."""

    def visible_to(self, principal: Principal) -> WebhookEndpointQuerySet:
        if principal.is_unrestricted:
            return self
        return self.filter(club_id__in=clubs_organised_by(principal))


class WebhookDeliveryQuerySet(models.QuerySet["WebhookDelivery"]):
    """Deliveries."""

    def visible_to(self, principal: Principal) -> WebhookDeliveryQuerySet:
        if principal.is_unrestricted:
            return self
        return self.filter(endpoint__club_id__in=clubs_organised_by(principal))

    def due(self) -> WebhookDeliveryQuerySet:
        """Those whose time has come and that nobody is sending."""
        return self.filter(
            Q(lease_until__isnull=True) | Q(lease_until__lt=now()),
            status="pending",
            next_attempt_at__lte=now(),
        )

    def change(self, **values: Any) -> int:
        """Set columns as the next version of each row; returns how many rows."""
        return self.update(**values, version=F("version") + 1, updated_at=now())

    def give_up(self) -> int:
        """End what is pending; returns how many rows."""
        pending = self.filter(status="pending")
        return pending.change(status="failed", next_attempt_at=None, lease_until=None)

    def waiting_no_more(self) -> int:
        """Let everything that waits for its time go out now; returns how many rows."""
        at = now()
        waiting = self.filter(status="pending", next_attempt_at__gt=at)
        return waiting.change(next_attempt_at=at, queued_at=None)


WebhookEndpointManager = models.Manager.from_queryset(WebhookEndpointQuerySet)
WebhookDeliveryManager = models.Manager.from_queryset(WebhookDeliveryQuerySet)
