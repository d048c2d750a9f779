"""The number of queries depends on the document, never on how many rows there are."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from graphql import get_named_type

from tests.api.test_lists import World
from tests.graphql.conftest import PATH, nodes
from tournaments.api.graphql.execution import SCHEMA
from tournaments.events.models import Entry, Event, Round, Tournament
from tournaments.play.models import Board, Seat

SIZES = (10, 100)

FRAGMENTS = {
    "EventParts": "on Event { name club { name } }",
    "TournamentParts": "on Tournament { name event { name club { name } } }",
    "EntryParts": """on Entry {
      id name pairingNumber tournament { name event { name } } player { name }
      requestedByes { round kind }
    }""",
    "BoardParts": """on Board {
      number result enteredBy { name }
      round { number tournament { name event { club { name } } } }
      white { name player { name } } black { name tournament { name } }
    }""",
    "SeatParts": """on Seat {
      bye colour entry { name } round { number tournament { name } }
      board { number white { name } black { name } enteredBy { name } }
      opponent { name player { name } }
    }""",
}

# connection -> (selection, where its page is, rows at a size); $n rows are asked for
CONNECTIONS = {
    "Query.clubs": ("clubs(first: $n) PAGE { name }", "clubs", lambda n: n),
    "Club.events": (
        "clubs(first: $n) { edges { node { events(first: 2) PAGE { ...EventParts } } } }",
        "clubs",
        lambda n: n,
    ),
    "Query.events": ("events(first: $n) PAGE { ...EventParts }", "events", lambda n: n),
    "Event.tournaments": (
        """events(first: $n) { edges { node {
          tournaments(first: 2) PAGE { ...TournamentParts }
        } } }""",
        "events",
        lambda n: n,
    ),
    "Query.tournaments": (
        "tournaments(first: $n) PAGE { ...TournamentParts }",
        "tournaments",
        lambda n: n,
    ),
    "Tournament.entries": (
        "tournaments(first: $n) { edges { node { entries(first: 2) PAGE { ...EntryParts } } } }",
        "tournaments",
        lambda n: n,
    ),
    "Tournament.rounds": (
        """tournaments(first: $n) { edges { node {
          rounds(first: 2) PAGE { number tournament { name } }
        } } }""",
        "tournaments",
        lambda n: n,
    ),
    "Entry.seats": (
        """tournament(id: $t) { entries(first: $n) { edges { node {
          seats(first: 2) PAGE { ...SeatParts }
        } } } }""",
        "tournament entries",
        lambda n: n,
    ),
    "Round.boards": (
        """tournaments(first: $n) { edges { node { rounds(first: 1) { edges { node {
          boards(first: 1) PAGE { ...BoardParts }
        } } } } } }""",
        "tournaments",
        lambda n: n,
    ),
    "Round.byes": (
        """tournament(id: $t) { rounds(number: 1) { edges { node {
          byes(first: $n) PAGE { ...SeatParts }
        } } } }""",
        "tournament rounds 0 byes",
        lambda n: n - 2 * (n // 3),
    ),
    "Query.search": (
        """search(text: "named", first: $n)
          PAGE { ...EventParts ...TournamentParts ...EntryParts }""",
        "search",
        lambda n: n,
    ),
    "Standings.rows": (
        """standings(tournament: $t, afterRound: 1) { notices { code } rows(first: $n) PAGE {
          rank tieBreaks { code value } working { code value } entry { ...EntryParts }
        } }""",
        "standings rows",
        lambda n: n,
    ),
    "Crosstable.rows": (
        """crosstable(tournament: $t, afterRound: 1) { rows(first: $n) PAGE {
          rank rounds { round opponent } entry { ...EntryParts }
        } }""",
        "crosstable rows",
        lambda n: n,
    ),
}


def document_of(selection: str) -> str:
    """A whole document: ``PAGE { ... }`` is a page with its count and cursors."""
    page = "{ totalCount pageInfo { hasNextPage endCursor } edges { cursor node"
    start, _, rest = selection.partition("PAGE {")
    depth, end = 1, 0
    while depth:
        depth += {"{": 1, "}": -1}.get(rest[end], 0)
        end += 1
    selection = f"{start}{page} {{{rest[:end]} }} }}{rest[end:]}"
    variables = "$n: Int" + (", $t: ID!" if "$t" in selection else "")
    used = [name for name in FRAGMENTS if f"...{name}" in selection]
    fragments = "\n".join(f"fragment {name} {FRAGMENTS[name]}" for name in used)
    return f"query ({variables}) {{ {selection} }}\n{fragments}"


def connections_of_the_schema() -> set[str]:
    return {
        f"{kind.name}.{name}"
        for kind in SCHEMA.type_map.values()
        for name, field in getattr(kind, "fields", {}).items()
        if get_named_type(field.type).name.endswith("Connection")
    }


def test_every_connection_has_a_budget():
    assert connections_of_the_schema() == set(CONNECTIONS)


class Wide(World):
    """Every club has an event, every tournament entries, rounds and a board; names for search."""

    def __init__(self, club, event, user, size: int):
        super().__init__(club, event, user, size)
        Event.objects.filter(slug__startswith="e").update(name="Named")
        day = date(2026, 6, 1)
        for other in club.__class__.objects.exclude(pk=club.pk):
            Event.objects.create(club=other, name="Other", slug="other", start=day, end=day)
        people = [entry.player for entry in Entry.objects.select_related("player")[:2]]
        for tournament in Tournament.objects.filter(rounds=None):
            round = Round.objects.create(tournament=tournament, number=1, status="published")
            Round.objects.create(tournament=tournament, number=2, status="published")
            board = Board.objects.create(round=round, number=1, entered_by=user, outcome="1-0")
            for side, number, person in (("w", 1, people[0]), ("b", 2, people[1])):
                entry = Entry.objects.create(
                    tournament=tournament, player=person, name="Named", pairing_number=number
                )
                Seat.objects.create(round=round, entry=entry, board=board, side=side)

    def _knock_out(self, people):
        """No bracket: every tournament gets the entries above."""


def _page(data: dict, path: str) -> dict:
    for step in path.split():
        data = nodes(data)[int(step)] if step.isdigit() else data[step]
    return data


@pytest.mark.parametrize("name", CONNECTIONS)
def test_a_connection_asks_the_same_queries_at_any_size(api, ask, club, event, name):
    selection, where, rows = CONNECTIONS[name]
    counts = {}
    for size in SIZES:
        with transaction.atomic():
            world = Wide(club, event, api.owner.user, size)
            query = document_of(selection)
            variables = {"n": size, "t": str(world.tournament.pk)}
            for role in ("anonymous", "arbiter"):
                with CaptureQueriesContext(connection) as queries:
                    answer = getattr(api, role).post(PATH, {"query": query, "variables": variables})
                counts[role, size] = len(queries)
                body = answer.json()
                assert "errors" not in body, body
                assert len(_page(body["data"], where)["edges"]) == rows(size)
            transaction.set_rollback(True)
    for role in ("anonymous", "arbiter"):
        assert counts[role, 10] == counts[role, 100], counts
        assert counts[role, 100] <= 20


def test_two_paths_to_the_same_type_do_not_mix(api, ask, make_tournament):
    """What one alias asks of its rows is not loaded for the rows of another."""
    first, second = make_tournament(2), make_tournament(3)
    query = """{ a: tournament(id: "%s") { entries(first: 5) { edges { node { name } } } }
      b: tournament(id: "%s") { name } }"""
    with CaptureQueriesContext(connection) as queries:
        ask("anonymous").data(query % (first.pk, second.pk))
    loaded = [each["sql"] for each in queries if re.search(r'FROM "events_entry"', each["sql"])]
    assert len(loaded) == 1
    assert second.pk.hex not in loaded[0].replace("-", "")
