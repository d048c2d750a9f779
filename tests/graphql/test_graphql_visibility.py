"""What REST hides, GraphQL hides: by id, below other rows, in counts, cursors and search."""

from __future__ import annotations

import json
from datetime import date

import pytest

from tests.api.driving import enter_all, pair_and_publish
from tests.api.matrix import ROLES as REST_ROLES
from tests.graphql.conftest import nodes
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Entry, Event, ResultsPolicy, Round, Tournament
from tournaments.events.services import create_event, create_tournament, request_bye
from tournaments.jobs.models import PairingRun
from tournaments.play.models import Board
from tournaments.players.models import Player

ROLES = (*REST_ROLES, "federation_key")
RUNNERS = {"arbiter", "organiser", "owner", "superuser"}


@pytest.fixture
def world(api, club, event, make_tournament):
    """Round 1 is over, round 2 a draft; and one of everything that is hidden from some."""
    running = make_tournament(5, name="Running", results_policy=ResultsPolicy.CONFIRMED_BY_ARBITER)
    me = running.entries.get(pairing_number=1)
    Player.objects.filter(pk=me.player_id).update(user=api.player.user)
    made = pair_and_publish(api.arbiter, running.pk, 1)
    enter_all(api.arbiter, made["id"])
    api.arbiter.post(f"rounds/{running.rounds.get(number=2).pk}/pair")
    request_bye(actor=SYSTEM, entry_id=me.pk, round_number=3, kind="H")
    make_tournament(2, name="Draft", draft=True)
    for visibility in ("club", "hidden"):
        other = create_event(
            actor=SYSTEM,
            club_id=club.pk,
            name=f"Autumn {visibility}",
            start=date(2026, 5, 1),
            end=date(2026, 5, 2),
            visibility=visibility,
        )
        create_tournament(actor=SYSTEM, event_id=other.pk, name="Running too", round_count=2)
    return running


def objects() -> list[tuple[str, str, str]]:
    """(kind in GraphQL, path in REST, id) of every row that has an address."""
    kinds = (
        ("event", "events", Event),
        ("tournament", "tournaments", Tournament),
        ("entry", "entries", Entry),
        ("round", "rounds", Round),
        ("board", "boards", Board),
        ("job", "jobs", PairingRun),
    )
    return [(kind, path, str(row.pk)) for kind, path, model in kinds for row in model.objects.all()]


@pytest.mark.parametrize("role", ROLES)
def test_by_id_the_same_rows_exist_as_in_rest(api, ask, world, role):
    speaker = getattr(api, role)
    rest = {
        (kind, key): speaker.get(f"{path}/{key}").status_code == 200
        for kind, path, key in objects()
    }
    graphql = {
        (kind, key): ask(role).data(f'{{ {kind}(id: "{key}") {{ id }} }}')[kind] is not None
        for kind, _, key in objects()
    }
    assert graphql == rest
    assert len(set(rest.values())) == (1 if role in RUNNERS else 2)


EVERYTHING = """{
  events(first: 5) { totalCount edges { node {
    name tournaments(first: 5) { totalCount edges { node {
      name rounds(first: 6) { totalCount pageInfo { hasNextPage } edges { node {
        number status boards(first: 4) { totalCount edges { node { id number } } }
        byes(first: 4) { totalCount edges { node { entry { name } } } }
      } } }
    } } }
  } } }
}"""


def lists(data: dict) -> dict:
    """(event, tournament) -> {round: (boards counted, boards listed, byes counted)}."""
    found = {}
    for event in nodes(data["events"]):
        assert event["tournaments"]["totalCount"] == len(nodes(event["tournaments"]))
        for tournament in nodes(event["tournaments"]):
            rounds = nodes(tournament["rounds"])
            assert tournament["rounds"]["totalCount"] == len(rounds)
            found[event["name"], tournament["name"]] = {
                each["number"]: (
                    each["boards"]["totalCount"],
                    len(nodes(each["boards"])),
                    each["byes"]["totalCount"],
                )
                for each in rounds
            }
    assert data["events"]["totalCount"] == len({event for event, _ in found})
    return found


PUBLIC = {("Autumn Open", "Running"): {1: (2, 2, 1)}}
OF_THE_CLUB = {**PUBLIC, ("Autumn club", "Running too"): {}}
OF_RUNNERS = {
    ("Autumn Open", "Running"): {1: (2, 2, 1), 2: (2, 2, 1), **dict.fromkeys((3, 4, 5), (0, 0, 0))},
    ("Autumn Open", "Draft"): dict.fromkeys(range(1, 6), (0, 0, 0)),
    ("Autumn club", "Running too"): dict.fromkeys((1, 2), (0, 0, 0)),
    ("Autumn hidden", "Running too"): dict.fromkeys((1, 2), (0, 0, 0)),
}


