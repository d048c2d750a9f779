"""Board and Seat: together they make an impossible round impossible to store.

* (round, entry) is unique: nobody is on two boards, on a board and a bye, or
  against himself;
* (board, side) is unique: a board has at most one White and one Black;
* a seat is either at a side of a board or on a bye, so a bye has no result;
* a seat and its board are of the same round (a composite foreign key, see the
  migration ``play.0002``);
* an outcome is one of :class:`~tournaments.play.outcomes.BoardOutcome` or empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import Versioned

from .outcomes import NO_RESULT, BoardOutcome, SeatBye, Side
from .querysets import BoardManager, SeatManager

if TYPE_CHECKING:
    from uuid import UUID


class Board(Versioned):
    """One pairing of a round, with its result.

    ``confirmed`` says whether the result counts.  ``colours_known`` is false
    only for imported pairings whose file gave no colours: the sides are then
    nominal and enter no colour history.
    """

    round = models.ForeignKey("events.Round", on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveIntegerField(_("board"))
    outcome = models.CharField(
        _("result"), max_length=10, blank=True, choices=BoardOutcome.choices, default=NO_RESULT
    )
    confirmed = models.BooleanField(_("confirmed"), default=False)
    colours_known = models.BooleanField(_("colours known"), default=True)
    entered_by = models.ForeignKey(
        "accounts.User",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="results_entered",
    )
    entered_at = models.DateTimeField(_("entered at"), null=True, blank=True)

    objects = BoardManager()

    if TYPE_CHECKING:
        round_id: UUID
        entered_by_id: UUID | None

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        ordering = ("round", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="board_number_once"),
            models.UniqueConstraint(fields=["id", "round"], name="board_and_round"),
            models.CheckConstraint(condition=Q(number__gte=1), name="board_number_from_one"),
            models.CheckConstraint(
                condition=Q(outcome=NO_RESULT) | Q(outcome__in=BoardOutcome.values),
                name="board_outcome_possible",
            ),
            models.CheckConstraint(
                condition=Q(confirmed=False) | ~Q(outcome=NO_RESULT),
                name="board_confirmed_has_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} #{self.number} {self.outcome}"

    @property
    def white(self) -> Seat | None:
        """White's seat; prefetch ``seats__entry`` for lists."""
        return self._seat(Side.WHITE)

    @property
    def black(self) -> Seat | None:
        """Black's seat; prefetch ``seats__entry`` for lists."""
        return self._seat(Side.BLACK)

    def _seat(self, side: Side) -> Seat | None:
        return next((seat for seat in self.seats.all() if seat.side == side), None)

    @property
    def is_settled(self) -> bool:
        """It has a result that counts and nothing more is to come."""
        return self.confirmed and self.outcome != BoardOutcome.POSTPONED


class Seat(models.Model):
    """One entry's place in one round.

    ``group`` names the group in which somebody has the allocated bye, where
    the field is divided into groups.
    """

    round = models.ForeignKey("events.Round", on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey("events.Entry", on_delete=models.PROTECT, related_name="seats")
    board = models.ForeignKey(
        Board, null=True, blank=True, on_delete=models.CASCADE, related_name="seats"
    )
    side = models.CharField(_("side"), max_length=1, blank=True, choices=Side.choices)
    bye = models.CharField(_("bye"), max_length=1, blank=True, choices=SeatBye.choices)
    group = models.CharField(_("group"), max_length=8, blank=True, default="")

    objects = SeatManager()

    if TYPE_CHECKING:
        round_id: UUID
        entry_id: UUID
        board_id: UUID | None

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("round", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="seat_once_per_round"),
            models.UniqueConstraint(
                fields=["board", "side"],
                condition=Q(board__isnull=False),
                name="seat_side_once_per_board",
            ),
            models.UniqueConstraint(
                fields=["round", "group"],
                condition=Q(bye=SeatBye.ALLOCATED),
                name="seat_one_allocated_bye_per_group",
            ),
            models.CheckConstraint(
                condition=Q(board__isnull=False, side__in=Side.values, bye="")
                | Q(board__isnull=True, side="", bye__in=SeatBye.values),
                name="seat_at_board_or_bye",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.board_id or self.bye}{self.side}"
