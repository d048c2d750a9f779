"""Roles in events, and invitations to clubs and events."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.clubs.models import Club, Role
from tournaments.events.models import Event, EventMembership, Invitation
from tournaments.events.services import (
    accept_invitation,
    add_event_member,
    change_event_role,
    invite_to_club,
    invite_to_event,
    remove_event_member,
    withdraw_invitation,
)

from ...conditional import Representation, etag
from ...idempotency import idempotent
from ...pagination import page
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Body
from ...views import Endpoint
from .clubs import ROLE_FIELDS, MembershipCreate, MembershipUpdate, versions_of_names
from .links import address


class EventMemberRead(serializers.ModelSerializer[EventMembership]):
    """One user's role in one event."""

    event = serializers.UUIDField(source="event_id")
    user = serializers.UUIDField(source="user_id")
    name = serializers.CharField(source="user.name")
    email = serializers.EmailField(source="user.email")
    role = serializers.ChoiceField(choices=Role.choices)

    class Meta:
        model = EventMembership
        fields = (*RESOURCE_FIELDS, "event", "user", "name", "email", *ROLE_FIELDS)


class InvitationRead(serializers.ModelSerializer[Invitation]):
    """An offer of a role; `event` is null for one in the whole club."""

    club = serializers.UUIDField(source="club_id")
    event = serializers.UUIDField(source="event_id", allow_null=True)
    role = serializers.ChoiceField(choices=Role.choices)

    class Meta:
        model = Invitation
        fields = (
            *RESOURCE_FIELDS,
            "club",
            "event",
            "email",
            *ROLE_FIELDS,
            "expires_at",
            "accepted_at",
            "withdrawn_at",
        )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "A helper for ten boards",
            value={
                "email": "eva@example.org",
                "role": "helper",
                "first_board": 1,
                "last_board": 10,
            },
        )
    ]
)
class InvitationWrite(MembershipCreate):
    """Whom to invite, as what."""

    email = serializers.EmailField(help_text="Where the link is sent; no account is needed yet.")


class InvitationToken(Body):
    """What the link in the mail ends with."""

    token = serializers.CharField(max_length=500)


def represent_member(membership: EventMembership) -> tuple[Representation, str]:
    """Representation and tag of a role in an event."""
    return lambda: dict(EventMemberRead(membership).data), etag(membership, membership.user)


def represent_invitation(invitation: Invitation) -> tuple[Representation, str]:
    """Representation and tag of an invitation."""
    return lambda: dict(InvitationRead(invitation).data), etag(invitation)


class EventMembers(Endpoint):
    """Roles in one event, beside those in its club."""

    paged = True

    @operation(
        "List the roles in an event", name="event_members_list", answer=EventMemberRead, paged=True
    )
    def get(self, request: Request, event_id: UUID) -> Response:
        seen = Event.objects.visible_to(self.principal).select_related("club")
        event = self.found(seen, pk=event_id)
        rows = EventMembership.objects.visible_to(self.principal).filter(event=event)
        return self.of_club(
            event.club,
            lambda: page(request, rows.select_related("user"), "id"),
            lambda membership: EventMemberRead(membership).data,
            versions_of_names(event.memberships),
        )

    @operation(
        "Give a role in an event (organiser)",
        name="event_members_create",
        body=MembershipCreate,
        answer=EventMemberRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, event_id: UUID) -> Response:
        membership = add_event_member(
            actor=self.principal, event_id=event_id, **self.body(MembershipCreate)
        )
        data, tag = represent_member(membership)
        location = address(request, "event-membership", membership.pk)
        return self.shown(data, tag, status=201, Location=location)


