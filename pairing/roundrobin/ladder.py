"""What the ladder systems share: who is there, and the colours of a pair."""

from __future__ import annotations

from dataclasses import dataclass

from ..colours import Strength, colour_difference, last_difference, preference
from ..errors import RecordError
from ..record import Participant, TournamentRecord
from ..scoring import Colour, Outcome


@dataclass(frozen=True, slots=True)
class Rung:
    """A present participant: colours so far, the last round of each game against another, byes."""

    number: int
    history: str
    last_met: dict[int, int]
    byes: int


def rungs(record: TournamentRecord) -> dict[int, Rung]:
    """Everybody who is there in the coming round.

    Raises ``RecordError`` (``round.none_left``, ``round.results_missing``,
    ``round.no_active_players``).
    """
    coming = record.completed + 1
    if record.completed >= record.rounds:
        raise RecordError("round.none_left", rounds=record.rounds)
    absent = {bye.number for bye in record.planned_byes if bye.round == coming}
    present = {
        person.number: _rung(person)
        for person in record.participants
        if person.number not in absent
    }
    open_boards = [
        {"round": number, "players": [person.number, cell.opponent]}
        for person in record.participants
        for number, cell in enumerate(person.cells, start=1)
        if cell.outcome is Outcome.UNKNOWN and person.number < (cell.opponent or 0)
    ]
    if open_boards:
        raise RecordError("round.results_missing", boards=open_boards)
    if len(present) < 2:
        raise RecordError("round.no_active_players", round=coming, active=len(present))
    return present


def _rung(person: Participant) -> Rung:
    history: list[str] = []
    last_met: dict[int, int] = {}
    byes = 0
    for number, cell in enumerate(person.cells, start=1):
        if cell.outcome.is_game and cell.opponent is not None:
            last_met[cell.opponent] = number
            if cell.colour is not None:
                history.append("W" if cell.colour is Colour.WHITE else "B")
        byes += cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
    return Rung(person.number, "".join(history), last_met, byes)


def coloured(record: TournamentRecord, board: int, higher: Rung, lower: Rung) -> tuple[int, int]:
    """``(white, black)``: equalise, alternate, then by the history, then for the higher ranked.

    Two without any wish: the higher ranked has the initial colour (White if
    none was drawn) on odd boards, the other one on even boards.
    """
    white_first = _higher_gets_white(record, board, higher.history, lower.history)
    pair = (higher.number, lower.number)
    return pair if white_first else pair[::-1]


def _higher_gets_white(record: TournamentRecord, board: int, mine: str, theirs: str) -> bool:
    my_wish, my_strength = preference(mine)
    their_wish, their_strength = preference(theirs)
    if my_wish is None and their_wish is None:
        return (record.initial_colour is not Colour.BLACK) == (board % 2 == 1)
    if my_wish is not their_wish:
        return my_wish is Colour.WHITE if my_wish else their_wish is Colour.BLACK
    stronger = my_strength - their_strength
    if stronger == 0 and my_strength is Strength.ABSOLUTE:
        stronger = abs(colour_difference(mine)) - abs(colour_difference(theirs))
    wants_white = my_wish is Colour.WHITE
    if stronger:
        return wants_white == (stronger > 0)
    difference = last_difference(mine, theirs)
    if difference is not None:
        return difference[0] is Colour.BLACK
    return wants_white
