"""EventMembership: a role in one event only."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Role, RoleHolder, board_range_constraint

from ..querysets import EventMembershipManager
from .events import Event

if TYPE_CHECKING:
    from uuid import UUID

EVENT_ROLES = tuple(role for role in Role.values if role != Role.OWNER)
"""Roles that can be held in one event: clubs have owners, events have not."""


class EventMembership(RoleHolder):
    """One user's role in one event, beside what he may do in its club."""

    user = models.ForeignKey(
        "accounts.User", on_delete=models.CASCADE, related_name="event_memberships"
    )
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="memberships")

    objects = EventMembershipManager()

    if TYPE_CHECKING:
        user_id: UUID
        event_id: UUID

    class Meta:
        verbose_name = _("role in an event")
        verbose_name_plural = _("roles in events")
        ordering = ("event", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "event"], name="event_membership_once"),
            models.CheckConstraint(
                condition=Q(role__in=EVENT_ROLES),
                name="event_membership_role_known",
                violation_error_code="role_not_of_events",
                violation_error_message=_("An event has no owner; its club has."),
            ),
            board_range_constraint("event_membership_board_range"),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.event_id}"
