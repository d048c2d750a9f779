"""The arbiter's desk over HTTP: pairings by hand, steps back, corrections, many results."""

from __future__ import annotations

import pytest

from tests.api.driving import (
    all_of,
    enter,
    enter_all,
    entry_ids,
    pair,
    pair_and_publish,
    pairings,
    points,
    round_of,
)
from tournaments.desk.models import Correction, PairingSession
from tournaments.play.models import Board


def boards_of(ids, *pairs):
    return [{"white": ids[white], "black": ids[black] if black else None} for white, black in pairs]


@pytest.fixture
def six(api, make_tournament):
    """Six players; round 1 is played and round 2 paired but not published."""
    tournament = make_tournament(6, rounds=5).pk
    enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament, 1)["id"])
    pair(api.arbiter, tournament, 2)
    return tournament


def test_a_pairing_is_edited_checked_and_confirmed(api, six):
    ids = entry_ids(api.arbiter, six)
    second = round_of(api.arbiter, six, 2)["id"]
    path = f"rounds/{second}/pairing-session"
    started = api.arbiter.post(path, idempotency_key="edit")
    again = api.arbiter.post(path, idempotency_key="edit")
    assert (started.status_code, again.content) == (201, started.content)
    session = started["Location"].removeprefix("http://testserver/api/v1/")
    assert PairingSession.objects.filter(status="open").count() == 1
    other = api.organiser.post(path)
    assert (other.status_code, other.json()["code"]) == (409, "round.being_edited")
    # 1-4 have met in round 1.
    edited = api.arbiter.change(session, {"boards": boards_of(ids, (4, 1), (2, 3))})
    body = edited.json()
    assert (edited.status_code, body["version"]) == (200, 2)
    assert [each["number"] for each in body["unplaced"]] == [5, 6]
    assert [(each["code"], each["message"]) for each in body["warnings"]] == [
        ("review.rematch", "They have played each other already.")
    ]
    stale = api.organiser.patch(session, {"boards": []}, if_match=started["ETag"])
    assert (stale.status_code, stale.json()["code"]) == (412, "precondition.stale")
    twice = api.arbiter.change(session, {"boards": boards_of(ids, (4, 1), (4, 3))})
    assert (twice.status_code, twice.json()["code"]) == (422, "pairing.impossible")
    api.arbiter.change(session, {"boards": boards_of(ids, (4, 1), (2, 3), (6, 5))})
    warned = api.arbiter.post(f"{session}/end", {})
    assert (warned.status_code, warned.json()["code"]) == (409, "session.warnings")
    assert warned.json()["params"]["warnings"][0]["code"] == "review.rematch"
    ended = api.arbiter.post(f"{session}/end", {"confirmed": True, "reason": "Two families"})
    assert (ended.status_code, ended.json()["status"]) == (200, "ended")
    assert sorted(pairings(api.arbiter, second)) == [(2, 3), (4, 1), (6, 5)]
    assert api.anonymous.get(f"rounds/{second}/boards").status_code == 404
    assert api.arbiter.post(f"rounds/{second}/publish").status_code == 200
    late = api.arbiter.post(f"rounds/{second}/pairing-session")
    assert (late.status_code, late.json()["code"]) == (409, "round.already_published")


def test_warnings_are_in_the_language_of_the_reader(api, six):
    ids = entry_ids(api.arbiter, six)
    second = round_of(api.arbiter, six, 2)["id"]
    session = api.arbiter.post(f"rounds/{second}/pairing-session").json()["id"]
    api.arbiter.change(f"pairing-sessions/{session}", {"boards": boards_of(ids, (4, 1))})
    answer = api.arbiter.get(f"pairing-sessions/{session}", accept_language="es")
    assert answer.json()["warnings"][0]["message"] == "Ya han jugado entre sí."


