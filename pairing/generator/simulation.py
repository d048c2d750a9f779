"""One simulated tournament, round by round."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..draws import MILLION, Draws
from ..errors import NoLegalPairing
from ..proposal import RoundPairing
from ..record import (
    ABSENT,
    Cell,
    Participant,
    PlannedBye,
    ProhibitedPairing,
    TournamentInfo,
    TournamentRecord,
)
from ..scoring import Colour, Outcome
from ..swiss.acceleration import baku_group_size
from ..systems import pair_round
from .names import invented_name
from .options import GeneratorOptions

Pairer = Callable[[TournamentRecord], RoundPairing]

WHITE_EDGE = 35  # rating points that the first move is worth
SURE = 960_000  # the most that rating difference alone may promise the stronger side


def seeded(seed: int, index: int) -> random.Random:
    """Random source of tournament ``index`` of a seed, independent of the others."""
    return random.Random((seed << 32) | index)


def generate_tournament(
    options: GeneratorOptions,
    source: random.Random,
    *,
    name: str = "Random tournament",
    pair: Pairer = pair_round,
) -> TournamentRecord:
    """Play a tournament and return its record.

    It ends early where no legal pairing is left or fewer than two players
    are present; ``completed`` then stays below ``rounds``.
    """
    draws = Draws(source)
    record, presence = _start(options, draws, name)
    while record.completed < record.rounds:
        byes = _byes_of_round(options, draws, record, presence)
        if len(record.participants) - len(byes) < 2:
            break
        try:
            pairing = pair(replace(record, planned_byes=byes))
        except NoLegalPairing:
            break
        record = _played(options, draws, record, byes, pairing)
    return record


@dataclass(frozen=True, slots=True)
class _Presence:
    """First and last round in which a player wants to play."""

    first: int
    last: int


def _start(
    options: GeneratorOptions, draws: Draws, name: str
) -> tuple[TournamentRecord, dict[int, _Presence]]:
    size = draws.between(*options.players)
    rounds = draws.between(*options.rounds)
    people = sorted(
        ((_rating(options, draws), invented_name(draws)) for _ in range(size)),
        key=lambda person: (-person[0], person[1]),  # C.04.2 2.2
    )
    presence = {number: _presence(options, draws, rounds) for number in range(1, size + 1)}
    colour = Colour.WHITE if draws.below(2) == 0 else Colour.BLACK
    baku = options.acceleration == "baku" or (
        options.acceleration == "mixed" and draws.below(2) == 0
    )
    record = TournamentRecord(
        participants=tuple(
            Participant(number, text, rating=rating)
            for number, (rating, text) in enumerate(people, start=1)
        ),
        rounds=rounds,
        info=TournamentInfo(name=name, kind="Individual: Swiss-System (Dutch)"),
        system="FIDE_DUTCH_2026",
        points=options.points,
        initial_colour=colour,
        prohibited=_prohibited(options, draws, size, rounds),
    )
    return (_accelerated(record, presence) if baku else record), presence


def _rating(options: GeneratorOptions, draws: Draws) -> int:
    return max(1000, min(2900, options.rating_average + draws.bell(options.rating_spread)))


def _presence(options: GeneratorOptions, draws: Draws, rounds: int) -> _Presence:
    first, last = 1, rounds
    if draws.happens(options.late_entries) and rounds > 1:
        first = draws.between(2, rounds)
    if draws.happens(options.withdrawals) and first < rounds:
        last = draws.between(first, rounds - 1)
    return _Presence(first, last)


def _prohibited(
    options: GeneratorOptions, draws: Draws, size: int, rounds: int
) -> tuple[ProhibitedPairing, ...]:
    numbers = range(1, size + 1)
    pairs = sorted(
        {
            tuple(sorted(draws.some_of(numbers, 2)))
            for _ in range(draws.between(*options.prohibited_pairs))
        }
    )
    return tuple(ProhibitedPairing(pair, 1, rounds) for pair in pairs)


def _accelerated(record: TournamentRecord, presence: dict[int, _Presence]) -> TournamentRecord:
    """Baku with group A made of the starting list, before anybody comes late.

    Those who do join by their number, the last member of the group staying
    the same person (C.04.7 1.3).
    """
    starting = [number for number in sorted(presence) if presence[number].first == 1]
    if not starting:
        return record
    last = starting[min(baku_group_size(len(starting)), len(starting)) - 1]
    return replace(record, baku=True, baku_last_number=last)


def _byes_of_round(
    options: GeneratorOptions,
    draws: Draws,
    record: TournamentRecord,
    presence: dict[int, _Presence],
) -> tuple[PlannedBye, ...]:
    """Everybody who is not to be paired in the coming round."""
    coming = record.completed + 1
    rates = (
        (Outcome.HALF_POINT_BYE, options.half_point_byes),
        (Outcome.ZERO_POINT_BYE, options.zero_point_byes),
        (Outcome.FULL_POINT_BYE, options.full_point_byes),
    )
    byes = []
    for person in record.participants:
        stay = presence[person.number]
        if not stay.first <= coming <= stay.last:
            byes.append(PlannedBye(coming, person.number, Outcome.ZERO_POINT_BYE))
            continue
        for outcome, rate in rates:
            if draws.happens(rate):
                byes.append(PlannedBye(coming, person.number, outcome))
                break
    return tuple(byes)


def _played(
    options: GeneratorOptions,
    draws: Draws,
    record: TournamentRecord,
    byes: tuple[PlannedBye, ...],
    pairing: RoundPairing,
) -> TournamentRecord:
    cells = {bye.number: Cell(bye.outcome) for bye in byes}
    ratings = {person.number: person.rating or 0 for person in record.participants}
    for board in pairing.boards:
        if board.black is None:
            cells[board.white] = Cell(Outcome.PAIRING_ALLOCATED_BYE)
            continue
        edge = ratings[board.white] - ratings[board.black] + WHITE_EDGE
        white, black = _result(options, draws, edge)
        cells[board.white] = Cell(white, board.black, Colour.WHITE)
        cells[board.black] = Cell(black, board.white, Colour.BLACK)
    return replace(
        record,
        completed=record.completed + 1,
        participants=tuple(
            replace(person, cells=(*person.cells, cells.get(person.number, ABSENT)))
            for person in record.participants
        ),
    )


def _result(options: GeneratorOptions, draws: Draws, edge: int) -> tuple[Outcome, Outcome]:
    """Outcome for White and Black; ``edge`` is White's rating advantage."""
    if draws.happens(options.double_forfeits):
        return Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS
    if draws.happens(options.forfeits):
        if draws.below(2) == 0:
            return Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS
        return Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN
    # Expected score as a straight line through the middle of the rating table:
    # whole numbers, so the same everywhere.
    expected = max(MILLION - SURE, min(SURE, MILLION // 2 + edge * 1250))
    drawn = 2 * min(expected, MILLION - expected) * options.draws // MILLION
    value = draws.below(MILLION)
    if value < drawn:
        return Outcome.DRAW, Outcome.DRAW
    if value < drawn + expected - drawn // 2:
        return Outcome.WIN, Outcome.LOSS
    return Outcome.LOSS, Outcome.WIN
