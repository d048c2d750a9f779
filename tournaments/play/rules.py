"""Permissions around boards and results."""

from __future__ import annotations

from tournaments.clubs.rules import is_arbiter
from tournaments.core.permissions import grant, predicate
from tournaments.core.principal import Principal
from tournaments.core.scopes import Scope
from tournaments.events.models import ResultsPolicy
from tournaments.events.predicates import has_scope

from .models import Board


def _is_player_entering_results(principal: Principal, board: Board) -> bool:
    """One of the two players, where the tournament lets players enter results."""
    policy = board.round.tournament.results_policy
    if principal.user_id is None or policy != ResultsPolicy.CONFIRMED_BY_ARBITER:
        return False
    return board.seats.filter(entry__player__user_id=principal.user_id).exists()


is_machine_entering_results = has_scope(Scope.RESULTS_WRITE)

grant(
    "play.record_result",
    is_arbiter | is_machine_entering_results | predicate(_is_player_entering_results),
)
grant("play.confirm_result", is_arbiter | is_machine_entering_results)
