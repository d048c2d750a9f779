"""Cases that went wrong for people who run tournaments, through the API (cases D6 to D15)."""

from __future__ import annotations

from itertools import combinations

import pytest

from pairing.scoring import Outcome
from pairing.systems import pair_round
from pairing.trf import read_trf
from tests import paths
from tests.api.driving import (
    all_of,
    enter,
    enter_all,
    entry_ids,
    import_file,
    pair,
    pair_and_publish,
    pairings,
    points,
    round_of,
)
from tournaments.core.models import ChangeLogEntry
from tournaments.events.models import Round
from tournaments.play.models import Board, Seat

D6 = b"""\
012 Who may take the bye
XXR 6
XXC white1
001    1      P1                                2380                             3.0    1     4 b 1     2 w 1     3 w 0     5 b 1
001    2      P2                                2360                             2.0    2     6 b -     1 b 0     7 w 1     6 w 1
001    3      P3                                2340                             4.0    3     7 w 1     6 b 1     1 b 1  0000 - U
001    4      P4                                2320                             3.0    4     1 w 0     5 b 1  0000 - U     7 b 1
001    5      P5                                2300                             1.5    5  0000 - H     4 w 0     6 b 1     1 w 0
001    6      P6                                2280                             1.0    6     2 w +     3 w 0     5 w 0     2 b 0
001    7      P7                                2260                             1.0    7     3 b 0  0000 - U     2 b 0     4 w 0
"""  # noqa: E501

D7 = b"""\
012 A forfeited pairing was not a game
XXR 5
XXC white1
001    1      P1                                2380                             2.5    1     4 w +     2 w =     3 b 1
001    2      P2                                2360                             1.5    2     5 w 1     1 b =     6 b 0
001    3      P3                                2340                             2.0    3     6 b 1     5 w 1     1 w 0
001    4      P4                                2320                             1.5    4     1 b -     6 w =     5 b 1
001    5      P5                                2300                             0.0    5     2 b 0     3 b 0     4 w 0
001    6      P6                                2280                             1.5    6     3 w 0     4 b =     2 w 1
"""  # noqa: E501


def imported(api, event, content: bytes, adjustments: tuple[str, ...] = ()) -> str:
    """Id of the tournament that came of a file with just these adjustments."""
    made = import_file(api.organiser, event, content)
    found = [each["code"] for each in made["findings"] if each["severity"] != "info"]
    assert found == list(adjustments)
    return made["tournament"]["id"]


def log_of(tournament, *types: str) -> list[str]:
    rows = ChangeLogEntry.objects.filter(tournament=tournament, type__in=types)
    return list(rows.order_by("seq").values_list("type", flat=True))


def test_d6_the_bye_goes_to_the_lowest_who_may_have_it(api, event):
    tournament = imported(api, event, D6)
    fifth = pair_and_publish(api.arbiter, tournament, 5)
    assert pairings(api.anonymous, fifth["id"]) == [(3, 2), (7, 1), (4, 6), (5, 0)]
    enter_all(api.arbiter, fifth["id"])
    sixth = pair_and_publish(api.arbiter, tournament, 6)
    # 3, 4, 5, 7 had the bye and 6 a forfeit win: only 1 and 2 may still have it (C2).
    assert pairings(api.anonymous, sixth["id"])[-1] in {(1, 0), (2, 0)}


def test_d7_a_forfeited_pairing_was_not_a_game(api, event):
    tournament = imported(api, event, D7)
    fourth = pair_and_publish(api.arbiter, tournament, 4)
    assert pairings(api.anonymous, fourth["id"]) == [(1, 4), (2, 3), (5, 6)]


