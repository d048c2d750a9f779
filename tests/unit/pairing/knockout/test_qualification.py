"""Section 8: from a Swiss or from groups into the bracket."""

import random
from itertools import combinations

import pytest

from pairing.draws import Draws
from pairing.knockout.draw import NOBODY, Entrant, Policy, draw_bracket
from pairing.knockout.qualification import (
    CROSSINGS,
    cross_groups,
    cut_swiss,
    rank_qualifiers,
    settle_cut,
)
from pairing.knockout.settings import Settings
from pairing.knockout.setup import knockout_of
from pairing.knockout.state import resolve
from pairing.qualifiers import Qualifier
from pairing.roundrobin.groups import Ranked, qualifiers
from tests.support.knockouts import first_round, refused


def standings(*rows):
    """``(entrant, place, points)`` as a Swiss hands them over."""
    return [Qualifier(entrant, place, points=points) for entrant, place, points in rows]


CLEAR = standings((7, 1, 45), (3, 2, 40), (9, 3, 40), (1, 4, 35), (5, 5, 35), (2, 6, 30))


# ------------------------------------------------------------------------------ Swiss


def test_the_first_four_of_a_swiss_are_seeded_by_their_places():
    cut = cut_swiss(CLEAR, 4)
    assert (cut.qualified, cut.play_off) == ((7, 3, 9, 1), ())
    draw = draw_bracket([Entrant(number) for number in cut.qualified], Policy.SEEDED)
    knockout = knockout_of(Settings(), draw)
    assert first_round(knockout) == [(1, 7), (3, 9)]


def test_the_next_one_moves_up_for_whoever_declines_and_all_are_seeded_anew():
    assert cut_swiss(CLEAR, 4, declined=[3]).qualified == (7, 9, 1, 5)
    assert cut_swiss(CLEAR, 4, declined=[7, 1]).qualified == (3, 9, 5, 2)
    with refused("qualification.too_few", available=3, places=4):
        cut_swiss(CLEAR, 4, declined=[7, 1, 2])


def test_the_order_of_the_rows_does_not_matter():
    assert cut_swiss(CLEAR[::-1], 4).qualified == (7, 3, 9, 1)


def test_equal_points_at_the_cut_call_for_the_play_off_if_that_was_announced():
    cut = cut_swiss(CLEAR, 4, by_play_off=True)
    assert (cut.qualified, cut.play_off, cut.places_left) == ((7, 3, 9), (1, 5), 1)
    assert settle_cut(cut, [5, 1]) == (7, 3, 9, 5)
    with refused("qualification.play_off_order", expected=[1, 5], found=[5, 2]):
        settle_cut(cut, [5, 2])
    assert cut_swiss(CLEAR, 3, by_play_off=True).qualified == (7, 3, 9)


def test_a_place_that_tie_breaks_left_shared_calls_for_a_play_off_too():
    shared = standings((7, 1, 45), (3, 2, 40), (9, 3, 35), (1, 3, 35), (5, 3, 35))
    cut = cut_swiss(shared, 4)
    assert (cut.qualified, cut.play_off, cut.places_left) == ((7, 3), (9, 1, 5), 2)
    assert settle_cut(cut, (5, 9, 1)) == (7, 3, 5, 9)
    assert cut_swiss(shared, 5).qualified == (7, 3, 9, 1, 5)


@pytest.mark.parametrize("places", [-1, 0, 1])
def test_a_cut_leaves_at_least_two(places):
    with refused("knockout.field_size", players=places, smallest=2, largest=512):
        cut_swiss(CLEAR, places)


# ----------------------------------------------------------------------------- groups


def grouped(groups, each, size=4, points=None):
    """Qualifiers ``each`` of every group, numbered group by group: A1, A2, ... are 11, 12 ..."""
    orders = [
        [
            Ranked(10 * (group + 1) + place, (points or {}).get(10 * (group + 1) + place, 0))
            for place in range(1, size + 1)
        ]
        for group in range(groups)
    ]
    return qualifiers(orders, each)


@pytest.mark.parametrize(
    ("groups", "each", "matches"),
    [
        (2, 2, [(11, 22), (12, 21)]),
        (2, 4, [(11, 24), (13, 22), (14, 21), (12, 23)]),
        (4, 1, [(11, 31), (21, 41)]),
        (4, 2, [(11, 22), (31, 42), (12, 21), (32, 41)]),
        (
            8,
            2,
            [
                *((11, 22), (31, 42), (51, 62), (71, 82)),
                *((12, 21), (32, 41), (52, 61), (72, 81)),
            ],
        ),
    ],
)
def test_crossings_of_the_usual_groups(groups, each, matches):
    draw = cross_groups(grouped(groups, each))
    slots = [tuple(sorted(draw.slots[start : start + 2])) for start in range(0, len(draw.slots), 2)]
    assert slots == matches
    assert draw.policy is Policy.CROSSED
    knockout_of(Settings(), draw)


