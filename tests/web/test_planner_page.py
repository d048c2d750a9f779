"""The planner over REST and as a page, by the tables of the digests."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache

API = "/api/v1/tools/planner"
PAGE = "/tools/planner"


@pytest.fixture(autouse=True)
def _plain_addresses_of_static_files(settings):
    cache.clear()
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


def plans(client, **asked) -> dict[str, dict]:
    """Format -> plan."""
    answer = client.get(API, asked)
    assert answer.status_code == 200, answer.content
    return {plan["format"]: plan for plan in answer.json()["plans"]}


# Section 1 of the digest: rounds, hours at three controls, sessions at G/25 d5.
@pytest.mark.parametrize(
    ("players", "rounds", "games", "hours", "sessions"),
    [
        (4, 3, 6, ("2 1/4", "3 3/4", "7 1/4"), 2),
        (6, 5, 15, ("3 3/4", "6 1/4", "12"), 3),
        (8, 7, 28, ("5 1/4", "8 3/4", "17"), 4),
        (10, 9, 45, ("6 3/4", "11 1/4", "21 3/4"), 5),
        (12, 11, 66, ("8 1/4", "13 3/4", "26 1/2"), 6),
        (16, 15, 120, ("11 1/4", "18 3/4", "36 1/4"), 8),
    ],
)
def test_a_round_robin_takes_what_the_table_says(
    client, db, players, rounds, games, hours, sessions
):
    controls = ("10+5", "G/25 d5", "G/60 d5")
    found = [
        plans(client, players=players, time_control=control)["round_robin"] for control in controls
    ]
    assert {(plan["rounds"], plan["games"], plan["boards"]) for plan in found} == {
        (rounds, games, players // 2)
    }
    assert tuple(plan["hours"] for plan in found) == hours
    assert found[1]["sessions"] == sessions


def test_the_advice_goes_by_the_number_of_players(client, db):
    codes = {
        players: client.get(API, {"players": players}).json()["advice"]["code"]
        for players in (6, 7, 10, 11, 12, 13)
    }
    assert codes[6] != codes[7] == codes[10] != codes[11] == codes[12] != codes[13]


def test_what_was_read_is_said(client, db):
    body = client.get(f"{API}?players=8&time_control=90+30&session_hours=2,5").json()
    assert body["time_control"] == {
        "minutes": 90,
        "seconds": 30,
        "longest_game": 240,
        "slot": 255,
    }
    assert body["session_minutes"] == 150


@pytest.mark.parametrize(
    ("asked", "parameter", "code"),
    [
        ({}, "players", "query.required"),
        ({"players": "1"}, "players", "query.out_of_range"),
        ({"players": "x"}, "players", "query.out_of_range"),
        ({"players": 8, "time_control": "fast"}, "time_control", "planner.time_control"),
        ({"players": 8, "session_hours": "25"}, "session_hours", "planner.session_unreadable"),
        ({"players": 8, "session_hours": "nan"}, "session_hours", "planner.session_unreadable"),
    ],
)
def test_what_cannot_be_understood_is_named(client, db, asked, parameter, code):
    answer = client.get(API, asked)
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["parameter"], error["code"]) == (400, parameter, code)


@pytest.mark.parametrize(
    ("language", "title", "advice"),
    [
        ("en", "How long will it take?", "12 players: the ceiling of a round robin"),
        ("es", "¿Cuánto durará?", "12 jugadores: el máximo para una liga"),
    ],
)
def test_the_page_says_the_same_in_two_languages(client, db, language, title, advice):
    page = client.get(PAGE, {"players": 12, "language": language})
    text = page.content.decode()
    assert (page.status_code, page["Content-Language"]) == (200, language)
    assert title in text and advice in text
    cells = re.findall(r'<td data-head="[^"]+">([^<]+)</td>', text)
    assert cells[:6] == ["11", "66", "6", "0", "13 3/4", "6"]
    other = "es" if language == "en" else "en"
    assert f"language={other}" in text
    assert "<script" not in text


def test_the_page_of_a_first_visitor_has_an_example(client, db):
    page = client.get(PAGE)
    assert page.status_code == 200
    assert 'name="players"' in page.content.decode()
    assert page.content.decode().count("<tr>") > 3


@pytest.mark.parametrize("players", ["", "0", "-1", "1e9", "9999999", "<b>", "١٢"])
def test_the_page_says_what_it_cannot_use(client, db, players):
    page = client.get(PAGE, {"players": players})
    assert page.status_code == 400
    assert 'role="alert"' in page.content.decode()
    assert "<b>" not in page.content.decode()
