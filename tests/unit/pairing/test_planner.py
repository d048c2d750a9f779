"""The planner against the tables of the digests: sizes, hours, sessions, knockouts, advice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pairing.errors import RecordError
from pairing.knockout.arithmetic import arithmetic
from pairing.messages import SENTENCES, sentence
from pairing.planner import (
    Plan,
    TimeControl,
    advice,
    nearest_quarter,
    parse_time_control,
    plan,
    quarters_text,
)

FAST, CLUB, SLOW = TimeControl(10, 5), TimeControl(25, 5), TimeControl(60, 5)


def of(players: int, name: str, control: TimeControl = CLUB, **options: int) -> Plan:
    plans = {item.format: item for item in plan(players, control, **options).plans}
    return plans[name]


# players: rounds, games, boards, rounds and games of a double
SIZES = {
    4: (3, 6, 2, 6, 12),
    6: (5, 15, 3, 10, 30),
    8: (7, 28, 4, 14, 56),
    10: (9, 45, 5, 18, 90),
    12: (11, 66, 6, 22, 132),
    14: (13, 91, 7, 26, 182),
    16: (15, 120, 8, 30, 240),
}
# players: rounds, G/10+5, G/25 d5, G/60 d5, sessions at G/25 d5
HOURS = {
    4: (3, "2 1/4", "3 3/4", "7 1/4", 2),
    6: (5, "3 3/4", "6 1/4", "12", 3),
    8: (7, "5 1/4", "8 3/4", "17", 4),
    10: (9, "6 3/4", "11 1/4", "21 3/4", 5),
    12: (11, "8 1/4", "13 3/4", "26 1/2", 6),
    16: (15, "11 1/4", "18 3/4", "36 1/4", 8),
}
# players: size, byes, rounds, first-round matches, matches, mean (two decimals)
KNOCKOUTS = {
    8: (8, 0, 3, 4, 7, "1.75"),
    12: (16, 4, 4, 4, 11, "1.83"),
    16: (16, 0, 4, 8, 15, "1.88"),
    20: (32, 12, 5, 4, 19, "1.90"),
    24: (32, 8, 5, 8, 23, "1.92"),
    32: (32, 0, 5, 16, 31, "1.94"),
    64: (64, 0, 6, 32, 63, "1.97"),
    206: (256, 50, 8, 78, 205, "1.99"),
}


@pytest.mark.parametrize("players", SIZES)
def test_table_of_sizes(players):
    single, double = of(players, "round_robin"), of(players, "double_round_robin")
    assert (single.rounds, single.games, single.boards, double.rounds, double.games) == SIZES[
        players
    ]
    assert (single.byes, double.byes) == (0, 0)


@pytest.mark.parametrize("players", HOURS)
def test_table_of_hours_and_sessions(players):
    rounds, fast, club, slow, sessions = HOURS[players]
    shown = [
        quarters_text(of(players, "round_robin", control).quarters)
        for control in (FAST, CLUB, SLOW)
    ]
    assert shown == [fast, club, slow]
    assert of(players, "round_robin").rounds == rounds
    assert of(players, "round_robin").sessions == sessions
    assert of(players, "round_robin").rounds_a_session == 2


def test_one_round_is_45_75_and_145_minutes():
    assert [control.slot for control in (FAST, CLUB, SLOW)] == [45, 75, 145]
    assert (SLOW.player_minutes, SLOW.longest_game) == (65, 130)


def test_exact_minutes_behind_the_printed_quarters():
    exact = [of(players, "round_robin", SLOW).minutes for players in (6, 8, 12)]
    assert exact == [12 * 60 + 5, 16 * 60 + 55, 26 * 60 + 35]
    assert [quarters_text(nearest_quarter(minutes)) for minutes in exact] == ["12", "17", "26 1/2"]


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(0, "0"), (7, "0"), (8, "1/4"), (15, "1/4"), (45, "3/4"), (52, "3/4"), (53, "1"), (60, "1")],
)
def test_nearest_quarter(minutes, text):
    assert quarters_text(nearest_quarter(minutes)) == text


@pytest.mark.parametrize("players", KNOCKOUTS)
def test_table_of_knockouts(players):
    size, byes, rounds, first, matches, mean = KNOCKOUTS[players]
    found = of(players, "knockout")
    assert (found.rounds, found.games, found.byes) == (rounds, matches, byes)
    bracket = arithmetic(players)
    assert (bracket.size, bracket.first_round_matches) == (size, first)
    # Two decimals, halves up: 1.875 is printed as 1.88.
    assert f"{int(bracket.mean * 100 + Fraction(1, 2)) / 100:.2f}" == mean


@pytest.mark.parametrize(
    ("players", "rounds", "games"),
    [(4, 4, 6), (8, 6, 14), (16, 8, 30), (32, 10, 62), (64, 12, 126)],
)
def test_table_of_double_eliminations(players, rounds, games):
    found = of(players, "double_elimination")
    assert (found.rounds, found.games, found.extra_games) == (rounds, games, 1)


def test_best_of_two_with_sixteen_players_is_eight_sessions_of_one_game():
    found = of(16, "knockout", SLOW, session_minutes=150, match_games=2)
    assert (found.rounds, found.games, found.rounds_a_session, found.sessions) == (8, 30, 1, 8)


def test_club_example_of_groups_and_knockout():
    found = of(16, "groups_knockout")
    assert (found.rounds, found.games) == (8, 51)
    assert of(16, "round_robin").games == 120


def test_24_players_knockout_has_23_matches_and_five_rounds_of_swiss_60_games():
    assert of(24, "knockout").games == 23
    assert (of(24, "swiss").rounds, of(24, "swiss").games) == (5, 60)


@pytest.mark.parametrize(
    ("players", "rounds", "games"), [(16, 3, 24), (40, 3, 60), (17, 5, 28), (18, 5, 33)]
)
def test_quads(players, rounds, games):
    assert (of(players, "quads").rounds, of(players, "quads").games) == (rounds, games)


def test_three_rounds_of_quads_take_under_four_hours():
    assert quarters_text(of(16, "quads").quarters) == "3 3/4"


def test_six_a_side_scheveningen_is_six_rounds_and_36_games():
    assert (of(12, "scheveningen").rounds, of(12, "scheveningen").games) == (6, 36)


def test_odd_field_counts_its_byes():
    assert of(7, "round_robin").byes == 7
    assert of(7, "double_round_robin").byes == 14
    assert of(13, "swiss").byes == 4
    assert of(17, "quads").byes == 5


@pytest.mark.parametrize(
    ("players", "code"),
    [
        (2, "planner.round_robin"),
        (6, "planner.round_robin"),
        (7, "planner.round_robin_calendar"),
        (10, "planner.round_robin_calendar"),
        (11, "planner.round_robin_ceiling"),
        (12, "planner.round_robin_ceiling"),
        (13, "planner.swiss"),
        (200, "planner.swiss"),
    ],
)
def test_advice(players, code):
    assert advice(players) == (code, {"players": players})
    assert plan(players, CLUB).advice == advice(players)
    assert sentence(code, {"players": players}).startswith(f"{players} players")


def test_more_than_eight_players_make_a_season():
    assert of(8, "round_robin").notices == ()
    assert of(12, "round_robin").notices == (("planner.season", {"rounds": 11}),)


def test_field_just_above_a_power_of_two_is_warned_of():
    assert of(20, "knockout").notices == (("planner.byes_meet", {"byes": 12, "meetings": 4}),)
    assert of(16, "knockout").notices == (("planner.knockout_full", {"players": 16}),)
    assert of(12, "knockout").notices == ()


def test_round_longer_than_a_session_is_said_and_takes_one():
    found = of(8, "round_robin", SLOW, session_minutes=120)
    assert ("planner.round_exceeds_session", {"slot": 145, "session": 120}) in found.notices
    assert (found.rounds_a_session, found.sessions) == (1, 7)


def test_formats_that_fit():
    assert [item.format for item in plan(16, CLUB).plans] == [
        "round_robin",
        "double_round_robin",
        "quads",
        "swiss",
        "scheveningen",
        "groups_knockout",
        "knockout",
        "double_elimination",
    ]
    assert [item.format for item in plan(2, CLUB).plans] == [
        "round_robin",
        "double_round_robin",
        "scheveningen",
        "knockout",
    ]
    assert [item.format for item in plan(1001, CLUB).plans] == ["quads", "swiss"]


@pytest.mark.parametrize(
    ("text", "minutes", "seconds"),
    [
        ("G/10+5", 10, 5),
        ("G/25 d5", 25, 5),
        ("G/60 d5", 60, 5),
        ("G/60;d5", 60, 5),
        ("G/90; +30", 90, 30),
        ("90+30", 90, 30),
        ("25 d/5", 25, 5),
        ("g/15 inc 10", 15, 10),
        ("60", 60, 0),
        ("0+60", 0, 60),
    ],
)
def test_time_controls(text, minutes, seconds):
    assert parse_time_control(text) == TimeControl(minutes, seconds)


@pytest.mark.parametrize(
    "text", ["", "fast", "0", "0+0", "40/5400+30:1800+30", "5400+30", "90 30", "90+", "-5", "٢٥"]
)
def test_other_time_controls_are_refused(text):
    with pytest.raises(RecordError) as caught:
        parse_time_control(text)
    assert (caught.value.code, caught.value.params) == ("planner.time_control", {"read": text})


@pytest.mark.parametrize("players", [-1, 0, 1, 10_001])
def test_impossible_fields_are_refused(players):
    with pytest.raises(RecordError) as caught:
        plan(players, CLUB)
    assert caught.value.code == "planner.players"


@pytest.mark.parametrize("options", [{"session_minutes": 0}, {"match_games": 0}])
def test_impossible_sessions_are_refused(options):
    with pytest.raises(RecordError) as caught:
        plan(8, CLUB, **options)
    assert caught.value.code == "planner.session"


def test_every_notice_has_its_sentence():
    said = {
        (code, tuple(sorted(params)))
        for players in (*range(2, 70), 206, 500)
        for item in plan(players, SLOW, 120).plans
        for code, params in item.notices
    }
    assert {code for code, _ in said} <= set(SENTENCES)
    assert len(said) == 4
