"""The 50 % rule of round robins (C.05 6.6): who left too early counts for nobody.

A participant who has completed fewer than half of the scheduled games is
taken out of the standings and of everybody's tie-breaks; the games stay in
the cross-table and in the rating report.  With half or more everything
counts, and the games not played are forfeits.  Only games played to a result
over the board are completed: no byes, no forfeits.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pairing.roundrobin.withdrawal import needed_games, scheduled_games
from pairing.scoring import Outcome

from .errors import TiebreakError
from .field import Field


@dataclass(frozen=True, slots=True)
class Cancellation:
    """A participant who is taken out, by position, with the count that decided it."""

    position: int
    completed: int
    games: int


def cancellations(field: Field, withdrawn: Collection[int] | None) -> tuple[Cancellation, ...]:
    """Whom the rule takes out of a round robin.

    ``field`` has all recorded rounds; ``withdrawn`` are the pairing numbers
    of those who left.  ``None`` judges everybody, which is right once the
    event is over: then those have not left who were there for half of their
    games, though the opponent may not have come.  Raises
    ``standings.unknown_participant``.
    """
    if withdrawn is None:
        judged: Collection[int] = range(len(field))
    else:
        known = set(field.numbers)
        for number in withdrawn:
            if number not in known:
                raise TiebreakError("standings.unknown_participant", number=number)
        judged = [p for p, number in enumerate(field.numbers) if number in withdrawn]
    games = scheduled_games(len(field), field.scheduled)
    found = []
    for position in judged:
        completed = sum(
            played and not field.outcome[position][index].is_pending
            for index, played in enumerate(field.played[position])
        )
        waited = field.outcome[position].count(Outcome.FORFEIT_WIN) if withdrawn is None else 0
        if completed + waited < needed_games(games):
            found.append(Cancellation(position, completed, games))
    return tuple(found)
