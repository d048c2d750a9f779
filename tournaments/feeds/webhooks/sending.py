"""Sending one delivery: claim, request, settle.  Every step may happen twice.

A delivery that fails is tried again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20
and 24 h (about three days in all), each a little earlier or later, and then
given up.  The same delays hold for the endpoint as a whole, by its failures in
a row: while it waits, nothing is sent to it, and when the time has come one
delivery goes first.  Once that arrives, all others follow.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from cryptography.fernet import InvalidToken
from django.db import transaction
from django.db.models import F, Q

from tournaments.core.clock import now
from tournaments.core.principal import SYSTEM

from ..models import (
    DeliveryStatus,
    DisabledReason,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
)
from .http import Reply, post
from .services import disable_endpoint
from .signing import live_secrets, signed_headers

log = structlog.get_logger("tournaments.feeds")

DELAYS = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
JITTER = 0.1
"""Delays are this much shorter or longer, so that receivers are not hit by everything at once."""
MAX_ATTEMPTS = len(DELAYS) + 1
DISABLE_AFTER = timedelta(days=3)
"""An endpoint to which nothing could be delivered for so long is disabled."""
LEASE = timedelta(seconds=60)
GONE = 410


@dataclass(frozen=True, slots=True)
class Claim:
    """A delivery to be sent now, and how often its endpoint had failed when it was taken."""

    delivery: WebhookDelivery
    endpoint: WebhookEndpoint
    failures: int


def send(delivery_id: UUID) -> None:
    """Do what is to be done for a delivery; nothing if it is not due or in other hands."""
    claimed = claim(delivery_id)
    if claimed is not None:
        settle(claimed, _request(claimed))


@transaction.atomic(durable=True)
def claim(delivery_id: UUID) -> Claim | None:
    """Take a delivery whose time has come, unless its endpoint has to wait."""
    at = now()
    due = WebhookDelivery.objects.due().filter(pk=delivery_id, endpoint__enabled=True).first()
    if due is None:
        return None
    endpoint = _locked(due.endpoint_id)
    if endpoint.retry_at is not None:
        if endpoint.retry_at > at:
            rows = WebhookDelivery.objects.filter(pk=delivery_id)
            rows.change(next_attempt_at=endpoint.retry_at, queued_at=None)
            return None
        # This one goes first; the others wait for what comes of it.
        endpoint.retry_at = at + LEASE
        endpoint.save(update_fields=["retry_at"])
    rows = WebhookDelivery.objects.due().filter(pk=delivery_id)
    if not rows.change(lease_until=at + LEASE, attempts=F("attempts") + 1):
        return None
    return Claim(WebhookDelivery.objects.get(pk=delivery_id), endpoint, endpoint.failures)


def _request(claimed: Claim) -> Reply:
    delivery, endpoint, at = claimed.delivery, claimed.endpoint, now()
    try:
        headers = signed_headers(live_secrets(endpoint, at), delivery.message_id, at, delivery.body)
    except InvalidToken:
        # SECRET_KEY was changed without a fallback: the owner has to rotate the secret.
        return Reply(None, "secret_unreadable", 0)
    return post(endpoint.url, headers, delivery.body.encode())


def settle(claimed: Claim, reply: Reply) -> None:
    """Note what came of an attempt, for the delivery and for its endpoint."""
    with transaction.atomic(durable=True):
        delivery, endpoint = claimed.delivery, _locked(claimed.endpoint.pk)
        WebhookAttempt.objects.create(
            delivery=delivery,
            status_code=reply.status,
            error=reply.error,
            milliseconds=reply.milliseconds,
        )
        if reply.is_success:
            _note_success(delivery, endpoint)
        else:
            _note_failure(claimed, endpoint, reply)
        reason = _reason_to_disable(endpoint, reply)
    log.info(
        "webhook_attempt",
        delivery=str(delivery.pk),
        endpoint=str(endpoint.pk),
        status=reply.status,
        error=reply.error,
    )
    if reason is not None:
        disable_endpoint(actor=SYSTEM, endpoint_id=endpoint.pk, reason=reason)


def _locked(endpoint_id: UUID) -> WebhookEndpoint:
    """The endpoint's row, locked so that new deliveries may still refer to it."""
    rows = WebhookEndpoint.objects.select_for_update(of=("self",), no_key=True)
    return rows.get(pk=endpoint_id)


def _note_success(delivery: WebhookDelivery, endpoint: WebhookEndpoint) -> None:
    at = now()
    WebhookDelivery.objects.filter(pk=delivery.pk).change(
        status=DeliveryStatus.DELIVERED, delivered_at=at, next_attempt_at=None, lease_until=None
    )
    if endpoint.failures:
        endpoint.failures, endpoint.failing_since, endpoint.retry_at = 0, None, None
        endpoint.version, endpoint.updated_at = endpoint.version + 1, at
        endpoint.save()
        endpoint.deliveries.waiting_no_more()


def _note_failure(claimed: Claim, endpoint: WebhookEndpoint, reply: Reply) -> None:
    at = now()
    # Of several requests that were under way together only the first counts.
    if endpoint.failures == claimed.failures:
        if endpoint.failing_since is None:
            endpoint.failing_since = at
            endpoint.version, endpoint.updated_at = endpoint.version + 1, at
        endpoint.failures += 1
        endpoint.retry_at = at + _delay(endpoint.failures, reply)
        endpoint.save()
    attempts = claimed.delivery.attempts
    given_up = attempts >= MAX_ATTEMPTS or reply.status == GONE
    again_at = max(at + _delay(attempts, reply), endpoint.retry_at or at)
    WebhookDelivery.objects.filter(pk=claimed.delivery.pk, status=DeliveryStatus.PENDING).change(
        status=DeliveryStatus.FAILED if given_up else DeliveryStatus.PENDING,
        next_attempt_at=None if given_up else again_at,
        queued_at=None,
        lease_until=None,
    )


def _delay(failures: int, reply: Reply) -> timedelta:
    """How long to wait after so many failures, at least as long as the receiver asks for."""
    delay = DELAYS[min(failures, len(DELAYS)) - 1] * random.uniform(1 - JITTER, 1 + JITTER)
    return max(delay, timedelta(seconds=reply.retry_after or 0))


def _reason_to_disable(endpoint: WebhookEndpoint, reply: Reply) -> DisabledReason | None:
    if reply.status == GONE:
        return DisabledReason.GONE
    since = endpoint.failing_since
    if since is not None and now() - since >= DISABLE_AFTER:
        return DisabledReason.FAILING
    return None


def queue_due(at_most: int = 500, *, told_before: datetime | None = None) -> list[UUID]:
    """Deliveries whose time has come and that no worker was told of lately; notes that it is now.

    ``told_before`` is how long ago a worker may have been told in vain.
    """
    with transaction.atomic():
        due = WebhookDelivery.objects.due().filter(endpoint__enabled=True)
        due = due.filter(Q(queued_at__isnull=True) | Q(queued_at__lt=told_before or now()))
        found = list(due.order_by("next_attempt_at").values_list("pk", flat=True)[:at_most])
        WebhookDelivery.objects.filter(pk__in=found).update(queued_at=now())
    return found