def test_d10_two_requests_pair_the_round_once(api, make_tournament):
    tournament = make_tournament(20, rounds=5).pk
    for number in (1, 2):
        enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament, number)["id"])
    path = f"rounds/{round_of(api.arbiter, tournament, 3)['id']}/pair"
    first = api.arbiter.post(path, idempotency_key="first")
    second = api.arbiter.post(path, idempotency_key="second")
    again = api.arbiter.post(path, idempotency_key="first")
    assert (first.status_code, second.status_code, again.status_code) == (202, 409, 202)
    assert second.json()["code"] == "round.already_paired"
    assert again["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first
    assert (again.content, again["Location"]) == (first.content, first["Location"])
    third = Round.objects.get(tournament=tournament, number=3)
    assert third.boards.count() == 10
    assert Seat.objects.filter(round=third).values("entry").distinct().count() == 20
    log = log_of(tournament, "round.paired", "pairing.requested")
    assert log == ["pairing.requested", "round.paired"] * 3


@pytest.fixture
def d11(api, make_tournament):
    """Eight players, round 1 published, boards 1 to 3 confirmed, board 4 open."""
    tournament = make_tournament(8, rounds=3, results_policy="confirmed_by_arbiter").pk
    first = pair_and_publish(api.arbiter, tournament, 1)
    assert pairings(api.anonymous, first["id"]) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    boards = all_of(api.arbiter, f"rounds/{first['id']}/boards")
    for board in boards[:3]:
        enter(api.arbiter, board["id"], "1-0")
    return tournament, boards[3]["id"]


def refused_for_board_4(api, tournament, outcome=""):
    answer = api.arbiter.post(f"rounds/{round_of(api.arbiter, tournament, 2)['id']}/pair")
    body = answer.json()
    assert (answer.status_code, body["code"]) == (409, "round.results_missing")
    (board,) = body["params"]["boards"]
    assert (board["round"], board["board"], board["outcome"]) == (1, 4, outcome)
    assert (board["white"]["number"], board["black"]["number"]) == (8, 4)
    assert Board.objects.filter(round__tournament=tournament, round__number=2).count() == 0
    assert log_of(tournament, "pairing.requested") == ["pairing.requested"]


def test_d11a_a_missing_result_is_named(api, d11):
    tournament, _ = d11
    refused_for_board_4(api, tournament)


def test_d11b_an_unconfirmed_result_does_not_count(api, d11):
    tournament, board = d11
    entry = Board.objects.get(pk=board).black.entry
    entry.player.user = api.player.user
    entry.player.save()
    answer = enter(api.player, board, "0-1")
    assert (answer.json()["result"], answer.json()["confirmed"]) == ("0-1", False)
    refused_for_board_4(api, tournament, outcome="0-1")
    assert points(api.anonymous, tournament)[4] == 0
    assert api.player.post(f"boards/{board}/confirm").status_code == 403
    assert api.arbiter.post(f"boards/{board}/confirm").json()["confirmed"] is True
    assert points(api.anonymous, tournament)[4] == 10


def test_pages_of_the_standings_are_of_one_computation(api, d11):
    tournament, board = d11
    path = f"tournaments/{tournament}/standings?limit=5"
    cursor = api.anonymous.get(path).json()["next_cursor"]
    assert len(api.anonymous.get(f"{path}&cursor={cursor}").json()["data"]) == 3
    enter(api.arbiter, board, "0-1")
    # Lines may have moved between the pages: the reader has to begin anew.
    answer = api.anonymous.get(f"{path}&cursor={cursor}")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (
        400,
        "query.cursor_unusable",
    )


def as_engine(api, tournament, rounds: int) -> list[tuple[int, int]]:
    """What the engine alone pairs, from the exported file."""
    content = api.arbiter.get(f"tournaments/{tournament}/export?format=trf26").content
    record = read_trf(content).record.truncated(rounds)
    return [(board.white, board.black or 0) for board in pair_round(record).boards]


def test_d11c_and_d_a_postponed_game_counts_as_a_draw_until_it_is_played(api, d11):
    tournament, board = d11
    enter(api.arbiter, board, "POSTPONED")
    table = api.anonymous.get(f"tournaments/{tournament}/standings").json()
    assert (table["complete"], table["final"], table["open_boards"]) == (False, False, 1)
    second = pair_and_publish(api.arbiter, tournament, 2)
    paired = pairings(api.anonymous, second["id"])
    # With half a point each, 4 and 8 meet the two others on half a point or float: nobody
    # else has half a point, so they are the middle of the field.
    assert points(api.anonymous, tournament) == {
        1: 10, 2: 0, 3: 10, 4: 5, 5: 0, 6: 10, 7: 0, 8: 5,
    }  # fmt: skip
    report = api.arbiter.get(f"tournaments/{tournament}/export?report=true")
    assert (report.status_code, report.json()["code"]) == (409, "standings.not_final")

    enter(api.arbiter, board, "0-1")
    assert points(api.anonymous, tournament)[4] == 10
    assert points(api.anonymous, tournament)[8] == 0
    assert pairings(api.anonymous, second["id"]) == paired
    enter_all(api.arbiter, second["id"])
    third = pair_and_publish(api.arbiter, tournament, 3)
    assert pairings(api.anonymous, third["id"]) == as_engine(api, tournament, 2)
    enter_all(api.arbiter, third["id"])
    table = api.anonymous.get(f"tournaments/{tournament}/standings").json()
    assert (table["complete"], table["final"]) == (True, True)
    report = api.arbiter.get(f"tournaments/{tournament}/export?report=true")
    assert report.status_code == 200
    results = read_trf(report.content).record.participant(4).cells
    assert results[0].outcome is Outcome.WIN


@pytest.mark.parametrize("staying", [0, 1])
def test_d12ab_nobody_to_pair(api, make_tournament, staying):
    tournament = make_tournament(6, rounds=5).pk
    for number in (1, 2):
        enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament, number)["id"])
    for number, entry in entry_ids(api.arbiter, tournament).items():
        if number > staying:
            assert api.arbiter.post(f"entries/{entry}/withdraw", {}).status_code == 200
    third = round_of(api.arbiter, tournament, 3)
    answer = api.arbiter.post(f"rounds/{third['id']}/pair")
    body = answer.json()
    assert (answer.status_code, body["code"]) == (409, "round.no_active_players")
    assert body["params"] == {"round": 3, "present": staying}
    assert Seat.objects.filter(round=third["id"]).count() == 0
    assert round_of(api.arbiter, tournament, 3)["status"] == "planned"


