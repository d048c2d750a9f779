"""The working: contributions, cuts with their articles, other readings."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tests.support.tiebreak_tables import (
    AS_CHECKER,
    RR6,
    S5,
    golden_record,
    record_of,
    round_robin,
)
from tiebreaks import TiebreakError, explain, standings
from tiebreaks.export import working_data

RECORD = record_of(S5)


def working_of(number, code, record=RECORD, **rules):
    (working,) = explain(record, ["PTS", code], [number], **rules)
    return working.tie_breaks[1]


def lines(item):
    return [
        (line.round, line.opponent, line.adjusted, line.counted, line.reason, line.article)
        for line in item.contributions
    ]


def test_working_of_the_half_point_bye_with_its_cap_and_its_cut():
    item = working_of(4, "BH/C1")
    assert item.value == "11.5"
    assert lines(item) == [
        (1, 12, "3.0", "3.0", "opponent_adjusted", "16.3"),
        (2, None, "2.5", "2.5", "dummy_capped_by_draws", "16.4.2"),
        (3, 13, "1.5", "1.5", "opponent", "8.1"),
        (4, 3, "3.5", "3.5", "opponent", "8.1"),
        (5, 1, "3.5", "3.5", "opponent", "8.1"),
    ]
    cut = [(line.round, line.cut, line.cut_reason, line.cut_article) for line in item.contributions]
    assert cut == [
        (1, "", "", ""),
        (2, "low", "cut_voluntary_first", "16.5"),
        (3, "", "", ""),
        (4, "", "", ""),
        (5, "", "", ""),
    ]
    assert [line.voluntary for line in item.contributions] == [False, True, False, False, False]


def test_working_of_a_forfeit_win_is_capped_by_the_absent_opponent():
    assert lines(working_of(11, "BH"))[3] == (
        4,
        9,
        "1.5",
        "1.5",
        "dummy_capped_by_opponent",
        "16.4.1",
    )
    assert lines(working_of(11, "BH", edition="2024"))[3][4:] == ("dummy", "16.4")


def test_working_of_the_adjusted_score_names_the_drawn_byes():
    reasons = [line[4] for line in lines(working_of(12, "ABH"))]
    assert reasons == ["awarded"] * 3 + ["trailing_bye_as_draw"] * 2


def test_working_of_sonneborn_berger_shows_worth_and_product():
    item = working_of(4, "SB")
    assert [(line.adjusted, line.counted) for line in item.contributions] == [
        ("3.0", "3.00"),
        ("2.5", "1.25"),
        ("1.5", "1.50"),
        ("3.5", "1.75"),
        ("3.5", "1.75"),
    ]


def test_working_of_a_direct_encounter_shows_the_passes():
    (working,) = explain(golden_record("swiss9-26"), ["PTS", "DE"], [4])
    item = working.tie_breaks[1]
    assert item.value == "2"
    assert item.details["group"] == [1, 2, 4, 6]
    first, second = item.details["passes"]
    assert first["complete"] is True
    assert first["scores"] == {"1": "1.5", "2": "1.0", "4": "1.5", "6": "2.0"}
    assert first["result"] == [[6], [1, 4], [2]]
    assert second["result"] == [[1, 4]]


def test_working_of_averaged_meetings_in_a_double_round_robin():
    record = round_robin("1 0 1.5 2w1 2b= ZPB\n2 0 1.5 1b0 1w= FPB\n3 0 0.0 ZPB ZPB ZPB")
    (working,) = explain(record, ["PTS", "DE"], [1])
    item = working.tie_breaks[1]
    assert {line.reason for line in item.contributions} == {"encounter_averaged"}
    assert item.details["passes"][0]["scores"] == {"1": "0.75", "2": "0.25"}


def test_working_of_the_performance_rating():
    assert working_of(2, "TPR").details == {"average": 1880, "percent": 80, "difference": 240}


def test_working_of_koya_names_the_limit():
    item = working_of(3, "KS")
    assert item.details == {"limit": "2.5", "games": 5}
    assert {line.reason for line in item.contributions} == {"reached_limit"}


@pytest.mark.parametrize(
    ("record", "number", "code", "value", "reading", "article", "other"),
    [
        (
            golden_record("amb_sbc1"),
            1,
            "SB/C1",
            "5.00",
            "cut_lowest_voluntary_contribution",
            "16.5.1",
            "5.25",
        ),
        (record_of(S5, rounds=9), 4, "BH", "14.0", "cap_by_scheduled_rounds", "16.4.2", "15.0"),
        (RECORD, 12, "BH", "11.5", "dummy_has_adjusted_score", "16.4", "13.0"),
        (RECORD, 5, "KS", "1.0", "koya_by_adjusted_score", "9.2", None),
        (
            record_of("1 0 0.0 2w0\n2 0 0.0 1b0"),
            1,
            "STD",
            "0.0",
            "standard_points_by_comparison",
            "7.7",
            "0.5",
        ),
        (round_robin(RR6), 6, "WON", "0", "forfeit_wins_are_games", "15.2", "1"),
    ],
)
def test_c07_17_1_working_says_what_the_other_reading_gives(
    record, number, code, value, reading, article, other
):
    item = working_of(number, code, record)
    assert item.value == value
    found = {entry.reading: (entry.article, entry.value) for entry in item.other_readings}
    assert found.get(reading) == (None if other is None else (article, other))


def test_c07_17_1_extended_encounter_restarted_by_the_letter():
    record = golden_record("team14-26")
    (working,) = explain(record, ["MPTS", "EDE"], [1])
    item = working.tie_breaks[1]
    assert item.value == "3"
    assert [(entry.reading, entry.value) for entry in item.other_readings] == [
        ("restart_extended_encounter", "2")
    ]


SUMS = ["BH", "BH/C1", "BH/C2", "BH/M1", "FB/C1", "SB", "SB/C2", "PS/C1", "KS", "USMM", "USSB"]
COUNTS = ["WIN", "WON", "BPG", "BWG", "REP", "STD", "VUR", "USKAS", "USCUM"]


def test_values_are_the_sums_of_what_the_working_keeps():
    order = ["PTS", *SUMS, *COUNTS]
    table = standings(RECORD, order)
    printed = {row.number: [value.text for value in row.values] for row in table.rows}
    for working in explain(RECORD, order):
        for item, text in zip(working.tie_breaks, printed[working.number], strict=True):
            kept = sum(Fraction(line.counted) for line in item.contributions if not line.cut)
            assert (item.value, Fraction(item.value)) == (text, kept)


def test_working_is_plain_json_data_for_every_tiebreak():
    codes = [
        "DE",
        "WIN",
        "PS",
        "BH/C1",
        "AOB",
        "FB",
        "SB",
        "KS",
        "ARO",
        "TPR",
        "PTP",
        "APRO",
        "APPO",
        "RTNG",
        "TPN",
        "USRTP",
        "USOPR",
    ]
    (working,) = explain(RECORD, ["PTS", *codes], [9])
    data = json.loads(json.dumps(working_data(working)))
    assert data["number"] == 9
    assert [item["code"] for item in data["tie_breaks"]] == ["PTS", *codes]


def test_working_of_all_team_tiebreaks():
    codes = ["EDEBT", "TBR", "BBE", "BC", "SSSC", "EMGSB/C1", "MPvGP", "BH:GP", "STD:GP", "KS:GP"]
    record = golden_record("team14-26")
    table = standings(record, ["MPTS", *codes])
    printed = {row.number: [value.text for value in row.values] for row in table.rows}
    for working in explain(record, ["MPTS", *codes]):
        assert [item.value for item in working.tie_breaks] == printed[working.number]
        json.dumps(working_data(working))


def test_dropped_tiebreaks_have_no_working():
    item = working_of(1, "BH", round_robin(RR6))
    assert (item.value, item.contributions, item.other_readings) == (None, (), ())
    computed = working_of(1, "BH", round_robin(RR6), options=AS_CHECKER)
    assert computed.value == "11.5"


def test_unknown_participant_is_refused():
    with pytest.raises(TiebreakError) as caught:
        explain(RECORD, ["PTS"], [17])
    assert (caught.value.code, caught.value.params) == (
        "standings.unknown_participant",
        {"number": 17},
    )


def test_working_of_a_large_group_lists_only_the_own_figures():
    rows = [
        row for n in range(1, 70, 2) for row in (f"{n} 0 0.5 {n + 1}w=", f"{n + 1} 0 0.5 {n}b=")
    ]
    (working,) = explain(record_of("\n".join(rows)), ["PTS", "DE"], [1])
    details = working.tie_breaks[1].details
    assert (details["size"], details["group"]) == (70, [1])
    (only,) = details["passes"]
    assert (only["scores"], only["possible"], only["result"]) == ({"1": "0.5"}, {"1": "68.5"}, [])
