"""C.07 art. 6: direct encounter with missing, repeated and forfeited meetings."""

from __future__ import annotations

import pytest

from tests.support.tiebreak_tables import S5, column, golden_record, record_of, round_robin


def test_c07_6_2_complete_group_is_split_and_its_parts_looked_at_again():
    record = golden_record("swiss9-26")
    values = column(record, "DE")
    assert {n: values[n] for n in (6, 1, 4, 2)} == {6: "1", 1: "2", 4: "2", 2: "4"}
    assert {values[n] for n in values if n not in (6, 1, 4, 2)} == {"0"}


def test_c07_6_3_leader_beyond_reach_is_set_apart_though_not_all_have_met():
    values = column(golden_record("swiss-50"), "DE")
    assert (values[6], values[2], values[5]) == ("1", "2", "2")


def test_c07_6_1_1_forfeits_are_no_meetings_unless_the_regulations_say_so():
    record = golden_record("swiss-74")
    plain, played = column(record, "DE"), column(record, "DE/P")
    assert [plain[n] for n in (1, 7, 14)] == ["1", "2", "2"]
    assert [played[n] for n in (1, 7, 14)] == ["1", "3", "2"]


def test_c07_6_3_nobody_is_separated_while_a_rival_could_still_pass():
    values = column(record_of(S5), "DE")
    assert [values[n] for n in (1, 3, 4, 16)] == ["0", "0", "0", "0"]


def test_c07_6_3_being_reached_is_not_being_ahead():
    # 1 beat 2; 3 met neither, and a win against each would give two points to one.
    record = record_of(
        """
        1 0 1.0  2w1 ZPB ZPB
        2 0 1.0  1b0 4w1 ZPB
        3 0 1.0  ZPB ZPB 4w1
        4 0 0.0  ZPB 2b0 3b0
        """
    )
    assert column(record, "DE") == {1: "0", 2: "0", 3: "0", 4: "0"}


DOUBLE_SPLIT = """
1 2380 3.5  4w1 2w1 3b1 4b0 2b0 3w=
2 2360 3.5  3w0 1b0 4w1 3b1 1w1 4b=
3 2340 2.0  2b1 4b0 1w0 2w0 4w= 1b=
4 2320 3.0  1b0 3w1 2b0 1w1 3b= 2w=
"""


def test_c07_6_1_2_repeated_meetings_count_their_mean():
    values = column(round_robin(DOUBLE_SPLIT), "DE")
    assert (values[1], values[2]) == ("0", "0")


def test_c07_6_1_2_three_meetings_in_a_swiss_count_their_mean():
    # Against 2, player 1 made 1 of 3: 1/3, and 1 against 3.  By sums 2 would be ahead.
    record = record_of(
        """
        1 0 2.5  2w1 2b0 2w0 3w1 ZPB HPB ZPB
        2 0 2.5  1b0 1w1 1b1 ZPB 3w= ZPB ZPB
        3 0 2.5  ZPB ZPB ZPB 1b0 2b= FPB FPB
        """
    )
    assert column(record, "DE") == {1: "1", 2: "2", 3: "3"}


@pytest.mark.parametrize(
    ("code", "first", "second"), [("DE", "1", "2"), ("DE/S", "0", "0"), ("DE/P", "1", "2")]
)
def test_c07_15_2_forfeits_are_meetings_in_a_round_robin(code, first, second):
    record = round_robin(
        """
        1 0 2.0  2w+ 3w1 4b0
        2 0 2.0  1b- 4b1 3w1
        3 0 0.5  4w= 1b0 2b0
        4 0 1.5  3b= 2w0 1w1
        """
    )
    values = column(record, code)
    assert (values[1], values[2]) == (first, second)
