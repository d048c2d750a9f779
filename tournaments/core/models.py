"""The versioned base of everything that is served, and the change log."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from .clock import now
from .ids import uuid7
from .querysets import ChangeLogManager

if TYPE_CHECKING:
    from uuid import UUID


class Identified(models.Model):
    """Opaque stable id."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)

    class Meta:
        abstract = True


class Versioned(Identified):
    """Opaque stable id, ``version`` (+1 per change) and the instants around it."""

    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(default=now, editable=False)
    updated_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        abstract = True


class ChangeLogEntry(Identified):
    """One change, append-only: the source of audit, sync, live updates and webhooks.

    ``seq`` counts per tournament, given under the tournament's row lock; for
    what belongs to no tournament (members, players, events) it counts per club.
    ``round`` names the round whose publication the change must wait for, and
    ``internal`` marks changes that only those who run the tournament may see.
    ``actor`` is the person who acted, ``actor_key`` the prefix of the API key.
    """

    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="changes")
    tournament = models.ForeignKey(
        "events.Tournament", null=True, on_delete=models.CASCADE, related_name="changes"
    )
    round = models.ForeignKey(
        "events.Round", null=True, on_delete=models.SET_NULL, related_name="changes"
    )
    seq = models.PositiveBigIntegerField()
    type = models.CharField(max_length=60)
    subject_type = models.CharField(max_length=40)
    subject_id = models.UUIDField()
    subject_version = models.PositiveIntegerField()
    actor_kind = models.CharField(max_length=20)
    actor = models.ForeignKey(
        "accounts.User", null=True, on_delete=models.SET_NULL, related_name="changes"
    )
    actor_key = models.CharField(max_length=8, blank=True)
    internal = models.BooleanField(default=False)
    data = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    at = models.DateTimeField(default=now)

    objects = ChangeLogManager()

    if TYPE_CHECKING:
        club_id: UUID
        tournament_id: UUID | None
        round_id: UUID | None
        actor_id: UUID | None

    class Meta:
        ordering = ("tournament", "seq")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "seq"],
                condition=Q(tournament__isnull=False),
                name="change_seq_once_per_tournament",
            ),
            models.UniqueConstraint(
                fields=["club", "seq"],
                condition=Q(tournament__isnull=True),
                name="change_seq_once_per_club",
            ),
            models.CheckConstraint(condition=Q(seq__gte=1), name="change_seq_from_one"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["subject_type", "subject_id"], name="change_subject_idx"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"
