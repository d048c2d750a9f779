"""Properties of Scheveningen and Skalitzka for all sizes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from pairing.roundrobin.cycles import repeated
from pairing.roundrobin.scheveningen import joins, scheveningen, table_name
from pairing.roundrobin.skalitzka import skalitzka
from pairing.roundrobin.tables import balances, meetings, self_check, with_long_runs

SIZES = range(1, 41)


@pytest.mark.parametrize("size", SIZES)
def test_scheveningen_everybody_meets_everybody_of_the_other_side_once(size):
    table = scheveningen(size)
    assert len(table) == size
    assert self_check(table, size * size).passed
    for one, other in meetings(table):
        assert one <= size < other
    for boards in table:
        assert len(boards) == size


@pytest.mark.parametrize("size", SIZES)
def test_scheveningen_colours_of_each_player_are_as_equal_as_they_can_be(size):
    for balance in balances(scheveningen(size)).values():
        assert abs(balance.whites - balance.blacks) == size % 2
        assert balance.longest_run <= 2


@pytest.mark.parametrize("size", SIZES)
def test_scheveningen_whites_of_a_side_in_each_round(size):
    whites = [sum(white <= size for white, _ in boards) for boards in scheveningen(size)]
    if size == 2 or table_name(size) == "scheveningen-plain":
        assert whites == [size, 0] * (size // 2)
    elif size % 2:
        assert {abs(2 * count - size) for count in whites} == {1}
    else:
        assert set(whites) == {size // 2}


@pytest.mark.parametrize("size", SIZES)
def test_scheveningen_more_cycles_nobody_has_three_equal_colours_in_a_row(size):
    for cycles in (2, 3):
        played = repeated(scheveningen(size), cycles, joins(size))
        assert with_long_runs(played.table) == []
        assert self_check(played.table, size * size).passed


@pytest.mark.parametrize("size", SIZES)
def test_scheveningen_double_everybody_is_balanced(size):
    table = repeated(scheveningen(size), 2, joins(size)).table
    assert {(b.whites, b.blacks) for b in balances(table).values()} == {(size, size)}


@pytest.mark.parametrize("size", range(2, 41))
def test_skalitzka_everybody_plays_both_rounds_once_with_each_colour_against_both_teams(size):
    table, notices = skalitzka(size)
    playing = size - size % 2
    team_of = {seat: (seat - 1) // size for seat in range(1, 3 * size + 1)}
    assert [len(boards) for boards in table] == [3 * playing // 2] * 2
    opponents: dict[int, list[int]] = {}
    for boards in table:
        for white, black in boards:
            opponents.setdefault(white, []).append(team_of[black])
            opponents.setdefault(black, []).append(team_of[white])
    assert len(opponents) == 3 * playing
    for seat, met in opponents.items():
        assert sorted([*met, team_of[seat]]) == [0, 1, 2]
    assert {(b.whites, b.blacks) for b in balances(table).values()} == {(1, 1)}
    assert self_check(table, 3 * playing).passed
    assert bool(notices) == bool(size % 2)


@pytest.mark.parametrize("size", range(2, 41, 2))
def test_skalitzka_each_pair_of_teams_plays_n_games_half_of_them_in_each_round(size):
    table, _ = skalitzka(size)
    for boards in table:
        teams = Counter(frozenset(((white - 1) // size, (black - 1) // size))
                        for white, black in boards)  # fmt: skip
        assert teams == {frozenset(pair): size // 2 for pair in combinations(range(3), 2)}


@pytest.mark.parametrize("size", range(2, 41, 2))
def test_skalitzka_capitals_are_white_against_small_letters_and_so_round(size):
    table, _ = skalitzka(size)
    for boards in table:
        for white, black in boards:
            assert ((black - 1) // size - (white - 1) // size) % 3 == 1


@pytest.mark.parametrize("size", range(2, 41, 2))
def test_skalitzka_two_of_three_games_are_between_equal_positions_the_third_one_apart(size):
    table, _ = skalitzka(size)
    apart = Counter(
        abs((white - 1) % size - (black - 1) % size) for boards in table for white, black in boards
    )
    assert apart == {0: 2 * size, 1: size}
