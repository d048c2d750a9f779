"""A knockout run through the API: a club evening, case D14, corrections, files."""

from __future__ import annotations

import random

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.driving import all_of
from tournaments.knockouts.models import Game, Match

EVENING = {
    "policy": "seeded",
    "preset": {
        "games": "one_game",
        "decider": "two_blitz_armageddon",
        "time_control": "600+5",
        "rated": "rapid",
    },
    "places_to": 4,
}
W, D, L = "1-0", "1/2-1/2", "0-1"


def places(cup):
    """(first, last) by pairing number."""
    rows = all_of(cup.speaker, f"{cup.path}/places")
    return {row["entry"]["pairing_number"]: (row["first"], row["last"]) for row in rows}


def test_a_club_evening_of_twelve(api, cup):
    evening = cup(12, **EVENING)
    bracket = evening.bracket()
    assert {name: bracket[name] for name in ("players", "size", "byes", "match_count")} == {
        "players": 12,
        "size": 16,
        "byes": 4,
        "match_count": 12,
    }
    assert bracket["draw"]["reproducible"] is True
    assert [stage["games"] for stage in bracket["settings"]["ladder"]] == [1, 2, 1]
    # D14: 8-9, 5-12, 6-11, 7-10, then each meets a seed that had a bye.
    firsts = [evening.people(f"M{number}") for number in range(1, 5)]
    assert sorted(map(sorted, firsts)) == [[5, 12], [6, 11], [7, 10], [8, 9]]
    second = [evening.people(f"M{number}") for number in range(5, 9)]
    assert sorted(one or other for one, other in second) == [1, 2, 3, 4]
    favourites = dict(zip(("M1", "M2", "M3", "M4"), map(min, firsts), strict=True))
    # M1: a draw, blitz 1-0 1-0 (level), then Armageddon drawn: Black goes on.
    assert evening.enter("M1", D)["status"] == "running"
    assert evening.enter("M1", W)["next_game"]["game"] == 2
    decider = evening.enter("M1", W)["next_game"]
    assert (decider["stage"], decider["game"]) == (3, 1)
    decided = evening.enter("M1", D)
    assert (decided["status"], decided["how"]) == ("decided", "draw_odds")
    assert decided["winner"] == decider["black"]
    assert decided["score"] == [20, 20]
    through = decided["winner"]["pairing_number"]
    # M2: a draw, then both blitz games for one: no Armageddon.
    evening.enter("M2", D)
    evening.win("M2", favourites["M2"])
    assert evening.win("M2", favourites["M2"])["how"] == "games"
    # M3: one blitz game and a draw decide, M4: the first game does.
    evening.enter("M3", D)
    evening.win("M3", favourites["M3"])
    assert evening.enter("M3", D)["winner"]["pairing_number"] == favourites["M3"]
    evening.win("M4", favourites["M4"])
    assert evening.matches("?status=ready").keys() == {"M5", "M6", "M7", "M8"}
    for code in ("M5", "M6", "M7", "M8"):
        evening.win(code, min(evening.people(code)))
    semi_finals = [sorted(evening.people(code)) for code in ("M9", "M10")]
    assert sorted(semi_finals) == [[1, 4], [2, 3]]
    for code in ("M9", "M10"):
        evening.win(code, min(evening.people(code)))
    assert (sorted(evening.people("M11")), sorted(evening.people("P1"))) == ([1, 2], [3, 4])
    evening.win("P1", 4)
    evening.win("M11", 2)
    out_second = {through, *(favourites[code] for code in ("M2", "M3", "M4"))}
    out_first = set(range(5, 13)) - out_second
    assert places(evening) == {
        2: (1, 1),
        1: (2, 2),
        4: (3, 3),
        3: (4, 4),
        **dict.fromkeys(out_second, (5, 8)),
        **dict.fromkeys(out_first, (9, 12)),
    }
    table = api.anonymous.get(f"{evening.path}/standings").json()
    assert (table["final"], table["round"]) == (True, 4)
    assert [row["rank"] for row in table["data"]] == [1, 2, 3, 4, 5, 5, 5, 5, 9, 9, 9, 9]
    rounds = all_of(api.anonymous, f"{evening.path}/rounds")
    assert [row["status"] for row in rounds] == ["completed"] * 4
    finished = api.organiser.post(f"{evening.path}/status", {"status": "finished"})
    assert finished.json()["status"] == "finished"
    assert evening.bracket()["winner"]["pairing_number"] == 2
    blitz = api.arbiter.get(f"{evening.path}/bracket/export?list=blitz&format=trf26").content
    assert sum(line.startswith(b"001") for line in blitz.splitlines()) == 12
    pgn = api.arbiter.get(f"{evening.path}/bracket/export?list=blitz&format=pgn").content.decode()
    assert blitz.startswith(b"012 Autumn Open, Open 12\r\n")
    assert pgn.count('[Event "Autumn Open, Open 12"]') == Game.objects.filter(stage=2).count() == 6
    assert pgn.count('[Site "Madrid ESP"]') == 6
    assert '[TimeControl "300+3"]' in pgn and '[EventType "k.o."]' in pgn
    rapid = api.arbiter.get(f"{evening.path}/bracket/export?list=rapid&format=pgn").content
    assert rapid.count(b"[Event ") == 12
    unrated = api.arbiter.get(f"{evening.path}/bracket/export?list=unrated&format=pgn").content
    assert unrated.count(b"[Event ") == 1
    empty = api.arbiter.get(f"{evening.path}/bracket/export?list=standard&format=pgn")
    assert (empty.content, empty["Content-Type"]) == (b"", "text/plain; charset=utf-8")


