"""Groups: dealing them, their common schedule, their own records, and who qualifies."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pairing.draws import Draws
from pairing.errors import RecordError
from pairing.options import ScheduleOptions
from pairing.qualifiers import Qualifier
from pairing.record import check_record
from pairing.roundrobin.groups import Ranked, from_pots, group_record, qualifiers, snake
from pairing.roundrobin.schedules import groups, groups_rounds
from pairing.roundrobin.tables import as_table, meetings, with_long_runs
from tests.support.scheduled_events import field_of, mixed, next_boards, played
from tiebreaks import standings


def test_snake_goes_to_and_fro():
    assert snake(range(1, 17), 4).groups == (
        (1, 8, 9, 16),
        (2, 7, 10, 15),
        (3, 6, 11, 14),
        (4, 5, 12, 13),
    )


def test_snake_of_an_uneven_field_leaves_no_group_more_than_one_behind():
    assert snake(range(1, 11), 4).groups == ((1, 8, 9), (2, 7, 10), (3, 6), (4, 5))
    assert snake(range(1, 15), 4).groups == (
        (1, 8, 9),
        (2, 7, 10),
        (3, 6, 11, 14),
        (4, 5, 12, 13),
    )


def test_snake_keeps_club_mates_apart_by_the_smallest_move():
    # 7 would join 2 of the same club, and changes places with the neighbour in the row.
    draw = snake(range(1, 9), 4, {2: "Reds", 7: "Reds"})
    assert draw.notices == ()
    assert draw.groups == ((1, 8), (2, 6), (3, 7), (4, 5))


def test_snake_says_when_a_club_has_too_many():
    clubs = dict.fromkeys((1, 2, 3), "Reds")
    draw = snake(range(1, 7), 2, clubs)
    assert draw.notices == (("groups.club_twice", {"club": "Reds", "group": "B"}),)
    assert sorted(number for group in draw.groups for number in group) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("seed", range(30))
def test_pots_put_one_of_each_row_into_every_group(seed):
    draw = from_pots(range(1, 17), 4, Draws(random.Random(seed)))
    assert draw.notices == ()
    for group in draw.groups:
        assert [(number - 1) // 4 for number in group] == [0, 1, 2, 3]


def test_pots_every_opponent_comes_up_equally_often():
    seen = Counter(
        next(group for group in from_pots(range(1, 9), 4, Draws(random.Random(seed))).groups
             if 1 in group)[1]
        for seed in range(800)
    )  # fmt: skip
    assert set(seen) == {5, 6, 7, 8}
    assert min(seen.values()) > 140


@pytest.mark.parametrize("seed", range(30))
def test_pots_obey_the_limit_of_one_of_a_club_where_they_can(seed):
    clubs = {1: "Reds", 5: "Reds", 9: "Reds", 2: "Blues", 6: "Blues", 13: "Reds", 10: "Blues"}
    draw = from_pots(range(1, 17), 4, Draws(random.Random(seed)), clubs)
    assert draw.notices == ()
    for group in draw.groups:
        members = [clubs[number] for number in group if number in clubs]
        assert len(members) == len(set(members))


def test_same_seed_same_groups():
    def draw(seed):
        return from_pots(range(1, 13), 3, Draws(random.Random(seed)))

    assert draw(9) == draw(9)
    assert len({draw(seed).groups for seed in range(10)}) > 5


@pytest.mark.parametrize(("players", "count"), [(3, 2), (60, 27), (4, 0)])
def test_groups_that_cannot_be_are_refused(players, count):
    with pytest.raises(RecordError) as caught:
        snake(range(1, players + 1), count)
    assert caught.value.code == "schedule.size_out_of_range"


# ------------------------------------------------------------------------ schedule


def of_groups(players: int, count: int, cycles: int):
    drawn = snake(range(1, players + 1), count).groups
    record = field_of(players, 1, schedule=ScheduleOptions(groups=drawn))
    return field_of(players, groups_rounds(record, cycles), schedule=ScheduleOptions(groups=drawn))


def test_club_example_of_16_players_in_four_groups_of_four_double():
    record = of_groups(16, 4, 2)
    schedule = groups(record)
    assert record.rounds == 6
    assert sum(len(pairing.boards) for pairing in schedule.rounds) == 48
    assert [group.name for group in schedule.groups] == ["A", "B", "C", "D"]
    assert set(meetings(as_table(schedule.rounds)).values()) == {2}
    assert with_long_runs(as_table(schedule.rounds)) == []
    # One reason for all four groups, whose players 1 and 3 it concerns.
    ((code, params),) = schedule.notices
    assert code == "schedule.rounds_exchanged"
    assert params == {"rounds": ["2/3"], "players": [1, 9, 2, 10, 3, 11, 4, 12]}


def test_smaller_groups_finish_earlier():
    schedule = groups(of_groups(9, 2, 1))
    assert [len(pairing.boards) for pairing in schedule.rounds] == [5, 5, 5, 3, 3]
    assert [pairing.pab for pairing in schedule.rounds] == [1, 8, 4, 9, 5]


def test_rest_stands_behind_the_boards_of_all_groups():
    first = groups(of_groups(9, 2, 1)).rounds[0]
    assert [board.black is None for board in first.boards] == [False] * 4 + [True]


def test_groups_must_have_been_drawn():
    with pytest.raises(RecordError) as caught:
        next_boards(field_of(8, 3), "groups")
    assert caught.value.code == "groups.not_drawn"


def test_group_of_its_own_has_the_standings_of_the_group():
    record = played(of_groups(8, 2, 1), "groups", mixed)
    check_record(record)
    alone = group_record(record, (1, 4, 5, 8), 3)
    check_record(alone)
    assert [person.number for person in alone.participants] == [1, 4, 5, 8]
    table = standings(alone, ["PTS", "SB"])
    whole = standings(record, ["PTS"])
    points = {row.number: row.values[0].text for row in whole.rows}
    assert {row.number: row.values[0].text for row in table.rows} == {
        number: points[number] for number in (1, 4, 5, 8)
    }


def test_group_of_its_own_ends_with_its_last_round():
    record = played(of_groups(9, 2, 1), "groups", mixed)
    alone = group_record(record, groups(record).groups[1].numbers, 3)
    assert (alone.rounds, alone.completed) == (3, 3)
    assert {len(person.cells) for person in alone.participants} == {3}


def test_game_outside_the_group_is_refused():
    record = played(of_groups(8, 2, 1), "groups", mixed)
    with pytest.raises(RecordError) as caught:
        group_record(record, (1, 4, 5, 7), 3)
    assert caught.value.code == "groups.played_outside"
    assert caught.value.params["number"] == 1


def test_more_groups_than_letters_are_refused():
    drawn = tuple((number, number + 1) for number in range(1, 55, 2))
    with pytest.raises(RecordError) as caught:
        groups(field_of(54, 1, schedule=ScheduleOptions(groups=drawn)))
    assert (caught.value.code, caught.value.params["what"]) == (
        "schedule.size_out_of_range",
        "groups",
    )


# ---------------------------------------------------------------------- qualifiers


def test_first_two_of_each_group_qualify_with_what_compares_them():
    orders = [
        [Ranked(3, 25, (700,)), Ranked(1, 20, (500,)), Ranked(2, 15)],
        [Ranked(4, 30), Ranked(6, 15), Ranked(5, 15)],
    ]
    assert qualifiers(orders, 2) == (
        Qualifier(3, 1, "A", 3, 25, (700,)),
        Qualifier(1, 2, "A", 3, 20, (500,)),
        Qualifier(4, 1, "B", 3, 30, ()),
        Qualifier(6, 2, "B", 3, 15, ()),
    )


def test_declined_place_goes_to_the_next_of_the_group():
    orders = [[Ranked(3), Ranked(1), Ranked(2)], [Ranked(4), Ranked(6), Ranked(5)]]
    moved = qualifiers(orders, 2, declined={3})
    assert [(item.entrant, item.group, item.place) for item in moved] == [
        (1, "A", 1),
        (2, "A", 2),
        (4, "B", 1),
        (6, "B", 2),
    ]


def test_group_without_enough_to_qualify_is_refused():
    with pytest.raises(RecordError) as caught:
        qualifiers([[Ranked(1), Ranked(2)]], 2, declined=[2])
    assert (caught.value.code, caught.value.params) == (
        "groups.too_few_qualifiers",
        {"group": "A", "wanted": 2, "found": 1},
    )
