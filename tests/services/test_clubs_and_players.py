"""Accounts, clubs, members and the registry of players."""

from __future__ import annotations

from datetime import date

import pytest

from tests.factories import make_club, make_event, make_player, make_user, member, stranger
from tournaments.accounts.models import User
from tournaments.accounts.services import administer_user, create_user, update_profile
from tournaments.clubs.models import Club, Membership, Role
from tournaments.clubs.services import (
    add_member,
    change_role,
    create_club,
    remove_member,
    update_club,
)
from tournaments.core.errors import Conflict, Forbidden, Invalid, NotFound, Stale
from tournaments.core.folding import fold
from tournaments.core.models import ChangeLogEntry
from tournaments.core.principal import ANONYMOUS, SYSTEM, Principal
from tournaments.events.models import Event
from tournaments.events.services import add_event_member, create_event, update_event
from tournaments.players.models import NationalId, Player, Rating
from tournaments.players.services import create_player, update_player

pytestmark = pytest.mark.django_db


def types_of(club: Club) -> list[str]:
    """Types in the club's own log; its sequence has no gaps."""
    rows = list(
        ChangeLogEntry.objects.filter(club=club, tournament=None)
        .order_by("seq")
        .values_list("seq", "type")
    )
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    return [type for _, type in rows]


def fields_of(refusal: pytest.ExceptionInfo[Invalid]) -> set[tuple[str, str]]:
    """(field, code) of each fault."""
    return {(error["field"], error["code"]) for error in refusal.value.params["errors"]}


def test_accounts_are_made_by_the_system_with_sound_passwords():
    user = create_user(actor=SYSTEM, email=" Ana@Example.ORG ", password="Torre-y-alfil-64")
    assert (user.email, user.check_password("Torre-y-alfil-64")) == ("ana@example.org", True)
    with pytest.raises(Invalid) as weak:
        create_user(actor=SYSTEM, email="b@example.org", password="12345")
    assert weak.value.code == "user.password_weak"
    with pytest.raises(Invalid) as twice:
        create_user(actor=SYSTEM, email="ANA@example.org", password="Torre-y-alfil-64")
    assert fields_of(twice) == {("email", "unique")}
    with pytest.raises(Forbidden):
        create_user(actor=stranger(), email="c@example.org", password="Torre-y-alfil-64")
    assert User.objects.filter(email="ana@example.org").count() == 1


def test_people_change_their_own_profile_only():
    ana, eva = make_user("Ana"), make_user("Eva")
    changed = update_profile(
        actor=Principal.for_user(ana),
        user_id=ana.pk,
        expected_version=1,
        language="es",
        time_zone="America/Lima",
    )
    assert (changed.language, changed.time_zone, changed.version) == ("es", "America/Lima", 2)
    with pytest.raises(NotFound):
        update_profile(actor=Principal.for_user(eva), user_id=ana.pk, name="Eve")
    with pytest.raises(NotFound):
        update_profile(actor=ANONYMOUS, user_id=ana.pk, name="Eve")
    with pytest.raises(Stale):
        update_profile(actor=Principal.for_user(ana), user_id=ana.pk, expected_version=1, name="X")
    with pytest.raises(Invalid) as unknown:
        update_profile(actor=Principal.for_user(ana), user_id=ana.pk, time_zone="Mars/Olympus")
    assert fields_of(unknown) == {("time_zone", "time_zone_unknown")}
    with pytest.raises(Forbidden):
        administer_user(actor=Principal.for_user(ana), user_id=ana.pk, is_staff=True)
    ana.refresh_from_db()
    assert (ana.name, ana.version, ana.is_staff) == ("Ana", 2, False)


def test_a_closed_account_is_nobody():
    user = make_user("Ana")
    administer_user(actor=SYSTEM, user_id=user.pk, is_active=False)
    assert Principal.for_user(User.objects.get(pk=user.pk)) is ANONYMOUS


def test_who_founds_a_club_owns_it():
    founder = stranger()
    club = create_club(actor=founder, name="Ateneo de Ajedrez", federation="ESP")
    assert (club.slug, club.version) == ("ateneo-de-ajedrez", 1)
    assert Membership.objects.get(club=club, user=founder.user).role == "owner"
    assert types_of(club) == ["club.created", "member.added"]
    second = create_club(actor=founder, name="Ateneo de Ajedrez")
    assert second.slug == "ateneo-de-ajedrez-2"
    with pytest.raises(Forbidden):
        create_club(actor=ANONYMOUS, name="None")
    with pytest.raises(Invalid) as bad:
        create_club(actor=founder, name="", federation="es")
    assert fields_of(bad) == {("name", "blank"), ("federation", "federation_malformed")}
    with pytest.raises(Invalid) as taken:
        create_club(actor=founder, name="X", slug="ateneo-de-ajedrez")
    assert fields_of(taken) == {("slug", "unique")}
    assert Club.objects.count() == 2


