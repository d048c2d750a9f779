"""The record from the database, standings and crosstable."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    add_players,
    board_of,
    enter,
    entry_ids,
    make_tournament,
    member,
    pair,
    pair_and_publish,
    play,
    refreshed,
    round_of,
    stranger,
)
from tournaments.core.errors import Conflict, NotFound
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.events.models import Tournament
from tournaments.events.services import (
    change_status,
    prohibit_pairing,
    request_bye,
    update_tournament,
    withdraw_entry,
)
from tournaments.play.record import build_record
from tournaments.play.services import record_result
from tournaments.standings.selectors import open_boards, standings_for

pytestmark = pytest.mark.django_db


def filled(players: int) -> Tournament:
    """Two rounds played, byes requested and a pairing prohibited."""
    tournament = make_tournament(players, rounds=5)
    ids = entry_ids(tournament)
    prohibit_pairing(actor=SYSTEM, tournament_id=tournament.pk, entry_ids=[ids[1], ids[2], ids[3]])
    play(tournament, 1)
    request_bye(actor=SYSTEM, entry_id=ids[4], round_number=2, kind="H")
    play(tournament, 2, {1: "1/2-1/2"})
    request_bye(actor=SYSTEM, entry_id=ids[5], round_number=3, kind="H")
    withdraw_entry(actor=SYSTEM, entry_id=ids[6])
    return refreshed(tournament)


@pytest.mark.parametrize("players", [10, 100])
def test_the_record_takes_six_queries_at_any_size(players):
    tournament = filled(players)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        record = build_record(tournament, through_round=2)
    assert len(queries) == 6
    assert len(record.participants) == players
    assert [(bye.round, bye.number, bye.outcome.value) for bye in record.planned_byes] == [
        (3, 5, "H"),
        (3, 6, "Z"),
    ]
    assert record.prohibited[0].numbers == (1, 2, 3)
    with CaptureQueriesContext(connection) as queries:
        public = build_record(tournament, through_round=2, planned=False)
    assert len(queries) == 3
    assert (public.planned_byes, public.prohibited) == ((), ())


# SQLite inserts at most 99 rows of this width at once.
@pytest.mark.parametrize("players", [10, 99])
def test_standings_take_a_fixed_number_of_queries(players):
    tournament = filled(players)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
            page = table.rows[5:8]
        assert [len(table.rows), len(page), len(page[0].cells)] == [players, 3, 2]
        counts.append(len(queries))
    # Computed, stored under the lock for those who are still there, then read: tournament,
    # round, stored row, open boards, one page.
    assert counts == [18, 5]


def test_a_withdrawn_player_has_zero_point_byes_in_the_record():
    tournament = make_tournament(5, rounds=5)
    play(tournament, 1)
    ids = entry_ids(tournament)
    withdraw_entry(actor=SYSTEM, entry_id=ids[1])
    play(tournament, 2)
    record = build_record(tournament, through_round=2)
    assert [cell.outcome.value for cell in record.participants[0].cells] == ["1", "Z"]
    assert [(bye.round, bye.number) for bye in record.planned_byes] == [(3, 1)]


def test_unconfirmed_results_are_unknown_and_postponed_games_adjourned():
    tournament = make_tournament(4, results_policy="confirmed_by_arbiter")
    round = pair_and_publish(tournament, 1)
    board = board_of(round, 1)
    board.outcome = "1-0"
    board.save()
    enter(round, {2: "POSTPONED"})
    record = build_record(tournament, through_round=1)
    assert [person.cells[0].outcome.value for person in record.participants] == ["?", "X", "?", "X"]
    table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    assert [(row.entry.pairing_number, row.points) for row in table.rows] == [
        (2, 5),
        (4, 5),
        (1, 0),
        (3, 0),
    ]
    assert table.open_boards == 2
    assert [board["board"] for board in open_boards(tournament, 1)] == [1, 2]


def test_standings_default_to_the_last_round_with_a_result():
    tournament = make_tournament(4, rounds=3)
    empty = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    assert (empty.after_round, [row.points for row in empty.rows]) == (0, [0, 0, 0, 0])
    play(tournament, 1)
    round = pair_and_publish(tournament, 2)
    table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    assert (table.after_round, table.complete, table.final) == (1, True, False)
    assert table.order == ("PTS", "BH/C1", "BH", "SB", "DE", "WIN")
    assert [(row.rank, row.entry.pairing_number) for row in table.rows] == [
        (1, 1),
        (1, 4),
        (3, 2),
        (3, 3),
    ]
    enter(round, {1: "1/2-1/2"})
    running = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    assert (running.after_round, running.complete) == (2, False)
    assert running.open_boards == 1
    assert [board["board"] for board in open_boards(tournament, 2)] == [2]


def test_d11c_final_standings_wait_for_a_postponed_game():
    tournament = make_tournament(4, rounds=1)
    round = pair_and_publish(tournament, 1)
    enter(round, {1: "1-0", 2: "POSTPONED"})
    public = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    assert (public.complete, public.final) == (False, False)
    with pytest.raises(Conflict) as refusal:
        standings_for(principal=ANONYMOUS, tournament_id=tournament.pk, final=True)
    assert refusal.value.code == "standings.not_final"
    assert refusal.value.params["completed"] == 0
    with pytest.raises(Conflict) as unfinished:
        change_status(actor=SYSTEM, tournament_id=tournament.pk, status="finished")
    assert unfinished.value.params == {"rounds": [1], "boards": [{"round": 1, "board": 2}]}
    enter(round, {2: "0-1"})
    final = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk, final=True)
    assert (final.final, [row.points for row in final.rows]) == (True, [10, 10, 0, 0])
    done = change_status(actor=SYSTEM, tournament_id=tournament.pk, status="finished")
    assert done.status == "finished"


def test_d11d_standings_use_a_late_result_at_once():
    tournament = make_tournament(8, rounds=5)
    round = pair_and_publish(tournament, 1)
    enter(round, {1: "1-0", 2: "1-0", 3: "1-0", 4: "POSTPONED"})
    pair_and_publish(tournament, 2)
    before = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    points = {row.entry.pairing_number: row.points for row in before.rows}
    assert (points[8], points[4]) == (5, 5)
    enter(round, {4: "0-1"})
    after = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    points = {row.entry.pairing_number: row.points for row in after.rows}
    assert (points[8], points[4], after.complete) == (0, 10, True)


def test_an_unpublished_round_is_not_in_standings_or_crosstable():
    tournament = make_tournament(5, rounds=3)
    play(tournament, 1)
    pair(tournament, 2)
    arbiter = member(tournament.event.club)
    for principal in (ANONYMOUS, stranger(), arbiter):
        table = standings_for(principal=principal, tournament_id=tournament.pk)
        assert table.after_round == 1
        assert {len(row.cells) for row in table.rows} == {1}
        with pytest.raises(NotFound) as refusal:
            standings_for(principal=principal, tournament_id=tournament.pk, after_round=2)
        assert refusal.value.params == {"number": 2}


def test_an_earlier_round_may_be_asked_for():
    tournament = make_tournament(4, rounds=3)
    play(tournament, 1)
    play(tournament, 2)
    table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk, after_round=1)
    assert (table.after_round, sorted(row.points for row in table.rows)) == (1, [0, 0, 10, 10])
    start = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk, after_round=0)
    assert {row.points for row in start.rows} == {0}


def test_the_crosstable_shows_every_round():
    tournament = make_tournament(3, rounds=2)
    play(tournament, 1, {1: "1-0F"})
    table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    cells = {
        row.entry.pairing_number: [
            (cell.opponent, cell.colour, cell.outcome, cell.points) for cell in row.cells
        ]
        for row in table.rows
    }
    assert cells == {
        1: [(2, "w", "+", 10)],
        2: [(1, "b", "-", 0)],
        3: [(None, "", "U", 10)],
    }


def test_the_announced_points_count():
    tournament = make_tournament(
        3, rounds=2, points_win=30, points_draw=10, points_pairing_allocated_bye=10
    )
    play(tournament, 1, {1: "1/2-1/2"})
    table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    assert {row.entry.pairing_number: row.points for row in table.rows} == {1: 10, 2: 10, 3: 10}


def test_a_hidden_tournament_has_no_standings():
    tournament = make_tournament(2)
    tournament.event.visibility = "hidden"
    tournament.event.save()
    with pytest.raises(NotFound):
        standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)


def test_a_correction_counts_at_once():
    tournament = make_tournament(2, rounds=2)
    round = play(tournament, 1)
    record_result(actor=SYSTEM, board_id=board_of(round, 1).pk, outcome="0-1")
    table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    assert [(row.entry.pairing_number, row.points) for row in table.rows] == [(2, 10), (1, 0)]
    assert round_of(tournament, 1).status == "completed"


def test_late_entries_move_the_settings_that_name_players():
    tournament = make_tournament(4)
    ids = entry_ids(tournament)
    update_tournament(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        virtual_points=[
            {
                "points": 10,
                "first_round": 1,
                "last_round": 2,
                "first_entry": str(ids[1]),
                "last_entry": str(ids[2]),
            }
        ],
        abnormal_points=[{"outcome": "+", "points": 5, "round": None, "entries": [str(ids[4])]}],
    )
    add_players(tournament, [2400])
    record = build_record(refreshed(tournament), through_round=0)
    span = record.virtual_points[0]
    assert (span.first_number, span.last_number) == (2, 3)
    assert record.abnormal_points[0].numbers == (5,)
