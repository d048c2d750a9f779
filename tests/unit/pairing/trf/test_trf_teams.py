"""Team records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.record import (
    ForfeitedMatch,
    LineUp,
    PlannedBye,
    Team,
    TeamByes,
    TeamEvent,
)
from pairing.scoring import Outcome
from pairing.trf import losses, read_trf, write_trf16, write_trf26
from tests.support.trf_files import player_line, sample, trf

PLAYERS = tuple(player_line(number) for number in range(1, 7))
FULL = (
    "142 5",
    "152 W",
    "352 WB",
    "362 TW 3.0   TD 1.0   TL 0.0",
    "310   1 Torre Blanca                     TBL   4200.5    4.0    3.5   1     1    2    5",
    "310   4 Schachfreunde Änne               SFÄ   4100.0    2.0    2.5   2     3    4    6",
    "240 H   2    4",
    "300   1   1   4    2 0000    1",
    "320  1.0  1.5 000   4",
    "330 --   3   1   4",
    *PLAYERS,
)
EVENT = TeamEvent(
    teams=(
        Team(1, "Torre Blanca", (1, 2, 5), "TBL", "4200.5", 40, 35, 1),
        Team(4, "Schachfreunde Änne", (3, 4, 6), "SFÄ", "4100.0", 20, 25, 2),
    ),
    line_ups=(LineUp(1, 1, 4, (2, 0, 1)),),
    forfeited_matches=(ForfeitedMatch("--", 3, 1, 4),),
    byes=TeamByes(10, 15, (0, 4)),
    requested_byes=(PlannedBye(2, 4, Outcome.HALF_POINT_BYE),),
    board_colours="WB",
    match_win=30,
    match_draw=10,
    match_loss=0,
)


def test_all_team_records_of_trf26():
    document = read_trf(trf(*FULL), strict=True)
    assert document.record.team_event == EVENT
    assert document.findings == ()


def test_team_records_are_written_in_their_columns():
    record = read_trf(trf(*FULL)).record
    lines = write_trf26(record).decode().splitlines()
    assert [line for line in lines if line[:3] in ("352", "362") or line[:1] == "3"] == [
        "352 WB",
        "362 TW 3.0   TD 1.0   TL 0.0",
        *(line.rstrip() for line in FULL[4:6]),
        *FULL[7:10],
    ]
    assert FULL[6] in lines


@pytest.mark.parametrize("kind", ["+-", "-+", "--"])
def test_forfeited_matches(kind):
    lines = (*FULL[:9], f"330 {kind}   3   4   1", *PLAYERS)
    event = read_trf(trf(*lines), strict=True).record.team_event
    assert event is not None
    assert event.forfeited_matches == (ForfeitedMatch(kind, 3, 4, 1),)


def test_the_team_sample_from_an_independent_program():
    document = read_trf(sample("team-vector.trf"), strict=True)
    event = document.record.team_event
    assert event is not None
    assert [(team.number, team.name, team.players) for team in event.teams] == [
        (number, f"T{number}", (2 * number - 1, 2 * number)) for number in range(1, 7)
    ]
    assert (event.board_colours, event.match_win, event.match_draw, event.match_loss) == (
        "WB",
        20,
        10,
        0,
    )
    assert event.byes == TeamByes(10, 10, (0, 5))
    assert event.requested_byes == (
        PlannedBye(2, 1, Outcome.HALF_POINT_BYE),
        PlannedBye(3, 2, Outcome.ZERO_POINT_BYE),
        PlannedBye(3, 6, Outcome.ZERO_POINT_BYE),
        PlannedBye(4, 2, Outcome.ZERO_POINT_BYE),
        PlannedBye(4, 6, Outcome.ZERO_POINT_BYE),
    )
    assert document.record.completed == 4
    assert {finding.code for finding in document.findings} == {"trf.match_points.symbol"}


def test_a_bye_value_that_only_362_gives():
    lines = ("362  W 2.0    P 1.0", *FULL[4:6], *PLAYERS)
    event = read_trf(trf(*lines)).record.team_event
    assert event is not None
    assert event.byes == TeamByes(10, None, ())


def test_trf16_teams_are_numbered_by_the_order_of_their_lines():
    data = trf(
        "XXR 3",
        "013 " + "Beta".ljust(32) + "   3    4    6",
        "013 " + "Alpha".ljust(32) + "   1    2",
        *PLAYERS,
    )
    event = read_trf(data, strict=False).record.team_event
    assert event == TeamEvent((Team(1, "Beta", (3, 4, 6)), Team(2, "Alpha", (1, 2))))
    written = write_trf16(read_trf(data).record).decode().splitlines()
    assert written[-2:] == [
        "013 Beta                               3    4    6",
        "013 Alpha                              1    2",
    ]


def test_trf16_loses_everything_but_names_and_players_of_teams_and_says_so():
    record = read_trf(trf(*FULL)).record
    said = [str(finding) for finding in losses(record, "trf16")]
    assert said == [
        "TRF16 has no place for line-ups (1); left out",
        "TRF16 has no place for forfeited matches (1); left out",
        "TRF16 has no place for byes of teams (2); left out",
        "TRF16 has no place for the colours of the boards (1); left out",
        "TRF16 has no place for match points (1); left out",
        "TRF16 has no place for nicknames, strengths, points and ranks of teams (2); left out",
        "TRF16 has no place for team numbers (1); left out",
    ]
    again = read_trf(write_trf16(record)).record.team_event
    assert again == TeamEvent(
        (Team(1, "Torre Blanca", (1, 2, 5)), Team(2, "Schachfreunde Änne", (3, 4, 6)))
    )


def test_unknown_members_and_teams_are_left_out_with_an_error():
    data = trf(
        "352 W",
        "310   1 Alpha" + " " * 63 + "1   77",
        "330 +-   1   1   8",
        "240 Z   1    8",
        "320  1.0  1.0   8",
        "299 W  3.0         1    8",
        *PLAYERS,
    )
    document = read_trf(data)
    assert document.record.team_event == TeamEvent(
        teams=(Team(1, "Alpha", (1,)),), byes=TeamByes(10, 10, (0,)), board_colours="W"
    )
    assert document.record.abnormal_points == ()
    unknown = [finding.read for finding in document.findings if finding.code == "trf.id.unknown"]
    assert sorted(unknown) == ["1 8", "77", "8", "8", "8"]


def test_absent_players_of_teams_stay_in_their_cells():
    data = trf(
        *FULL[:6],
        player_line(1, "   3 w 1"),
        PLAYERS[1],
        player_line(3, "   1 b 0", "0000 - Z"),
        *PLAYERS[3:],
    )
    record = read_trf(data).record
    assert record.planned_byes == (PlannedBye(2, 3, Outcome.ZERO_POINT_BYE),)
    assert read_trf(write_trf26(record)).record == record


def test_names_of_teams_are_cut_at_32_characters():
    record = read_trf(trf(*FULL)).record
    event = record.team_event
    assert event is not None
    long = replace(event.teams[0], name="A" * 31 + "ÄÖ")
    changed = replace(record, team_event=replace(event, teams=(long, event.teams[1])))
    for write, width in ((write_trf16, 36), (write_trf26, 40)):
        line = next(line for line in write(changed).decode().splitlines() if "A" * 31 in line)
        assert line[width - 32 : width] == "A" * 31 + "Ä"
    assert [
        finding.assumed
        for finding in losses(changed, "trf26")
        if finding.code == "trf.write.name_cut"
    ] == ["A" * 31 + "Ä"]
