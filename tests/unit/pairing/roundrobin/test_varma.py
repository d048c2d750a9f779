"""Varma tables (C.05 Annex 2) and the other ways to give starting numbers."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest

from pairing.errors import RecordError
from pairing.record import Participant
from pairing.roundrobin.berger import berger
from pairing.roundrobin.numbering import by_lot, by_rating
from pairing.roundrobin.varma import GROUPS, LETTERS, groups_of, varma
from tests.paths import GOLDEN

PUBLISHED = json.loads((GOLDEN / "roundrobin" / "varma.json").read_text())


def people(federations: str) -> list[Participant]:
    return [
        Participant(number, f"Player {number:02}", federation=federation)
        for number, federation in enumerate(federations.split(), start=1)
    ]


def last_three_rounds(size: int) -> set[frozenset[int]]:
    return {frozenset(board) for boards in berger(size)[-3:] for board in boards}


def test_c05_annex_2_groups_are_the_published_ones_with_the_corrected_row():
    published = {
        int(size): tuple(tuple(group) for group in groups)
        for size, groups in PUBLISHED["tables"].items()
    }
    assert published == GROUPS


@pytest.mark.parametrize("size", range(9, 25))
def test_c05_annex_2_groups_divide_the_numbers(size):
    numbers = [number for group in groups_of(size) for number in group]
    assert sorted(numbers) == list(range(1, size + 1))


@pytest.mark.parametrize("size", range(9, 25))
def test_c05_annex_2_nobody_of_a_group_meets_another_of_it_in_the_last_three_rounds(size):
    late = last_three_rounds(size)
    together = [
        pair for group in groups_of(size) for pair in combinations(group, 2)
        if frozenset(pair) in late
    ]  # fmt: skip
    assert together == []


def test_c05_annex_2_row_as_printed_in_some_copies_lets_6_meet_12_in_the_last_round():
    late = last_three_rounds(12)
    together = [
        pair
        for group in PUBLISHED["published_12"]
        for pair in combinations(group, 2)
        if frozenset(pair) in late
    ]
    assert together == [(6, 12)]
    assert {6, 12} in [set(board) for board in berger(12)[-1]]


@pytest.mark.parametrize("seed", range(25))
def test_c05_annex_2_a_federation_gets_numbers_of_one_group(seed):
    draw = varma(people("NOR NOR NOR NOR ESP ESP ESP GER GER FRA ITA SWE"), seed)
    assert draw.method == "varma"
    assert sorted(draw.order) == list(range(1, 13))
    assert draw.notices == ()
    groups = {}
    for step in draw.log:
        groups.setdefault(step["federation"], set()).add(step["group"])
    assert {len(groups[code]) for code in ("NOR", "ESP", "GER")} == {1}
    # Only A has four numbers.
    assert groups["NOR"] == {"A"}
    for step in draw.log:
        assert draw.number_of(step["entrant"]) == step["number"]
        assert step["number"] in GROUPS[12][LETTERS.index(step["group"])]


def test_c05_annex_2_larger_federations_draw_first_equal_ones_by_code_single_ones_last():
    draw = varma(people("SWE GER GER ESP ESP ITA NOR NOR NOR FRA"), 1)
    order = [step["federation"] for step in draw.log]
    assert order == ["NOR"] * 3 + ["ESP"] * 2 + ["GER"] * 2 + ["FRA", "ITA", "SWE"]
    assert [step["entrant"] for step in draw.log[:3]] == [7, 8, 9]


def test_players_without_a_federation_draw_alone():
    draw = varma([Participant(number, f"Player {number:02}") for number in range(1, 12)], 3)
    assert draw.method == "varma"
    assert sorted(draw.order) == list(range(1, 12))
    assert len(draw.log) == 11


def test_same_seed_same_numbers_other_seed_others():
    field = people("NOR NOR NOR ESP ESP GER GER FRA ITA SWE")
    assert varma(field, 4) == varma(field, 4)
    assert len({varma(field, seed).order for seed in range(10)}) > 5


@pytest.mark.parametrize("size", [8, 25])
def test_size_without_a_table_is_said_and_drawn_freely(size):
    draw = varma(people(" ".join(["NOR"] * 3 + ["ESP"] * (size - 3))), 2)
    assert draw.method == "lot"
    assert sorted(draw.order) == list(range(1, size + 1))
    assert draw.notices == (("varma.no_table", {"players": size, "smallest": 9, "largest": 24}),)


def test_federation_larger_than_every_group_is_said_and_drawn_freely():
    draw = varma(people("NOR NOR NOR NOR NOR ESP ESP GER GER FRA ITA SWE"), 2)
    assert draw.method == "lot"
    assert draw.notices == (
        ("varma.federation_too_large", {"federation": "NOR", "players": 5, "largest": 4}),
    )


def test_contingent_without_a_group_of_its_own_uses_up_the_fullest_then_the_next():
    # A has four numbers, B and C three, D two: each contingent finds its group.
    draw = varma(people("AAA AAA AAA AAA BBB BBB BBB CCC CCC CCC DDD DDD"), 0)
    assert draw.notices == ()
    # Four threes take A, B and C; one number of A and two of D are left.
    draw = varma(people("AAA AAA AAA BBB BBB BBB CCC CCC CCC DDD DDD DDD"), 0)
    ((code, params),) = draw.notices
    assert (code, params["players"]) == ("varma.group_too_small", 3)
    last = [step["group"] for step in draw.log if step["federation"] == params["federation"]]
    assert len(last) == 3
    assert len(set(last)) == 2


def test_by_lot_everybody_draws_in_the_order_of_the_list():
    draw = by_lot([4, 7, 9, 2], 11)
    assert (draw.method, draw.seed) == ("lot", 11)
    assert [step["entrant"] for step in draw.log] == [4, 7, 9, 2]
    assert sorted(step["number"] for step in draw.log) == [1, 2, 3, 4]
    assert [draw.number_of(step["entrant"]) for step in draw.log] == [
        step["number"] for step in draw.log
    ]
    assert by_lot([4, 7, 9, 2], 11) == draw


def test_by_lot_every_order_comes_up():
    counts = Counter(by_lot([1, 2, 3], seed).order for seed in range(600))
    assert len(counts) == 6
    assert min(counts.values()) > 60


def test_by_rating_equals_keep_the_order_of_the_list_and_the_unrated_follow():
    ratings = [1900, None, 2100, 1900, 2000]
    field = [Participant(number, rating=rating) for number, rating in enumerate(ratings, start=1)]
    assert by_rating(field).order == (3, 5, 1, 4, 2)


def test_somebody_who_did_not_draw_has_no_number():
    with pytest.raises(RecordError) as caught:
        by_lot([1, 2], 0).number_of(3)
    assert caught.value.code == "record.unknown_participant"
