"""Every system of the round-robin family over the API, and what it refuses."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairing.trf import read_trf
from tests.api.driving import (
    all_of,
    enter,
    enter_all,
    entry_ids,
    pair,
    pair_all,
    pair_and_publish,
    pairings,
    round_of,
)
from tests.graphql.conftest import Asker, nodes
from tournaments.core.principal import SYSTEM
from tournaments.events.services import add_entry
from tournaments.players.services import create_player


def create(api, event, system: str, **fields) -> str:
    """A tournament made over the API; its id."""
    answer = api.organiser.post(
        f"events/{event.pk}/tournaments", {"name": system, "system": system, **fields}
    )
    assert answer.status_code == 201, answer.content
    return answer.json()["id"]


def fill(tournament: str, event, players: int, federations: str = "") -> list[str]:
    """Players rated 2490, 2480 ...; their entries' ids."""
    made = []
    for number in range(1, players + 1):
        federation = federations[3 * number - 3 : 3 * number]
        person = create_player(
            actor=SYSTEM, club_id=event.club_id, name=f"P{number:02}", federation=federation
        )
        entry = add_entry(
            actor=SYSTEM,
            tournament_id=tournament,
            player_id=person.pk,
            rating=2500 - 10 * number,
        )
        made.append(str(entry.pk))
    return made


def seat_teams(api, tournament: str, ids: list[str], size: int) -> None:
    """Teams of so many."""
    for first in range(0, len(ids), size):
        answer = api.arbiter.post(
            f"tournaments/{tournament}/teams",
            {"name": f"Team {first // size + 1}", "members": ids[first : first + size]},
        )
        assert answer.status_code == 201, answer.content


def publish_all(api, tournament: str) -> None:
    answer = api.arbiter.post(f"tournaments/{tournament}/schedule/publish")
    assert answer.status_code == 200, answer.content


def play_all(api, tournament: str) -> None:
    """All results of what is published: White wins."""
    for row in all_of(api.arbiter, f"tournaments/{tournament}/rounds?status=published"):
        enter_all(api.arbiter, row["id"])


