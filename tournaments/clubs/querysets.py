"""Who sees which clubs and memberships."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import models
from django.db.models import Q

from tournaments.core.principal import Principal

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import Club, Membership  # noqa: F401


RUNNING_ROLES = ("owner", "organiser", "arbiter")
"""Roles that run tournaments: pair, publish, enter results, see what is unpublished."""
ORGANISING_ROLES = ("owner", "organiser")
"""Roles that make events and tournaments, and manage what leaves the club by itself."""

ClubIds = models.QuerySet["Membership", UUID]


def _club_ids(principal: Principal) -> ClubIds:
    from .models import Membership

    everybodys = Membership.objects.values_list("club_id", flat=True)
    if principal.user_id is None:
        return everybodys.none()
    return everybodys.filter(user_id=principal.user_id)


def clubs_of(principal: Principal) -> ClubIds:
    """Subquery: ids of the clubs in which the principal has any role."""
    return _club_ids(principal)


def clubs_run_by(principal: Principal) -> ClubIds:
    """Subquery: ids of the clubs whose tournaments the principal runs."""
    return _club_ids(principal).filter(role__in=RUNNING_ROLES)


def clubs_organised_by(principal: Principal) -> ClubIds:
    """Subquery: ids of the clubs whose events the principal organises."""
    return _club_ids(principal).filter(role__in=ORGANISING_ROLES)


class ClubQuerySet(models.QuerySet["Club"]):
    """Clubs; every club is public."""

    def visible_to(self, principal: Principal) -> ClubQuerySet:
        return self


class MembershipQuerySet(models.QuerySet["Membership"]):
    """Memberships: the members of a club see each other, nobody else does."""

    def visible_to(self, principal: Principal) -> MembershipQuerySet:
        if principal.is_unrestricted:
            return self
        return self.filter(Q(club_id__in=clubs_of(principal)))


ClubManager = models.Manager.from_queryset(ClubQuerySet)
MembershipManager = models.Manager.from_queryset(MembershipQuerySet)