def test_a_session_is_left_and_the_round_is_as_it_was(api, six):
    second = round_of(api.arbiter, six, 2)["id"]
    before = pairings(api.arbiter, second)
    session = (
        f"pairing-sessions/{api.arbiter.post(f'rounds/{second}/pairing-session').json()['id']}"
    )
    api.arbiter.change(session, {"boards": []})
    tag = api.arbiter.get(session)["ETag"]
    assert api.arbiter.delete(session).status_code == 428
    left = api.arbiter.delete(session, if_match=tag)
    assert (left.status_code, left.json()["status"]) == (200, "abandoned")
    assert pairings(api.arbiter, second) == before
    over = api.arbiter.post(f"{session}/end", {})
    assert (over.status_code, over.json()["code"]) == (409, "session.over")


def test_a_round_goes_off_the_site_and_comes_back(api, six):
    second = round_of(api.arbiter, six, 2)["id"]
    api.arbiter.post(f"rounds/{second}/publish")
    assert api.anonymous.get(f"rounds/{second}/boards").status_code == 200
    taken = api.arbiter.post(f"rounds/{second}/unpublish")
    assert (taken.status_code, taken.json()["status"]) == (200, "draft")
    assert api.anonymous.get(f"rounds/{second}/boards").status_code == 404
    again = api.arbiter.post(f"rounds/{second}/unpublish")
    assert (again.status_code, again.json()["code"]) == (409, "round.not_published_anywhere")
    assert api.arbiter.post(f"rounds/{second}/publish").status_code == 200


def test_a_completed_round_is_held_open(api, make_tournament):
    tournament = make_tournament(4).pk
    first = pair_and_publish(api.arbiter, tournament, 1)["id"]
    enter_all(api.arbiter, first)
    reopened = api.arbiter.post(f"rounds/{first}/reopen", {"reason": "Protest"})
    assert (reopened.json()["status"], reopened.json()["reopened"]) == ("published", True)
    refused = api.arbiter.post(f"rounds/{round_of(api.arbiter, tournament, 2)['id']}/pair")
    assert (refused.status_code, refused.json()["code"]) == (409, "round.held_open")
    closed = api.arbiter.post(f"rounds/{first}/close")
    assert (closed.json()["status"], closed.json()["reopened"]) == ("completed", False)
    assert pair(api.arbiter, tournament, 2)["status"] == "done"


def test_a_wrong_result_at_each_of_the_three_moments(api, make_tournament):
    """C.04.2 4.3, with who, when, why, old and new."""
    tournament = make_tournament(8, rounds=5).pk
    first = pair_and_publish(api.arbiter, tournament, 1)["id"]
    enter_all(api.arbiter, first)
    board = all_of(api.arbiter, f"rounds/{first}/boards")[0]
    path = f"boards/{board['id']}"
    number = board["white"]["pairing_number"]
    enter(api.arbiter, board["id"], "½-½")
    assert points(api.anonymous, tournament)[number] == 5
    second = pair_and_publish(api.arbiter, tournament, 2)["id"]
    drawn = pairings(api.anonymous, second)
    silent = api.arbiter.change(path, {"result": "0-1"})
    assert (silent.status_code, silent.json()["code"]) == (422, "result.reason_required")
    answer = api.organiser.change(path, {"result": "0-1", "reason": "Scoresheet"})
    assert (answer.status_code, answer.json()["result"]) == (200, "0-1")
    assert points(api.anonymous, tournament)[number] == 0
    assert pairings(api.anonymous, second) == drawn
    enter_all(api.arbiter, second)
    enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament, 3)["id"])
    before = points(api.anonymous, tournament)
    late = api.arbiter.change(path, {"result": "1-0", "reason": "A second look"})
    assert (late.status_code, late.json()["code"]) == (409, "result.for_rating_only")
    rated = api.arbiter.post(
        f"{path}/rating-correction", {"result": "1-0", "reason": "A second look"}
    )
    assert rated.status_code == 200, rated.content
    assert points(api.anonymous, tournament) == before
    assert api.arbiter.get(path).json()["result"] == "0-1"
    rows = all_of(api.arbiter, f"tournaments/{tournament}/corrections")
    assert [(row["moment"], row["old"], row["new"], row["reason"]) for row in rows] == [
        ("before_next_pairing", "1-0", "1/2-1/2", ""),
        ("next_round_runs", "1/2-1/2", "0-1", "Scoresheet"),
        ("rating_only", "0-1", "1-0", "A second look"),
    ]
    assert [row["by"]["name"] for row in rows] == ["Arbiter", "Organiser", "Arbiter"]
    assert all(row["at"] for row in rows)
    assert all_of(api.anonymous, f"tournaments/{tournament}/corrections") == []


