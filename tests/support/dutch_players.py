"""Players as the round to be paired sees them, derived slowly from the record.

Part of the reference (:mod:`tests.support.dutch_enumerator`): C.04.3 article 1,
C.04.1 article 4, C.04.2 articles 2 and 3, C.04.7.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from pairing.record import Cell, Participant, TournamentRecord
from pairing.scoring import Colour, Outcome

DOWN, UP = "down", "up"


@dataclass(frozen=True, eq=False)
class Player:
    """One present player as the round to be paired sees him (article 1)."""

    number: int
    ps: int  # pairing score in tenths: points and virtual points
    games: tuple[Colour, ...]  # colours of the games really played (C.04.2 3.4)
    opponents: frozenset[int]  # of games really played (C.04.2 3.5)
    floats: tuple[str | None, str | None]  # previous round, two rounds before (1.4)
    pab_ok: bool  # C2
    unplayed: int  # rounds without a game (C9)
    topscorer: bool  # 1.8
    odd: bool  # parity of the number for 5.2.5

    @cached_property
    def cd(self) -> int:
        """1.6: Whites minus Blacks."""
        return self.games.count(Colour.WHITE) - self.games.count(Colour.BLACK)

    @cached_property
    def last2(self) -> Colour | None:
        """The colour of the last two games if it was the same."""
        if len(self.games) >= 2 and self.games[-1] is self.games[-2]:
            return self.games[-1]
        return None

    @cached_property
    def strength(self) -> int:
        """1.7: 3 absolute, 2 strong, 1 mild, 0 no preference."""
        if abs(self.cd) >= 2 or self.last2 is not None:
            return 3
        if self.cd != 0:
            return 2
        return 1 if self.games else 0

    @cached_property
    def wants(self) -> Colour | None:
        """1.7: the preferred colour."""
        if self.cd >= 2:
            return Colour.BLACK
        if self.cd <= -2:
            return Colour.WHITE
        if self.last2 is not None:
            return self.last2.opposite
        if self.cd != 0:
            return Colour.BLACK if self.cd > 0 else Colour.WHITE
        return self.games[-1].opposite if self.games else None

    @property
    def order(self) -> tuple[int, int]:
        """1.2: pairing score descending, then number ascending."""
        return (-self.ps, self.number)


def higher_first(players: Iterable[Player]) -> tuple[Player, ...]:
    return tuple(sorted(players, key=lambda player: player.order))


def virtual_points(record: TournamentRecord, number: int, round_number: int) -> int:
    """Points for pairing only: explicit entries (TRF26 250), else C.04.7 if announced."""
    if record.virtual_points:
        covering = [
            entry.points
            for entry in record.virtual_points
            if entry.first_round <= round_number <= entry.last_round
            and entry.first_number <= number <= entry.last_number
        ]
        return covering[-1] if covering else 0
    if not record.baku:
        return 0
    accelerated = (record.rounds + 1) // 2  # C.04.7 1.4
    full = (accelerated + 1) // 2
    if number > last_of_group_a(record) or round_number > accelerated:
        return 0
    return record.points.win if round_number <= full else record.points.win // 2


def last_of_group_a(record: TournamentRecord) -> int:
    """C.04.7 1.2-1.3: that person stays the last one, whoever enters later."""
    if record.baku_last_number is not None:
        return record.baku_last_number
    numbers = sorted(person.number for person in record.participants)
    return numbers[: 2 * ((len(numbers) + 3) // 4)][-1]


def cell_points(record: TournamentRecord, cell: Cell) -> int:
    return record.points.points(cell.outcome, cell.colour)


def pairing_score(record: TournamentRecord, person: Participant, round_number: int) -> int:
    """The score with which ``person`` was or is paired in ``round_number``."""
    earned = sum(cell_points(record, cell) for cell in person.cells[: round_number - 1])
    return earned + virtual_points(record, person.number, round_number)


def float_of(record: TournamentRecord, person: Participant, round_number: int) -> str | None:
    """1.4.2-1.4.4: the float given to ``person`` in a past round."""
    if round_number < 1:
        return None
    cell = person.cells[round_number - 1]
    if not cell.outcome.is_game:
        if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE:
            return DOWN
        return DOWN if cell_points(record, cell) > record.points.loss else None
    assert cell.opponent is not None
    mine = pairing_score(record, person, round_number)
    theirs = pairing_score(record, record.participant(cell.opponent), round_number)
    if mine == theirs:
        return None
    return DOWN if mine > theirs else UP


def may_have_pab(record: TournamentRecord, person: Participant) -> bool:
    """C.04.1 art. 4 (C2): no PAB before, no unplayed round worth a win or more."""
    return not any(
        cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
        or (not cell.outcome.is_game and cell_points(record, cell) >= record.points.win)
        for cell in person.cells
    )


def ever_paired(person: Participant) -> bool:
    return any(
        cell.opponent is not None or cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
        for cell in person.cells
    )


def present_players(record: TournamentRecord) -> tuple[Player, ...]:
    """Everybody to be paired now, in the order of 1.2."""
    coming = record.completed + 1
    absent = {bye.number for bye in record.planned_byes if bye.round == coming}
    arrived = [
        person.number
        for person in sorted(record.participants, key=lambda person: person.number)
        if person.number not in absent or ever_paired(person)
    ]
    players = []
    for person in record.participants:
        if person.number in absent:
            continue
        ps = pairing_score(record, person, coming)
        games = [cell for cell in person.cells if cell.outcome.is_game]
        half_of_maximum = record.completed * record.points.highest  # doubled, against 2 * ps
        players.append(
            Player(
                number=person.number,
                ps=ps,
                games=tuple(cell.colour for cell in games if cell.colour is not None),
                opponents=frozenset(cell.opponent for cell in games if cell.opponent is not None),
                floats=(
                    float_of(record, person, coming - 1),
                    float_of(record, person, coming - 2),
                ),
                pab_ok=may_have_pab(record, person),
                unplayed=record.completed - len(games),
                topscorer=coming >= record.rounds and 2 * ps > half_of_maximum,  # 1.8
                # C.04.2 2.4-2.5: a late entrant has no number before arriving, so
                # the numbers of those who have arrived are counted 1, 2, 3...
                odd=arrived.index(person.number) % 2 == 0,
            )
        )
    return higher_first(players)


def prohibited_pairs(record: TournamentRecord) -> set[frozenset[int]]:
    coming = record.completed + 1
    return {
        frozenset((one, other))
        for ban in record.prohibited
        if not ban.soft and ban.first_round <= coming <= ban.last_round
        for one in ban.numbers
        for other in ban.numbers
        if one != other
    }
