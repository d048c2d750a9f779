"""C.05 6.6, the 50 % rule, and case D13: seven in a round robin, who leaves when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.errors import RecordError
from pairing.options import ScheduleOptions
from pairing.record import ABSENT, Cell
from pairing.roundrobin.fixed import remaining_rounds, withdrawals
from pairing.roundrobin.schedules import quads, round_robin, team_round_robin
from pairing.roundrobin.tables import as_table, balances, colour_histories
from pairing.roundrobin.withdrawal import Withdrawal, judge, needed_games, scheduled_games
from pairing.scoring import Colour, Outcome
from pairing.systems import pair_round
from tests.support.scheduled_events import (
    field_of,
    mixed,
    next_boards,
    played,
    team_field,
    whole_schedule,
    with_round,
)
from tiebreaks import standings
from tiebreaks.crosstable import Order, crosstable, crosstable_text

SEVEN = field_of(7, 7, system="BERGER_ROUNDROBIN")


def leaving(record, *numbers: int, half_rule: bool = True):
    return replace(record, schedule=ScheduleOptions(withdrawn=numbers, half_rule=half_rule))


def test_d13_schedule_of_seven():
    table = whole_schedule(SEVEN, "round-robin")
    games = [[board for board in boards if board[1]] for boards in table]
    assert games == [
        [(2, 7), (3, 6), (4, 5)],
        [(6, 4), (7, 3), (1, 2)],
        [(3, 1), (4, 7), (5, 6)],
        [(7, 5), (1, 4), (2, 3)],
        [(4, 2), (5, 1), (6, 7)],
        [(1, 6), (2, 5), (3, 4)],
        [(5, 3), (6, 2), (7, 1)],
    ]
    assert sum(map(len, games)) == 21
    rests = [white for boards in table for white, black in boards if black is None]
    assert rests == [1, 5, 2, 6, 3, 7, 4]


def test_d13_colours_are_three_and_three_for_everybody_and_strictly_alternating():
    table = whole_schedule(SEVEN, "round-robin")
    assert {(b.whites, b.blacks) for b in balances(table).values()} == {(3, 3)}
    assert set(colour_histories(table).values()) == {"WBWBWB", "BWBWBW"}


def d13(results: dict[frozenset[int], dict[int, str]]):
    """Three rounds; results as ``{players: {number: letter}}``, other games drawn."""

    def result(number: int, white: int, black: int) -> Outcome:
        letters = results.get(frozenset((white, black)), {})
        return Outcome(letters.get(white, "="))

    return played(SEVEN, "round-robin", result, rounds=3)


LEAVES_WITH_HALF = d13(
    {
        frozenset((4, 5)): {4: "1"},
        frozenset((6, 4)): {6: "="},
        frozenset((4, 7)): {4: "0"},
    }
)
LEAVES_WITH_LESS = d13({frozenset((1, 2)): {1: "0"}, frozenset((3, 1)): {3: "0"}})


def finish(record, result=mixed):
    """The remaining rounds; forfeits where the proposal says that one is due."""
    while record.completed < record.rounds:
        pairing = pair_round(record, "round-robin")
        due = {
            tuple(params["players"]): params["gone"][0]
            for code, params in pairing.notices
            if code == "schedule.forfeit_due"
        }

        def outcome(number, white, black, due=due):
            gone = due.get((white, black))
            if gone is None:
                return result(number, white, black)
            return Outcome.FORFEIT_LOSS if gone == white else Outcome.FORFEIT_WIN

        boards = tuple((board.white, board.black) for board in pairing.boards)
        record = with_round(record, boards, outcome)
    return record


def test_d13_a_exactly_half_of_the_games_stays_and_the_opponents_get_a_plus():
    record = leaving(LEAVES_WITH_HALF, 4)
    assert judge(record, 4) == Withdrawal(4, completed=3, games=6, needed=3, counts=True)
    whole = finish(record)
    cells = {person.number: person.cells for person in whole.participants}
    assert cells[1][3] == Cell(Outcome.FORFEIT_WIN, 4, Colour.WHITE)
    assert cells[2][4] == Cell(Outcome.FORFEIT_WIN, 4, Colour.BLACK)
    assert cells[3][5] == Cell(Outcome.FORFEIT_WIN, 4, Colour.WHITE)
    table = {row.number: row for row in standings(whole, ["PTS", "SB"]).rows}
    assert table[4].values[0].text == "1.5"
    assert table[4].rank is not None


def test_d13_b_fewer_than_half_counts_for_nobody_and_later_games_do_not_exist():
    record = leaving(LEAVES_WITH_LESS, 1)
    assert judge(record, 1) == Withdrawal(1, completed=2, games=6, needed=3, counts=False)
    whole = finish(record)
    cells = {person.number: person.cells for person in whole.participants}
    # Rounds 4 to 7 against 4, 5, 6 and 7.
    assert [cells[number][number - 1] for number in (4, 5, 6, 7)] == [ABSENT] * 4
    assert set(cells[1][3:]) == {ABSENT}
    table = standings(whole, ["PTS", "SB"])
    points = {row.number: row.values[0].text for row in table.rows}
    assert {row.number for row in table.rows if row.rank is None} == {1}
    # Without 1: what each of the others took from the remaining five.
    taken = dict.fromkeys(range(2, 8), 0)
    for number, row in cells.items():
        for cell in row:
            if number != 1 and cell.opponent not in (None, 1):
                taken[number] += {"1": 2, "=": 1}.get(cell.outcome.value, 0)
    assert {number: points[number] for number in taken} == {
        number: f"{half // 2}.{half % 2 * 5}" for number, half in taken.items()
    }


def test_d13_b_crosstable_still_shows_both_games():
    whole = finish(leaving(LEAVES_WITH_LESS, 1))
    table = standings(whole, ["PTS", "SB"])
    grid = crosstable(whole, table, order=Order.NUMBER)
    first = grid.lines[0]
    shown = {
        number: [(game.mark, game.counted) for game in games]
        for number, games in zip(grid.columns, first.cells, strict=True)
        if games
    }
    assert shown == {2: [("0", False)], 3: [("1", False)]}
    line = next(line for line in crosstable_text(grid).splitlines() if line.startswith("1  "))
    assert line.split()[:6] == ["1", "Player", "1", "*", "(0)", "(1)"]


def test_d13_while_the_event_runs_only_those_who_have_left_are_judged():
    record = leaving(LEAVES_WITH_LESS, 1)
    assert {row.number for row in standings(record, ["PTS"]).rows if row.rank is None} == {1}
    nobody = standings(LEAVES_WITH_LESS, ["PTS"]).rows
    assert {row.number for row in nobody if row.rank is None} == set()


def test_c05_6_6_proposal_says_what_becomes_of_each_board():
    forfeit = pair_round(leaving(LEAVES_WITH_HALF, 4), "round-robin")
    assert (1, 4) in [(board.white, board.black) for board in forfeit.boards]
    assert forfeit.notices == (("schedule.forfeit_due", {"players": [1, 4], "gone": [4]}),)
    cancelled = pair_round(leaving(LEAVES_WITH_LESS, 1), "round-robin")
    assert [(board.white, board.black) for board in cancelled.boards] == [(7, 5), (2, 3), (6, None)]
    assert cancelled.notices == (("schedule.game_cancelled", {"players": [1, 4], "gone": [1]}),)


def test_c05_6_6_rest_of_somebody_who_has_left_is_no_bye():
    record = played(SEVEN, "round-robin", mixed, rounds=3)
    assert pair_round(record, "round-robin").pab == 6
    gone = pair_round(leaving(record, 6), "round-robin")
    assert gone.pab is None
    assert gone.notices == ()


def test_c05_6_6_announced_alternative_keeps_all_results():
    record = leaving(LEAVES_WITH_LESS, 1, half_rule=False)
    pairing = pair_round(record, "round-robin")
    assert (1, 4) in [(board.white, board.black) for board in pairing.boards]
    assert pairing.notices == (("schedule.forfeit_due", {"players": [1, 4], "gone": [1]}),)
    whole = finish(record)
    assert {row.rank for row in standings(whole, ["PTS"]).rows if row.rank is None} == set()


@pytest.mark.parametrize(
    ("size", "rounds", "games", "needed"),
    [(8, 7, 7, 4), (7, 7, 6, 3), (12, 11, 11, 6), (12, 22, 22, 11), (7, 14, 12, 6), (5, 5, 4, 2)],
)
def test_c05_6_6_half_of_the_scheduled_games_rounded_up(size, rounds, games, needed):
    assert scheduled_games(size, rounds) == games
    assert needed_games(games) == needed


@pytest.mark.parametrize(("completed", "counts"), [(3, False), (4, True)])
def test_c05_6_6_eight_players_three_games_are_cancelled_and_four_stay(completed, counts):
    record = played(field_of(8, 7), "round-robin", mixed, rounds=completed)
    verdict = judge(record, 5)
    assert (verdict.completed, verdict.needed, verdict.counts) == (completed, 4, counts)


def test_c05_6_6_double_round_robin_counts_over_all_rounds():
    record = played(field_of(4, 6), "round-robin", mixed, rounds=3)
    assert judge(record, 2).counts is True
    earlier = played(field_of(4, 6), "round-robin", mixed, rounds=2)
    assert judge(earlier, 2).counts is False


@pytest.mark.parametrize("outcome", [Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS])
def test_c05_6_6_forfeits_and_byes_are_no_completed_games(outcome):
    record = played(SEVEN, "round-robin", lambda *board: outcome, rounds=3)
    assert [judge(record, number).completed for number in range(1, 8)] == [0] * 7


def test_c05_6_6_games_of_quads_are_those_of_the_group():
    record = leaving(played(field_of(9, 5), "quads", mixed, rounds=2), 1, 9)
    found = withdrawals(record, quads(record))
    assert [(w.number, w.games, w.needed) for w in found] == [(1, 3, 2), (9, 4, 2)]


def test_unknown_withdrawn_number_is_refused():
    with pytest.raises(RecordError) as caught:
        pair_round(leaving(SEVEN, 8), "round-robin")
    assert caught.value.code == "record.unknown_participant"


def test_both_gone_and_both_with_half_of_their_games_is_a_double_forfeit():
    record = leaving(played(field_of(4, 3), "round-robin", mixed, rounds=2), 2, 4)
    pairing = pair_round(record, "round-robin")
    assert as_table(round_robin(record).rounds)[2] == ((2, 4), (3, 1))
    assert pairing.notices == (("schedule.forfeit_due", {"players": [2, 4], "gone": [2, 4]}),)


def test_c05_6_6_all_remaining_rounds_at_once_are_those_paired_one_by_one():
    record = leaving(LEAVES_WITH_LESS, 1)
    at_once = remaining_rounds(record, round_robin(record))
    assert [pairing.round for pairing in at_once] == [4, 5, 6, 7]
    boards = []
    for _ in range(4):
        pairing = pair_round(record, "round-robin", explain=True)
        boards.append(pairing)
        pairs = tuple((board.white, board.black) for board in pairing.boards)
        record = with_round(record, pairs, mixed)
    assert list(at_once) == boards


def test_rounds_that_depend_on_results_are_not_paired_at_once():
    record = field_of(6, 3, schedule=ScheduleOptions(last_quad="swiss"))
    with pytest.raises(RecordError) as caught:
        remaining_rounds(record, quads(record))
    assert (caught.value.code, caught.value.params) == ("schedule.by_results", {"group": "1"})


@pytest.mark.parametrize(("played_rounds", "counts"), [(1, False), (2, True)])
def test_c05_6_6_of_a_team_the_matches_count(played_rounds, counts):
    record = played(team_field(4, 2, 3), "team-round-robin", mixed, rounds=played_rounds)
    record = leaving(record, 1, 2)
    found = withdrawals(record, team_round_robin(record))
    assert [(w.number, w.completed, w.games, w.needed, w.counts) for w in found] == [
        (number, played_rounds, 3, 2, counts) for number in (1, 2)
    ]


def test_c05_6_6_a_match_with_one_game_played_is_a_completed_match():
    record = team_field(2, 2, 2)
    boards = next_boards(record, "team-round-robin")
    record = with_round(
        record,
        boards,
        lambda number, white, black: Outcome.WIN if 1 in (white, black) else Outcome.FORFEIT_WIN,
    )
    (one, two) = withdrawals(leaving(record, 1, 2), team_round_robin(record))
    assert (one.completed, two.completed, one.games) == (1, 1, 2)


def test_c05_6_6_rests_of_an_odd_number_of_teams_are_no_matches():
    record = leaving(team_field(3, 2, 3), 5, 6)
    assert {w.games for w in withdrawals(record, team_round_robin(record))} == {2}
