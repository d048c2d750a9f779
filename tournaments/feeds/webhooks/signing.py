"""What a request carries beside its body (Standard Webhooks 1.0.0)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from standardwebhooks import Webhook

from ..models import WebhookEndpoint
from .secrets import unseal


def live_secrets(endpoint: WebhookEndpoint, at: datetime) -> list[str]:
    """The secrets that sign at this moment, the newest first."""
    secrets = [unseal(endpoint.secret)]
    until = endpoint.previous_secret_until
    if endpoint.previous_secret and until is not None and until > at:
        secrets.append(unseal(endpoint.previous_secret))
    return secrets


def signed_headers(
    secrets: Sequence[str], message_id: str, at: datetime, body: str
) -> dict[str, str]:
    """``webhook-id``, ``-timestamp`` (of this attempt) and one signature for each secret."""
    signatures = [Webhook(secret).sign(message_id, at, body) for secret in secrets]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
