"""Rows of the permission matrix for feed, bootstrap and webhooks."""

from __future__ import annotations

from tournaments.feeds.models import WebhookDelivery, WebhookEndpoint
from tournaments.feeds.webhooks.secrets import new_secret, seal

ALL = "200 200 200 200 200 200 200 200 200"
RUNNERS = "404 404 404 404 200 200 200 404 200"
# Webhooks exist only for those who organise; arbiters and viewers are as good as strangers.
ORGANISERS_SEE = "404 404 404 404 404 200 200 404 200"
ORGANISERS_DO = "401 404 404 404 404 {0} {0} 404 {0}"
ORGANISERS_OF_CLUB = "401 403 403 403 403 {0} {0} 403 {0}"
RESULT = {"client_id": "a", "result": "1-0", "base_version": 1}

FEED_ROWS = [
    ("GET", "tournaments/{running}/changes", None, ALL),
    ("GET", "tournaments/{draft}/changes", None, RUNNERS),
    ("GET", "tournaments/{running}/bootstrap", None, ALL),
    ("GET", "tournaments/{draft}/bootstrap", None, RUNNERS),
    # Streams are another process's; whoever would get one is told so.
    ("GET", "tournaments/{running}/events", None, "503 503 503 503 503 503 503 503 503"),
    ("GET", "tournaments/{draft}/events", None, "404 404 404 404 503 503 503 404 503"),
    # The player's own board, in a tournament whose players enter results.
    (
        "POST",
        "tournaments/{running}/results:batch",
        {"results": [RESULT | {"board": "{board}"}]},
        "401 403 200 403 200 200 200 403 200",
    ),
    (
        "POST",
        "tournaments/{draft}/results:batch",
        {"results": [RESULT | {"board": "{board_draft}"}]},
        "401 404 404 404 200 200 200 404 200",
    ),
    ("GET", "event-types", None, ALL),
    ("GET", "clubs/{club}/webhooks", None, ALL),
    (
        "POST",
        "clubs/{club}/webhooks",
        {"url": "https://hooks.example.org/chess"},
        ORGANISERS_OF_CLUB.format(201),
    ),
    ("GET", "webhooks/{webhook}", None, ORGANISERS_SEE),
    ("PATCH", "webhooks/{webhook}", {"description": "New"}, ORGANISERS_DO.format(200)),
    ("DELETE", "webhooks/{webhook}", None, ORGANISERS_DO.format(204)),
    ("GET", "webhooks/{webhook}/secrets", None, ORGANISERS_SEE),
    ("POST", "webhooks/{webhook}/rotate-secret", None, ORGANISERS_DO.format(200)),
    ("POST", "webhooks/{webhook}/ping", None, ORGANISERS_DO.format(202)),
    (
        "POST",
        "webhooks/{webhook}/replay",
        {"since": "2026-01-01T00:00:00Z"},
        ORGANISERS_DO.format(202),
    ),
    ("GET", "webhooks/{webhook}/deliveries", None, ORGANISERS_SEE),
    ("GET", "webhook-deliveries/{delivery}", None, ORGANISERS_SEE),
    ("POST", "webhook-deliveries/{delivery}/redeliver", None, ORGANISERS_DO.format(202)),
]


def webhook_world(club) -> dict:
    """Ids of an endpoint and of a delivery to it."""
    endpoint = WebhookEndpoint.objects.create(
        club=club,
        url="https://127.0.0.1:9/",
        event_types=["club.created"],
        secret=seal(new_secret()),
    )
    delivery = WebhookDelivery.objects.create(
        endpoint=endpoint,
        message_id="msg_1",
        type="club.created",
        body="{}",
        status="delivered",
        next_attempt_at=None,
    )
    return {"webhook": endpoint.pk, "delivery": delivery.pk}
