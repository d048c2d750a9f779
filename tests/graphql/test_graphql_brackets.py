"""The bracket of a knockout in GraphQL."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.graphql.conftest import nodes
from tournaments.core.principal import SYSTEM
from tournaments.knockouts.models import Match
from tournaments.knockouts.services import draw_bracket, publish_bracket, record_game

BRACKET = """query ($t: ID!) { tournament(id: $t) { system bracket {
  status players size byes matchCount finished winner { name }
  rounds { name title positions { match freePass { kind slot } } }
  matches(session: 1) { code status score how winner { pairingNumber }
    sides { entry { pairingNumber } seed source { kind text } }
    stages { number rated points played { game result white { pairingNumber } } } }
  places { first last entry { pairingNumber } }
} } }"""
MANY = """query ($n: Int) { tournaments(first: $n) { edges { node {
  name bracket { matches { code sides { entry { name } } } } } } } }"""


def knockout(make_tournament, players, *, publish=True, **fields):
    made = make_tournament(players, rounds=1, system="knockout", **fields)
    draw_bracket(actor=SYSTEM, tournament_id=made.pk, seed=1)
    if publish:
        publish_bracket(actor=SYSTEM, tournament_id=made.pk)
    return made


def test_the_bracket_of_a_tournament(ask, make_tournament):
    cup = knockout(make_tournament, 3)
    first = Match.objects.get(bracket__tournament=cup, code="M1")
    record_game(actor=SYSTEM, match_id=first.pk, stage=1, game=1, outcome="1-0")
    data = ask("anonymous").data(BRACKET, t=str(cup.pk))["tournament"]["bracket"]
    assert {name: data[name] for name in ("status", "players", "size", "byes", "matchCount")} == {
        "status": "published",
        "players": 3,
        "size": 4,
        "byes": 1,
        "matchCount": 2,
    }
    (match,) = data["matches"]
    white = match["stages"][0]["played"][0]["white"]["pairingNumber"]
    assert match["winner"] == {"pairingNumber": white}
    assert (match["code"], match["status"], match["how"]) == ("M1", "decided", "games")
    assert [each["title"] for each in data["rounds"]] == ["Semi-finals", "Final"]
    assert data["rounds"][0]["positions"][0] == {
        "match": None,
        "freePass": {"kind": "entrant", "slot": 0},
    }
    assert [(each["first"], each["last"]) for each in data["places"]] == [(3, 3)]


def test_an_unpublished_draw_and_another_system_have_no_bracket(ask, make_tournament):
    draft = knockout(make_tournament, 4, publish=False)
    swiss = make_tournament(4, name="Swiss")
    for role, seen in (("anonymous", False), ("viewer", False), ("arbiter", True)):
        data = ask(role).data(BRACKET, t=str(draft.pk))["tournament"]["bracket"]
        assert (data is not None) is seen
    assert ask("arbiter").data(BRACKET, t=str(swiss.pk))["tournament"]["bracket"] is None


def test_brackets_of_a_list_are_loaded_together(ask, make_tournament):
    counts = []
    for made in (1, 3):
        for number in range(made):
            knockout(make_tournament, 4, name=f"Cup {made} {number}")
        with CaptureQueriesContext(connection) as queries:
            found = nodes(ask("anonymous").data(MANY, n=10)["tournaments"])
        assert all(len(each["bracket"]["matches"]) == 3 for each in found)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12