def refused_as_impossible(api, tournament, number: int, refused: list) -> str:
    """The pairing job of the round fails and says who may not meet; returns the round's id."""
    job = pair(api.arbiter, tournament, number)
    assert job["status"] == "failed"
    problem = job["problem"]
    assert (problem["status"], problem["code"]) == (409, "pairing.no_legal_pairing")
    found = [(each["players"], each["reason"]) for each in problem["params"]["refused"]]
    assert sorted(found) == refused
    assert problem["detail"] != problem["title"]
    assert Seat.objects.filter(round=job["round"]).count() == 0
    assert round_of(api.arbiter, tournament, number)["status"] == "planned"
    assert api.anonymous.get(f"tournaments/{tournament}").json()["status"] == "running"
    return job["round"]


def test_d12c_everybody_has_met_everybody(api, make_tournament):
    tournament = make_tournament(4, rounds=5).pk
    for number in (1, 2, 3):
        enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament, number)["id"])
    everybody = [([one, two], "C1") for one, two in combinations((1, 2, 3, 4), 2)]
    fourth = refused_as_impossible(api, tournament, 4, everybody)
    ids = entry_ids(api.arbiter, tournament)
    boards = [{"white": ids[1], "black": ids[4]}, {"white": ids[2], "black": ids[3]}]
    answer = api.arbiter.post(f"rounds/{fourth}/pair-by-hand", {"boards": boards})
    assert (answer.status_code, answer.json()["status"]) == (200, "draft")
    assert pairings(api.arbiter, fourth) == [(1, 4), (2, 3)]