SYSTEMS = {
    # name: system, settings, players, size of a team, rounds, games, who wins with how many tenths
    "single": ("round-robin", {}, 5, 0, 5, 10, 20),
    "double": ("round-robin", {"cycles": 2}, 4, 0, 6, 12, 30),
    "three times": ("round-robin", {"cycles": 3, "swap_last_rounds": False}, 3, 0, 9, 9, 30),
    "crenshaw": ("crenshaw", {"toss_colours": True}, 4, 0, 3, 6, 20),
    "reversed": ("berger-reversed", {"numbering": "list"}, 6, 0, 5, 15, 30),
    "varma": ("round-robin", {"numbering": "varma"}, 9, 0, 9, 36, 40),
    "quads": ("quads", {}, 9, 0, 5, 16, 20),
    "groups": ("groups", {"group_count": 2, "group_draw": "pots"}, 8, 0, 3, 12, 20),
    "scheveningen": ("scheveningen", {"cycles": 2, "numbering": "list"}, 6, 3, 6, 18, 30),
    "skalitzka": ("skalitzka", {"numbering": "list"}, 6, 2, 2, 6, 10),
    "team match": ("team-round-robin", {"cycles": 2, "numbering": "list"}, 4, 2, 2, 4, 10),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_is_created_scheduled_played_ranked_and_exported(api, event, name):
    system, settings, players, team, rounds, games, best = SYSTEMS[name]
    tournament = create(api, event, system, schedule=settings)
    ids = fill(tournament, event, players, "ESPESPFRAFRAGERGERITAPORPOL")
    if team:
        seat_teams(api, tournament, ids, team)
    drawn = api.arbiter.post(f"tournaments/{tournament}/draw", {"seed": 11})
    assert (drawn.status_code, drawn.json()["rounds"]) == (200, rounds), drawn.content
    pair_all(api.arbiter, tournament)
    publish_all(api, tournament)
    play_all(api, tournament)
    path = f"tournaments/{tournament}"
    assert api.anonymous.get(path).json()["round_count"] == rounds
    shown = api.anonymous.get(f"{path}/schedule").json()
    assert shown["drawn"] is True
    assert sum(len(each["boards"]) for each in shown["rounds"]) == games
    rows = all_of(api.anonymous, f"{path}/standings")
    assert [len(rows), max(row["points"] for row in rows)] == [players, best]
    assert sum(row["points"] for row in rows) == 10 * games
    groups = {row["group"] for row in rows}
    query = f"?group={min(groups)}" if groups != {""} else ""
    grid = api.anonymous.get(f"{path}/grid{query}")
    assert grid.status_code == 200, grid.content
    for form in ("trf16", "trf26"):
        exported = api.anonymous.get(f"{path}/export?format={form}")
        assert exported.status_code == 200, exported.content
    assert api.anonymous.get(f"{path}/export?format=trf26&report=true").status_code == 200
    read_by_graphql(api, tournament, rows)


GRAPHQL = """query ($id: ID!) {
  tournament(id: $id) {
    system
    rounds(first: 1) { edges { node { number boards { totalCount } byes { totalCount } } } }
  }
  standings(tournament: $id) {
    rows(first: 20) { edges { node { rank group pointsText entry { pairingNumber }
      working { code value } } } }
  }
  crosstable(tournament: $id) { rows(first: 20) { edges { node { rank rounds { outcome } } } } }
}"""


def read_by_graphql(api, tournament: str, rows: list[dict]) -> None:
    """GraphQL shows the same standings, with their working."""
    answer = Asker(api.anonymous).data(GRAPHQL, id=tournament)
    lines = nodes(answer["standings"]["rows"])
    assert [
        (line["rank"], line["group"], line["entry"]["pairingNumber"], line["pointsText"])
        for line in lines
    ] == [(row["rank"], row["group"], row["pairing_number"], row["points_text"]) for row in rows]
    for line, row in zip(lines, rows, strict=True):
        assert line["working"] == [
            {name: each[name] for name in ("code", "value")} for each in row["tie_breaks"]
        ]
    assert len(nodes(answer["crosstable"]["rows"])) == len(rows)


@pytest.mark.parametrize("system", ["keizer", "monrad"])
def test_ladders_are_paired_round_by_round(api, event, system):
    schedule = {"keizer": {"loss": "1/6"}} if system == "keizer" else {}
    tournament = create(api, event, system, round_count=3, schedule=schedule)
    fill(tournament, event, 5)
    path = f"tournaments/{tournament}"
    refused = api.arbiter.post(f"{path}/schedule/pair")
    assert (refused.status_code, refused.json()["code"]) == (409, "schedule.not_for_system")
    for number in (1, 2, 3):
        found = pair_and_publish(api.arbiter, tournament, number)
        enter_all(api.arbiter, found["id"])
    rows = all_of(api.anonymous, f"{path}/standings")
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5]
    codes = [value["code"] for value in rows[0]["tie_breaks"]]
    assert codes[0] == ("OTHER_KEIZER" if system == "keizer" else "PTS")
    read_by_graphql(api, tournament, rows)


# A field of seven that is drawn, paired and published, as case D13 has it.
FOUR = {(4, 5): "1-0", (6, 4): "1/2-1/2", (4, 7): "0-1"}
ONE = {(1, 2): "0-1", (3, 1): "0-1"}


def seven(api, event, results, rounds: int = 3) -> tuple[str, dict[int, str]]:
    """Case D13 after so many rounds: the tournament and its entries by number."""
    tournament = create(api, event, "round-robin", schedule={"numbering": "list"})
    fill(tournament, event, 7)
    pair_all(api.arbiter, tournament)
    publish_all(api, tournament)
    for number in range(1, rounds + 1):
        play(api, tournament, number, results)
    return tournament, entry_ids(api.anonymous, tournament)


def play(api, tournament: str, number: int, results=None) -> None:
    """Results by pair; White wins where none is given; what is decided stays."""
    round = round_of(api.arbiter, tournament, number)
    for board in all_of(api.arbiter, f"rounds/{round['id']}/boards"):
        pair = tuple(board[side]["pairing_number"] for side in ("white", "black"))
        if not board["result"]:
            enter(api.arbiter, board["id"], (results or {}).get(pair, "1-0"))


def outcomes(api, tournament: str, number: int) -> dict[tuple[int, int], str]:
    """(White, Black) -> result of a round."""
    round = round_of(api.anonymous, tournament, number)
    return {
        (board["white"]["pairing_number"], board["black"]["pairing_number"]): board["result"]
        for board in all_of(api.anonymous, f"rounds/{round['id']}/boards")
    }