def test_owners_change_the_club_and_nobody_else():
    club = make_club()
    owner = member(club, "owner")
    for principal in (ANONYMOUS, stranger(), *(member(club, r) for r in ("organiser", "viewer"))):
        with pytest.raises(Forbidden):
            update_club(actor=principal, club_id=club.pk, city="Soria")
    update_club(actor=owner, club_id=club.pk, city="Soria", expected_version=1)
    with pytest.raises(Stale) as stale:
        update_club(actor=owner, club_id=club.pk, city="Ávila", expected_version=1)
    assert stale.value.code == "club.stale"
    club.refresh_from_db()
    assert (club.city, club.version) == ("Soria", 2)
    assert types_of(club) == ["club.created", "club.updated"]


def test_owners_manage_members_and_one_owner_remains():
    club = make_club()
    owner = member(club, "owner")
    eva = make_user("Eva")
    add_event_member(actor=SYSTEM, event_id=make_event(club).pk, email=eva.email, role="viewer")
    for principal in (stranger(), member(club, "organiser")):
        with pytest.raises(Forbidden):
            add_member(actor=principal, club_id=club.pk, email=eva.email, role="viewer")
    added = add_member(actor=owner, club_id=club.pk, email=eva.email.upper(), role="arbiter")
    with pytest.raises(Conflict) as twice:
        add_member(actor=owner, club_id=club.pk, email=eva.email, role="viewer")
    assert twice.value.code == "membership.exists"
    # Who has an account elsewhere is not to be found out.
    refusals = []
    for email in ("nobody@example.org", stranger().user.email):
        with pytest.raises(NotFound) as unknown:
            add_member(actor=owner, club_id=club.pk, email=email, role="viewer")
        refusals.append((unknown.value.code, unknown.value.params))
    assert refusals == [("user.not_found", {})] * 2
    with pytest.raises(Invalid):
        change_role(actor=owner, membership_id=added.pk, role="king")
    changed = change_role(actor=owner, membership_id=added.pk, role="organiser", expected_version=1)
    assert (changed.role, changed.version) == ("organiser", 2)
    own = Membership.objects.get(club=club, user=owner.user)
    for refused in (
        lambda: change_role(actor=owner, membership_id=own.pk, role="viewer"),
        lambda: remove_member(actor=owner, membership_id=own.pk),
    ):
        with pytest.raises(Conflict) as last:
            refused()
        assert last.value.code == "club.last_owner"
    remove_member(actor=owner, membership_id=added.pk, expected_version=2)
    assert types_of(club)[-3:] == ["member.added", "member.updated", "member.removed"]
    with pytest.raises(NotFound):
        remove_member(actor=stranger(), membership_id=own.pk)
    assert Membership.objects.filter(club=club, role="owner").count() == 1


def test_players_are_kept_by_the_club_and_seen_by_its_members():
    club = make_club()
    arbiter, viewer = member(club), member(club, "viewer")
    player = create_player(
        actor=arbiter,
        club_id=club.pk,
        name="Ñíguez Ortiz, Marta",
        fide_id="2201234",
        birth_year=2008,
        national_ids=[{"federation": "ESP", "number": "12345"}],
        ratings=[{"value": 1900, "as_of": date(2026, 4, 1)}],
    )
    assert (player.search_key, player.birth) == ("niguez ortiz marta", "2008")
    assert (NationalId.objects.count(), Rating.objects.get().list_name) == (1, "FIDE")
    for principal in (ANONYMOUS, stranger(), viewer):
        with pytest.raises(Forbidden):
            create_player(actor=principal, club_id=club.pk, name="X")
    assert Player.objects.visible_to(viewer).count() == 1
    for principal in (ANONYMOUS, stranger()):
        assert Player.objects.visible_to(principal).count() == 0
        with pytest.raises(NotFound):
            update_player(actor=principal, player_id=player.pk, name="X")
    with pytest.raises(Forbidden):
        update_player(actor=viewer, player_id=player.pk, name="X")
    assert Player.objects.get().name == "Ñíguez Ortiz, Marta"


def test_changing_a_player_replaces_what_is_given_and_logs_no_values():
    club = make_club()
    player = make_player(
        club,
        "Weiß, Jörg",
        birth_year=1970,
        national_ids=[{"federation": "GER", "number": "1"}],
        ratings=[{"value": 2000, "as_of": date(2026, 1, 1)}],
    )
    changed = update_player(
        actor=SYSTEM,
        player_id=player.pk,
        expected_version=1,
        name="Weiss, Jörg",
        name_latin="Weiss, Joerg",
        birth_date=date(1970, 2, 3),
        birth_year=None,
        ratings=[],
    )
    assert (changed.version, changed.birth, changed.search_key) == (
        2,
        "1970-02-03",
        "weiss jorg weiss joerg",
    )
    assert (NationalId.objects.count(), Rating.objects.count()) == (1, 0)
    change = ChangeLogEntry.objects.get(type="player.updated")
    assert change.data == {"fields": ["birth_date", "birth_year", "name", "name_latin", "ratings"]}


