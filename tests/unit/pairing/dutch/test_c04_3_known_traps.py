"""Where programs go wrong: decided by the articles, not by another program's defects."""

from dataclasses import replace

import pytest

from pairing.colours import Strength, preference
from pairing.errors import NoLegalPairing, RecordError
from pairing.record import ProhibitedPairing, VirtualPoints
from pairing.scoring import Colour, PointSystem
from pairing.swiss.acceleration import baku_group_size, baku_points
from pairing.swiss.dutch.engine import open_round, pair_round
from pairing.swiss.dutch.state import DOWN, UP
from tests.support.records import boards, record, start


def state_of(position):
    return open_round(position).state


def by_number(state, column):
    return {number: getattr(state, column)[at] for at, number in enumerate(state.number)}


@pytest.mark.parametrize(
    ("history", "wanted", "strength"),
    [
        ("", None, Strength.NONE),
        ("W", Colour.BLACK, Strength.STRONG),
        ("WB", Colour.WHITE, Strength.MILD),
        ("WW", Colour.BLACK, Strength.ABSOLUTE),
        ("WBB", Colour.WHITE, Strength.ABSOLUTE),
        ("BBWBB", Colour.WHITE, Strength.ABSOLUTE),
        ("WWWBB", Colour.WHITE, Strength.ABSOLUTE),
        ("WWWWBB", Colour.BLACK, Strength.ABSOLUTE),
        ("WBWBW", Colour.BLACK, Strength.STRONG),
    ],
)
def test_c04_3_1_7_preference(history, wanted, strength):
    assert preference(history) == (wanted, strength)


def test_c04_3_1_4_3_a_bye_of_small_value_still_gives_a_downfloat():
    worthless = PointSystem(pairing_allocated_bye=0)
    position = record("3w1\nZ\n1b0\nZ\nU", rounds=4, points=worthless)
    assert by_number(state_of(position), "float1") == {1: 0, 2: 0, 3: 0, 4: 0, 5: DOWN}


def test_c04_3_1_4_floats_of_unplayed_rounds():
    position = record(
        """
        2w1 6w+
        1b0 H
        4w- Z
        3b+ U
        F   Z
        7w= 1b-
        6b= Z
        """,
        rounds=5,
    )
    latest = by_number(state_of(position), "float1")
    assert latest == {1: DOWN, 2: DOWN, 3: 0, 4: DOWN, 5: 0, 6: 0, 7: 0}
    earlier = by_number(state_of(position), "float2")
    assert earlier == {1: 0, 2: 0, 3: 0, 4: DOWN, 5: DOWN, 6: 0, 7: 0}


def test_c04_3_1_4_2_floats_follow_the_pairing_scores_of_their_time():
    position = record("3w1 2b=\n4b1 1w=\n1b0 4w1\n2w0 3b0", rounds=6)
    accelerated = replace(position, virtual_points=(VirtualPoints(10, 2, 2, 1, 1),))
    assert by_number(state_of(position), "float1") == {1: 0, 2: 0, 3: 0, 4: 0}
    assert by_number(state_of(accelerated), "float1") == {1: DOWN, 2: UP, 3: 0, 4: 0}


def test_c04_1_4_who_may_not_have_the_bye():
    position = record("2w+\n1b-\nU\nF\nH\nZ\n8w1\n7b0", rounds=4)
    assert by_number(state_of(position), "pab_eligible") == {
        1: False,
        2: True,
        3: False,
        4: False,
        5: True,
        6: True,
        7: True,
        8: True,
    }


def test_c04_2_3_5_a_forfeited_pairing_may_be_made_again_and_gave_no_colour():
    position = record("2w+\n1b-", rounds=2)
    assert boards(pair_round(position)) == [(1, 2)]
    assert state_of(position).history == ["", ""]


@pytest.mark.parametrize(
    ("players", "size"), [(5, 4), (6, 4), (7, 4), (8, 4), (9, 6), (10, 6), (161, 82)]
)
def test_c04_7_1_2_group_a(players, size):
    assert baku_group_size(players) == size


def test_c04_7_1_4_rounds():
    points = [
        [baku_points(rounds, number, 10) for number in range(1, rounds + 1)]
        for rounds in (9, 11, 4)
    ]
    assert points == [
        [10, 10, 10, 5, 5, 0, 0, 0, 0],
        [10, 10, 10, 5, 5, 5, 0, 0, 0, 0, 0],
        [10, 5, 0, 0],
    ]


def test_c04_7_1_3_late_entries_join_by_their_place():
    # Eight started, 1 to 4 in group A; number 2 and 6 came later, so A ends with number 5.
    position = replace(start(10, rounds=9, baku=True), baku_last_number=5)
    assert by_number(state_of(position), "score") == {
        **dict.fromkeys(range(1, 6), 10),
        **dict.fromkeys(range(6, 11), 0),
    }


