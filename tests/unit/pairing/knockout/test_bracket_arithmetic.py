"""Section 1 and 2 of the knockout rules: numbers and the order of the slots."""

import json
from fractions import Fraction
from math import floor

import pytest

from pairing.knockout.arithmetic import arithmetic, bracket_order, double_elimination_matches
from tests.paths import GOLDEN
from tests.support.knockouts import a_knockout, refused

DATA = json.loads((GOLDEN / "knockout" / "bracket.json").read_text())


@pytest.mark.parametrize(
    ("players", "size", "byes", "rounds", "first_round", "matches", "mean"),
    [
        (8, 8, 0, 3, 4, 7, "1.75"),
        (12, 16, 4, 4, 4, 11, "1.83"),
        (16, 16, 0, 4, 8, 15, "1.88"),
        (20, 32, 12, 5, 4, 19, "1.90"),
        (24, 32, 8, 5, 8, 23, "1.92"),
        (32, 32, 0, 5, 16, 31, "1.94"),
        (64, 64, 0, 6, 32, 63, "1.97"),
        (206, 256, 50, 8, 78, 205, "1.99"),
    ],
)
def test_table_of_sizes(players, size, byes, rounds, first_round, matches, mean):
    found = arithmetic(players)
    assert (found.size, found.byes, found.rounds) == (size, byes, rounds)
    assert (found.first_round_matches, found.matches) == (first_round, matches)
    hundredths = floor(found.mean * 100 + Fraction(1, 2))
    assert f"{hundredths // 100}.{hundredths % 100:02d}" == mean


@pytest.mark.parametrize("players", [-1, 0, 1, 513])
def test_a_field_outside_2_to_512_is_refused(players):
    with refused("knockout.field_size", players=players, smallest=2, largest=512):
        arithmetic(players)


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128, 256])
def test_order_of_the_slots(size):
    assert list(bracket_order(size)) == DATA["slots"][str(size)]


def test_printed_order_of_8_16_and_32():
    def pairs(size):
        order = bracket_order(size)
        return [tuple(sorted(order[index : index + 2])) for index in range(0, size, 2)]

    assert pairs(8) == [(1, 8), (4, 5), (3, 6), (2, 7)]
    assert pairs(16) == [
        *((1, 16), (8, 9), (5, 12), (4, 13)),
        *((3, 14), (6, 11), (7, 10), (2, 15)),
    ]
    assert pairs(32)[:8] == [
        *((1, 32), (16, 17), (9, 24), (8, 25)),
        *((5, 28), (12, 21), (13, 20), (4, 29)),
    ]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128, 256, 512])
def test_pairs_of_every_round_sum_to_its_field_plus_one_if_the_better_seed_wins(size):
    order = list(bracket_order(size))
    while len(order) > 1:
        pairs = [order[index : index + 2] for index in range(0, len(order), 2)]
        assert {sum(pair) for pair in pairs} == {len(order) + 1}
        order = [min(pair) for pair in pairs]


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64, 128, 256])
def test_the_first_seeds_are_in_different_parts(size):
    order = bracket_order(size)
    parts = 2
    while parts <= size:
        length = size // parts
        where = [order.index(seed) // length for seed in range(1, parts + 1)]
        assert sorted(where) == list(range(parts))
        parts *= 2


def test_the_world_cup_of_206():
    knockout = a_knockout(206)
    pairs = {tuple(sorted(knockout.draw.slots[index : index + 2])) for index in range(0, 256, 2)}
    assert {pair[1] for pair in pairs if pair[0] == 0} == set(range(1, 51))
    games = {pair for pair in pairs if pair[0]}
    assert games == {(seed, 257 - seed) for seed in range(51, 129)}
    assert {(51, 206), (52, 205), (128, 129)} <= games and len(games) == 78


@pytest.mark.parametrize(
    ("players", "without_reset"), [(2, 2), (4, 6), (8, 14), (16, 30), (32, 62), (64, 126)]
)
def test_matches_of_a_double_elimination(players, without_reset):
    assert double_elimination_matches(players) == (without_reset, without_reset + 1)
