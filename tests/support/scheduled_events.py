"""Events for the tests of round robins: fields, teams, and rounds played as they are paired."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pairing.record import ABSENT, Cell, Participant, Team, TeamEvent, TournamentRecord
from pairing.roundrobin.tables import Table, as_table
from pairing.scoring import Colour, Outcome, PointSystem
from pairing.systems import pair_round, system

REST_IS_WORTH_NOTHING = PointSystem(pairing_allocated_bye=0)
ANSWER = {
    Outcome.WIN: Outcome.LOSS,
    Outcome.DRAW: Outcome.DRAW,
    Outcome.LOSS: Outcome.WIN,
    Outcome.FORFEIT_WIN: Outcome.FORFEIT_LOSS,
    Outcome.FORFEIT_LOSS: Outcome.FORFEIT_WIN,
}
Results = Callable[[int, int, int], Outcome]
"""From round, White and Black: what White got."""


def field_of(count: int, rounds: int, **facts: object) -> TournamentRecord:
    """Players 1 to ``count``, nothing played."""
    people = tuple(Participant(number, f"Player {number}") for number in range(1, count + 1))
    return TournamentRecord(
        **{"participants": people, "rounds": rounds, "points": REST_IS_WORTH_NOTHING, **facts}
    )


def team_field(teams: int, size: int, rounds: int, **facts: object) -> TournamentRecord:
    """Teams 1 to ``teams`` of ``size`` players, numbered team by team."""
    event = TeamEvent(
        tuple(
            Team(number, f"Team {number}", tuple(range((number - 1) * size + 1, number * size + 1)))
            for number in range(1, teams + 1)
        )
    )
    return field_of(teams * size, rounds, **{"team_event": event, **facts})


def whole_schedule(record: TournamentRecord, code: str) -> Table:
    """The boards of every round as the system gives them at once."""
    schedule = system(code).schedule
    assert schedule is not None
    return as_table(schedule(record).rounds)


def with_round(
    record: TournamentRecord, boards: tuple[tuple[int, int | None], ...], results: Results
) -> TournamentRecord:
    """The record with one more round; who has no board was absent."""
    cells: dict[int, Cell] = {}
    number = record.completed + 1
    for white, black in boards:
        if black is None:
            cells[white] = Cell(Outcome.PAIRING_ALLOCATED_BYE)
            continue
        outcome = results(number, white, black)
        cells[white] = Cell(outcome, black, Colour.WHITE)
        cells[black] = Cell(ANSWER[outcome], white, Colour.BLACK)
    return replace(
        record,
        participants=tuple(
            replace(person, cells=(*person.cells, cells.get(person.number, ABSENT)))
            for person in record.participants
        ),
        completed=number,
    )


def next_boards(record: TournamentRecord, code: str) -> tuple[tuple[int, int | None], ...]:
    """The boards of the next round by this system."""
    return tuple((board.white, board.black) for board in pair_round(record, code).boards)


def played(
    record: TournamentRecord, code: str, results: Results, rounds: int | None = None
) -> TournamentRecord:
    """So many rounds (all by default) paired one after the other and played."""
    for _ in range(record.rounds - record.completed if rounds is None else rounds):
        record = with_round(record, next_boards(record, code), results)
    return record


def white_wins(round_number: int, white: int, black: int) -> Outcome:
    return Outcome.WIN


def mixed(round_number: int, white: int, black: int) -> Outcome:
    """Results that look like results and are always the same."""
    return (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)[(3 * round_number + white + 2 * black) % 3]
