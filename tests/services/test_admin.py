"""The admin site: everything can be looked at, and every write is a service's."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client

from tests.factories import (
    changes_of,
    make_club,
    make_event,
    make_player,
    make_tournament,
    make_user,
    pair_and_publish,
    refreshed,
    round_of,
)
from tournaments.accounts.models import User
from tournaments.clubs.models import Club, Membership
from tournaments.core.admin import ReadOnlyAdmin, ServiceAdmin
from tournaments.events.models import Event
from tournaments.play.models import Board
from tournaments.players.models import Player

pytestmark = pytest.mark.django_db

OURS = (
    "core",
    "accounts",
    "clubs",
    "players",
    "events",
    "play",
    "desk",
    "knockouts",
    "schedules",
    "jobs",
    "history",
)


@pytest.fixture(autouse=True)
def plain_static_files(settings) -> None:
    """Pages of the tests need no collected files."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


@pytest.fixture
def boss() -> Client:
    """A signed-in superuser."""
    client = Client()
    client.force_login(make_user("Boss", superuser=True))
    return client


def messages_of(response) -> list[str]:
    """What the page tells."""
    return [str(message) for message in response.context["messages"]]


def registered() -> list:
    """Our admin classes."""
    return [site for model, site in admin.site._registry.items() if model._meta.app_label in OURS]


def test_every_model_is_registered_and_written_through_services_only():
    models = {m for m in apps.get_models() if m._meta.app_label in OURS}
    shown = {site.model for site in registered()}
    parts = {"events_prohibitedpairingmember"}
    assert {m._meta.db_table for m in models - shown} == parts
    assert all(isinstance(site, ReadOnlyAdmin | ServiceAdmin) for site in registered())


def test_every_list_and_page_opens(boss):
    tournament = make_tournament(4)
    pair_and_publish(tournament, 1)
    for site in registered():
        meta = site.model._meta
        base = f"/admin/{meta.app_label}/{meta.model_name}/"
        assert boss.get(base).status_code == 200, base
        row = site.model._default_manager.first()
        if row is not None:
            assert boss.get(f"{base}{row.pk}/change/").status_code == 200, base


def test_a_club_made_here_has_its_owner_and_its_log(boss):
    response = boss.post(
        "/admin/clubs/club/add/",
        {"name": "Torre", "slug": "torre", "federation": "ESP", "time_zone": "Europe/Madrid"},
        follow=True,
    )
    assert response.status_code == 200
    club = Club.objects.get()
    assert (club.name, club.version) == ("Torre", 1)
    assert Membership.objects.get(club=club).role == "owner"
    assert list(club.changes.order_by("seq").values_list("type", flat=True)) == [
        "club.created",
        "member.added",
    ]


def test_a_change_is_a_new_version_with_its_log(boss):
    club = make_club()
    event = make_event(club)
    response = boss.post(
        f"/admin/events/event/{event.pk}/change/",
        {
            "name": "Open de Junio",
            "slug": event.slug,
            "time_zone": "UTC",
            "start": "2026-06-01",
            "end": "2026-06-09",
            "visibility": "public",
        },
        follow=True,
    )
    assert response.status_code == 200
    event.refresh_from_db()
    assert (event.name, event.version) == ("Open de Junio", 2)
    change = club.changes.get(type="event.updated")
    assert change.data["name"] == {"old": "Open de Mayo", "new": "Open de Junio"}


def test_what_a_service_refuses_is_said_and_not_done(boss):
    tournament = make_tournament(4)
    pair_and_publish(tournament, 1)
    response = boss.post(
        f"/admin/events/tournament/{tournament.pk}/change/",
        {
            "name": "Open A",
            "slug": tournament.slug,
            "round_count": "9",
            "initial_colour": "w",
            "acceleration": "none",
            "tie_breaks": '["PTS", "BH"]',
            "results_policy": "arbiter",
        },
        follow=True,
    )
    assert any("tournament.settings_frozen" in text for text in messages_of(response))
    assert refreshed(tournament).round_count == 5


def test_rounds_are_paired_and_boards_confirmed_by_actions(boss):
    tournament = make_tournament(4, results_policy="confirmed_by_arbiter")
    round = pair_and_publish(tournament, 1)
    Board.objects.filter(round=round).update(outcome="1-0")
    boards = [str(pk) for pk in Board.objects.values_list("pk", flat=True)]
    boss.post("/admin/play/board/", {"action": "confirm", "_selected_action": boards})
    assert list(Board.objects.values_list("confirmed", flat=True)) == [True, True]
    assert round_of(tournament, 1).status == "completed"
    response = boss.post(
        "/admin/events/round/",
        {"action": "pair", "_selected_action": [str(round.pk)]},
        follow=True,
    )
    assert any("round.already_paired" in text for text in messages_of(response))
    assert changes_of(tournament).count("result.confirmed") == 2


def test_staff_without_a_role_in_the_club_change_nothing():
    player = make_player(make_club(), "Álvarez, Ana")
    user = make_user("Clerk")
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.user_permissions.add(
        *Permission.objects.filter(codename__in=["view_player", "change_player"])
    )
    client = Client()
    client.force_login(User.objects.get(pk=user.pk))
    response = client.post(
        f"/admin/players/player/{player.pk}/change/", {"name": "Alvarez, Eva"}, follow=True
    )
    assert any("player.not_found" in text for text in messages_of(response))
    assert Player.objects.get().name == "Álvarez, Ana"


def test_players_are_found_without_their_accents(boss):
    make_player(make_club(), "Álvarez, Ana")
    page = boss.get("/admin/players/player/?q=alvarez").content.decode()
    assert "Álvarez, Ana" in page
    assert "Álvarez, Ana" not in boss.get("/admin/players/player/?q=borges").content.decode()


def test_accounts_are_administered_without_their_passwords(boss):
    user = make_user("Ana")
    page = boss.get(f"/admin/accounts/user/{user.pk}/change/").content.decode()
    assert user.password not in page
    boss.post(
        f"/admin/accounts/user/{user.pk}/change/",
        {"name": "Ana", "language": "es", "time_zone": "Europe/Madrid", "is_staff": "on"},
    )
    user.refresh_from_db()
    assert (user.is_active, user.is_staff, user.language, user.version) == (False, True, "es", 2)
    assert Event.objects.count() == 0


def test_only_forms_that_call_services_are_offered():
    offered = [model for model in apps.get_models() if admin.site.is_registered(model)]
    assert User in offered
    for model in offered:
        assert isinstance(admin.site.get_model_admin(model), (ServiceAdmin, ReadOnlyAdmin))
