"""What the database itself refuses, whatever the code does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import IntegrityError, connection, transaction

from tests.factories import (
    add_players,
    board_of,
    entry_ids,
    make_tournament,
    pair_and_publish,
    round_of,
)
from tournaments.core.models import ChangeLogEntry
from tournaments.events.models import Entry, RequestedBye, Round, Tournament
from tournaments.jobs.models import PairingRun
from tournaments.play.models import Board, Seat

pytestmark = pytest.mark.django_db


@contextmanager
def refuses(*names: str) -> Iterator[None]:
    """The block raises an ``IntegrityError`` that names the constraint (SQLite: its columns)."""
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        yield
        connection.check_constraints()
    assert any(name in str(refusal.value) for name in names), str(refusal.value)


def test_an_entry_has_one_place_in_a_round():
    tournament = make_tournament(4)
    round = pair_and_publish(tournament, 1)
    entry = tournament.entries.get(pairing_number=1)
    empty = Board.objects.create(round=round, number=9)
    columns = "play_seat.round_id, play_seat.entry_id"
    with refuses("seat_once_per_round", columns):
        Seat.objects.create(round=round, entry=entry, bye="Z")
    with refuses("seat_once_per_round", columns):
        Seat.objects.create(round=round, entry=entry, board=empty, side="w")
    (late,) = add_players(tournament, [1500])
    Seat.objects.create(round=round, entry=late, board=empty, side="w")
    with refuses("seat_once_per_round", columns):
        Seat.objects.create(round=round, entry=late, board=empty, side="b")


def test_a_board_has_one_white_and_one_black():
    tournament = make_tournament(4)
    round = pair_and_publish(tournament, 1)
    (late,) = add_players(tournament, [1500])
    with refuses("seat_side_once_per_board", "play_seat.board_id, play_seat.side"):
        Seat.objects.create(round=round, entry=late, board=board_of(round, 1), side="w")


@pytest.mark.parametrize(
    ("side", "bye", "at_board"),
    [
        ("w", "U", True),
        ("", "", True),
        ("w", "", False),
        ("", "", False),
        ("x", "", True),
        ("", "X", False),
        ("", "U", True),
    ],
)
def test_a_seat_is_at_a_board_or_on_a_bye(side, bye, at_board):
    tournament = make_tournament(4)
    round = pair_and_publish(tournament, 1)
    (late,) = add_players(tournament, [1500])
    board = Board.objects.create(round=round, number=9) if at_board else None
    with refuses("seat_at_board_or_bye"):
        Seat.objects.create(round=round, entry=late, board=board, side=side, bye=bye)


def test_a_seat_and_its_board_are_of_the_same_round():
    tournament = make_tournament(4)
    round = pair_and_publish(tournament, 1)
    second = round_of(tournament, 2)
    entry = tournament.entries.get(pairing_number=1)
    empty = Board.objects.create(round=round, number=9)
    with refuses("seat_of_the_boards_round"):
        Seat.objects.create(round=second, entry=entry, board=empty, side="w")
    seat = entry.seats.get()
    with refuses("seat_of_the_boards_round"):
        Seat.objects.filter(pk=seat.pk).update(round=second)


def test_a_round_has_one_allocated_bye_or_one_in_each_group():
    tournament = make_tournament(5)
    round = pair_and_publish(tournament, 1)
    (late,) = add_players(tournament, [1500])
    with refuses("seat_one_allocated_bye_per_group", "play_seat.round_id"):
        Seat.objects.create(round=round, entry=late, bye="U")
    Seat.objects.create(round=round, entry=late, bye="U", group="B")


@pytest.mark.parametrize("outcome", ["1-1", "1-1/2", "BYE", "1-0f"])
def test_an_outcome_exists(outcome):
    tournament = make_tournament(2)
    board = board_of(pair_and_publish(tournament, 1), 1)
    with refuses("board_outcome_possible"):
        Board.objects.filter(pk=board.pk).update(outcome=outcome, confirmed=True)


def test_nothing_is_not_a_confirmed_result():
    tournament = make_tournament(2)
    board = board_of(pair_and_publish(tournament, 1), 1)
    with refuses("board_confirmed_has_outcome"):
        Board.objects.filter(pk=board.pk).update(confirmed=True)


def test_rounds_and_boards_are_numbered_once():
    tournament = make_tournament(2)
    with refuses("round_number_once", "events_round.tournament_id, events_round.number"):
        Round.objects.create(tournament=tournament, number=1)
    with refuses("round_number_possible"):
        Round.objects.create(tournament=tournament, number=0)
    round = pair_and_publish(tournament, 1)
    with refuses("board_number_once", "play_board.round_id, play_board.number"):
        Board.objects.create(round=round, number=1)


def test_pairing_numbers_are_given_once():
    tournament = make_tournament(2)
    second = entry_ids(tournament)[2]
    columns = "events_entry.tournament_id, events_entry.pairing_number"
    with refuses("entry_pairing_number_once", columns):
        Entry.objects.filter(pk=second).update(pairing_number=1)
    with refuses("entry_pairing_number_from_one", "pairing_number"):
        Entry.objects.filter(pk=second).update(pairing_number=0)
    Entry.objects.filter(tournament=tournament).update(pairing_number=None)


def test_a_round_has_one_live_run():
    tournament = make_tournament(2)
    round = round_of(tournament, 1)
    PairingRun.objects.create(round=round, status="done")
    PairingRun.objects.create(round=round)
    with refuses("pairing_run_one_live_per_round", "jobs_pairingrun.round_id"):
        PairingRun.objects.create(round=round)
    with refuses("pairing_run_running_has_lease"):
        PairingRun.objects.filter(status="queued").update(status="running")


def test_sequence_numbers_are_given_once():
    tournament = make_tournament(1)
    change = tournament.changes.order_by("seq").last()
    values = {
        "club_id": change.club_id,
        "type": "test.made",
        "subject_type": "tournament",
        "subject_id": tournament.pk,
        "subject_version": 1,
        "actor_kind": "system",
    }
    columns = "core_changelogentry.tournament_id, core_changelogentry.seq"
    with refuses("change_seq_once_per_tournament", columns):
        ChangeLogEntry.objects.create(tournament=tournament, seq=change.seq, **values)
    with refuses("change_seq_once_per_club", "core_changelogentry.club_id"):
        ChangeLogEntry.objects.create(seq=1, **values)


def test_byes_are_requested_once_and_of_a_known_kind():
    tournament = make_tournament(1)
    entry = tournament.entries.get()
    RequestedBye.objects.create(entry=entry, round_number=1, kind="H")
    columns = "events_requestedbye.entry_id, events_requestedbye.round_number"
    with refuses("requested_bye_once_per_round", columns):
        RequestedBye.objects.create(entry=entry, round_number=1, kind="Z")
    with refuses("requested_bye_kind_known"):
        RequestedBye.objects.create(entry=entry, round_number=2, kind="U")


@pytest.mark.parametrize(
    ("constraint", "change"),
    [
        ("tournament_status_known", {"status": "open"}),
        ("tournament_round_count_possible", {"round_count": 0}),
        ("tournament_initial_colour_known", {"initial_colour": "x"}),
        ("tournament_acceleration_known", {"acceleration": "some"}),
        ("tournament_results_policy_known", {"results_policy": "any"}),
        ("tournament_has_name", {"name": ""}),
    ],
)
def test_tournament_settings_are_known_ones(constraint, change):
    tournament = make_tournament()
    with refuses(constraint):
        Tournament.objects.filter(pk=tournament.pk).update(**change)
