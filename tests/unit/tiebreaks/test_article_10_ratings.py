"""C.07 art. 10 on the worked five-round Swiss, unrated players, and the tables of B.02."""

from __future__ import annotations

import json

import pytest

from pairing.record import TournamentInfo
from tests.paths import RULES_DATA
from tests.support.tiebreak_tables import S5, column, in_order, record_of, unrated
from tiebreaks import Options, TiebreakError, standings
from tiebreaks.performance import expected_percent, lowest_rating_expecting
from tiebreaks.rating_tables import EXPECTED_PERCENT, PERFORMANCE_DIFFERENCE

RECORD = record_of(S5)
CODES = ("ARO", "ARO/C1", "ARO/C2", "ARO/M1", "TPR", "PTP", "APRO", "APPO")
VALUES = """
1820 1900 2000 1817 1969 2029 1789 1769
1880 1988 2067 1917 2120 2216 1856 1852
1940 2000 2050 1950 2089 2112 1904 1934
1888 1983 2150 1875 2081 2168 1772 1784
1690 1738 1783 1683 1690 1689 1719 1676
1813 1900 1975 1800 1813 1810 1846 1836
1760 1838 1950 1733 1611 1531 1869 1890
1730 1800 1883 1700 1730 1715 1915 1924
1975 2200 null null 1175 950 1805 1802
1880 1975 2033 1917 1640 1575 1717 1687
1863 2000 2050 1950 1776 1763 1840 1836
2050 null null null 1250 1250 2081 2168
1930 2025 2083 1967 1781 1744 1879 1909
1800 1900 1950 1850 1925 1942 1775 1756
1860 1963 2033 1883 1788 1768 1776 1767
1820 1900 1967 1817 1969 2013 1805 1799
"""
ROWS = [line.split() for line in VALUES.strip().splitlines()]


@pytest.mark.parametrize("code", CODES)
def test_c07_10_columns_of_the_five_round_swiss(code):
    printed = [row[CODES.index(code)] for row in ROWS]
    assert in_order(column(RECORD, code)) == [None if text == "null" else text for text in printed]


@pytest.mark.parametrize("code", ["ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"])
def test_c07_10_one_unrated_player_drops_the_tiebreak_with_a_notice(code):
    record = unrated(RECORD, 16)
    table = standings(record, ["PTS", code, "TPN/R"])
    assert {row.values[1].text for row in table.rows} == {None}
    (notice,) = table.notices
    assert notice.code == "tiebreak.unrated_participants"
    assert notice.params == {"tiebreak": code, "unrated": [16]}
    # It decides nothing: the next criterion does.
    without = standings(record, ["PTS", "TPN/R"])
    assert [row.number for row in table.rows] == [row.number for row in without.rows]


def test_c07_10_announced_rating_for_the_unrated():
    record = unrated(RECORD, 16)
    for values in (
        column(record, "ARO/U1400"),
        column(record, "ARO", options=Options(unrated=1400)),
        column(record, "ARO", options=Options(ratings={16: 1400})),
    ):
        assert [values[n] for n in (1, 2, 4, 12, 16)] == ["1820", "1870", "1888", "2050", "1820"]


@pytest.mark.parametrize(
    "options", [Options(unrated=0), Options(unrated=4000), Options(ratings={3: -1})]
)
def test_ratings_that_are_none_are_refused(options):
    with pytest.raises(TiebreakError) as caught:
        standings(RECORD, ["PTS"], options=options)
    assert caught.value.code == "standings.bad_rating"


def test_c07_10_forfeits_are_left_out_in_a_round_robin_too():
    record = record_of(
        "1 2000 1.5 2w+ 3w= ZPB\n2 1900 0.5 1b- ZPB 3b=\n3 1800 1.0 ZPB 1b= 2w=",
        info=TournamentInfo(kind="Round Robin"),
    )
    assert column(record, "ARO") == {1: "1800", 2: "1800", 3: "1950"}


def test_c07_10_2_and_10_3_every_game_won():
    record = record_of("1 2000 2.0 2w1 3b1\n2 1900 0.0 1b0 ZPB\n3 1700 0.0 ZPB 1w0")
    assert column(record, "TPR")[1] == "2600"
    assert column(record, "PTP")[1] == "2636"


def test_c07_10_3_lowest_rating_by_definition():
    opponents = [1750, 1900, 2200, 1450, 2100]
    for half_points in range(1, 11):
        rating = lowest_rating_expecting(opponents, half_points)
        enough = sum(expected_percent(rating - opponent) for opponent in opponents)
        before = sum(expected_percent(rating - 1 - opponent) for opponent in opponents)
        assert before < 50 * half_points <= enough


def test_c07_10_1_cut_in_the_rules_of_2022_takes_unplayed_rounds_first():
    assert column(RECORD, "ARO/C1/V0")[12] == "2050"
    assert column(RECORD, "ARO/C1/V0")[1] == "1900"


@pytest.mark.parametrize(
    ("difference", "percent"),
    [(0, 50), (3, 50), (4, 51), (120, 66), (391, 91), (735, 99), (736, 100), (800, 100)],
)
def test_b02_8_1_2_expected_score(difference, percent):
    assert EXPECTED_PERCENT[difference] == percent
    assert expected_percent(-difference) == 100 - percent


def test_b02_8_1_1_difference_is_antisymmetric_and_ends_at_800():
    assert len(PERFORMANCE_DIFFERENCE) == 101
    assert all(PERFORMANCE_DIFFERENCE[100 - p] == -PERFORMANCE_DIFFERENCE[p] for p in range(101))
    assert [PERFORMANCE_DIFFERENCE[p] for p in (50, 51, 70, 80, 99, 100)] == [
        0,
        7,
        149,
        240,
        677,
        800,
    ]


@pytest.mark.skipif(not RULES_DATA.exists(), reason="../shared is not here")
def test_b02_tables_agree_with_the_published_data():
    data = json.loads((RULES_DATA / "rating-tables.json").read_text())
    assert tuple(data["dp"]) == PERFORMANCE_DIFFERENCE
    for low, high, percent in data["pd_bands"]:
        last = 800 if high is None else high
        assert set(EXPECTED_PERCENT[low : last + 1]) == {percent}
