"""What federations do over HTTP: follow the feed, decide reports, send corrections."""

from __future__ import annotations

import base64
import hashlib
import json

import pytest

from tests.api.conftest import federation_key
from tests.factories import board_of, pair_and_publish, play, refreshed
from tournaments.core.principal import SYSTEM
from tournaments.events.services import change_status, update_event
from tournaments.federations.tasks import refresh_streams
from tournaments.play.services import record_result


@pytest.fixture
def tournament(api, make_tournament, event):
    update_event(actor=SYSTEM, event_id=event.pk, federation="ESP")
    return refreshed(make_tournament(4, rounds=1, chief_arbiter="Ruiz, Ana (2299999)"))


def follow(key, query=""):
    """All changes since a token, and the last token."""
    changes, more = [], True
    while more:
        answer = key.get(f"feeds/results{query}")
        assert answer.status_code == 200, answer.content
        body = answer.json()
        changes += body["changes"]
        query, more = f"?limit=3&since={body['next']}", body["has_more"]
    return changes, query, answer["ETag"]


def test_the_feed_is_followed_by_token(api, tournament):
    key = api.federation_key
    changes, query, _ = follow(key, "?limit=2")
    assert [each["type"] for each in changes] == ["tournament", *["entry"] * 4]
    assert {each["op"] for each in changes} == {"upsert"}
    assert changes[0]["data"]["name"] == "Open 4"
    tag = key.get(f"feeds/results{query}")["ETag"]
    again = key.get(f"feeds/results{query}", if_none_match=tag)
    assert (again.status_code, again.content) == (304, b"")
    first = pair_and_publish(tournament, 1)
    record_result(actor=SYSTEM, board_id=board_of(first, 1).pk, outcome="1-0F")
    changes, query, _ = follow(key, query)
    assert [each["type"] for each in changes] == ["tournament", "round", "result", "result"]
    (result,) = (each for each in changes if each["id"] == str(board_of(first, 1).pk))
    assert (result["data"]["result"], result["data"]["kind"]) == ("1-0F", "forfeit")
    assert follow(key, query)[0] == []
    update_event(actor=SYSTEM, event_id=tournament.event_id, visibility="hidden")
    changes, _, _ = follow(key, query)
    assert {each["op"] for each in changes} == {"delete"}
    assert ([each["data"] for each in changes], len(changes)) == ([{}] * 8, 8)


def test_tokens_of_others_and_forged_ones_are_gone(api, tournament):
    _, query, _ = follow(api.federation_key)
    token = query.partition("since=")[2]
    french = federation_key("FRA")
    for speaker, since in (
        (french, token),
        (api.federation_key, "x"),
        (api.federation_key, ""),
        (api.federation_key, f"{token}x"),
    ):
        answer = speaker.get(f"feeds/results?since={since}")
        assert (answer.status_code, answer.json()["code"]) == (410, "feed.cursor_foreign")
    assert follow(french)[0] == []


def test_everything_at_once_goes_on_in_the_feed(api, tournament):
    key = api.federation_key
    play(tournament, 1)
    answer = key.get("feeds/results/bulk")
    assert answer["Content-Type"] == "application/x-ndjson"
    *items, last = map(json.loads, b"".join(answer.streaming_content).splitlines())
    assert [each["type"] for each in items] == [
        "tournament",
        *["entry"] * 4,
        "round",
        "result",
        "result",
    ]
    assert last["type"] == "cursor"
    assert follow(key, f"?since={last['next']}")[0] == []
    told, _, _ = follow(key)
    assert sorted(told, key=lambda each: each["id"]) == sorted(items, key=lambda each: each["id"])


def test_a_worker_keeps_the_stream_close(api, tournament):
    assert refresh_streams() == 0
    _, query, _ = follow(api.federation_key)
    pair_and_publish(tournament, 1)
    assert refresh_streams() == 1
    assert len(follow(api.federation_key, query)[0]) == 4


