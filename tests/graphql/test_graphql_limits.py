"""A document is bounded before it runs: body, depth, aliases, root fields, cost."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql import get_introspection_query, parse

from tests.graphql.conftest import PATH
from tournaments.api.graphql.execution import SCHEMA
from tournaments.api.graphql.limits import cost_of
from tournaments.clubs.models import Club


def codes(answer) -> list[str]:
    return [error["extensions"]["code"] for error in answer.json()["errors"]]


def refused(ask, query: str, **variables) -> list[str]:
    """The codes of a document that is refused whole, without a query to the database."""
    with CaptureQueriesContext(connection) as queries:
        answer = ask("anonymous").send(query, **variables)
    assert (answer.status_code, "data" in answer.json(), len(queries)) == (400, False, 0)
    return codes(answer)


def test_a_body_over_20_kb_is_refused_before_it_is_read(api):
    body = json.dumps({"query": "{ clubs { totalCount } }" + " " * 20_000})
    answer = api.anonymous.post(PATH, raw=body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "request.too_large")
    fits = {"query": "{ clubs { totalCount } }" + " " * 19_900}
    assert api.anonymous.post(PATH, fits).status_code == 200


@pytest.mark.parametrize(
    "body", [[], [{"query": "{ __typename }"}], {}, {"query": 1}, {"query": "x", "variables": []}]
)
def test_a_body_is_one_request(api, body):
    answer = api.anonymous.post(PATH, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "graphql.body_malformed")


def test_depth(ask):
    step = "{ events(first: 1) { edges { node { club "
    allowed = "{ club(id: 1) " + step * 3 + "{ name }" + "} } } }" * 3 + " }"
    assert ask("anonymous").codes(allowed) == []
    deep = "{ club(id: 1) " + step * 4 + "{ name }" + "} } } }" * 4 + " }"
    assert refused(ask, deep) == ["graphql.too_deep"]


@pytest.mark.parametrize("levels", [600, 3000])
def test_very_deep_nesting_is_no_crash(ask, levels):
    assert refused(ask, "{a" * levels + "}" * levels)[0] in ("graphql.too_deep", "graphql.syntax")


def test_aliases(ask):
    def query(number):
        counts = " ".join(f"a{n}: totalCount" for n in range(number))
        return f"{{ clubs {{ {counts} }} }}"

    assert ask("anonymous").codes(query(30)) == []
    assert refused(ask, query(31)) == ["graphql.too_many_aliases"]


def test_root_fields(ask):
    query = "{ " + "__typename " * 20 + "}"
    assert ask("anonymous").codes(query) == []
    assert refused(ask, query.replace("{ ", "{ __typename ", 1)) == ["graphql.too_many_fields"]


def test_aliases_in_fragments_count_where_they_are_spread(ask):
    """Ten fragments that each spread the next one twice hold 1,024 aliases."""
    parts = [f"fragment f{n} on Club {{ ...f{n + 1} ...f{n + 1} }}" for n in range(10)]
    query = "{ clubs(first: 1) { edges { node { ...f0 } } } }"
    last = "fragment f10 on Club { a: name }"
    assert refused(ask, " ".join([query, *parts, last])) == ["graphql.too_many_aliases"]


def test_fragments_that_form_a_ring_are_refused(ask):
    ring = """{ clubs { ...a } }
      fragment a on ClubConnection { ...b } fragment b on ClubConnection { ...a }"""
    assert refused(ask, ring) == ["graphql.invalid"]


COSTS = [
    ("a leaf costs nothing", "{ __typename }", 0),
    ("one object", "{ club(id: 1) { name } }", 1),
    ("a page counts its rows", "{ clubs(first: 7) { edges { node { name } } } }", 7),
    ("without first it has 50", "{ clubs { totalCount } }", 50),
    ("a largest page", "{ clubs(first: 100000) { totalCount } }", 200),
    ("aliases add", "{ a: clubs(first: 5) { totalCount } b: clubs(first: 5) { totalCount } }", 10),
    ("a list without pages has 10", "{ entry(id: 1) { requestedByes { round } } }", 11),
    ("a table costs 100 more", "{ standings(tournament: 1) { round } }", 101),
    (
        "a round by its number is one",
        "{ tournament(id: 1) { rounds(number: 1) { totalCount } } }",
        2,
    ),
    (
        "sizes multiply",
        "{ clubs(first: 3) { edges { node { events(first: 4) { edges { node { name } } } } } } }",
        3 + 3 * 4,
    ),
    (
        "three levels",
        """{ events(first: 2) { edges { node {
          club { name } tournaments(first: 3) { edges { node { rounds(first: 4) { totalCount } } } }
        } } } }""",
        2 * (1 + 1 + 3 * (1 + 4)),
    ),
    (
        "a fragment counts where it is spread",
        """{ a: club(id: 1) { ...f } b: club(id: 1) { ...f } }
        fragment f on Club { events(first: 9) { totalCount } }""",
        2 * (1 + 9),
    ),
    (
        "unions count every kind",
        """{ search(text: "ab", first: 2) { edges { node {
          ... on Event { club { name } } ... on Tournament { event { name } }
        } } } }""",
        2 * (1 + 2),
    ),
]


@pytest.mark.parametrize(("label", "query", "cost"), COSTS, ids=[label for label, _, _ in COSTS])
def test_cost(label, query, cost):
    document = parse(query)
    assert cost_of(SCHEMA, document, document.definitions[0], {}) == cost


def test_cost_of_variables_and_their_defaults():
    document = parse("query ($n: Int = 6) { clubs(first: $n) { totalCount } }")
    operation = document.definitions[0]
    assert cost_of(SCHEMA, document, operation, {}) == 6
    assert cost_of(SCHEMA, document, operation, {"n": 12}) == 12
    assert cost_of(SCHEMA, document, operation, {"n": None}) == 50
    assert cost_of(SCHEMA, document, operation, {"n": "many"}) == 50


def test_the_cost_of_an_exponential_document_is_counted_at_once():
    """Thirty fragments that each spread the next one twice: over a thousand million rows."""
    parts = [f"fragment f{n} on Query {{ ...f{n + 1} ...f{n + 1} }}" for n in range(30)]
    last = "fragment f30 on Query { club(id: 1) { name } }"
    document = parse(" ".join(["{ ...f0 }", *parts, last]))
    assert cost_of(SCHEMA, document, document.definitions[0], {}) == 2**30


def test_what_is_beyond_the_budget_is_refused_and_says_so(ask, settings):
    query = """query ($n: Int) { clubs(first: $n) { edges { node {
      events(first: 50) { totalCount }
    } } } }"""
    settings.GRAPHQL_BUDGET = 510
    assert ask("anonymous").codes(query, n=10) == []
    answer = ask("anonymous").send(query, n=11)
    (error,) = answer.json()["errors"]
    assert answer.status_code == 400
    assert error["extensions"]["code"] == "graphql.too_costly"
    assert error["extensions"]["params"] == {"cost": 561, "budget": 510}


def test_the_cost_is_answered(ask):
    body = ask("anonymous").send("{ clubs(first: 3) { totalCount } }").json()
    assert body["extensions"] == {"cost": {"requested": 3, "budget": 5000}}


def test_300_aliases_of_one_connection_run_no_query(ask):
    counts = " ".join(f"a{n}: clubs(first: 1) {{ totalCount }}" for n in range(300))
    query = f"{{ {counts} }}"
    assert refused(ask, query) == ["graphql.too_many_aliases"]


def test_the_schema_can_be_asked_for_but_not_in_circles(ask):
    data = ask("anonymous").data(get_introspection_query())
    assert {each["name"] for each in data["__schema"]["types"]} > {"Query", "Mutation", "Entry"}
    step = "{ fields { type "
    circle = "{ __schema { types " + step * 3 + "{ name }" + " } }" * 3 + " } }"
    assert refused(ask, circle) == ["graphql.invalid"]


def test_other_faults_of_documents(ask):
    assert refused(ask, "{ clubs {") == ["graphql.syntax"]
    assert refused(ask, "{ nothing }") == ["graphql.invalid"]
    assert refused(ask, "query a { __typename } query b { __typename }") == [
        "graphql.operation_unknown"
    ]
    answer = ask("anonymous").send("query ($n: Int!) { clubs(first: $n) { totalCount } }")
    assert (answer.status_code, codes(answer)) == (400, ["graphql.invalid"])


def test_an_operation_can_be_chosen_by_name(api):
    body = {"query": "query a { a: __typename } query b { b: __typename }", "operationName": "b"}
    assert api.anonymous.post(PATH, body).json()["data"] == {"b": "Query"}


def test_requests_are_limited_like_those_of_rest(ask, settings):
    settings.API_THROTTLE_RATES = {**settings.API_THROTTLE_RATES, "anonymous": "2/minute"}
    answers = [ask("anonymous").send("{ __typename }") for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    assert answers[0]["RateLimit"].startswith('"anonymous";r=1')
    assert answers[2].json()["code"] == "request.throttled"


def test_only_posts_are_answered(api, db):
    answer = api.anonymous.get(PATH, accept="text/html, application/json")
    assert (answer.status_code, answer.json()["code"]) == (405, "request.method_not_allowed")
    assert Club.objects.count() == 0
