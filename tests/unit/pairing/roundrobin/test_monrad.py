"""Monrad: neighbours by score and start number, earlier opponents passed over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.errors import NoLegalPairing, RecordError
from pairing.record import PlannedBye, ProhibitedPairing
from pairing.scoring import STANDARD, Colour, Outcome
from pairing.systems import pair_round
from tests.support.scheduled_events import field_of, mixed, next_boards, white_wins, with_round


def field(count: int, rounds: int = 9, **facts):
    return field_of(count, rounds, **{"points": STANDARD, **facts})


def pairs(record) -> list[set[int | None]]:
    return [set(board) for board in next_boards(record, "monrad")]


def test_first_round_pairs_neighbours_with_colours_alternating_by_board():
    assert next_boards(field(6), "monrad") == ((1, 2), (4, 3), (5, 6))
    black = field(6, initial_colour=Colour.BLACK)
    assert next_boards(black, "monrad") == ((2, 1), (3, 4), (6, 5))


def test_winners_meet_winners_in_the_order_of_start_numbers():
    record = with_round(field(8), ((1, 2), (4, 3), (5, 6), (8, 7)), white_wins)
    assert pairs(record) == [{1, 4}, {5, 8}, {2, 3}, {6, 7}]


def test_earlier_opponent_is_passed_over_for_the_next_one_down():
    record = with_round(field(6), ((1, 2), (3, 4), (5, 6)), lambda *board: Outcome.DRAW)
    # 2-4 would leave 5 and 6, who have met.
    assert pairs(record) == [{1, 3}, {2, 5}, {4, 6}]


def test_last_of_an_odd_group_meets_the_first_of_the_next():
    record = with_round(field(6), ((1, 2), (3, 4), (5, 6)), white_wins)
    # Scores: 1, 3, 5 have one point, 2, 4, 6 none.
    assert pairs(record) == [{1, 3}, {5, 2}, {4, 6}]


def test_looking_ahead_where_going_down_would_leave_two_who_have_met():
    record = field(4)
    record = with_round(record, ((1, 2), (3, 4)), lambda *board: Outcome.DRAW)
    record = with_round(record, ((1, 3), (2, 4)), lambda *board: Outcome.DRAW)
    assert pairs(record) == [{1, 4}, {2, 3}]
    six = field(6)
    six = with_round(six, ((1, 2), (3, 4), (5, 6)), lambda *board: Outcome.DRAW)
    six = with_round(six, ((1, 3), (2, 5), (4, 6)), lambda *board: Outcome.DRAW)
    # 1-4 would be next and leaves 2 3 5 6, where 2-3 leaves 5-6 who have met.
    assert pairs(six) == [{1, 4}, {2, 6}, {3, 5}]


def test_bye_goes_to_the_lowest_of_those_with_the_fewest():
    record = field(5)
    assert pairs(record)[-1] == {5, None}
    record = with_round(record, ((1, 2), (3, 4), (5, None)), white_wins)
    assert pairs(record)[-1] == {4, None}


def test_no_complete_pairing_left_is_said():
    record = with_round(field(2), ((1, 2),), white_wins)
    with pytest.raises(NoLegalPairing) as caught:
        pair_round(record, "monrad")
    assert (caught.value.code, caught.value.params) == (
        "pairing.no_legal_pairing",
        {"round": 2, "players": 2},
    )


def test_forfeit_is_no_meeting():
    record = with_round(field(2), ((1, 2),), lambda *board: Outcome.FORFEIT_WIN)
    assert pairs(record) == [{1, 2}]


def test_prohibited_pairings_are_obeyed_wishes_and_other_rounds_are_not():
    rule = ProhibitedPairing((1, 2))
    assert pairs(field(4, prohibited=(rule,))) == [{1, 3}, {2, 4}]
    assert pairs(field(4, prohibited=(replace(rule, soft=True),))) == [{1, 2}, {3, 4}]
    assert pairs(field(4, prohibited=(replace(rule, first_round=2),))) == [{1, 2}, {3, 4}]


def test_absentees_are_not_paired():
    assert pairs(field(5, planned_byes=(PlannedBye(1, 2),))) == [{1, 3}, {4, 5}]


def test_missing_result_is_refused_and_named():
    record = with_round(field(4), ((1, 2), (3, 4)), white_wins)
    open_cells = tuple(
        replace(person, cells=(replace(person.cells[0], outcome=Outcome.UNKNOWN),))
        for person in record.participants
    )
    with pytest.raises(RecordError) as caught:
        pair_round(replace(record, participants=open_cells), "monrad")
    assert (caught.value.code, caught.value.params) == (
        "round.results_missing",
        {"boards": [{"round": 1, "players": [1, 2]}, {"round": 1, "players": [3, 4]}]},
    )


@pytest.mark.parametrize("count", [8, 9, 14, 15])
def test_whole_event_nobody_meets_twice_and_at_most_one_bye_each(count):
    record = field(count, 5)
    met: set[frozenset[int | None]] = set()
    for _ in range(record.rounds):
        boards = next_boards(record, "monrad")
        assert sorted(p for board in boards for p in board if p) == list(range(1, count + 1))
        found = {frozenset(board) for board in boards}
        assert found.isdisjoint(met)
        met |= found
        record = with_round(record, boards, mixed)


def test_colours_stay_within_one_of_balance_over_six_rounds():
    record = field(12, 6)
    while record.completed < record.rounds:
        record = with_round(record, next_boards(record, "monrad"), mixed)
    for person in record.participants:
        whites = sum(cell.colour is Colour.WHITE for cell in person.cells)
        assert abs(2 * whites - 6) <= 2