def grid_cells(api, tournament: str, number: int, query: str = "") -> dict[int, str]:
    """The line of a player in the table of everybody against everybody, by opponent."""
    grid = api.anonymous.get(f"tournaments/{tournament}/grid{query}").json()
    (line,) = [line for line in grid["lines"] if line["pairing_number"] == number]
    cells = (cell["text"] for cell in line["cells"])
    return dict(zip(grid["columns"], cells, strict=True))


def test_d13_a_three_of_six_games_stay(api, event):
    tournament, ids = seven(api, event, FOUR)
    left = api.arbiter.post(f"entries/{ids[4]}/withdraw", {})
    assert (left.status_code, left.json()["status_from_round"]) == (200, 4)
    for number in (4, 5, 6, 7):
        play(api, tournament, number)
    assert outcomes(api, tournament, 4)[1, 4] == "1-0F"
    assert outcomes(api, tournament, 5)[4, 2] == "0-1F"
    assert outcomes(api, tournament, 6)[3, 4] == "1-0F"
    rows = all_of(api.anonymous, f"tournaments/{tournament}/standings")
    assert [row["points"] for row in rows if row["pairing_number"] == 4] == [15]
    assert None not in [row["rank"] for row in rows]
    assert grid_cells(api, tournament, 4) == {
        1: "-", 2: "-", 3: "-", 4: "*", 5: "1", 6: "½", 7: "0",
    }  # fmt: skip


def test_d13_b_two_of_six_games_count_for_nobody(api, event):
    tournament, ids = seven(api, event, ONE)
    assert api.arbiter.post(f"entries/{ids[1]}/withdraw", {}).status_code == 200
    for number in (4, 5, 6, 7):
        assert 1 not in {player for pair in outcomes(api, tournament, number) for player in pair}
        play(api, tournament, number)
    rows = all_of(api.anonymous, f"tournaments/{tournament}/standings")
    assert (rows[-1]["pairing_number"], rows[-1]["rank"]) == (1, None)
    assert grid_cells(api, tournament, 1) == {
        1: "*", 2: "(0)", 3: "(1)", 4: "", 5: "", 6: "", 7: "",
    }  # fmt: skip
    record = read_trf(
        api.anonymous.get(f"tournaments/{tournament}/export?report=true&format=trf26").content
    ).record
    played = [cell.opponent for cell in record.participant(1).cells if cell.outcome.is_game]
    assert played == [2, 3]


def test_who_comes_back_plays_on_as_if_never_gone(api, event):
    tournament, ids = seven(api, event, ONE)
    before = all_of(api.anonymous, f"tournaments/{tournament}/standings")
    api.arbiter.post(f"entries/{ids[1]}/withdraw", {})
    back = api.arbiter.post(f"entries/{ids[1]}/return", {})
    assert (back.status_code, back.json()["status"]) == (200, "active")
    assert all_of(api.anonymous, f"tournaments/{tournament}/standings") == before
    assert outcomes(api, tournament, 4)[1, 4] is None


def test_what_is_announced_cannot_change_after_round_1(api, event):
    tournament, _ = seven(api, event, ONE, rounds=1)
    before = api.anonymous.get(f"tournaments/{tournament}").json()
    for settings in ({"half_rule": False}, {"cycles": 2}, {"numbering": "lot"}):
        answer = api.organiser.change(f"tournaments/{tournament}", {"schedule": settings})
        assert (answer.status_code, answer.json()["code"]) == (409, "tournament.settings_frozen")
        assert "schedule" in answer.json()["params"]["fields"]
    assert api.anonymous.get(f"tournaments/{tournament}").json() == before


def test_a_table_refuses_byes_latecomers_and_another_draw(api, event, club):
    tournament, ids = seven(api, event, ONE, rounds=1)
    bye = api.arbiter.post(f"entries/{ids[3]}/byes", {"round": 3, "kind": "H"})
    assert (bye.status_code, bye.json()["code"]) == (409, "schedule.no_byes")
    late = create_player(actor=SYSTEM, club_id=club.pk, name="Late")
    entered = api.arbiter.post(f"tournaments/{tournament}/entries", {"player": str(late.pk)})
    assert (entered.status_code, entered.json()["code"]) == (409, "schedule.field_closed")
    drawn = api.arbiter.post(f"tournaments/{tournament}/draw", {})
    assert (drawn.status_code, drawn.json()["code"]) == (409, "schedule.draw_closed")
    assert len(all_of(api.anonymous, f"tournaments/{tournament}/entries")) == 7


