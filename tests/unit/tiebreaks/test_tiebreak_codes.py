"""Codes and modifiers: what is understood, and why the rest is refused."""

from __future__ import annotations

from datetime import date

import pytest

from tiebreaks import TiebreakError, catalogue, edition_of, parse_code, parse_order
from tiebreaks.engine import METHODS
from tiebreaks.registry import DEFINITIONS

SECTION_18 = [
    "PTS",
    "MPTS",
    "GPTS",
    "DE",
    "WIN",
    "WON",
    "BPG",
    "BWG",
    "PS",
    "REP",
    "STD",
    "TPN",
    "BH",
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
    "BC",
    "TBR",
    "BBE",
    "MPvGP",
    "EMMSB",
    "EMGSB",
    "EGMSB",
    "EGGSB",
    "EDE",
    "EDEC",
    "EDET",
    "EDEB",
    "EDEBT",
    "EDEBB",
    "SSSC",
    "VUR",
    "ABH",
    "AFB",
]


def test_every_code_of_the_table_is_known_and_can_be_computed():
    assert set(SECTION_18) <= set(DEFINITIONS)
    assert set(METHODS) == set(DEFINITIONS)
    assert [item.code for item in catalogue()][:4] == ["PTS", "MPTS", "GPTS", "DE"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bh/c1", "BH/C1"),
        (" BH/C1 ", "BH/C1"),
        ("GE", "REP"),
        ("ARPO", "APRO"),
        ("SNO", "TPN"),
        ("mpvgp", "MPvGP"),
        ("ESB:MG/C1", "EMGSB/C1"),
        ("PTS:GP", "GPTS"),
        ("BH:MP/C1/P", "BH:MP/C1/P"),
        ("BH:MP/P/C1", "BH:MP/C1/P"),
        ("BH/V2024/C01", "BH/C1/V1"),
        ("ARO/U0900/M2", "ARO/M2/U900"),
        ("KS/L040", "KS/L40"),
        ("KS/L00", "KS/L0"),
        ("KS/L+01", "KS/L+1"),
        ("KS/L-00.5", "KS/L-0.5"),
        ("OTHER_PLAYOFF", "OTHER_PLAYOFF"),
    ],
)
def test_text_becomes_the_canonical_code(text, code):
    assert parse_code(text).code == code


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("BH/C2", {"low": 2, "high": 0}),
        ("BH/M1", {"low": 1, "high": 1}),
        ("BH/P", {"forfeits_played": True}),
        ("BH/N", {"ignore_voluntary": True}),
        ("BH/V1", {"edition": "2024"}),
        ("BH/V2026", {"edition": "2026"}),
        ("BH/V0", {"edition": "self"}),
        ("DE/S", {"as_swiss": True}),
        ("AOB/F", {"fore": True}),
        ("SSSC/K5", {"divisor": 5}),
        ("ARO/U1400", {"unrated": 1400}),
        ("KS/L40", {"percent": 40, "offset": 0}),
        ("KS/L+1", {"percent": 50, "offset": 5}),
        ("KS/L-3", {"percent": 50, "offset": -15}),
        ("KS/L+1.5", {"percent": 50, "offset": 15}),
        ("TPN", {"descending": False}),
        ("TPN/R", {"descending": True}),
        ("RTNG/R", {"descending": False}),
        ("WIN:GP", {"score": "GP"}),
    ],
)
def test_modifiers_are_read(text, attributes):
    criterion = parse_code(text)
    assert {name: getattr(criterion, name) for name in attributes} == attributes


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("XYZ", "tiebreak.unknown", {"similar": []}),
        ("BH-C1", "tiebreak.unknown", {"similar": ["BH"]}),
        ("AOR", "tiebreak.unknown", {"similar": []}),
        ("", "tiebreak.unknown", {"similar": []}),
        ("BH/C1P", "tiebreak.modifier_argument", {"modifier": "C1P"}),
        ("BH/C", "tiebreak.modifier_argument", {"modifier": "C"}),
        ("BH/C0", "tiebreak.modifier_argument", {"modifier": "C0"}),
        ("BH/C²", "tiebreak.modifier_argument", {"modifier": "C²"}),
        ("BH/", "tiebreak.unknown_modifier", {"modifier": ""}),
        ("BH/Q1", "tiebreak.unknown_modifier", {"modifier": "Q1"}),
        ("SB/D", "tiebreak.unknown_modifier", {"modifier": "D"}),
        ("SSSC/X", "tiebreak.unknown_modifier", {"modifier": "X"}),
        ("BH/1", "tiebreak.unknown_modifier", {"modifier": "1"}),
        ("BH/P1", "tiebreak.modifier_argument", {"modifier": "P1"}),
        ("BH/V3", "tiebreak.modifier_argument", {"modifier": "V3"}),
        ("KS/L", "tiebreak.modifier_argument", {"modifier": "L"}),
        ("KS/L101", "tiebreak.modifier_argument", {"modifier": "L101"}),
        ("KS/L+", "tiebreak.modifier_argument", {"modifier": "L+"}),
        ("SB/M1", "tiebreak.modifier_not_applicable", {"modifier": "M1"}),
        ("AOB/C1", "tiebreak.modifier_not_applicable", {"modifier": "C1"}),
        ("WIN/C1", "tiebreak.modifier_not_applicable", {"modifier": "C1"}),
        ("PTS/R", "tiebreak.modifier_not_applicable", {"modifier": "R"}),
        ("DE/R", "tiebreak.modifier_not_applicable", {"modifier": "R"}),
        ("OTHER_X/R", "tiebreak.modifier_not_applicable", {"modifier": "R"}),
        ("BH/C1/C2", "tiebreak.modifier_repeated", {"modifier": "C"}),
        ("BH/C1/M1", "tiebreak.modifiers_conflict", {"modifiers": ["C", "M"]}),
        ("BPG:MP", "tiebreak.score_not_applicable", {"score": "MP"}),
        ("BH:XX", "tiebreak.score_not_applicable", {"score": "XX"}),
        ("BH:", "tiebreak.score_not_applicable", {"score": ""}),
    ],
)
def test_unknown_and_impossible_codes_are_refused_with_the_reason(text, code, params):
    with pytest.raises(TiebreakError) as caught:
        parse_code(text)
    assert caught.value.code == code
    assert caught.value.params["tiebreak"] == text
    assert {name: caught.value.params[name] for name in params} == params


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BH/C1P", "/C1 … /C99"),
        ("ARO/M0", "/M1 … /M99"),
        ("SSSC/K", "/K1 … /K999"),
        ("BH/P1", "/P"),
        ("BH/V3", "/V0, /V1, /V2"),
        ("KS/L101", "/L+1, /L-1.5, /L40"),
    ],
)
def test_a_modifier_that_is_wrong_says_how_it_is_written(text, expected):
    with pytest.raises(TiebreakError) as caught:
        parse_code(text)
    assert caught.value.params["expected"] == expected
    for each in expected.replace(" … ", ", ").split(", "):
        assert parse_code(text.split("/")[0] + each)


