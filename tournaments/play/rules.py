"""Permissions around boards and results."""

from __future__ import annotations

from typing import Any

from tournaments.clubs.models import Role
from tournaments.clubs.rules import held_by, is_arbiter
from tournaments.core.permissions import grant, predicate
from tournaments.core.principal import Principal
from tournaments.core.scopes import Scope
from tournaments.events.models import ResultsPolicy
from tournaments.events.predicates import has_scope

from .models import Board


def _is_player_entering_results(principal: Principal, board: Board) -> bool:
    """One of the two players, where the tournament lets players enter results."""
    policy = board.round.tournament.results_policy
    if principal.user_id is None or policy == ResultsPolicy.ARBITER:
        return False
    return board.seats.filter(entry__player__user_id=principal.user_id).exists()


def _is_helping(principal: Principal, row: Any) -> bool:
    """A helper at one of his boards; for a whole round, whoever helps at any of its boards."""
    if principal.user_id is None:
        return False
    helps = [held for held in held_by(principal, row) if held.role == Role.HELPER]
    if not isinstance(row, Board):
        return bool(helps)
    return any(held.covers(row.number) for held in helps)


is_machine_entering_results = has_scope(Scope.RESULTS_WRITE)

is_official_entering_results = is_arbiter | is_machine_entering_results | predicate(_is_helping)

grant(
    "play.record_result",
    is_official_entering_results | predicate(_is_player_entering_results),
)
grant("play.confirm_result", is_official_entering_results)
