"""C.07 15.2 and the 50 % rule: tie-breaks of predetermined pairings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.record import TournamentInfo
from tests.support.tiebreak_tables import (
    AS_CHECKER,
    RR6,
    column,
    golden_record,
    in_order,
    places,
    record_of,
    round_robin,
)
from tiebreaks import Options, TiebreakError, explain, standings
from tiebreaks.field import is_predetermined

RECORD = round_robin(RR6)


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("SB", "9.25 6.25 6.25 4.25 3.25 2.25"),
        ("SB/C1", "9.25 4.75 4.75 4.25 3.25 1.50"),
        ("KS", "2.0 0.5 0.5 1.0 0.5 0.0"),
        ("KS/L-2", "3.5 3.5 3.5 1.5 1.5 1.5"),
        ("DE", "1 2 2 3 2 1"),
        ("REP", "5 5 5 5 4 5"),
        ("BPG", "2 2 2 3 3 2"),
        ("WON", "3 3 3 1 1 0"),
        ("BWG", "2 1 1 1 0 0"),
        ("ARO", "2050 2060 2070 2080 2125 2125"),
        ("TPR", "2199 2209 2219 1931 2038 1803"),
    ],
)
def test_c07_15_2_columns_of_the_round_robin_of_six(code, values):
    assert in_order(column(RECORD, code)) == values.split()


def test_c07_15_2_other_reading_counts_a_forfeit_win_with_black_as_a_game():
    (working,) = explain(RECORD, ["PTS", "BPG", "WON", "BWG"], [6])
    found = {
        item.code: [(o.reading, o.value) for o in item.other_readings]
        for item in working.tie_breaks
    }
    assert found == {
        "PTS": [],
        "BPG": [("forfeit_wins_are_games", "3")],
        "WON": [("forfeit_wins_are_games", "1")],
        "BWG": [("forfeit_wins_are_games", "1")],
    }


@pytest.mark.parametrize("code", ["BH", "BH/C1", "FB", "AOB", "BH/S", "ABH"])
def test_c07_8_note_buchholz_is_refused_in_a_round_robin(code):
    table = standings(RECORD, ["PTS", code, "SB"])
    assert {row.values[1].text for row in table.rows} == {None}
    (notice,) = table.notices
    assert (notice.code, notice.params) == (
        "tiebreak.not_in_round_robin",
        {"tiebreak": code, "article": "8"},
    )
    assert [row.number for row in table.rows] == places(RECORD, ["PTS", "SB"])


def test_c07_8_note_buchholz_is_everybody_elses_points_where_all_have_met():
    values = column(RECORD, "BH", options=AS_CHECKER)
    assert in_order(values) == ["11.5"] * 3 + ["13.5"] * 3


def test_c07_9_1_round_robin_of_five_of_the_guide():
    record = golden_record("seed003_rr5")
    assert in_order(column(record, "SB")) == ["4.75", "4.25", "3.00", "1.50", "0.00"]
    assert in_order(column(record, "DE"))[:2] == ["0", "0"]
    assert in_order(column(record, "KS"))[:2] == ["1.5", "1.0"]
    assert in_order(column(record, "WIN")) == ["2", "2", "2", "1", "0"]


def test_c07_15_2_fewer_contributions_than_cuts_leave_no_value():
    record = round_robin("1 0 0.5 ZPB 3w= ZPB\n2 0 0.0 ZPB ZPB ZPB\n3 0 0.5 ZPB 1b= ZPB")
    values = column(record, "SB/C2", options=Options(half_rule=False))
    assert values == {1: None, 2: None, 3: None}
    assert column(record, "SB/C1", options=Options(half_rule=False))[1] == "0.00"


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"system": "BERGER_ROUNDROBIN"}, True),
        ({"system": "FIDE_DOUBLEROUNDROBIN"}, True),
        ({"system": "FIDE_SCHEVENINGEN"}, True),
        ({"system": "FIDE_DUTCH_2026"}, False),
        ({"info": TournamentInfo(kind="Individual: Round-Robin")}, True),
        ({"info": TournamentInfo(kind="Quad")}, True),
        ({"info": TournamentInfo(kind="Swiss System")}, False),
        ({"system": "CUSTOM_SWISS", "info": TournamentInfo(kind="Round Robin")}, False),
        ({}, False),
    ],
)
def test_predetermined_pairings_are_recognised_by_code_or_words(facts, expected):
    assert is_predetermined(record_of(RR6, **facts)) is expected


def berger_seven(played: dict[tuple[int, int], str]) -> str:
    """The Berger table for seven with these results (x: not played); all others are drawn."""
    rounds = (
        "2-7 3-6 4-5",
        "6-4 7-3 1-2",
        "3-1 4-7 5-6",
        "7-5 1-4 2-3",
        "4-2 5-1 6-7",
        "1-6 2-5 3-4",
        "5-3 6-2 7-1",
    )
    cells = {number: [] for number in range(1, 8)}
    for text in rounds:
        row = dict.fromkeys(cells, "ZPB")
        for pair in text.split():
            white, black = map(int, pair.split("-"))
            results = played.get((white, black), "==")
            if "x" in results:
                continue
            row[white], row[black] = f"{black}w{results[0]}", f"{white}b{results[1]}"
        for number, cell in row.items():
            cells[number].append(cell)
    return "\n".join(f"{number} 0 0 {' '.join(row)}" for number, row in cells.items())


LEFT_AT_HALF = berger_seven({(4, 5): "10", (4, 7): "01", (1, 4): "+-", (4, 2): "-+", (3, 4): "+-"})
LEFT_BEFORE_HALF = berger_seven(
    {(1, 2): "01", (3, 1): "01", (1, 4): "xx", (5, 1): "xx", (1, 6): "xx", (7, 1): "xx"}
)


def test_d13_a_half_of_the_games_completed_keeps_every_result():
    record = round_robin(LEFT_AT_HALF)
    points = column(record, "PTS")
    assert points[4] == "1.5"
    table = standings(record, ["PTS", "SB", "DE"], options=Options(withdrawn=frozenset({4})))
    assert table.notices == ()
    assert {row.number for row in table.rows if row.rank is not None} == {1, 2, 3, 4, 5, 6, 7}
    # Five draws and a point by forfeit in the rounds after 4 had left.
    assert (points[1], points[2], points[3]) == ("3.5", "3.5", "3.5")


def test_d13_b_fewer_than_half_count_for_nobody():
    record = round_robin(LEFT_BEFORE_HALF)
    options = Options(withdrawn=frozenset({1}))
    table = standings(record, ["PTS", "SB", "DE", "KS"], options=options)
    points = {row.number: row.values[0].text for row in table.rows}
    # 2 beat 1 and 3 lost to 1: neither counts; everybody else drew five games.
    assert points == {1: None, 2: "2.5", 3: "2.5", 4: "2.5", 5: "2.5", 6: "2.5", 7: "2.5"}
    assert table.rows[-1].number == 1
    assert table.rows[-1].rank is None
    assert [row.rank for row in table.rows[:-1]] == [1] * 6
    assert [(notice.code, notice.params) for notice in table.notices] == [
        ("standings.withdrawn_before_half", {"number": 1, "completed": 2, "games": 6})
    ]
    # Five games each: the Koya limit is 2.5, which all have reached.
    assert {row.values[3].text for row in table.rows[:-1]} == {"2.5"}


def test_d13_b_the_working_says_which_games_count_for_nobody():
    order, options = ["PTS", "SB", "DE", "KS", "PS"], Options(withdrawn=frozenset({1}))
    gone, second = explain(round_robin(LEFT_BEFORE_HALF), order, [1, 2], options=options)
    assert [item.value for item in gone.tie_breaks] == [None] * 5
    assert [len(item.contributions) for item in gone.tie_breaks] == [7, 0, 0, 0, 0]
    assert [item.other_readings for item in gone.tie_breaks] == [()] * 5
    points = second.tie_breaks[0]
    assert points.value == "2.5"
    assert [
        (line.round, line.opponent, line.counted, line.reason, line.article)
        for line in points.contributions
    ] == [
        (1, 7, "0.5", "points", "11"),
        (2, 1, "0.0", "game_cancelled", "C.05 6.6"),
        (3, None, "0.0", "points", "11"),
        *((number, opponent, "0.5", "points", "11") for number, opponent in ((4, 3), (5, 4))),
        *((number, opponent, "0.5", "points", "11") for number, opponent in ((6, 5), (7, 6))),
    ]


def test_d13_b_the_record_still_has_the_games():
    record = round_robin(LEFT_BEFORE_HALF)
    before = record.participants
    standings(record, ["PTS", "SB"], options=Options(withdrawn=frozenset({1})))
    assert record.participants == before
    everything = column(record, "PTS", options=Options(half_rule=False))
    assert (everything[1], everything[2], everything[3]) == ("1.0", "3.5", "2.5")


def test_c05_6_6_end_of_the_event_judges_everybody_and_a_running_one_nobody():
    finished = round_robin(LEFT_BEFORE_HALF)
    assert [row.number for row in standings(finished, ["PTS"]).rows if row.rank is None] == [1]
    running = finished.truncated(3)
    assert all(row.rank is not None for row in standings(running, ["PTS"]).rows)
    # Told that 1 has left, the rule counts all recorded games, whatever round is shown.
    table = standings(finished, ["PTS"], after_round=2, options=Options(withdrawn=frozenset({1})))
    assert [row.number for row in table.rows if row.rank is None] == [1]


def test_c05_6_6_rounds_that_cannot_be_all_judge_nobody():
    """A file that announces no number of rounds has those played so far."""
    first = replace(round_robin(LEFT_BEFORE_HALF).truncated(1), rounds=1)
    table = standings(first, ["PTS", "SB"])
    assert [(row.rank, row.number) for row in table.rows] == [
        *((1, number) for number in (2, 3, 4, 5, 6, 7)),
        (7, 1),
    ]
    assert table.notices == ()
    # The teams of a Scheveningen meet in half as many rounds as there are players.
    told = standings(replace(first, system="FIDE_SCHEVENINGEN"), ["PTS"])
    assert [row.number for row in told.rows if row.rank is None] == [1]


def test_c05_6_6_who_waited_in_vain_has_not_left():
    """One game each of three for 1, 2 and 4; only 2 was not there for half of them."""
    table = round_robin(
        "1 0 0 4w+ 2b+ 3w=\n2 0 0 3w1 1w- 4b-\n3 0 0 2b0 4b1 1b=\n4 0 0 1b- 3w0 2w+"
    )
    places = [(row.rank, row.number) for row in standings(table, ["PTS"]).rows]
    assert places == [(1, 1), (1, 3), (3, 4), (None, 2)]
    # Who is known to have left is judged by the games alone.
    told = standings(table, ["PTS"], options=Options(withdrawn=frozenset({4})))
    assert [(row.rank, row.number) for row in told.rows] == [(1, 1), (2, 2), (3, 3), (None, 4)]


def test_c05_6_6_unknown_withdrawn_participant_is_refused():
    with pytest.raises(TiebreakError) as caught:
        standings(RECORD, ["PTS"], options=Options(withdrawn=frozenset({9})))
    assert (caught.value.code, caught.value.params) == (
        "standings.unknown_participant",
        {"number": 9},
    )


@pytest.mark.parametrize(("kept", "ranked"), [(3, False), (4, True)])
def test_c05_6_6_seven_rounds_need_four_games(kept, ranked):
    """Eight players, seven games: three are cancelled, four kept."""
    rounds = (
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    )
    cells = {number: [] for number in range(1, 9)}
    for index, text in enumerate(rounds):
        for pair in text.split():
            white, black = map(int, pair.split("-"))
            results = "=="
            if 8 in (white, black) and index >= kept:
                results = "-+" if white == 8 else "+-"
            cells[white].append(f"{black}w{results[0]}")
            cells[black].append(f"{white}b{results[1]}")
    table = "\n".join(f"{number} 0 0 {' '.join(row)}" for number, row in cells.items())
    rows = standings(round_robin(table), ["PTS"]).rows
    assert {row.number: row.rank is not None for row in rows}[8] is ranked
    points = {row.number: row.values[0].text for row in rows}
    # Kept: the opponents of the last three rounds have a plus each.
    assert points[1] == ("3.5" if ranked else "3.0")
    assert points[7] == ("4.0" if ranked else "3.0")
