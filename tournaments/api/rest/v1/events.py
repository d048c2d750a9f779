"""Events (festivals) of a club."""

from __future__ import annotations

from uuid import UUID

import django_filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.events.models import Event
from tournaments.events.services import create_event, update_event

from ...conditional import Representation, etag
from ...filters import WordsFilter
from ...idempotency import idempotent
from ...pagination import page
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, ModelBody
from ...views import Endpoint
from .links import address

EVENT_FIELDS = ("name", "slug", "city", "federation", "time_zone", "start", "end", "visibility")


class EventRead(serializers.ModelSerializer[Event]):
    """A festival or a single tournament evening; dates are local days in `time_zone`."""

    club = serializers.UUIDField(source="club_id")

    class Meta:
        model = Event
        fields = (*RESOURCE_FIELDS, "club", *EVENT_FIELDS)


class EventWrite(ModelBody):
    """What organisers set; city, federation and zone default to the club's."""

    slug = serializers.SlugField(max_length=80, required=False)

    class Meta:
        model = Event
        fields = EVENT_FIELDS


def represent(event: Event) -> tuple[Representation, str]:
    """Representation and tag of an event."""
    return lambda: dict(EventRead(event).data), etag(event)


class EventFilter(django_filters.FilterSet):
    """Words of the name, exact filters and a range of days."""

    q = WordsFilter(help_text="Words of the name.")
    club = django_filters.UUIDFilter(field_name="club_id", help_text="Events of this club.")
    federation = django_filters.CharFilter(help_text="Three capital letters.")
    start_from = django_filters.DateFilter(
        field_name="start", lookup_expr="gte", help_text="First day not before."
    )
    start_to = django_filters.DateFilter(
        field_name="start", lookup_expr="lte", help_text="First day not after."
    )

    class Meta:
        model = Event
        fields = ("club", "federation")


class Events(Endpoint):
    """All events that the caller may see, latest first."""

    paged = True
    filterset = EventFilter

    @operation("List events", name="events_list", answer=EventRead, paged=True)
    def get(self, request: Request) -> Response:
        rows = self.filtered(Event.objects.visible_to(self.principal))
        return self.versioned(
            page(request, rows, "-start", "id"), lambda event: EventRead(event).data
        )


class ClubEvents(Endpoint):
    """Events of one club; read them with ``/events?club=``."""

    @operation(
        "Create an event (organiser)",
        name="events_create",
        body=EventWrite,
        answer=EventRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, club_id: UUID) -> Response:
        event = create_event(actor=self.principal, club_id=club_id, **self.body(EventWrite))
        data, tag = represent(event)
        return self.shown(data, tag, status=201, Location=address(request, "event", event.pk))


class EventDetail(Endpoint):
    """One event."""

    def _event(self, event_id: UUID) -> Event:
        return self.found(Event.objects.visible_to(self.principal), pk=event_id)

    @operation("Read an event", name="events_read", answer=EventRead)
    def get(self, request: Request, event_id: UUID) -> Response:
        return self.shown(*represent(self._event(event_id)))

    @operation(
        "Change an event (organiser)",
        name="events_update",
        body=EventWrite,
        answer=EventRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, event_id: UUID) -> Response:
        return self.conditionally(
            lambda: self._event(event_id),
            represent,
            lambda version: update_event(
                actor=self.principal,
                event_id=event_id,
                expected_version=version,
                **self.body(EventWrite, partial=True),
            ),
        )
