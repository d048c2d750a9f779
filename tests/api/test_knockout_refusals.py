"""Whatever is sent to a knockout: a problem document, nothing changed, no fault of ours."""

from __future__ import annotations

import pytest

from tournaments.core.models import ChangeLogEntry
from tournaments.knockouts.models import Bracket, Game, Match

NOBODY = "00000000-0000-7000-8000-000000000000"
BAD_SETTINGS = [
    {"ladder": "one game"},
    {"ladder": [1]},
    {"ladder": [{"games": 10**30, "draw_odds": "black"}]},
    {"ladder": [{"games": True, "draw_odds": "black"}]},
    {"ladder": [{"games": 1, "draw_odds": ["black"]}]},
    {"ladder": [{"games": 1, "draw_odds": "black", "extra": None}]},
    {"ladder": [{"games": 1, "draw_odds": "black", "time_control": "1" * 500}]},
    {"ladder": [{"games": 1, "draw_odds": "black", "colours": "bid", "bid_limit": 10**12}]},
    {"ladder": [{"games": 1, "draw_odds": "black"}] * 13},
    {"ladder": [{"games": 1, "draw_odds": "black"}], "preset": {}},
    {"final_ladder": [{"games": 2}]},
    {"preset": {"games": "three_games"}},
    {"preset": {"time_control": "an hour"}},
    {"final_preset": []},
    {"policy": "by_weight"},
    {"policy": "random", "places_by_seed": True},
    {"keep_apart": ["school"]},
    {"keep_apart": [{}]},
    {"places_to": -2},
    {"places_to": 10**20},
    {"double_elimination": "maybe"},
    {"double_elimination": True, "consolation": "round_1"},
    {"grand_final": None},
    [],
    "x",
]
BAD_GAMES = [
    {},
    {"result": "2-0"},
    {"result": "POSTPONED", "stage": 1, "game": 1},
    {"result": "1-0", "stage": 0, "game": 1},
    {"result": "1-0", "stage": 10**20, "game": 1},
    {"result": "1-0", "stage": 1, "game": 2},
    {"result": "1-0", "stage": 2, "game": 1},
    {"result": "1-0", "stage": 1, "game": 1, "white": NOBODY},
    {"result": "1-0", "stage": 1, "game": 1, "white": "me"},
    {"result": "1-0", "stage": 1, "game": 1, "confirm": "perhaps"},
    [],
]


@pytest.fixture
def small(cup):
    return cup(4)


def refused(answer) -> str:
    """The code of a refusal, whose document is complete."""
    assert 400 <= answer.status_code < 500, answer.content
    body = answer.json()
    assert {"type", "title", "status", "detail", "code"} <= body.keys()
    assert "{" not in body["detail"] and "%(" not in body["detail"]
    return body["code"]


def test_settings_that_cannot_be(api, cup):
    made = cup(4, publish=False)
    path = f"{made.path}/knockout"
    before = api.organiser.get(path)
    for body in BAD_SETTINGS:
        refused(api.organiser.patch(path, body, if_match=before["ETag"]))
    assert api.organiser.get(path).content == before.content


def test_games_bids_and_rulings_that_cannot_be(api, small):
    stranger = small.entries[2]
    path = f"matches/{small.match('M1')['id']}"
    before = ChangeLogEntry.objects.count(), Bracket.objects.get().version
    for body in BAD_GAMES:
        refused(api.arbiter.post(f"{path}/games", body))
    for body in ({}, {"entry": NOBODY, "seconds": 5}, {"entry": stranger, "seconds": 0}):
        refused(api.arbiter.post(f"{path}/bids", body))
    for body in (
        {},
        {"kind": "coin"},
        {"kind": "walkover"},
        {"kind": "walkover", "winner": NOBODY},
        {"kind": "walkover", "winner": stranger},
        {"kind": "double_forfeit", "winner": small.entries[1]},
    ):
        refused(api.arbiter.post(f"{path}/ruling", body))
    pending = f"matches/{small.match('M3')['id']}"
    game = {"result": "1-0", "stage": 1, "game": 1}
    assert refused(api.arbiter.post(f"{pending}/games", game)) == "knockout.match_pending"
    assert refused(api.arbiter.post(f"matches/{NOBODY}/games", game)) == "match.not_found"
    for where in ("games/1/1", "games/9999999999/1", "ruling"):
        refused(api.arbiter.delete(f"{path}/{where}", if_match="*"))
    assert (ChangeLogEntry.objects.count(), Bracket.objects.get().version) == before
    assert Game.objects.count() == 0


def test_a_walkover_for_nobody_names_nobody(api, small):
    path = f"matches/{small.match('M1')['id']}/ruling"
    answer = api.arbiter.post(path, {"kind": "walkover"})
    assert refused(answer) == "knockout.double_forfeit_winner"
    assert answer.json()["params"] == {"match": "M1", "winner": None}


def test_a_swap_that_changes_nothing_is_no_entry_of_the_log(api, small):
    before = ChangeLogEntry.objects.count()
    answer = api.arbiter.post(f"{small.path}/bracket/swap", {"first": 2, "second": 2})
    assert refused(answer) == "draw.swap_without_effect"
    assert answer.json()["params"] == {"first": 2, "second": 2}
    assert ChangeLogEntry.objects.count() == before


def test_actions_on_the_bracket_that_cannot_be(api, small):
    before = ChangeLogEntry.objects.count()
    for action, body in (
        ("draw", {"seed": -1}),
        ("draw", {"seed": 10**20}),
        ("swap", {"first": 0, "second": 4}),
        ("swap", {"first": 2, "second": 2}),
        ("swap", {"first": 0}),
        ("reserve", {"out": small.entries[1], "reserve": small.entries[2]}),
        ("reserve", {"out": NOBODY, "reserve": NOBODY}),
        ("latecomer", {"slot": 0, "entry": NOBODY}),
        ("depart", {"entry": NOBODY}),
        ("depart", {"entry": small.entries[1], "kind": "bored"}),
        (
            "depart",
            {"entry": small.entries[1], "kind": "disqualified", "reinstate_opponent": True},
        ),
        ("readmit", {"entry": small.entries[1]}),
        ("consolation", {"declined": [NOBODY]}),
        ("qualifiers", {"preliminary": NOBODY, "places": 4}),
        ("qualifiers", {"preliminary": small.path.split("/")[1], "places": 0}),
    ):
        refused(api.arbiter.post(f"{small.path}/bracket/{action}", body))
    assert ChangeLogEntry.objects.count() == before
    assert Match.objects.count() == 3


def test_questions_that_cannot_be_asked(api, small):
    for path in (
        "matches?session=0",
        "matches?status=won",
        "matches?section=left",
        "places?part=third",
        "bracket.svg?page=0",
        "bracket.svg?form=cube",
        "bracket/export?list=bullet",
        "bracket/export?format=exe",
        "standings?round=7",
        "bracket?depth=1",
    ):
        refused(api.anonymous.get(f"{small.path}/{path}"))
    # A tournament of another system has none of this.
    swiss = api.organiser.post(
        f"events/{Bracket.objects.get().tournament.event_id}/tournaments",
        {"name": "Open", "round_count": 5},
    ).json()["id"]
    for path in ("bracket", "bracket.svg", "matches", "places", "knockout", "bracket/export"):
        assert refused(api.arbiter.get(f"tournaments/{swiss}/{path}")) == "bracket.not_found"
    answer = api.arbiter.post(f"tournaments/{swiss}/bracket/draw", {})
    assert refused(answer) == "tournament.no_knockout"
