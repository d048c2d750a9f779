"""Writes of roles in events.

Common refusals: ``NotFound``, ``Forbidden("permission.denied")``,
``Stale("eventmembership.stale")`` and ``Invalid("eventmembership.invalid")``.
"""

from __future__ import annotations

from typing import Unpack
from uuid import UUID

from django.db import transaction

from tournaments.accounts.models import User
from tournaments.clubs.models import Club
from tournaments.clubs.services import RoleFields, boards_of_helpers_only, known_account
from tournaments.core.errors import Conflict
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    apply,
    get_or_refuse,
    lock_club,
    require_version,
    save_changes,
    validate,
)

from ..models import Event, EventMembership

MANAGE = "events.manage_members"


def locked_event(actor: Principal, event_id: UUID, permission: str) -> tuple[Event, Club]:
    """The event and its locked club.  Raises ``NotFound`` and ``Forbidden``."""
    seen = Event.objects.visible_to(actor)
    club = lock_club(get_or_refuse(seen, "event.not_found", pk=event_id).club_id)
    event = get_or_refuse(seen, "event.not_found", pk=event_id)
    require(actor, permission, event)
    return event, club


@transaction.atomic
def add_event_member(
    *, actor: Principal, event_id: UUID, email: str, **rights: Unpack[RoleFields]
) -> EventMembership:
    """Give somebody whom the actor knows a role in one event (organisers); others are invited.

    Raises also ``NotFound("user.not_found")`` and ``Conflict("membership.exists")``.
    """
    event, club = locked_event(actor, event_id, MANAGE)
    user = known_account(actor, email)
    if event.memberships.filter(user=user).exists():
        raise Conflict("membership.exists", email=user.email)
    return appoint(actor, club, event, user, **rights)


@transaction.atomic
def change_event_role(
    *,
    actor: Principal,
    membership_id: UUID,
    expected_version: int | None = None,
    **rights: Unpack[RoleFields],
) -> EventMembership:
    """Change a role in an event, or the boards of a helper (organisers)."""
    membership, club = _locked(actor, membership_id)
    require_version(membership, expected_version)
    changed = apply(membership, boards_of_helpers_only(rights))
    if changed:
        validate(membership)
        save_changes(membership, changed)
        append_change(
            "event_member.updated", actor=actor, subject=membership, club=club, data=changed
        )
    return membership


@transaction.atomic
def remove_event_member(
    *, actor: Principal, membership_id: UUID, expected_version: int | None = None
) -> None:
    """End a role in an event (organisers)."""
    membership, club = _locked(actor, membership_id)
    require_version(membership, expected_version)
    membership.version += 1
    append_change(
        "event_member.removed",
        actor=actor,
        subject=membership,
        club=club,
        data={"user": str(membership.user_id), "role": membership.role},
    )
    membership.delete()


def appoint(
    actor: Principal, club: Club, event: Event, user: User, **rights: Unpack[RoleFields]
) -> EventMembership:
    """Give a role in an event; the caller holds the club's lock and has asked whether it may."""
    membership = EventMembership(event=event, user=user, **rights)
    validate(membership)
    membership.save()
    append_change(
        "event_member.added",
        actor=actor,
        subject=membership,
        club=club,
        data={"event": str(event.pk), "user": str(user.pk), **rights},
    )
    return membership


def _locked(actor: Principal, membership_id: UUID) -> tuple[EventMembership, Club]:
    seen = EventMembership.objects.visible_to(actor).select_related("event")
    found = get_or_refuse(seen, "membership.not_found", pk=membership_id)
    club = lock_club(found.event.club_id)
    membership = get_or_refuse(seen, "membership.not_found", pk=membership_id)
    require(actor, MANAGE, membership.event)
    return membership, club