def test_c04_7_1_5_board_order_is_by_pairing_score():
    position = record(
        "5w0\n6b1\n7w1\n8b=\n1b1\n2w0\n3b0\n4w=",
        rounds=9,
        virtual_points=(VirtualPoints(10, 1, 3, 1, 4),),
    )
    order = boards(pair_round(position))
    scores = by_number(state_of(position), "score")
    tops = [max(scores[white], scores[black]) for white, black in order]
    assert tops == sorted(tops, reverse=True)
    assert {*order[0]} == {2, 3}


def test_c04_3_5_2_5_parity_counts_only_those_who_have_arrived():
    # Number 2 has not arrived, so 3 is the second of the list and gets Black.
    position = record("Z\nZ\nZ\nZ\nZ", rounds=5, absent="2")
    assert boards(pair_round(position)) == [(1, 4), (5, 3)]


def test_c04_3_1_9_3_who_blocks_whom():
    everybody_met = record("2w1 3b1 4w1\n1b0 4w= 3b=\n4w1 1w0 2w=\n3b0 2b= 1b0", rounds=5)
    with pytest.raises(NoLegalPairing) as caught:
        pair_round(everybody_met)
    assert caught.value.code == "pairing.no_legal_pairing"
    assert caught.value.params == {
        "round": 4,
        "players": 4,
        "groups": [[1], [2], [3], [4]],
        "bridges": [],
        "refused": [
            {"players": [1, 3], "reason": "C1"},
            {"players": [1, 2], "reason": "C1"},
            {"players": [1, 4], "reason": "C1"},
            {"players": [2, 3], "reason": "C1"},
            {"players": [3, 4], "reason": "C1"},
            {"players": [2, 4], "reason": "C1"},
        ],
    }


def test_c04_3_1_9_3_players_who_need_the_same_opponent():
    # 2, 3 and 4 may only meet 1, and there is no fifth player to help.
    club = ProhibitedPairing((2, 3, 4), label="Rook Street")
    with pytest.raises(NoLegalPairing) as caught:
        pair_round(start(4, rounds=3, prohibited=(club,)))
    assert caught.value.params["groups"] == [[2], [3], [4]]
    assert caught.value.params["bridges"] == [1]
    assert {item["reason"] for item in caught.value.params["refused"]} == {"prohibited"}


def test_c04_1_4_nobody_gets_a_second_bye():
    position = record("U   3w1\n3w1 U\n2b0 1b0", rounds=5)
    apart = (ProhibitedPairing((1, 2)),)
    assert boards(pair_round(replace(position, prohibited=()))) == [(2, 1), (3, 0)]
    with pytest.raises(NoLegalPairing):
        pair_round(replace(position, prohibited=apart))


def test_a_soft_prohibition_holds_while_a_pairing_exists_and_is_reported_when_it_gives_way():
    mates = ProhibitedPairing((1, 3), soft=True, label="Rook Street")
    kept = pair_round(start(4, rounds=3, prohibited=(mates,)))
    assert boards(kept) == [(1, 4), (3, 2)]
    assert kept.notices == ()
    family = ProhibitedPairing((2, 3, 4), soft=True, label="Bishop Lane")
    given_up = pair_round(start(4, rounds=3, prohibited=(mates, family)))
    assert sorted(sorted(board) for board in boards(given_up)) == [[1, 4], [2, 3]]
    assert given_up.notices == (
        ("prohibition.gave_way", {"label": "Bishop Lane", "pairs": [[2, 3]]}),
    )


def test_results_missing_are_named():
    position = record("3w1\n4b?\n1b0\n2w?", rounds=5)
    with pytest.raises(RecordError) as caught:
        pair_round(position)
    assert caught.value.code == "round.results_missing"
    assert caught.value.params == {"boards": [{"round": 1, "players": [2, 4]}]}


def test_c04_2_3_1_an_adjourned_game_counts_as_a_draw():
    position = record("3w1\n4bX\n1b0\n2wX", rounds=5)
    assert by_number(state_of(position), "score") == {1: 10, 2: 5, 4: 5, 3: 0}


@pytest.mark.parametrize(
    ("position", "code"),
    [
        (record("2w1\n1b0", rounds=1), "round.none_left"),
        (record("2w1\n1b0", rounds=3, absent="1 2"), "round.no_active_players"),
        (record("2w1\n1b0", rounds=3, absent="1"), "round.no_active_players"),
        (replace(start(4, rounds=3), edition="1987"), "edition.unknown"),
    ],
)
def test_nothing_to_pair(position, code):
    with pytest.raises(RecordError) as caught:
        pair_round(position)
    assert caught.value.code == code
