"""One person registered twice: found, made one with everything that was played, made two again."""

from __future__ import annotations

from datetime import date

import pytest

from tests.factories import (
    make_club,
    make_event,
    make_player,
    make_tournament,
    make_user,
    member,
    play,
    stranger,
)
from tournaments.core.errors import Conflict, Forbidden, NotFound, Stale
from tournaments.core.models import ChangeLogEntry
from tournaments.core.principal import SYSTEM
from tournaments.events.services import add_entry
from tournaments.history.services import keep_restore_point, restore
from tournaments.play.trf.export import export_trf
from tournaments.players.duplicates import duplicates_in, name_key
from tournaments.players.merging import merge_players, survivor_of, unmerge_player
from tournaments.players.models import Player
from tournaments.players.services import correct_player, update_player

pytestmark = pytest.mark.django_db


def found(club, principal=SYSTEM):
    """Pairs of names with their reasons."""
    names = dict(Player.objects.values_list("pk", "name"))
    return [
        (names[each.first], names[each.second], each.reasons)
        for each in duplicates_in(principal=principal, club_id=club.pk)
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Pérez, Ana María", "ANA MARIA PEREZ"),
        ("Zażółć-Gęślą, Łucja", "Lucja Zazolc Gesla"),
        ("O'Brien d'Été, Müller", "obrien, muller dete"),
        ("Nguyễn, Thị Ánh", "Thi\u0323 A\u0301nh Nguye\u0302\u0303n"),
    ],
)
def test_names_are_alike_whatever_accents_case_and_order(one, other):
    assert name_key(one) == name_key(other)


def test_duplicates_are_listed_with_their_reasons_the_surest_first():
    club = make_club()
    make_player(club, "Ruiz, Eva", birth_date=date(2001, 2, 3))
    make_player(club, "Eva RUIZ", birth_year=2001)
    make_player(club, "Sanz, Leo")
    make_player(club, "Sánz, Léo", birth_year=1990)
    make_player(club, "Gil, A", national_ids=[{"federation": "ESP", "number": "77"}])
    make_player(club, "Gil, Alba", national_ids=[{"federation": "ESP", "number": "77"}])
    assert found(club) == [
        ("Gil, A", "Gil, Alba", ("national_id",)),
        ("Ruiz, Eva", "Eva RUIZ", ("name_birth",)),
        ("Sanz, Leo", "Sánz, Léo", ("name",)),
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"birth_year": 1990}, {"birth_year": 1991}),
        ({"birth_date": date(1990, 1, 1)}, {"birth_date": date(1990, 1, 2)}),
        ({"birth_date": date(1990, 1, 1)}, {"birth_year": 1991}),
        ({"fide_id": "2200001"}, {"fide_id": "2200002"}),
    ],
)
def test_who_contradicts_each_other_are_two_persons(first, second):
    club = make_club()
    make_player(club, "Mora, Luz", **first)
    make_player(club, "Mora, Luz", **second)
    assert found(club) == []


def test_the_same_fide_id_is_found_in_the_registries_that_one_sees():
    one, other = make_club("One"), make_club("Other")
    make_player(one, "Alfa, A", fide_id="2200001")
    make_player(other, "Alpha, A", fide_id="2200001")
    arbiter = member(one)
    assert found(one, arbiter) == []
    from tournaments.clubs.models import Membership

    Membership.objects.create(club=other, user=arbiter.user, role="viewer")
    assert found(one, arbiter) == [("Alfa, A", "Alpha, A", ("fide_id",))]


def test_who_sees_duplicates():
    club = make_club()
    for nobody in (stranger(), member(club, "viewer")):
        with pytest.raises(Forbidden):
            duplicates_in(principal=nobody, club_id=club.pk)


