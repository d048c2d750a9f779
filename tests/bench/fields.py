"""Fields to measure engines on: tournaments simulated round by round through the engine itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pairing.proposal import RoundPairing
from pairing.record import Cell, Participant, PlannedBye, ProhibitedPairing, TournamentRecord
from pairing.scoring import STANDARD, Colour, Outcome, PointSystem
from pairing.systems import pair_round


@dataclass(frozen=True)
class Field:
    """What a simulated tournament looks like."""

    players: int
    rounds: int
    draw_rate: float = 0.3
    absence_rate: float = 0.0
    forfeit_rate: float = 0.0
    level: bool = False
    points: PointSystem = STANDARD
    baku: bool = False
    club_size: int = 0
    bye_spent_rate: float = 0.0


ADVERSARIAL = {
    "many rounds (15)": lambda n: Field(n, 15),
    "absences and forfeits 20 %": lambda n: Field(n, 9, absence_rate=0.1, forfeit_rate=0.1),
    "all games drawn": lambda n: Field(n, 9, draw_rate=1.0),
    "everyone unrated": lambda n: Field(n, 9, level=True),
    "3-1-0": lambda n: Field(n, 9, points=PointSystem(win=30, draw=10)),
    "Baku": lambda n: Field(n, 9, baku=True),
    "odd, few bye candidates": lambda n: Field(n | 1, 9, bye_spent_rate=0.97),
    "a third in one club": lambda n: Field(n, 9, club_size=n // 3),
}


def positions(field: Field, seed: int) -> Iterator[tuple[TournamentRecord, RoundPairing | None]]:
    """Each round's record before it is paired, after which the engine's pairing is played."""
    rng = random.Random(seed)
    record = start(field, rng)
    for _ in range(field.rounds):
        record = replace(record, planned_byes=_byes(field, record, rng))
        yield record, None
        record = play(record, pair_round(record), field, rng)


def start(field: Field, rng: random.Random) -> TournamentRecord:
    """The starting list, ratings descending."""
    ratings = sorted(
        (1500 if field.level else int(rng.gauss(1800, 300)) for _ in range(field.players)),
        reverse=True,
    )
    members = tuple(sorted(rng.sample(range(1, field.players + 1), field.club_size)))
    return TournamentRecord(
        participants=tuple(
            Participant(number=number, rating=rating)
            for number, rating in enumerate(ratings, start=1)
        ),
        rounds=field.rounds,
        points=field.points,
        baku=field.baku,
        initial_colour=Colour.WHITE,
        prohibited=(ProhibitedPairing(members),) if members else (),
    )


def _byes(field: Field, record: TournamentRecord, rng: random.Random) -> tuple[PlannedBye, ...]:
    number = record.completed + 1
    byes = []
    for person in record.participants:
        if number == 1 and rng.random() < field.bye_spent_rate:
            byes.append(PlannedBye(1, person.number, Outcome.FULL_POINT_BYE))
        elif rng.random() < field.absence_rate:
            byes.append(PlannedBye(number, person.number))
    return tuple(byes)


def play(
    record: TournamentRecord, proposal: RoundPairing, field: Field, rng: random.Random
) -> TournamentRecord:
    """The record after the proposed round was played with plausible results."""
    rating = {person.number: person.rating or 0 for person in record.participants}
    cells = {bye.number: Cell(bye.outcome) for bye in record.planned_byes}
    for board in proposal.boards:
        if board.black is None:
            cells[board.white] = Cell(Outcome.PAIRING_ALLOCATED_BYE)
            continue
        white, black = _result(rating[board.white] - rating[board.black], field, rng)
        cells[board.white] = Cell(white, board.black, Colour.WHITE)
        cells[board.black] = Cell(black, board.white, Colour.BLACK)
    return replace(
        record,
        completed=record.completed + 1,
        planned_byes=(),
        participants=tuple(
            replace(person, cells=(*person.cells, cells[person.number]))
            for person in record.participants
        ),
    )


def _result(difference: int, field: Field, rng: random.Random) -> tuple[Outcome, Outcome]:
    if rng.random() < field.forfeit_rate:
        return Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS
    if rng.random() < field.draw_rate:
        return Outcome.DRAW, Outcome.DRAW
    expected = 1 / (1 + 10 ** (-difference / 400))
    if rng.random() < expected:
        return Outcome.WIN, Outcome.LOSS
    return Outcome.LOSS, Outcome.WIN
