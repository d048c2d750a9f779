"""C.07 art. 8, 9 and 14-16 on the worked five-round Swiss: every value, both editions."""

from __future__ import annotations

import re

import pytest

from tests.support.tiebreak_tables import S5, column, golden_record, in_order, record_of
from tiebreaks import edition_of, standings

RECORD = record_of(S5)

# Values of 2026, those of 2024 in brackets where different.
CODES = ("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "AOB", "FB", "FB/C1", "SB", "SB/C1")
VALUES = """
12.5 | 11.0 | 9.5 | 7.0 | 2.0 | 12.40(12.60) | 13.5 | 12.0 | 8.00 | 7.25
13.0 | 12.0 | 10.5 | 8.5 | 3.5 | 13.60 | 13.5 | 12.0 | 9.50 | 8.50
15.5 | 13.0 | 10.5 | 9.0 | 3.0 | 12.90(13.40) | 15.0 | 13.0 | 10.50 | 9.25
14.0(15.0) | 11.5 | 10.0 | 8.0 | 3.0 | 13.38 | 14.5(15.5) | 12.0 | 9.25(9.75) | 7.75(8.00)
8.5 | 7.5 | 6.0 | 5.0 | 1.5 | 13.20(13.40) | 10.0 | 8.5 | 4.25 | 3.25
11.5(12.0) | 10.5(11.0) | 8.5(9.0) | 7.0(7.5) | 2.5 | 13.25 | 12.0 | 10.5 | 6.00(6.50) | 5.00(5.50)
14.5 | 12.5 | 10.0 | 8.5 | 2.5 | 11.70(11.90) | 13.5 | 11.5 | 3.25 | 1.25
13.5 | 12.0 | 10.0 | 8.5 | 3.0 | 12.90(13.00) | 12.5 | 11.0 | 5.25 | 3.75
9.0 | 7.5 | 6.0 | 4.0 | 1.0 | 12.75 | 9.5 | 8.0 | 2.25 | 2.25
13.0 | 11.5 | 9.5 | 7.5 | 2.5 | 10.80(10.90) | 12.5 | 11.0 | 1.50 | 0.00
12.5(13.5) | 11.0(12.0) | 9.5 | 7.5(8.5) | 2.5 | 12.75 | 12.0(12.5) | 10.5 | 4.75(5.75) | 3.25(4.25)
11.5 | 9.5 | 7.5 | 6.0 | 2.0 | 14.00(15.00) | 11.0(11.5) | 9.0(9.5) | 4.00 | 4.00
14.0 | 12.0 | 9.5 | 8.5 | 2.5 | 11.90(12.10) | 13.5 | 12.0 | 4.25 | 4.25
11.0 | 9.0 | 7.0 | 6.0 | 1.5 | 13.00(13.17) | 10.5 | 9.0 | 4.50 | 3.00
12.0 | 11.0 | 9.5 | 7.5 | 2.5 | 12.20 | 12.0 | 10.5 | 3.50 | 2.50
12.5 | 11.0 | 9.0 | 7.0 | 2.5 | 13.10(13.30) | 13.5 | 11.5 | 7.25 | 5.75
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in VALUES.strip().splitlines()]


def printed(code: str, edition: str) -> list[str]:
    """The printed column of one edition."""
    texts = []
    for row in ROWS:
        new, old = re.fullmatch(r"([^(]+)(?:\((\S+)\))?", row[CODES.index(code)]).groups()
        texts.append(old if edition == "2024" and old else new)
    return texts


@pytest.mark.parametrize("edition", ["2026", "2024"])
@pytest.mark.parametrize("code", CODES)
def test_c07_section_14_values_of_the_five_round_swiss(code, edition):
    assert in_order(column(RECORD, code, edition=edition)) == printed(code, edition)


@pytest.mark.parametrize("name", ["BH", "SB"])
def test_c07_v_modifier_takes_one_criterion_by_the_older_edition(name):
    assert in_order(column(RECORD, f"{name}/V1")) == printed(name, "2024")
    assert in_order(column(RECORD, f"{name}/V2", edition="2024")) == printed(name, "2026")


def test_c07_16_3_2_trailing_zero_point_byes_of_opponents_are_draws():
    adjusted = column(RECORD, "ABH")
    points = column(RECORD, "PTS")
    assert {n for n in points if adjusted[n] != points[n]} == {12}
    assert (points[12], adjusted[12]) == ("2.0", "3.0")


def test_c07_16_3_forfeit_loss_inside_the_trailing_block_stays_nothing():
    # Rounds 1 0 Z + Z -: 1 + 0 + 0 + 1, then half a point for the bye, nothing for the forfeit.
    record = record_of(
        """
        1 2000 2.0  2w1 3w0 ZPB 4w+ ZPB 2w-
        2 1900 0.0  1b0 ZPB ZPB ZPB ZPB 1b+
        3 1800 0.0  ZPB 1b1 ZPB ZPB ZPB ZPB
        4 1700 0.0  ZPB ZPB ZPB 1b- ZPB ZPB
        """
    )
    assert column(record, "ABH")[1] == "2.5"


def test_c07_16_3_who_never_appeared_is_worth_a_draw_a_round():
    record = record_of(
        """
        1 2000 5.0  2w1 2b1 2w1 2b1 2w1
        2 1900 0.0  1b0 1w0 1b0 1w0 1b0
        3 1800 0.0  ZPB ZPB ZPB ZPB ZPB
        """
    )
    assert column(record, "ABH")[3] == "2.5"


def test_c07_16_4_1_forfeit_win_is_worth_no_more_than_the_absent_opponent():
    assert column(RECORD, "BH")[11] == "12.5"
    assert column(RECORD, "BH", edition="2024")[11] == "13.5"


def test_c07_16_5_voluntary_rounds_are_cut_before_lower_scores():
    assert column(RECORD, "BH/C1")[4] == "11.5"
    assert column(RECORD, "BH/C1/N")[4] == "12.5"


def test_c07_8_1_p_counts_forfeits_as_played():
    plain, played = column(RECORD, "BH"), column(RECORD, "BH/P")
    assert {n: played[n] for n in played if played[n] != plain[n]} == {9: "10.0", 14: "12.0"}


def test_c07_8_3_fore_buchholz_before_the_last_round_is_buchholz():
    record = record_of(S5, rounds=9)
    assert column(record, "FB") == column(record, "BH")
    assert column(record, "BH")[1] == "12.5"


def test_c07_8_2_average_of_fore_buchholz_2024():
    averages = column(RECORD, "AOB/F", edition="2024")
    assert (averages[1], averages[2], averages[3]) == ("12.80", "13.60", "13.20")


def test_c07_16_4_2_cap_of_a_half_point_bye():
    # 4.5 of 5 with a half-point bye in round 3; opponents worth 3, 3.5, 2, 2.5.
    record = golden_record("seed003_cap_2026")
    (one,) = [row.number for row in standings(record, ["PTS"]).rows if row.rank == 1]
    assert column(record, "PTS")[one] == "4.5"
    assert column(record, "BH")[one] == "13.5"
    assert column(record, "BH", edition="2024")[one] == "15.5"
    assert column(record, "BH/C1")[one] == column(record, "BH/C1", edition="2024")[one] == "11.0"
    assert column(record, "SB")[one] == "12.25"
    assert column(record, "SB/C1")[one] == "10.25"


def test_c07_16_5_1_voluntary_round_with_the_lowest_opponent_goes():
    record = golden_record("amb_sbc1")
    assert column(record, "SB")[1] == "6.25"
    assert column(record, "SB/C1")[1] == "5.00"


@pytest.mark.parametrize(("name", "buchholz"), [("ffe_2025", "14.0"), ("ffe_2026", "13.5")])
def test_c07_16_4_1_slides_of_a_federation(name, buchholz):
    record = golden_record(name)
    edition = edition_of(record.info.start)
    values = column(record, "BH", edition=edition)
    assert (values[4], values[8], values[11], values[14]) == (buchholz, "11.0", "11.5", "10.0")
    cut = column(record, "BH/C1", edition=edition)
    assert (cut[11], cut[14]) == ("10.0", "9.5")
    progressive = column(record, "PS")
    assert (progressive[1], progressive[2]) == ("12.5", "11.0")


def test_c07_virtual_opponent_of_the_rules_before_september_2023():
    buchholz = column(RECORD, "BH", edition="virtual")
    assert {n: buchholz[n] for n in (4, 6, 11, 12, 14)} == {
        4: "13.5",
        6: "11.0",
        11: "12.0",
        12: "13.5",
        14: "12.0",
    }
    assert column(RECORD, "BH/C1", edition="virtual")[4] == "12.0"
    assert column(RECORD, "SB", edition="virtual")[4] == "8.50"
    adjusted = column(RECORD, "ABH", edition="virtual")
    assert {n: adjusted[n] for n in (6, 11, 12, 14, 9)} == {
        6: "2.5",
        11: "2.0",
        12: "2.0",
        14: "3.0",
        9: "1.5",
    }


def test_c07_edition_self_of_july_2022_takes_the_own_score_and_draws_trailing_rounds():
    # 12 is worth 3.0 (two trailing byes), a trailing forfeit loss would be a draw as well.
    assert column(RECORD, "BH", edition="self")[4] == "15.0"
    record = record_of(
        """
        1 2000 1.0  2w1 2b-
        2 1900 1.0  1b0 1w+
        """
    )
    assert column(record, "ABH", edition="self") == {1: "1.5", 2: "1.0"}
    assert column(record, "ABH", edition="2026") == {1: "1.0", 2: "1.0"}


@pytest.mark.parametrize(
    ("own", "unplayed", "others", "rounds", "old", "new"),
    [
        pytest.param(7.0, "ZPB", 50.0, 10, 57.0, 55.0, id="7 of 10, zero-point bye in round 4"),
        pytest.param(9.5, "4.5", 64.5, 10, 74.0, 69.0, id="9.5 of 10, forfeit win against 4.5"),
    ],
)
def test_c07_16_4_sums_printed_in_the_arbiters_manual(own, unplayed, others, rounds, old, new):
    """The dummy alone: the printed sums of the other opponents are given."""
    from pairing.scoring import Outcome
    from tiebreaks.field import NOBODY, Field, Sheet
    from tiebreaks.tables import Tables
    from tiebreaks.unplayed import opponents_worth

    opponent = NOBODY if unplayed == "ZPB" else 1
    rival = 0 if unplayed == "ZPB" else int(float(unplayed) * 10)
    points = [[0] * (rounds - 1) + [int(own * 10)], [0] * (rounds - 1) + [rival]]
    sheet = Sheet(10, 5, points, [int(own * 10), rival], [[False] * rounds] * 2, [0, 0])
    field = Field(
        numbers=[1, 2],
        names=["", ""],
        rounds=rounds,
        scheduled=rounds,
        predetermined=False,
        opponent=[[opponent] + [NOBODY] * (rounds - 1), [NOBODY] * rounds],
        outcome=[[Outcome.FORFEIT_WIN] * rounds] * 2,
        played=[[False] * rounds] * 2,
        voluntary=[[False] * rounds] * 2,
        black=[[False] * rounds] * 2,
        sheets={"PTS": sheet},
        primary="PTS",
        ratings=[None, None],
    )
    for edition, expected in (("2024", old), ("2026", new)):
        worth = opponents_worth(Tables(field, edition), "", False, False)[0][0][2]
        assert others * 10 + worth == expected * 10
