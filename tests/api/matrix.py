"""Every route and method with what each role gets (:mod:`tests.api.test_permissions`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.api.exchange_rows import EXCHANGE_ROWS
from tests.api.feed_rows import FEED_ROWS
from tests.api.history_rows import HISTORY_ROWS
from tests.api.insight_rows import INSIGHT_ROWS
from tests.api.knockout_rows import KNOCKOUT_ROWS
from tests.api.registry_rows import REGISTRY_ROWS
from tests.api.running_rows import (
    ALL,
    ARBITERS,
    ORGANISERS,
    OWNERS,
    RUNNERS,
    RUNNERS_WRITE,
    RUNNING_ROWS,
)
from tests.api.schedule_rows import SCHEDULE_ROWS
from tests.support import openapi
from tournaments.api.rest.v1 import urls

ROLES = (
    "anonymous",
    "stranger",
    "player",
    "viewer",
    "arbiter",
    "organiser",
    "owner",
    "staff",
    "superuser",
)

ORGANISERS_OF_HIDDEN = "401 404 404 404 403 {0} {0} 404 {0}"
# What the members of the club see.
MEMBERS = "404 404 404 200 200 200 200 404 200"

TRF = b"012 Imported\nXXR 5\n001    1      Alpha\n001    2      Beta\n"

# (method, path with names of the world, body, statuses in the order of ROLES)
MATRIX = [
    ("GET", "", None, ALL),
    ("POST", "auth/login", {"email": "owner@example.org", "password": "x"}, "401 " * 9),
    ("POST", "auth/logout", None, "401" + " 204" * 8),
    ("GET", "auth/me", None, "401" + " 200" * 8),
    ("PATCH", "auth/me", {"name": "New"}, "401" + " 200" * 8),
    ("GET", "tie-breaks", None, ALL),
    ("GET", "problems", None, ALL),
    ("GET", "problems/not_found", None, ALL),
    ("GET", "clubs", None, ALL),
    ("POST", "clubs", {"name": "Second"}, "401" + " 201" * 8),
    ("GET", "clubs/{club}", None, ALL),
    ("PATCH", "clubs/{club}", {"city": "Toledo"}, OWNERS.format(200)),
    ("GET", "clubs/{club}/memberships", None, ALL),
    (
        "POST",
        "clubs/{club}/memberships",
        {"email": "event_arbiter@example.org", "role": "viewer"},
        OWNERS.format(201),
    ),
    ("GET", "memberships/{membership}", None, MEMBERS),
    (
        "PATCH",
        "memberships/{membership}",
        {"role": "arbiter"},
        "401 404 404 403 403 403 200 404 200",
    ),
    ("DELETE", "memberships/{membership}", None, "401 404 404 403 403 403 204 404 204"),
    ("GET", "clubs/{club}/players", None, ALL),
    ("POST", "clubs/{club}/players", {"name": "New, Player"}, ARBITERS.format(201)),
    ("GET", "players/{person}", None, "404 404 200 200 200 200 200 404 200"),
    ("PATCH", "players/{person}", {"title": "FM"}, "401 404 403 403 200 200 200 404 200"),
    ("GET", "events", None, ALL),
    (
        "POST",
        "clubs/{club}/events",
        {"name": "New", "start": "2027-01-01", "end": "2027-01-02"},
        ORGANISERS.format(201),
    ),
    ("GET", "events/{event}", None, ALL),
    ("GET", "events/{hidden_event}", None, RUNNERS),
    ("PATCH", "events/{event}", {"city": "Toledo"}, ORGANISERS.format(200)),
    ("PATCH", "events/{hidden_event}", {"city": "Toledo"}, ORGANISERS_OF_HIDDEN.format(200)),
    ("GET", "events/{event}/tournaments", None, ALL),
    ("GET", "events/{hidden_event}/tournaments", None, RUNNERS),
    (
        "POST",
        "events/{event}/tournaments",
        {"name": "New", "round_count": 5},
        ORGANISERS.format(201),
    ),
    ("GET", "tournaments/{running}", None, ALL),
    ("GET", "tournaments/{draft}", None, RUNNERS),
    ("PATCH", "tournaments/{running}", {"city": "Toledo"}, ORGANISERS.format(200)),
    ("PATCH", "tournaments/{draft}", {"city": "Toledo"}, ORGANISERS_OF_HIDDEN.format(200)),
    (
        "POST",
        "tournaments/{draft}/status",
        {"status": "registration"},
        ORGANISERS_OF_HIDDEN.format(200),
    ),
    ("POST", "events/{event}/import", TRF, ORGANISERS.format(201)),
    ("POST", "tournaments/{empty}/import", TRF, ORGANISERS_OF_HIDDEN.format(200)),
    ("GET", "tournaments/{running}/export", None, ALL),
    ("GET", "tournaments/{draft}/export", None, RUNNERS),
    ("GET", "tournaments/{running}/warnings", None, ALL),
    ("GET", "tournaments/{draft}/warnings", None, RUNNERS),
    ("GET", "tournaments/{running}/standings", None, ALL),
    ("GET", "tournaments/{draft}/standings", None, RUNNERS),
    ("GET", "tournaments/{running}/crosstable", None, ALL),
    ("GET", "tournaments/{draft}/crosstable", None, RUNNERS),
    ("GET", "tournaments/{running}/entries", None, ALL),
    ("GET", "tournaments/{draft}/entries", None, RUNNERS),
    ("POST", "tournaments/{running}/entries", {"player": "{newcomer}"}, ARBITERS.format(201)),
    ("POST", "tournaments/{planned}/pairing-numbers", {}, RUNNERS_WRITE.format(204)),
    ("GET", "entries/{entry}", None, ALL),
    ("PATCH", "entries/{entry}", {"rating": 2000}, ARBITERS.format(200)),
    ("DELETE", "entries/{entry_planned}", None, RUNNERS_WRITE.format(204)),
    ("POST", "entries/{entry}/withdraw", {}, ARBITERS.format(200)),
    ("POST", "entries/{entry}/return", {}, ARBITERS.format(409)),
    ("GET", "entries/{entry}/byes", None, ALL),
    ("POST", "entries/{entry}/byes", {"round": 3, "kind": "Z"}, ARBITERS.format(201)),
    ("DELETE", "entries/{entry}/byes/2", None, ARBITERS.format(204)),
    ("GET", "tournaments/{running}/rounds", None, ALL),
    ("GET", "tournaments/{draft}/rounds", None, RUNNERS),
    ("GET", "rounds/{round_published}", None, ALL),
    ("GET", "rounds/{round_draft}", None, RUNNERS),
    ("GET", "rounds/{round_planned}", None, RUNNERS),
    (
        "PATCH",
        "rounds/{round_published}",
        {"starts_at": "2026-10-24T10:00:00+02:00"},
        ARBITERS.format(200),
    ),
    ("POST", "rounds/{round_planned}/pair", None, RUNNERS_WRITE.format(202)),
    ("POST", "rounds/{round_published}/pair", None, ARBITERS.format(409)),
    ("POST", "rounds/{round_draft}/publish", None, RUNNERS_WRITE.format(200)),
    ("POST", "rounds/{round_draft}/unpair", None, RUNNERS_WRITE.format(200)),
    ("POST", "rounds/{round_planned}/pair-by-hand", "hand", RUNNERS_WRITE.format(200)),
    ("GET", "rounds/{round_published}/boards", None, ALL),
    ("GET", "rounds/{round_draft}/boards", None, RUNNERS),
    ("GET", "rounds/{round_published}/explanation", None, ALL),
    ("GET", "rounds/{round_draft}/explanation", None, RUNNERS),
    ("GET", "rounds/{round_published}/byes", None, ALL),
    ("GET", "rounds/{round_draft}/byes", None, RUNNERS),
    ("GET", "boards/{board}", None, ALL),
    ("GET", "boards/{board_draft}", None, RUNNERS),
    # The player's own board, in a tournament whose players enter results.
    ("PATCH", "boards/{board}", {"result": "1-0"}, "401 403 200 403 200 200 200 403 200"),
    ("PATCH", "boards/{board_draft}", {"result": "1-0"}, RUNNERS_WRITE.format(409)),
    ("POST", "boards/{board}/confirm", None, ARBITERS.format(409)),
    ("GET", "jobs/{job}", None, RUNNERS),
    ("POST", "jobs/{job}/cancel", None, RUNNERS_WRITE.format(200)),
    *EXCHANGE_ROWS,
    *FEED_ROWS,
    *HISTORY_ROWS,
    *REGISTRY_ROWS,
    *RUNNING_ROWS,
    *INSIGHT_ROWS,
    *SCHEDULE_ROWS,
    *KNOCKOUT_ROWS,
]


def routes() -> Iterator[tuple[str, str]]:
    """Every ``(method, path pattern)`` of v1."""
    for pattern in urls.urlpatterns:
        view = pattern.callback.view_class
        for method in ("get", "post", "put", "patch", "delete"):
            if hasattr(view, method):
                yield method.upper(), re.sub(r"<[^>]+>", "*", str(pattern.pattern))


def shape(path: str) -> str:
    path = path.replace("/games/1/1", "/games/{stage}/{game}")
    path = re.sub(r"\{[^}]+\}", "*", path.split("?")[0])
    return re.sub(
        r"(?<=/byes/)2$|(?<=problems/)not_found$|(?<=federations/)ESP|(?<=rating-lists/)FIDE"
        r"|(?<=/files/)trf16$",
        "*",
        path,
    )


def operations() -> dict[tuple[str, str], dict]:
    """``(method, path shape)`` -> operation of the OpenAPI document."""
    return {
        (method, shape(path.removeprefix("/api/v1/"))): operation
        for method, path, operation in openapi.operations()
    }


def sent(body, names):
    """Arguments of the request for a row's body."""
    if isinstance(body, bytes):
        return {"raw": body, "content_type": "text/plain"}
    if body is None or isinstance(body, str):
        return {"body": names.get(body)}
    return {"body": _filled(body, names)}


def _filled(value, names):
    if isinstance(value, list):
        return [_filled(each, names) for each in value]
    if isinstance(value, dict):
        return {key: _filled(each, names) for key, each in value.items()}
    return value.format(**names) if isinstance(value, str) else value
