"""``Idempotency-Key``: the same request again has no second effect."""

import threading

import pytest
from django.db import connection, transaction

from tests.api.conftest import Speaker
from tournaments.api.idempotency import KEPT_FOR
from tournaments.api.models import IdempotencyRecord
from tournaments.clubs.models import Club
from tournaments.core.clock import now


def test_replay_answers_the_same_and_does_nothing(api):
    first = api.owner.post("clubs", {"name": "Rook"}, idempotency_key='"k-1"')
    again = api.owner.post("clubs", {"name": "Rook"}, idempotency_key="k-1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert (again["Location"], again["ETag"]) == (first["Location"], first["ETag"])
    assert (again.get("Idempotent-Replayed"), first.get("Idempotent-Replayed")) == ("true", None)
    assert Club.objects.count() == 1


def test_without_a_key_a_request_is_done_each_time(api):
    for _ in range(2):
        assert api.owner.post("clubs", {"name": "Rook"}).status_code == 201
    assert Club.objects.count() == 2


@pytest.mark.parametrize("path", ["clubs", "clubs/{club}/players"])
def test_another_request_with_the_same_key_is_refused(api, path):
    made = api.owner.post("clubs", {"name": "Rook"}, idempotency_key="k")
    path = path.format(club=made.json()["id"])
    other = api.owner.post(path, {"name": "Bishop"}, idempotency_key="k")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency.key_reused")
    assert Club.objects.count() == 1


def test_keys_belong_to_one_account(api):
    first = api.owner.post("clubs", {"name": "Rook"}, idempotency_key="k")
    second = api.stranger.post("clubs", {"name": "Rook"}, idempotency_key="k")
    assert first.json()["id"] != second.json()["id"]


def test_a_refused_request_leaves_its_key_free(api):
    refused = api.owner.post("clubs", {"name": ""}, idempotency_key="k")
    assert refused.status_code == 422
    assert IdempotencyRecord.objects.count() == 0
    assert api.owner.post("clubs", {"name": "Rook"}, idempotency_key="k").status_code == 201


def test_a_conflict_is_not_stored(api, club):
    path = f"clubs/{club.pk}/memberships"
    body = {"email": "arbiter@example.org", "role": "viewer"}
    for _ in range(2):
        answer = api.owner.post(path, body, idempotency_key="k")
        assert (answer.status_code, answer.json()["code"]) == (409, "membership.exists")
        assert "Idempotent-Replayed" not in answer
    assert IdempotencyRecord.objects.count() == 0


@pytest.mark.parametrize("key", ["", '""', "x" * 256, "tab\there"])
def test_malformed_keys(api, key):
    answer = api.owner.post("clubs", {"name": "Rook"}, idempotency_key=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency.key_malformed")
    assert Club.objects.count() == 0


def test_answers_are_kept_for_a_day(api):
    api.owner.post("clubs", {"name": "Rook"}, idempotency_key="k")
    IdempotencyRecord.objects.update(created_at=now() - KEPT_FOR)
    again = api.owner.post("clubs", {"name": "Rook"}, idempotency_key="k")
    assert (again.status_code, again.get("Idempotent-Replayed")) == (201, None)
    assert Club.objects.count() == 2
    assert IdempotencyRecord.objects.count() == 1


def test_signing_in_is_never_stored(api):
    api.owner.user.set_password("a good long one")
    api.owner.user.save()
    body = {"email": "owner@example.org", "password": "a good long one"}
    tokens = {
        api.anonymous.post("auth/login", body, idempotency_key="k").json()["token"]
        for _ in range(2)
    }
    assert len(tokens) == 2
    assert IdempotencyRecord.objects.count() == 0


@pytest.mark.needs("postgresql-as-database")
@pytest.mark.django_db(transaction=True)
def test_the_key_of_a_running_request_is_taken(api):
    """While the first request's transaction is open the second one is told to come back."""
    speaker = Speaker(api.owner.user)
    started, finish = threading.Event(), threading.Event()
    answers = []

    def hold(**kwargs):
        started.set()
        assert finish.wait(20)
        return original(**kwargs)

    def first():
        try:
            answers.append(speaker.post("clubs", {"name": "Rook"}, idempotency_key="k"))
        finally:
            connection.close()

    from tournaments.api.rest.v1 import clubs

    original, clubs.create_club = clubs.create_club, hold
    try:
        thread = threading.Thread(target=first)
        thread.start()
        assert started.wait(20)
        second = api.owner.post("clubs", {"name": "Rook"}, idempotency_key="k")
        finish.set()
        thread.join()
    finally:
        clubs.create_club = original
    assert (second.status_code, second.json()["code"]) == (409, "idempotency.in_progress")
    assert second["Retry-After"] == "1"
    assert [answer.status_code for answer in answers] == [201]
    third = api.owner.post("clubs", {"name": "Rook"}, idempotency_key="k")
    assert (third.content, third["Idempotent-Replayed"]) == (answers[0].content, "true")
    assert Club.objects.count() == 1


def test_key_and_effect_are_one_transaction(api, monkeypatch):
    from tournaments.api import idempotency

    def broken(*args):
        raise RuntimeError("power cut")

    monkeypatch.setattr(idempotency, "_remember", broken)
    api.owner.client.raise_request_exception = False
    with transaction.atomic():
        answer = api.owner.post("clubs", {"name": "Rook"}, idempotency_key="k")
    assert answer.status_code == 500
    assert (Club.objects.count(), IdempotencyRecord.objects.count()) == (0, 0)
