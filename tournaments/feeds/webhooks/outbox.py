"""Deliveries are written where the change is, in its transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from tournaments.core.clock import now
from tournaments.core.models import ChangeLogEntry
from tournaments.core.writing import after_commit
from tournaments.events.models import Tournament

from ..models import WebhookDelivery, WebhookEndpoint


def write_deliveries(change: ChangeLogEntry, tournament: Tournament | None = None) -> None:
    """One row for each endpoint of the club that asked for this type of change."""
    if is_public(change):
        endpoints = WebhookEndpoint.objects.filter(club_id=change.club_id, enabled=True)
        add_deliveries([(each, change) for each in endpoints if wants(each, change.type)])


def is_public(change: ChangeLogEntry) -> bool:
    """Whether an event may speak of it: nothing internal, nothing of an unpublished round."""
    return not change.internal and (change.round is None or change.round.is_published)


def wants(endpoint: WebhookEndpoint, type: str) -> bool:
    """Whether the endpoint asked for this type; none chosen means all."""
    return not endpoint.event_types or type in endpoint.event_types


def message_id(change: ChangeLogEntry) -> str:
    """``webhook-id``: the same for every attempt and every endpoint."""
    return f"msg_{change.pk.hex}"


def body_of(change: ChangeLogEntry) -> str:
    """A thin body: which change, of what; the receiver fetches the rest."""
    tournament = change.tournament
    data = {
        "club": str(change.club_id),
        "event": str(tournament.event_id) if tournament else None,
        "tournament": str(tournament.pk) if tournament else None,
        "round": change.round.number if change.round else None,
        "seq": change.seq,
        "subject": {
            "type": change.subject_type,
            "id": str(change.subject_id),
            "version": change.subject_version,
        },
    }
    return message(change.type, change.at, data)


def message(type: str, at: datetime, data: dict[str, Any]) -> str:
    """A body by Standard Webhooks."""
    timestamp = at.isoformat().replace("+00:00", "Z")
    return json.dumps({"type": type, "timestamp": timestamp, "data": data}, separators=(",", ":"))


def add_deliveries(wanted: Iterable[tuple[WebhookEndpoint, ChangeLogEntry]]) -> int:
    """Write the deliveries that are not there yet; returns how many were asked for."""
    at = now()
    rows = [
        WebhookDelivery(
            endpoint=endpoint,
            change=change,
            message_id=message_id(change),
            type=change.type,
            body=body_of(change),
            # An endpoint that fails at present is not hurried.
            next_attempt_at=max(endpoint.retry_at or at, at),
            queued_at=at,
        )
        for endpoint, change in wanted
    ]
    WebhookDelivery.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
    send_soon([row for row in rows if row.next_attempt_at == at])
    return len(rows)


def send_soon(deliveries: Iterable[WebhookDelivery]) -> None:
    """Tell a worker once the transaction commits; what it is not told, the sweep finds."""
    from ..tasks import deliver

    for delivery in deliveries:
        after_commit(deliver.delay, str(delivery.pk))
