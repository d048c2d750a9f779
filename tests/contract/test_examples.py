"""The examples of the OpenAPI document are sent, and those of answers compared with real ones."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.api.matrix import MATRIX, ROLES, sent
from tests.support import conformance, openapi
from tests.support.document_requests import path_of

WRITES = ("POST", "PUT", "PATCH")


def request_examples():
    """``(method, path, operation, title, media type, body)`` of every example of a request."""
    for method, path, operation in openapi.operations():
        for media_type, body in operation.get("requestBody", {}).get("content", {}).items():
            for title, example in body.get("examples", {}).items():
                yield method, path, operation, title, media_type, body, example["value"]


def test_every_body_has_an_example():
    """In one of its forms: a report and a table may be sent in others."""
    without = [
        operation["operationId"]
        for _, _, operation in openapi.operations()
        if "requestBody" in operation
        and not any("examples" in each for each in operation["requestBody"]["content"].values())
    ]
    assert without == []


def test_examples_are_what_the_schemas_describe():
    wrong, tried = {}, 0
    for _, _, operation, title, media_type, body, value in request_examples():
        tried += 1
        if media_type == "application/json":
            faults = conformance.schema_faults(body["schema"], value)
            if faults:
                wrong[operation["operationId"], title] = faults
    for _, _, operation in openapi.operations():
        for status, answer in operation["responses"].items():
            for body in answer.get("content", {}).values():
                for title, example in body.get("examples", {}).items():
                    tried += 1
                    faults = conformance.schema_faults(body["schema"], example["value"])
                    if faults:
                        wrong[operation["operationId"], status, title] = faults
    assert wrong == {}
    assert tried > 90


# Accepted only in a state that the world of the matrix has not; only their schemas are compared.
OTHER_STATES = {
    "bracket_depart": {"DisqualifiedAfterAWin"},
    "boards_correct_for_rating": None,
    "bracket_latecomer": None,
    "bracket_qualifiers_take": None,
    "bracket_readmit": None,
    "consolation_cancel": None,
    "consolation_draw": None,
    "draws_create": {"DrawnFromAHat"},
    "entries_from_players": {"TwoPlayersFromTheNextRoundOn"},
    "entries_from_tournament": {"TwoWhoPlayedLastYear"},
    "entries_import": None,
    "entries_number": {"AsGiven"},
    "entries_return": None,
    "feeds_players_push": None,
    "feeds_results_push": None,
    "login": None,
    "matches_bid": None,
    "matches_enter_game": {"TheGameThatIsDueWithIfMatch", "ANamedGame"},
    "matches_rule": {"TheOpponentDidNotCome"},
    "pairing_sessions_update": {"OneBoardByHand"},
    "players_unmerge": None,
    "restore_points_restore": {"WhatWasLookedAt"},
    "rounds_pair_by_hand": {"OneBoardByHand"},
    "rounds_reopen": None,
    "sections_create": {"ThreeSections:From1800,From1500,Below"},
    "standings_order_ties": {"TwoWhoTie"},
    "teams_create": {"TwoBoards"},
    "teams_update": {"TwoBoards"},
}
"""Operation -> titles, or None for all of them."""


@pytest.fixture
def names(world, settings):
    """The world of the matrix, without limits."""
    cache.clear()
    rates = settings.API_THROTTLE_RATES
    settings.API_THROTTLE_RATES = dict.fromkeys(rates, "1000000/minute")
    return vars(world)


def filled(value, like):
    """The example with the ids and tokens of a body that works, member by member."""
    if isinstance(value, dict) and isinstance(like, dict):
        taken = {"token": like["token"]} if "token" in like else {}
        return {n: filled(each, like.get(n, each)) for n, each in value.items()} | taken
    if isinstance(value, list) and isinstance(like, list) and like:
        return [filled(each, like[min(i, len(like) - 1)]) for i, each in enumerate(value)]
    if isinstance(value, str) and isinstance(like, str) and len(value) == 36 == len(like):
        return like
    return value


def arranged():
    """``(method, path of the document)`` -> rows that succeed, with who may."""
    found = {}
    for method, path, body, expected in MATRIX:
        statuses = dict(zip(ROLES, map(int, expected.split()), strict=True))
        roles = [role for role in ("owner", *ROLES[1:]) if statuses[role] < 300]
        if roles and method in WRITES:
            found.setdefault((method, path_of(method, path)), []).append((path, body, roles[0]))
    return found


def test_examples_of_requests_are_accepted(api, names):
    rows, refused, accepted = arranged(), {}, 0
    for method, path, operation, title, media_type, _, value in request_examples():
        name, answers = operation["operationId"], []
        if name in OTHER_STATES and title in (OTHER_STATES[name] or {title}):
            continue
        for where, like, role in rows[method, path]:
            known = sent(like, names)
            body = (
                {"raw": value.encode(), "content_type": media_type}
                if media_type != "application/json"
                else {"body": filled(value, known.get("body"))}
            )
            with transaction.atomic():
                answer = getattr(api, role).request(
                    method, where.format(**names), **body, if_match="*"
                )
                transaction.set_rollback(True)
            answers.append((answer.status_code, answer.content[:300]))
        if min(answers)[0] >= 300:
            refused[name, title] = min(answers)
        accepted += 1
    assert refused == {}
    assert accepted > 60
