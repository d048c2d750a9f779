"""One matrix: every route and method, and what each role gets.

Hidden and missing look alike (404).  A route or method without a row fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import yaml
from django.core.cache import cache
from django.db import transaction

from tests.api.exchange_rows import EXCHANGE_ROWS, FEDERATION_KEY
from tests.api.feed_rows import FEED_ROWS, webhook_world
from tests.api.history_rows import HISTORY_ROWS
from tests.api.insight_rows import INSIGHT_ROWS
from tests.api.knockout_rows import KNOCKOUT_ROWS
from tests.api.registry_rows import REGISTRY_ROWS
from tests.api.running_rows import LIKE, RUNNING_ROWS
from tests.api.schedule_rows import SCHEDULE_ROWS, schedule_world
from tests.paths import ROOT
from tournaments.accounts.models import DeviceToken
from tournaments.api.rest.v1 import urls
from tournaments.core.principal import SYSTEM
from tournaments.desk.sessions import edit_session, start_session
from tournaments.events.models import ResultsPolicy
from tournaments.events.services import (
    add_entry,
    add_event_member,
    create_event,
    invite_to_event,
    request_bye,
)
from tournaments.events.services.invitations import token_of
from tournaments.federations.keys import create_club_key
from tournaments.federations.models import Quarantined, RatingReport
from tournaments.formats.models import RatingList
from tournaments.history.services import keep_restore_point
from tournaments.jobs.models import PairingRun
from tournaments.knockouts.models import Match
from tournaments.knockouts.services import draw_bracket, publish_bracket
from tournaments.play.services import pair_by_hand, publish_round
from tournaments.players.models import Player
from tournaments.players.services import create_player

ROLES = (
    "anonymous",
    "stranger",
    "player",
    "viewer",
    "arbiter",
    "organiser",
    "owner",
    "staff",
    "superuser",
)

ALL = "200 200 200 200 200 200 200 200 200"
# Everybody who may write something here; the rest are told that they may not.
ARBITERS = "401 403 403 403 {0} {0} {0} 403 {0}"
ORGANISERS = "401 403 403 403 403 {0} {0} 403 {0}"
OWNERS = "401 403 403 403 403 403 {0} 403 {0}"
# What exists only for those who run the tournament.
RUNNERS = "404 404 404 404 200 200 200 404 200"
RUNNERS_WRITE = "401 404 404 404 {0} {0} {0} 404 {0}"
ORGANISERS_OF_HIDDEN = "401 404 404 404 403 {0} {0} 404 {0}"
# What the members of the club see.
MEMBERS = "404 404 404 200 200 200 200 404 200"

TRF = b"012 Imported\nXXR 5\n001    1      Alpha\n001    2      Beta\n"

# (method, path with names of the world, body, statuses in the order of ROLES)
MATRIX = [
    ("POST", "auth/login", {"email": "owner@example.org", "password": "x"}, "401 " * 9),
    ("POST", "auth/logout", None, "401" + " 204" * 8),
    ("GET", "auth/me", None, "401" + " 200" * 8),
    ("PATCH", "auth/me", {"name": "New"}, "401" + " 200" * 8),
    ("GET", "tie-breaks", None, ALL),
    ("GET", "problems", None, ALL),
    ("GET", "problems/not_found", None, ALL),
    ("GET", "clubs", None, ALL),
    ("POST", "clubs", {"name": "Second"}, "401" + " 201" * 8),
    ("GET", "clubs/{club}", None, ALL),
    ("PATCH", "clubs/{club}", {"city": "Toledo"}, OWNERS.format(200)),
    ("GET", "clubs/{club}/memberships", None, ALL),
    (
        "POST",
        "clubs/{club}/memberships",
        {"email": "event_arbiter@example.org", "role": "viewer"},
        OWNERS.format(201),
    ),
    ("GET", "memberships/{membership}", None, MEMBERS),
    (
        "PATCH",
        "memberships/{membership}",
        {"role": "arbiter"},
        "401 404 404 403 403 403 200 404 200",
    ),
    ("DELETE", "memberships/{membership}", None, "401 404 404 403 403 403 204 404 204"),
    ("GET", "clubs/{club}/players", None, ALL),
    ("POST", "clubs/{club}/players", {"name": "New, Player"}, ARBITERS.format(201)),
    ("GET", "players/{person}", None, "404 404 200 200 200 200 200 404 200"),
    ("PATCH", "players/{person}", {"title": "FM"}, "401 404 403 403 200 200 200 404 200"),
    ("GET", "events", None, ALL),
    (
        "POST",
        "clubs/{club}/events",
        {"name": "New", "start": "2027-01-01", "end": "2027-01-02"},
        ORGANISERS.format(201),
    ),
    ("GET", "events/{event}", None, ALL),
    ("GET", "events/{hidden_event}", None, RUNNERS),
    ("PATCH", "events/{event}", {"city": "Toledo"}, ORGANISERS.format(200)),
    ("PATCH", "events/{hidden_event}", {"city": "Toledo"}, ORGANISERS_OF_HIDDEN.format(200)),
    ("GET", "events/{event}/tournaments", None, ALL),
    ("GET", "events/{hidden_event}/tournaments", None, RUNNERS),
    (
        "POST",
        "events/{event}/tournaments",
        {"name": "New", "round_count": 5},
        ORGANISERS.format(201),
    ),
    ("GET", "tournaments/{running}", None, ALL),
    ("GET", "tournaments/{draft}", None, RUNNERS),
    ("PATCH", "tournaments/{running}", {"city": "Toledo"}, ORGANISERS.format(200)),
    ("PATCH", "tournaments/{draft}", {"city": "Toledo"}, ORGANISERS_OF_HIDDEN.format(200)),
    (
        "POST",
        "tournaments/{draft}/status",
        {"status": "registration"},
        ORGANISERS_OF_HIDDEN.format(200),
    ),
    ("POST", "events/{event}/import", TRF, ORGANISERS.format(201)),
    ("POST", "tournaments/{empty}/import", TRF, ORGANISERS_OF_HIDDEN.format(200)),
    ("GET", "tournaments/{running}/export", None, ALL),
    ("GET", "tournaments/{draft}/export", None, RUNNERS),
    ("GET", "tournaments/{running}/warnings", None, ALL),
    ("GET", "tournaments/{draft}/warnings", None, RUNNERS),
    ("GET", "tournaments/{running}/standings", None, ALL),
    ("GET", "tournaments/{draft}/standings", None, RUNNERS),
    ("GET", "tournaments/{running}/crosstable", None, ALL),
    ("GET", "tournaments/{draft}/crosstable", None, RUNNERS),
    ("GET", "tournaments/{running}/entries", None, ALL),
    ("GET", "tournaments/{draft}/entries", None, RUNNERS),
    ("POST", "tournaments/{running}/entries", {"player": "{newcomer}"}, ARBITERS.format(201)),
    ("POST", "tournaments/{planned}/pairing-numbers", {}, RUNNERS_WRITE.format(204)),
    ("GET", "entries/{entry}", None, ALL),
    ("PATCH", "entries/{entry}", {"rating": 2000}, ARBITERS.format(200)),
    ("DELETE", "entries/{entry_planned}", None, RUNNERS_WRITE.format(204)),
    ("POST", "entries/{entry}/withdraw", {}, ARBITERS.format(200)),
    ("POST", "entries/{entry}/return", {}, ARBITERS.format(409)),
    ("GET", "entries/{entry}/byes", None, ALL),
    ("POST", "entries/{entry}/byes", {"round": 3, "kind": "Z"}, ARBITERS.format(201)),
    ("DELETE", "entries/{entry}/byes/2", None, ARBITERS.format(204)),
    ("GET", "tournaments/{running}/rounds", None, ALL),
    ("GET", "tournaments/{draft}/rounds", None, RUNNERS),
    ("GET", "rounds/{round_published}", None, ALL),
    ("GET", "rounds/{round_draft}", None, RUNNERS),
    ("GET", "rounds/{round_planned}", None, RUNNERS),
    (
        "PATCH",
        "rounds/{round_published}",
        {"starts_at": "2026-10-24T10:00:00+02:00"},
        ARBITERS.format(200),
    ),
    ("POST", "rounds/{round_planned}/pair", None, RUNNERS_WRITE.format(202)),
    ("POST", "rounds/{round_published}/pair", None, ARBITERS.format(409)),
    ("POST", "rounds/{round_draft}/publish", None, RUNNERS_WRITE.format(200)),
    ("POST", "rounds/{round_draft}/unpair", None, RUNNERS_WRITE.format(200)),
    ("POST", "rounds/{round_planned}/pair-by-hand", "hand", RUNNERS_WRITE.format(200)),
    ("GET", "rounds/{round_published}/boards", None, ALL),
    ("GET", "rounds/{round_draft}/boards", None, RUNNERS),
    ("GET", "rounds/{round_published}/explanation", None, ALL),
    ("GET", "rounds/{round_draft}/explanation", None, RUNNERS),
    ("GET", "rounds/{round_published}/byes", None, ALL),
    ("GET", "rounds/{round_draft}/byes", None, RUNNERS),
    ("GET", "boards/{board}", None, ALL),
    ("GET", "boards/{board_draft}", None, RUNNERS),
    # The player's own board, in a tournament whose players enter results.
    ("PATCH", "boards/{board}", {"result": "1-0"}, "401 403 200 403 200 200 200 403 200"),
    ("PATCH", "boards/{board_draft}", {"result": "1-0"}, RUNNERS_WRITE.format(409)),
    ("POST", "boards/{board}/confirm", None, ARBITERS.format(409)),
    ("GET", "jobs/{job}", None, RUNNERS),
    ("POST", "jobs/{job}/cancel", None, RUNNERS_WRITE.format(200)),
    *EXCHANGE_ROWS,
    *FEED_ROWS,
    *HISTORY_ROWS,
    *REGISTRY_ROWS,
    *RUNNING_ROWS,
    *INSIGHT_ROWS,
    *SCHEDULE_ROWS,
    *KNOCKOUT_ROWS,
]


def routes() -> Iterator[tuple[str, str]]:
    """Every ``(method, path pattern)`` of v1."""
    for pattern in urls.urlpatterns:
        view = pattern.callback.view_class
        for method in ("get", "post", "put", "patch", "delete"):
            if hasattr(view, method):
                yield method.upper(), re.sub(r"<[^>]+>", "*", str(pattern.pattern))


def shape(path: str) -> str:
    path = path.replace("/games/1/1", "/games/{stage}/{game}")
    path = re.sub(r"\{[^}]+\}", "*", path.split("?")[0])
    return re.sub(
        r"(?<=/byes/)2$|(?<=problems/)not_found$|(?<=federations/)ESP|(?<=rating-lists/)FIDE"
        r"|(?<=/files/)trf16$",
        "*",
        path,
    )


def operations() -> dict[tuple[str, str], dict]:
    """``(method, path shape)`` -> operation of the OpenAPI document."""
    document = yaml.safe_load((ROOT / "docs" / "openapi.yaml").read_text())
    return {
        (method.upper(), shape(path.removeprefix("/api/v1/"))): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def test_every_route_has_a_row():
    rows = {(method, shape(path)) for method, path, _, _ in MATRIX}
    assert set(routes()) == rows


@pytest.fixture
def world(api, club, event, make_tournament, monkeypatch):
    """Ids of one row in each state that matters."""
    RatingList.objects.create(name="FIDE", as_of=event.start, status="current")
    # Every row of the matrix is taken back, so nothing may be sent after it.
    monkeypatch.setattr("tournaments.feeds.tasks.deliver.delay", lambda delivery_id: None)
    running = make_tournament(4, name="Running", results_policy=ResultsPolicy.CONFIRMED_BY_ARBITER)
    draft = make_tournament(4, name="Draft", draft=True)
    planned = make_tournament(4, name="Planned", draft=True)
    gathering = make_tournament(2, name="Gathering", draft=True, check_in=True)
    edited = make_tournament(4, name="Edited", draft=True)
    session = start_session(actor=SYSTEM, round_id=edited.rounds.get(number=1).pk)
    edit_session(actor=SYSTEM, session_id=session.pk, boards=_pairs(edited))
    hidden = create_event(
        actor=SYSTEM,
        club_id=club.pk,
        name="Hidden",
        start=event.start,
        end=event.end,
        visibility="hidden",
    )
    for who, where in (("event_arbiter", event), ("neighbour", hidden)):
        add_event_member(
            actor=SYSTEM, event_id=where.pk, email=f"{who}@example.org", role="arbiter"
        )
    invitation = invite_to_event(
        actor=SYSTEM, event_id=event.pk, email="stranger@example.org", role="viewer"
    )
    first = _by_hand(running)
    publish_round(actor=SYSTEM, round_id=first.pk)
    drafted = _by_hand(draft)
    me = running.entries.get(pairing_number=1)
    point = keep_restore_point(actor=SYSTEM, tournament_id=running.pk)
    Player.objects.filter(pk=me.player_id).update(user=api.player.user)
    request_bye(actor=SYSTEM, entry_id=me.pk, round_number=2, kind="H")
    knockout, knockout_draft = (
        make_tournament(4, rounds=1, name=name, system="knockout") for name in ("Cup", "Cup draft")
    )
    for each in (knockout, knockout_draft):
        draw_bracket(actor=SYSTEM, tournament_id=each.pk, seed=1)
    publish_bracket(actor=SYSTEM, tournament_id=knockout.pk)
    reserve = create_player(actor=SYSTEM, club_id=club.pk, name="Re, Serve")
    reserve = add_entry(actor=SYSTEM, tournament_id=knockout.pk, player_id=reserve.pk)
    return SimpleNamespace(
        club=club.pk,
        membership=club.memberships.get(role="viewer").pk,
        person=me.player_id,
        newcomer=create_player(actor=SYSTEM, club_id=club.pk, name="New, Comer").pk,
        event=event.pk,
        hidden_event=hidden.pk,
        running=running.pk,
        draft=draft.pk,
        planned=planned.pk,
        empty=make_tournament(0, name="Empty", draft=True).pk,
        entry=me.pk,
        entry_gathering=gathering.entries.get(pairing_number=1).pk,
        entry_planned=planned.entries.get(pairing_number=4).pk,
        round_published=first.pk,
        round_draft=drafted.pk,
        round_planned=planned.rounds.get(number=1).pk,
        board=first.boards.get(number=1).pk,
        board_two=first.boards.get(number=2).pk,
        board_draft=drafted.boards.first().pk,
        device=DeviceToken.objects.get(user=api.stranger.user).public_id,
        event_membership=event.memberships.get().pk,
        invitation=invitation.pk,
        invitation_token=token_of(invitation),
        api_key=create_club_key(actor=SYSTEM, club_id=club.pk, name="Key", scopes=["results:read"])[
            0
        ].public_id,
        restore_point=point.pk,
        knockout=knockout.pk,
        knockout_draft=knockout_draft.pk,
        entry_knockout=knockout.entries.get(pairing_number=4).pk,
        entry_reserve=reserve.pk,
        match=Match.objects.get(bracket__tournament=knockout, code="M1").pk,
        session=session.pk,
        report=_report(running),
        quarantined=Quarantined.objects.create(
            federation="ESP",
            kind="player",
            ref="1",
            item={"ref": "1", "fide_id": "1", "set": {"title": "FM"}},
            code="inbound.player_unknown",
        ).pk,
        job=PairingRun.objects.create(round=draft.rounds.get(number=2)).pk,
        hand={
            "boards": [
                {"white": str(white), "black": str(black)} for white, black in _pairs(planned)
            ]
        },
        **schedule_world(make_tournament),
        **webhook_world(club),
    )


def _report(tournament):
    """A submitted report with one file."""
    report = RatingReport.objects.create(
        tournament=tournament, number=1, federation="ESP", status="submitted"
    )
    report.files.create(format="trf16", name="x.txt", content=b"012", sha256="ab" * 32)
    return report.pk


def _pairs(tournament) -> list[tuple]:
    ids = list(tournament.entries.order_by("pairing_number").values_list("pk", flat=True))
    half = len(ids) // 2
    return list(zip(ids[:half], ids[half:], strict=True))


def _by_hand(tournament):
    first = tournament.rounds.get(number=1)
    return pair_by_hand(actor=SYSTEM, round_id=first.pk, boards=_pairs(tournament))


def _sent(body, names):
    """Arguments of the request for a row's body."""
    if isinstance(body, bytes):
        return {"raw": body, "content_type": "text/plain"}
    if body is None or isinstance(body, str):
        return {"body": names.get(body)}
    return {"body": _filled(body, names)}


def _filled(value, names):
    if isinstance(value, list):
        return [_filled(each, names) for each in value]
    if isinstance(value, dict):
        return {key: _filled(each, names) for key, each in value.items()}
    return value.format(**names) if isinstance(value, str) else value


def test_matrix(api, world):
    names = vars(world)
    answered, wanted, undocumented = {}, {}, set()
    documented = operations()
    for method, path, body, expected in MATRIX:
        statuses = dict(zip(ROLES, map(int, expected.split()), strict=True))
        for role, (like, exceptions) in LIKE.items():
            statuses[role] = exceptions.get((method, path), statuses[like])
        statuses["federation_key"] = FEDERATION_KEY.get((method, path), statuses["stranger"])
        for role, status in statuses.items():
            # What too many attempts get is tested elsewhere.
            cache.clear()
            with transaction.atomic():
                response = getattr(api, role).request(
                    method, path.format(**names), **_sent(body, names), if_match="*"
                )
                transaction.set_rollback(True)
            wanted[method, path, role] = status
            answered[method, path, role] = response.status_code
            if str(response.status_code) not in documented[method, shape(path)]["responses"]:
                undocumented.add((method, path, response.status_code))
    assert answered == wanted
    assert undocumented == set()