def test_d14_a_correction_tells_what_hangs_on_it(cup):
    small = cup(4)
    small.win("M1", 1)
    small.win("M2", 2)
    small.win("M3", 1)
    game = small.match("M1")["stages"][0]["played"][0]
    turned = {"stage": 1, "game": 1, "result": L if game["result"] == W else W}
    refused = small.post("M1", turned, status=409)
    assert (refused["code"], refused["params"]["dependents"]) == ("knockout.dependents", ["M3"])
    assert refused["params"]["matches"] == [small.match("M3")["id"]]
    assert small.match("M3")["winner"]["pairing_number"] == 1
    small.post("M1", {**turned, "confirm": True})
    assert small.people("M3") == [4, 2]
    assert small.match("M3")["stages"][0]["played"] == []


def test_a_game_taken_back_reopens_the_match(cup):
    small = cup(4)
    small.win("M1", 1)
    path = f"matches/{small.match('M1')['id']}"
    assert small.speaker.delete(f"{path}/games/1/1").status_code == 428
    answer = small.speaker.delete(f"{path}/games/1/1", if_match=small.speaker.get(path)["ETag"])
    assert (answer.status_code, answer.json()["status"]) == (200, "ready")
    assert small.people("M3") == [None, None]


def test_two_phones_and_a_repeated_key(api, cup):
    small = cup(4)
    path = f"matches/{small.match('M1')['id']}"
    tag = api.arbiter.get(path)["ETag"]
    body = {"result": W}
    first = api.arbiter.post(f"{path}/games", body, if_match=tag, idempotency_key="a")
    again = api.arbiter.post(f"{path}/games", body, if_match=tag, idempotency_key="a")
    other = api.organiser.post(f"{path}/games", {"result": L}, if_match=tag)
    assert (first.status_code, again.status_code, other.status_code) == (200, 200, 412)
    assert again.json() == first.json() and again["Idempotent-Replayed"] == "true"
    assert other.json()["current"]["stages"][0]["played"][0]["entered_by"]["name"] == "Arbiter"
    assert list(Game.objects.values_list("outcome", flat=True)) == [W]
    unnamed = api.organiser.post(f"{path}/games", body)
    assert (unnamed.status_code, unnamed.json()["code"]) == (422, "game.not_named")
    named = api.organiser.post(f"{path}/games", {"result": D, "stage": 1, "game": 1})
    assert (named.status_code, named.json()["code"]) == (409, "game.entered_already")


def test_nothing_of_a_draft_is_told_to_others(api, cup):
    hidden = cup(4, publish=False)
    before = api.anonymous.get(f"{hidden.path}/knockout")
    hidden.sent("draw", {"seed": 3})
    after = api.anonymous.get(f"{hidden.path}/knockout")
    assert (after.json(), after["ETag"]) == (before.json(), before["ETag"])
    assert after.json()["status"] == "announced"
    for part in ("bracket", "bracket.svg", "matches", "places", "bracket/export"):
        answer = api.anonymous.get(f"{hidden.path}/{part}")
        assert (answer.status_code, answer.json()["code"]) == (404, "bracket.not_found")
    assert api.arbiter.get(f"{hidden.path}/bracket").json()["draw"]["seed"] == 3
    assert api.anonymous.get(f"{hidden.path}/standings").json()["data"] == []


