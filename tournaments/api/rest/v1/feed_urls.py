"""Routes of what apps keep in step with: feed, live updates, bootstrap, offline results."""

from __future__ import annotations

from django.urls import path

from . import bootstrap, feed, live, offline, webhooks

urlpatterns = [
    path(
        "tournaments/<uuid:tournament_id>/bootstrap",
        bootstrap.Bootstrap.as_view(),
        name="tournament-bootstrap",
    ),
    path("tournaments/<uuid:tournament_id>/changes", feed.Changes.as_view(), name="changes"),
    path("tournaments/<uuid:tournament_id>/events", live.LiveChanges.as_view(), name="live"),
    path(
        "tournaments/<uuid:tournament_id>/results:batch",
        offline.ResultsBatch.as_view(),
        name="results-batch",
    ),
    path("event-types", webhooks.EventTypes.as_view(), name="event-types"),
    path("clubs/<uuid:club_id>/webhooks", webhooks.ClubWebhooks.as_view(), name="club-webhooks"),
    path("webhooks/<uuid:endpoint_id>", webhooks.WebhookDetail.as_view(), name="webhook"),
    path(
        "webhooks/<uuid:endpoint_id>/secrets",
        webhooks.WebhookSecrets.as_view(),
        name="webhook-secrets",
    ),
    path(
        "webhooks/<uuid:endpoint_id>/rotate-secret",
        webhooks.WebhookRotation.as_view(),
        name="webhook-rotate-secret",
    ),
    path("webhooks/<uuid:endpoint_id>/ping", webhooks.WebhookPing.as_view(), name="webhook-ping"),
    path(
        "webhooks/<uuid:endpoint_id>/replay",
        webhooks.WebhookReplay.as_view(),
        name="webhook-replay",
    ),
    path(
        "webhooks/<uuid:endpoint_id>/deliveries",
        webhooks.WebhookDeliveries.as_view(),
        name="webhook-deliveries",
    ),
    path(
        "webhook-deliveries/<uuid:delivery_id>",
        webhooks.DeliveryDetail.as_view(),
        name="webhook-delivery",
    ),
    path(
        "webhook-deliveries/<uuid:delivery_id>/redeliver",
        webhooks.DeliveryRedelivery.as_view(),
        name="webhook-redeliver",
    ),
]
