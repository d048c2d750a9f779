"""Sending again: one delivery, or everything of a span of time."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from tournaments.core.clock import now
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.models import ChangeLogEntry
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse, lock_club

from ..models import DeliveryStatus, WebhookDelivery, WebhookEndpoint
from .outbox import add_deliveries, is_public, message_id, send_soon, wants
from .services import PERMISSION

MOST_AT_ONCE = 5000


@transaction.atomic
def redeliver(*, actor: Principal, delivery_id: UUID) -> WebhookDelivery:
    """Send a finished delivery again, with the same id (owner, organiser).

    Raises ``NotFound("webhook_delivery.not_found")``, ``Forbidden``,
    ``Conflict("webhook.disabled" | "webhook_delivery.pending")``.
    """
    seen = WebhookDelivery.objects.visible_to(actor).select_related("endpoint__club")
    found = get_or_refuse(seen, "webhook_delivery.not_found", pk=delivery_id)
    _require_usable(actor, found.endpoint)
    rows = WebhookDelivery.objects.select_for_update(of=("self",))
    delivery = get_or_refuse(rows, "webhook_delivery.not_found", pk=delivery_id)
    if delivery.status == DeliveryStatus.PENDING:
        raise Conflict("webhook_delivery.pending")
    _ask_again([delivery])
    return delivery


@transaction.atomic
def replay(
    *, actor: Principal, endpoint_id: UUID, since: datetime, until: datetime | None = None
) -> int:
    """Send everything of a span that the endpoint asked for and has not confirmed.

    That is what failed, and what happened while it was disabled.  Returns how
    many deliveries that are.  Raises ``NotFound("webhook.not_found")``,
    ``Forbidden``, ``Conflict("webhook.disabled")`` and
    ``Invalid("webhook.span_too_long" | "webhook.span_reversed")``.
    """
    seen = WebhookEndpoint.objects.visible_to(actor).select_related("club")
    endpoint = get_or_refuse(seen, "webhook.not_found", pk=endpoint_id)
    lock_club(endpoint.club_id)
    _require_usable(actor, endpoint)
    end = until or now()
    if end < since:
        raise Invalid("webhook.span_reversed", since=since.isoformat(), until=end.isoformat())
    changes = _changes_of(endpoint, since, end)
    known = {
        delivery.message_id: delivery
        for delivery in WebhookDelivery.objects.select_for_update(of=("self",)).filter(
            endpoint=endpoint, change__in=[change.pk for change in changes]
        )
    }
    failed = [each for each in known.values() if each.status == DeliveryStatus.FAILED]
    _ask_again(failed)
    missing = [change for change in changes if message_id(change) not in known]
    return len(failed) + add_deliveries([(endpoint, change) for change in missing])


def _changes_of(
    endpoint: WebhookEndpoint, since: datetime, until: datetime
) -> list[ChangeLogEntry]:
    rows = ChangeLogEntry.objects.filter(
        club_id=endpoint.club_id, internal=False, at__gte=since, at__lte=until
    )
    if endpoint.event_types:
        rows = rows.filter(type__in=endpoint.event_types)
    found = list(rows.select_related("tournament", "round").order_by("at")[: MOST_AT_ONCE + 1])
    if len(found) > MOST_AT_ONCE:
        raise Invalid("webhook.span_too_long", most=MOST_AT_ONCE)
    return [change for change in found if is_public(change) and wants(endpoint, change.type)]


def _require_usable(actor: Principal, endpoint: WebhookEndpoint) -> None:
    require(actor, PERMISSION, endpoint)
    if not endpoint.enabled:
        raise Conflict("webhook.disabled", reason=endpoint.disabled_reason)


def _ask_again(deliveries: list[WebhookDelivery]) -> None:
    at = now()
    for delivery in deliveries:
        delivery.status = DeliveryStatus.PENDING
        delivery.attempts, delivery.next_attempt_at, delivery.delivered_at = 0, at, None
        delivery.queued_at = at
        delivery.version, delivery.updated_at = delivery.version + 1, at
    WebhookDelivery.objects.bulk_update(
        deliveries,
        [
            *("status", "attempts", "next_attempt_at", "delivered_at", "queued_at"),
            *("version", "updated_at"),
        ],
        batch_size=500,
    )
    send_soon(deliveries)
