"""Cases from the life of arbiters (D13 is with the round robins)."""

from __future__ import annotations

import pytest

from pairing.record import TournamentInfo
from tests.support.tiebreak_tables import column, in_order, places, record_of

D1 = record_of(
    """
    1 0 3.5  6w1 HPB 3b1 2w1
    2 0 3.0  7b1 3w1 4b1 1b0
    3 0 2.0  8w1 2b0 1w0 6b1
    4 0 2.5  5b1 7w1 2w0 8b=
    5 0 2.0  4w0 8b1 6w= 7b=
    6 0 1.5  1b0 PAB 5b= 3w0
    7 0 1.5  2w0 4b0 8w1 5w=
    8 0 0.5  3b0 5w0 7b0 4w=
    """
)
D2 = record_of(
    """
    1 0 3.0  7b0 3w1 8b1 9w1 6b0
    2 0 3.0  9w1 7b0 4b0 5w1 8b1
    3 0 2.5  PAB 1b0 9b0 6w= 5w1
    4 0 4.5  5w= 6b1 2w1 8w1 9w1
    5 0 1.5  4b= 9w= 6w= 2b0 3b0
    6 0 2.0  8b0 4w0 5b= 3b= 1w1
    7 0 2.0  1w1 2w1 ZPB ZPB ZPB
    8 0 1.0  6w1 ZPB 1w0 4b0 2w0
    9 0 1.5  2b0 5b= 3w1 1b0 4b0
    """
)
D3 = record_of(
    """
    1 0 3.5  2w1 3b1 4w= 7w1
    2 0 1.5  1b0 4w0 6w= PAB
    3 0 2.0  8b1 1w0 PAB ZPB
    4 0 2.5  5w1 2b1 1b= 5b-
    5 0 3.0  4b0 7w1 9w1 4w+
    6 0 2.5  7w1 8w1 2b= 9b0
    7 0 0.0  6b0 5b0 8w0 1b0
    8 0 1.5  3w0 6b0 7b1 HPB
    9 0 2.5  HPB PAB 5b0 6w1
    """
)
D4 = record_of(
    """
    1 0 3.0  5w1 8w+ 4w= 2b- 3b=
    2 0 4.0  4w1 3b0 7b1 1w+ 6w1
    3 0 4.0  6w1 2w1 8b= 7b1 1w=
    4 0 1.0  2b0 6b0 1b= 5w= 7w0
    5 0 1.5  1b0 7w0 6w0 4b= 8w1
    6 0 3.0  3b0 4w1 5b1 8b1 2b0
    7 0 3.0  8w1 5b1 2w0 3w0 4b1
    8 0 0.5  7b0 1b- 3w= 6w0 5b0
    """
)


def test_d1_c07_16_4_2_and_16_5_1_own_half_point_bye():
    assert in_order(column(D1, "BH")) == ["8.5", "9.5", "8.5", "7.0", "6.0", "9.0", "8.0", "8.0"]
    assert in_order(column(D1, "BH/C1")) == [
        "6.5",
        "8.0",
        "8.0",
        "6.5",
        "5.5",
        "7.5",
        "7.5",
        "6.5",
    ]
    assert column(D1, "SB")[1] == "7.50"


def test_d2_c07_16_2_5_opponent_who_withdraws_is_worth_draws_for_the_rest():
    buchholz, cut = column(D2, "BH"), column(D2, "BH/C1")
    assert (buchholz[1], buchholz[2], buchholz[7]) == ("10.5", "12.0", "12.0")
    assert (cut[1], cut[2], cut[7]) == ("9.5", "11.0", "10.0")
    assert (column(D2, "PTS")[7], column(D2, "ABH")[7], column(D2, "ABH")[8]) == (
        "2.0",
        "3.5",
        "1.0",
    )


def test_d3_c07_16_2_last_round_not_played_by_opponents():
    assert in_order(column(D3, "BH")) == [
        "6.5",
        "10.0",
        "9.0",
        "10.5",
        "7.5",
        "5.5",
        "10.5",
        "6.5",
        "9.5",
    ]


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("BH", "10.0"),
        ("BH/C1", "7.0"),
        ("SB", "4.50"),
        ("WON", "1"),
        ("WIN", "2"),
        ("REP", "4"),
        ("BPG", "1"),
    ],
)
def test_d4_c07_16_4_1_forfeits_are_unplayed_rounds(code, value):
    assert column(D4, code)[1] == value


D5A = """
1 0 3.5  4w1 2w1 3b1 4b0 2b0 3w=
2 0 3.5  3w0 1b0 4w1 3b1 1w1 4b=
3 0 2.0  2b1 4b0 1w0 2w0 4w= 1b=
4 0 3.0  1b0 3w1 2b0 1w1 3b= 2w=
"""
D5B = """
1 0 3.5  4w1 2w= 3b0 4b1 2b1 3w0
2 0 3.5  3w1 1b= 4w0 3b1 1w0 4b1
3 0 3.0  2b0 4b0 1w1 2w0 4w1 1b1
4 0 2.0  1b0 3w1 2b1 1w0 3b0 2w0
"""
DOUBLE = TournamentInfo(kind="Double Round Robin")


@pytest.mark.parametrize(
    ("table", "order", "direct", "products"),
    [
        pytest.param(D5A, [2, 1, 4, 3], ("0", "0"), ("9.50", "10.00"), id="a split of the games"),
        pytest.param(D5B, [1, 2, 3, 4], ("1", "2"), ("9.25", "9.75"), id="a win and a draw"),
    ],
)
def test_d5_c07_6_1_2_direct_encounter_over_two_games(table, order, direct, products):
    record = record_of(table, info=DOUBLE)
    assert places(record, ["PTS", "DE", "SB"]) == order
    encounter, berger = column(record, "DE"), column(record, "SB")
    assert (encounter[1], encounter[2]) == direct
    assert (berger[1], berger[2]) == products
