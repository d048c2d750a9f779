"""When a round is over: its last result is in; and open again, when one is missing."""

from __future__ import annotations

from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, save_changes
from tournaments.events.models import Round, RoundStatus, Tournament


def settle_round(actor: Principal, tournament: Tournament, round: Round) -> None:
    """Complete a published round whose last result is in; reopen it if one is open again."""
    is_open = round.boards.unsettled().exists()
    if round.status == RoundStatus.PUBLISHED and not (is_open or round.reopened):
        set_round_status(round, RoundStatus.COMPLETED)
        append_change(
            "round.completed", actor=actor, subject=round, tournament=tournament, round=round
        )
    elif round.status == RoundStatus.COMPLETED and is_open:
        set_round_status(round, RoundStatus.PUBLISHED)
        append_change(
            "round.reopened", actor=actor, subject=round, tournament=tournament, round=round
        )


def set_round_status(round: Round, status: RoundStatus) -> None:
    """Save a round's next status."""
    save_changes(round, apply(round, {"status": status.value}))
