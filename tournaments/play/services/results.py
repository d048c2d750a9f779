"""Writes of results."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction

from tournaments.core.clock import now
from tournaments.core.errors import Conflict, Forbidden, Invalid
from tournaments.core.models import ChangeLogEntry
from tournaments.core.permissions import may, require
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    apply,
    get_or_refuse,
    lock_tournament_of,
    require_version,
    save_changes,
)
from tournaments.desk.claims import claim
from tournaments.desk.corrections import weigh
from tournaments.events.access import require_open
from tournaments.events.models import EntryStatus, Tournament
from tournaments.federations.models import ApiKey
from tournaments.schedules.options import is_predetermined
from tournaments.schedules.withdrawals import align_boards

from ..models import Board
from ..outcomes import NO_RESULT, BoardOutcome, read_outcome
from ..settling import settle_round


@transaction.atomic
def record_result(
    *,
    actor: Principal,
    board_id: UUID,
    outcome: str,
    expected_version: int | None = None,
    reason: str = "",
) -> Board:
    """Enter or correct a board's result.

    Officials' results count at once; those of the players, where the
    tournament lets them enter results, once both agree or an official confirms
    them (or enters the same).  Only officials postpone a game, or change what
    counts already.  A correction follows C.04.2 4.3
    (:mod:`tournaments.desk.corrections`).  The same result again changes nothing.

    Raises ``NotFound``, ``Forbidden("permission.denied" | "result.confirmed" |
    "result.only_arbiter_postpones")``, ``Invalid("result.impossible" |
    "result.reason_required")``, ``Conflict("round.not_published" |
    "tournament.closed" | "result.for_rating_only" | "result.confirmed_by_arbiter")``
    and ``Stale("board.stale")`` with the current outcome, version and who set it.
    """
    outcome = possible_outcome(outcome)
    board = _locked_board(actor, board_id, "play.record_result")
    return enter_outcome(actor, board, outcome, expected_version, reason)


def possible_outcome(text: str) -> str:
    """The result as it is stored.  Raises ``Invalid("result.impossible")``."""
    outcome = read_outcome(text)
    if outcome not in BoardOutcome.values:
        raise Invalid("result.impossible", outcome=outcome, possible=BoardOutcome.values)
    return outcome


def enter_outcome(
    actor: Principal, board: Board, outcome: str, expected_version: int | None, reason: str
) -> Board:
    """What every way of entering a result does once the tournament is locked and the actor may.

    ``board.round.tournament`` is the locked tournament.  Raises what :func:`record_result` does.
    """
    tournament = board.round.tournament
    _require_published(board)
    _require_current(board, expected_version)
    _refuse_federation(actor, board, outcome)
    counts = may(actor, "play.confirm_result", board)
    if not counts:
        _require_open_to_players(board, outcome)
        counts = claim(actor, board, outcome)
    correction = weigh(actor, tournament, board, outcome, reason)
    changed = apply(board, {"outcome": outcome, "confirmed": counts or board.confirmed})
    if not changed:
        return board
    if "outcome" in changed:
        corrected = changed["outcome"]["old"] != NO_RESULT
        board.entered_by, board.entered_at = actor.user, now()
        save_changes(board, [*changed, "entered_by", "entered_at"])
        why: dict[str, Any] = {}
        if correction is not None:
            correction.save()
            why = {"moment": correction.moment, "reason": correction.reason}
        kind = "result.corrected" if corrected else "result.recorded"
        _log(kind, actor, board, changed | why)
    else:
        save_changes(board, changed)
        _log("result.confirmed", actor, board, {"outcome": board.outcome})
    settle_round(actor, tournament, board.round)
    _follow_withdrawals(actor, tournament, board)
    return board


@transaction.atomic
def confirm_result(
    *, actor: Principal, board_id: UUID, expected_version: int | None = None
) -> Board:
    """Let a result count that players entered (arbiters).

    Raises ``NotFound``, ``Forbidden``, ``Stale("board.stale")``,
    ``Conflict("result.missing" | "round.not_published" | "tournament.closed")``.
    """
    board = _locked_board(actor, board_id, "play.confirm_result")
    tournament = board.round.tournament
    _require_published(board)
    _require_current(board, expected_version)
    if board.outcome == NO_RESULT:
        raise Conflict("result.missing", board=board.number, round=board.round.number)
    changed = apply(board, {"confirmed": True})
    if changed:
        save_changes(board, changed)
        _log("result.confirmed", actor, board, {"outcome": board.outcome})
        settle_round(actor, tournament, board.round)
        _follow_withdrawals(actor, tournament, board)
    return board


def _follow_withdrawals(actor: Principal, tournament: Tournament, board: Board) -> None:
    """Another result of somebody who has left may change whether the results stay (C.05 6.6)."""
    if is_predetermined(tournament):
        left = board.seats.filter(entry__status=EntryStatus.WITHDRAWN)
        if left.exists():
            align_boards(actor, tournament)


def _locked_board(actor: Principal, board_id: UUID, permission: str) -> Board:
    """A board that the actor may see and write to; its tournament is locked."""
    seen = Board.objects.visible_to(actor).filter(pk=board_id)
    tournament = lock_tournament_of("board.not_found", rounds__boards__in=seen)
    board = get_or_refuse(Board.objects.for_entering(), "board.not_found", pk=board_id)
    board.round.tournament = tournament
    require(actor, permission, board)
    return board


def _require_published(board: Board) -> None:
    require_open(board.round.tournament)
    if not board.round.is_published:
        raise Conflict("round.not_published", round=board.round.number)


def _require_current(board: Board, expected_version: int | None) -> None:
    entered_by = board.entered_by
    require_version(
        board,
        expected_version,
        outcome=board.outcome,
        confirmed=board.confirmed,
        entered_by={"id": str(entered_by.pk), "name": entered_by.name} if entered_by else None,
        entered_at=board.entered_at.isoformat() if board.entered_at else None,
    )


def _refuse_federation(actor: Principal, board: Board, outcome: str) -> None:
    """A federation's key never overwrites what was confirmed here, whatever version it has seen.

    What a key of the federation entered it may correct, also with its next key.
    """
    key = actor.key
    if key is None or not key.federation or not board.confirmed or board.outcome == outcome:
        return
    changes = ChangeLogEntry.objects.filter(
        subject_type="board", subject_id=board.pk, type__startswith="result."
    )
    last = changes.order_by("-seq").values_list("actor_key", flat=True).first() or ""
    own = ApiKey.objects.filter(prefix=last, federation=key.federation)
    if last != key.prefix and not own.exists():
        raise Conflict(
            "result.confirmed_by_arbiter",
            board=board.number,
            outcome=board.outcome,
            version=board.version,
            confirmed=True,
        )


def _require_open_to_players(board: Board, outcome: str) -> None:
    if outcome == BoardOutcome.POSTPONED:
        raise Forbidden("result.only_arbiter_postpones")
    if board.confirmed:
        raise Forbidden("result.confirmed", board=board.number)


def _log(type: str, actor: Principal, board: Board, data: dict[str, Any]) -> None:
    append_change(
        type,
        actor=actor,
        subject=board,
        tournament=board.round.tournament,
        round=board.round,
        data={"round": board.round.number, "board": board.number, **data},
    )
