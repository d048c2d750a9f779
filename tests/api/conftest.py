"""People, a club with an event, and clients that speak for each role."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client, TestCase
from knox.models import get_token_model

from tests.api.driving import Cup
from tests.api.matrix_world import build_world
from tournaments.accounts.models import User
from tournaments.clubs.models import Role
from tournaments.clubs.services import add_member, create_club
from tournaments.core.principal import SYSTEM, Principal
from tournaments.core.scopes import Scope
from tournaments.events.services import (
    add_entry,
    assign_pairing_numbers,
    create_event,
    create_tournament,
)
from tournaments.federations.keys import create_federation_key
from tournaments.players.services import create_player

ROLES = ("owner", "organiser", "arbiter", "helper", "viewer")
OTHERS = ("stranger", "player", "event_arbiter", "neighbour")


class Speaker:
    """An HTTP client with one person's token.  Work on commit is done before it returns."""

    def __init__(self, user: User | None = None) -> None:
        self.user = user
        self.client = Client(raise_request_exception=True)
        self.token = get_token_model().objects.create(user=user)[1] if user else None

    def request(self, method, path, body=None, *, raw=None, content_type=None, **headers):
        """``headers`` are written with underscores: ``if_match="..."``."""
        path = path if path.startswith("/") else f"/api/v1/{path}"
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent.setdefault("authorization", f"Bearer {self.token}")
        data = raw if raw is not None else ("" if body is None else json.dumps(body))
        if content_type is None:
            content_type = "application/json" if body is not None else "application/octet-stream"
        with TestCase.captureOnCommitCallbacks(execute=True):
            return self.client.generic(method, path, data, content_type=content_type, headers=sent)

    def get(self, path, **headers):
        return self.request("GET", path, **headers)

    def post(self, path, body=None, **options):
        return self.request("POST", path, body, **options)

    def patch(self, path, body, **options):
        return self.request("PATCH", path, body, **options)

    def delete(self, path, **headers):
        return self.request("DELETE", path, **headers)

    def change(self, path, body, **options):
        """PATCH with the tag that a GET just answered."""
        return self.patch(path, body, if_match=self.get(path)["ETag"], **options)


class Machine(Speaker):
    """A client that sends an API key."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def request(self, method, path, body=None, **options):
        options.setdefault("authorization", f"Api-Key {self.text}")
        return super().request(method, path, body, **options)


def federation_key(federation="ESP", scopes=tuple(Scope), **fields) -> Machine:
    """A key of a federation."""
    _, text = create_federation_key(
        actor=SYSTEM, federation=federation, name="Federation", scopes=scopes, **fields
    )
    return Machine(text)


@pytest.fixture(autouse=True)
def _fresh_limits():
    cache.clear()


def make_user(name: str, **fields) -> User:
    user = User(email=f"{name}@example.org", name=name.capitalize(), **fields)
    user.set_unusable_password()
    user.save()
    return user


@pytest.fixture
def api(db):
    """One client per role: ``api.arbiter.get(...)``; the people are ``api.arbiter.user``."""
    speakers = {name: Speaker(make_user(name)) for name in (*ROLES, *OTHERS)}
    speakers["superuser"] = Speaker(make_user("superuser", is_staff=True, is_superuser=True))
    speakers["staff"] = Speaker(make_user("staff", is_staff=True))
    return SimpleNamespace(anonymous=Speaker(), federation_key=federation_key(), **speakers)


@pytest.fixture
def club(api):
    made = create_club(
        actor=Principal.for_user(api.owner.user),
        name="Example Chess Club",
        federation="ESP",
        city="Madrid",
        time_zone="Europe/Madrid",
    )
    for role in (Role.ORGANISER, Role.ARBITER, Role.VIEWER):
        add_member(actor=SYSTEM, club_id=made.pk, email=f"{role}@example.org", role=role)
    add_member(
        actor=SYSTEM,
        club_id=made.pk,
        email="helper@example.org",
        role=Role.HELPER,
        first_board=1,
        last_board=1,
    )
    return made


@pytest.fixture
def event(club):
    return create_event(
        actor=SYSTEM,
        club_id=club.pk,
        name="Autumn Open",
        start=date(2026, 10, 24),
        end=date(2026, 10, 25),
    )


@pytest.fixture
def make_tournament(event, club) -> Callable:
    """A tournament with ``players`` numbered entries, strongest first."""

    def make(players: int, rounds: int = 5, **fields):
        fields = {"name": f"Open {players}", "initial_colour": "w", "round_count": rounds} | fields
        made = create_tournament(actor=SYSTEM, event_id=event.pk, **fields)
        for number in range(1, players + 1):
            person = create_player(actor=SYSTEM, club_id=club.pk, name=f"Player, {number:04d}")
            add_entry(
                actor=SYSTEM,
                tournament_id=made.pk,
                player_id=person.pk,
                rating=max(1000, 2500 - 10 * number),
            )
        assign_pairing_numbers(actor=SYSTEM, tournament_id=made.pk)
        made.refresh_from_db()
        return made

    return make


@pytest.fixture
def world(api, club, event, make_tournament, monkeypatch) -> SimpleNamespace:
    """Ids of one row in each state that matters."""
    # Every row of the matrix is taken back, so nothing may be sent after it.
    monkeypatch.setattr("tournaments.feeds.tasks.deliver.delay", lambda delivery_id: None)
    return build_world(api, club, event, make_tournament)


@pytest.fixture
def cup(api, make_tournament):
    """``cup(12, policy="random")``: drawn with seed 1 and published, by the arbiter."""

    def make(players, *, publish=True, seed=1, **settings):
        tournament = make_tournament(players, rounds=1, system="knockout")
        announced = api.organiser.change(f"tournaments/{tournament.pk}/knockout", settings or {})
        assert announced.status_code == 200, announced.content
        made = Cup(api.arbiter, tournament)
        if publish:
            made.sent("draw", {"seed": seed})
            made.sent("publish")
        return made

    return make
