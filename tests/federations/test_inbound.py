"""What a federation sends: applied, known, in conflict, quarantined or refused, item by item."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest

from tests.factories import (
    board_of,
    changes_of,
    make_club,
    make_player,
    member,
    pair,
    pair_and_publish,
    round_of,
)
from tests.federations.conftest import rated_tournament, reader
from tournaments.core.errors import Conflict, Forbidden, NotFound
from tournaments.core.models import ChangeLogEntry
from tournaments.core.principal import ANONYMOUS, SYSTEM, Principal
from tournaments.federations.inbound import correct_players, dismiss, push_results, retry
from tournaments.federations.models import ApiKey, Quarantined
from tournaments.play.models import Board
from tournaments.play.services import record_result
from tournaments.players.models import Player
from tournaments.players.services import update_player

pytestmark = pytest.mark.django_db


def send(item, key=None):
    (outcome,) = correct_players(actor=key or reader(), items=[{"ref": "1", **item}])
    return outcome


def the(outcome) -> tuple[str, str]:
    return outcome.status, outcome.code


# --- players -----------------------------------------------------------------------------------


def test_a_person_is_corrected_in_every_registry_of_the_federation():
    here, there, abroad = (make_club(federation=each) for each in ("ESP", "ESP", "FRA"))
    people = [make_player(club, "Any, Name", fide_id="77") for club in (here, there, abroad)]
    outcome = send(
        {
            "fide_id": "77",
            "set": {
                "title": "FM",
                "national_id": "000123",
                "birth_date": "1990-02-03",
                "ratings": [{"kind": "standard", "value": 2100, "as_of": "2026-05-01"}],
            },
        }
    )
    assert (outcome.status, sorted(outcome.changed)) == (
        "applied",
        ["birth_date", "national_ids", "ratings", "title"],
    )
    for person in people:
        person.refresh_from_db()
    assert [person.title for person in people] == ["FM", "FM", ""]
    assert people[1].birth_date == date(1990, 2, 3)
    assert [each.number for each in people[0].national_ids.all()] == ["000123"]
    (rating,) = people[0].ratings.all()
    assert (rating.list_name, rating.value, rating.as_of) == ("ESP", 2100, date(2026, 5, 1))
    again = send({"fide_id": "77", "set": {"title": "FM"}})
    assert (again.status, again.changed) == ("already_there", ())
    versions = [Player.objects.get(pk=person.pk).version for person in people]
    assert versions == [2, 2, 1]


def test_a_number_of_the_federation_names_a_person():
    club = make_club(federation="ESP")
    person = make_player(club, "A, B", national_ids=[{"federation": "ESP", "number": "5"}])
    make_player(club, "C, D", national_ids=[{"federation": "FRA", "number": "5"}])
    assert send({"national_id": "5", "set": {"fide_id": "99"}}).status == "applied"
    person.refresh_from_db()
    assert person.fide_id == "99"
    assert Player.objects.filter(fide_id="99").count() == 1


def test_an_unknown_person_waits_and_is_tried_again():
    club = make_club(federation="ESP")
    make_player(club, "Same, Name")
    item = {"fide_id": "77", "set": {"title": "FM"}}
    outcome = send(item)
    assert the(outcome) == ("quarantined", "inbound.player_unknown")
    row = Quarantined.objects.get()
    assert (row.pk, row.ref, row.item, row.version) == (
        outcome.subject,
        "1",
        {"ref": "1", **item},
        1,
    )
    assert send(item).subject == row.pk
    assert Quarantined.objects.get().version == 1
    assert Player.objects.exclude(title="").count() == 0
    assert the(retry(actor=reader(), quarantined_id=row.pk)) == (
        "quarantined",
        "inbound.player_unknown",
    )
    make_player(club, "New, Comer", fide_id="77")
    assert retry(actor=reader(), quarantined_id=row.pk).status == "applied"
    assert (Quarantined.objects.count(), Player.objects.get(fide_id="77").title) == (0, "FM")


@pytest.mark.parametrize(
    ("ids", "code"),
    [
        ({"fide_id": "1", "national_id": "b"}, "inbound.ids_contradict"),
        ({"fide_id": "2", "national_id": "a"}, "inbound.ids_contradict"),
        ({"national_id": "twice"}, "inbound.player_ambiguous"),
        ({"fide_id": "9"}, "inbound.player_unknown"),
    ],
)
def test_nothing_is_guessed(ids, code):
    club = make_club(federation="ESP")
    for name, fide_id, number in (
        ("A, A", "1", "a"),
        ("B, B", "2", "b"),
        ("C, C", "", "twice"),
        ("D, D", "", "twice"),
    ):
        numbers = [{"federation": "ESP", "number": number}]
        make_player(club, name, fide_id=fide_id, national_ids=numbers)
    assert the(send({**ids, "set": {"title": "GM"}})) == ("quarantined", code)
    assert Player.objects.filter(title="GM").count() == 0


def test_an_id_that_another_has_is_refused_and_the_others_go_on():
    club = make_club(federation="ESP")
    for number in "123":
        make_player(club, f"P, {number}", fide_id=number)
    items = [
        {"ref": "a", "fide_id": "1", "set": {"fide_id": "2", "title": "GM"}},
        {"ref": "b", "fide_id": "3", "set": {"title": "IM"}},
    ]
    first, second = correct_players(actor=reader(), items=items)
    assert (the(first), second.status) == (("refused", "player.invalid"), "applied")
    assert first.params["errors"]
    assert list(Player.objects.order_by("fide_id").values_list("title", flat=True)) == [
        "",
        "",
        "IM",
    ]


@pytest.mark.parametrize(
    "principal", [ANONYMOUS, SYSTEM, reader(scopes=("results:write",))], ids=str
)
def test_only_federations_correct_players(principal):
    with pytest.raises(Forbidden) as refused:
        send({"fide_id": "1", "set": {"title": "GM"}}, principal)
    assert refused.value.code == "inbound.federations_only"


def test_what_waits_is_for_its_federation():
    row_id = send({"fide_id": "1", "set": {"title": "GM"}}).subject
    for act in (retry, dismiss):
        with pytest.raises(NotFound):
            act(actor=reader("FRA"), quarantined_id=row_id)
    dismiss(actor=reader(), quarantined_id=row_id)
    assert Quarantined.objects.count() == 0


# --- results -----------------------------------------------------------------------------------


@pytest.fixture
def game():
    """A published round, and an item for its first board."""
    tournament = rated_tournament(4)
    first = pair_and_publish(tournament, 1)
    board = board_of(first, 1)
    item = {
        "ref": "g",
        "tournament": str(tournament.pk),
        "round": 1,
        "white": {"number": board.white.entry.pairing_number},
        "black": {"number": board.black.entry.pairing_number},
        "result": "1-0",
    }
    return tournament, board, item


def push(item, **changes):
    (outcome,) = push_results(actor=reader(), items=[{**item, **changes}])
    return outcome


def test_a_result_is_entered_repeated_and_corrected_by_the_federation(game):
    tournament, board, item = game
    assert push(item).status == "applied"
    board.refresh_from_db()
    assert (board.outcome, board.confirmed, board.version) == ("1-0", True, 2)
    assert push(item).status == "already_there"
    assert push(item, result="0-1", version=2).status == "applied"
    board.refresh_from_db()
    assert (board.outcome, board.version) == ("0-1", 3)
    stale = push(item, result="1-0", version=2)
    assert (the(stale), stale.current) == (
        ("conflict", "board.stale"),
        {"result": "0-1", "version": 3, "confirmed": True},
    )
    change = tournament.changes.filter(type__startswith="result.").latest("seq")
    assert (change.actor_kind, change.actor_key) == ("api_key", "fed00001")


@pytest.mark.parametrize("version", [{}, {"version": 2}])
def test_what_an_arbiter_confirmed_is_a_conflict_with_the_current_value(game, version):
    tournament, board, item = game
    arbiter = member(tournament.event.club, "arbiter")
    record_result(actor=arbiter, board_id=board.pk, outcome="1/2-1/2")
    log = changes_of(tournament)
    outcome = push(item, **version)
    assert (the(outcome), outcome.current) == (
        ("conflict", "result.confirmed_by_arbiter"),
        {"result": "1/2-1/2", "version": 2, "confirmed": True},
    )
    assert (Board.objects.get(pk=board.pk).outcome, changes_of(tournament)) == ("1/2-1/2", log)
    with pytest.raises(Conflict):
        record_result(actor=reader(), board_id=board.pk, outcome="1-0", expected_version=2)
    assert push(item, result="1/2-1/2").status == "already_there"


def test_an_arbiter_corrects_the_federation_and_it_is_his_result_then(game):
    tournament, board, item = game
    push(item)
    arbiter = member(tournament.event.club, "arbiter")
    record_result(actor=arbiter, board_id=board.pk, outcome="0-1")
    assert the(push(item)) == ("conflict", "result.confirmed_by_arbiter")


def test_what_the_clubs_own_key_entered_is_no_federations_to_change(game):
    """A club's machine is a key as well: the kind of principal does not tell them apart."""
    tournament, board, item = game
    club = tournament.event.club
    machine = Principal.for_key(ApiKey(club=club, scopes=["results:write"], prefix="club0001"))
    record_result(actor=machine, board_id=board.pk, outcome="0-1")
    outcome = push(item, version=2)
    assert (the(outcome), outcome.current) == (
        ("conflict", "result.confirmed_by_arbiter"),
        {"result": "0-1", "version": 2, "confirmed": True},
    )
    assert Board.objects.get(pk=board.pk).outcome == "0-1"


