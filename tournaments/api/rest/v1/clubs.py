"""Clubs and their members."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import django_filters
from django.db.models import Manager, Sum
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.clubs.models import Club, Membership, Role
from tournaments.clubs.services import (
    add_member,
    change_role,
    create_club,
    remove_member,
    update_club,
)

from ...conditional import Representation, etag
from ...filters import FlagFilter
from ...idempotency import idempotent
from ...pagination import page
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Body, ModelBody
from ...views import Endpoint
from .links import address

ROLE_FIELDS = ("role", "first_board", "last_board")


class ClubRead(serializers.ModelSerializer[Club]):
    """A club."""

    class Meta:
        model = Club
        fields = (
            *RESOURCE_FIELDS,
            "name",
            "slug",
            "federation",
            "city",
            "time_zone",
            "website",
        )


class ClubWrite(ModelBody):
    """What owners set; the short name is made of the name if it is not given."""

    slug = serializers.SlugField(max_length=60, required=False)

    class Meta:
        model = Club
        fields = ("name", "slug", "federation", "city", "time_zone", "website")


def represent(club: Club) -> tuple[Representation, str]:
    """Representation and tag of a club."""
    return lambda: dict(ClubRead(club).data), etag(club)


class ClubFilter(django_filters.FilterSet):
    """Exact filters of the list of clubs."""

    slug = django_filters.CharFilter(help_text="The club with this short name.")
    federation = django_filters.CharFilter(help_text="Three capital letters.")
    mine = FlagFilter(method="of_principal", help_text="Only those I belong to, or not.")

    class Meta:
        model = Club
        fields = ("slug", "federation")

    def of_principal(self, rows: Any, name: str, value: str) -> Any:
        """Clubs in which the caller has a role (``true``) or none (``false``)."""
        mine = Membership.objects.filter(user_id=self.request.user.pk).values("club_id")
        return rows.filter(pk__in=mine) if value == "true" else rows.exclude(pk__in=mine)


class Clubs(Endpoint):
    """All clubs; they are public."""

    paged = True
    filterset = ClubFilter

    @operation("List clubs", name="clubs_list", answer=ClubRead, paged=True)
    def get(self, request: Request) -> Response:
        rows = self.filtered(Club.objects.visible_to(self.principal))
        return self.versioned(page(request, rows, "name", "id"), lambda club: ClubRead(club).data)

    @operation(
        "Create a club and own it",
        name="clubs_create",
        body=ClubWrite,
        answer=ClubRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        club = create_club(actor=self.principal, **self.body(ClubWrite))
        data, tag = represent(club)
        return self.shown(data, tag, status=201, Location=address(request, "club", club.pk))


class ClubDetail(Endpoint):
    """One club."""

    def _club(self, club_id: UUID) -> Club:
        return self.found(Club.objects.visible_to(self.principal), pk=club_id)

    @operation("Read a club", name="clubs_read", answer=ClubRead)
    def get(self, request: Request, club_id: UUID) -> Response:
        return self.shown(*represent(self._club(club_id)))

    @operation(
        "Change a club (owner)",
        name="clubs_update",
        body=ClubWrite,
        answer=ClubRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, club_id: UUID) -> Response:
        return self.conditionally(
            lambda: self._club(club_id),
            represent,
            lambda version: update_club(
                actor=self.principal,
                club_id=club_id,
                expected_version=version,
                **self.body(ClubWrite, partial=True),
            ),
        )


class MembershipRead(serializers.ModelSerializer[Membership]):
    """One user's role in one club."""

    club = serializers.UUIDField(source="club_id")
    user = serializers.UUIDField(source="user_id")
    name = serializers.CharField(source="user.name")
    email = serializers.EmailField(source="user.email")
    role = serializers.ChoiceField(choices=Role.choices)

    class Meta:
        model = Membership
        fields = (*RESOURCE_FIELDS, "club", "user", "name", "email", *ROLE_FIELDS)


def _board() -> serializers.IntegerField:
    return serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        help_text="Of a helper who enters the results of some boards only.",
    )


class MembershipUpdate(Body):
    """The new role."""

    role = serializers.ChoiceField(choices=Role.choices)
    first_board = _board()
    last_board = _board()


class MembershipCreate(MembershipUpdate):
    """Whom to add, as what."""

    email = serializers.EmailField(help_text="Of an account that exists.")


def represent_membership(membership: Membership) -> tuple[Representation, str]:
    """Representation and tag of a membership."""
    return lambda: dict(MembershipRead(membership).data), etag(membership, membership.user)


def versions_of_names(holders: Manager[Any]) -> int | None:
    """A number that grows when somebody who holds a role changes the name shown beside it."""
    found: int | None = holders.aggregate(sum=Sum("user__version"))["sum"]
    return found


class Memberships(Endpoint):
    """Members of a club; they see each other, nobody else sees them."""

    paged = True

    @operation("List members", name="memberships_list", answer=MembershipRead, paged=True)
    def get(self, request: Request, club_id: UUID) -> Response:
        club = self.found(Club.objects.visible_to(self.principal), pk=club_id)
        rows = Membership.objects.visible_to(self.principal).filter(club=club)
        return self.of_club(
            club,
            lambda: page(request, rows.select_related("user"), "id"),
            lambda membership: MembershipRead(membership).data,
            versions_of_names(club.memberships),
        )

    @operation(
        "Add a member (owner)",
        name="memberships_create",
        body=MembershipCreate,
        answer=MembershipRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, club_id: UUID) -> Response:
        membership = add_member(
            actor=self.principal, club_id=club_id, **self.body(MembershipCreate)
        )
        data, tag = represent_membership(membership)
        location = address(request, "membership", membership.pk)
        return self.shown(data, tag, status=201, Location=location)


class MembershipDetail(Endpoint):
    """One membership."""

    def _membership(self, membership_id: UUID) -> Membership:
        rows = Membership.objects.visible_to(self.principal).select_related("user")
        return self.found(rows, pk=membership_id)

    @operation("Read a membership", name="memberships_read", answer=MembershipRead)
    def get(self, request: Request, membership_id: UUID) -> Response:
        return self.shown(*represent_membership(self._membership(membership_id)))

    @operation(
        "Change a member's role (owner)",
        name="memberships_update",
        body=MembershipUpdate,
        answer=MembershipRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, membership_id: UUID) -> Response:
        return self.conditionally(
            lambda: self._membership(membership_id),
            represent_membership,
            lambda version: change_role(
                actor=self.principal,
                membership_id=membership_id,
                expected_version=version,
                **self.body(MembershipUpdate, partial=True),
            ),
        )

    @operation(
        "End a membership (owner)",
        name="memberships_delete",
        status=204,
        problems=[403, 409, 412, 428],
    )
    @compares_versions
    def delete(self, request: Request, membership_id: UUID) -> Response:
        return self.conditionally(
            lambda: self._membership(membership_id),
            represent_membership,
            lambda version: remove_member(
                actor=self.principal, membership_id=membership_id, expected_version=version
            ),
        )
