"""Invitations by e-mail: a link whoever reads the address can follow.

The link holds the invitation's id, signed with the server's key; the row says
whether it still counts.  An account accepts only what was sent to its own
address, so a forwarded link is of no use to others.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Unpack
from uuid import UUID

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from tournaments.clubs.models import Club
from tournaments.clubs.services import RoleFields, enrol
from tournaments.core.clock import now
from tournaments.core.errors import Conflict, Forbidden, Invalid, NotFound
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    get_or_refuse,
    lock_club,
    require_version,
    save_changes,
    validate,
)

from ..models import Event, Invitation
from .memberships import appoint, locked_event

VALID_FOR = timedelta(days=14)
_SALT = "tournaments.events.invitation"


@transaction.atomic
def invite_to_club(
    *, actor: Principal, club_id: UUID, email: str, **rights: Unpack[RoleFields]
) -> Invitation:
    """Offer a role in a club (owners) and mail the link.

    An open invitation of the same address is withdrawn.  Raises ``NotFound``,
    ``Forbidden``, ``Invalid("invitation.invalid")`` and ``Conflict("membership.exists")``.
    """
    club = lock_club(club_id)
    require(actor, "clubs.manage_members", club)
    return _invite(actor, club, None, email, rights)


@transaction.atomic
def invite_to_event(
    *, actor: Principal, event_id: UUID, email: str, **rights: Unpack[RoleFields]
) -> Invitation:
    """Offer a role in one event (organisers) and mail the link.  Raises as above."""
    event, club = locked_event(actor, event_id, "events.manage_members")
    return _invite(actor, club, event, email, rights)


@transaction.atomic
def withdraw_invitation(
    *, actor: Principal, invitation_id: UUID, expected_version: int | None = None
) -> Invitation:
    """Take an invitation back; doing it twice changes nothing.

    Raises ``NotFound``, ``Stale("invitation.stale")`` and ``Conflict("invitation.accepted")``.
    """
    seen = Invitation.objects.visible_to(actor)
    club = lock_club(get_or_refuse(seen, "invitation.not_found", pk=invitation_id).club_id)
    invitation = get_or_refuse(seen, "invitation.not_found", pk=invitation_id)
    require_version(invitation, expected_version)
    if invitation.accepted_at is not None:
        raise Conflict("invitation.accepted")
    if invitation.withdrawn_at is None:
        _withdraw(actor, club, invitation)
    return invitation


@transaction.atomic
def accept_invitation(*, actor: Principal, token: str) -> Invitation:
    """Take up the role that a link offers (the account with the invited address).

    Accepting again what one has accepted changes nothing.  Raises
    ``NotFound("invitation.not_found")``, ``Conflict("invitation.closed" |
    "membership.exists")`` and ``Forbidden("invitation.other_address")``.
    """
    found = invitation_of(token)
    club = lock_club(found.club_id)
    rows = Invitation.objects.select_related("event")
    invitation = get_or_refuse(rows, "invitation.not_found", pk=found.pk)
    user = actor.user
    if user is None or user.email != invitation.email:
        raise Forbidden("invitation.other_address")
    if invitation.accepted_at is not None and invitation.accepted_by == user:
        return invitation
    if not invitation.is_open:
        raise Conflict("invitation.closed")
    _require_no_member(club, invitation.event, invitation.email)
    if invitation.event is None:
        enrol(actor, club, user, **rights_of(invitation))
    else:
        appoint(actor, club, invitation.event, user, **rights_of(invitation))
    invitation.accepted_at, invitation.accepted_by = now(), user
    save_changes(invitation, ["accepted_at", "accepted_by"])
    append_change("invitation.accepted", actor=actor, subject=invitation, club=club, internal=True)
    return invitation


def token_of(invitation: Invitation) -> str:
    """What the link in the mail ends with."""
    return signing.Signer(salt=_SALT).sign(str(invitation.pk))


def invitation_of(token: str) -> Invitation:
    """The invitation that a link means.  Raises ``NotFound("invitation.not_found")``."""
    try:
        pk = signing.Signer(salt=_SALT).unsign(token)
    except signing.BadSignature:
        raise NotFound("invitation.not_found") from None
    rows = Invitation.objects.select_related("club", "event")
    return get_or_refuse(rows, "invitation.not_found", pk=pk)


def rights_of(invitation: Invitation) -> RoleFields:
    """The role that is offered."""
    return {
        "role": invitation.role,
        "first_board": invitation.first_board,
        "last_board": invitation.last_board,
    }


def _invite(
    actor: Principal, club: Club, event: Event | None, email: str, rights: RoleFields
) -> Invitation:
    from ..tasks import mail_invitation

    address = _address(email)
    _require_no_member(club, event, address)
    for earlier in Invitation.objects.filter(
        club=club, event=event, email=address, accepted_at=None, withdrawn_at=None
    ):
        _withdraw(actor, club, earlier)
    invitation = Invitation(
        club=club,
        event=event,
        email=address,
        invited_by=actor.user,
        expires_at=now() + VALID_FOR,
        **rights,
    )
    validate(invitation)
    invitation.save()
    append_change(
        "invitation.sent",
        actor=actor,
        subject=invitation,
        club=club,
        internal=True,
        data={"event": str(event.pk) if event else None, "role": invitation.role},
    )
    transaction.on_commit(partial(mail_invitation.delay, str(invitation.pk)), robust=True)
    return invitation


def _address(email: str) -> str:
    address = email.strip().lower()
    try:
        validate_email(address)
    except ValidationError as error:
        faults = [{"field": "email", "code": error.code or "invalid", "params": {}}]
        raise Invalid("invitation.invalid", errors=faults) from None
    return address


def _require_no_member(club: Club, event: Event | None, email: str) -> None:
    members = club.memberships if event is None else event.memberships
    if members.filter(user__email=email).exists():
        raise Conflict("membership.exists", email=email)


def _withdraw(actor: Principal, club: Club, invitation: Invitation) -> None:
    invitation.withdrawn_at = now()
    save_changes(invitation, ["withdrawn_at"])
    append_change("invitation.withdrawn", actor=actor, subject=invitation, club=club, internal=True)
