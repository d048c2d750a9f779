"""Whatever is sent to a round robin: a problem document, nothing changed, no fault of ours."""

from __future__ import annotations

import pytest

from tests.api.driving import entry_ids
from tests.api.test_knockout_refusals import refused
from tests.api.test_round_robins import create, fill, pair_all, publish_all, seat_teams
from tournaments.core.models import ChangeLogEntry
from tournaments.schedules.models import Draw

NOBODY = "00000000-0000-7000-8000-000000000000"
BAD_SETTINGS = [
    {"cycles": 0},
    {"cycles": 10**30},
    {"cycles": None},
    {"cycles": "two"},
    {"cycles": True, "numbering": "luck"},
    {"swap_last_rounds": "perhaps"},
    {"half_rule": None},
    {"group_count": 3},
    {"group_count": -1},
    {"board_colours": "WB"},
    {"board_colours": "W" * 500},
    {"match_win": 10**12},
    {"keizer": {"win": "1/0"}},
    {"keizer": []},
    {"keizer": {"base": 10**20}},
    {"last_quad": "lottery"},
    [],
    "x",
    None,
]
BAD_DRAWS = [
    {"method": "magic"},
    {"method": None},
    {"seed": -1},
    {"seed": 2**31},
    {"seed": "lucky"},
    {"order": "all"},
    {"order": []},
    {"order": [NOBODY]},
    {"order": ["me"]},
    {"groups": [[NOBODY]]},
    {"groups": "two"},
    {"groups": [[]]},
    {"groups": [None]},
    [],
]


def test_settings_and_draws_that_cannot_be(api, event):
    tournament = create(api, event, "round-robin")
    fill(tournament, event, 4)
    path = f"tournaments/{tournament}"
    before, log = api.organiser.get(path), ChangeLogEntry.objects.count()
    for settings in BAD_SETTINGS:
        refused(api.organiser.patch(path, {"schedule": settings}, if_match=before["ETag"]))
    for body in BAD_DRAWS:
        refused(api.arbiter.post(f"{path}/draw", body))
    for body in ({"limits": []}, {"limits": [2000, 2400]}, {"limits": ["x"]}, {"limits": [10**9]}):
        refused(api.organiser.post(f"{path}/sections", body))
    for action in ("publish", "unpair"):
        refused(api.arbiter.post(f"{path}/schedule/{action}"))
    assert api.organiser.get(path).content == before.content
    assert (ChangeLogEntry.objects.count(), Draw.objects.count()) == (log, 0)


@pytest.mark.parametrize("players", [0, 1])
def test_a_field_without_a_schedule_is_refused(api, event, players):
    tournament = create(api, event, "round-robin")
    fill(tournament, event, players)
    path = f"tournaments/{tournament}"
    log = ChangeLogEntry.objects.count()
    for answer in (
        api.arbiter.post(f"{path}/draw", {}),
        api.arbiter.post(f"{path}/schedule/pair"),
        api.anonymous.get(f"{path}/schedule"),
    ):
        assert refused(answer) in ("schedule.too_few_players", "round.no_active_players")
    assert ChangeLogEntry.objects.count() == log


def test_teams_that_cannot_be(api, event):
    tournament = create(api, event, "scheveningen")
    ids = fill(tournament, event, 5)
    seat_teams(api, tournament, ids[:4], 2)
    path = f"tournaments/{tournament}"
    log = ChangeLogEntry.objects.count()
    for body in (
        {},
        {"name": ""},
        {"name": "x" * 99},
        {"name": "Team 1"},
        {"name": "New", "members": [NOBODY]},
        {"name": "New", "members": [ids[0]]},
        {"name": "New", "members": [ids[4], ids[4]]},
        {"name": "New", "members": "all"},
        {"name": "New", "nickname": "too long"},
        [],
    ):
        refused(api.arbiter.post(f"{path}/teams", body))
    # Somebody without a team, then teams of unequal size.
    assert refused(api.arbiter.post(f"{path}/draw", {})) == "schedule.field_unclear"
    (first, _) = api.arbiter.get(f"{path}/teams").json()["data"]
    assert ChangeLogEntry.objects.count() == log
    added = api.arbiter.change(f"teams/{first['id']}", {"members": [*ids[:2], ids[4]]})
    assert added.status_code == 200
    assert refused(api.arbiter.post(f"{path}/draw", {})) == "schedule.team_sizes"
    assert Draw.objects.count() == 0
    refused(api.arbiter.post(f"teams/{NOBODY}/withdraw", {}))


def test_departures_that_cannot_be(api, event):
    tournament = create(api, event, "round-robin", schedule={"numbering": "list"})
    fill(tournament, event, 4)
    ids = entry_ids(api.anonymous, tournament)
    early = refused(api.arbiter.post(f"entries/{ids[1]}/withdraw", {}))
    assert early == "schedule.delete_instead"
    for body in ({}, {"player": NOBODY}, {"player": "me"}, []):
        refused(api.arbiter.post(f"entries/{ids[1]}/substitute", body))
    pair_all(api.arbiter, tournament)
    publish_all(api, tournament)
    log = ChangeLogEntry.objects.count()
    for body in (
        {"from_round": 0},
        {"from_round": 99},
        {"from_round": 10**20},
        {"from_round": "x"},
    ):
        refused(api.arbiter.post(f"entries/{ids[1]}/withdraw", body))
    refused(api.arbiter.post(f"entries/{ids[1]}/return", {}))
    assert ChangeLogEntry.objects.count() == log


def test_questions_that_cannot_be_asked(api, event):
    tournament = create(api, event, "groups", schedule={"group_count": 2})
    fill(tournament, event, 4)
    path = f"tournaments/{tournament}"
    # Not drawn yet.
    assert refused(api.anonymous.get(f"{path}/groups")) == "groups.not_drawn"
    assert refused(api.anonymous.get(f"{path}/qualifiers")) == "groups.not_drawn"
    assert refused(api.anonymous.get(f"{path}/draw")) == "draw.not_found"
    api.arbiter.post(f"{path}/draw", {})
    for query in (
        "grid?order=size",
        "grid?format=pdf",
        "grid?round=x",
        "grid?round=1",
        "grid?group=C",
        "grid",
        "standings?group=C",
        "qualifiers?each=0",
        "qualifiers?each=999",
        "qualifiers?each=3",
        "qualifiers?declined=me",
        f"qualifiers?declined={NOBODY}",
        "qualifiers?final=maybe",
        "team-standings",
        "team-standings?round=-1",
        "schedule?x=1",
    ):
        refused(api.anonymous.get(f"{path}/{query}"))
