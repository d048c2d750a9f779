"""Round robins on the server for tests: made with the numbers of the list, played by pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from tests.factories import (
    board_of,
    entry_ids,
    make_tournament,
    pair_and_publish,
    pairs_of,
    refreshed,
)
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Round, Tournament
from tournaments.jobs.execution import execute_run
from tournaments.jobs.services import request_schedule
from tournaments.play.models import Board, Seat
from tournaments.play.services import publish_round, record_result
from tournaments.schedules.services.teams import create_team

Results = Mapping[tuple[int, int], str]
"""(White, Black) -> result; White wins where none is given, "" leaves the board open."""

D13_TABLE = (
    "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / "
    "3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1"
)
"""The seven rounds of case D13 as it prints them; 8 is the bye."""


def make_round_robin(
    players: int, system: str = "round-robin", *, numbered: bool = True, rounds: int = 1, **fields
) -> Tournament:
    """A tournament whose starting numbers are those of the list, strongest first."""
    numbering = {"numbering": "list"} if numbered else {}
    schedule = {**numbering, **fields.pop("schedule", {})}
    return make_tournament(players, rounds=rounds, system=system, schedule=schedule, **fields)


def make_team_event(sizes: Sequence[int], system: str, **fields) -> Tournament:
    """Teams A, B ... of these sizes, with the numbers of the list."""
    tournament = make_round_robin(sum(sizes), system, **fields)
    ids = list(entry_ids(tournament).values())
    for name, size in zip(ascii_uppercase, sizes, strict=False):
        members, ids = ids[:size], ids[size:]
        create_team(actor=SYSTEM, tournament_id=tournament.pk, name=f"Team {name}", members=members)
    return tournament


def pair_all(tournament: Tournament) -> Tournament:
    """Every round a draft, in one job; the tournament as it is then."""
    run = request_schedule(actor=SYSTEM, tournament_id=tournament.pk)
    execute_run(run.pk)
    run.refresh_from_db()
    assert run.status == "done", (run.error_code, run.error_params)
    return refreshed(tournament)


def publish_all(tournament: Tournament) -> None:
    """Every draft published."""
    for round in tournament.rounds.filter(status="draft").order_by("number"):
        publish_round(actor=SYSTEM, round_id=round.pk)


def play_pairs(round: Round, results: Results | None = None) -> None:
    """Results by pair; those that follow from a withdrawal stay."""
    for board in round.boards.with_seats().order_by("number"):
        if board.outcome:
            continue
        white, black = board.white, board.black
        assert white is not None and black is not None
        pair = (white.entry.pairing_number or 0, black.entry.pairing_number or 0)
        outcome = (results or {}).get(pair, "1-0")
        if outcome:
            record_result(actor=SYSTEM, board_id=board.pk, outcome=outcome)


def play_round(tournament: Tournament, number: int, results: Results | None = None) -> Round:
    """Pair, publish and finish a round."""
    round = pair_and_publish(tournament, number)
    play_pairs(round, results)
    round.refresh_from_db()
    return round


def outcomes(tournament: Tournament, number: int) -> dict[tuple[int, int], str]:
    """(White, Black) -> result of a round, in board order."""
    round = tournament.rounds.get(number=number)
    found = {}
    for board in round.boards.with_seats().order_by("number"):
        white, black = board.white, board.black
        assert white is not None and black is not None
        found[white.entry.pairing_number or 0, black.entry.pairing_number or 0] = board.outcome
    return found


def table_of(tournament: Tournament) -> list[list[tuple[int, int | None]]]:
    """The stored boards of every round in their order, then the rests by number."""
    return [boards_of(round) for round in tournament.rounds.order_by("number")]


def boards_of(round: Round) -> list[tuple[int, int | None]]:
    """The stored boards of a round in their order, then the rests by number."""
    pairs = pairs_of(round)
    games = [pair for pair in pairs if pair[1] is not None]
    return games + sorted(pair for pair in pairs if pair[1] is None)


def board_between(tournament: Tournament, white: int, black: int) -> Board:
    """The board of these two with these colours."""
    seat = Seat.objects.get(
        side="w",
        entry__tournament=tournament,
        entry__pairing_number=white,
        board__seats__entry__pairing_number=black,
    )
    return board_of(seat.round, seat.board.number)
