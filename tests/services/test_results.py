"""Results: who enters which, versions, conflicts."""

from __future__ import annotations

import pytest

from tests.factories import (
    board_of,
    changes_of,
    enter,
    make_tournament,
    member,
    pair,
    pair_and_publish,
    round_of,
    stranger,
)
from tournaments.core.errors import Conflict, Forbidden, Invalid, NotFound, Stale
from tournaments.core.principal import ANONYMOUS, SYSTEM, Principal
from tournaments.events.models import Tournament
from tournaments.events.services import change_status
from tournaments.play.models import Board
from tournaments.play.outcomes import BoardOutcome
from tournaments.play.services import confirm_result, record_result
from tournaments.players.models import Player

pytestmark = pytest.mark.django_db


def player_at(board: Board, side: str) -> Principal:
    """A user who is the player at this side of the board."""
    principal = stranger()
    Player.objects.filter(entries__seats__board=board, entries__seats__side=side).update(
        user=principal.user
    )
    return principal


def published(players: int = 4, **fields: object) -> tuple[Tournament, Board]:
    """A tournament with round 1 published, and its first board."""
    tournament = make_tournament(players, **fields)
    round = pair_and_publish(tournament, 1)
    return tournament, board_of(round, 1)


@pytest.mark.parametrize("outcome", BoardOutcome.values)
def test_every_result_that_exists_is_accepted(outcome):
    _, board = published()
    stored = record_result(
        actor=SYSTEM, board_id=board.pk, outcome=outcome, expected_version=board.version
    )
    stored.refresh_from_db()
    assert (stored.outcome, stored.confirmed, stored.version) == (outcome, True, 2)


@pytest.mark.parametrize(
    "outcome",
    [
        "1-1",
        "1-1/2",
        "1/2-1",
        "1/2F-1/2F",
        "1F-1/2",
        "1-0 F",
        "+-",
        "",
        "1-0f",
        "½F-½F",
        "½-1",
        "BYE",
    ],
)
def test_d8_results_that_do_not_exist_are_refused(outcome):
    tournament, board = published()
    before = changes_of(tournament)
    with pytest.raises(Invalid) as refusal:
        record_result(actor=SYSTEM, board_id=board.pk, outcome=outcome)
    assert refusal.value.code == "result.impossible"
    assert refusal.value.params["possible"] == BoardOutcome.values
    board.refresh_from_db()
    assert (board.outcome, board.version) == ("", 1)
    assert changes_of(tournament) == before


def test_d15_two_devices_on_one_board():
    tournament, board = published()
    club = tournament.event.club
    phone_a, phone_b = member(club, name="Ana"), member(club, name="Boris")
    before = len(changes_of(tournament))
    first = record_result(actor=phone_b, board_id=board.pk, outcome="1/2-1/2", expected_version=1)
    assert first.version == 2
    with pytest.raises(Stale) as refusal:
        record_result(actor=phone_a, board_id=board.pk, outcome="1-0", expected_version=1)
    params = refusal.value.params
    assert refusal.value.code == "board.stale"
    assert (params["version"], params["expected_version"], params["outcome"]) == (2, 1, "1/2-1/2")
    assert params["entered_by"] == {"id": str(phone_b.user_id), "name": "Boris"}
    board.refresh_from_db()
    assert (board.outcome, board.version, board.entered_by_id) == ("1/2-1/2", 2, phone_b.user_id)
    arbiter = record_result(actor=phone_a, board_id=board.pk, outcome="1-0", expected_version=2)
    assert arbiter.version == 3
    assert changes_of(tournament)[before:] == ["result.recorded", "result.corrected"]
    change = tournament.changes.get(type="result.corrected")
    assert change.data["outcome"] == {"old": "1/2-1/2", "new": "1-0"}
    assert (change.actor_id, change.subject_version) == (phone_a.user_id, 3)


def test_the_same_result_again_changes_nothing():
    tournament, board = published()
    record_result(actor=SYSTEM, board_id=board.pk, outcome="1-0", expected_version=1)
    before = changes_of(tournament)
    again = record_result(actor=SYSTEM, board_id=board.pk, outcome="1-0", expected_version=2)
    assert again.version == 2
    assert changes_of(tournament) == before


