"""Round robins and team events as report files: written, read again, paired further, checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.checker import case_from_record, check_case, system_for
from pairing.cli import main
from pairing.options import ScheduleOptions
from pairing.record import TournamentInfo
from pairing.systems import type_code
from pairing.trf import read_trf, write_trf16, write_trf26
from tests.support.scheduled_events import (
    field_of,
    mixed,
    next_boards,
    played,
    team_field,
)
from tiebreaks.field import is_predetermined

EVENTS = {
    "round-robin": field_of(7, 7),
    "double round-robin": field_of(6, 10),
    "double round-robin without exchange": field_of(
        6, 10, schedule=ScheduleOptions(swap_last_rounds=False)
    ),
    "scheveningen": team_field(2, 6, 6),
    "double scheveningen": team_field(2, 4, 8),
    "skalitzka": team_field(3, 4, 2),
    "team-round-robin": team_field(4, 2, 3),
}


def event(name: str, rounds: int | None = None):
    """The event with its type code and so many rounds played (all by default)."""
    record = EVENTS[name]
    system = name.split()[-1] if "exchange" not in name else "round-robin"
    team_event = record.team_event
    if team_event is not None:
        team_event = replace(
            team_event, board_colours="WB" * (len(team_event.teams[0].players) // 2)
        )
    record = replace(
        record,
        system=type_code(record, system),
        info=TournamentInfo(name=name),
        team_event=team_event,
    )
    return system, played(record, system, mixed, rounds)


def without_settings(record):
    """What a file can hold: not the settings of a schedule (its type code tells them)."""
    return replace(record, schedule=ScheduleOptions(), initial_colour=None)


@pytest.mark.parametrize("name", EVENTS)
def test_finished_event_comes_back_as_it_was(name):
    _, record = event(name)
    document = read_trf(write_trf26(record))
    assert without_settings(document.record) == without_settings(record)
    assert is_predetermined(document.record)
    assert [item.code for item in document.findings if item.severity.value == "error"] == []


@pytest.mark.parametrize("name", EVENTS)
def test_running_event_is_paired_further_from_its_file(name):
    system, record = event(name, rounds=1)
    again = read_trf(write_trf26(record)).record
    assert next_boards(again, system) == next_boards(record, system)


@pytest.mark.parametrize("name", [name for name in EVENTS if name != "skalitzka"])
def test_file_tells_its_system_and_the_checker_finds_no_difference(name):
    system, record = event(name)
    again = read_trf(write_trf26(record)).record
    assert system_for(again) == system
    report = check_case(case_from_record(name, again))
    assert (report.rounds, report.differences) == (record.rounds, ())


def test_wrong_colours_in_a_file_are_found(tmp_path, capsys):
    _, record = event("round-robin")
    first = record.participants[1].cells[0]
    second = record.participants[first.opponent - 1].cells[0]
    swapped = {
        2: replace(first, colour=first.colour.opposite),
        first.opponent: replace(second, colour=second.colour.opposite),
    }
    people = tuple(
        replace(person, cells=(swapped[person.number], *person.cells[1:]))
        if person.number in swapped
        else person
        for person in record.participants
    )
    path = tmp_path / "event.trf"
    path.write_bytes(write_trf26(replace(record, participants=people)))
    assert main(["check", "--processes", "1", str(path)]) == 1
    assert "round 1: other colours" in capsys.readouterr().out


def test_rest_is_written_with_its_value():
    _, record = event("round-robin")
    text = write_trf26(record).decode()
    assert "162  W 1.0    D 0.5    L 0.0    P 0.0" in text
    assert read_trf(text.encode()).record.points.pab == 0


def test_trf16_keeps_games_rests_and_teams():
    _, record = event("team-round-robin")
    again = read_trf(write_trf16(record)).record
    assert [person.cells for person in again.participants] == [
        person.cells for person in record.participants
    ]
    assert [team.players for team in again.team_event.teams] == [
        team.players for team in record.team_event.teams
    ]