def test_what_cannot_be_announced_says_why(api, cup):
    small = cup(4, publish=False)
    path = f"{small.path}/knockout"
    coin = api.organiser.change(path, {"preset": {"decider": "coin_toss"}})
    assert (coin.status_code, coin.json()["code"]) == (422, "ladder.coin_toss")
    assert "higher_seed" in coin.json()["detail"]
    for ladder, code in (
        ([{"games": 2}], "ladder.can_end_level"),
        ([{"games": 1, "draw_odds": "coin_toss"}], "ladder.coin_toss"),
        ([{"games": "two"}], "ladder.malformed"),
        ([], "ladder.stage_count"),
        ([{"games": 1, "draw_odds": "black", "rated": "bullet"}], "ladder.rated_list"),
    ):
        answer = api.organiser.change(path, {"ladder": ladder})
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    stale = api.organiser.patch(path, {"places_to": 4}, if_match='"v7-x"')
    assert (stale.status_code, stale.json()["current"]["places_to"]) == (412, 2)
    unknown = api.organiser.change(path, {"coin": True})
    assert unknown.json()["errors"][0]["code"] == "field.unknown"


def test_the_pairing_of_a_round_and_byes_are_not_for_knockouts(api, cup):
    small = cup(4)
    (first,) = all_of(api.arbiter, f"{small.path}/rounds?number=1")
    for action in ("pair", "publish", "unpair"):
        answer = api.arbiter.post(f"rounds/{first['id']}/{action}")
        assert (answer.status_code, answer.json()["code"]) == (409, "tournament.is_knockout")
    bye = api.arbiter.post(f"entries/{small.entries[1]}/byes", {"round": 1, "kind": "H"})
    assert (bye.status_code, bye.json()["code"]) == (409, "tournament.is_knockout")
    swiss = api.arbiter.get(f"{small.path}/standings/{small.entries[1]}/working")
    assert (swiss.status_code, swiss.json()["code"]) == (409, "standings.no_tie_breaks")


def test_a_knockout_needs_no_number_of_rounds(api, event):
    path = f"events/{event.pk}/tournaments"
    made = api.organiser.post(path, {"name": "Cup", "system": "knockout"})
    assert (made.status_code, made.json()["round_count"]) == (201, 1)
    swiss = api.organiser.post(path, {"name": "Open"})
    assert swiss.json()["errors"] == [
        {
            "pointer": "#/round_count",
            "code": "field.required",
            "detail": "This field is required.",
        }
    ]


def test_the_picture_is_a_picture_with_a_tag_and_a_policy(api, cup):
    small = cup(8)
    small.win("M1", 1)
    answer = api.anonymous.get(f"{small.path}/bracket.svg")
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer["X-Pages"] == "1"
    assert answer["Content-Security-Policy"].startswith("default-src 'none'; style-src 'sha256-")
    text = answer.content.decode()
    assert text.startswith("<svg ") and "Player, 0001" in text and "<script" not in text
    known = api.anonymous.get(f"{small.path}/bracket.svg", if_none_match=answer["ETag"])
    assert known.status_code == 304
    small.win("M2", 4)
    assert api.anonymous.get(f"{small.path}/bracket.svg")["ETag"] != answer["ETag"]
    spanish = api.anonymous.get(f"{small.path}/bracket.svg", accept_language="es")
    assert "Semifinales" in spanish.content.decode()
    assert api.anonymous.get(f"{small.path}/bracket.svg?form=list").status_code == 200
    missing = api.anonymous.get(f"{small.path}/bracket.svg?page=2")
    assert (missing.status_code, missing.json()["code"]) == (404, "bracket.page_missing")


def test_double_elimination_to_the_end(cup):
    double = cup(6, double_elimination=True)
    assert double.bracket()["match_count"] == 10
    rng = random.Random(4)
    while ready := double.matches("?status=ready"):
        for code in ready:
            double.win(code, rng.choice(double.people(code)))
    assert double.bracket()["finished"]
    settled = places(double)
    assert sorted(settled.values()) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6)]
    # 2N - 2 matches, one more if the grand final was reset.
    decided = double.matches("?status=decided")
    assert len(decided) in (10, 11) and Match.objects.count() == 11


