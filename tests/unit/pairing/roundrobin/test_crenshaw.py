"""Crenshaw-Berger tables as far as they are known."""

from __future__ import annotations

import random

import pytest

from pairing.draws import Draws
from pairing.roundrobin.berger import berger
from pairing.roundrobin.crenshaw import crenshaw, quad
from pairing.roundrobin.tables import meetings, turned


@pytest.mark.parametrize("size", range(7, 21))
def test_from_seven_players_on_the_berger_table_backwards(size):
    name, table, notices = crenshaw(size)
    assert (name, notices) == ("crenshaw", ())
    assert table == berger(size)[::-1]


def test_six_is_offered_as_what_it_is():
    name, table, notices = crenshaw(6)
    assert name == "berger-reversed"
    assert notices == (("schedule.crenshaw_six", {"players": 6}),)
    assert table == (
        ((3, 6), (4, 2), (5, 1)),
        ((6, 5), (1, 4), (2, 3)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 4), (5, 3), (1, 2)),
        ((1, 6), (2, 5), (3, 4)),
    )


def test_four_have_their_own_table():
    name, table, notices = crenshaw(4)
    assert (name, notices) == ("crenshaw-4", ())
    assert table == (((1, 4), (2, 3)), ((3, 1), (4, 2)), ((1, 2), (3, 4)))


def test_three_rest_in_place_of_meeting_the_fourth():
    _, table, _ = crenshaw(3)
    assert table == (((2, 3), (1, None)), ((3, 1), (2, None)), ((1, 2), (3, None)))


def test_colours_of_the_third_round_of_four_are_for_a_toss():
    seen = set()
    for seed in range(40):
        table = quad(Draws(random.Random(seed)))
        assert table[:2] == quad()[:2]
        assert meetings(table) == meetings(quad())
        seen.add(table[2])
    first, second = quad()[2]
    assert seen == {
        (first, second),
        (turned(first), second),
        (first, turned(second)),
        (turned(first), turned(second)),
    }


def test_the_same_toss_gives_the_same_colours():
    assert quad(Draws(random.Random(5))) == quad(Draws(random.Random(5)))
