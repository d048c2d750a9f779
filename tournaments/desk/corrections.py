"""Wrong results found later (C.04.2 4.3).

===========================================  ==========================================
found                                        the right result counts
===========================================  ==========================================
before the next round is paired              for everything, as if it had been there
while the next round runs                    in the standings and for later pairings;
                                             what is paired stays
when the next round is over, or later        in the rating report only
===========================================  ==========================================

A postponed game that gets its result is no correction: it counts at once, and
the days of grace begin when it is entered.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from tournaments.core.clock import now
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    get_or_refuse,
    lock_tournament,
    require_version,
    save_changes,
)
from tournaments.events.access import last_paired_round
from tournaments.events.models import RoundStatus, Tournament, TournamentStatus
from tournaments.play.models import Board
from tournaments.play.outcomes import BoardOutcome, read_outcome
from tournaments.schedules.options import results_decide

from .models import Correction, Moment

LATE = "desk.correct_paired"


def moment_of(tournament: Tournament, board: Board) -> Moment:
    """The moment at which a counted result of this board would be corrected now.

    Where rounds come from a table no pairing depends on a result.
    """
    if not results_decide(tournament):
        return Moment.BEFORE_NEXT_PAIRING
    last = last_paired_round(tournament)
    known = _known_with(board)
    if last <= known:
        return Moment.BEFORE_NEXT_PAIRING
    following = tournament.rounds.get(number=last)
    if last == known + 1 and following.status != RoundStatus.COMPLETED:
        return Moment.NEXT_ROUND_RUNS
    return Moment.RATING_ONLY


def weigh(
    actor: Principal, tournament: Tournament, board: Board, outcome: str, reason: str
) -> Correction | None:
    """What it means to replace a counted result by ``outcome`` now; saved by the caller.

    ``None`` if no counted result is replaced.  Raises
    ``Conflict("result.for_rating_only")``, and where a round is paired with the
    old result ``Forbidden("permission.denied")`` for whoever is no arbiter and
    ``Invalid("result.reason_required")``.
    """
    if not board.confirmed or outcome == board.outcome:
        return None
    if board.outcome == BoardOutcome.POSTPONED:
        moment = Moment.POSTPONED_GAME
    else:
        moment = moment_of(tournament, board)
        if moment == Moment.RATING_ONLY:
            raise Conflict("result.for_rating_only", round=board.round.number, board=board.number)
        if moment == Moment.NEXT_ROUND_RUNS:
            require(actor, LATE, board)
            _require_reason(reason)
    return _correction(actor, board, moment, outcome, reason, last_paired_round(tournament))


@transaction.atomic
def correct_for_rating(
    *,
    actor: Principal,
    board_id: UUID,
    outcome: str,
    reason: str,
    expected_version: int | None = None,
) -> Correction:
    """Correct a result for the rating report only (arbiters), also once all is finished.

    Raises ``NotFound``, ``Forbidden``, ``Stale("board.stale")``,
    ``Invalid("result.impossible" | "result.reason_required")`` and
    ``Conflict("result.missing" | "result.still_counts" | "result.unchanged" |
    "tournament.closed")``.
    """
    outcome = read_outcome(outcome)
    seen = Board.objects.visible_to(actor).select_related("round")
    found = get_or_refuse(seen, "board.not_found", pk=board_id)
    tournament = lock_tournament(found.round.tournament_id)
    board = get_or_refuse(Board.objects.select_related("round"), "board.not_found", pk=board_id)
    board.round.tournament = tournament
    require(actor, LATE, board)
    require_version(board, expected_version)
    _require_rateable(tournament, board, outcome, reason)
    correction = _correction(
        actor, board, Moment.RATING_ONLY, outcome, reason, tournament.round_count
    )
    correction.old = rating_outcome(board)
    if correction.old == outcome:
        raise Conflict("result.unchanged", outcome=outcome)
    correction.save()
    save_changes(board, ())
    append_change(
        "result.corrected_for_rating",
        actor=actor,
        subject=board,
        tournament=tournament,
        round=board.round,
        data={
            "round": board.round.number,
            "board": board.number,
            "outcome": {"old": correction.old, "new": outcome},
            "reason": correction.reason,
        },
    )
    return correction


def rating_outcome(board: Board) -> str:
    """The result as the rating report has it."""
    late = board.corrections.filter(moment=Moment.RATING_ONLY).last()
    return late.new if late is not None else board.outcome


def forget_pairing(tournament: Tournament, round_number: int) -> None:
    """A round was taken back: nothing is paired with old results beyond the one before."""
    Correction.objects.filter(
        board__round__tournament=tournament, paired_through__gte=round_number
    ).exclude(moment=Moment.RATING_ONLY).update(paired_through=round_number - 1)


def _known_with(board: Board) -> int:
    """The last round that was paired when the board's game was decided."""
    played = board.corrections.filter(moment=Moment.POSTPONED_GAME).last()
    return played.paired_through if played is not None else board.round.number


def _correction(
    actor: Principal, board: Board, moment: Moment, outcome: str, reason: str, through: int
) -> Correction:
    return Correction(
        board=board,
        moment=moment,
        old=board.outcome,
        new=outcome,
        reason=reason.strip(),
        paired_through=through,
        by=actor.user,
        by_key=actor.key.prefix if actor.key else "",
        at=now(),
    )


def _require_rateable(tournament: Tournament, board: Board, outcome: str, reason: str) -> None:
    if outcome not in BoardOutcome.values or outcome == BoardOutcome.POSTPONED:
        raise Invalid("result.impossible", outcome=outcome, possible=BoardOutcome.values)
    _require_reason(reason)
    if tournament.status == TournamentStatus.ARCHIVED:
        raise Conflict("tournament.closed", status=tournament.status)
    if not board.is_settled:
        raise Conflict("result.missing", board=board.number, round=board.round.number)
    over = tournament.status == TournamentStatus.FINISHED
    if not over and moment_of(tournament, board) != Moment.RATING_ONLY:
        raise Conflict("result.still_counts", round=board.round.number, board=board.number)


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise Invalid("result.reason_required")