def test_buchholz_is_not_offered(api, event):
    answer = api.organiser.post(
        f"events/{event.pk}/tournaments",
        {"name": "RR", "system": "round-robin", "tie_breaks": ["PTS", "BH"]},
    )
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert (error["code"], error["pointer"]) == ("tiebreak.not_in_round_robin", "#/tie_breaks")


def test_lots_are_drawn_once_from_a_seed_that_is_kept(api, event):
    tournament = create(api, event, "round-robin")
    ids = fill(tournament, event, 6)
    path = f"tournaments/{tournament}/draw"
    assert api.anonymous.get(path).status_code == 404
    first = api.arbiter.post(path, {}).json()
    assert (first["method"], sorted(first["order"])) == ("lot", sorted(ids))
    assert {step["number"]: step["entrant"] for step in first["log"]} == dict(
        enumerate(first["order"], start=1)
    )
    again = api.arbiter.post(path, {"seed": first["seed"]}).json()
    assert (again["order"], again["log"]) == (first["order"], first["log"])
    by_number = entry_ids(api.anonymous, tournament)
    assert [by_number[number] for number in range(1, 7)] == first["order"]
    assert api.anonymous.get(path).json() == again
    # Somebody drops out: the numbers must be drawn again.
    assert api.arbiter.delete(f"entries/{by_number[2]}", if_match="*").status_code == 204
    refused = api.arbiter.post(f"tournaments/{tournament}/schedule/pair")
    assert (refused.status_code, refused.json()["code"]) == (409, "schedule.draw_outdated")
    # Unless it is the last number of an even field, who becomes the bye.
    assert api.arbiter.post(path, {"seed": 3}).status_code == 200
    assert api.anonymous.get(f"tournaments/{tournament}").json()["round_count"] == 5


def test_the_last_of_an_even_field_becomes_the_bye(api, event):
    tournament = create(api, event, "round-robin", schedule={"numbering": "list"})
    fill(tournament, event, 6)
    drawn = api.arbiter.post(f"tournaments/{tournament}/draw", {}).json()
    assert api.arbiter.delete(f"entries/{drawn['order'][-1]}", if_match="*").status_code == 204
    pair_and_publish(api.arbiter, tournament, 1)
    first = round_of(api.anonymous, tournament, 1)
    assert pairings(api.anonymous, first["id"]) == [(2, 5), (3, 4), (1, 0)]


def test_colours_and_the_reasons_for_what_looks_odd_are_shown(api, event):
    tournament = create(api, event, "round-robin", schedule={"numbering": "list", "cycles": 2})
    fill(tournament, event, 4)
    api.arbiter.post(f"tournaments/{tournament}/draw", {})
    path = f"tournaments/{tournament}/schedule"
    tag = api.anonymous.get(path)["ETag"]
    pair_all(api.arbiter, tournament)
    # Drafts, their colours and reasons are for those who pair; not even a tag tells of them.
    assert api.anonymous.get(path, if_none_match=tag).status_code == 304
    hidden = api.anonymous.get(path).json()
    assert (hidden["rounds"], hidden["colours"], hidden["notices"]) == ([], [], [])
    whole = api.arbiter.get(path).json()
    assert [(c["whites"], c["blacks"], c["longest_run"]) for c in whole["colours"]] == [
        (3, 3, 2), (3, 3, 2), (3, 3, 2), (3, 3, 2),
    ]  # fmt: skip
    (reason,) = whole["notices"]
    assert reason["code"] == "schedule.rounds_exchanged"
    publish_all(api, tournament)
    assert api.anonymous.get(path).json()["notices"] == whole["notices"]
    assert [row["boards"][0]["board"] for row in whole["rounds"]] == [1] * 6


def test_an_even_field_says_why_colours_differ_by_one(api, event):
    tournament = create(api, event, "round-robin", schedule={"numbering": "list"})
    fill(tournament, event, 6)
    pair_all(api.arbiter, tournament)
    publish_all(api, tournament)
    view = api.anonymous.get(f"tournaments/{tournament}/schedule").json()
    assert [(c["whites"], c["blacks"]) for c in view["colours"]] == [(3, 2)] * 3 + [(2, 3)] * 3
    assert [notice["code"] for notice in view["notices"]] == ["schedule.colours_uneven"]


