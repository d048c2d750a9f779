"""Keys of machines: made once, shown once, scoped, expiring, revocable."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from tests.api.conftest import Machine, federation_key
from tests.api.driving import pair_and_publish
from tournaments.core.clock import now
from tournaments.core.models import ChangeLogEntry
from tournaments.core.principal import SYSTEM
from tournaments.events.services import create_event, create_tournament
from tournaments.federations.keys import create_club_key
from tournaments.federations.models import ApiKey

ALL_SCOPES = ["results:read", "results:write"]


def club_key(club, scopes=("results:read",)) -> Machine:
    _, text = create_club_key(actor=SYSTEM, club_id=club.pk, name="Scoreboard", scopes=scopes)
    return Machine(text)


def test_a_key_is_shown_once_and_its_hash_never(api, club):
    made = api.owner.post(
        f"clubs/{club.pk}/api-keys", {"name": "Scoreboard", "scopes": ["results:read"]}
    )
    assert made.status_code == 201
    assert made["Cache-Control"] == "no-store"
    text = made.json()["key"]
    stored = ApiKey.objects.get(federation="")
    assert text.startswith(f"{stored.prefix}.")
    assert text not in f"{stored.id} {stored.hashed_key}"
    (listed,) = api.owner.get(f"clubs/{club.pk}/api-keys").json()["data"]
    assert listed == {name: value for name, value in made.json().items() if name != "key"}
    for answer in (made, api.owner.get(f"api-keys/{listed['id']}")):
        assert stored.hashed_key not in answer.content.decode()
    assert Machine(text).get("clubs").status_code == 200


def test_making_a_key_is_logged_without_the_key(api, club):
    made = api.owner.post(
        f"clubs/{club.pk}/api-keys", {"name": "Scoreboard", "scopes": ["results:read"]}
    ).json()
    api.owner.delete(f"api-keys/{made['id']}")
    rows = ChangeLogEntry.objects.filter(type__startswith="api_key.").order_by("seq")
    assert [(row.type, row.internal) for row in rows] == [
        ("api_key.created", True),
        ("api_key.revoked", True),
    ]
    assert rows[0].data == {"key": made["id"], "name": "Scoreboard", "scopes": ["results:read"]}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "", "scopes": ["results:read"]}, "request.invalid"),
        ({"name": "X", "scopes": []}, "api_key.scopes_unknown"),
        ({"name": "X", "scopes": ["players:write"]}, "api_key.scopes_unknown"),
        (
            {"name": "X", "scopes": ["results:read"], "expires_at": "2020-01-01T00:00:00Z"},
            "api_key.expired",
        ),
    ],
)
def test_what_a_key_of_a_club_cannot_be(api, club, body, code):
    answer = api.owner.post(f"clubs/{club.pk}/api-keys", body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert ApiKey.objects.filter(federation="").count() == 0


def test_only_superusers_make_keys_of_federations(api, club):
    body = {"name": "FEDA", "scopes": ["players:write", "results:read"]}
    refused = api.owner.post("federations/ESP/api-keys", body)
    assert (refused.status_code, refused.json()["code"]) == (403, "permission.denied")
    made = api.superuser.post("federations/ESP/api-keys", body)
    assert (made.status_code, made.json()["federation"]) == (201, "ESP")
    wrong = api.superuser.post("federations/Spain/api-keys", body)
    assert (wrong.status_code, wrong.json()["code"]) == (422, "apikey.invalid")
    assert [row["name"] for row in _rows(api.superuser)] == ["Federation", "FEDA"]
    assert _rows(api.owner) == []


def _rows(speaker):
    return speaker.get("federations/ESP/api-keys").json()["data"]


@pytest.mark.parametrize("how", ["forged", "revoked", "expired", "nonsense"])
def test_a_key_that_is_not_valid_is_refused_even_for_public_things(api, club, how):
    key, text = create_club_key(
        actor=SYSTEM,
        club_id=club.pk,
        name="K",
        scopes=["results:read"],
        expires_at=now() + timedelta(days=1),
    )
    if how == "forged":
        text = text[:-1] + ("A" if text[-1] != "A" else "B")
    elif how == "nonsense":
        text = "x"
    elif how == "revoked":
        api.owner.delete(f"api-keys/{key.public_id}")
    else:
        ApiKey.objects.update(expiry_date=now() - timedelta(seconds=1))
    answer = Machine(text).get("clubs")
    assert (answer.status_code, answer.json()["code"]) == (401, "auth.failed")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_last_use_is_noted_to_the_minute(api, club):
    machine = club_key(club)
    assert ApiKey.objects.get(federation="").last_used_at is None
    machine.get("clubs")
    first = ApiKey.objects.get(federation="").last_used_at
    assert first is not None
    machine.get("clubs")
    assert ApiKey.objects.get(federation="").last_used_at == first
    ApiKey.objects.update(last_used_at=first - timedelta(minutes=2))
    machine.get("clubs")
    assert ApiKey.objects.get(federation="").last_used_at > first


def test_a_key_is_nobody(api, club):
    """It has no profile, no role, and signing out does not delete it."""
    machine = club_key(club, ALL_SCOPES)
    for answer in (
        machine.get("auth/me"),
        machine.patch("auth/me", {"name": "X"}, if_match="*"),
        machine.post("auth/logout"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (401, "auth.required")
    assert machine.post("clubs", {"name": "Second"}).status_code == 403
    assert machine.get("clubs?mine=true").json()["data"] == []
    assert ApiKey.objects.filter(federation="").count() == 1


@pytest.fixture
def worlds(api, club, event):
    """Tournaments of every visibility, in this federation and another."""

    def one(visibility, federation, rated=True, draft=False):
        made = create_event(
            actor=SYSTEM,
            club_id=club.pk,
            name=f"{visibility} {federation}",
            start=event.start,
            end=event.end,
            visibility=visibility,
            federation=federation,
        )
        return create_tournament(
            actor=SYSTEM, event_id=made.pk, name="T", round_count=3, rated=rated, draft=draft
        )

    return {
        "public": one("public", "ESP"),
        "club": one("club", "ESP"),
        "club unrated": one("club", "ESP", rated=False),
        "hidden": one("hidden", "ESP"),
        "draft": one("public", "ESP", draft=True),
        "club abroad": one("club", "FRA"),
        "public abroad": one("public", "FRA"),
    }


def seen(speaker, worlds) -> set[str]:
    return {
        name
        for name, tournament in worlds.items()
        if speaker.get(f"tournaments/{tournament.pk}").status_code == 200
    }


def test_what_keys_see(api, club, worlds):
    public = {"public", "public abroad"}
    assert seen(federation_key(), worlds) == public | {"club"}
    assert seen(federation_key("FRA"), worlds) == public | {"club abroad"}
    assert seen(federation_key(scopes=["reports:read"]), worlds) == public
    assert seen(club_key(club), worlds) == public | {"club", "club unrated", "club abroad"}


def test_an_unpublished_round_does_not_exist_for_keys(api, club, make_tournament):
    tournament = make_tournament(4)
    round = tournament.rounds.get(number=1)
    api.arbiter.post(f"rounds/{round.pk}/pair")
    for machine in (federation_key(), club_key(club)):
        assert machine.get(f"rounds/{round.pk}").status_code == 404
        assert machine.get(f"tournaments/{tournament.pk}/rounds").json()["data"] == []


def test_a_key_that_writes_results_enters_them_in_its_own_field_only(api, club, make_tournament):
    tournament = make_tournament(4)
    round = pair_and_publish(api.arbiter, tournament.pk, 1)
    board = api.anonymous.get(f"rounds/{round['id']}/boards").json()["data"][0]
    path = f"boards/{board['id']}"

    def enter(machine):
        answer = machine.patch(path, {"result": "1-0"}, if_match=machine.get(path)["ETag"])
        return answer.status_code

    assert enter(club_key(club)) == 403
    assert enter(federation_key("FRA", ["results:write"])) == 403
    assert api.anonymous.get(path).json()["result"] is None
    machine = federation_key("ESP", ["results:write"])
    assert enter(machine) == 200
    after = api.arbiter.get(path).json()
    assert (after["result"], after["confirmed"], after["entered_by"]) == ("1-0", True, None)
    entry = ChangeLogEntry.objects.get(type="result.recorded")
    assert (entry.actor_kind, entry.actor_key) == ("api_key", machine.text[:8])
    assert machine.post(f"rounds/{round['id']}/unpair").status_code == 403


def test_keys_are_no_cookies(api, club):
    text = club_key(club).text
    client = Client()
    client.cookies["Api-Key"] = text
    assert client.post("/api/v1/clubs", {}).status_code == 401