def meeting_round(draw, one, other):
    """Round in which two can meet first."""
    first, second = draw.slots.index(one), draw.slots.index(other)
    return (first ^ second).bit_length()


@pytest.mark.parametrize(("groups", "each"), list(CROSSINGS))
def test_group_mates_are_apart_as_long_as_announced(groups, each):
    draw = cross_groups(grouped(groups, each))
    final = len(draw.slots).bit_length() - 1
    for group in range(1, groups + 1):
        for one, other in combinations(range(1, each + 1), 2):
            found = meeting_round(draw, 10 * group + one, 10 * group + other)
            semi_final = (one, other) in ((1, 3), (2, 4))
            assert found == (final - 1 if semi_final else final), (one, other)


def test_four_winners_are_drawn_by_lot_if_that_was_announced():
    seen = {
        frozenset(frozenset(draw.slots[start : start + 2]) for start in (0, 2))
        for draw in (cross_groups(grouped(4, 1), seed, by_lot=True) for seed in range(30))
    }
    assert len(seen) == 3
    assert cross_groups(grouped(4, 1), 3, by_lot=True) == cross_groups(
        grouped(4, 1), 3, by_lot=True
    )


def test_other_numbers_are_seeded_by_merit_winners_first():
    points = {11: 60, 21: 55, 31: 50, 12: 45, 22: 40, 32: 50}
    draw = cross_groups(grouped(3, 2, points=points))
    assert draw.order == (11, 21, 31, 32, 12, 22)
    # Seeds 1 and 2 have the byes; 4-5 is 32-12, and 3-6 is 31-22.
    assert draw.slots == (11, NOBODY, 12, 32, 31, 22, NOBODY, 21)


def test_a_group_mate_in_round_1_is_exchanged_with_the_nearest_seed():
    points = {11: 60, 21: 55, 31: 50, 12: 45, 22: 40, 32: 30}
    draw = cross_groups(grouped(3, 2, points=points))
    assert draw.order == (11, 21, 31, 12, 22, 32)
    # 31 would meet 32: the weaker one changes with the nearest seed, 22.
    assert draw.slots == (11, NOBODY, 32, 12, 31, 22, NOBODY, 21)


@pytest.mark.parametrize("groups", [3, 4, 5, 6, 7, 8, 12, 16])
@pytest.mark.parametrize("each", [1, 2, 3])
def test_no_group_mates_meet_in_round_1(groups, each):
    for seed in range(20):
        random_points = random.Random(seed)
        points = {
            10 * group + place: random_points.randrange(0, 60, 5)
            for group in range(1, groups + 1)
            for place in range(1, 5)
        }
        draw = cross_groups(grouped(groups, each, points=points), seed)
        assert sorted(filter(None, draw.slots)) == sorted(draw.order)
        for start in range(0, len(draw.slots), 2):
            one, other = draw.slots[start : start + 2]
            assert (one, other) != (NOBODY, NOBODY)
            assert NOBODY in (one, other) or one // 10 != other // 10
        count = len(draw.slots) - len(draw.order)
        with_bye = {draw.slots[slot ^ 1] for slot, x in enumerate(draw.slots) if x == NOBODY}
        assert with_bye == set(draw.order[:count])


def test_points_of_unequal_groups_are_not_compared():
    members = [
        Qualifier(1, 1, "A", 4, points=10),
        Qualifier(2, 1, "B", 5, points=40),
        Qualifier(3, 2, "A", 4, points=5),
    ]
    orders = {
        tuple(q.entrant for q in rank_qualifiers(members, Draws(random.Random(seed))))
        for seed in range(20)
    }
    assert orders == {(1, 2, 3), (2, 1, 3)}
    equal = [Qualifier(1, 1, "A", 4, 10, (3,)), Qualifier(2, 1, "B", 4, 10, (4,))]
    assert [q.entrant for q in rank_qualifiers(equal, Draws(random.Random(1)))] == [2, 1]


def test_qualifiers_are_checked():
    with refused("qualification.places_invalid", group="A", place=1):
        cross_groups([Qualifier(1, 2, "A", 4), Qualifier(2, 1, "B", 4)])
    with refused("draw.entrants_invalid", entrants=[1, 1]):
        cross_groups([Qualifier(1, 1, "A", 4), Qualifier(1, 1, "B", 4)])
    with refused("knockout.field_size", players=1):
        cross_groups([Qualifier(1, 1, "A", 4)])


def test_sixteen_players_in_four_groups_play_51_games():
    """48 games of double round robins, two semi-finals and the final."""
    state = resolve(knockout_of(Settings(), cross_groups(grouped(4, 1))))
    assert 4 * 12 + len(state.matches) == 51
