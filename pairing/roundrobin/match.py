"""Match play between two: when it is decided, and what is left to play.

Two players (or teams) play a fixed number of games, colours alternating.  The
match is decided when one side can no longer be caught, at the latest after the
last game; the games that follow the decision may be played, but are not rated.
A tied match goes to the published ladder (see ``pairing.knockout``).
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import RecordError
from ..points import round_points
from ..record import Participant, TournamentRecord


@dataclass(frozen=True, slots=True)
class MatchState:
    """Points (tenths) of both sides and who has won.

    ``decided_after`` is the game that settled it; ``winner`` the number of the
    side that cannot be caught, ``None`` while that is open or after a tie.
    ``tied`` after all games level.
    """

    first: int
    second: int
    decided_after: int | None
    winner: int | None
    tied: bool


def match_state(record: TournamentRecord) -> MatchState:
    """The state of a match of two participants over ``record.rounds`` games.

    An unfinished game gives no points yet, and may still give either side a
    win.  Raises ``RecordError("match.not_two")``.
    """
    if len(record.participants) != 2:
        raise RecordError("match.not_two", found=len(record.participants))
    one, other = record.participants
    mine = theirs = open_games = 0
    decided: tuple[int, int] | None = None
    for number in range(1, record.completed + 1):
        if one.cells[number - 1].outcome.is_pending:
            open_games += 1
            continue
        mine += round_points(record, one, number)
        theirs += round_points(record, other, number)
        to_come = (record.rounds - number + open_games) * record.points.highest
        if decided is None and abs(mine - theirs) > to_come:
            decided = number, _leader(one, other, mine - theirs)
    finished = record.completed == record.rounds and not open_games
    return MatchState(
        mine,
        theirs,
        decided[0] if decided else None,
        decided[1] if decided else None,
        finished and mine == theirs,
    )


def _leader(one: Participant, other: Participant, lead: int) -> int:
    return one.number if lead > 0 else other.number