def test_d12d_too_many_rounds_for_the_field(api, make_tournament):
    for players, rounds, most in ((6, 6, 5), (7, 8, 7)):
        tournament = make_tournament(players, rounds=rounds, name=f"{players} players").pk
        (warning,) = all_of(api.anonymous, f"tournaments/{tournament}/warnings")
        assert warning["code"] == "tournament.too_many_rounds"
        assert warning["params"] == {"rounds": rounds, "players": players, "most": most}
        assert str(most) in warning["message"]
    enough = make_tournament(7, rounds=7, name="enough").pk
    assert all_of(api.anonymous, f"tournaments/{enough}/warnings") == []


def test_d12e_two_who_have_met_never_get_two_byes(api, make_tournament):
    tournament = make_tournament(4, rounds=4).pk
    first = pair_and_publish(api.arbiter, tournament, 1)
    enter_all(api.arbiter, first["id"])
    (met, *_) = pairings(api.arbiter, first["id"])
    for number, entry in entry_ids(api.arbiter, tournament).items():
        if number not in met:
            api.arbiter.post(f"entries/{entry}/withdraw", {})
    refused_as_impossible(api, tournament, 2, [(sorted(met), "C1")])


def test_d15_two_devices_one_board(api, make_tournament):
    tournament = make_tournament(10, rounds=3).pk
    enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament, 1)["id"])
    second = pair_and_publish(api.arbiter, tournament, 2)
    board = all_of(api.arbiter, f"rounds/{second['id']}/boards")[4]
    path = f"boards/{board['id']}"
    seen = api.arbiter.get(path)["ETag"]
    # Phone B.
    drawn = api.organiser.patch(path, {"result": "1/2-1/2"}, if_match=seen)
    assert (drawn.status_code, drawn.json()["version"]) == (200, 2)
    # Phone A has been offline since version 1.
    late = api.arbiter.patch(path, {"result": "1-0"}, if_match=seen, idempotency_key="a")
    current = late.json()["current"]
    assert (late.status_code, late.json()["code"]) == (412, "precondition.stale")
    assert (current["version"], current["result"]) == (2, "1/2-1/2")
    assert current["entered_by"] == {"id": str(api.organiser.user.pk), "name": "Organiser"}
    assert late["ETag"] == drawn["ETag"]
    assert Board.objects.get(pk=board["id"]).outcome == "1/2-1/2"
    # The same request twice with one key.
    tag = drawn["ETag"]
    once = api.arbiter.patch(path, {"result": "1-0"}, if_match=tag, idempotency_key="b")
    twice = api.arbiter.patch(path, {"result": "1-0"}, if_match=tag, idempotency_key="b")
    assert (once.status_code, twice.status_code) == (200, 200)
    assert once.json() == twice.json()
    assert (once.json()["version"], once.json()["result"]) == (3, "1-0")
    assert twice["Idempotent-Replayed"] == "true"
    log = ChangeLogEntry.objects.filter(subject_id=board["id"]).order_by("seq")
    assert [(each.type, each.data["outcome"]) for each in log] == [
        ("result.recorded", {"old": "", "new": "1/2-1/2"}),
        ("result.corrected", {"old": "1/2-1/2", "new": "1-0"}),
    ]


def files() -> list:
    found = sorted(paths.CASES.glob("*.trf"))
    return found or [pytest.param(None, id="../shared is not here")]


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name if path else "none")
def test_every_file_among_the_cases_comes_in_and_goes_out_again(api, event, path):
    if path is None:
        pytest.skip("../shared is not here")
    content = path.read_bytes()
    given = read_trf(content).record
    by_hand = ("import.system_not_paired",) if b"Round Robin" in content else ()
    tournament = imported(api, event, content, by_hand)
    for form in ("trf16", "trf26"):
        answer = api.anonymous.get(f"tournaments/{tournament}/export?format={form}")
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
        back = read_trf(answer.content, strict=True).record
        assert back.rounds == given.rounds
        assert [person.cells for person in back.participants] == [
            person.cells for person in given.participants
        ]
        assert [(p.name, p.rating) for p in back.participants] == [
            (p.name, p.rating) for p in given.participants
        ]
