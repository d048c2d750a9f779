"""Writes of clubs and memberships.

Common refusals: ``NotFound``, ``Forbidden("permission.denied")``, ``Stale``
(``club.stale``, ``membership.stale``) and ``Invalid`` with a list of faults.
"""

from __future__ import annotations

from typing import TypedDict, Unpack
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from tournaments.accounts.models import User
from tournaments.core.errors import Conflict, NotFound
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.slugs import free_slug
from tournaments.core.writing import (
    append_change,
    apply,
    get_or_refuse,
    insert,
    lock_club,
    require_version,
    save_changes,
    validate,
)

from .models import Club, Membership, Role
from .querysets import clubs_of


class ClubFields(TypedDict, total=False):
    """Settable columns of a club."""

    name: str
    slug: str
    federation: str
    city: str
    time_zone: str
    website: str


@transaction.atomic
def create_club(*, actor: Principal, **fields: Unpack[ClubFields]) -> Club:
    """A new club, owned by the user who creates it; without ``slug`` one is made of the name."""
    require(actor, "clubs.create")
    club = Club(**fields)
    club.slug = club.slug or free_slug(Club.objects.all(), club.name, 60)
    validate(club)
    insert(club)
    append_change("club.created", actor=actor, subject=club, club=club)
    if actor.user is not None:
        enrol(actor, club, actor.user, role=Role.OWNER)
    return club


@transaction.atomic
def update_club(
    *,
    actor: Principal,
    club_id: UUID,
    expected_version: int | None = None,
    **changes: Unpack[ClubFields],
) -> Club:
    """Change a club's own data (owners)."""
    club = lock_club(club_id)
    require(actor, "clubs.change", club)
    require_version(club, expected_version)
    changed = apply(club, dict(changes))
    if changed:
        validate(club)
        save_changes(club, changed)
        append_change("club.updated", actor=actor, subject=club, club=club, data=changed)
    return club


class RoleFields(TypedDict, total=False):
    """What can be said of a role; the boards are those of a helper."""

    role: str
    first_board: int | None
    last_board: int | None


@transaction.atomic
def add_member(
    *, actor: Principal, club_id: UUID, email: str, **rights: Unpack[RoleFields]
) -> Membership:
    """Make somebody whom the actor knows a member (owners); others are invited by mail.

    Raises ``NotFound("user.not_found")``, ``Conflict("membership.exists")`` and
    ``Invalid("membership.invalid")``.
    """
    club = lock_club(club_id)
    require(actor, "clubs.manage_members", club)
    user = known_account(actor, email)
    if Membership.objects.filter(club=club, user=user).exists():
        raise Conflict("membership.exists", email=user.email)
    return enrol(actor, club, user, **rights)


@transaction.atomic
def change_role(
    *,
    actor: Principal,
    membership_id: UUID,
    expected_version: int | None = None,
    **rights: Unpack[RoleFields],
) -> Membership:
    """Give a member another role, or a helper other boards (owners).

    Raises ``Conflict("club.last_owner")`` and ``Invalid("membership.invalid")``.
    """
    membership, club = _lock_membership(actor, membership_id)
    require_version(membership, expected_version)
    changed = apply(membership, boards_of_helpers_only(rights))
    if changed:
        validate(membership)
        if "role" in changed and changed["role"]["old"] == Role.OWNER:
            _keep_an_owner(club, besides=membership)
        save_changes(membership, changed)
        append_change("member.updated", actor=actor, subject=membership, club=club, data=changed)
    return membership


@transaction.atomic
def remove_member(
    *, actor: Principal, membership_id: UUID, expected_version: int | None = None
) -> None:
    """End a membership (owners).  Raises ``Conflict("club.last_owner")``."""
    membership, club = _lock_membership(actor, membership_id)
    require_version(membership, expected_version)
    if membership.role == Role.OWNER:
        _keep_an_owner(club, besides=membership)
    membership.version += 1
    append_change(
        "member.removed",
        actor=actor,
        subject=membership,
        club=club,
        data={"user": str(membership.user_id), "role": membership.role},
    )
    membership.delete()


def known_account(actor: Principal, email: str) -> User:
    """The account with this address, if the actor meets it in a club or an event anyway.

    Whoever has an account is nobody else's business: an address without one and
    one of a stranger are both ``NotFound("user.not_found")``.
    """
    from tournaments.events.querysets import events_of

    rows = User.objects.filter(email=email.strip().lower())
    if not actor.is_unrestricted:
        clubs, events = clubs_of(actor), events_of(actor)
        rows = rows.filter(
            Q(pk=actor.user_id)
            | Q(memberships__club__in=clubs)
            | Q(event_memberships__event__club__in=clubs)
            | Q(event_memberships__event__in=events)
            | Q(memberships__club__events__in=events)
        )
    user = rows.first()
    if user is None:
        raise NotFound("user.not_found")
    return user


def enrol(actor: Principal, club: Club, user: User, **rights: Unpack[RoleFields]) -> Membership:
    """Make a user a member; the caller holds the club's lock and has asked whether it may."""
    membership = Membership(club=club, user=user, **rights)
    validate(membership)
    membership.save()
    append_change(
        "member.added",
        actor=actor,
        subject=membership,
        club=club,
        data={"user": str(user.pk), **rights},
    )
    return membership


def boards_of_helpers_only(rights: RoleFields) -> RoleFields:
    """A change of role: whoever is no helper any more is bound to no boards."""
    if rights.get("role", Role.HELPER) == Role.HELPER:
        return rights
    return {"first_board": None, "last_board": None, **rights}


def _lock_membership(actor: Principal, membership_id: UUID) -> tuple[Membership, Club]:
    """The membership and its locked club, if the principal sees it and may manage members."""
    seen = Membership.objects.visible_to(actor)
    club_id = get_or_refuse(seen, "membership.not_found", pk=membership_id).club_id
    club = lock_club(club_id)
    membership = get_or_refuse(seen, "membership.not_found", pk=membership_id)
    require(actor, "clubs.manage_members", club)
    return membership, club


def _keep_an_owner(club: Club, *, besides: Membership) -> None:
    owners = Membership.objects.filter(club=club, role=Role.OWNER)
    if not owners.exclude(pk=besides.pk).exists():
        raise Conflict("club.last_owner", club=str(club.pk))