def test_the_table_of_a_double_round_robin_has_both_games(api, event):
    tournament = create(api, event, "round-robin", schedule={"numbering": "list", "cycles": 2})
    fill(tournament, event, 3)
    pair_all(api.arbiter, tournament)
    publish_all(api, tournament)
    play_all(api, tournament)
    assert grid_cells(api, tournament, 1, "?order=number") == {1: "*", 2: "10", 3: "01"}
    answer = api.anonymous.get(f"tournaments/{tournament}/grid?format=csv")
    assert answer["Content-Type"].startswith("text/csv")
    first, *lines = answer.content.decode().splitlines()
    assert first == "label,number,name,rating,1,2,3,byes,PTS,SB,DE,KS,rank"
    assert lines[0].split(",")[4] == "*"
    wrong = api.anonymous.get(f"tournaments/{tournament}/grid?group=Z")
    assert (wrong.status_code, wrong.json()["code"]) == (404, "group.not_found")


def test_a_swiss_has_no_table_of_everybody_against_everybody(api, event, make_tournament):
    swiss = make_tournament(4)
    for path in ("grid", "schedule"):
        answer = api.anonymous.get(f"tournaments/{swiss.pk}/{path}")
        assert answer.status_code == 409, path
        assert answer.json()["code"] in ("grid.of_round_robins", "schedule.not_for_system")


def test_qualifiers_come_from_the_tables_of_the_groups(api, event):
    settings = {"group_count": 2, "numbering": "list"}
    tournament = create(api, event, "groups", schedule=settings)
    fill(tournament, event, 8)
    api.arbiter.post(f"tournaments/{tournament}/draw", {})
    path = f"tournaments/{tournament}"
    groups = all_of(api.anonymous, f"{path}/groups")
    assert [[seat["pairing_number"] for seat in each["members"]] for each in groups] == [
        [1, 4, 5, 8],
        [2, 3, 6, 7],
    ]
    undecided = api.anonymous.get(f"{path}/qualifiers")
    assert (undecided.status_code, undecided.json()["code"]) == (409, "standings.level_at_the_cut")
    early = api.anonymous.get(f"{path}/qualifiers?final=true")
    assert (early.status_code, early.json()["code"]) == (409, "standings.not_final")
    pair_all(api.arbiter, tournament)
    publish_all(api, tournament)
    for number in (1, 2, 3):
        round = round_of(api.anonymous, tournament, number)
        for board in all_of(api.anonymous, f"rounds/{round['id']}/boards"):
            white, black = (board[side]["pairing_number"] for side in ("white", "black"))
            enter(api.arbiter, board["id"], "1-0" if white < black else "0-1")
    found = all_of(api.anonymous, f"{path}/qualifiers?each=2&final=true")
    assert [(each["group"], each["place"], each["pairing_number"]) for each in found] == [
        ("A", 1, 1), ("A", 2, 4), ("B", 1, 2), ("B", 2, 3),
    ]  # fmt: skip
    gone = found[0]["entry"]
    moved = all_of(api.anonymous, f"{path}/qualifiers?each=2&declined={gone}")
    assert [each["pairing_number"] for each in moved] == [4, 5, 2, 3]


def test_teams_are_ranked_by_their_matches(api, event):
    tournament = create(api, event, "team-round-robin", schedule={"numbering": "list"})
    ids = fill(tournament, event, 6)
    seat_teams(api, tournament, ids, 2)
    pair_all(api.arbiter, tournament)
    publish_all(api, tournament)
    for row in all_of(api.arbiter, f"tournaments/{tournament}/rounds"):
        for board in all_of(api.arbiter, f"rounds/{row['id']}/boards"):
            white, black = (board[side]["pairing_number"] for side in ("white", "black"))
            enter(api.arbiter, board["id"], "1-0" if white < black else "0-1")
    rows = all_of(api.anonymous, f"tournaments/{tournament}/team-standings")
    assert [
        (row["rank"], row["name"], row["match_points"], row["game_points_text"]) for row in rows
    ] == [(1, "Team 1", 40, "4.0"), (2, "Team 2", 20, "2.0"), (3, "Team 3", 0, "0.0")]
    schedule = api.anonymous.get(f"tournaments/{tournament}/schedule").json()
    assert {notice["code"] for notice in schedule["notices"]} >= {"schedule.team_rests"}
    team = all_of(api.anonymous, f"tournaments/{tournament}/teams")[0]
    frozen = api.arbiter.change(f"teams/{team['id']}", {"name": "Other"})
    assert (frozen.status_code, frozen.json()["code"]) == (409, "team.settings_frozen")