class EventMemberDetail(Endpoint):
    """One role in an event."""

    def _membership(self, membership_id: UUID) -> EventMembership:
        rows = EventMembership.objects.visible_to(self.principal).select_related("user")
        return self.found(rows, pk=membership_id)

    @operation("Read a role in an event", name="event_members_read", answer=EventMemberRead)
    def get(self, request: Request, membership_id: UUID) -> Response:
        return self.shown(*represent_member(self._membership(membership_id)))

    @operation(
        "Change a role in an event (organiser)",
        name="event_members_update",
        body=MembershipUpdate,
        answer=EventMemberRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, membership_id: UUID) -> Response:
        return self.conditionally(
            lambda: self._membership(membership_id),
            represent_member,
            lambda version: change_event_role(
                actor=self.principal,
                membership_id=membership_id,
                expected_version=version,
                **self.body(MembershipUpdate, partial=True),
            ),
        )

    @operation(
        "End a role in an event (organiser)",
        name="event_members_delete",
        status=204,
        problems=[403, 409, 412, 428],
    )
    @compares_versions
    def delete(self, request: Request, membership_id: UUID) -> Response:
        return self.conditionally(
            lambda: self._membership(membership_id),
            represent_member,
            lambda version: remove_event_member(
                actor=self.principal, membership_id=membership_id, expected_version=version
            ),
        )


class InvitationEndpoint(Endpoint):
    """Base of what concerns invitations."""

    def invited(self, request: Request, invitation: Invitation) -> Response:
        """The answer to a new invitation; the link itself is only in the mail."""
        data, tag = represent_invitation(invitation)
        location = address(request, "invitation", invitation.pk)
        return self.shown(data, tag, status=201, Location=location)


class ClubInvitations(InvitationEndpoint):
    """Invitations to a club and its events, for those who may invite."""

    paged = True

    @operation(
        "List the invitations of a club", name="invitations_list", answer=InvitationRead, paged=True
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        club = self.found(Club.objects.visible_to(self.principal), pk=club_id)
        rows = Invitation.objects.visible_to(self.principal).filter(club=club)
        return self.of_club(
            club,
            lambda: page(request, rows, "-id"),
            lambda invitation: InvitationRead(invitation).data,
        )

    @operation(
        "Invite to a club by e-mail (owner)",
        name="invitations_create",
        body=InvitationWrite,
        answer=InvitationRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, club_id: UUID) -> Response:
        given = self.body(InvitationWrite)
        return self.invited(request, invite_to_club(actor=self.principal, club_id=club_id, **given))


class EventInvitations(InvitationEndpoint):
    """Invitations to one event; they are listed with those of the club."""

    @operation(
        "Invite to an event by e-mail (organiser)",
        name="event_invitations_create",
        body=InvitationWrite,
        answer=InvitationRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, event_id: UUID) -> Response:
        given = self.body(InvitationWrite)
        return self.invited(
            request, invite_to_event(actor=self.principal, event_id=event_id, **given)
        )


class InvitationDetail(Endpoint):
    """One invitation."""

    def _invitation(self, invitation_id: UUID) -> Invitation:
        return self.found(Invitation.objects.visible_to(self.principal), pk=invitation_id)

    @operation("Read an invitation", name="invitations_read", answer=InvitationRead)
    def get(self, request: Request, invitation_id: UUID) -> Response:
        return self.shown(*represent_invitation(self._invitation(invitation_id)))

    @operation(
        "Withdraw an invitation",
        name="invitations_delete",
        answer=InvitationRead,
        problems=[403, 409, 412, 428],
    )
    @compares_versions
    def delete(self, request: Request, invitation_id: UUID) -> Response:
        return self.conditionally(
            lambda: self._invitation(invitation_id),
            represent_invitation,
            lambda version: withdraw_invitation(
                actor=self.principal, invitation_id=invitation_id, expected_version=version
            ),
        )


class InvitationAcceptance(Endpoint):
    """Following the link of an invitation."""

    @operation(
        "Accept an invitation",
        name="invitations_accept",
        body=InvitationToken,
        answer=InvitationRead,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        invitation = accept_invitation(actor=self.principal, **self.body(InvitationToken))
        return self.shown(*represent_invitation(invitation))
