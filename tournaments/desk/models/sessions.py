"""PairingSession: a pairing edited by hand, from its first change to the decision at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import Versioned
from tournaments.events.models import Round

from ..querysets import PairingSessionManager

if TYPE_CHECKING:
    from uuid import UUID


class SessionStatus(models.TextChoices):
    """Life of a session; ``undone``: its round was taken back afterwards."""

    OPEN = "open", _("open")
    ENDED = "ended", _("ended")
    ABANDONED = "abandoned", _("abandoned")
    UNDONE = "undone", _("undone")


class PairingSession(Versioned):
    """The arbiter's own pairing of one round.

    ``boards`` lists ``[White's entry, Black's entry or null]`` in board order,
    ``before`` the same as the session found it.  ``warnings`` are the rules
    that were broken knowingly, ``{"code", "entries"}``; ``reason`` says why.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sessions")
    status = models.CharField(
        _("status"), max_length=9, choices=SessionStatus.choices, default=SessionStatus.OPEN
    )
    boards = models.JSONField(default=list, encoder=DjangoJSONEncoder)
    before = models.JSONField(default=list, encoder=DjangoJSONEncoder)
    warnings = models.JSONField(default=list, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    started_by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    ended_by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    objects = PairingSessionManager()

    if TYPE_CHECKING:
        round_id: UUID
        started_by_id: UUID | None

    class Meta:
        verbose_name = _("pairing by hand")
        verbose_name_plural = _("pairings by hand")
        ordering = ("-created_at", "-id")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round"],
                condition=Q(status=SessionStatus.OPEN),
                name="pairing_session_one_open_per_round",
            ),
            models.CheckConstraint(
                condition=Q(status__in=SessionStatus.values), name="pairing_session_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.status}"

    @property
    def changed(self) -> list[tuple[str, str | None]]:
        """Boards that the session made otherwise than it found them."""
        before = {(white, black) for white, black in self.before}
        return [(white, black) for white, black in self.boards if (white, black) not in before]
