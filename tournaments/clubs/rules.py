"""What follows from a role in a club.

Roles include the ones below them: an owner may do what an organiser may, an
organiser what an arbiter may.  The system and superusers may do everything.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rules.predicates import Predicate

from tournaments.core.permissions import grant, predicate
from tournaments.core.principal import Principal

from .models import Role

OWNERS = frozenset({Role.OWNER})
ORGANISERS = OWNERS | {Role.ORGANISER}
ARBITERS = ORGANISERS | {Role.ARBITER}


def club_id_of(row: Any) -> UUID:
    """The club a row belongs to: its own ``club_id`` or that of the nearest parent that has one."""
    for parent in ("round", "entry", "tournament", "event"):
        if hasattr(row, f"{parent}_id"):
            return club_id_of(getattr(row, parent))
    club_id: UUID = row.club_id if hasattr(row, "club_id") else row.pk
    return club_id


def has_role(name: str, roles: frozenset[Role]) -> Predicate:
    """Predicate: the principal has one of ``roles`` in the row's club."""

    def test(principal: Principal, row: Any) -> bool:
        return principal.is_unrestricted or principal.role_in(club_id_of(row)) in roles

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