def test_players_agree_over_their_phones(api, make_tournament):
    tournament = make_tournament(4, results_policy="agreed_by_players").pk
    first = pair_and_publish(api.arbiter, tournament, 1)["id"]
    board = Board.objects.get(round=first, number=1)
    for entry, speaker in ((board.white.entry, api.player), (board.black.entry, api.stranger)):
        entry.player.user = speaker.user
        entry.player.save()
    one = enter(api.player, board.pk, "1-0")
    assert (one.json()["result"], one.json()["confirmed"]) == ("1-0", False)
    assert points(api.anonymous, tournament)[board.white.entry.pairing_number] == 0
    # The phone of the other still shows the empty board.
    late = api.stranger.patch(f"boards/{board.pk}", {"result": "1-0"}, if_match='"old"')
    assert late.status_code == 412
    assert late.json()["current"]["result"] == "1-0"
    assert late.json()["current"]["entered_by"]["name"] == "Player"
    two = enter(api.stranger, board.pk, "1-0")
    assert (two.json()["result"], two.json()["confirmed"]) == ("1-0", True)
    claims = all_of(api.arbiter, f"boards/{board.pk}/claims")
    assert [(claim["side"], claim["result"]) for claim in claims] == [("w", "1-0"), ("b", "1-0")]
    assert all_of(api.anonymous, f"boards/{board.pk}/claims") == []


def test_many_results_in_one_request_each_with_its_outcome(api, make_tournament):
    tournament = make_tournament(8).pk
    first = pair_and_publish(api.arbiter, tournament, 1)["id"]
    boards = all_of(api.arbiter, f"rounds/{first}/boards")
    enter(api.organiser, boards[1]["id"], "0-1")
    lines = [
        {"board": boards[0]["id"], "result": "1-0", "version": 1},
        {"board": boards[1]["id"], "result": "1-0", "version": 1},
        {"board": boards[2]["id"], "result": "½-0", "version": 1},
    ]
    path = f"rounds/{first}/results"
    answer = api.arbiter.post(path, {"results": lines}, idempotency_key="all")
    assert answer.status_code == 200
    rows = answer.json()["results"]
    assert [(row["status"], row["result"], row["version"]) for row in rows] == [
        (200, "1-0", 2),
        (412, None, None),
        (200, "1/2-0", 2),
    ]
    problem = rows[1]["problem"]
    assert (problem["code"], problem["params"]["outcome"]) == ("board.stale", "0-1")
    assert problem["params"]["entered_by"]["name"] == "Organiser"
    again = api.arbiter.post(path, {"results": lines}, idempotency_key="all")
    assert (again.content, again["Idempotent-Replayed"]) == (answer.content, "true")
    impossible = api.arbiter.post(
        path, {"results": [*lines, {"board": boards[3]["id"], "result": "1-1", "version": 1}]}
    )
    assert impossible.status_code == 422
    assert impossible.json()["errors"][0]["pointer"] == "#/results/3/result"
    assert [board["result"] for board in all_of(api.anonymous, f"rounds/{first}/boards")] == [
        "1-0",
        "0-1",
        "1/2-0",
        None,
    ]
    helper = api.helper.post(
        path,
        {
            "results": [
                {"board": boards[0]["id"], "result": "0-1", "version": 2},
                {"board": boards[3]["id"], "result": "0-1", "version": 1},
            ]
        },
    )
    assert [row["status"] for row in helper.json()["results"]] == [200, 403]
    assert Correction.objects.count() == 1
