"""Writes of events."""

from __future__ import annotations

from datetime import date
from typing import TypedDict, Unpack
from uuid import UUID

from django.db import transaction

from tournaments.clubs.models import Club
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.slugs import free_slug
from tournaments.core.writing import (
    append_change,
    apply,
    get_or_refuse,
    lock_club,
    require_version,
    save_changes,
    validate,
)

from ..models import Event


class EventFields(TypedDict, total=False):
    """Settable columns of an event."""

    name: str
    slug: str
    city: str
    federation: str
    time_zone: str
    start: date
    end: date
    visibility: str


@transaction.atomic
def create_event(*, actor: Principal, club_id: UUID, **fields: Unpack[EventFields]) -> Event:
    """A new event of a club (owner, organiser).

    Federation, city and zone default to the club's.  Raises ``NotFound``,
    ``Forbidden("permission.denied")``, ``Invalid("event.invalid")``.
    """
    get_or_refuse(Club.objects.visible_to(actor), "club.not_found", pk=club_id)
    club = lock_club(club_id)
    require(actor, "events.create", club)
    defaults: EventFields = {
        "federation": club.federation,
        "city": club.city,
        "time_zone": club.time_zone,
    }
    event = Event(club=club, **{**defaults, **fields})
    event.slug = event.slug or free_slug(club.events.all(), event.name, 80)
    validate(event)
    event.save()
    append_change("event.created", actor=actor, subject=event, club=club)
    return event


@transaction.atomic
def update_event(
    *,
    actor: Principal,
    event_id: UUID,
    expected_version: int | None = None,
    **changes: Unpack[EventFields],
) -> Event:
    """Change an event (owner, organiser).

    A change of ``time_zone`` moves no round: their instants stay.  Raises
    ``NotFound``, ``Forbidden``, ``Stale("event.stale")``, ``Invalid("event.invalid")``.
    """
    seen = Event.objects.visible_to(actor)
    club = lock_club(get_or_refuse(seen, "event.not_found", pk=event_id).club_id)
    event = get_or_refuse(seen, "event.not_found", pk=event_id)
    require(actor, "events.change", event)
    require_version(event, expected_version)
    changed = apply(event, dict(changes))
    if changed:
        validate(event)
        save_changes(event, changed)
        append_change("event.updated", actor=actor, subject=event, club=club, data=changed)
    return event
