"""Berger tables (C.05 Annex 1): the published ones, the rule for pairs, the circle method."""

from __future__ import annotations

import json

import pytest

from pairing.errors import RecordError
from pairing.roundrobin.berger import berger, circle, colour_notices, games_of, rounds_of
from pairing.roundrobin.tables import balances, meetings, self_check
from tests.paths import GOLDEN

PUBLISHED = json.loads((GOLDEN / "roundrobin" / "berger.json").read_text())["tables"]

# Printed in the six- and eight-player tables of handbooks and club guides.
SIX = "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1"
EIGHT = (
    "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / "
    "3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1"
)


def as_text(table) -> str:
    return " / ".join(
        " ".join(f"{white}-{black}" for white, black in boards if black) for boards in table
    )


def test_c05_annex_1_there_are_fourteen_published_tables():
    assert sorted(map(int, PUBLISHED)) == list(range(4, 31, 2))


@pytest.mark.parametrize("size", sorted(map(int, PUBLISHED)))
def test_c05_annex_1_table_is_the_published_one(size):
    assert [[list(board) for board in boards] for boards in berger(size)] == PUBLISHED[str(size)]


@pytest.mark.parametrize("size", sorted(map(int, PUBLISHED)))
def test_c05_annex_1_odd_field_takes_the_next_even_table_and_whoever_meets_its_last_rests(size):
    for boards, published in zip(berger(size - 1), PUBLISHED[str(size)], strict=True):
        games = [list(board) for board in boards if board[1] is not None]
        rests = [board[0] for board in boards if board[1] is None]
        assert games == [board for board in published if size not in board]
        assert rests == [sum(board) - size for board in published if size in board]


def test_c05_annex_1_tables_as_text():
    assert as_text(berger(6)) == SIX
    assert as_text(berger(8)) == EIGHT


@pytest.mark.parametrize("size", range(2, 61))
def test_c05_annex_1_round_and_colours_of_any_pair_by_the_closed_form(size):
    even = size + size % 2
    modulus = even - 1
    found = {}
    for number, boards in enumerate(berger(size), start=1):
        for white, black in boards:
            if black is not None:
                found[frozenset((white, black))] = (number, white)
    for j in range(2, size + 1):
        for i in range(1, j):
            if j == even:
                expected = ((2 * i - 2) % modulus + 1, i if 2 * i <= even else even)
            else:
                expected = ((i + j - 2) % modulus + 1, j if (i + j) % 2 == 0 else i)
            assert found[frozenset((i, j))] == expected


@pytest.mark.parametrize(
    ("players", "rounds", "games", "boards"),
    [(4, 3, 6, 2), (6, 5, 15, 3), (8, 7, 28, 4), (10, 9, 45, 5), (12, 11, 66, 6), (14, 13, 91, 7),
     (16, 15, 120, 8)],
)  # fmt: skip
def test_numbers_of_the_table_of_sizes(players, rounds, games, boards):
    table = berger(players)
    assert (len(table), rounds_of(players)) == (rounds, rounds)
    assert (sum(map(len, table)), games_of(players)) == (games, games)
    assert {len(boards_of_round) for boards_of_round in table} == {boards}


def test_even_field_the_first_half_has_one_white_more():
    ((code, params),) = colour_notices(berger(8))
    assert code == "schedule.colours_uneven"
    assert params == {"more_whites": [1, 2, 3, 4], "more_blacks": [5, 6, 7, 8]}
    assert {(b.whites, b.blacks) for seat, b in balances(berger(8)).items() if seat < 5} == {(4, 3)}


def test_odd_field_needs_no_explanation_of_colours():
    assert colour_notices(berger(7)) == ()


def test_circle_method_of_six_as_printed():
    assert as_text(circle(6)) == (
        "1-6 2-5 3-4 / 1-5 6-4 2-3 / 1-4 5-3 6-2 / 1-3 4-2 5-6 / 1-2 3-6 4-5"
    )


@pytest.mark.parametrize("size", [2, 3, 6, 7, 15, 24])
def test_circle_method_pairs_everybody_like_the_tables(size):
    assert meetings(circle(size)) == meetings(berger(size))
    assert self_check(circle(size), games_of(size)).passed


def test_self_check_finds_a_missing_pair_and_somebody_on_two_boards():
    table = berger(4)
    missing = (*table[:2], (table[2][0],))
    assert self_check(missing, 6).passed is False
    assert self_check(missing, 6).meetings == 5
    twice = (((1, 2), (2, 3)),)
    assert self_check(twice, 2).once_a_round is False
    again = (table[0], *table)
    assert (self_check(again, 6).least, self_check(again, 6).most) == (1, 2)


@pytest.mark.parametrize("size", [-1, 0, 1, 1001])
def test_size_without_a_table_is_refused(size):
    with pytest.raises(RecordError) as caught:
        berger(size)
    assert caught.value.code == "schedule.size_out_of_range"
    assert caught.value.params["found"] == size
