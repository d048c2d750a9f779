"""What must hold before a round can be paired, by the program or by hand."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from tournaments.core.errors import Conflict
from tournaments.desk.guards import require_no_session
from tournaments.events.access import require_open, require_paired_rounds
from tournaments.events.models import Entry, Round, RoundStatus, Tournament
from tournaments.schedules.options import results_decide

from .models import Board
from .outcomes import Side
from .record import is_absent


def require_ready(tournament: Tournament, round: Round) -> None:
    """Raise the ``Conflict`` that says why this round cannot be paired now.

    ``tournament.closed``; ``tournament.is_knockout``; ``round.being_edited``;
    ``round.already_paired``; ``round.previous_not_published``, ``round.held_open``
    (``round``); ``round.results_missing`` (``boards``); ``round.no_active_players``
    (``present``).  Rounds of a table depend neither on results nor on each other.
    """
    require_open(tournament)
    require_paired_rounds(tournament)
    require_no_session(round)
    if round.status != RoundStatus.PLANNED:
        raise Conflict("round.already_paired", round=round.number, status=round.status)
    if results_decide(tournament):
        _require_played(tournament, round)
    rows = _without_bye(tournament, round.number).values_list(
        "status", "status_from_round", "entered_from_round", named=True
    )
    present = sum(not is_absent(row, round.number) for row in rows)
    if present < 2:
        raise Conflict("round.no_active_players", round=round.number, present=present)


def _require_played(tournament: Tournament, round: Round) -> None:
    """The rounds before are published and have their results."""
    earlier = tournament.rounds.filter(number__lt=round.number).order_by("number")
    unpublished = earlier.exclude(status__in=("published", "completed")).first()
    if unpublished is not None:
        raise Conflict(
            "round.previous_not_published",
            round=unpublished.number,
            status=unpublished.status,
        )
    reopened = earlier.filter(reopened=True).first()
    if reopened is not None:
        raise Conflict("round.held_open", round=reopened.number)
    missing = missing_results(tournament, round)
    if missing:
        raise Conflict("round.results_missing", round=round.number, boards=missing)


def present_entries(tournament: Tournament, round_number: int) -> list[Entry]:
    """Entries to be paired in a round: arrived, not withdrawn, without a requested bye."""
    entries = _without_bye(tournament, round_number)
    return [entry for entry in entries if not is_absent(entry, round_number)]


def _without_bye(tournament: Tournament, round_number: int) -> QuerySet[Entry]:
    return tournament.entries.exclude(requested_byes__round_number=round_number)


def missing_results(tournament: Tournament, round: Round) -> list[dict[str, Any]]:
    """Boards of earlier rounds without a result that counts; postponed games are not among them."""
    boards = (
        Board.objects.filter(round__tournament=tournament, round__number__lt=round.number)
        .lacking_result()
        .with_seats()
        .select_related("round")
        .order_by("round__number", "number")
    )
    return [describe_board(board) for board in boards]


def describe_board(board: Board) -> dict[str, Any]:
    """How refusals name a board."""
    players = {seat.side: seat.entry for seat in board.seats.all()}
    return {
        "id": str(board.pk),
        "round": board.round.number,
        "board": board.number,
        "white": _describe(players[Side.WHITE.value]),
        "black": _describe(players[Side.BLACK.value]),
        "outcome": board.outcome,
        "confirmed": board.confirmed,
    }


def _describe(entry: Entry) -> dict[str, Any]:
    return {"entry": str(entry.pk), "number": entry.pairing_number, "name": entry.name}
