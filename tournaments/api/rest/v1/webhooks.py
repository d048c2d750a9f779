"""Webhook endpoints of a club and what was delivered to them; for those who organise."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import django_filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.clubs.models import Club
from tournaments.core.clock import now
from tournaments.feeds.event_types import EVENT_TYPES
from tournaments.feeds.models import (
    DeliveryStatus,
    DisabledReason,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
)
from tournaments.feeds.webhooks.redelivery import redeliver, replay
from tournaments.feeds.webhooks.services import (
    create_endpoint,
    ping_endpoint,
    remove_endpoint,
    rotate_secret,
    update_endpoint,
)
from tournaments.feeds.webhooks.signing import live_secrets

from ...conditional import Representation, etag
from ...idempotency import idempotent
from ...pagination import page, page_of
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Body, ModelBody
from ...views import Endpoint
from .links import address

ENDPOINT_FIELDS = ("url", "description", "event_types", "enabled")


class EventTypeRead(serializers.Serializer[Any]):
    """A type of event that an endpoint may choose."""

    type = serializers.CharField()


class WebhookRead(serializers.ModelSerializer[WebhookEndpoint]):
    """An endpoint.  `failing_since`: the first of the failed attempts since the last success."""

    club = serializers.UUIDField(source="club_id")
    event_types = serializers.ListField(
        child=serializers.CharField(), help_text="None chosen: all of them."
    )
    disabled_reason = serializers.ChoiceField(
        choices=DisabledReason.choices, allow_blank=True, help_text="Empty while it is enabled."
    )

    class Meta:
        model = WebhookEndpoint
        fields = (*RESOURCE_FIELDS, "club", *ENDPOINT_FIELDS, "disabled_reason", "failing_since")


class WebhookWrite(ModelBody):
    """What organisers set.  Only `https` addresses outside of private networks are possible."""

    event_types = serializers.ListField(child=serializers.CharField(max_length=60), required=False)
    enabled = serializers.BooleanField(required=False)

    class Meta:
        model = WebhookEndpoint
        fields = ENDPOINT_FIELDS


class SecretRead(serializers.Serializer[Any]):
    """A secret that signs at present, as receivers configure it."""

    secret = serializers.CharField()
    expires_at = serializers.DateTimeField(
        allow_null=True, help_text="When a replaced secret stops signing; null for the current one."
    )


class SecretsRead(serializers.Serializer[Any]):
    """The newest secret first; during a rotation there are two."""

    secrets = SecretRead(many=True)


class AttemptRead(serializers.ModelSerializer[WebhookAttempt]):
    """One request: the status that was answered, or why there was none."""

    class Meta:
        model = WebhookAttempt
        fields = ("at", "status_code", "error", "milliseconds")


class DeliveryItem(serializers.ModelSerializer[WebhookDelivery]):
    """One message for one endpoint; receivers know it by `message_id` (`webhook-id`)."""

    endpoint = serializers.UUIDField(source="endpoint_id")
    status = serializers.ChoiceField(choices=DeliveryStatus.choices)

    class Meta:
        model = WebhookDelivery
        fields = (
            *RESOURCE_FIELDS,
            "endpoint",
            "message_id",
            "type",
            "status",
            "created_at",
            "attempts",
            "next_attempt_at",
            "delivered_at",
        )


class DeliveryRead(DeliveryItem):
    """A delivery with its body and every attempt."""

    attempt_log = AttemptRead(many=True)

    class Meta:
        model = WebhookDelivery
        fields = (*DeliveryItem.Meta.fields, "body", "attempt_log")


class Span(Body):
    """A span of time; until now, if no end is given."""

    since = serializers.DateTimeField()
    until = serializers.DateTimeField(required=False)


class ReplayRead(serializers.Serializer[Any]):
    """How many messages are sent again, or for the first time."""

    deliveries = serializers.IntegerField()


def represent(endpoint: WebhookEndpoint) -> tuple[Representation, str]:
    """Representation and tag of an endpoint."""
    return lambda: dict(WebhookRead(endpoint).data), etag(endpoint)


class EventTypes(Endpoint):
    """What endpoints can ask for."""

    paged = True

    @operation("List event types", name="event_types_list", answer=EventTypeRead, paged=True)
    def get(self, request: Request) -> Response:
        found = page_of(request, sorted(EVENT_TYPES))
        return self.told(found.response(request, lambda each: {"type": each}))


class ClubWebhooks(Endpoint):
    """Endpoints of one club; others than its organisers see none."""

    paged = True

    @operation(
        "List webhook endpoints (organiser)", name="webhooks_list", answer=WebhookRead, paged=True
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        club = self.found(Club.objects.visible_to(self.principal), pk=club_id)
        rows = WebhookEndpoint.objects.visible_to(self.principal).filter(club=club)
        return self.versioned(page(request, rows, "id"), lambda each: WebhookRead(each).data)

    @operation(
        "Create a webhook endpoint (organiser)",
        name="webhooks_create",
        body=WebhookWrite,
        answer=WebhookRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, club_id: UUID) -> Response:
        endpoint = create_endpoint(actor=self.principal, club_id=club_id, **self.body(WebhookWrite))
        data, tag = represent(endpoint)
        return self.shown(data, tag, status=201, Location=address(request, "webhook", endpoint.pk))


class WebhookBase(Endpoint):
    """Base of what concerns one endpoint."""

    def endpoint(self, endpoint_id: UUID) -> WebhookEndpoint:
        """The endpoint, if the caller organises for its club."""
        return self.found(WebhookEndpoint.objects.visible_to(self.principal), pk=endpoint_id)


class WebhookDetail(WebhookBase):
    """One endpoint."""

    @operation("Read a webhook endpoint (organiser)", name="webhooks_read", answer=WebhookRead)
    def get(self, request: Request, endpoint_id: UUID) -> Response:
        return self.shown(*represent(self.endpoint(endpoint_id)))

    @operation(
        "Change a webhook endpoint (organiser)",
        name="webhooks_update",
        body=WebhookWrite,
        answer=WebhookRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, endpoint_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.endpoint(endpoint_id),
            represent,
            lambda version: update_endpoint(
                actor=self.principal,
                endpoint_id=endpoint_id,
                expected_version=version,
                **self.body(WebhookWrite, partial=True),
            ),
        )

    @operation(
        "Delete a webhook endpoint (organiser)",
        name="webhooks_delete",
        status=204,
        problems=[403, 409, 412, 428],
    )
    @compares_versions
    def delete(self, request: Request, endpoint_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.endpoint(endpoint_id),
            represent,
            lambda version: remove_endpoint(
                actor=self.principal, endpoint_id=endpoint_id, expected_version=version
            ),
        )


class WebhookSecrets(WebhookBase):
    """What the endpoint's messages are signed with."""

    tagged = False

    @operation("Read the signing secrets (organiser)", name="webhooks_secrets", answer=SecretsRead)
    def get(self, request: Request, endpoint_id: UUID) -> Response:
        endpoint = self.endpoint(endpoint_id)
        secrets = live_secrets(endpoint, now())
        ends = [None, endpoint.previous_secret_until]
        rows = [
            {"secret": secret, "expires_at": end}
            for secret, end in zip(secrets, ends, strict=False)
        ]
        data = SecretsRead({"secrets": rows}).data
        return Response(data, headers={"Cache-Control": "no-store"})


