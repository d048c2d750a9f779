"""Quads: sizes of the groups for every field, sections by rating."""

from __future__ import annotations

from collections import Counter

import pytest

from pairing.errors import RecordError
from pairing.options import LAST_QUAD_SWISS, ScheduleOptions
from pairing.roundrobin.quads import quad_sizes, rating_bands, split
from pairing.roundrobin.schedules import quads, quads_rounds
from pairing.roundrobin.tables import as_table, meetings
from tests.support.scheduled_events import field_of, next_boards, played, white_wins

EVERY_FIELD = range(4, 61)
LAST_GROUP = {0: 4, 1: 5, 2: 6, 3: 7}


@pytest.mark.parametrize("players", EVERY_FIELD)
def test_all_groups_have_four_but_the_last_which_has_four_to_seven(players):
    sizes = quad_sizes(players)
    assert sum(sizes) == players
    assert set(sizes[:-1]) <= {4}
    assert sizes[-1] == LAST_GROUP[players % 4]


@pytest.mark.parametrize("players", EVERY_FIELD)
def test_avoiding_seven_makes_five_and_six_wherever_there_are_eleven(players):
    sizes = quad_sizes(players, avoid_seven=True)
    assert sum(sizes) == players
    if players % 4 == 3 and players > 7:
        assert sizes[-2:] == (5, 6)
        assert set(sizes[:-2]) <= {4}
    else:
        assert sizes == quad_sizes(players)


@pytest.mark.parametrize("players", EVERY_FIELD)
def test_every_group_plays_its_own_round_robin(players):
    record = field_of(players, quads_rounds(field_of(players, 1), 1))
    schedule = quads(record)
    met = meetings(as_table(schedule.rounds))
    assert set(met.values()) == {1}
    assert len(met) == schedule.pairs
    group_of = {number: group.name for group in schedule.groups for number in group.numbers}
    assert all(group_of[one] == group_of[other] for one, other in met)
    games = Counter(number for pair in met for number in pair)
    for group in schedule.groups:
        assert {games[number] for number in group.numbers} == {len(group.numbers) - 1}


@pytest.mark.parametrize(("players", "rounds"), [(16, 3), (17, 5), (18, 5), (19, 7), (40, 3)])
def test_rounds_follow_the_largest_group(players, rounds):
    assert quads_rounds(field_of(players, 1), 1) == rounds


@pytest.mark.parametrize("players", [1, 2, 3])
def test_fewer_than_four_are_refused(players):
    with pytest.raises(RecordError) as caught:
        quad_sizes(players)
    assert caught.value.code == "schedule.size_out_of_range"


@pytest.mark.parametrize("rounds", [2, 4, 6])
def test_other_numbers_of_rounds_are_refused(rounds):
    with pytest.raises(RecordError) as caught:
        quads(field_of(8, rounds))
    assert (caught.value.code, caught.value.params) == (
        "schedule.rounds_impossible",
        {"rounds": rounds, "per_cycle": 3},
    )


def test_quads_are_played_once():
    with pytest.raises(RecordError) as caught:
        quads_rounds(field_of(8, 3), 2)
    assert caught.value.code == "schedule.one_cycle_only"


def test_groups_follow_the_order_of_the_list():
    groups = quads(field_of(9, 5)).groups
    assert [group.numbers for group in groups] == [(1, 2, 3, 4), (5, 6, 7, 8, 9)]
    assert [group.table for group in groups] == ["crenshaw-4", "berger"]


def test_announced_groups_take_the_place_of_the_list():
    options = ScheduleOptions(groups=((8, 1, 3, 5), (2, 4, 6, 7)))
    record = field_of(8, 3, schedule=options)
    assert next_boards(record, "quads") == ((8, 5), (1, 3), (2, 7), (4, 6))


def test_groups_that_leave_somebody_out_are_refused():
    options = ScheduleOptions(groups=((8, 1, 3, 5), (2, 4, 6, 6)))
    with pytest.raises(RecordError) as caught:
        quads(field_of(8, 3, schedule=options))
    assert (caught.value.code, caught.value.params) == ("groups.not_a_partition", {"missing": [7]})


@pytest.mark.parametrize("players", [5, 6, 7, 9, 10, 11])
def test_last_group_may_play_three_rounds_of_swiss(players):
    record = field_of(players, 3, schedule=ScheduleOptions(last_quad=LAST_QUAD_SWISS))
    finished = played(record, "quads", white_wins)
    last = set(range(players - LAST_GROUP[players % 4] + 1, players + 1))
    met = meetings(tuple(tuple(finished.boards(number)) for number in (1, 2, 3)))
    swiss = {pair: times for pair, times in met.items() if last & set(pair)}
    assert set(met.values()) == {1}
    assert all(set(pair) <= last for pair in swiss)
    assert len(swiss) == 3 * (len(last) // 2)
    rests = [white for number in (1, 2, 3) for white, black in finished.boards(number) if not black]
    assert len(rests) == len(set(rests)) == 3 * (len(last) % 2)
    assert set(rests) <= last


def test_swiss_of_the_last_group_is_announced():
    record = field_of(6, 3, schedule=ScheduleOptions(last_quad=LAST_QUAD_SWISS))
    assert quads(record).notices == (("schedule.last_group_swiss", {"group": "1", "players": 6}),)
    assert quads(record).groups[0].table == "swiss"


def test_split_takes_consecutive_members():
    assert split("abcdefghi", (4, 5)) == (("a", "b", "c", "d"), ("e", "f", "g", "h", "i"))


def test_rating_bands_are_sections_with_the_unrated_in_the_last():
    ratings = [2100, 1999, 2000, None, 1700, 1699, 1850]
    assert rating_bands(ratings, [2000, 1700]) == ((0, 2), (1, 4, 6), (3, 5))
    assert rating_bands(ratings, []) == ((0, 1, 2, 3, 4, 5, 6),)


@pytest.mark.parametrize("limits", [[1700, 2000], [1700, 1700]])
def test_limits_of_rating_bands_must_fall(limits):
    with pytest.raises(RecordError) as caught:
        rating_bands([2000], limits)
    assert caught.value.code == "quads.bands_not_falling"


def test_who_has_left_the_swiss_of_the_last_group_is_not_paired():
    options = ScheduleOptions(last_quad=LAST_QUAD_SWISS, withdrawn=(9,))
    record = played(field_of(9, 3, schedule=options), "quads", white_wins)
    cells = {person.number: person.cells for person in record.participants}
    assert {cell.opponent for cell in cells[9]} == {None}
    games = [cell.opponent for number in (5, 6, 7, 8) for cell in cells[number]]
    assert len(games) == 12
    assert set(games) == {5, 6, 7, 8}


def test_last_one_left_in_the_swiss_has_the_bye():
    options = ScheduleOptions(last_quad=LAST_QUAD_SWISS, withdrawn=(6, 7, 8, 9))
    assert next_boards(field_of(9, 3, schedule=options), "quads")[2:] == ((5, None),)


@pytest.mark.parametrize("drawn", [((1, 2, 3), (4, 5, 6, 7, 8)), ((1, 2, 3, 4, 5, 6, 7, 8),)])
def test_announced_groups_of_three_or_eight_are_no_quads(drawn):
    with pytest.raises(RecordError) as caught:
        quads(field_of(8, 5, schedule=ScheduleOptions(groups=drawn)))
    assert caught.value.code == "schedule.size_out_of_range"
    assert caught.value.params["what"] == "players of a quad"
