"""Skalitzka: the printed schedule of six, odd numbers, teams."""

from __future__ import annotations

import pytest

from pairing.errors import RecordError
from pairing.roundrobin.schedules import skalitzka_match, skalitzka_rounds
from pairing.roundrobin.skalitzka import seat_labels, skalitzka
from tests.support.scheduled_events import next_boards, team_field


def as_text(size: int) -> list[str]:
    table, _ = skalitzka(size)
    names = seat_labels(size)
    return [
        " ".join(f"{names[white - 1]}-{names[black - 1]}" for white, black in boards if black)
        for boards in table
    ]


def test_schedule_of_six_as_printed():
    assert as_text(6) == [
        "A-a b-1 2-B C-c d-3 4-D E-e f-5 6-F",
        "1-A a-2 B-b 3-C c-4 D-d 5-E e-6 F-f",
    ]


def test_odd_number_leaves_the_last_position_out_and_says_so():
    table, notices = skalitzka(5)
    assert as_text(5) == ["A-a b-1 2-B C-c d-3 4-D", "1-A a-2 B-b 3-C c-4 D-d"]
    assert notices == (("schedule.last_position_rests", {"position": 5}),)
    seats = {seat for boards in table for board in boards for seat in board}
    assert {5, 10, 15}.isdisjoint(seats)


def test_labels_go_on_after_z():
    labels = seat_labels(28)
    assert (labels[25], labels[26], labels[27]) == ("Z", "AA", "AB")
    assert (labels[28], labels[54]) == ("a", "aa")
    assert labels[-1] == "28"


def test_teams_are_capitals_small_letters_and_figures_in_the_order_of_the_record():
    record = team_field(3, 2, 2)
    assert next_boards(record, "skalitzka") == ((1, 3), (4, 5), (6, 2))
    assert [group.name for group in skalitzka_match(record).groups] == [
        "Team 1",
        "Team 2",
        "Team 3",
    ]


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (team_field(2, 4, 2), "schedule.team_count"),
        (team_field(5, 4, 2), "schedule.team_count"),
        (team_field(3, 4, 3), "schedule.rounds_impossible"),
        (team_field(3, 1, 2), "schedule.size_out_of_range"),
    ],
)
def test_event_that_is_none_is_refused(record, code):
    with pytest.raises(RecordError) as caught:
        skalitzka_match(record)
    assert caught.value.code == code


def test_skalitzka_is_played_once():
    assert skalitzka_rounds(team_field(3, 4, 2), 1) == 2
    with pytest.raises(RecordError) as caught:
        skalitzka_rounds(team_field(3, 4, 2), 2)
    assert (caught.value.code, caught.value.params) == ("schedule.one_cycle_only", {"cycles": 2})
