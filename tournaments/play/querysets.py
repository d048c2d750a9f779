"""Who sees which boards and seats: those of rounds they may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Prefetch, Q

from tournaments.core.principal import Principal
from tournaments.events.querysets import visible_rounds

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import Board, Seat  # noqa: F401


class BoardQuerySet(models.QuerySet["Board"]):
    """Boards."""

    def visible_to(self, principal: Principal) -> BoardQuerySet:
        return self.filter(visible_rounds(principal, "round__"))

    def unsettled(self) -> BoardQuerySet:
        """Boards that keep their round from being complete."""
        return self.filter(Q(confirmed=False) | Q(outcome="POSTPONED"))

    def lacking_result(self) -> BoardQuerySet:
        """Boards that keep the next round from being paired (a postponed game does not)."""
        return self.filter(confirmed=False)

    def for_entering(self) -> BoardQuerySet:
        """Boards with what entering a result reads of them: the round, and who entered the last."""
        return self.select_related("round", "entered_by")

    def with_seats(self) -> BoardQuerySet:
        """Boards with both seats, their entries and who entered the result, in three queries."""
        from .models import Seat

        seats = Prefetch("seats", Seat.objects.select_related("entry"))
        return self.select_related("entered_by").prefetch_related(seats)


class SeatQuerySet(models.QuerySet["Seat"]):
    """Seats."""

    def visible_to(self, principal: Principal) -> SeatQuerySet:
        return self.filter(visible_rounds(principal, "round__"))


BoardManager = models.Manager.from_queryset(BoardQuerySet)
SeatManager = models.Manager.from_queryset(SeatQuerySet)
