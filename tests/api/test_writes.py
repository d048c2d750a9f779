"""Every write route of the URL configuration: safe to repeat, versioned, all or nothing.

The bodies are those of the permission matrix, which has a row for every route.
"""

from __future__ import annotations

import re

import pytest
from django.db import transaction

from tests.api.matrix import MATRIX, ROLES, routes, sent, shape
from tournaments.api.rest.v1 import urls
from tournaments.core.models import ChangeLogEntry

WRITES = ("POST", "PUT", "PATCH", "DELETE")
STALE = '"v999999-00000000-0000-0000-0000-000000000000"'


def handlers():
    """``(method, path shape)`` -> the method of the view."""
    found = {}
    for pattern in urls.urlpatterns:
        view = pattern.callback.view_class
        path = re.sub(r"<[^>]+>", "*", str(pattern.pattern))
        for method in WRITES:
            if hasattr(view, method.lower()):
                found[method, path] = getattr(view, method.lower())
    return found


HANDLERS = handlers()


def takes(route, mark):
    """Whether the handler is marked so."""
    return getattr(HANDLERS[route], mark, False)


def succeeding():
    """Rows of the matrix that write and succeed, one per route, with a role that may do it."""
    found = {}
    for method, path, body, expected in MATRIX:
        route = (method, shape(path))
        if method not in WRITES or route in found:
            continue
        statuses = dict(zip(ROLES, map(int, expected.split()), strict=True))
        roles = [role for role in ("owner", *ROLES[1:]) if statuses[role] < 300]
        if roles:
            found[route] = (method, path, body, roles[0])
    return found


SUCCEEDING = succeeding()
KEYED = [route for route in SUCCEEDING if takes(route, "honours_idempotency_key")]
VERSIONED = [route for route in SUCCEEDING if takes(route, "compares_versions")]


def test_almost_every_write_route_is_tried():
    """The others are refused in the matrix, by state; which take no keys says the document."""
    writing = {route for route in routes() if route[0] in WRITES}
    assert writing == set(HANDLERS)
    assert 4 * len(SUCCEEDING) >= 3 * len(writing), writing - set(SUCCEEDING)
    assert (len(KEYED) > 40, len(VERSIONED) > 25) == (True, True)


def written():
    """What a write leaves behind: the log, and the numbers of all streams."""
    return ChangeLogEntry.objects.count()


def tried(api, names, route, **headers):
    """The answer to a row's request."""
    method, path, body, role = SUCCEEDING[route]
    speaker = getattr(api, role)
    return speaker.request(method, path.format(**names), **sent(body, names), **headers)


@pytest.fixture
def names(world):
    return vars(world)


def test_the_same_request_again_is_answered_the_same_and_done_once(api, names):
    faults = {}
    for route in KEYED:
        with transaction.atomic():
            first = tried(api, names, route, if_match="*", idempotency_key="again")
            done = written()
            again = tried(api, names, route, if_match="*", idempotency_key="again")
            found = (
                first.status_code < 300,
                again.status_code == first.status_code,
                again.content == first.content,
                again.get("ETag") == first.get("ETag"),
                again.get("Idempotent-Replayed"),
                written() == done,
            )
            if found != (True, True, True, True, "true", True):
                faults[route] = (first.status_code, again.status_code, found, first.content[:200])
            transaction.set_rollback(True)
    assert faults == {}


def test_another_request_with_the_same_key_is_refused_and_does_nothing(api, names):
    faults = {}
    for route in KEYED:
        with transaction.atomic():
            getattr(api, SUCCEEDING[route][3]).post("clubs", {"name": "X"}, idempotency_key="k")
            before = written()
            answer = tried(api, names, route, if_match="*", idempotency_key="k")
            if (answer.status_code, written()) != (422, before):
                faults[route] = answer.status_code
            transaction.set_rollback(True)
    assert faults == {}


def test_a_deletion_again_finds_nothing_and_does_nothing(api, names):
    faults = {}
    for route in SUCCEEDING:
        if route[0] != "DELETE":
            continue
        with transaction.atomic():
            first = tried(api, names, route, if_match="*")
            done = written()
            again = tried(api, names, route, if_match="*")
            # It is not there, or it is as it was left: keys, check-ins, the own device.
            if again.status_code not in (200, 204, 401, 404) or written() != done:
                faults[route] = (first.status_code, again.status_code)
            transaction.set_rollback(True)
    assert faults == {}


def test_who_saw_an_older_version_changes_nothing(api, names):
    faults = {}
    for route in VERSIONED:
        with transaction.atomic():
            before = written()
            answer = tried(api, names, route, if_match=STALE)
            body = answer.json()
            current = answer.get("ETag") and "current" in body
            if (answer.status_code, body["code"], written()) != (
                412,
                "precondition.stale",
                before,
            ) or not current:
                faults[route] = (answer.status_code, answer.content[:200])
            transaction.set_rollback(True)
    assert faults == {}


def test_changes_and_deletions_must_say_what_they_saw(api, names):
    faults = {}
    for route in VERSIONED:
        if route[0] == "POST":
            continue
        with transaction.atomic():
            before = written()
            answer = tried(api, names, route)
            if (answer.status_code, written()) != (428, before):
                faults[route] = answer.status_code
            transaction.set_rollback(True)
    assert faults == {}


def test_a_version_seen_is_used_up_by_the_first_change(api, names):
    """The tag that the first change was made with does not fit a second one."""
    faults = {}
    for route in SUCCEEDING:
        method, path, _, role = SUCCEEDING[route]
        if method != "PATCH":
            continue
        with transaction.atomic():
            seen = getattr(api, role).get(path.format(**names)).get("ETag")
            first = tried(api, names, route, if_match=seen)
            again = tried(api, names, route, if_match=seen)
            if first.get("ETag") != seen and again.status_code != 412:
                faults[route] = (first.status_code, again.status_code)
            transaction.set_rollback(True)
    assert faults == {}