def test_a_merge_moves_everything_and_keeps_the_id():
    tournament = make_tournament(3, rounds=1)
    club = tournament.event.club
    play(tournament, 1)
    entry = tournament.entries.get(pairing_number=1)
    double = entry.player
    user = make_user()
    update_player(
        actor=SYSTEM,
        player_id=double.pk,
        fide_id="2200001",
        birth_year=1990,
        title="FM",
        user_id=user.pk,
        national_ids=[{"federation": "ESP", "number": "5"}],
        ratings=[
            {"value": 2100, "as_of": date(2026, 1, 1)},
            {"value": 2150, "as_of": date(2026, 2, 1)},
        ],
    )
    stays = make_player(club, title="IM", ratings=[{"value": 2099, "as_of": date(2026, 1, 1)}])
    report = export_trf(principal=SYSTEM, tournament_id=tournament.pk, format="trf16").content
    organiser = member(club, "organiser")
    made = merge_players(actor=organiser, player_id=double.pk, into_id=stays.pk, reason="same man")
    assert made.pk == stays.pk
    stays.refresh_from_db()
    double.refresh_from_db()
    assert (stays.fide_id, stays.birth_year, stays.title, stays.user) == (
        "2200001",
        1990,
        "IM",
        user,
    )
    assert (double.merged_into_id, double.fide_id, double.user_id) == (stays.pk, "", None)
    entry.refresh_from_db()
    assert (entry.player_id, entry.seats.count()) == (stays.pk, 1)
    assert [(r.value, r.as_of) for r in stays.ratings.all()] == [
        (2150, date(2026, 2, 1)),
        (2099, date(2026, 1, 1)),
    ]
    assert stays.national_ids.get().number == "5"
    # What the report says of the entry is as it was.
    after = export_trf(principal=SYSTEM, tournament_id=tournament.pk, format="trf16").content
    assert after == report
    change = ChangeLogEntry.objects.filter(club=club, tournament=None).latest("seq")
    assert (change.type, change.subject_id, change.actor) == (
        "player.merged",
        double.pk,
        organiser.user,
    )
    assert change.data == {
        "survivor": str(stays.pk),
        "reason": "same man",
        "entries": [str(entry.pk)],
    }
    assert tournament.changes.last().data == {
        "player": {"old": str(double.pk), "new": str(stays.pk)}
    }
    assert double not in Player.objects.current()
    assert survivor_of(double.pk) == stays.pk


def test_a_merge_is_undone_and_what_came_later_stays():
    tournament = make_tournament(2)
    club = tournament.event.club
    double = tournament.entries.get(pairing_number=1).player
    update_player(
        actor=SYSTEM,
        player_id=double.pk,
        fide_id="2200001",
        birth_date=date(1990, 5, 6),
        national_ids=[{"federation": "ESP", "number": "5"}],
        ratings=[{"value": 2100, "as_of": date(2026, 1, 1)}],
    )
    stays = make_player(club)
    merge_players(actor=SYSTEM, player_id=double.pk, into_id=stays.pk)
    later = make_tournament(0, event=make_event(club), name="Later")
    add_entry(actor=SYSTEM, tournament_id=later.pk, player_id=stays.pk)
    update_player(actor=SYSTEM, player_id=stays.pk, title="FM")
    unmerge_player(actor=SYSTEM, player_id=double.pk, reason="father and son")
    stays.refresh_from_db()
    double.refresh_from_db()
    assert (double.merged_into_id, double.fide_id) == (None, "2200001")
    assert (stays.fide_id, stays.birth_date, stays.title) == ("", None, "FM")
    assert tournament.entries.get(pairing_number=1).player_id == double.pk
    assert later.entries.get().player_id == stays.pk
    assert (double.national_ids.count(), double.ratings.count()) == (1, 1)
    assert (stays.national_ids.count(), stays.ratings.count()) == (0, 0)
    with pytest.raises(Conflict, match=r"player.not_merged"):
        unmerge_player(actor=SYSTEM, player_id=double.pk)
    # It can be done again.
    merge_players(actor=SYSTEM, player_id=double.pk, into_id=stays.pk)
    assert tournament.entries.get(pairing_number=1).player_id == stays.pk


def refused(code, **arguments):
    before = list(Player.objects.order_by("pk").values())
    with pytest.raises(Conflict) as refusal:
        merge_players(actor=SYSTEM, **arguments)
    assert refusal.value.code == code
    assert list(Player.objects.order_by("pk").values()) == before
    return refusal.value.params


def test_both_in_one_tournament_is_refused_with_the_place():
    tournament = make_tournament(2, name="Open B")
    one, two = tournament.entries.order_by("pairing_number")
    params = refused("player.both_entered", player_id=two.player_id, into_id=one.player_id)
    assert params == {
        "tournaments": [{"tournament": str(tournament.pk), "name": "Open B", "number": 1}]
    }