@pytest.mark.parametrize(
    ("values", "faults"),
    [
        ({"name": ""}, {("name", "blank")}),
        ({"fide_id": "Z56538"}, {("fide_id", "fide_id_malformed")}),
        ({"federation": "Spain"}, {("federation", "federation_malformed")}),
        ({"sex": "x"}, {("sex", "invalid_choice")}),
        ({"title": "XM"}, {("title", "invalid_choice")}),
        ({"birth_year": 1700}, {("birth_year", "min_value")}),
        (
            {"birth_year": 2000, "birth_date": date(2000, 1, 1)},
            {("", "birth_stated_twice")},
        ),
        (
            {"ratings": [{"value": 9999, "as_of": date(2026, 1, 1)}]},
            {("ratings.value", "max_value")},
        ),
        (
            {"national_ids": [{"federation": "esp", "number": "1"}]},
            {("national_ids.federation", "federation_malformed")},
        ),
    ],
)
def test_impossible_players_are_refused_by_field(values, faults):
    club = make_club()
    with pytest.raises(Invalid) as refusal:
        create_player(actor=SYSTEM, club_id=club.pk, **{"name": "X, Y", **values})
    assert faults <= fields_of(refusal)
    assert Player.objects.count() == 0


def test_a_fide_id_is_one_players_in_a_registry():
    club = make_club()
    make_player(club, fide_id="123")
    make_player(make_club("Other"), fide_id="123")
    with pytest.raises(Invalid):
        create_player(actor=SYSTEM, club_id=club.pk, name="X, Y", fide_id="123")
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Zażółć-Gęślą, Łucja", "zazolc gesla lucja"),
        ("O'Brien d'Été, Müller", "obrien dete muller"),
        ("STRAẞE, Øystein Æsir", "strasse oystein aesir"),
        ("Þórr Ðísl", "thorr disl"),
        ("İşıl Kılıç", "isil kilic"),
        ("Nguyễn, Thị Ánh", "nguyen thi anh"),
        ("Гринёва", "гринева"),
        ("  --  ", ""),
    ],
)
def test_d9_names_are_folded_for_search(text, key):
    assert fold(text) == key


def test_events_take_the_clubs_place_and_organisers_change_them():
    club = make_club(federation="ESP", city="Soria", time_zone="Europe/Madrid")
    organiser, arbiter = member(club, "organiser"), member(club, "arbiter")
    event = create_event(
        actor=organiser,
        club_id=club.pk,
        name="Memorial Ñ",
        start=date(2026, 5, 1),
        end=date(2026, 5, 2),
    )
    assert (event.slug, event.city, event.federation, event.time_zone) == (
        "memorial-n",
        "Soria",
        "ESP",
        "Europe/Madrid",
    )
    for principal in (ANONYMOUS, stranger(), arbiter):
        with pytest.raises(Forbidden):
            update_event(actor=principal, event_id=event.pk, name="X")
        with pytest.raises(Forbidden):
            create_event(
                actor=principal,
                club_id=club.pk,
                name="X",
                start=date(2026, 5, 1),
                end=date(2026, 5, 2),
            )
    with pytest.raises(Invalid) as reversed_days:
        update_event(actor=organiser, event_id=event.pk, end=date(2026, 4, 1))
    assert fields_of(reversed_days) == {("", "ends_before_start")}
    with pytest.raises(Invalid) as missing:
        create_event(actor=organiser, club_id=club.pk, name="X")
    assert fields_of(missing) == {("start", "null"), ("end", "null")}
    changed = update_event(
        actor=organiser, event_id=event.pk, visibility="hidden", expected_version=1
    )
    assert changed.version == 2
    for principal in (ANONYMOUS, stranger(), member(club, "viewer")):
        with pytest.raises(NotFound):
            update_event(actor=principal, event_id=event.pk, name="X")
    assert types_of(club) == ["club.created", "event.created", "event.updated"]
    assert Event.objects.count() == 1


def test_an_unchanged_event_is_not_a_new_version():
    event = make_event()
    same = update_event(actor=SYSTEM, event_id=event.pk, name=event.name)
    assert same.version == 1
    assert types_of(event.club) == ["club.created", "event.created"]


@pytest.mark.parametrize(
    "character",
    list(
        "\n\r\t\x00\x1b\x85\u2028\u202e\u2066\u200b\u200c\u200d\u200f\u2060"
        "\u00ad\ufeff\u3164\U000e0041"
    ),
)
def test_names_are_one_readable_line(character):
    club = make_club()
    owner = member(club, Role.OWNER)
    player = make_player(club, "Anand, Ana")
    log = types_of(club)
    for act in (
        lambda name: create_player(actor=owner, club_id=club.pk, name=name),
        lambda name: update_player(actor=owner, player_id=player.pk, name=name),
        lambda name: update_club(actor=owner, club_id=club.pk, name=name),
        lambda name: create_club(actor=owner, name=name),
    ):
        with pytest.raises(Invalid) as refused:
            act(f"Evil,{character}Eva")
        assert {field for field, _ in fields_of(refused)} == {"name"}
    player.refresh_from_db()
    assert (player.name, player.version, Player.objects.count()) == ("Anand, Ana", 1, 1)
    assert (Club.objects.count(), types_of(club)) == (1, log)