@pytest.mark.parametrize(
    ("federation", "expected"),
    [("ESP", ("applied", "")), ("FRA", ("conflict", "result.confirmed_by_arbiter"))],
)
def test_the_next_key_of_a_federation_corrects_what_the_last_one_entered(
    game, federation, expected
):
    _, board, item = game
    old = ApiKey(federation=federation, name="Old", scopes=[], prefix="old00001", id="old00001.x")
    old.save()
    assert push(item).status == "applied"
    ChangeLogEntry.objects.filter(actor_key="fed00001").update(actor_key=old.prefix)
    assert the(push(item, result="0-1", version=2)) == expected
    assert Board.objects.get(pk=board.pk).version == (3 if expected[0] == "applied" else 2)


def test_players_are_named_by_any_of_their_ids(game):
    _, board, item = game
    white, black = board.white.entry, board.black.entry
    update_player(actor=SYSTEM, player_id=white.player_id, fide_id="501")
    update_player(
        actor=SYSTEM,
        player_id=black.player_id,
        national_ids=[{"federation": "ESP", "number": "N1"}],
    )
    ids = {"white": {"fide_id": "501"}, "black": {"national_id": "N1"}}
    assert push(item, **ids).status == "applied"
    contradiction = {"fide_id": "501", "number": black.pairing_number}
    assert the(push(item, white=contradiction)) == ("quarantined", "inbound.entry_unknown")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"tournament": str(uuid4())}, "inbound.tournament_unknown"),
        ({"round": 2}, "inbound.pairing_unknown"),
        ({"white": {"number": 40}}, "inbound.entry_unknown"),
        ({"white": {"fide_id": "1"}}, "inbound.entry_unknown"),
        ("reversed", "inbound.colours_differ"),
    ],
)
def test_what_is_not_certain_waits(game, changes, code):
    tournament, board, item = game
    if changes == "reversed":
        changes = {"white": item["black"], "black": item["white"]}
    log = changes_of(tournament)
    assert the(push(item, **changes)) == ("quarantined", code)
    assert (Board.objects.get(pk=board.pk).outcome, changes_of(tournament)) == ("", log)
    assert Quarantined.objects.get().kind == "result"
    assert push(item).status == "applied"
    assert Quarantined.objects.count() == 0


def test_a_draft_and_a_hidden_event_do_not_exist_for_a_federation():
    tournament = rated_tournament(4)
    pair(tournament, 1)
    board = board_of(round_of(tournament, 1), 1)
    item = {
        "ref": "g",
        "tournament": str(tournament.pk),
        "round": 1,
        "white": {"number": board.white.entry.pairing_number},
        "black": {"number": board.black.entry.pairing_number},
        "result": "1-0",
    }
    assert the(push(item)) == ("quarantined", "inbound.pairing_unknown")
    type(tournament.event).objects.filter(pk=tournament.event_id).update(visibility="hidden")
    assert the(push(item)) == ("quarantined", "inbound.tournament_unknown")
    type(tournament.event).objects.filter(pk=tournament.event_id).update(
        visibility="public", federation="FRA"
    )
    assert the(push(item)) == ("quarantined", "inbound.tournament_unknown")


def test_a_closed_tournament_is_refused(game):
    tournament, _, item = game
    for each in round_of(tournament, 1).boards.all():
        record_result(actor=reader(), board_id=each.pk, outcome="1-0")
    type(tournament).objects.filter(pk=tournament.pk).update(status="archived")
    assert the(push(item, result="0-1")) == ("refused", "tournament.closed")
