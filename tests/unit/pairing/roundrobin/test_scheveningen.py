"""Scheveningen: published tables, the rules behind them, and the join of two cycles."""

from __future__ import annotations

import json

import pytest

from pairing.errors import RecordError
from pairing.roundrobin.cycles import AS_IT_IS, PLAIN, Join, repeated
from pairing.roundrobin.schedules import scheveningen_match
from pairing.roundrobin.scheveningen import joins, scheveningen, seat_labels, table_name
from pairing.roundrobin.tables import balances, meetings, with_long_runs
from tests.paths import GOLDEN
from tests.support.scheduled_events import field_of, team_field, whole_schedule

PUBLISHED = json.loads((GOLDEN / "roundrobin" / "scheveningen.json").read_text())["tables"]


def labelled(size: int) -> list[list[list[str]]]:
    names = seat_labels(size)
    return [
        [[names[white - 1], names[black - 1]] for white, black in boards if black]
        for boards in scheveningen(size)
    ]


def test_tables_of_2_to_10_are_there():
    assert sorted(map(int, PUBLISHED)) == list(range(2, 11))


@pytest.mark.parametrize("size", range(2, 11))
def test_table_is_the_published_one(size):
    assert labelled(size) == PUBLISHED[str(size)]


@pytest.mark.parametrize(
    ("size", "name"),
    [
        (2, "scheveningen-by-hand"),
        (6, "scheveningen-by-hand"),
        (10, "scheveningen-by-hand"),
        (5, "scheveningen-shifted"),
        (8, "scheveningen-halves"),
        (14, "scheveningen-plain"),
    ],
)
def test_table_says_where_it_comes_from(size, name):
    assert table_name(size) == name
    assert scheveningen_match(team_field(2, size, size)).groups[0].table == name


def test_six_a_side_is_six_rounds_and_36_games():
    table = scheveningen(6)
    assert (len(table), sum(map(len, table)), len(meetings(table))) == (6, 36, 36)


@pytest.mark.parametrize("size", [3, 5, 6, 7, 9, 10])
def test_second_cycle_as_it_is_would_give_three_equal_colours(size):
    assert with_long_runs(repeated(scheveningen(size), 2, PLAIN).table) != []


@pytest.mark.parametrize("size", [2, 4, 8, 12, 14, 16])
def test_second_cycle_needs_no_remedy_for_these_sizes(size):
    played = repeated(scheveningen(size), 2, joins(size))
    assert (played.joins, played.notices) == ((AS_IT_IS,), ())
    assert with_long_runs(played.table) == []


@pytest.mark.parametrize(
    ("size", "begins_with"), [(3, 2), (5, 2), (7, 2), (9, 2), (11, 2), (6, 5), (10, 7)]
)
def test_second_cycle_begins_with_a_later_round_where_that_helps(size, begins_with):
    played = repeated(scheveningen(size), 2, joins(size))
    assert played.joins == (Join(begins_with=begins_with),)
    assert with_long_runs(played.table) == []
    ((code, params),) = played.notices
    assert code == "schedule.cycle_begins_later"
    assert (params["cycle"], params["begins_with"]) == (2, begins_with)
    assert params["players"] == with_long_runs(repeated(scheveningen(size), 2, PLAIN).table)


def test_double_everybody_is_balanced():
    table = whole_schedule(team_field(2, 5, 10), "scheveningen")
    assert {(b.whites, b.blacks) for b in balances(table).values()} == {(5, 5)}
    assert set(meetings(table).values()) == {2}


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (field_of(12, 6), "schedule.no_teams"),
        (team_field(3, 4, 4), "schedule.team_count"),
        (team_field(2, 4, 5), "schedule.rounds_impossible"),
        (team_field(2, 201, 201), "schedule.size_out_of_range"),
    ],
)
def test_event_that_is_none_is_refused(record, code):
    with pytest.raises(RecordError) as caught:
        scheveningen_match(record)
    assert caught.value.code == code


def test_sides_of_different_sizes_are_refused():
    record = team_field(2, 4, 4)
    event = record.team_event
    shorter = type(event)(
        (event.teams[0], type(event.teams[1])(2, "Team 2", event.teams[1].players[:3]))
    )
    with pytest.raises(RecordError) as caught:
        scheveningen_match(team_field(2, 4, 4, team_event=shorter))
    assert (caught.value.code, caught.value.params) == ("schedule.team_sizes", {"sizes": [4, 3]})