def test_sections_by_rating(api, event):
    tournament = create(api, event, "round-robin", schedule={"numbering": "rating"})
    fill(tournament, event, 9)
    answer = api.organiser.post(f"tournaments/{tournament}/sections", {"limits": [2460, 2430]})
    sections = answer.json()["sections"]
    assert [each["name"] for each in sections] == ["round-robin", "round-robin B", "round-robin C"]
    sizes = [
        [row["rating"] for row in all_of(api.anonymous, f"tournaments/{each['id']}/entries")]
        for each in sections
    ]
    assert sizes == [[2490, 2480, 2470, 2460], [2450, 2440, 2430], [2420, 2410]]


@pytest.mark.parametrize(
    ("system", "schedule", "code", "pointer"),
    [
        ("dutch", {"cycles": 2}, "schedule.not_for_system", "#/schedule"),
        ("quads", {"cycles": 2}, "schedule.option_not_for_system", "#/schedule/cycles"),
        ("skalitzka", {"numbering": "rating"}, "schedule.numbering_of_teams", None),
        ("keizer", {"keizer": {"win": "much"}}, "schedule.keizer_value", None),
        ("keizer", {"keizer": {"luck": 1}}, "schedule.keizer_malformed", None),
        ("team-round-robin", {"board_colours": "WX"}, "field.colours_unreadable", None),
        ("round-robin", {"cycles": 0}, "field.min_value", None),
    ],
)
def test_announcements_that_mean_nothing_are_refused(api, event, system, schedule, code, pointer):
    answer = api.organiser.post(
        f"events/{event.pk}/tournaments",
        {"name": "X", "system": system, "round_count": 3, "schedule": schedule},
    )
    assert answer.status_code == 422, answer.content
    error = answer.json()["errors"][0]
    assert error["code"] == code
    assert pointer in (None, error["pointer"])
    assert all_of(api.anonymous, f"events/{event.pk}/tournaments") == []


def test_the_whole_is_taken_back_before_results_only(api, event):
    tournament, _ = seven(api, event, {}, rounds=0)
    path = f"tournaments/{tournament}/schedule"
    assert api.arbiter.post(f"{path}/unpair").status_code == 200
    assert all_of(api.anonymous, f"tournaments/{tournament}/rounds") == []
    again = api.arbiter.post(f"tournaments/{tournament}/draw", {"method": "rating"})
    assert again.status_code == 200
    pair_all(api.arbiter, tournament)
    publish_all(api, tournament)
    play(api, tournament, 1)
    refused = api.arbiter.post(f"{path}/unpair")
    assert (refused.status_code, refused.json()["code"]) == (409, "round.has_results")
    assert len(all_of(api.anonymous, f"tournaments/{tournament}/rounds?status=published")) == 6


def test_two_requests_for_the_whole_schedule_pair_it_once(api, event):
    tournament = create(api, event, "round-robin", schedule={"numbering": "list"})
    fill(tournament, event, 4)
    pair_all(api.arbiter, tournament)
    again = api.arbiter.post(f"tournaments/{tournament}/schedule/pair")
    assert (again.status_code, again.json()["code"]) == (409, "round.none_left")
    assert len(all_of(api.arbiter, f"tournaments/{tournament}/rounds?status=draft")) == 3


def test_a_repeated_request_for_the_whole_schedule_is_the_same_job(api, event):
    tournament = create(api, event, "round-robin", schedule={"numbering": "list"})
    fill(tournament, event, 4)
    path = f"tournaments/{tournament}/schedule/pair"
    first = api.arbiter.post(path, idempotency_key="one")
    second = api.arbiter.post(path, idempotency_key="one")
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json()["id"] == second.json()["id"]


def test_a_round_is_paired_by_itself_in_any_order(api, event):
    tournament = create(api, event, "round-robin", schedule={"numbering": "list"})
    fill(tournament, event, 4)
    first = pair_and_publish(api.arbiter, tournament, 1)
    third = pair(api.arbiter, tournament, 3)
    assert (third["status"], first["number"]) == ("done", 1)
    found = round_of(api.arbiter, tournament, 3)
    assert pairings(api.arbiter, found["id"]) == [(2, 4), (3, 1)]