class WebhookRotation(WebhookBase):
    """A new secret beside the old one."""

    @operation(
        "Rotate the signing secret (organiser)",
        name="webhooks_rotate_secret",
        answer=WebhookRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, endpoint_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.endpoint(endpoint_id),
            represent,
            lambda version: rotate_secret(
                actor=self.principal, endpoint_id=endpoint_id, expected_version=version
            ),
        )


class WebhookPing(WebhookBase):
    """A test event."""

    @operation(
        "Send a test event (organiser)",
        name="webhooks_ping",
        answer=DeliveryRead,
        status=202,
        problems=[403, 409],
    )
    @idempotent
    def post(self, request: Request, endpoint_id: UUID) -> Response:
        return _accepted(request, ping_endpoint(actor=self.principal, endpoint_id=endpoint_id))


class WebhookReplay(WebhookBase):
    """Sending again what was missed."""

    @operation(
        "Send again what an endpoint missed in a span of time (organiser)",
        name="webhooks_replay",
        body=Span,
        answer=ReplayRead,
        status=202,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, endpoint_id: UUID) -> Response:
        count = replay(actor=self.principal, endpoint_id=endpoint_id, **self.body(Span))
        return Response({"deliveries": count}, status=202)


class DeliveryFilter(django_filters.FilterSet):
    """Exact filters."""

    status = django_filters.ChoiceFilter(
        choices=DeliveryStatus.choices, help_text="Where in its life it is."
    )
    type = django_filters.CharFilter(help_text="Type of event.")

    class Meta:
        model = WebhookDelivery
        fields = ("status", "type")


class WebhookDeliveries(WebhookBase):
    """The delivery log of one endpoint, latest first."""

    paged = True
    filterset = DeliveryFilter

    @operation(
        "List deliveries (organiser)", name="deliveries_list", answer=DeliveryItem, paged=True
    )
    def get(self, request: Request, endpoint_id: UUID) -> Response:
        rows = WebhookDelivery.objects.filter(endpoint=self.endpoint(endpoint_id))
        found = page(request, self.filtered(rows), "-created_at", "-id")
        return self.versioned(found, lambda each: DeliveryItem(each).data)


class DeliveryBase(Endpoint):
    """Base of what concerns one delivery."""

    def delivery(self, delivery_id: UUID) -> WebhookDelivery:
        """The delivery, if the caller organises for its club."""
        rows = WebhookDelivery.objects.visible_to(self.principal)
        return self.found(rows.prefetch_related("attempt_log"), pk=delivery_id)


class DeliveryDetail(DeliveryBase):
    """One delivery."""

    @operation("Read a delivery (organiser)", name="deliveries_read", answer=DeliveryRead)
    def get(self, request: Request, delivery_id: UUID) -> Response:
        # Every attempt is a new version of its delivery.
        delivery = self.delivery(delivery_id)
        return self.shown(dict(DeliveryRead(delivery).data), etag(delivery))


class DeliveryRedelivery(DeliveryBase):
    """Sending one message again."""

    @operation(
        "Send a delivery again, with the same id (organiser)",
        name="deliveries_redeliver",
        answer=DeliveryRead,
        status=202,
        problems=[403, 409],
    )
    @idempotent
    def post(self, request: Request, delivery_id: UUID) -> Response:
        return _accepted(request, redeliver(actor=self.principal, delivery_id=delivery_id))


def _accepted(request: Request, delivery: WebhookDelivery) -> Response:
    location = address(request, "webhook-delivery", delivery.pk)
    return Response(DeliveryRead(delivery).data, status=202, headers={"Location": location})
