"""C.07 art. 7: own results, on the worked five-round Swiss and with other point systems."""

from __future__ import annotations

import pytest

from pairing.record import AbnormalPoints
from pairing.scoring import THREE_ONE_ZERO, Outcome, PointSystem
from tests.support.tiebreak_tables import S5, column, in_order, places, record_of
from tiebreaks import standings

RECORD = record_of(S5)
COLUMNS = {
    "WIN": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    "WON": "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3",
    "BPG": "2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2",
    "BWG": "1 1 1 1 0 1 0 0 0 1 0 0 1 1 1 1",
    "REP": "5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5",
    "VUR": "0 0 0 1 0 0 0 0 2 0 0 2 0 2 0 0",
    "PS": "11.0 13.0 11.0 11.5 5.0 6.0 6.0 8.5 2.5 4.0 5.5 7.0 7.0 6.0 7.0 10.5",
    "PS/C1": "10.0 12.0 10.5 10.5 5.0 6.0 5.0 8.0 2.5 4.0 5.0 7.0 6.0 5.0 7.0 10.0",
    "KS": "1.0 2.0 3.5 1.0 1.0 1.0 0.5 0.5 0.0 0.0 0.5 0.0 1.5 1.0 1.0 1.5",
    "KS/L-2": "3.5 3.0 3.5 3.0 1.5 1.0 1.5 2.5 0.0 1.0 2.5 1.0 1.5 2.0 1.0 3.5",
    "TPN": "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
}


@pytest.mark.parametrize("code", COLUMNS)
def test_c07_article_7_and_9_2_columns_of_the_five_round_swiss(code):
    assert in_order(column(RECORD, code)) == COLUMNS[code].split()


def test_c07_7_7_standard_points_equal_points_where_a_win_is_one():
    assert column(RECORD, "STD") == column(RECORD, "PTS")


def test_c07_7_7_standard_points_with_three_points_for_a_win():
    record = record_of(S5, points=THREE_ONE_ZERO)
    assert column(record, "PTS")[2] == "11.0"
    assert column(record, "STD") == column(RECORD, "PTS")


def test_c07_7_5_progressive_scores_of_the_guide():
    table = """
        1 0 3.0  3w1 4w1 3b1 4b0 3w1
        2 0 4.0  4b0 3w1 4w1 3b1 4b1
        3 0 0.0  1b0 2b0 1w0 2w0 1b0
        4 0 2.0  2w1 1b0 2b0 1w1 2w0
    """
    values = column(record_of(table), "PS")
    assert (values[1], values[2]) == ("13.0", "10.0")


def test_c07_7_6_rounds_elected_count_a_cheap_pairing_allocated_bye():
    half = record_of(S5, points=PointSystem(pairing_allocated_bye=5))
    assert column(half, "PTS")[6] == "2.5"
    assert column(half, "REP")[6] == "5"
    assert column(half, "WIN")[6] == "2"


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (["PTS", "TPN"], [1, 2, 3]),
        (["PTS", "TPN/R"], [3, 2, 1]),
        (["PTS", "RTNG"], [3, 1, 2]),
        (["PTS", "RTNG/R"], [2, 1, 3]),
    ],
)
def test_c07_r_reverses_the_direction(order, expected):
    record = record_of("1 1900 1.0 2w=\n2 1800 1.0 1b=\n3 2000 0.5 HPB")
    assert places(record, order) == expected


def test_c07_9_2_koya_limit_by_half_points_points_and_percent():
    # The limit of the five-round Swiss is 2.5 points: -2 half points and -1.0 points are 1.5.
    assert column(RECORD, "KS/L-2") == column(RECORD, "KS/L-1.0") == column(RECORD, "KS/L30")
    assert column(RECORD, "KS/L50") == column(RECORD, "KS")
    assert column(RECORD, "KS/L0") == column(
        record_of(S5.replace("PAB", "ZPB").replace("HPB", "ZPB")), "PTS"
    )


def test_trf26_299_bonus_counts_in_points_and_deviating_results_in_their_round():
    record = record_of(
        S5,
        abnormal_points=(
            AbnormalPoints(None, -5, numbers=(1,)),
            AbnormalPoints(Outcome.FORFEIT_WIN, 5, round=4, numbers=(11,)),
        ),
    )
    points = column(record, "PTS")
    assert (points[1], points[11], points[12]) == ("3.0", "2.0", "2.0")
    # The penalty is no game: his own products stay, his opponents beat a player with 3.0.
    assert column(record, "SB")[1] == column(RECORD, "SB")[1] == "8.00"
    assert (column(RECORD, "SB")[2], column(record, "SB")[2]) == ("9.50", "9.25")


def test_c07_7_3_games_with_black_are_not_counted_where_a_colour_is_not_known():
    known = record_of(S5.replace("11w-", "11-").replace("9b+", "9+"))
    assert in_order(column(known, "BPG")) == COLUMNS["BPG"].split()
    record = record_of(S5.replace("9w1", "91").replace("1b0  10w0", "10  10w0"))
    table = standings(record, ["PTS", "BPG", "BWG", "USBLK", "WIN"])
    assert {row.values[place].text for row in table.rows for place in (1, 2, 3)} == {None}
    assert in_order(column(record, "WIN")) == COLUMNS["WIN"].split()
    assert [(notice.code, notice.params) for notice in table.notices] == [
        ("tiebreak.colours_unknown", {"tiebreak": code}) for code in ("BPG", "BWG", "USBLK")
    ]
