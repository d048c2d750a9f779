"""The 50 % rule of round robins (C.05 6.6): the numbers behind it.

Who has completed at least half of the scheduled games keeps all results, and
the games not played are forfeits.  Who has completed fewer counts for nobody:
the games stay in the crosstable and are rated, the later ones do not exist.
A completed game was played to a result over the board: byes and forfeits are
none.  In team events matches take the place of games.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..record import Participant, TournamentRecord


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What the rule makes of a participant who leaves.

    ``completed`` of ``games`` scheduled games, ``needed`` to stay in the
    standings; ``counts`` says whether the results stay.
    """

    number: int
    completed: int
    games: int
    needed: int
    counts: bool


def scheduled_games(size: int, rounds: int) -> int:
    """Games of each participant: an odd field has one free round in each cycle.

    >>> scheduled_games(8, 7), scheduled_games(7, 7), scheduled_games(7, 14)
    (7, 6, 12)
    """
    if size % 2 and rounds % size == 0:
        return rounds - rounds // size
    return rounds


def needed_games(games: int) -> int:
    """Half of the scheduled games, rounded up.

    >>> needed_games(7), needed_games(6)
    (4, 3)
    """
    return (games + 1) // 2


def completed_games(person: Participant) -> int:
    """Games that a participant has played to a result over the board."""
    return sum(cell.outcome.is_game and not cell.outcome.is_pending for cell in person.cells)


def judge(record: TournamentRecord, number: int, games: int | None = None) -> Withdrawal:
    """What the rule says of a participant at the end of the recorded rounds.

    ``games`` is how many are scheduled for this one; by default what everybody
    has in a round robin of the whole field.  Raises
    ``RecordError("record.unknown_participant")``.
    """
    if games is None:
        games = scheduled_games(len(record.participants), record.rounds)
    completed = completed_games(record.participant(number))
    needed = needed_games(games)
    return Withdrawal(number, completed, games, needed, completed >= needed)