@pytest.mark.parametrize("role", ROLES)
def test_lists_and_counts_hold_what_the_reader_may_see(ask, world, role):
    wanted = OF_RUNNERS if role in RUNNERS else PUBLIC
    if role in ("viewer", "federation_key"):
        wanted = OF_THE_CLUB
    assert lists(ask(role).data(EVERYTHING)) == wanted


def test_no_path_leads_to_an_unpublished_round(ask, world):
    draft = world.rounds.get(number=2)
    boards = list(draft.boards.all())
    data = ask("anonymous").data(
        """query ($t: ID!, $text: String!) {
          tournament(id: $t) {
            rounds(first: 5) { totalCount edges { node { number } } }
            hidden: rounds(number: 2) { totalCount edges { node { number } } }
            entries(first: 9) { edges { node { seats(first: 9) { totalCount edges { node {
              round { number boards(first: 9) { edges { node { id } } } }
              board { id } opponent { name }
            } } } } } }
          }
          standings(tournament: $t) { round openBoards }
          crosstable(tournament: $t) { rows(first: 9) { edges { node { rounds { round } } } } }
          search(text: $text, first: 9) { edges { node { ...on Entry { seats { totalCount } } } } }
        }""",
        t=str(world.pk),
        text="Player",
    )
    said = json.dumps(data)
    assert str(draft.pk) not in said
    assert not any(str(board.pk) in said for board in boards)
    tournament = data["tournament"]
    assert tournament["rounds"]["totalCount"] == 1
    assert tournament["hidden"] == {"totalCount": 0, "edges": []}
    seats = [node["seats"] for node in nodes(tournament["entries"])]
    assert [each["totalCount"] for each in seats] == [1] * 5
    assert {seat["round"]["number"] for each in seats for seat in nodes(each)} == {1}
    assert data["standings"] == {"round": 1, "openBoards": 0}
    assert {c["round"] for n in nodes(data["crosstable"]["rows"]) for c in n["rounds"]} == {1}
    assert [node["seats"]["totalCount"] for node in nodes(data["search"])] == [1] * 5
    query = "query ($t: ID!) { standings(tournament: $t, afterRound: 2) { round } }"
    assert ask("anonymous").codes(query, t=str(world.pk)) == ["round.not_found"]


def test_a_cursor_of_the_hidden_round_shows_nothing_to_others(ask, world):
    """Whoever is given an arbiter's cursor still sees published rounds only."""
    query = """query ($t: ID!, $after: String) { tournament(id: $t) {
      rounds(first: 1, after: $after) {
        pageInfo { hasNextPage endCursor } edges { node { number } }
      } } }"""
    page = ask("arbiter").data(query, t=str(world.pk))["tournament"]["rounds"]
    cursor = page["pageInfo"]["endCursor"]
    assert page["pageInfo"]["hasNextPage"]
    mine = ask("arbiter").data(query, t=str(world.pk), after=cursor)["tournament"]["rounds"]
    assert nodes(mine) == [{"number": 2}]
    theirs = ask("anonymous").data(query, t=str(world.pk), after=cursor)["tournament"]["rounds"]
    assert (nodes(theirs), theirs["pageInfo"]["hasNextPage"]) == ([], False)


PRIVATE = """query ($t: ID!) { tournament(id: $t) {
  entries(first: 9) { edges { node {
    pairingNumber player { name } requestedByes { round kind }
  } } }
  rounds(number: 1) { edges { node { boards { edges { node { enteredBy { name } } } } } } }
} }"""


@pytest.mark.parametrize("role", ROLES)
def test_registry_byes_and_authors_are_for_those_concerned(ask, world, role):
    tournament = ask(role).data(PRIVATE, t=str(world.pk))["tournament"]
    registry = [
        node["pairingNumber"] for node in nodes(tournament["entries"]) if node["player"] is not None
    ]
    byes = {
        node["pairingNumber"]: node["requestedByes"]
        for node in nodes(tournament["entries"])
        if node["requestedByes"]
    }
    (round,) = nodes(tournament["rounds"])
    authors = [node["enteredBy"] for node in nodes(round["boards"])]
    everybody = [1, 2, 3, 4, 5]
    members = RUNNERS | {"viewer"}
    assert registry == (everybody if role in members else [1] if role == "player" else [])
    assert byes == ({1: [{"round": 3, "kind": "H"}]} if role in RUNNERS | {"player"} else {})
    shows_authors = role in RUNNERS | {"federation_key"}
    assert authors == ([{"name": "Arbiter"}] * 2 if shows_authors else [None, None])


@pytest.mark.parametrize(("role", "found"), [("anonymous", 2), ("viewer", 4), ("arbiter", 7)])
def test_search_finds_what_the_reader_may_see(ask, world, role, found):
    count = sum(
        ask(role).data(f'{{ search(text: "{text}") {{ totalCount }} }}')["search"]["totalCount"]
        for text in ("Autumn", "Running", "Draft")
    )
    assert count == found