def test_a_report_goes_to_the_federation_and_back(api, tournament):
    play(tournament, 1)
    for number, entry in enumerate(tournament.entries.order_by("pairing_number"), start=1):
        path = f"players/{entry.player_id}"
        api.arbiter.change(path, {"fide_id": f"220000{number}", "birth_date": "2000-01-02"})
    path = f"tournaments/{tournament.pk}/reports"
    assert api.arbiter.post(path).json()["code"] == "report.tournament_not_finished"
    change_status(actor=SYSTEM, tournament_id=tournament.pk, status="finished")
    made = api.arbiter.post(path)
    assert made.status_code == 201
    report = made.json()
    assert made["Location"].endswith(f"/api/v1/reports/{report['id']}")
    assert [each["severity"] for each in report["findings"]] == ["warning"] * 2
    assert "Rounds without a day: 1." in {each["message"] for each in report["findings"]}
    address = f"reports/{report['id']}"
    assert api.federation_key.get(address).status_code == 404
    submitted = api.arbiter.post(f"{address}/submit", if_match=made["ETag"])
    assert (submitted.status_code, submitted.json()["status"]) == (200, "submitted")
    listed = api.federation_key.get("feeds/reports?status=submitted").json()["data"]
    assert [each["id"] for each in listed] == [report["id"]]
    for file in report["files"]:
        answer = api.federation_key.get(f"{address}/files/{file['format']}")
        assert answer.status_code == 200
        assert hashlib.sha256(answer.content).hexdigest() == file["sha256"]
        digest = base64.b64encode(bytes.fromhex(file["sha256"])).decode()
        assert answer["Content-Digest"] == f"sha-256=:{digest}:"
        assert b"2000/01/02" in answer.content
        assert len(answer.content) == file["bytes"]
        known = api.federation_key.get(
            f"{address}/files/{file['format']}", if_none_match=answer["ETag"]
        )
        assert known.status_code == 304
    assert api.federation_key.get(f"{address}/files/doc").status_code == 404
    decision = {"accepted": False, "findings": [{"text": "Wrong id", "entry": 2}]}
    stale = api.federation_key.post(f"{address}/decision", decision, if_match=made["ETag"])
    assert stale.status_code == 412
    decided = api.federation_key.post(f"{address}/decision", decision, if_match=submitted["ETag"])
    assert decided.json()["status"] == "rejected"
    seen = api.arbiter.get(address).json()
    assert (seen["status"], seen["decision"]) == ("rejected", decision["findings"])


def test_each_item_has_its_own_outcome(api, tournament):
    entry = tournament.entries.get(pairing_number=1)
    api.arbiter.change(f"players/{entry.player_id}", {"fide_id": "2200001"})
    items = [
        {"ref": "a", "fide_id": "2200001", "set": {"title": "FM"}},
        {"ref": "b", "fide_id": "2200001", "set": {"title": "FM"}},
        {"ref": "c", "fide_id": "2299999", "set": {"birth_date": "2001-02-03"}},
        {"ref": "d", "fide_id": "x", "set": {"title": "XX", "ratings": [{"value": 0}]}},
        {"ref": "e", "set": {}},
        "f",
    ]
    answer = api.federation_key.post("feeds/players/push", {"items": items})
    outcomes = answer.json()["outcomes"]
    assert [(each["ref"], each["status"]) for each in outcomes] == [
        ("a", "applied"),
        ("b", "already_there"),
        ("c", "quarantined"),
        ("d", "refused"),
        ("e", "refused"),
        ("", "refused"),
    ]
    assert {each["pointer"] for each in outcomes[3]["faults"]} == {
        "#/fide_id",
        "#/set/title",
        "#/set/ratings/0/value",
        "#/set/ratings/0/as_of",
    }
    (waiting,) = api.federation_key.get("feeds/quarantine?kind=player").json()["data"]
    assert (waiting["ref"], waiting["code"]) == ("c", "inbound.player_unknown")
    assert waiting["item"] == items[2]
    assert federation_key("FRA").get("feeds/quarantine").json()["data"] == []
    other = tournament.entries.get(pairing_number=2)
    api.arbiter.change(f"players/{other.player_id}", {"fide_id": "2299999"})
    retried = api.federation_key.post(f"feeds/quarantine/{waiting['id']}/retry")
    assert retried.json()["status"] == "applied"
    assert api.arbiter.get(f"players/{other.player_id}").json()["birth_date"] == "2001-02-03"
    assert api.federation_key.get("feeds/quarantine").json()["data"] == []


@pytest.mark.parametrize("body", [{}, {"items": 1}, {"items": [{}] * 501}, []])
def test_a_batch_is_a_list_of_a_limited_length(api, body):
    for path in ("feeds/players/push", "feeds/results/push"):
        answer = api.federation_key.post(path, body)
        assert (answer.status_code, answer.json()["code"]) == (422, "request.invalid")


def test_a_conflict_shows_what_is_stored(api, tournament):
    first = pair_and_publish(tournament, 1)
    board = board_of(first, 1)
    record_result(actor=SYSTEM, board_id=board.pk, outcome="0-1")
    item = {
        "ref": "1",
        "tournament": str(tournament.pk),
        "round": 1,
        "white": {"number": board.white.entry.pairing_number},
        "black": {"number": board.black.entry.pairing_number},
        "result": "1-0",
    }
    answer = api.federation_key.post("feeds/results/push", {"items": [item]})
    (outcome,) = answer.json()["outcomes"]
    assert (outcome["status"], outcome["code"], outcome["current"]) == (
        "conflict",
        "result.confirmed_by_arbiter",
        {"result": "0-1", "version": 2, "confirmed": True},
    )
    direct = api.federation_key.change(f"boards/{board.pk}", {"result": "1-0"})
    assert (direct.status_code, direct.json()["code"]) == (409, "result.confirmed_by_arbiter")
