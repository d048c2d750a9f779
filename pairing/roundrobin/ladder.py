"""What the ladder systems share: who is there, who may meet whom, and the colours of a pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..colours import Strength, colour_difference, last_difference, preference
from ..errors import NoLegalPairing, RecordError
from ..matching import perfect_matching
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


class Field:
    """Who may be paired with whom, by place in the ranking; rows are bit sets."""

    def __init__(self, ranked: Sequence[Rung], may_meet: Callable[[Rung, Rung], bool]) -> None:
        self.ranked = ranked
        self.everybody = (1 << len(ranked)) - 1
        self.rows = [0] * len(ranked)
        for one, higher in enumerate(ranked):
            for other in range(one + 1, len(ranked)):
                if may_meet(higher, ranked[other]):
                    self.rows[one] |= 1 << other
                    self.rows[other] |= 1 << one

    def who_rests(self) -> int | None:
        """Place of the bye: fewest byes, then the lowest, among those who leave a pairing.

        ``None`` for an even field, and if nobody leaves a pairing.
        """
        if len(self.ranked) % 2 == 0:
            return None
        places = range(len(self.ranked))
        for place in sorted(places, key=lambda place: (self.ranked[place].byes, -place)):
            if self.completable(self.everybody & ~(1 << place)):
                return place
        return None

    def downwards(self, free: int) -> list[tuple[int, int]] | None:
        """From the top down the next one below who may be met; ``None`` if somebody is left."""
        pairs = []
        while free:
            one, free = first_of(free)
            below = self.rows[one] & free
            if not below:
                return None
            other, _ = first_of(below)
            free &= ~(1 << other)
            pairs.append((one, other))
        return pairs

    def completable(self, free: int) -> bool:
        """Whether all free players can be paired."""
        if self.downwards(free) is not None:
            return True
        places = members(free)
        index = {place: at for at, place in enumerate(places)}
        rows = [
            sum(1 << index[other] for other in members(self.rows[place] & free)) for place in places
        ]
        return perfect_matching(rows) is not None


def no_pairing(record: TournamentRecord, players: int) -> NoLegalPairing:
    """What is raised if not everybody can be paired."""
    return NoLegalPairing("pairing.no_legal_pairing", round=record.completed + 1, players=players)


def first_of(bits: int) -> tuple[int, int]:
    """The smallest place in a set that is not empty, and the set without it."""
    lowest = bits & -bits
    return lowest.bit_length() - 1, bits & ~lowest


def members(bits: int) -> list[int]:
    """Places in a bit set, smallest first."""
    return [place for place in range(bits.bit_length()) if bits >> place & 1]


def prohibitions(record: TournamentRecord) -> dict[int, set[int]]:
    """Number -> numbers that may not be met in the coming round (wishes are no prohibitions)."""
    barred: dict[int, set[int]] = {}
    for rule in record.prohibited:
        if not rule.soft and rule.first_round <= record.completed + 1 <= rule.last_round:
            for number in rule.numbers:
                barred.setdefault(number, set()).update(rule.numbers)
    return barred


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
