"""Standings as they are kept: one set for each round, with what they were computed from.

A change of a tournament that can touch the standings after a round raises
``needed_sequence`` of that round's row in the same transaction; whoever
computes notes in ``computed_sequence`` which changes had been made before
reading began.  So a row is current exactly when the second is not behind the
first, and the two never have to be written together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from tournaments.core.models import Identified
from tournaments.events.models import MAX_ROUNDS

from .querysets import StoredStandingsManager

if TYPE_CHECKING:
    from uuid import UUID


class StoredStandings(Identified):
    """The standings of a tournament after ``after_round`` rounds.

    ``computed_at`` null: never computed.  ``requested_at``: since when a
    worker is asked to compute them, null once it has begun.  ``order`` has the
    codes of the columns, ``notices`` items ``{"code", "params"}``, ``size``
    the number of places.
    """

    tournament = models.ForeignKey(
        "events.Tournament", on_delete=models.CASCADE, related_name="stored_standings"
    )
    after_round = models.PositiveSmallIntegerField()
    needed_sequence = models.PositiveBigIntegerField()
    computed_sequence = models.PositiveBigIntegerField(default=0)
    computed_at = models.DateTimeField(null=True, blank=True)
    requested_at = models.DateTimeField(null=True, blank=True)
    order = models.JSONField(default=list)
    notices = models.JSONField(default=list, encoder=DjangoJSONEncoder)
    size = models.PositiveIntegerField(default=0)

    objects = StoredStandingsManager()

    if TYPE_CHECKING:
        tournament_id: UUID

    class Meta:
        verbose_name_plural = "stored standings"
        ordering = ("tournament", "after_round")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "after_round"], name="standings_once_per_round"
            ),
            models.CheckConstraint(
                condition=Q(after_round__gte=0, after_round__lte=MAX_ROUNDS),
                name="standings_round_possible",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} after {self.after_round}"

    @property
    def is_current(self) -> bool:
        """Nothing that could touch them has changed since they were computed."""
        return self.computed_at is not None and self.computed_sequence >= self.needed_sequence


class Place(models.Model):
    """One line of the standings.

    ``position`` counts from 1 and is unique where ``rank`` may be shared (or
    null, for somebody listed without a place).  Where the field is divided,
    ranks are those in the ``group``, one group after the other.  ``points`` are
    the tenths that count (of somebody without a place, those taken);
    ``values`` are ``[code, text]`` with null for an undefined value; ``cells``
    are ``[opponent, colour, outcome, points]`` for each round, as in a crosstable.
    """

    standings = models.ForeignKey(StoredStandings, on_delete=models.CASCADE, related_name="places")
    position = models.PositiveIntegerField()
    group = models.CharField(max_length=8, blank=True, default="")
    entry = models.ForeignKey("events.Entry", on_delete=models.CASCADE, related_name="places")
    rank = models.PositiveIntegerField(null=True, blank=True)
    shared = models.BooleanField(default=False)
    points = models.IntegerField()
    values = models.JSONField(default=list)
    decided_by = models.CharField(max_length=60, blank=True)
    cells = models.JSONField(default=list)

    if TYPE_CHECKING:
        standings_id: UUID
        entry_id: UUID

    class Meta:
        ordering = ("standings", "position")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["standings", "position"], name="place_position_once"),
            models.UniqueConstraint(fields=["standings", "entry"], name="place_entry_once"),
            models.CheckConstraint(condition=Q(position__gte=1), name="place_position_from_one"),
            models.CheckConstraint(
                condition=Q(rank__isnull=True) | Q(rank__gte=1), name="place_rank_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.entry_id}"
