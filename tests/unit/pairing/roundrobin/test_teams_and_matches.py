"""Team round robins, matches of two teams or players, and who has beaten whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.errors import RecordError
from pairing.proposal import BoardPairing
from pairing.record import LineUp, TeamEvent
from pairing.roundrobin.match import MatchState, match_state
from pairing.roundrobin.schedules import team_round_robin
from pairing.roundrobin.teams import Meeting, meetings
from pairing.scoring import Outcome
from pairing.systems import pair_round
from tests.support.scheduled_events import (
    field_of,
    mixed,
    next_boards,
    played,
    team_field,
    white_wins,
    with_round,
)


def test_two_teams_over_four_boards_colours_alternate_by_board_and_by_game():
    record = team_field(2, 4, 2)
    schedule = team_round_robin(record)
    boards = [[(b.white, b.black) for b in pairing.boards] for pairing in schedule.rounds]
    assert boards == [
        [(1, 5), (6, 2), (3, 7), (8, 4)],
        [(5, 1), (2, 6), (7, 3), (4, 8)],
    ]


def test_announced_board_colours_are_those_of_the_first_named_team():
    record = team_field(2, 4, 1)
    event = replace(record.team_event, board_colours="WWBB")
    assert next_boards(replace(record, team_event=event), "team-round-robin") == (
        (1, 5),
        (2, 6),
        (7, 3),
        (8, 4),
    )


def test_four_teams_play_the_berger_table_board_against_board():
    schedule = team_round_robin(team_field(4, 2, 3))
    first = [(board.white, board.black) for board in schedule.rounds[0].boards]
    assert first == [(1, 7), (8, 2), (3, 5), (6, 4)]
    assert schedule.pairs == 12
    assert [len(pairing.boards) for pairing in schedule.rounds] == [4, 4, 4]


def test_odd_number_of_teams_one_rests_and_is_named():
    schedule = team_round_robin(team_field(3, 2, 3))
    assert [pairing.notices for pairing in schedule.rounds] == [
        (("schedule.team_rests", {"round": 1, "team": 1}),),
        (("schedule.team_rests", {"round": 2, "team": 3}),),
        (("schedule.team_rests", {"round": 3, "team": 2}),),
    ]
    assert all(board.black is not None for p in schedule.rounds for board in p.boards)


def test_boards_are_those_with_colours_and_the_rest_are_reserves():
    record = team_field(2, 5, 1)
    event = replace(record.team_event, board_colours="WBW")
    assert next_boards(replace(record, team_event=event), "team-round-robin") == (
        (1, 6),
        (7, 2),
        (3, 8),
    )


def test_smallest_team_decides_where_no_colours_are_announced():
    record = team_field(2, 4, 1)
    teams = record.team_event.teams
    event = TeamEvent((teams[0], replace(teams[1], players=(5, 6, 7))))
    assert next_boards(replace(record, team_event=event), "team-round-robin") == (
        (1, 5),
        (6, 2),
        (3, 7),
    )


def test_line_up_of_the_round_replaces_the_order_and_an_empty_board_is_reported():
    record = team_field(2, 4, 1)
    event = replace(record.team_event, line_ups=(LineUp(1, 2, 1, (6, 5, 0, 8)),))
    pairing = pair_round(replace(record, team_event=event), "team-round-robin")
    assert pairing.boards == (BoardPairing(1, 6), BoardPairing(5, 2), BoardPairing(8, 4))
    assert pairing.notices == (("schedule.board_empty", {"round": 1, "board": 3, "number": 3}),)


def test_scheveningen_is_one_match_over_all_rounds():
    record = played(team_field(2, 4, 4), "scheveningen", white_wins)
    # Each of the 16 games was won by White; A had White in eight of them.
    assert meetings(record) == (Meeting(1, 2, 80, 80, 10, 10),)


def test_skalitzka_is_three_matches_of_n_game_points_each():
    record = played(team_field(3, 4, 2), "skalitzka", white_wins)
    assert meetings(record) == (
        Meeting(1, 2, 40, 0, 20, 0),
        Meeting(1, 3, 0, 40, 0, 20),
        Meeting(2, 3, 40, 0, 20, 0),
    )


def test_games_of_team_mates_are_no_match():
    record = with_round(team_field(2, 2, 3), ((1, 2), (3, 4)), white_wins)
    assert meetings(record) == ()


def test_meetings_need_teams():
    with pytest.raises(RecordError) as caught:
        meetings(field_of(4, 3))
    assert caught.value.code == "schedule.no_teams"


# ---------------------------------------------------------------------- match play


def match(results: str, games: int = 6):
    """A match of two in which 1 scored like this (``?`` for a game still open)."""
    first = {"1": Outcome.WIN, "=": Outcome.DRAW, "0": Outcome.LOSS}
    record = field_of(2, games)
    for letter in results:

        def result(number, white, black, letter=letter):
            outcome = first[letter]
            swapped = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN}
            return outcome if white == 1 else swapped.get(outcome, outcome)

        record = with_round(record, next_boards(record, "round-robin"), result)
    return record


def test_colours_alternate_game_by_game():
    record = match("======")
    assert [next(record.boards(number)) for number in range(1, 7)] == [(1, 2), (2, 1)] * 3


@pytest.mark.parametrize(
    ("results", "state"),
    [
        ("", MatchState(0, 0, None, None, False)),
        ("11=", MatchState(25, 5, None, None, False)),
        ("111", MatchState(30, 0, None, None, False)),
        ("111=", MatchState(35, 5, 4, 1, False)),
        ("1111", MatchState(40, 0, 4, 1, False)),
        ("0000", MatchState(0, 40, 4, 2, False)),
        ("111=00", MatchState(35, 25, 4, 1, False)),
        ("=====0", MatchState(25, 35, 6, 2, False)),
        ("======", MatchState(30, 30, None, None, True)),
        ("1=0=1=", MatchState(35, 25, 6, 1, False)),
    ],
)
def test_match_is_decided_when_one_side_cannot_be_caught(results, state):
    assert match_state(match(results)) == state


def test_fourteen_games_need_seven_and_a_half_points():
    assert match_state(match("1=1=1======", 14)) == MatchState(70, 40, None, None, False)
    assert match_state(match("1=1=1=1====", 14)) == MatchState(75, 35, 11, 1, False)


def test_open_game_may_still_be_won_by_either_side():
    record = match("111=")
    cells = [person.cells for person in record.participants]
    pending = replace(
        record,
        participants=tuple(
            replace(person, cells=(replace(row[0], outcome=Outcome.UNKNOWN), *row[1:]))
            for person, row in zip(record.participants, cells, strict=True)
        ),
    )
    assert match_state(pending) == MatchState(25, 5, None, None, False)


def test_match_is_between_two():
    with pytest.raises(RecordError) as caught:
        match_state(played(field_of(3, 3), "round-robin", mixed))
    assert (caught.value.code, caught.value.params) == ("match.not_two", {"found": 3})
