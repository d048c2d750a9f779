"""A whole tournament taken to another server: the same document, the same next round."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from django.db import transaction

from tests.factories import make_club, make_event, make_tournament, member, pair, pairs_of, play
from tests.factories import round_of as the_round
from tournaments.core.errors import Forbidden, Invalid
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.events.models import Entry, Tournament
from tournaments.formats.exports.files import Wanted, export
from tournaments.formats.portable_import import import_document, read_document
from tournaments.play.services import unpair_round
from tournaments.players.models import Player
from tournaments.standings.decisions import draw_lots, order_ties
from tournaments.standings.selectors import standings_for


def document(tournament, principal=SYSTEM) -> bytes:
    file = export(principal=principal, tournament_id=tournament.pk, format="json", wanted=Wanted())
    assert isinstance(file.content, bytes)
    return file.content


@pytest.fixture
def elsewhere(db):
    """An event of another club, which knows nobody."""
    return make_event(make_club("Elsewhere"), name="Elsewhere")


@pytest.fixture
def decided(world):
    """With everything that names entries by their ids."""
    draw_lots(actor=SYSTEM, tournament_id=world.tournament.pk, seed=7)
    ids = [world.entries[4].pk, world.entries[1].pk]
    order_ties(actor=SYSTEM, tournament_id=world.tournament.pk, entry_ids=ids)
    return world


def test_what_is_imported_elsewhere_exports_the_same_document(decided, elsewhere):
    sent = document(decided.tournament)
    made = import_document(actor=SYSTEM, event_id=elsewhere.pk, content=sent)
    assert made.findings == ()
    assert document(made.tournament) == sent
    data = json.loads(sent)
    assert data["tournament"]["manual_order"] == [5, 2]
    assert data["tournament"]["abnormal_points"][0]["entries"] == [1]
    assert [round["status"] for round in data["rounds"]] == [
        "completed",
        "completed",
        "planned",
        "planned",
        "planned",
    ]
    assert (len(data["requested_byes"]), len(data["prohibited_pairings"])) == (1, 1)


def test_no_id_of_this_server_is_in_the_document(decided):
    text = document(decided.tournament).decode()
    tournament = decided.tournament
    rows = [tournament, tournament.event, *tournament.rounds.all(), *decided.entries]
    rows += [entry.player for entry in decided.entries]
    assert [row for row in rows if str(row.pk) in text] == []


def test_the_next_round_and_the_standings_are_the_same_there(decided, elsewhere):
    sent = document(decided.tournament)
    made = import_document(actor=SYSTEM, event_id=elsewhere.pk, content=sent).tournament
    unpair_round(actor=SYSTEM, round_id=decided.draft.pk)
    rounds = []
    for tournament in (decided.tournament, made):
        pair(tournament, 3)
        rounds.append(pairs_of(the_round(tournament, 3)))
    assert rounds[0] == rounds[1]
    tables = [
        [
            (row.rank, row.entry.name, row.points, row.values, row.cells)
            for row in standings_for(principal=SYSTEM, tournament_id=tournament.pk).rows
        ]
        for tournament in (decided.tournament, made)
    ]
    assert tables[0] == tables[1]


def test_a_longer_history_goes_on_as_here(db, elsewhere):
    tournament = make_tournament(21, rounds=7)
    for number in (1, 2, 3, 4):
        play(tournament, number, {1: "1/2-1/2", 2: "0-1", 5: "1-0F"})
    made = import_document(actor=SYSTEM, event_id=elsewhere.pk, content=document(tournament))
    for each in (tournament, made.tournament):
        pair(each, 5)
    assert pairs_of(the_round(tournament, 5)) == pairs_of(the_round(made.tournament, 5))


def test_readers_without_rights_take_what_they_may_see(world, elsewhere):
    data = json.loads(document(world.tournament, ANONYMOUS))
    assert data["players"][0]["birth"] == "1990"
    assert "requested_byes" not in data
    assert "prohibited_pairings" not in data
    assert data["tournament"]["report_comments"] == []
    content = json.dumps(data).encode()
    made = import_document(actor=SYSTEM, event_id=elsewhere.pk, content=content, name="Copy")
    assert (made.tournament.name, made.tournament.entries.count()) == ("Copy", 7)


def test_people_known_there_are_not_added_again(world):
    club = world.tournament.event.club
    before = Player.objects.filter(club=club, fide_id="101").count()
    import_document(
        actor=SYSTEM, event_id=world.tournament.event_id, content=document(world.tournament)
    )
    assert (before, Player.objects.filter(club=club, fide_id="101").count()) == (1, 1)


def test_only_organisers_import(world, elsewhere):
    for role in ("arbiter", "viewer"):
        with pytest.raises(Forbidden):
            import_document(
                actor=member(elsewhere.club, role),
                event_id=elsewhere.pk,
                content=document(world.tournament),
            )
    assert elsewhere.tournaments.count() == 0


# --- documents that are none -------------------------------------------------------------------


def faults(data: Any) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as refused:
        read_document(data if isinstance(data, bytes) else json.dumps(data).encode())
    errors = refused.value.params.get("errors")
    if errors is None:
        return [("", refused.value.code)]
    return [(each["field"], each["code"]) for each in errors]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "import.document_unreadable"),
        (b"\xff", "import.document_unreadable"),
        (b"[" * 100_000, "import.document_unreadable"),
        ([], "import.document_unknown"),
        ({"format": "other"}, "import.document_unknown"),
        ({"format": "chess-tournament", "format_version": 2}, "import.document_unknown"),
    ],
)
def test_what_is_no_document(data, code):
    assert faults(data) == [("", code)]


def changed(data, path, value):
    data = copy.deepcopy(data)
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("entries", 0, "rating"), "2400", ("entries.0.rating", "field.invalid")),
        (("entries", 0, "rating"), 9999, ("entries.0.rating", "field.max_value")),
        (("entries", 1, "title"), "XX", ("entries.1.title", "field.invalid_choice")),
        (("entries", 1, "name"), "A\u202eB", ("entries.1.name", "field.control_character")),
        (
            ("tournament", "deputy_arbiters"),
            ["A", "B\n"],
            ("tournament.deputy_arbiters", "field.control_character"),
        ),
        (
            ("tournament", "manual_order"),
            [1, 8],
            ("tournament.manual_order.1", "import.entry_unknown"),
        ),
        (
            ("rounds", 0, "boards", 0, "white", "entry"),
            0,
            ("rounds.0.boards.0.white.entry", "import.entry_unknown"),
        ),
        (
            ("rounds", 0, "boards", 0, "outcome"),
            "2-0",
            ("rounds.0.boards.0.outcome", "field.invalid_choice"),
        ),
        (("rounds", 0, "status"), "planned", ("rounds.0.status", "import.round_not_published")),
        (("rounds", 1, "number"), 1, ("rounds.1.number", "import.round_repeated")),
        (("rounds", 2, "status"), "draft", ("rounds.2.status", "field.invalid")),
        (("players",), [], ("players", "import.players_and_entries")),
        (("rounds",), 7, ("rounds", "import.not_a_list")),
        (("tournament",), None, ("tournament", "import.not_an_object")),
    ],
)
def test_faults_are_told_with_their_places(world, path, value, fault):
    data = json.loads(document(world.tournament))
    assert faults(changed(data, path, value))[0] == fault


def test_members_of_a_newer_version_are_left_out_and_reported(world, elsewhere):
    data = json.loads(document(world.tournament))
    data["tournament"]["mood"] = "good"
    data["rounds"][0]["boards"][0]["clock"] = 1
    made = import_document(actor=SYSTEM, event_id=elsewhere.pk, content=json.dumps(data).encode())
    assert [(each.code, each.read) for each in made.findings] == [
        ("import.member_unknown", "tournament.mood"),
        ("import.member_unknown", "rounds.0.boards.0.clock"),
    ]


JUNK: tuple[Any, ...] = (None, -1, 2**40, "x" * 5000, {}, [{"a": 1}])


def paths(data: Any, path: tuple = ()):
    """One path to each sort of place in a document."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from paths(value, (*path, name))
    elif isinstance(data, list) and data:
        yield from paths(data[-1], (*path, len(data) - 1))
    if path:
        yield path


def test_no_damage_is_more_than_a_refusal(world, elsewhere):
    """Whatever stands anywhere: all of it is stored, or nothing and the reason is told."""
    data = json.loads(document(world.tournament))
    data["rounds"] = data["rounds"][:2]
    outcomes = {"stored": 0, "refused": 0}
    for path in paths(data):
        for junk in JUNK:
            content = json.dumps(changed(data, path, junk)).encode()
            with transaction.atomic():
                entries = Entry.objects.count()
                try:
                    import_document(actor=SYSTEM, event_id=elsewhere.pk, content=content)
                    outcomes["stored"] += 1
                except Invalid:
                    outcomes["refused"] += 1
                    assert Entry.objects.count() == entries
                    assert Tournament.objects.filter(event=elsewhere).count() == 0
                transaction.set_rollback(True)
    assert outcomes["refused"] > 400
