"""``GET /api/v1/``: what this is, and links that lead somewhere."""

from __future__ import annotations

import re

from tournaments.api.rest.v1.index import CACHE_CONTROL, PLACE


def test_it_says_what_it_is_and_where_to_go(api):
    answer = api.anonymous.get("/api/v1/")
    body = answer.json()
    assert (answer.status_code, sorted(body)) == (200, ["links", "name", "version"])
    assert (body["name"], body["version"]) == ("Chess tournament server", "1")
    assert body["links"]["clubs"] == "/api/v1/clubs"
    assert body["links"]["live"] == "/api/v1/tournaments/{tournament}/events"
    assert len(answer.content) < 1500


def test_every_link_leads_to_something(api, make_tournament):
    tournament = make_tournament(2)
    found = {}
    for name, path in api.anonymous.get("/api/v1/").json()["links"].items():
        answer = api.owner.get(path.replace(PLACE, str(tournament.pk)))
        found[name] = answer.status_code
    # Signing in is a POST, queries are asked, and streams are of the ASGI process.
    special = {"login": 405, "graphql": 405, "live": 503}
    assert found == dict.fromkeys(found, 200) | special


def test_it_may_be_kept_and_is_known_again(api):
    first = api.anonymous.get("/api/v1/")
    same = api.owner.get("/api/v1/", if_none_match=first["ETag"])
    assert (same.status_code, same.content) == (304, b"")
    for answer in (first, same):
        assert answer["Cache-Control"] == CACHE_CONTROL
    assert re.fullmatch(r'"[0-9a-f]{24}"', first["ETag"])
