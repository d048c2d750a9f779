"""Section 6: the stages of a match, presets, and ladders that are refused."""

import json

import pytest

from pairing.knockout.double import GrandFinal
from pairing.knockout.draw import Policy
from pairing.knockout.ladder import (
    DECIDERS,
    MAIN_GAMES,
    ColourPolicy,
    DrawOdds,
    Stage,
    check_ladder,
    ladder_as_json,
    ladder_from_json,
    preset,
)
from pairing.knockout.settings import (
    ConsolationField,
    Settings,
    check_settings,
    settings_as_json,
    settings_from_json,
)
from tests.support.knockouts import SHORT, refused

LAST = Stage(1, draw_odds=DrawOdds.BLACK)


def test_the_ladder_of_the_world_cup_2025():
    ladder = preset("two_games", "world_cup_2025")
    assert [(stage.games, stage.time_control, stage.rated) for stage in ladder] == [
        (2, "5400+30", "standard"),
        (2, "900+10", "rapid"),
        (2, "600+10", "rapid"),
        (2, "300+3", "blitz"),
        (2, "180+2", "blitz"),
        (1, "240+2", ""),
    ]
    assert ladder[-1].colours is ColourPolicy.BID and ladder[-1].bid_limit == 240
    assert [stage.draw_odds for stage in ladder] == [DrawOdds.NONE] * 5 + [DrawOdds.BLACK]


def test_the_ladder_for_clubs_is_two_blitz_games_then_armageddon():
    ladder = preset("one_game", "two_blitz_armageddon", time_control="3600+30")
    assert [(stage.games, stage.time_control) for stage in ladder] == [
        (1, "3600+30"),
        (2, "300+3"),
        (1, "W300-B240"),
    ]
    assert Settings().ladder == preset("one_game", "two_blitz_armageddon")


@pytest.mark.parametrize(
    ("decider", "time_control"), [("armageddon_5_4", "W300-B240"), ("armageddon_10_8", "W600-B480")]
)
def test_armageddon_at_once(decider, time_control):
    ladder = preset("four_games", decider)
    assert [stage.games for stage in ladder] == [4, 1]
    assert ladder[1] == Stage(1, time_control, draw_odds=DrawOdds.BLACK)


def test_the_higher_seed_goes_through_on_a_draw():
    assert preset("one_game", "higher_seed") == (
        Stage(1, "5400+30", draw_odds=DrawOdds.HIGHER_SEED, rated="standard"),
    )


@pytest.mark.parametrize("main", MAIN_GAMES)
@pytest.mark.parametrize("decider", DECIDERS)
def test_every_preset_can_be_played_and_stored(main, decider):
    ladder = preset(main, decider)
    check_ladder(ladder)
    assert ladder_from_json(json.loads(json.dumps(ladder_as_json(ladder)))) == ladder


def test_tossing_a_coin_is_refused_with_what_to_announce_instead():
    with refused("ladder.coin_toss", instead="higher_seed"):
        preset("one_game", "coin_toss")
    with refused("ladder.coin_toss", instead="higher_seed"):
        ladder_from_json([{"games": 1}, {"games": 1, "draw_odds": "coin_toss"}])


def test_unknown_presets_are_refused():
    with refused("ladder.unknown_preset", preset="six_games", known=sorted(MAIN_GAMES)):
        preset("six_games", "higher_seed")
    with refused("ladder.unknown_preset", preset="dice", known=sorted(DECIDERS)):
        preset("one_game", "dice")


@pytest.mark.parametrize(
    ("ladder", "code", "params"),
    [
        ((Stage(1),), "ladder.can_end_level", {"stage": 1}),
        ((Stage(2), Stage(2)), "ladder.can_end_level", {"stage": 2}),
        ((), "ladder.stage_count", {"stages": 0, "most": 12}),
        ((Stage(1),) * 12 + (LAST,), "ladder.stage_count", {"stages": 13}),
        ((LAST, LAST), "ladder.stage_unreachable", {"stage": 2}),
        (
            (Stage(2, draw_odds=DrawOdds.HIGHER_SEED), LAST),
            "ladder.stage_unreachable",
            {"stage": 2},
        ),
        ((Stage(0), LAST), "ladder.game_count", {"stage": 1, "games": 0, "most": 24}),
        ((Stage(25), LAST), "ladder.game_count", {"stage": 1, "games": 25}),
        ((Stage(2, draw_odds=DrawOdds.BLACK),), "ladder.odds_need_one_game", {"games": 2}),
        (
            (Stage(2, colours=ColourPolicy.BID, bid_limit=240), LAST),
            "ladder.odds_need_one_game",
            {"stage": 1},
        ),
        ((Stage(1, colours=ColourPolicy.BID), LAST), "ladder.bid_limit", {"stage": 1, "value": 0}),
        ((Stage(1, bid_limit=9), LAST), "ladder.bid_limit", {"stage": 1, "value": 9}),
        ((Stage(1, "G/60 d5"), LAST), "ladder.time_control", {"stage": 1, "value": "G/60 d5"}),
        ((Stage(1, rated="bullet"), LAST), "ladder.rated_list", {"stage": 1, "value": "bullet"}),
        ((Stage(1, draw_odds=DrawOdds.UNBEATEN),), "ladder.odds_unknown", {"value": "unbeaten"}),
    ],
)
def test_a_ladder_that_cannot_be_played_to_a_decision_is_refused(ladder, code, params):
    with refused(code, **params):
        check_ladder(ladder)


