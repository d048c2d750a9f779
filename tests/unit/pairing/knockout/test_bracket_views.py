"""Section 11: the bracket as plain data."""

import json

from pairing.knockout.actions import enter_bid, rule
from pairing.knockout.draw import Policy
from pairing.knockout.facts import RulingKind
from pairing.knockout.ladder import preset
from pairing.knockout.settings import ConsolationField
from pairing.knockout.setup import start_consolation
from pairing.knockout.state import resolve
from pairing.knockout.views import bracket_view
from tests.support.knockouts import a_knockout, enter, play_out, win


def by_id(view):
    return {match["id"]: match for match in view["matches"]}


def test_the_tree_of_six_players():
    view = bracket_view(a_knockout(6))
    assert (view["players"], view["size"], view["byes"], view["match_count"]) == (6, 8, 2, 5)
    assert [(each["name"], each["session"]) for each in view["rounds"]] == [
        ("quarter_final", 1),
        ("semi_final", 2),
        ("final", 3),
    ]
    assert view["rounds"][0]["positions"] == [
        {"match": None, "free_pass": {"kind": "entrant", "slot": 0, "entrant": 1}},
        {"match": "M1", "free_pass": None},
        {"match": "M2", "free_pass": None},
        {"match": None, "free_pass": {"kind": "entrant", "slot": 7, "entrant": 2}},
    ]
    match = by_id(view)["M3"]
    assert match["sides"] == [
        {
            "source": {"kind": "entrant", "slot": 0, "entrant": 1},
            "entrant": 1,
            "empty": False,
            "seed": 1,
            "mark": "",
        },
        {
            "source": {"kind": "winner", "match": "M1"},
            "entrant": None,
            "empty": False,
            "seed": None,
            "mark": "",
        },
    ]
    assert (match["status"], match["winner"], match["stages"]) == ("pending", None, [])
    assert view["winner"] is None and not view["finished"] and view["consolation"] is None


def test_stages_and_scores_of_a_match():
    knockout = enter(a_knockout(2, ladder=preset("two_games", "world_cup_2025")), "M1", "=")
    knockout = win(knockout, "M1", 2)
    match = by_id(bracket_view(knockout))["M1"]
    white = match["stages"][0]["played"][0]["white"]
    assert match["score"] == [5, 15] and match["winner"] == 2 and match["how"] == "games"
    assert match["stages"] == [
        {
            "number": 1,
            "games": 2,
            "time_control": "5400+30",
            "colours": "lot",
            "draw_odds": "none",
            "rated": "standard",
            "bid_limit": 0,
            "points": [5, 15],
            "over": True,
            "played": [
                {
                    "game": 1,
                    "white": white,
                    "black": 3 - white,
                    "white_outcome": "=",
                    "black_outcome": "=",
                },
                {
                    "game": 2,
                    "white": 3 - white,
                    "black": white,
                    "white_outcome": "1" if white == 1 else "0",
                    "black_outcome": "0" if white == 1 else "1",
                },
            ],
            "bids": [],
        }
    ]


def test_the_announced_result_counts_the_games_of_all_stages():
    knockout = a_knockout(2, ladder=preset("two_games", "world_cup_2025"))
    for result in ("=", "=", "="):
        knockout = enter(knockout, "M1", result)
    match = by_id(bracket_view(win(knockout, "M1", 1)))["M1"]
    assert match["score"] == [25, 15]


def test_bids_stay_sealed_until_both_are_in():
    knockout = a_knockout(2, ladder=preset("two_games", "world_cup_2025"))
    for _ in range(10):
        knockout = enter(knockout, "M1", "=")
    one = enter_bid(knockout, "M1", 1, 200).knockout
    match = by_id(bracket_view(one))["M1"]
    assert match["stages"][5]["bids"] == [{"entrant": 1, "seconds": None}]
    assert match["next_game"] == {"stage": 6, "game": 1, "white": None, "black": None}
    match = by_id(bracket_view(enter_bid(one, "M1", 2, 180).knockout))["M1"]
    assert match["stages"][5]["bids"] == [
        {"entrant": 1, "seconds": 200},
        {"entrant": 2, "seconds": 180},
    ]
    assert match["next_game"] == {"stage": 6, "game": 1, "white": 1, "black": 2}


def test_walkovers_and_empty_places():
    knockout = rule(a_knockout(4), "M1", RulingKind.DOUBLE_FORFEIT, 0).knockout
    knockout = rule(knockout, "M2", RulingKind.WALKOVER, 3).knockout
    matches = by_id(bracket_view(knockout))
    assert [side["mark"] for side in matches["M1"]["sides"]] == ["-", "-"]
    assert [side["mark"] for side in matches["M2"]["sides"]] == ["+", "-"]
    assert matches["M3"]["sides"][0]["empty"] and matches["M3"]["sides"][0]["entrant"] is None
    assert (matches["M3"]["how"], matches["M3"]["winner"]) == ("walkover", 3)
    assert matches["M1"]["winner"] is None and matches["M1"]["status"] == "decided"


def test_everything_is_plain_json():
    for knockout in (
        a_knockout(12, Policy.POTS, 3, places_to=8),
        play_out(a_knockout(12, double_elimination=True)),
        a_knockout(9, reseeding=True),
        start_consolation(
            play_out(a_knockout(8, consolation=ConsolationField.ROUND_1), until=1)
        ).knockout,
    ):
        view = bracket_view(knockout)
        assert json.loads(json.dumps(view)) == view
        assert {match["id"] for match in view["matches"]} == set(resolve(knockout).matches)


def test_a_second_grand_final_counts_once_it_is_certain():
    knockout = a_knockout(2, double_elimination=True)
    assert bracket_view(knockout)["match_count"] == 2
    knockout = win(knockout, "M1", 1)
    assert bracket_view(win(knockout, "GF1", 1))["match_count"] == 2
    assert bracket_view(win(knockout, "GF1", 2))["match_count"] == 3


def test_sources_with_reseeding_are_ranks():
    match = by_id(bracket_view(a_knockout(8, reseeding=True)))["M5"]
    assert [side["source"] for side in match["sides"]] == [
        {"kind": "rank", "round": 1, "rank": 1},
        {"kind": "rank", "round": 1, "rank": 4},
    ]


def test_places_and_consolation_are_shown():
    knockout = play_out(a_knockout(8, consolation=ConsolationField.ROUND_1), until=1)
    view = bracket_view(play_out(start_consolation(knockout).knockout))
    assert view["places"][:2] == [
        {"entrant": 1, "first": 1, "last": 1},
        {"entrant": 2, "first": 2, "last": 2},
    ]
    assert view["consolation"]["declined"] == []
    assert view["consolation"]["places"][0] == {"entrant": 5, "first": 1, "last": 1}
    assert view["finished"] and view["winner"] == 1
