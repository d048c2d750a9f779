"""The order of teams over the API: points, tie-breaks with their working, and lots."""

from __future__ import annotations

import pytest

from tests.api.driving import all_of, enter, pair_all
from tests.api.test_round_robins import create, fill, publish_all, seat_teams

ORDER = ["MPTS", "EMMSB", "EDE", "BC"]
# Round by round (Berger), board by board; White first: teams 1-4 2-3, 4-3 1-2, 2-4 3-1.
RESULTS = {
    1: ["1-0", "1/2-1/2", "0-1", "1-0"],
    2: ["1/2-1/2", "0-1", "1/2-1/2", "1/2-1/2"],
    3: ["1-0", "1-0", "1-0", "0-1"],
}


@pytest.fixture(autouse=True)
def _many_questions(settings):
    settings.API_THROTTLE_RATES = settings.API_THROTTLE_RATES | {"computing": "100000/minute"}


@pytest.fixture
def played(api, event):
    """Four teams of two, everybody against everybody; made for a list of tie-breaks."""

    def make(tie_breaks: list[str], results: dict[int, list[str]] = RESULTS) -> str:
        made = create(
            api,
            event,
            "team-round-robin",
            schedule={"numbering": "list"},
            tie_breaks=tie_breaks,
        )
        seat_teams(api, made, fill(made, event, 8), 2)
        pair_all(api.arbiter, made)
        publish_all(api, made)
        for row in all_of(api.arbiter, f"tournaments/{made}/rounds"):
            boards = all_of(api.arbiter, f"rounds/{row['id']}/boards")
            for board, result in zip(boards, results.get(row["number"], ()), strict=False):
                enter(api.arbiter, board["id"], result)
        return made

    return make


def table(api, tournament: str, query: str = "") -> dict:
    answer = api.anonymous.get(f"tournaments/{tournament}/team-standings{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def working(api, tournament: str, team: str, query: str = ""):
    return api.anonymous.get(f"tournaments/{tournament}/team-standings/{team}/working{query}")


def test_points_are_shown_whether_or_not_the_list_names_them(api, played):
    found = table(api, played(ORDER))
    assert (found["round"], found["order"], found["notices"]) == (3, ORDER, [])
    assert [
        (
            row["rank"],
            row["number"],
            row["match_points"],
            row["game_points_text"],
            [each["value"] for each in row["tie_breaks"]],
            row["decided_by"],
        )
        for row in found["data"]
    ] == [
        (1, 3, 40, "4.5", ["4.0", "10.00", "0", "6.5"], ""),
        (2, 4, 30, "3.0", ["3.0", "10.00", "0", "5.5"], "MPTS"),
        (3, 1, 30, "2.5", ["3.0", "8.00", "0", "3.5"], "EMMSB"),
        (4, 2, 20, "2.0", ["2.0", "6.00", "0", "2.5"], "MPTS"),
    ]


def test_match_points_are_shown_where_game_points_rank(api, played):
    found = table(api, played(["GPTS", "BC"]))
    assert [
        (row["rank"], row["number"], row["match_points"], row["game_points"])
        for row in found["data"]
    ] == [(1, 3, 40, 45), (2, 4, 30, 30), (3, 1, 30, 25), (4, 2, 20, 20)]


def test_a_team_that_left_early_has_no_place_but_what_it_took(api, played):
    tournament = played(["MPTS", "BC"], {1: RESULTS[1]})
    left = table(api, tournament)["data"][1]
    assert (left["number"], left["match_points"], left["game_points"]) == (3, 20, 20)
    answer = api.arbiter.post(f"teams/{left['team']}/withdraw", {})
    assert answer.status_code == 200, answer.content
    found = table(api, tournament)
    assert [
        (row["rank"], row["number"], row["match_points"], row["game_points"])
        for row in found["data"]
    ] == [(1, 1, 20, 15), (2, 2, 0, 0), (3, 4, 0, 5), (None, 3, 20, 20)]
    assert [each["code"] for each in found["notices"]] == ["standings.withdrawn_before_half"]


def test_the_working_of_a_team_is_that_of_its_values(api, played):
    tournament = played(ORDER)
    for row in table(api, tournament)["data"]:
        answer = working(api, tournament, row["team"])
        assert answer.status_code == 200, answer.content
        body = answer.json()
        assert (body["team"], body["pairing_number"]) == (row["team"], row["number"])
        assert (body["name"], body["round"], body["edition"]) == (row["name"], 3, "2026")
        assert [(each["code"], each["value"]) for each in body["tie_breaks"]] == [
            (each["code"], each["value"]) for each in row["tie_breaks"]
        ]
    first = next(row for row in table(api, tournament)["data"] if row["number"] == 1)
    body = working(api, tournament, first["team"]).json()
    products = body["tie_breaks"][1]
    assert [
        (each["round"], each["opponent"], each["adjusted"], each["counted"])
        for each in products["contributions"]
    ] == [(1, 4, "3.0", "6.00"), (2, 2, "2.0", "2.00"), (3, 3, "4.0", "0.00")]
    earlier = working(api, tournament, first["team"], "?round=1").json()
    assert (earlier["round"], earlier["tie_breaks"][0]["value"]) == (1, "2.0")


def test_working_that_cannot_be_shown(api, played, event):
    tournament = played(["MPTS"])
    nobody = working(api, tournament, tournament)
    assert (nobody.status_code, nobody.json()["code"]) == (404, "team.not_found")
    late = working(api, tournament, table(api, tournament)["data"][0]["team"], "?round=9")
    assert (late.status_code, late.json()["code"]) == (404, "round.not_found")
    sides = create(api, event, "scheveningen", schedule={"numbering": "list"})
    seat_teams(api, sides, fill(sides, event, 4), 2)
    team = all_of(api.anonymous, f"tournaments/{sides}/teams")[0]["id"]
    none = working(api, sides, team)
    assert (none.status_code, none.json()["code"]) == (409, "team.no_tie_breaks")
    players = create(api, event, "round-robin")
    none = working(api, players, team)
    assert (none.status_code, none.json()["code"]) == (409, "team.no_teams")


@pytest.mark.parametrize(("seed", "numbers"), [(5, [3, 1, 4, 2]), (1, [3, 4, 1, 2])])
def test_lots_decide_between_teams_that_are_level(api, played, seed, numbers):
    tournament = played(["MPTS"])
    shared = [(row["rank"], row["number"], row["shared"]) for row in table(api, tournament)["data"]]
    assert shared == [(1, 3, False), (2, 1, True), (2, 4, True), (4, 2, False)]
    answer = api.arbiter.post(f"tournaments/{tournament}/standings/lots", {"seed": seed})
    assert answer.status_code == 200, answer.content
    found = table(api, tournament)
    assert [(row["rank"], row["number"]) for row in found["data"]] == list(
        enumerate(numbers, start=1)
    )
    assert [row["decided_by"] for row in found["data"]] == ["", "MPTS", "LOTS", "MPTS"]
    (notice,) = found["notices"]
    assert notice["message"] == f"Places decided by lot (seed {seed})."
    assert notice["params"] == {"seed": seed, "groups": [numbers[1:3]]}