@pytest.mark.parametrize(
    ("data", "code", "params"),
    [
        ({"games": 1}, "ladder.malformed", {"stage": 0}),
        ("one_game", "ladder.malformed", {"stage": 0}),
        ([1], "ladder.malformed", {"stage": 1}),
        ([{"games": 1}, {"speed": 1}], "ladder.malformed", {"stage": 2}),
        ([{"games": "1"}], "ladder.malformed", {"stage": 1, "member": "games"}),
        ([{"games": True}], "ladder.malformed", {"stage": 1, "member": "games"}),
        ([{"rated": None}], "ladder.malformed", {"stage": 1, "member": "rated"}),
        ([{"draw_odds": "white"}], "ladder.odds_unknown", {"stage": 1, "value": "white"}),
        ([{"draw_odds": "unbeaten"}], "ladder.odds_unknown", {"stage": 1, "value": "unbeaten"}),
        ([{"colours": "both"}], "ladder.colours_unknown", {"stage": 1, "value": "both"}),
        ([{"games": 2}], "ladder.can_end_level", {"stage": 1}),
    ],
)
def test_stored_ladders_are_checked(data, code, params):
    with refused(code, **params):
        ladder_from_json(data)


@pytest.mark.parametrize(
    "code", ["", "5400+30", "3600", "40/5400+30:1800+30", "30/7200:3600", "W360-B240"]
)
def test_time_controls_are_written_as_in_report_files(code):
    check_ladder((Stage(1, code), LAST))


# -------------------------------------------------------------------------- settings


@pytest.mark.parametrize("places", [-2, 0, 1, 3, 6])
def test_places_are_played_for_down_to_a_power_of_two(places):
    with refused("knockout.places_to", places_to=places):
        check_settings(Settings(places_to=places), Policy.SEEDED)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("places_to", 4),
        ("reseeding", True),
        ("consolation", ConsolationField.ROUND_1),
    ],
)
def test_options_that_do_not_go_with_double_elimination(option, value):
    check_settings(Settings(**{option: value}), Policy.SEEDED)
    with refused("knockout.not_with_double_elimination", option=option):
        check_settings(Settings(double_elimination=True, **{option: value}), Policy.SEEDED)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("ladder", preset("one_game", "higher_seed")),
        ("final_ladder", (Stage(2, colours=ColourPolicy.BLACK_TO_HIGHER_SEED), LAST)),
        ("ladder", (Stage(2, colours=ColourPolicy.ALTERNATE), LAST)),
        ("reseeding", True),
        ("places_by_seed", True),
    ],
)
def test_a_random_draw_has_no_seeds_to_decide_anything(option, value):
    check_settings(Settings(**{option: value}), Policy.TOP2)
    with refused("knockout.needs_seeds", option=option):
        check_settings(Settings(**{option: value}), Policy.RANDOM)


def test_settings_survive_storing():
    settings = Settings(
        ladder=SHORT,
        final_ladder=preset("four_games", "world_cup_2025"),
        double_elimination=True,
        grand_final=GrandFinal.DRAW_ODDS,
        places_to=8,
        reseeding=True,
        consolation=ConsolationField.FIRST_MATCH,
        places_by_seed=True,
    )
    assert settings_from_json(json.loads(json.dumps(settings_as_json(settings)))) == settings
    assert settings_from_json({}) == Settings()


@pytest.mark.parametrize(
    ("data", "member"),
    [
        ([], ""),
        ({"speed": 1}, "speed"),
        ({"reseeding": 1}, "reseeding"),
        ({"places_to": "4"}, "places_to"),
        ({"places_to": True}, "places_to"),
        ({"grand_final": "twice"}, "grand_final"),
        ({"grand_final": []}, "grand_final"),
        ({"consolation": None}, "consolation"),
    ],
)
def test_stored_settings_are_checked(data, member):
    with refused("knockout.settings_malformed", member=member):
        settings_from_json(data)
