"""Double and more cycles: what FIDE recommends at the join, why, and what else is done there."""

from __future__ import annotations

import pytest

from pairing.roundrobin.berger import berger
from pairing.roundrobin.cycles import AS_IT_IS, EXCHANGED, PLAIN, SWAPPED, repeated
from pairing.roundrobin.tables import balances, meetings, reversed_colours, with_long_runs

EVEN = range(4, 21, 2)


@pytest.mark.parametrize("size", EVEN)
def test_without_the_exchange_exactly_1_and_half_plus_1_have_three_equal_colours(size):
    played = repeated(berger(size), 2, PLAIN)
    assert with_long_runs(played.table) == [1, size // 2 + 1]
    assert played.notices == (("schedule.three_equal_colours", {"players": [1, size // 2 + 1]}),)


@pytest.mark.parametrize("size", EVEN)
def test_with_the_exchange_nobody_has_and_the_reason_is_given(size):
    played = repeated(berger(size), 2, SWAPPED)
    rounds = size - 1
    assert with_long_runs(played.table) == []
    assert played.notices == (
        (
            "schedule.rounds_exchanged",
            {"rounds": [f"{rounds - 1}/{rounds}"], "players": [1, size // 2 + 1]},
        ),
    )


@pytest.mark.parametrize("size", range(3, 21, 2))
def test_odd_field_has_no_three_equal_colours_either_way(size):
    assert with_long_runs(repeated(berger(size), 2, PLAIN).table) == []
    played = repeated(berger(size), 2, SWAPPED)
    assert with_long_runs(played.table) == []
    assert [code for code, _ in played.notices] == ["schedule.rounds_exchanged_as_usual"]


def test_second_cycle_repeats_the_first_with_colours_reversed_in_its_usual_order():
    base = berger(6)
    table = repeated(base, 2, SWAPPED).table
    assert table[:5] == (base[0], base[1], base[2], base[4], base[3])
    assert table[5:] == tuple(reversed_colours(base))


def test_exchange_can_be_switched_off():
    base = berger(6)
    assert repeated(base, 2, PLAIN).table == (*base, *reversed_colours(base))


@pytest.mark.parametrize("size", [4, 5, 12])
def test_double_round_robin_everybody_is_balanced_and_meets_everybody_twice(size):
    table = repeated(berger(size), 2, SWAPPED).table
    assert set(meetings(table).values()) == {2}
    assert {(b.whites, b.blacks) for b in balances(table).values()} == {(size - 1, size - 1)}


def test_third_cycle_has_the_same_fault_at_its_join_and_the_same_remedy():
    once_only = repeated(berger(6), 3, PLAIN)
    assert with_long_runs(once_only.table) == [1, 4]
    played = repeated(berger(6), 3, SWAPPED)
    assert played.joins == (EXCHANGED, EXCHANGED)
    assert with_long_runs(played.table) == []


def test_four_players_do_better_with_fewer_exchanges():
    assert repeated(berger(4), 3, SWAPPED).joins == (AS_IT_IS, EXCHANGED)
    assert repeated(berger(4), 4, SWAPPED).joins == (EXCHANGED, AS_IT_IS, EXCHANGED)
    assert with_long_runs(repeated(berger(4), 4, SWAPPED).table) == []


def test_two_players_alternate_and_nothing_is_exchanged():
    played = repeated(berger(2), 6, SWAPPED)
    assert played.table == (((1, 2),), ((2, 1),)) * 3
    assert played.joins == (AS_IT_IS,) * 5
    assert played.notices == ()


def test_one_cycle_is_the_table_itself():
    played = repeated(berger(8), 1, SWAPPED)
    assert (played.table, played.joins, played.notices) == (berger(8), (), ())
