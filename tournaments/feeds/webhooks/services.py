"""What organisers do with webhook endpoints.

Common refusals: ``NotFound("webhook.not_found")``,
``Forbidden("permission.denied")``, ``Stale("webhookendpoint.stale")``,
``Invalid("webhook.invalid")`` with a list of faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_address
from typing import Any, TypedDict, Unpack
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from tournaments.clubs.models import Club
from tournaments.core.clock import now
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    after_commit,
    append_change,
    apply,
    get_or_refuse,
    lock_club,
    require_version,
    save_changes,
    validate,
)

from ..event_types import EVENT_TYPES, TEST
from ..models import DeliveryStatus, DisabledReason, WebhookDelivery, WebhookEndpoint
from .http import is_allowed_host
from .notices import tell_organisers
from .outbox import message, send_soon
from .secrets import new_secret, seal

PERMISSION = "feeds.manage_webhooks"
MOST_ENDPOINTS = 20
OVERLAP = timedelta(hours=24)
"""How long the previous secret signs beside the new one."""


class EndpointFields(TypedDict, total=False):
    """What organisers set."""

    url: str
    description: str
    event_types: list[str]
    enabled: bool


@transaction.atomic
def create_endpoint(
    *, actor: Principal, club_id: UUID, **fields: Unpack[EndpointFields]
) -> WebhookEndpoint:
    """A new endpoint with a secret of its own (owner, organiser).

    Raises ``NotFound("club.not_found")`` and ``Conflict("webhook.too_many")``.
    """
    get_or_refuse(Club.objects.visible_to(actor), "club.not_found", pk=club_id)
    club = lock_club(club_id)
    require(actor, PERMISSION, club)
    if WebhookEndpoint.objects.filter(club=club).count() >= MOST_ENDPOINTS:
        raise Conflict("webhook.too_many", most=MOST_ENDPOINTS)
    endpoint = WebhookEndpoint(club=club, secret=seal(new_secret()))
    _set(endpoint, fields)
    endpoint.save()
    _log("webhook.created", actor, endpoint)
    return endpoint


@transaction.atomic
def update_endpoint(
    *,
    actor: Principal,
    endpoint_id: UUID,
    expected_version: int | None = None,
    **changes: Unpack[EndpointFields],
) -> WebhookEndpoint:
    """Change an endpoint; enabling it forgets that it failed, disabling gives up what is pending.

    What happened while it was disabled is not sent by itself:
    :func:`~tournaments.feeds.webhooks.redelivery.replay` does that.
    """
    endpoint = _locked(actor, endpoint_id)
    require_version(endpoint, expected_version)
    changed = _set(endpoint, changes)
    if changed:
        if "enabled" in changed:
            _forget_failures(endpoint)
        _give_up_if_disabled(endpoint)
        endpoint.version, endpoint.updated_at = endpoint.version + 1, now()
        endpoint.save()
        _log("webhook.updated", actor, endpoint, **changed)
    return endpoint


@transaction.atomic
def remove_endpoint(
    *, actor: Principal, endpoint_id: UUID, expected_version: int | None = None
) -> None:
    """Delete an endpoint with its deliveries."""
    endpoint = _locked(actor, endpoint_id)
    require_version(endpoint, expected_version)
    endpoint.version += 1
    _log("webhook.removed", actor, endpoint)
    endpoint.delete()


@transaction.atomic
def rotate_secret(
    *, actor: Principal, endpoint_id: UUID, expected_version: int | None = None
) -> WebhookEndpoint:
    """A new secret; the one it replaces signs too for a day.  An older one is dropped at once."""
    endpoint = _locked(actor, endpoint_id)
    require_version(endpoint, expected_version)
    endpoint.previous_secret = endpoint.secret
    endpoint.previous_secret_until = now() + OVERLAP
    endpoint.secret = seal(new_secret())
    save_changes(endpoint, ("secret", "previous_secret", "previous_secret_until"))
    _log("webhook.secret_rotated", actor, endpoint)
    return endpoint


@transaction.atomic
def ping_endpoint(*, actor: Principal, endpoint_id: UUID) -> WebhookDelivery:
    """Send a test event.  Raises ``Conflict("webhook.disabled")``."""
    endpoint = _locked(actor, endpoint_id)
    if not endpoint.enabled:
        raise Conflict("webhook.disabled", reason=endpoint.disabled_reason)
    at = now()
    delivery = WebhookDelivery.objects.create(
        endpoint=endpoint,
        message_id=f"msg_{uuid4().hex}",
        type=TEST,
        body=message(TEST, at, {"club": str(endpoint.club_id), "endpoint": str(endpoint.pk)}),
        next_attempt_at=at,
        queued_at=at,
    )
    send_soon([delivery])
    return delivery


@transaction.atomic
def disable_endpoint(
    *, actor: Principal, endpoint_id: UUID, reason: DisabledReason
) -> WebhookEndpoint:
    """Send nothing any more, and tell the organisers why; nothing if it is disabled already."""
    endpoint = _locked(actor, endpoint_id)
    if endpoint.enabled:
        changed = apply(endpoint, {"enabled": False, "disabled_reason": reason.value})
        _give_up_if_disabled(endpoint)
        save_changes(endpoint, changed)
        _log("webhook.disabled", actor, endpoint, reason=reason.value)
        after_commit(tell_organisers, endpoint)
    return endpoint


def _locked(actor: Principal, endpoint_id: UUID) -> WebhookEndpoint:
    """The endpoint, if the principal may manage it; its club and its row are locked."""
    seen = WebhookEndpoint.objects.visible_to(actor)
    club = lock_club(get_or_refuse(seen, "webhook.not_found", pk=endpoint_id).club_id)
    rows = WebhookEndpoint.objects.select_for_update(of=("self",), no_key=True)
    endpoint = get_or_refuse(rows, "webhook.not_found", pk=endpoint_id)
    require(actor, PERMISSION, club)
    endpoint.club = club
    return endpoint


def _set(endpoint: WebhookEndpoint, fields: EndpointFields) -> dict[str, dict[str, Any]]:
    wanted: dict[str, Any] = dict(fields)
    if "event_types" in wanted:
        wanted["event_types"] = sorted(set(wanted["event_types"]))
    if "enabled" in wanted:
        wanted["disabled_reason"] = "" if wanted["enabled"] else DisabledReason.OWNER.value
    changed = apply(endpoint, wanted)
    # What is stored was acceptable when it was set; only what is new is looked at.
    faults = [*_type_faults(endpoint.event_types if "event_types" in changed else [])]
    if "url" in changed or endpoint._state.adding:
        faults += _url_faults(endpoint.url)
    if faults:
        raise Invalid("webhook.invalid", errors=faults)
    validate(endpoint)
    return changed


def _url_faults(url: str) -> Iterator[dict[str, Any]]:
    """``https`` with a host and nothing secret; numbers that no receiver has are refused early."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        yield {"field": "url", "code": "webhook.url_malformed", "params": {"url": url}}
        return
    if not host or parts.username or parts.password or parts.fragment or not url.isprintable():
        yield {"field": "url", "code": "webhook.url_malformed", "params": {"url": url}}
    elif is_allowed_host(url):
        if parts.scheme not in ("http", "https"):
            yield {"field": "url", "code": "webhook.url_not_https", "params": {"url": url}}
    elif parts.scheme != "https":
        yield {"field": "url", "code": "webhook.url_not_https", "params": {"url": url}}
    elif _is_private(host):
        yield {"field": "url", "code": "webhook.url_private", "params": {"host": host}}


