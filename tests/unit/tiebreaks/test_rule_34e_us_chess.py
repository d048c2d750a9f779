"""US Chess rule 34E on the worked five-round Swiss, and its own examples."""

from __future__ import annotations

import pytest

from tests.support.tiebreak_tables import S5, column, in_order, places, record_of

RECORD = record_of(S5)
CODES = ("USMM", "USSOL", "USMED", "USCUM", "USCOP", "USKAS", "USSB", "USBLK")
VALUES = """
11 12.5 7 11 40 14 8.00 2
12 13 8.5 13 42.5 16 9.50 3
12.5 14.5 8.5 11 42.5 14 9.75 2
10.5 10.5 7 11.5 34 12 7.00 2
5 8 5 5 28.5 12 3.75 2
10 10 6.5 5 29.5 10 3.50 2
10 14 8 6 40 9 3.25 3
9 14 9 8.5 39.5 12 6.25 2
1 4.5 1 1.5 15 2 0.00 1
8.5 12.5 7 4 31.5 8 1.50 3
7.5 11 7.5 4.5 32.5 8 3.25 2
0 3.5 0 5 11.5 1 0.00 0
11.5 15 9 7 42 9 4.25 3
4 6.5 4 6 20.5 9 4.00 2
8.5 12 7.5 7 36.5 11 3.50 3
10.5 12 6.5 10.5 39 15 6.75 2
"""
ROWS = [line.split() for line in VALUES.strip().splitlines()]


@pytest.mark.parametrize("code", CODES)
def test_us_34e_columns_of_the_five_round_swiss(code):
    printed = [float(row[CODES.index(code)]) for row in ROWS]
    assert [float(text or "nan") for text in in_order(column(RECORD, code))] == printed


def test_us_34e3_cumulative_takes_a_bye_off_again():
    record = record_of(
        """
        1 0 3.5  PAB 2w1 3w0 2b= 3b1
        2 0 3.5  3w1 1b0 PAB 1w= PAB
        3 0 2.5  2b0 PAB 1b1 HPB 1w0
        """
    )
    # Bye W L D W = 1 + 2 + 2 + 2.5 + 3.5 - 1.
    assert column(record, "USCUM")[1] == "10.0"


def test_us_34e1_two_scores_are_dropped_from_nine_rounds():
    rows = "\n".join(
        f"{number} 0 0 " + " ".join(f"{3 - number}{'wb'[number - 1]}=" for _ in range(9))
        for number in (1, 2)
    )
    record = record_of(rows)
    # Exactly half: two lowest and two highest of nine scores of 4.5.
    assert column(record, "USMM")[1] == "22.5"
    assert column(record, "USMED")[1] == "22.5"
    assert column(record, "USSOL")[1] == "40.5"


def test_us_34e5_difference_ranks_three_to_one_before_one_to_nothing():
    record = record_of(
        """
        1 0 3.0  2w1 2b1 2w1 2b0 ZPB ZPB
        2 0 3.0  1b0 1w0 1b0 1w1 FPB FPB
        3 0 3.0  4w1 FPB FPB ZPB ZPB ZPB
        4 0 3.0  3b0 FPB FPB FPB ZPB ZPB
        """
    )
    assert column(record, "USRTP") == {1: "2.0", 2: "-2.0", 3: "1.0", 4: "-1.0"}
    assert places(record, ["PTS", "USRTP"]) == [1, 3, 4, 2]


def test_us_34e10_and_34e11_ratings_of_the_opposition():
    record = record_of("1 1500 1.0 2w1 3b0 ZPB\n2 1700 0.5 1b0 ZPB 3w=\n3 1600 1.5 ZPB 1w1 2b=")
    assert column(record, "USAVG") == {1: "1650", 2: "1550", 3: "1600"}
    # Performances: 1: (2100 + 1200) / 2, 2: (1100 + 1600) / 2, 3: (1900 + 1700) / 2.
    assert column(record, "USOPR") == {1: "1575", 2: "1725", 3: "1500"}
