"""Prizes of tied players, pooled and shared."""

from __future__ import annotations

import pytest

from tests.support.tiebreak_tables import S5, record_of
from tiebreaks import TiebreakError, standings
from tiebreaks.prizes import share_prizes


def amounts(places, prizes, **rules):
    split = share_prizes(places, prizes, **rules)
    return [share.amount for share in split.shares], split.left


def test_three_hundred_for_two_is_a_hundred_and_fifty_each():
    assert amounts([(1, 5), (1, 9)], [200, 100]) == ([150, 150], 0)


def test_pool_takes_the_places_of_the_group_only():
    places = [(1, 1), (2, 2), (2, 3), (2, 4), (5, 5)]
    assert amounts(places, [500, 300, 200, 100, 50]) == ([500, 200, 200, 200, 50], 0)


def test_group_across_the_last_prize_shares_what_there_is():
    assert amounts([(1, 1), (2, 2), (2, 3), (4, 4)], [100, 50]) == ([100, 25, 25, 0], 0)


@pytest.mark.parametrize(
    ("rounding", "unit", "expected"),
    [
        ("down", 1, ([33, 33, 33], 1)),
        ("nearest", 1, ([33, 33, 33], 1)),
        ("spread", 1, ([34, 33, 33], 0)),
        ("down", 5, ([30, 30, 30], 10)),
        ("nearest", 5, ([35, 35, 35], -5)),
        ("spread", 5, ([35, 35, 30], 0)),
        ("spread", 30, ([30, 30, 30], 10)),
    ],
)
def test_rounding_rules(rounding, unit, expected):
    places = [(1, 1), (1, 2), (1, 3)]
    assert amounts(places, [60, 30, 10], rounding=rounding, unit=unit) == expected


def test_places_may_come_from_standings():
    table = standings(record_of(S5), ["PTS"])
    split = share_prizes([(row.rank, row.number) for row in table.rows], [1000, 600, 300, 100])
    assert [(s.number, s.amount) for s in split.shares[:6]] == [
        (2, 1000),
        (1, 250),
        (3, 250),
        (4, 250),
        (16, 250),
        (6, 0),
    ]
    assert split.left == 0


def test_unclaimed_prizes_are_left():
    assert amounts([(1, 1)], [100, 50]) == ([100], 50)


@pytest.mark.parametrize(
    ("places", "prizes", "rules", "code"),
    [
        ([(1, 1)], [-1], {}, "prizes.negative"),
        ([(1, 1)], [1], {"unit": 0}, "prizes.bad_unit"),
        ([(1, 1)], [1], {"rounding": "up"}, "prizes.unknown_rounding"),
        ([(2, 1)], [1], {}, "prizes.bad_places"),
        ([(1, 1), (1, 2), (2, 3)], [1], {}, "prizes.bad_places"),
        ([(1, 1), (3, 2)], [1], {}, "prizes.bad_places"),
        ([(1, 1), (2, 1)], [2, 1], {}, "prizes.number_repeated"),
        ([(1, 1), (1, 1)], [2, 1], {}, "prizes.number_repeated"),
    ],
)
def test_what_cannot_be_shared_is_refused(places, prizes, rules, code):
    with pytest.raises(TiebreakError) as caught:
        share_prizes(places, prizes, **rules)
    assert caught.value.code == code


def test_nobody_has_two_places():
    with pytest.raises(TiebreakError) as caught:
        share_prizes([(1, 4), (2, 7), (2, 9), (4, 7)], [300, 200, 100])
    assert caught.value.params == {"number": 7, "first": 2, "second": 4}
