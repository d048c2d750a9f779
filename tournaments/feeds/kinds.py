"""The objects that clients keep of a tournament, and what a reader sees of each kind.

The order of :data:`KINDS` is that of their dependencies: boards name entries
and their round, rounds name the entries that have a bye.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery, UUIDField

from tournaments.events.models import Entry, Round, Tournament
from tournaments.events.querysets import PUBLISHED_STATUSES
from tournaments.play.models import Board, Seat
from tournaments.play.outcomes import Side

from .readers import Reader

Rows = QuerySet[Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of object: ``rows`` are those a reader sees, ``complete`` adds what is shown."""

    name: str
    rows: Callable[[Reader], Rows]
    complete: Callable[[Rows, Reader], Rows]


def _published(reader: Reader, prefix: str) -> Q:
    """The filter for rows of rounds, by the path that leads to the round."""
    if reader.sees_unpublished:
        return Q()
    return Q(**{f"{prefix}status__in": PUBLISHED_STATUSES})


def _tournament(reader: Reader) -> Rows:
    return Tournament.objects.filter(pk=reader.tournament.pk)


def _entries(reader: Reader) -> Rows:
    return Entry.objects.filter(tournament=reader.tournament)


def _rounds(reader: Reader) -> Rows:
    return Round.objects.filter(_published(reader, ""), tournament=reader.tournament)


def _boards(reader: Reader) -> Rows:
    return Board.objects.filter(_published(reader, "round__"), round__tournament=reader.tournament)


def _as_they_are(rows: Rows, reader: Reader) -> Rows:
    return rows


def _with_requested_byes(rows: Rows, reader: Reader) -> Rows:
    """Announced absences are for those who run the tournament."""
    return rows.prefetch_related("requested_byes") if reader.sees_unpublished else rows


def _with_byes(rows: Rows, reader: Reader) -> Rows:
    """Seats without a board as ``byes``; asked again whether they may be seen."""
    seats = Seat.objects.filter(_published(reader, "round__"), board=None).order_by("entry_id")
    return rows.prefetch_related(Prefetch("seats", seats, to_attr="byes"))


def _with_players(rows: Rows, reader: Reader) -> Rows:
    """Both players as ``white_id`` and ``black_id``, in the same statement as the board."""
    seat = Seat.objects.filter(board=OuterRef("pk")).values("entry_id")
    found: Rows = rows.annotate(
        white_id=Subquery(seat.filter(side=Side.WHITE)[:1], output_field=UUIDField()),
        black_id=Subquery(seat.filter(side=Side.BLACK)[:1], output_field=UUIDField()),
    )
    return found


KINDS = (
    Kind("tournament", _tournament, _as_they_are),
    Kind("entry", _entries, _with_requested_byes),
    Kind("round", _rounds, _with_byes),
    Kind("board", _boards, _with_players),
)
RANKS = {kind.name: rank for rank, kind in enumerate(KINDS)}