def test_a_draft_round_takes_no_results_and_shows_nothing():
    tournament = make_tournament(4)
    pair(tournament, 1)
    board = board_of(round_of(tournament, 1), 1)
    with pytest.raises(Conflict) as refusal:
        record_result(actor=SYSTEM, board_id=board.pk, outcome="1-0")
    assert refusal.value.code == "round.not_published"
    for principal in (ANONYMOUS, stranger(), player_at(board, "w")):
        with pytest.raises(NotFound) as hidden:
            record_result(actor=principal, board_id=board.pk, outcome="1-0")
        assert hidden.value.code == "board.not_found"


def test_only_arbiters_enter_results_unless_the_tournament_says_otherwise():
    tournament, board = published()
    club = tournament.event.club
    for principal in (ANONYMOUS, stranger(), member(club, "viewer"), player_at(board, "w")):
        with pytest.raises(Forbidden) as refusal:
            record_result(actor=principal, board_id=board.pk, outcome="1-0")
        assert refusal.value.params == {"permission": "play.record_result"}
    board.refresh_from_db()
    assert board.outcome == ""
    for role in ("arbiter", "organiser", "owner"):
        record_result(actor=member(club, role), board_id=board.pk, outcome="1-0")


def test_players_enter_and_an_arbiter_confirms():
    tournament, board = published(results_policy="confirmed_by_arbiter")
    white, arbiter = player_at(board, "w"), member(tournament.event.club)
    entered = record_result(actor=white, board_id=board.pk, outcome="1-0", expected_version=1)
    assert (entered.confirmed, entered.version) == (False, 2)
    with pytest.raises(Forbidden):
        confirm_result(actor=white, board_id=board.pk)
    with pytest.raises(Forbidden) as refusal:
        record_result(actor=white, board_id=board.pk, outcome="POSTPONED")
    assert refusal.value.code == "result.only_arbiter_postpones"
    with pytest.raises(Forbidden):
        other = board_of(board.round, 2)
        record_result(actor=white, board_id=other.pk, outcome="1-0")
    confirmed = confirm_result(actor=arbiter, board_id=board.pk, expected_version=2)
    assert (confirmed.confirmed, confirmed.version) == (True, 3)
    with pytest.raises(Forbidden) as refusal:
        record_result(actor=white, board_id=board.pk, outcome="0-1", expected_version=3)
    assert refusal.value.code == "result.confirmed"
    board.refresh_from_db()
    assert (board.outcome, board.version, board.entered_by_id) == ("1-0", 3, white.user_id)
    assert changes_of(tournament)[-2:] == ["result.recorded", "result.confirmed"]


def test_an_arbiter_who_enters_the_same_confirms_it():
    tournament, board = published(results_policy="confirmed_by_arbiter")
    white, arbiter = player_at(board, "w"), member(tournament.event.club)
    record_result(actor=white, board_id=board.pk, outcome="1-0")
    same = record_result(actor=arbiter, board_id=board.pk, outcome="1-0", expected_version=2)
    assert (same.confirmed, same.version, same.entered_by_id) == (True, 3, white.user_id)
    assert changes_of(tournament)[-2:] == ["result.recorded", "result.confirmed"]


def test_confirming_nothing_is_refused():
    _, board = published(results_policy="confirmed_by_arbiter")
    with pytest.raises(Conflict) as refusal:
        confirm_result(actor=SYSTEM, board_id=board.pk)
    assert refusal.value.params == {"board": 1, "round": 1}


def test_a_postponed_game_reopens_its_round():
    tournament, board = published()
    enter(board.round, {1: "1-0", 2: "1-0"})
    assert round_of(tournament, 1).status == "completed"
    enter(board.round, {1: "POSTPONED"})
    assert round_of(tournament, 1).status == "published"
    assert changes_of(tournament)[-2:] == ["result.corrected", "round.reopened"]


def test_a_finished_tournament_takes_no_results():
    tournament = make_tournament(2, rounds=1)
    round = pair_and_publish(tournament, 1)
    enter(round, {1: "1-0"})
    change_status(actor=SYSTEM, tournament_id=tournament.pk, status="finished")
    with pytest.raises(Conflict) as refusal:
        record_result(actor=SYSTEM, board_id=board_of(round, 1).pk, outcome="0-1")
    assert refusal.value.params == {"status": "finished"}
    assert board_of(round, 1).outcome == "1-0"


def test_results_of_an_invisible_tournament_do_not_exist():
    tournament, board = published()
    event = tournament.event
    event.visibility = "hidden"
    event.save()
    viewer = member(event.club, "viewer")
    for principal in (ANONYMOUS, stranger(), viewer):
        with pytest.raises(NotFound) as hidden:
            record_result(actor=principal, board_id=board.pk, outcome="1-0")
        assert hidden.value.code == "board.not_found"
