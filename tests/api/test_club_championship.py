"""A club's championship of twelve, run through the API with two withdrawals (C.05 6.6)."""

from __future__ import annotations

import pytest

from pairing.roundrobin.berger import berger
from pairing.trf import read_trf
from tests.api.driving import all_of, enter, entry_ids, pair_all, pairings, round_of

PLAYERS = 12
# Player 10 leaves with 4 of 11 games, player 6 with 7.
LEAVERS = {4: 10, 7: 6}

STANDINGS = [
    # rank, number, points in tenths, Sonneborn-Berger
    (1, 1, 95, "41.00"),
    (2, 2, 90, "37.25"),
    (3, 3, 80, "29.50"),
    (4, 4, 70, "22.25"),
    (5, 5, 65, "18.50"),
    (6, 7, 40, "7.75"),
    (7, 6, 35, "8.00"),
    (8, 8, 30, "5.25"),
    (9, 9, 25, "3.50"),
    (10, 12, 15, "3.75"),
    (11, 11, 5, "0.75"),
    (None, 10, 0, None),
]
"""The smaller number wins, neighbours draw; what 10 took and gave is cancelled, 6 forfeits."""

BY_NUMBER = """\
    name         rtg  1  2    3    4    5    6  7  8  9   10  11  12  PTS     SB  DE   KS  rank
 1  Player, 01  2175  *  ½    1    1    1    1  1  1  1        1   1  9.5  41.00   0  3.5     1
 2  Player, 02  2150  ½  *    ½    1    1    1  1  1  1        1   1  9.0  37.25   0  3.0     2
 3  Player, 03  2125  0  ½    *    ½    1    +  1  1  1  (1)   1   1  8.0  29.50   0  2.0     3
 4  Player, 04  2100  0  0    ½    *    ½    +  1  1  1  (1)   1   1  7.0  22.25   0  1.0     4
 5  Player, 05  2075  0  0    0    ½    *    +  1  1  1  (1)   1   1  6.5  18.50   0  0.5     5
 6  Player, 06  2050  0  0    -    -    -    *  ½  1  1  (1)   1   -  3.5   8.00   0  0.0     7
 7  Player, 07  2025  0  0    0    0    0    ½  *  ½  1        1   1  4.0   7.75   0  0.0     6
 8  Player, 08  2000  0  0    0    0    0    0  ½  *  ½        1   1  3.0   5.25   0  0.0     8
 9  Player, 09  1975  0  0    0    0    0    0  0  ½  *        1   1  2.5   3.50   0  0.0     9
10  Player, 10  1950        (0)  (0)  (0)  (0)             *            -      -   -    -     -
11  Player, 11  1925  0  0    0    0    0    0  0  0  0        *   ½  0.5   0.75   0  0.0    11
12  Player, 12  1900  0  0    0    0    0    +  0  0  0        ½   *  1.5   3.75   0  0.0    10
"""


@pytest.fixture
def championship(api, event, club):
    """Created, entered and drawn over the API; the tournament's id."""
    made = api.organiser.post(
        f"events/{event.pk}/tournaments",
        {"name": "Championship", "system": "round-robin", "schedule": {"numbering": "rating"}},
    )
    assert made.status_code == 201, made.content
    tournament = made.json()
    assert tournament["tie_breaks"] == ["PTS", "SB", "DE", "KS"]
    assert tournament["points_pairing_allocated_bye"] == 0
    for number in range(PLAYERS, 0, -1):
        player = api.arbiter.post(
            f"clubs/{club.pk}/players", {"name": f"Player, {number:02}", "federation": "ESP"}
        ).json()
        entered = api.arbiter.post(
            f"tournaments/{tournament['id']}/entries",
            {"player": player["id"], "rating": 2200 - 25 * number},
        )
        assert entered.status_code == 201, entered.content
    return tournament["id"]


def draw(speaker, tournament, **asked):
    answer = speaker.post(f"tournaments/{tournament}/draw", asked)
    assert answer.status_code == 200, answer.content
    return answer.json()


def play(speaker, tournament, number: int) -> None:
    """The smaller number wins, neighbours draw; what is decided already stays."""
    found = round_of(speaker, tournament, number)
    for board in all_of(speaker, f"rounds/{found['id']}/boards"):
        white, black = (board[side]["pairing_number"] for side in ("white", "black"))
        result = "1/2-1/2" if abs(white - black) == 1 else "1-0" if white < black else "0-1"
        if not board["result"]:
            enter(speaker, board["id"], result)
    assert round_of(speaker, tournament, number)["status"] == "completed"


def standings(speaker, tournament):
    rows = all_of(speaker, f"tournaments/{tournament}/standings")
    return [
        (row["rank"], row["pairing_number"], row["points"], row["tie_breaks"][1]["value"])
        for row in rows
    ]


def test_a_whole_championship_with_a_withdrawal_under_and_one_over_half(api, championship):
    drawn = draw(api.arbiter, championship)
    assert (drawn["method"], drawn["seed"], drawn["rounds"]) == ("rating", None, 11)
    path = f"tournaments/{championship}"
    pair_all(api.arbiter, championship)
    assert all_of(api.anonymous, f"{path}/rounds") == []
    assert api.anonymous.get(f"{path}/schedule").json()["rounds"] == []
    shown = api.arbiter.post(f"{path}/schedule/publish").json()
    assert [each["status"] for each in shown["rounds"]] == ["published"] * 11
    table = [
        pairings(api.anonymous, round_of(api.anonymous, championship, number)["id"])
        for number in range(1, 12)
    ]
    assert table == [list(round) for round in berger(PLAYERS)]
    ids = entry_ids(api.anonymous, championship)
    for number in range(1, 12):
        play(api.arbiter, championship, number)
        if leaver := LEAVERS.get(number):
            left = api.arbiter.post(f"entries/{ids[leaver]}/withdraw", {})
            assert left.status_code == 200, left.content
            assert left.json()["status_from_round"] == number + 1
    assert standings(api.anonymous, championship) == STANDINGS
    view = api.anonymous.get(f"{path}/schedule").json()
    assert [
        (left["pairing_number"], left["completed"], left["games"], left["needed"], left["counts"])
        for left in view["departures"]
    ] == [(6, 7, 11, 6, True), (10, 4, 11, 6, False)]
    finished = api.organiser.post(f"{path}/status", {"status": "finished"})
    assert finished.status_code == 200, finished.content
    grid = api.anonymous.get(f"{path}/grid?order=number&format=text").content.decode()
    assert grid == BY_NUMBER
    ranked = api.anonymous.get(f"{path}/grid").json()
    assert [line["pairing_number"] for line in ranked["lines"]] == [row[1] for row in STANDINGS]
    report = read_trf(api.anonymous.get(f"{path}/export?report=true&format=trf26").content).record
    played = [sum(c.outcome.is_game for c in person.cells) for person in report.participants]
    # 55 of 66 games were played, and are rated: four forfeits, seven cancelled.
    assert played == [10, 10, 10, 10, 10, 7, 10, 10, 10, 4, 10, 9]