def values(api, tournament: str, code: str) -> dict[int, str | None]:
    """A value of the standings by pairing number."""
    rows = all_of(api.anonymous, f"tournaments/{tournament}/standings")
    return {
        row["pairing_number"]: each["value"]
        for row in rows
        for each in row["tie_breaks"]
        if each["code"] == code
    }


def test_keizer_values_are_those_of_the_digests_example(api, event):
    """Section 13: seven players; 1-2 drawn, 4 beats 3, 6 beats 5, 7 has the bye."""
    tournament = create(api, event, "keizer", round_count=5)
    fill(tournament, event, 7)
    round = pair_and_publish(api.arbiter, tournament, 1)
    winners = {4, 6}
    boards = all_of(api.anonymous, f"rounds/{round['id']}/boards")
    pairs = [{board[side]["pairing_number"] for side in ("white", "black")} for board in boards]
    assert pairs == [{1, 2}, {3, 4}, {5, 6}]
    for board in boards:
        white, black = (board[side]["pairing_number"] for side in ("white", "black"))
        won = {white: "1-0", black: "0-1"}
        decided = winners & {white, black}
        enter(api.arbiter, board["id"], won[decided.pop()] if decided else "1/2-1/2")
    assert values(api, tournament, "OTHER_KEIZER") == {
        1: "10.0", 2: "9.5", 4: "8.0", 6: "6.0", 3: "3.0", 5: "2.0", 7: "1.5",
    }  # fmt: skip
    rows = all_of(api.anonymous, f"tournaments/{tournament}/standings")
    assert [row["pairing_number"] for row in rows] == [1, 2, 4, 6, 3, 5, 7]


def test_a_rest_is_worth_what_was_announced_and_is_marked(api, event):
    tournament = create(
        api, event, "round-robin", schedule={"numbering": "list"}, points_pairing_allocated_bye=5
    )
    fill(tournament, event, 3)
    pair_all(api.arbiter, tournament)
    publish_all(api, tournament)
    play_all(api, tournament)
    rows = all_of(api.anonymous, f"tournaments/{tournament}/standings")
    assert sorted(row["points"] for row in rows) == [15, 15, 15]
    text = api.anonymous.get(f"tournaments/{tournament}/grid?format=text&order=number")
    lines = text.content.decode().splitlines()
    assert lines[0].split() == [
        "name", "rtg", "1", "2", "3", "bye", "PTS", "SB", "DE", "KS", "rank",
    ]  # fmt: skip
    assert ["R1:0.5" in lines[1], "R2:0.5" in lines[3], "R3:0.5" in lines[2]] == [True, True, True]
    colours = api.anonymous.get(f"tournaments/{tournament}/schedule").json()["colours"]
    assert [(each["whites"], each["blacks"]) for each in colours] == [(1, 1)] * 3


def test_numbers_and_groups_drawn_by_hand(api, event):
    tournament = create(api, event, "groups", schedule={"group_count": 2})
    ids = fill(tournament, event, 6)
    path = f"tournaments/{tournament}/draw"
    order, groups = ids[::-1], [ids[:3], ids[3:]]
    drawn = api.arbiter.post(path, {"order": order, "groups": groups})
    assert drawn.status_code == 200, drawn.content
    body = drawn.json()
    assert (body["method"], body["seed"], body["order"]) == ("hand", None, order)
    assert body["groups"] == groups
    shown = all_of(api.anonymous, f"tournaments/{tournament}/groups")
    assert [[seat["entry"] for seat in each["members"]] for each in shown] == groups
    for wrong, code in (
        ({"order": ids[:5]}, "entry.order_incomplete"),
        ({"groups": [ids[:3], ids[2:]]}, "entry.order_incomplete"),
    ):
        answer = api.arbiter.post(path, wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, code), answer.content
    assert api.anonymous.get(path).json() == body


def test_readers_of_a_schedule_ask_the_same_queries_at_any_size(api, event):
    counts: dict[str, list[int]] = {}
    for players in (4, 16):
        tournament = create(api, event, "round-robin", schedule={"numbering": "list"})
        fill(tournament, event, players)
        pair_all(api.arbiter, tournament)
        publish_all(api, tournament)
        for name in ("schedule", "grid", "draw"):
            with CaptureQueriesContext(connection) as queries:
                answer = api.anonymous.get(f"tournaments/{tournament}/{name}")
            assert answer.status_code == 200
            counts.setdefault(name, []).append(len(queries))
    for name, found in counts.items():
        assert found[0] == found[1] <= 14, (name, found)
