"""Invitation: a role offered to whoever reads the mail of an address."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Club, Role, RoleHolder, board_range_constraint
from tournaments.core.clock import now

from ..querysets import InvitationManager
from .events import Event
from .memberships import EVENT_ROLES

if TYPE_CHECKING:
    from uuid import UUID

_UNANSWERED = Q(accepted_at__isnull=True, withdrawn_at__isnull=True)


class Invitation(RoleHolder):
    """An offer of a role in a club, or in one ``event`` of it.

    It is open until it is accepted, withdrawn or expired.  No secret is
    stored: the link in the mail is the id, signed (:mod:`..services.invitations`).
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    email = models.EmailField(_("e-mail address"))
    invited_by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    expires_at = models.DateTimeField(_("expires at"))
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)
    accepted_by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    objects = InvitationManager()

    if TYPE_CHECKING:
        club_id: UUID
        event_id: UUID | None

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("-created_at", "-id")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "email"],
                condition=Q(event__isnull=True) & _UNANSWERED,
                name="invitation_open_once_per_club",
            ),
            models.UniqueConstraint(
                fields=["event", "email"],
                condition=Q(event__isnull=False) & _UNANSWERED,
                name="invitation_open_once_per_event",
            ),
            models.CheckConstraint(
                condition=Q(event__isnull=True, role__in=Role.values)
                | Q(event__isnull=False, role__in=EVENT_ROLES),
                name="invitation_role_known",
                violation_error_code="role_not_of_events",
                violation_error_message=_("An event has no owner; its club has."),
            ),
            board_range_constraint("invitation_board_range"),
        ]

    def __str__(self) -> str:
        return f"{self.email} {self.role}"

    @property
    def is_open(self) -> bool:
        """Whether it can still be accepted."""
        return self.accepted_at is None and self.withdrawn_at is None and self.expires_at > now()