def _is_private(host: str) -> bool:
    """Told by the address alone; names are looked up when something is sent."""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))


def _type_faults(types: list[str]) -> Iterator[dict[str, Any]]:
    unknown = [type for type in types if type not in EVENT_TYPES]
    if unknown:
        params = {"types": unknown}
        yield {"field": "event_types", "code": "webhook.event_type_unknown", "params": params}


def _forget_failures(endpoint: WebhookEndpoint) -> None:
    endpoint.failures, endpoint.failing_since, endpoint.retry_at = 0, None, None


def _give_up_if_disabled(endpoint: WebhookEndpoint) -> None:
    if not endpoint.enabled:
        endpoint.deliveries.give_up()


def _log(type: str, actor: Principal, endpoint: WebhookEndpoint, **data: Any) -> None:
    """For the audit of the club; never an event itself, and never with a secret."""
    append_change(
        type,
        actor=actor,
        subject=endpoint,
        club=endpoint.club,
        internal=True,
        data={"url": endpoint.url, **data},
    )


def log_days() -> timedelta:
    """How long finished deliveries are kept."""
    return timedelta(days=settings.WEBHOOK_LOG_DAYS)


def prune_deliveries() -> int:
    """Delete deliveries that were finished long ago; returns how many."""
    old = WebhookDelivery.objects.exclude(status=DeliveryStatus.PENDING)
    deleted, _ = old.filter(updated_at__lt=now() - log_days()).delete()
    return deleted
