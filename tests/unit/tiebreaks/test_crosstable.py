"""The printed crosstable: by rank and by number, single and double, forfeits, byes, sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.record import Cell, PlannedBye
from pairing.scoring import Outcome, PointSystem
from pairing.trf import write_trf26
from tests.support.scheduled_events import (
    field_of,
    mixed,
    played,
    team_field,
    white_wins,
    with_round,
)
from tests.support.tiebreak_tables import RR6, round_robin
from tiebreaks import Options, TiebreakError, standings
from tiebreaks.cli import main
from tiebreaks.crosstable import Order, cell_text, crosstable, crosstable_text

RECORD = round_robin(RR6)
ORDER = ["PTS", "SB"]


def round_robin_of(record):
    return replace(record, system="BERGER_ROUNDROBIN")


def printed(record, order=Order.RANK, codes=ORDER, options=None, **chosen) -> list[str]:
    table = standings(record, codes, options=options)
    return crosstable_text(crosstable(record, table, order=order, **chosen)).splitlines()


def test_round_robin_of_six_by_rank():
    assert printed(RECORD) == [
        "   name       rtg  1  2  3  4  5  6  PTS    SB  rank  no",
        "1  Player 1  2200  *  1  1  0  ½  1  3.5  9.25     1   1",
        "2  Player 2  2150  0  *  ½  1  1  1  3.5  6.25     2   2",
        "3  Player 3  2100  0  ½  *  1  1  1  3.5  6.25     2   3",
        "4  Player 4  2050  1  0  0  *  0  ½  1.5  4.25     4   4",
        "5  Player 5  1950  ½  0  0  1  *  -  1.5  3.25     5   5",
        "6  Player 6  2000  0  0  0  ½  +  *  1.5  2.25     6   6",
    ]


def test_by_number_columns_are_headed_by_pairing_numbers():
    record = played(field_of(4, 3), "round-robin", lambda *board: Outcome.LOSS)
    record = round_robin_of(record)
    by_rank, by_number = printed(record), printed(record, Order.NUMBER)
    # Black won every game: 3 and 4 had two Blacks, and 3 beat 4.
    assert [line.split()[-1] for line in by_rank[1:]] == ["3", "4", "1", "2"]
    assert by_rank[1].split()[:7] == ["1", "Player", "3", "*", "1", "0", "1"]
    assert by_number[0].split() == ["name", "rtg", "1", "2", "3", "4", "PTS", "SB", "rank"]
    assert by_number[4].split()[:7] == ["4", "Player", "4", "1", "1", "0", "*"]


def test_double_round_robin_has_both_games_in_one_cell():
    record = round_robin_of(played(field_of(3, 6), "round-robin", white_wins))
    grid = crosstable(record, standings(record, ORDER), order=Order.NUMBER)
    assert [[cell_text(games) for games in line.cells] for line in grid.lines] == [
        ["", "10", "01"],
        ["01", "", "10"],
        ["10", "01", ""],
    ]
    first = grid.lines[0].cells[1]
    assert [(game.round, game.colour, game.points, game.outcome) for game in first] == [
        (3, "w", 10, "1"),
        (5, "b", 0, "0"),
    ]


def test_rests_have_a_column_with_their_rounds_and_points():
    record = round_robin_of(played(field_of(3, 3), "round-robin", white_wins))
    lines = printed(record, Order.NUMBER)
    assert lines[0].split() == ["name", "rtg", "1", "2", "3", "bye", "PTS", "SB", "rank"]
    assert [line.split()[6] for line in lines[1:]] == ["R1", "R3", "R2"]


def test_bye_that_is_worth_something_shows_its_points():
    half = PointSystem(pairing_allocated_bye=5)
    record = round_robin_of(played(field_of(3, 3, points=half), "round-robin", white_wins))
    grid = crosstable(record, standings(record, ORDER), order=Order.NUMBER)
    assert [(bye.round, bye.outcome, bye.points) for bye in grid.lines[0].byes] == [(1, "U", 5)]
    assert "R1:0.5" in crosstable_text(grid)


def test_absence_is_no_bye():
    record = with_round(field_of(4, 3), ((1, 4),), white_wins)
    grid = crosstable(record, standings(record, ["PTS"]))
    assert {line.byes for line in grid.lines} == {()}


def test_open_and_adjourned_games_are_dots():
    record = with_round(field_of(2, 2), ((1, 2),), white_wins)
    for outcome in (Outcome.UNKNOWN, Outcome.ADJOURNED):
        people = tuple(
            type(person)(person.number, person.name, (Cell(outcome, 3 - person.number),))
            for person in record.participants
        )
        waiting = type(record)(people, 2, 1)
        grid = crosstable(waiting, standings(waiting, ["PTS"]))
        assert [cell_text(games) for games in grid.lines[0].cells] == ["", "."]


def test_c05_6_6_games_that_count_for_nobody_stand_in_parentheses():
    options = Options(withdrawn=frozenset((4,)))
    record = round_robin_of(played(field_of(6, 5), "round-robin", mixed, rounds=2))
    lines = printed(record, options=options)
    grid = crosstable(record, standings(record, ORDER, options=options))
    last = grid.lines[-1]
    assert (last.number, last.rank) == (4, None)
    assert [game.counted for games in last.cells for game in games] == [False, False]
    assert sum(cell.count("(") for cell in lines) == 4
    assert lines[-1].split()[-2:] == ["-", "4"]
    assert lines[-1].split()[0] == "6"


def test_after_an_earlier_round_later_games_are_not_shown():
    table = standings(RECORD, ORDER, after_round=1)
    grid = crosstable(RECORD, table)
    assert sum(len(games) for line in grid.lines for games in line.cells) == 6


def test_scheveningen_one_side_against_the_other():
    record = round_robin_of(played(team_field(2, 3, 3), "scheveningen", white_wins))
    table = standings(record, ["PTS"], options=Options(individuals=True))
    grid = crosstable(record, table, order=Order.NUMBER, lines=(1, 2, 3), columns=(4, 5, 6))
    assert grid.columns == (4, 5, 6)
    assert [[cell_text(games) for games in line.cells] for line in grid.lines] == [
        ["1", "0", "1"],
        ["0", "1", "1"],
        ["0", "1", "0"],
    ]


def test_standings_of_teams_have_no_crosstable_of_players():
    record = played(team_field(2, 3, 3), "scheveningen", white_wins)
    with pytest.raises(TiebreakError) as caught:
        crosstable(record, standings(record, ["MPTS"]))
    assert caught.value.code == "crosstable.of_teams"


def test_unknown_line_or_column_is_refused():
    table = standings(RECORD, ORDER)
    for chosen in ({"lines": (1, 9)}, {"columns": (9,)}):
        with pytest.raises(TiebreakError) as caught:
            crosstable(RECORD, table, **chosen)
        assert (caught.value.code, caught.value.params) == (
            "standings.unknown_participant",
            {"number": 9},
        )


def test_command_prints_it_by_rank_and_by_number(tmp_path, capsys):
    path = tmp_path / "event.trf"
    path.write_bytes(write_trf26(round_robin_of(RECORD)))
    for order in Order:
        assert main([str(path), "--order", "PTS,SB", "--crosstable", order.value]) == 0
        assert capsys.readouterr().out.splitlines()[1:] == printed(round_robin_of(RECORD), order)


def test_command_refuses_a_crosstable_with_the_working(tmp_path, capsys):
    path = tmp_path / "event.trf"
    path.write_bytes(write_trf26(RECORD))
    assert main([str(path), "--crosstable", "rank", "--explain", "1"]) == 3
    assert "not allowed with argument --crosstable" in capsys.readouterr().err


def test_planned_byes_of_later_rounds_are_not_shown():
    record = field_of(4, 3, planned_byes=(PlannedBye(2, 1),))
    record = with_round(record, ((1, 4), (2, 3)), white_wins)
    assert "bye" not in crosstable_text(crosstable(record, standings(record, ["PTS"])))
