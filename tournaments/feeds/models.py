"""WebhookEndpoint, WebhookDelivery, WebhookAttempt."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.clock import now
from tournaments.core.models import Identified, Versioned

from .querysets import WebhookDeliveryManager, WebhookEndpointManager

if TYPE_CHECKING:
    from uuid import UUID


class DisabledReason(models.TextChoices):
    """Why an endpoint gets nothing."""

    OWNER = "owner", _("switched off")
    GONE = "gone", _("the receiver answered 410")
    FAILING = "failing", _("nothing could be delivered for days")


class WebhookEndpoint(Versioned):
    """An address of a club that wants to hear of changes.

    ``event_types`` are those chosen, none for all.  Secrets are stored sealed
    (:mod:`tournaments.feeds.webhooks.secrets`); after a rotation the previous
    one signs beside the new one until ``previous_secret_until``.

    ``failures`` counts failed attempts in a row, ``failing_since`` is when the
    first of them was, and until ``retry_at`` nothing is sent.
    """

    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=500)
    description = models.CharField(_("description"), max_length=160, blank=True)
    event_types = models.JSONField(_("event types"), default=list, blank=True)
    secret = models.CharField(max_length=400, editable=False)
    previous_secret = models.CharField(max_length=400, blank=True, editable=False)
    previous_secret_until = models.DateTimeField(null=True, blank=True, editable=False)
    enabled = models.BooleanField(_("enabled"), default=True)
    disabled_reason = models.CharField(
        _("why disabled"), max_length=8, blank=True, choices=DisabledReason.choices
    )
    failures = models.PositiveIntegerField(default=0, editable=False)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True, editable=False)
    retry_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = WebhookEndpointManager()

    if TYPE_CHECKING:
        club_id: UUID

    class Meta:
        verbose_name = _("webhook endpoint")
        verbose_name_plural = _("webhook endpoints")
        ordering = ("club", "id")
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(url=""), name="webhook_endpoint_has_url"),
            models.CheckConstraint(
                condition=Q(enabled=True, disabled_reason="")
                | Q(enabled=False, disabled_reason__in=DisabledReason.values),
                name="webhook_endpoint_disabled_for_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.url


class DeliveryStatus(models.TextChoices):
    """Life of a delivery."""

    PENDING = "pending", _("to be sent")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("given up")


class WebhookDelivery(Versioned):
    """One message for one endpoint, written in the transaction of its change.

    ``body`` is what is sent, byte for byte, at every attempt.  ``attempts``
    counts since the delivery was last asked for; :class:`WebhookAttempt` rows
    are all there ever were.  ``queued_at`` is when a worker was last told,
    ``lease_until`` until when nobody else may send it.
    """

    endpoint = models.ForeignKey(
        WebhookEndpoint, on_delete=models.CASCADE, related_name="deliveries"
    )
    change = models.ForeignKey(
        "core.ChangeLogEntry", null=True, on_delete=models.CASCADE, related_name="+"
    )
    message_id = models.CharField(max_length=80)
    type = models.CharField(_("event type"), max_length=60)
    body = models.TextField()
    status = models.CharField(
        _("status"), max_length=9, choices=DeliveryStatus.choices, default=DeliveryStatus.PENDING
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, default=now)
    queued_at = models.DateTimeField(null=True)
    lease_until = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(_("delivered at"), null=True)

    objects = WebhookDeliveryManager()

    if TYPE_CHECKING:
        endpoint_id: UUID
        change_id: UUID | None

    class Meta:
        verbose_name = _("webhook delivery")
        verbose_name_plural = _("webhook deliveries")
        ordering = ("-created_at", "-id")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["endpoint", "message_id"], name="webhook_message_once_per_endpoint"
            ),
            models.CheckConstraint(
                condition=Q(status__in=DeliveryStatus.values), name="webhook_delivery_status_known"
            ),
            models.CheckConstraint(
                condition=Q(status=DeliveryStatus.PENDING, next_attempt_at__isnull=False)
                | (~Q(status=DeliveryStatus.PENDING) & Q(next_attempt_at__isnull=True)),
                name="webhook_delivery_pending_has_time",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["next_attempt_at"],
                condition=Q(status=DeliveryStatus.PENDING),
                name="webhook_delivery_due_idx",
            ),
            models.Index(fields=["endpoint", "created_at"], name="webhook_delivery_log_idx"),
        ]

    def __str__(self) -> str:
        return f"{self.message_id} {self.status}"


class WebhookAttempt(Identified):
    """One request of a delivery: the answer's status, or why there was none."""

    delivery = models.ForeignKey(
        WebhookDelivery, on_delete=models.CASCADE, related_name="attempt_log"
    )
    at = models.DateTimeField(default=now)
    status_code = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=40, blank=True)
    milliseconds = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("webhook attempt")
        verbose_name_plural = _("webhook attempts")
        ordering = ("delivery", "at", "id")

    def __str__(self) -> str:
        return f"{self.delivery_id} {self.status_code or self.error}"
