"""What follows from a role in a club or in one of its events.

Roles include the ones below them: an owner may do what an organiser may, an
organiser what an arbiter may.  A role in an event holds for that event only;
in a club, for all its events.  The system and superusers may do everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from rules.predicates import Predicate

from tournaments.core.permissions import grant, predicate
from tournaments.core.principal import Held, Principal

from .models import Role

OWNERS = frozenset({Role.OWNER})
ORGANISERS = OWNERS | {Role.ORGANISER}
ARBITERS = ORGANISERS | {Role.ARBITER}


def club_id_of(row: Any) -> UUID:
    """The club a row belongs to: its own ``club_id`` or that of the nearest parent that has one."""
    for parent in ("round", "entry", "tournament", "event"):
        if getattr(row, f"{parent}_id", None) is not None:
            return club_id_of(getattr(row, parent))
    club_id: UUID = row.club_id if hasattr(row, "club_id") else row.pk
    return club_id


def event_id_of(row: Any) -> UUID | None:
    """The event a row belongs to, ``None`` for what belongs to the club itself."""
    for parent in ("round", "entry", "tournament"):
        if getattr(row, f"{parent}_id", None) is not None:
            return event_id_of(getattr(row, parent))
    if hasattr(row, "event_id"):
        event_id: UUID | None = row.event_id
        return event_id
    return row.pk if row._meta.model_name == "event" else None


def held_by(principal: Principal, row: Any) -> Iterator[Held]:
    """The roles a principal holds for a row: in its club, and in its event."""
    in_club = principal.held_in_club(club_id_of(row))
    if in_club is not None:
        yield in_club
    event_id = event_id_of(row)
    in_event = principal.held_in_event(event_id) if event_id is not None else None
    if in_event is not None:
        yield in_event


def has_role(name: str, roles: frozenset[Role]) -> Predicate:
    """Predicate: the principal has one of ``roles`` in the row's club or event."""

    def test(principal: Principal, row: Any) -> bool:
        return principal.is_unrestricted or any(
            each.role in roles for each in held_by(principal, row)
        )

    return predicate(test, name)


def _is_signed_in(principal: Principal, row: Any) -> bool:
    return principal.user_id is not None or principal.is_unrestricted


is_owner = has_role("is_owner", OWNERS)
is_organiser = has_role("is_organiser", ORGANISERS)
is_arbiter = has_role("is_arbiter", ARBITERS)
is_signed_in = predicate(_is_signed_in, "is_signed_in")

grant("clubs.create", is_signed_in)
grant("clubs.change", is_owner)
grant("clubs.manage_members", is_owner)