def test_trf26_202_points_come_first_where_the_list_names_none():
    assert [c.code for c in parse_order(["BH", "SB"])] == ["PTS", "BH", "SB"]
    assert [c.code for c in parse_order(["EDE"], teams=True)] == ["MPTS", "EDE"]
    assert [c.code for c in parse_order([])] == ["PTS"]
    assert [c.code for c in parse_order(["WIN", "PTS"])] == ["WIN", "PTS"]


@pytest.mark.parametrize("code", ["BH", "FB/C1", "AOB", "BH/S"])
def test_c07_8_note_buchholz_cannot_be_announced_for_a_round_robin(code):
    with pytest.raises(TiebreakError) as caught:
        parse_order(["PTS", "SB", code], round_robin=True)
    assert caught.value.code == "tiebreak.not_in_round_robin"
    assert caught.value.params == {"tiebreak": code, "article": "8"}
    assert [c.code for c in parse_order(["SB", "DE", "KS"], round_robin=True)] == [
        "PTS",
        "SB",
        "DE",
        "KS",
    ]


@pytest.mark.parametrize(
    ("start", "edition"),
    [
        (None, "2026"),
        (date(2026, 3, 1), "2026"),
        (date(2026, 2, 28), "2024"),
        (date(2023, 9, 1), "2024"),
        (date(2023, 8, 31), "virtual"),
    ],
)
def test_edition_is_that_of_the_start_of_the_event(start, edition):
    assert edition_of(start) == edition


@pytest.mark.parametrize(
    ("order", "teams", "code"),
    [
        (["PTS", "EDE"], False, "tiebreak.teams_only"),
        (["PTS", "BH:MP"], False, "tiebreak.score_not_applicable"),
        (["MPTS", "ARO"], True, "tiebreak.individuals_only"),
        (["MPTS", "USMM"], True, "tiebreak.individuals_only"),
        (["PTS", "BH", "bh"], False, "tiebreak.repeated"),
        (["PTS", "GE", "REP"], False, "tiebreak.repeated"),
        (["PTS", "BH/C1/P", "BH/P/C01"], False, "tiebreak.repeated"),
    ],
)
def test_lists_that_do_not_fit_the_event_are_refused(order, teams, code):
    with pytest.raises(TiebreakError) as caught:
        parse_order(order, teams=teams)
    assert caught.value.code == code
