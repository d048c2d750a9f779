"""Permissions around brackets and their matches; the row is the tournament, or a match's table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tournaments.clubs.models import Role
from tournaments.clubs.rules import held_by, is_arbiter, is_organiser
from tournaments.core.permissions import grant, predicate
from tournaments.core.principal import Principal
from tournaments.events.models import Tournament
from tournaments.play.rules import is_machine_entering_results


@dataclass(frozen=True, slots=True)
class Table:
    """Where a match is played: its number among the matches of its session, from 1."""

    tournament: Tournament
    number: int

    @property
    def tournament_id(self) -> UUID:
        """By which permissions find the event and the club."""
        return self.tournament.pk


def _is_helping(principal: Principal, row: Any) -> bool:
    """A helper at one of his tables; for the whole bracket, whoever helps at any of them."""
    if principal.user_id is None:
        return False
    helps = [held for held in held_by(principal, row) if held.role == Role.HELPER]
    if not isinstance(row, Table):
        return bool(helps)
    return any(held.covers(row.number) for held in helps)


grant("knockouts.announce", is_organiser)
grant("knockouts.draw", is_arbiter)
grant("knockouts.rule", is_arbiter)
grant(
    "knockouts.enter_game",
    is_arbiter | is_machine_entering_results | predicate(_is_helping),
)
