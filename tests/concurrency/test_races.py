"""Several people at once, with real transactions in real threads."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from tests.factories import (
    add_players,
    board_numbers,
    board_of,
    changes_of,
    make_event,
    make_large_tournament,
    make_player,
    make_tournament,
    make_user,
    pair_and_publish,
    play,
    refreshed,
    round_of,
)
from tournaments.clubs.models import Club
from tournaments.clubs.services import create_club
from tournaments.core.errors import DomainError
from tournaments.core.principal import ANONYMOUS, SYSTEM, Principal
from tournaments.desk.models import PairingSession
from tournaments.desk.sessions import start_session
from tournaments.events.models import EventMembership
from tournaments.events.services import accept_invitation, add_entry, invite_to_event
from tournaments.events.services.invitations import token_of
from tournaments.feeds.offline import OfflineResult, enter_offline_results
from tournaments.jobs.models import PairingRun
from tournaments.jobs.services import request_pairing
from tournaments.play.models import Board, Seat
from tournaments.play.record import build_record
from tournaments.play.services import publish_round, record_result, unpair_round
from tournaments.standings.selectors import standings_for

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(actions: Sequence[Callable[[], Any]], threads: int | None = None) -> list[Any]:
    """Results of the actions, begun together; a refusal is its code."""
    start = threading.Barrier(threads or len(actions))

    def run(action: Callable[[], Any]) -> Any:
        if threads is None:
            start.wait()
        try:
            return action()
        except DomainError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(threads or len(actions)) as pool:
        return list(pool.map(run, actions))


def test_d10_two_requests_pair_the_round_once():
    tournament = make_tournament(20)
    play(tournament, 1)
    play(tournament, 2)
    round = round_of(tournament, 3)
    answers = at_once([lambda: request_pairing(actor=SYSTEM, round_id=round.pk)] * 2)
    runs = [answer for answer in answers if isinstance(answer, PairingRun)]
    refused = [answer for answer in answers if isinstance(answer, str)]
    assert len(runs) == 1
    assert refused in (["round.pairing_in_progress"], ["round.already_paired"])
    assert PairingRun.objects.get(round=round).status == "done"
    assert Board.objects.filter(round=round).count() == 10
    seats = list(Seat.objects.filter(round=round).values_list("entry", flat=True))
    assert sorted(seats) == sorted(tournament.entries.values_list("pk", flat=True))
    assert tournament.changes.filter(type="round.paired", subject_id=round.pk).count() == 1
    changes_of(tournament)


def test_two_arbiters_on_one_board_store_one_result():
    tournament = make_tournament(4)
    board = board_of(pair_and_publish(tournament, 1), 1)
    answers = at_once(
        [
            lambda outcome=outcome: record_result(
                actor=SYSTEM, board_id=board.pk, outcome=outcome, expected_version=1
            )
            for outcome in ("1-0", "0-1")
        ]
    )
    stored = [answer for answer in answers if isinstance(answer, Board)]
    assert len(stored) == 1
    assert [answer for answer in answers if isinstance(answer, str)] == ["board.stale"]
    board.refresh_from_db()
    assert (board.outcome, board.version) == (stored[0].outcome, 2)
    assert changes_of(tournament).count("result.recorded") == 1


def test_d15_two_hundred_results_on_two_hundred_boards_are_all_stored():
    tournament = make_large_tournament(400, rounds=3)
    round = pair_and_publish(tournament, 1)
    outcomes = ("1-0", "1/2-1/2", "0-1", "1-0F", "0-0F")
    wanted = {number: outcomes[number % 5] for number in board_numbers(round)}
    boards = {board.number: board.pk for board in round.boards.all()}
    answers = at_once(
        [
            lambda number=number: (
                record_result(
                    actor=SYSTEM,
                    board_id=boards[number],
                    outcome=wanted[number],
                    expected_version=1,
                ).version
            )
            for number in wanted
        ],
        threads=10,
    )
    assert answers == [2] * 200
    assert dict(round.boards.values_list("number", "outcome")) == wanted
    assert round_of(tournament, 1).status == "completed"
    changes = Counter(changes_of(tournament))
    assert (changes["result.recorded"], changes["round.completed"]) == (200, 1)
    table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    points = {row.entry.pairing_number: row.points for row in table.rows}
    record = build_record(refreshed(tournament), through_round=1)
    assert points == {
        person.number: record.points.points(person.cells[0].outcome)
        for person in record.participants
    }
    assert sum(points.values()) == 10 * 160


def test_publishing_while_unpairing_leaves_one_of_the_two_states():
    tournament = make_tournament(4)
    round = pair_and_publish(tournament, 1)
    unpair_round(actor=SYSTEM, round_id=round.pk)
    request_pairing(actor=SYSTEM, round_id=round.pk)
    answers = at_once(
        [
            lambda: publish_round(actor=SYSTEM, round_id=round.pk).status,
            lambda: unpair_round(actor=SYSTEM, round_id=round.pk).status,
        ]
    )
    now = round_of(tournament, 1)
    boards = Board.objects.filter(round=round).count()
    assert (answers, now.status, boards) in (
        (["published", "planned"], "planned", 0),
        (["round.not_draft", "planned"], "planned", 0),
    )


def test_pairing_while_the_last_result_arrives_reads_one_state():
    tournament = make_tournament(8)
    round = pair_and_publish(tournament, 1)
    numbers = board_numbers(round)
    for number in numbers[:-1]:
        record_result(actor=SYSTEM, board_id=board_of(round, number).pk, outcome="1-0")
    last = board_of(round, numbers[-1])
    second = round_of(tournament, 2)
    answers = at_once(
        [
            lambda: record_result(actor=SYSTEM, board_id=last.pk, outcome="0-1").outcome,
            lambda: request_pairing(actor=SYSTEM, round_id=second.pk).status,
        ]
    )
    assert answers[0] == "0-1"
    paired = Board.objects.filter(round=second).count()
    assert (answers[1], paired) in (("done", 4), ("round.results_missing", 0))


def test_a_session_by_hand_and_the_program_do_not_both_pair_a_round():
    tournament = make_tournament(8)
    first = round_of(tournament, 1)
    answers = at_once(
        [
            lambda: start_session(actor=SYSTEM, round_id=first.pk).status,
            lambda: request_pairing(actor=SYSTEM, round_id=first.pk).status,
        ]
    )
    paired = Board.objects.filter(round=first).count()
    # Whichever came first: the program, whose draft is then edited, or the session, which
    # also stops a run that was asked for before it began.
    assert (answers, paired) in (
        (["open", "done"], 4),
        (["open", "failed"], 0),
        (["open", "round.being_edited"], 0),
    )
    assert PairingSession.objects.filter(round=first, status="open").count() == 1
    changes_of(tournament)


def test_two_sessions_for_one_round_are_one():
    tournament = make_tournament(8)
    first = round_of(tournament, 1)
    answers = at_once([lambda: start_session(actor=SYSTEM, round_id=first.pk).status] * 2)
    assert sorted(answers) == ["open", "round.being_edited"]


def test_two_players_who_agree_at_the_same_moment_have_a_result():
    tournament = make_tournament(4, results_policy="agreed_by_players")
    board = board_of(pair_and_publish(tournament, 1), 1)
    players = []
    for entry in (board.white.entry, board.black.entry):
        entry.player.user = make_user()
        entry.player.save()
        players.append(Principal.for_user(entry.player.user))
    answers = at_once(
        [
            lambda player=player: (
                record_result(actor=player, board_id=board.pk, outcome="1/2-1/2").confirmed
            )
            for player in players
        ]
    )
    assert sorted(answers) == [False, True]
    board.refresh_from_db()
    assert (board.outcome, board.confirmed) == ("1/2-1/2", True)
    assert [name for name in changes_of(tournament) if name.startswith("result.")] == [
        "result.recorded",
        "result.confirmed",
    ]


def test_an_invitation_followed_twice_at_once_gives_one_role():
    event = make_event()
    user = make_user()
    invitation = invite_to_event(actor=SYSTEM, event_id=event.pk, email=user.email, role="arbiter")
    token = token_of(invitation)
    answers = at_once(
        [lambda: accept_invitation(actor=Principal.for_user(user), token=token).accepted_by == user]
        * 2
    )
    assert answers == [True, True]
    assert [each.role for each in EventMembership.objects.filter(user=user)] == ["arbiter"]


def test_entries_added_at_once_are_numbered_without_gaps():
    tournament = make_tournament(2)
    club = tournament.event.club
    players = [make_player(club) for _ in range(8)]
    answers = at_once(
        [
            lambda player=player, rating=rating: (
                add_entry(
                    actor=SYSTEM, tournament_id=tournament.pk, player_id=player.pk, rating=rating
                ).pk
            )
            for rating, player in zip(range(2000, 2400, 50), players, strict=True)
        ]
    )
    assert len(set(answers)) == 8
    rows = list(
        tournament.entries.order_by("pairing_number").values_list("pairing_number", "rating")
    )
    assert [number for number, _ in rows] == list(range(1, 11))
    assert [rating for _, rating in rows] == sorted((rating for _, rating in rows), reverse=True)
    changes_of(tournament)


def test_one_player_entered_twice_at_once_is_entered_once():
    tournament = make_tournament()
    (first,) = add_players(tournament, [2000])
    player = make_player(tournament.event.club)
    answers = at_once(
        [
            lambda: (
                add_entry(
                    actor=SYSTEM, tournament_id=tournament.pk, player_id=player.pk
                ).pairing_number
            )
        ]
        * 2
    )
    assert sorted(map(str, answers)) == ["2", "entry.exists"]
    assert tournament.entries.exclude(pk=first.pk).count() == 1


def test_a_club_name_taken_at_the_same_moment_is_refused_not_broken():
    answers = at_once([lambda: create_club(actor=SYSTEM, name="Torre", slug="torre").slug] * 4)
    assert sorted(answers) == ["club.invalid"] * 3 + ["torre"]
    assert Club.objects.count() == 1


@pytest.mark.needs("postgresql-as-database")
@pytest.mark.parametrize(
    ("other", "expected"),
    [("1-0", ["already_there", "applied"]), ("0-1", ["conflict", "applied"])],
)
def test_two_phones_that_come_back_at_once_with_the_boards_in_any_order(other, expected):
    tournament = make_tournament(8)
    round = pair_and_publish(tournament, 1)
    boards = list(round.boards.order_by("number"))
    batches = [
        [OfflineResult(f"{board.number}", board.pk, "1-0", 1) for board in boards],
        [OfflineResult(f"{board.number}", board.pk, other, 1) for board in reversed(boards)],
    ]
    answers = at_once(
        [
            lambda items=items: enter_offline_results(
                actor=SYSTEM, tournament_id=tournament.pk, items=items
            )
            for items in batches
        ]
    )
    told = [sorted(each.outcome.value for each in answer) for answer in answers]
    assert sorted(told) == sorted([[outcome] * 4 for outcome in expected])
    # One of the two was entered whole, and only that one.
    whole = "1-0" if told[0] == ["applied"] * 4 else other
    assert set(round.boards.values_list("outcome", "version")) == {(whole, 2)}
    assert changes_of(tournament).count("result.recorded") == 4
    assert changes_of(tournament).count("result.corrected") == 0