def test_the_queries_of_a_bracket_do_not_grow_with_it(cup):
    counts = {}
    for players in (5, 24):
        made = cup(players, places_to=4)
        made.win("M1", min(filter(None, made.people("M1"))))
        path = f"matches/{made.match('M2')['id']}"
        reads = (f"{made.path}/bracket", f"{made.path}/bracket.svg", f"{made.path}/knockout", path)
        for at, read in enumerate(reads):
            with CaptureQueriesContext(connection) as queries:
                assert made.speaker.get(read).status_code == 200
            counts.setdefault(at, []).append(len(queries))
        with CaptureQueriesContext(connection) as queries:
            made.post("M2", {"result": W})
        counts.setdefault("game", []).append(len(queries))
    # What a game starts (sessions, versions) is written in as many statements as it touches.
    assert [found[0] - found[1] for name, found in counts.items() if name != "game"] == [0] * 4
    assert all(max(found) <= 14 for name, found in counts.items() if name != "game")
    assert max(counts["game"]) <= 75


def test_absences_over_the_api(api, cup, club):
    seven = cup(7, policy="seeded")
    slots = seven.bracket()["draw"]["current"]
    assert [each and each["pairing_number"] for each in slots] == [1, None, 5, 4, 3, 6, 7, 2]
    new = [
        api.arbiter.post(f"clubs/{club.pk}/players", {"name": f"New, {name}"}).json()["id"]
        for name in ("Reserve", "Late")
    ]
    reserve, late = (
        api.arbiter.post(f"{seven.path}/entries", {"player": player, "rating": 1200}).json()
        for player in new
    )
    seven.sent("reserve", {"out": seven.entries[7], "reserve": reserve["id"]})
    seven.sent("latecomer", {"slot": 1, "entry": late["id"]})
    assert seven.bracket()["match_count"] == 7
    assert seven.people("M1") == [1, 8]
    refused = seven.sent("latecomer", {"slot": 1, "entry": seven.entries[7]}, status=409)
    assert refused["code"] == "knockout.no_bye_there"
    two = seven.people("M2")
    seven.post("M2", {"kind": "walkover", "winner": seven.entries[min(two)]}, where="ruling")
    assert seven.match("M2")["sides"][two.index(min(two))]["mark"] == "+"
    seven.post("M1", {"kind": "double_forfeit"}, where="ruling")
    # Nobody comes from M1: a walkover for whoever came through M2.
    assert seven.match("M5")["how"] == "walkover"
    assert seven.match("M5")["winner"]["pairing_number"] == min(two)
    started = seven.sent("swap", {"first": 4, "second": 6}, status=409)
    assert (started["code"], started["params"]["matches"]) == ("knockout.started", ["M1", "M2"])
    seven.win("M3", 3)
    out = seven.sent(
        "depart",
        {"entry": seven.entries[3], "kind": "disqualified", "reinstate_opponent": True},
    )
    (third,) = (each for each in out["matches"] if each["code"] == "M3")
    assert (third["how"], third["winner"]["pairing_number"]) == ("disqualification", 6)
    again = seven.sent("depart", {"entry": seven.entries[3]}, status=409)
    assert again["code"] == "knockout.has_left"
    assert again["params"]["entrant"]["name"] == "Player, 0003"
    assert "Player, 0003" in again["detail"]
    assert api.anonymous.get(f"entries/{seven.entries[3]}").json()["status"] == "withdrawn"


def test_the_world_cup_ladder_with_its_bids(cup):
    final = cup(2, preset={"games": "two_games", "decider": "world_cup_2025"})
    assert [stage["games"] for stage in final.bracket()["settings"]["ladder"]] == [2, 2, 2, 2, 2, 1]
    early = final.post("M1", {"entry": final.entries[1], "seconds": 200}, status=409, where="bids")
    assert early["code"] == "knockout.no_bids"
    for _ in range(5):
        # Colours change within a stage: White twice is a point each.
        final.enter("M1", W, W)
    due = final.match("M1")["next_game"]
    assert (due["stage"], due["game"], due["white"]) == (6, 1, None)
    beyond = final.post("M1", {"entry": final.entries[1], "seconds": 241}, status=422, where="bids")
    assert (beyond["code"], beyond["params"]["limit"]) == ("knockout.bid_impossible", 240)
    one = final.post("M1", {"entry": final.entries[1], "seconds": 150}, where="bids")
    assert [bid["seconds"] for bid in one["stages"][-1]["bids"]] == [None]
    both = final.post("M1", {"entry": final.entries[2], "seconds": 155}, where="bids")
    assert sorted(bid["seconds"] for bid in both["stages"][-1]["bids"]) == [150, 155]
    assert both["next_game"]["black"]["pairing_number"] == 1
    decided = final.enter("M1", D)
    assert (decided["how"], decided["winner"]["pairing_number"]) == ("draw_odds", 1)
    assert decided["score"] == [55, 55]
    assert len(decided["stages"]) == 6