def test_two_persons_are_not_merged():
    club = make_club()
    one = make_player(club, fide_id="2200001")
    two = make_player(club, fide_id="2200002")
    assert refused("player.ids_differ", player_id=one.pk, into_id=two.pk) == {
        "ids": ["2200001", "2200002"]
    }
    three = make_player(club, national_ids=[{"federation": "ESP", "number": "5"}])
    four = make_player(club, national_ids=[{"federation": "ESP", "number": "6"}])
    assert refused("player.ids_differ", player_id=three.pk, into_id=four.pk) == {
        "ids": ["ESP 5", "ESP 6"]
    }
    five = make_player(club, user_id=make_user().pk)
    six = make_player(club, user_id=make_user().pk)
    refused("player.accounts_differ", player_id=five.pk, into_id=six.pk)
    refused("player.merge_with_itself", player_id=one.pk, into_id=one.pk)
    abroad = make_player(make_club("Other"))
    refused("player.other_registry", player_id=abroad.pk, into_id=one.pk)


def test_who_is_merged_does_nothing_more():
    tournament = make_tournament(0)
    club = tournament.event.club
    one, two, three = (make_player(club) for _ in range(3))
    merge_players(actor=SYSTEM, player_id=one.pk, into_id=two.pk)
    merge_players(actor=SYSTEM, player_id=two.pk, into_id=three.pk)
    for action in (
        lambda: merge_players(actor=SYSTEM, player_id=one.pk, into_id=three.pk),
        lambda: merge_players(actor=SYSTEM, player_id=three.pk, into_id=one.pk),
        lambda: update_player(actor=SYSTEM, player_id=one.pk, title="FM"),
        lambda: correct_player(actor=SYSTEM, player_id=one.pk, title="FM"),
        lambda: add_entry(actor=SYSTEM, tournament_id=tournament.pk, player_id=one.pk),
    ):
        with pytest.raises(Conflict) as refusal:
            action()
        assert refusal.value.code == "player.merged"
        assert refusal.value.params == {"player": str(one.pk), "into": str(three.pk)}
    # Undone in the opposite order.
    with pytest.raises(Conflict, match=r"player.merged"):
        unmerge_player(actor=SYSTEM, player_id=one.pk)
    unmerge_player(actor=SYSTEM, player_id=two.pk)
    unmerge_player(actor=SYSTEM, player_id=one.pk)
    assert Player.objects.current().count() == 3


def test_organisers_merge_and_nobody_below():
    club = make_club()
    one, two = make_player(club), make_player(club)
    arguments = {"player_id": one.pk, "into_id": two.pk}
    with pytest.raises(Forbidden, match=r"players.merge"):
        merge_players(actor=member(club), **arguments)
    with pytest.raises(NotFound):
        merge_players(actor=stranger(), **arguments)
    with pytest.raises(Stale):
        merge_players(actor=member(club, "organiser"), expected_version=7, **arguments)
    assert Player.objects.current().count() == 2


def test_a_state_from_before_a_merge_names_who_goes_on():
    tournament = make_tournament(2)
    club = tournament.event.club
    one = tournament.entries.get(pairing_number=1)
    stays = make_player(club)
    point = keep_restore_point(actor=SYSTEM, tournament_id=tournament.pk)
    merge_players(actor=SYSTEM, player_id=one.player_id, into_id=stays.pk)
    add_entry(actor=SYSTEM, tournament_id=tournament.pk, player_id=make_player(club).pk)
    restore(actor=SYSTEM, point_id=point.pk)
    assert tournament.entries.count() == 2
    assert tournament.entries.get(pk=one.pk).player_id == stays.pk


def test_a_state_in_which_both_played_is_refused():
    tournament = make_tournament(2)
    one, two = tournament.entries.order_by("pairing_number")
    point = keep_restore_point(actor=SYSTEM, tournament_id=tournament.pk)
    from tournaments.events.services import remove_entry

    remove_entry(actor=SYSTEM, entry_id=two.pk)
    merge_players(actor=SYSTEM, player_id=two.player_id, into_id=one.player_id)
    with pytest.raises(Conflict, match=r"restore.players_merged"):
        restore(actor=SYSTEM, point_id=point.pk)
    assert tournament.entries.count() == 1


def test_players_belong_to_no_club_exclusively():
    """Who is registered with one club plays in another's event, if its arbiter sees him."""
    home, host = make_club("Home"), make_club("Host")
    player = make_player(home, "Viajero, Teo")
    tournament = make_tournament(0, event=make_event(host))
    arbiter = member(host)
    with pytest.raises(NotFound, match=r"player.not_found"):
        add_entry(actor=arbiter, tournament_id=tournament.pk, player_id=player.pk)
    from tournaments.clubs.models import Membership

    Membership.objects.create(club=home, user=arbiter.user, role="viewer")
    entry = add_entry(actor=arbiter, tournament_id=tournament.pk, player_id=player.pk)
    assert (entry.name, entry.player_id) == ("Viajero, Teo", player.pk)
