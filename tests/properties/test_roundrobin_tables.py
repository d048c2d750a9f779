"""Properties of round robin tables for every size: pairs, rests, colours, joins of cycles."""

from __future__ import annotations

import pytest

from pairing.roundrobin.berger import berger, games_of, rounds_of
from pairing.roundrobin.crenshaw import crenshaw
from pairing.roundrobin.cycles import AS_IT_IS, PLAIN, SWAPPED, Join, repeated
from pairing.roundrobin.tables import (
    balances,
    colour_histories,
    meetings,
    self_check,
    with_long_runs,
)

SIZES = range(3, 41)
CYCLES = (1, 2, 3, 4)
BACKWARDS = (AS_IT_IS, Join(first_two=True))


def tables(size: int):
    """The ways to play a round robin of this size, with what is done at the joins."""
    yield berger(size), SWAPPED
    yield berger(size), PLAIN
    yield crenshaw(size)[1], BACKWARDS


@pytest.mark.parametrize("size", SIZES)
def test_every_pair_meets_once_in_each_cycle_and_nobody_has_two_boards_in_a_round(size):
    for base, choices in tables(size):
        for cycles in CYCLES:
            table = repeated(base, cycles, choices).table
            assert len(table) == cycles * rounds_of(size)
            check = self_check(table, games_of(size))
            assert check.passed
            assert (check.least, check.most) == (cycles, cycles)


@pytest.mark.parametrize("size", SIZES)
def test_one_rests_in_each_round_of_an_odd_field_everybody_once_a_cycle_nobody_in_an_even(size):
    for base, choices in tables(size):
        table = repeated(base, 3, choices).table
        rests = [[white for white, black in boards if black is None] for boards in table]
        if size % 2 == 0:
            assert rests == [[]] * len(table)
            continue
        assert {len(of_round) for of_round in rests} == {1}
        order = [seat for of_round in rests for seat in of_round]
        assert [order.count(seat) for seat in range(1, size + 1)] == [3] * size


@pytest.mark.parametrize("size", SIZES)
def test_rests_stand_last_and_everybody_is_listed_in_every_round(size):
    for base, choices in tables(size):
        for boards in repeated(base, 2, choices).table:
            assert all(black is not None for _, black in boards[: size // 2])
            seats = [seat for board in boards for seat in board if seat is not None]
            assert sorted(seats) == list(range(1, size + 1))


@pytest.mark.parametrize("size", SIZES)
def test_berger_colours_even_field_first_half_has_one_white_more_odd_field_is_balanced(size):
    for seat, balance in balances(berger(size)).items():
        surplus = balance.whites - balance.blacks
        if size % 2:
            assert surplus == 0
        else:
            assert surplus == (1 if seat <= size // 2 else -1)


@pytest.mark.parametrize("size", range(4, 41, 2))
def test_berger_colours_the_last_number_alternates_strictly(size):
    history = colour_histories(berger(size))[size]
    assert history == ("BW" * size)[: size - 1]


@pytest.mark.parametrize("size", SIZES)
def test_nobody_has_three_equal_colours_within_a_cycle(size):
    for base, _ in tables(size):
        assert with_long_runs(base) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("choices", [SWAPPED, BACKWARDS], ids=["berger", "backwards"])
def test_nobody_has_three_equal_colours_across_a_join(size, choices):
    base = berger(size) if choices is SWAPPED else berger(size)[::-1]
    for cycles in CYCLES:
        played = repeated(base, cycles, choices)
        assert with_long_runs(played.table) == []
        assert "schedule.three_equal_colours" not in dict(played.notices)


@pytest.mark.parametrize("size", SIZES)
def test_even_number_of_cycles_balances_everybody_odd_number_leaves_one(size):
    for cycles in CYCLES:
        table = repeated(berger(size), cycles, SWAPPED).table
        surpluses = {abs(b.whites - b.blacks) for b in balances(table).values()}
        assert surpluses == {(size - 1) * cycles % 2}


@pytest.mark.parametrize("size", range(4, 41, 2))
def test_without_a_remedy_exactly_two_have_three_equal_colours_in_an_even_field(size):
    assert with_long_runs(repeated(berger(size), 2, PLAIN).table) == [1, size // 2 + 1]


@pytest.mark.parametrize("size", SIZES)
def test_colours_of_two_players_alternate_from_cycle_to_cycle(size):
    table = repeated(berger(size), 4, SWAPPED).table
    whites: dict[frozenset[int | None], list[int]] = {}
    for boards in table:
        for board in boards:
            if board[1] is not None:
                whites.setdefault(frozenset(board), []).append(board[0])
    assert len(whites) == len(meetings(berger(size)))
    for first, second, third, fourth in whites.values():
        assert (first, second) == (third, fourth)
        assert first != second
