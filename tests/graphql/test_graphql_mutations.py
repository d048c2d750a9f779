"""Changes: the services of REST, their codes, and tokens only."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.api.conftest import federation_key
from tests.api.driving import pair_and_publish
from tests.graphql.conftest import PATH, Asker, nodes
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Entry, RequestedBye
from tournaments.play.models import Board
from tournaments.players.services import create_player


def change(name: str, answer: str) -> str:
    """A document with one mutation."""
    kind = name[0].upper() + name[1:]
    return f"mutation ($input: {kind}Input!) {{ {name}(input: $input) {{ {answer} }} }}"


ENTRY = "entry { id version name rating status statusFromRound pairingNumber tournament { name } }"


def test_the_life_of_an_entry(ask, club, make_tournament):
    tournament = make_tournament(3)
    player = create_player(actor=SYSTEM, club_id=club.pk, name="New, Comer", fide_id="123")
    arbiter = ask("arbiter")
    added = arbiter.data(
        change("addEntry", ENTRY),
        input={"tournament": str(tournament.pk), "player": str(player.pk), "rating": 2485},
    )["addEntry"]["entry"]
    assert (added["name"], added["pairingNumber"], added["rating"]) == ("New, Comer", 2, 2485)
    assert added["tournament"] == {"name": "Open 3"}
    key = added["id"]
    updated = arbiter.data(
        change("updateEntry", ENTRY), input={"entry": key, "expectedVersion": 1, "name": "Comer, N"}
    )["updateEntry"]["entry"]
    assert (updated["name"], updated["version"]) == ("Comer, N", 2)
    bye = arbiter.data(
        change("requestBye", "entry { requestedByes { round kind } }"),
        input={"entry": key, "round": 2, "kind": "H"},
    )
    assert bye["requestBye"]["entry"]["requestedByes"] == [{"round": 2, "kind": "H"}]
    arbiter.data(change("cancelBye", "entry { id }"), input={"entry": key, "round": 2})
    assert RequestedBye.objects.count() == 0
    left = arbiter.data(change("withdrawEntry", ENTRY), input={"entry": key, "fromRound": 2})
    assert left["withdrawEntry"]["entry"]["status"] == "withdrawn"
    back = arbiter.data(change("returnEntry", ENTRY), input={"entry": key, "fromRound": 2})
    assert back["returnEntry"]["entry"]["status"] == "active"
    version = Entry.objects.get(pk=key).version
    gone = arbiter.data(
        change("removeEntry", "removed"), input={"entry": key, "expectedVersion": version}
    )
    assert gone == {"removeEntry": {"removed": key}}
    assert list(tournament.changes.order_by("seq").values_list("type", flat=True))[-7:] == [
        "entry.added",
        "entry.updated",
        "bye.requested",
        "bye.cancelled",
        "entry.withdrawn",
        "entry.returned",
        "entry.removed",
    ]


def test_pair_publish_results_and_back(ask, make_tournament):
    tournament = make_tournament(4)
    arbiter = ask("arbiter")
    round_id = str(tournament.rounds.get(number=1).pk)
    job = arbiter.data(
        change("pairRound", "job { id round { id } }"),
        input={"round": round_id},
    )["pairRound"]["job"]
    assert job["round"]["id"] == round_id
    done = arbiter.data(f'{{ job(id: "{job["id"]}") {{ status problem {{ code }} }} }}')["job"]
    assert done == {"status": "done", "problem": None}
    publish = change("publishRound", "round { status boards { edges { node { id version } } } }")
    published = arbiter.data(publish, input={"round": round_id})["publishRound"]["round"]
    assert published["status"] == "published"
    first, _ = nodes(published["boards"])
    record = change("recordResult", "board { result confirmed version enteredBy { name } }")
    entered = arbiter.data(
        record, input={"board": first["id"], "result": "1/2-1/2", "expectedVersion": 1}
    )["recordResult"]["board"]
    assert entered == {
        "result": "1/2-1/2",
        "confirmed": True,
        "version": 2,
        "enteredBy": {"name": "Arbiter"},
    }
    stale = arbiter.send(
        record, input={"board": first["id"], "result": "0-1", "expectedVersion": 1}
    )
    (error,) = stale.json()["errors"]
    assert stale.status_code == 200
    assert (error["extensions"]["code"], error["extensions"]["status"]) == ("board.stale", 412)
    assert error["extensions"]["params"]["outcome"] == "1/2-1/2"
    assert error["path"] == ["recordResult"]
    assert Board.objects.get(pk=first["id"]).outcome == "1/2-1/2"
    unpair = change("unpairRound", "round { status }")
    assert arbiter.codes(unpair, input={"round": round_id}) == ["round.has_results"]


def test_pair_by_hand_and_take_back(ask, make_tournament):
    tournament = make_tournament(3)
    ids = list(tournament.entries.order_by("pairing_number").values_list("pk", flat=True))
    round_id = str(tournament.rounds.get(number=1).pk)
    by_hand = change("pairRoundByHand", "round { status byes { totalCount } }")
    boards = [{"white": str(ids[2]), "black": str(ids[0])}, {"white": str(ids[1]), "black": None}]
    made = ask("arbiter").data(by_hand, input={"round": round_id, "boards": boards})
    assert made["pairRoundByHand"]["round"] == {"status": "draft", "byes": {"totalCount": 1}}
    unpair = change("unpairRound", "round { status }")
    assert ask("arbiter").data(unpair, input={"round": round_id, "expectedVersion": 2}) == {
        "unpairRound": {"round": {"status": "planned"}}
    }


def test_players_results_wait_for_confirmation(api, ask, make_tournament):
    tournament = make_tournament(2, results_policy="confirmed_by_arbiter")
    entry = tournament.entries.get(pairing_number=1)
    entry.player.__class__.objects.filter(pk=entry.player_id).update(user=api.player.user)
    pair_and_publish(api.arbiter, tournament.pk, 1)
    board = str(Board.objects.get(round__tournament=tournament).pk)
    record = change("recordResult", "board { result confirmed }")
    mine = ask("player").data(record, input={"board": board, "result": "1-0", "expectedVersion": 1})
    assert mine["recordResult"]["board"] == {"result": "1-0", "confirmed": False}
    confirm = change("confirmResult", "board { confirmed }")
    assert ask("player").codes(confirm, input={"board": board}) == ["permission.denied"]
    done = ask("arbiter").data(confirm, input={"board": board, "expectedVersion": 2})
    assert done["confirmResult"]["board"] == {"confirmed": True}


def test_a_job_can_be_called_off_by_those_who_see_it(api, ask, make_tournament):
    from tournaments.jobs.models import PairingRun

    tournament = make_tournament(4)
    run = PairingRun.objects.create(round=tournament.rounds.get(number=1))
    cancel = change("cancelJob", "job { status }")
    assert ask("stranger").codes(cancel, input={"job": str(run.pk)}) == ["pairing_run.not_found"]
    assert ask("arbiter").data(cancel, input={"job": str(run.pk)}) == {
        "cancelJob": {"job": {"status": "cancelled"}}
    }


REFUSALS = [
    ("addEntry", {"tournament": "{t}", "player": "none"}, "player.not_found"),
    ("addEntry", {"tournament": "none", "player": "{p}"}, "tournament.not_found"),
    ("addEntry", {"tournament": "{t}", "player": "{p}"}, "entry.exists"),
    ("updateEntry", {"entry": "{e}", "expectedVersion": 9}, "entry.stale"),
    ("updateEntry", {"entry": "{e}", "expectedVersion": 1, "title": "XX"}, "entry.invalid"),
    ("withdrawEntry", {"entry": "{e}", "fromRound": 99}, "round.out_of_range"),
    ("returnEntry", {"entry": "{e}"}, "entry.not_withdrawn"),
    ("removeEntry", {"entry": "no id", "expectedVersion": 1}, "entry.not_found"),
    ("requestBye", {"entry": "{e}", "round": 2, "kind": "X"}, "bye.kind_unknown"),
    ("cancelBye", {"entry": "{e}", "round": 2}, "bye.not_found"),
]


@pytest.mark.parametrize(("name", "given", "code"), REFUSALS)
def test_refusals_are_those_of_rest_and_change_nothing(ask, make_tournament, name, given, code):
    tournament = make_tournament(2)
    entry = tournament.entries.get(pairing_number=1)
    names = {"t": tournament.pk, "e": entry.pk, "p": entry.player_id}
    filled = {key: v.format(**names) if isinstance(v, str) else v for key, v in given.items()}
    before = tournament.changes.count()
    document = change(name, "__typename")
    assert ask("arbiter").codes(document, input=filled) == [code]
    assert tournament.changes.count() == before
    rows = Entry.objects.filter(tournament=tournament)
    assert list(rows.values_list("version", flat=True)) == [1, 1]


def test_a_fault_points_at_its_field(ask, make_tournament):
    entry = make_tournament(2).entries.get(pairing_number=1)
    answer = ask("arbiter").send(
        change("updateEntry", "entry { id }"),
        input={"entry": str(entry.pk), "expectedVersion": 1, "federation": "Spain"},
    )
    (error,) = answer.json()["errors"]
    pointers = [fault["pointer"] for fault in error["extensions"]["errors"]]
    assert pointers == ["#/federation", "#/federation"]


RECORD = (
    "mutation ($input: RecordResultInput!) { recordResult(input: $input) { board { result } } }"
)


@pytest.fixture
def board(api, make_tournament):
    tournament = make_tournament(2)
    pair_and_publish(api.arbiter, tournament.pk, 1)
    return Board.objects.get(round__tournament=tournament)


def test_changes_need_a_token(api, ask, board):
    given = {"board": str(board.pk), "result": "1-0", "expectedVersion": 1}
    nobody = ask("anonymous").send(RECORD, input=given)
    assert (nobody.status_code, nobody.json()["code"]) == (401, "auth.required")
    assert ask("stranger").codes(RECORD, input=given) == ["permission.denied"]
    board.refresh_from_db()
    assert board.outcome == ""


def test_a_session_cookie_is_nobody(api, board):
    client = Client()
    client.force_login(api.superuser.user, backend="django.contrib.auth.backends.ModelBackend")
    assert "sessionid" in client.cookies
    given = {"board": str(board.pk), "result": "1-0", "expectedVersion": 1}
    answer = client.post(
        PATH, {"query": RECORD, "variables": {"input": given}}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (401, "auth.required")


def test_a_key_changes_what_its_scopes_allow(board):
    machine = Asker(federation_key("ESP", ["results:write"]))
    given = {"board": str(board.pk), "result": "1-0", "expectedVersion": 1}
    assert machine.data(RECORD, input=given) == {"recordResult": {"board": {"result": "1-0"}}}
    unpair = "mutation ($input: UnpairRoundInput!) { unpairRound(input: $input) { round { id } } }"
    assert machine.codes(unpair, input={"round": str(board.round_id)}) == ["permission.denied"]


def test_changes_of_one_document_happen_in_order_and_each_on_its_own(ask, make_tournament):
    tournament = make_tournament(3)
    keys = [
        str(pk) for pk in tournament.entries.order_by("pairing_number").values_list("pk", flat=True)
    ]
    document = """mutation ($a: ID!, $b: ID!) {
      first: withdrawEntry(input: {entry: $a}) { entry { status } }
      again: withdrawEntry(input: {entry: $a}) { entry { status } }
      last: withdrawEntry(input: {entry: $b}) { entry { status } }
    }"""
    body = ask("arbiter").send(document, a=keys[0], b=keys[1]).json()
    assert body["data"] == {
        "first": {"entry": {"status": "withdrawn"}},
        "again": None,
        "last": {"entry": {"status": "withdrawn"}},
    }
    assert [(e["path"], e["extensions"]["code"]) for e in body["errors"]] == [
        (["again"], "entry.withdrawn")
    ]


def test_an_idempotency_key_makes_a_change_safe_to_repeat(ask, make_tournament):
    tournament = make_tournament(2)
    entry = str(tournament.entries.get(pairing_number=1).pk)
    document = "mutation ($e: ID!) { withdrawEntry(input: {entry: $e}) { entry { status } } }"
    arbiter = ask("arbiter")
    first = arbiter.send(document, {"idempotency_key": "k"}, e=entry)
    again = arbiter.send(document, {"idempotency_key": "k"}, e=entry)
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()
    assert arbiter.codes(document, e=entry) == ["entry.withdrawn"]


def test_a_refused_change_leaves_its_key_free(ask, make_tournament):
    entry = str(make_tournament(2).entries.get(pairing_number=1).pk)
    document = "mutation ($e: ID!) { %s(input: {entry: $e}) { entry { status } } }"
    arbiter = ask("arbiter")
    refused = arbiter.send(document % "returnEntry", {"idempotency_key": "k"}, e=entry)
    assert refused.json()["errors"][0]["extensions"]["code"] == "entry.not_withdrawn"
    other = arbiter.send(document % "withdrawEntry", {"idempotency_key": "k"}, e=entry)
    assert other.json()["data"] == {"withdrawEntry": {"entry": {"status": "withdrawn"}}}


def test_sentences_are_in_the_readers_language(ask, make_tournament):
    entry = str(make_tournament(2).entries.get(pairing_number=1).pk)
    document = "mutation ($e: ID!) { returnEntry(input: {entry: $e}) { entry { status } } }"
    messages = {
        language: ask("arbiter")
        .send(document, {"accept_language": language}, e=entry)
        .json()["errors"][0]["message"]
        for language in ("en", "es")
    }
    assert messages["en"] == "The entry is not withdrawn."
    assert messages["es"] != messages["en"]


def test_a_fault_of_ours_says_nothing_of_itself(ask, monkeypatch, settings):
    from tournaments.api.graphql import query

    def broken(*args):
        raise RuntimeError("secret")

    monkeypatch.setattr(query, "first_visible", broken)
    speaker = ask("anonymous")
    speaker.speaker.client.raise_request_exception = False
    answer = speaker.send("{ club(id: 1) { name } a: __typename }")
    body = answer.json()
    assert body["data"] == {"club": None, "a": "Query"}
    assert body["errors"][0]["extensions"]["code"] == "server.error"
    assert "secret" not in answer.content.decode()


def test_the_answer_has_the_media_type_asked_for(ask):
    plain = ask("anonymous").send("{ __typename }")
    assert plain["Content-Type"] == "application/json"
    other = ask("anonymous").send("{ __typename }", {"accept": "application/graphql-response+json"})
    assert other["Content-Type"] == "application/graphql-response+json"


def test_graphiql_is_there_only_if_it_is_switched_on(api, settings):
    assert api.anonymous.get(PATH, accept="text/html").status_code == 406
    settings.GRAPHIQL = True
    page = api.anonymous.get(PATH, accept="text/html")
    assert (page.status_code, page["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "graphiql" in page.content.decode()
    assert "cdn.jsdelivr.net" in page["Content-Security-Policy"]
    assert api.anonymous.post(PATH, {"query": "{ __typename }"}).json()["data"] == {
        "__typename": "Query"
    }
