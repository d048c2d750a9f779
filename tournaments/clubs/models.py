"""Club and Membership; what a role holds wherever it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import Versioned
from tournaments.core.validators import validate_federation, validate_time_zone

from .querysets import ClubManager, MembershipManager

if TYPE_CHECKING:
    from uuid import UUID


class Role(models.TextChoices):
    """What a member may do; each role includes those after it.

    A helper enters results and nothing else, perhaps on some boards only.
    """

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    ARBITER = "arbiter", _("arbiter")
    HELPER = "helper", _("results only")
    VIEWER = "viewer", _("viewer")


class Club(Versioned):
    """An organisation that runs events.

    ``sequence`` is the number of the last change that belongs to no tournament.
    """

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("short name"), max_length=60)
    federation = models.CharField(
        _("federation"), max_length=3, blank=True, validators=[validate_federation]
    )
    city = models.CharField(_("city"), max_length=80, blank=True)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    website = models.URLField(_("web site"), blank=True)
    sequence = models.PositiveBigIntegerField(default=0, editable=False)

    objects = ClubManager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["slug"], name="club_slug_once"),
            models.CheckConstraint(condition=~Q(name=""), name="club_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class RoleHolder(Versioned):
    """A role; that of a helper may be for the boards ``first_board`` to ``last_board`` only."""

    role = models.CharField(_("role"), max_length=12, choices=Role.choices)
    first_board = models.PositiveIntegerField(_("from board"), null=True, blank=True)
    last_board = models.PositiveIntegerField(_("to board"), null=True, blank=True)

    class Meta:
        abstract = True


def board_range_constraint(name: str) -> models.CheckConstraint:
    """All boards, or for a helper those from one to another."""
    return models.CheckConstraint(
        condition=Q(first_board__isnull=True, last_board__isnull=True)
        | Q(
            role=Role.HELPER,
            first_board__gte=1,
            last_board__isnull=False,
            last_board__gte=F("first_board"),
        ),
        name=name,
        violation_error_code="board_range_impossible",
        violation_error_message=_("A helper's boards are from one to another."),
    )


class Membership(RoleHolder):
    """One user's role in one club."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")

    objects = MembershipManager()

    if TYPE_CHECKING:
        user_id: UUID
        club_id: UUID

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ("club", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "club"], name="membership_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_known"),
            board_range_constraint("membership_board_range"),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.club_id}"
