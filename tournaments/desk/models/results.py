"""Claim and Correction: who says what came out of a game, and when that was found to be wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.clock import now
from tournaments.core.models import Identified
from tournaments.play.models import Board
from tournaments.play.outcomes import BoardOutcome, Side

from ..querysets import ClaimManager, CorrectionManager

if TYPE_CHECKING:
    from uuid import UUID


class Claim(Identified):
    """What one side of a board says came out; a later claim replaces it."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="claims")
    side = models.CharField(_("side"), max_length=1, choices=Side.choices)
    outcome = models.CharField(_("result"), max_length=10, choices=BoardOutcome.choices)
    by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(_("at"), default=now)

    objects = ClaimManager()

    if TYPE_CHECKING:
        board_id: UUID
        by_id: UUID | None

    class Meta:
        verbose_name = _("result claimed by a player")
        verbose_name_plural = _("results claimed by players")
        ordering = ("board", "-side")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["board", "side"], name="claim_once_per_side"),
            models.CheckConstraint(condition=Q(side__in=Side.values), name="claim_side_known"),
            models.CheckConstraint(
                condition=Q(outcome__in=BoardOutcome.values), name="claim_outcome_possible"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board_id} {self.side} {self.outcome}"


class Moment(models.TextChoices):
    """When another result was entered (C.04.2 4.3), and so from when on it counts."""

    BEFORE_NEXT_PAIRING = "before_next_pairing", _("before the next pairing")
    NEXT_ROUND_RUNS = "next_round_runs", _("while the next round runs")
    RATING_ONLY = "rating_only", _("later: for the rating report only")
    POSTPONED_GAME = "postponed_game", _("a postponed game was played")


class Correction(Identified):
    """A counted result that was replaced: who, when, why, old and new.

    ``paired_through`` is the last round that was paired with the old result.
    One made for the rating report only changes neither standings nor pairings.
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="corrections")
    moment = models.CharField(_("moment"), max_length=20, choices=Moment.choices)
    old = models.CharField(_("old result"), max_length=10, choices=BoardOutcome.choices)
    new = models.CharField(_("new result"), max_length=10, choices=BoardOutcome.choices)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    paired_through = models.PositiveSmallIntegerField(_("paired with the old result up to round"))
    by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by_key = models.CharField(max_length=8, blank=True)
    at = models.DateTimeField(_("at"), default=now)

    objects = CorrectionManager()

    if TYPE_CHECKING:
        board_id: UUID
        by_id: UUID | None

    class Meta:
        verbose_name = _("corrected result")
        verbose_name_plural = _("corrected results")
        ordering = ("at", "id")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(moment__in=Moment.values), name="correction_moment_known"
            ),
            models.CheckConstraint(
                condition=Q(old__in=BoardOutcome.values, new__in=BoardOutcome.values),
                name="correction_outcomes_possible",
            ),
            models.CheckConstraint(condition=~Q(old=F("new")), name="correction_changes_something"),
        ]

    def __str__(self) -> str:
        return f"{self.board_id} {self.old} -> {self.new}"
