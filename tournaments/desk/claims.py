"""What the players of a board say came out.

Where the tournament lets two players agree, their common word counts; else it
waits for an arbiter.
"""

from __future__ import annotations

from tournaments.core.clock import now
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change
from tournaments.events.models import ResultsPolicy
from tournaments.play.models import Board

from .models import Claim


def claim(actor: Principal, board: Board, outcome: str) -> bool:
    """Keep what a player says; whether the result counts by it.

    The caller holds the tournament's lock and knows that the actor is one of
    the two players.  A claim against the other player's is logged as disputed.
    """
    own = _side_of(actor, board)
    Claim.objects.update_or_create(
        board=board, side=own, defaults={"outcome": outcome, "by": actor.user, "at": now()}
    )
    other = Claim.objects.filter(board=board).exclude(side=own).first()
    if other is not None and other.outcome != outcome:
        tournament = board.round.tournament
        append_change(
            "result.disputed",
            actor=actor,
            subject=board,
            tournament=tournament,
            round=board.round,
            internal=True,
            data={"board": board.number, own: outcome, other.side: other.outcome},
        )
        return False
    agreed = board.round.tournament.results_policy == ResultsPolicy.AGREED_BY_PLAYERS
    return agreed and other is not None


def _side_of(actor: Principal, board: Board) -> str:
    """The side of the board at which the actor sits."""
    seats = board.seats.filter(entry__player__user=actor.user)
    return seats.values_list("side", flat=True)[0] or ""
