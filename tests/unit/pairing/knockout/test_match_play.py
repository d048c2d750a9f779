"""Sections 5 and 6: colours, when a stage and a match are decided, bids, draw odds."""

from collections import Counter

import pytest

from pairing.knockout.actions import enter_bid, enter_game, remove_game
from pairing.knockout.ladder import ColourPolicy, DrawOdds, Stage, preset
from pairing.knockout.state import How, Status, resolve
from pairing.scoring import Outcome
from tests.support.knockouts import RESULTS, a_knockout, enter, refused, win, wins

CLUB = preset("one_game", "two_blitz_armageddon")
WORLD_CUP = preset("two_games", "world_cup_2025")
PINNED_WHITES = [1, 17, 9, 25, 5, 12, 13, 29, 3, 19, 22, 6, 7, 10, 15, 2]
LAST = Stage(1, draw_odds=DrawOdds.BLACK)


def match(knockout, name="M1"):
    return resolve(knockout).matches[name]


def play(knockout, *results, name="M1"):
    for result in results:
        knockout = enter(knockout, name, result)
    return knockout


def whites(knockout, results, name="M1"):
    """Who had White in each game."""
    found = []
    for result in results:
        found.append(match(knockout, name).next_game.white)
        knockout = enter(knockout, name, result)
    return found


# --------------------------------------------------------------------------- deciding


def test_one_game_decides_if_it_is_won():
    decided = match(win(a_knockout(2, ladder=CLUB), "M1", 2))
    assert (decided.status, decided.winner, decided.loser) == (Status.DECIDED, 2, 1)
    assert decided.how is How.GAMES and decided.next_game is None
    assert len(decided.stages) == 1


def test_a_drawn_game_opens_the_next_stage_and_advances_nobody():
    running = match(play(a_knockout(2, ladder=CLUB), "="))
    assert running.status is Status.RUNNING and running.winner is None
    assert [stage.points for stage in running.stages] == [(5, 5), (0, 0)]
    assert running.stages[0].over and not running.stages[1].over


def test_two_games_are_won_by_more_than_half_of_the_points():
    knockout = a_knockout(2, ladder=WORLD_CUP)
    half = play(wins(knockout, ("M1", 1)), "=")
    assert match(half).winner == 1 and match(half).stages[0].points == (15, 5)
    assert match(wins(knockout, ("M1", 1))).status is Status.RUNNING
    assert match(wins(knockout, ("M1", 1), ("M1", 2))).winner is None


@pytest.mark.parametrize(
    ("games", "played"),
    [(4, ["1", "1", "="]), (4, ["1", "=", "1"]), (2, ["1", "1"]), (3, ["1", "1"])],
)
def test_leftover_games_of_a_decided_stage_are_not_played(games, played):
    knockout = a_knockout(2, ladder=(Stage(games), LAST))
    for step in played:
        assert match(knockout).status is not Status.DECIDED
        knockout = win(knockout, "M1", 1) if step == "1" else play(knockout, "=")
    assert match(knockout).winner == 1
    with refused("knockout.match_decided", match="M1", how="games"):
        play(knockout, "=")


def test_the_winner_is_that_of_the_first_uneven_stage():
    knockout = a_knockout(2, ladder=WORLD_CUP)
    knockout = play(knockout, "=", "=", "=", "=")
    knockout = wins(knockout, ("M1", 2), ("M1", 1))
    assert [stage.points for stage in match(knockout).stages] == [(10, 10)] * 3 + [(0, 0)]
    knockout = play(wins(knockout, ("M1", 2)), "=")
    decided = match(knockout)
    assert decided.winner == 2
    assert [stage.points for stage in decided.stages] == [(10, 10)] * 3 + [(5, 15)]


def test_a_draw_in_the_last_stage_is_recorded_as_a_draw_and_the_match_as_blacks():
    knockout = play(a_knockout(2, ladder=CLUB), "=", "=", "=")
    black = match(knockout).next_game.black
    decided = match(play(knockout, "="))
    assert decided.winner == black and decided.how is How.DRAW_ODDS
    assert decided.stages[2].points == (5, 5)
    assert decided.stages[2].games[0].white_outcome is Outcome.DRAW


def test_white_wins_an_armageddon_game_by_winning_it():
    knockout = play(a_knockout(2, ladder=(LAST,)))
    white = match(knockout).next_game.white
    decided = match(play(knockout, "1-0"))
    assert (decided.winner, decided.how) == (white, How.GAMES)


def test_the_higher_seed_goes_through_on_a_draw_if_that_was_announced():
    knockout = a_knockout(4, ladder=preset("one_game", "higher_seed"))
    first, second = match(play(knockout, "=")), match(play(knockout, "=", name="M2"), "M2")
    assert (first.winner, first.how) == (1, How.HIGHER_SEED)
    assert (second.winner, second.how) == (2, How.HIGHER_SEED)
    assert match(win(knockout, "M1", 4)).winner == 4


def test_the_side_with_draw_odds_needs_no_game_once_it_cannot_be_overtaken():
    knockout = a_knockout(2, ladder=(Stage(2, draw_odds=DrawOdds.HIGHER_SEED),))
    assert match(win(knockout, "M1", 1)).how is How.HIGHER_SEED
    assert match(win(knockout, "M1", 2)).status is Status.RUNNING
    assert match(wins(knockout, ("M1", 2), ("M1", 1))).winner == 1
    assert match(play(win(knockout, "M1", 2), "=")).winner == 2


@pytest.mark.parametrize("ladder", [CLUB, WORLD_CUP, preset("one_game", "higher_seed"), (LAST,)])
@pytest.mark.parametrize("result", ["--", "0-0"])
def test_a_stage_in_which_nobody_scored_is_lost_by_both(ladder, result):
    knockout = a_knockout(4, ladder=ladder)
    knockout = play(knockout, *[result] * ladder[0].games)
    decided = match(knockout)
    assert (decided.winner, decided.how) == (0, How.DOUBLE_FORFEIT)
    knockout = (
        win(knockout, "M2", 2) if ladder[0].games == 1 else wins(knockout, ("M2", 2), ("M2", 2))
    )
    assert match(knockout, "M3").winner == 2 and match(knockout, "M3").how is How.WALKOVER


def test_a_stage_with_one_game_lost_by_both_goes_to_the_winner_of_the_others():
    knockout = a_knockout(2, ladder=WORLD_CUP)
    assert match(win(play(knockout, "--"), "M1", 2)).winner == 2
    assert match(play(win(knockout, "M1", 2), "0-0")).winner == 2
    level = match(play(knockout, "0-0", "="))
    assert level.winner is None and len(level.stages) == 2


def test_a_match_won_by_a_forfeited_game_only_is_a_walkover():
    decided = match(play(a_knockout(2, ladder=CLUB), "+-"))
    assert decided.how is How.WALKOVER and decided.winner == decided.stages[0].games[0].white
    over_board = match(play(a_knockout(2, ladder=CLUB), "=", "+-", "+-"))
    assert over_board.how is None  # colours are exchanged: one forfeit win each
    assert match(play(a_knockout(2, ladder=CLUB), "=", "+-", "-+")).how is How.GAMES


@pytest.mark.parametrize(
    ("white", "black"),
    [
        (Outcome.WIN, Outcome.WIN),
        (Outcome.WIN, Outcome.DRAW),
        (Outcome.UNKNOWN, Outcome.UNKNOWN),
        (Outcome.ADJOURNED, Outcome.ADJOURNED),
        (Outcome.PAIRING_ALLOCATED_BYE, Outcome.ZERO_POINT_BYE),
        (Outcome.FORFEIT_WIN, Outcome.LOSS),
        (Outcome.HALF_POINT_BYE, Outcome.HALF_POINT_BYE),
    ],
)
def test_impossible_results_are_refused(white, black):
    knockout = a_knockout(2)
    with refused("knockout.outcome_impossible", white=white.value, black=black.value):
        enter_game(knockout, "M1", white, black)


def test_a_penalty_counts_for_the_points():
    knockout = a_knockout(2, ladder=CLUB)
    white = match(knockout).next_game.white
    decided = match(enter_game(knockout, "M1", Outcome.DRAW, Outcome.LOSS).knockout)
    assert decided.winner == white and sorted(decided.stages[0].points) == [0, 5]


# -------------------------------------------------------------------- order of entering


def test_games_are_entered_one_after_the_other():
    knockout = a_knockout(4, ladder=WORLD_CUP)
    with refused(
        "knockout.game_out_of_turn", match="M1", stage=1, game=2, next_stage=1, next_game=1
    ):
        enter(knockout, "M1", "=", stage=1, number=2)
    with refused("knockout.game_out_of_turn", stage=2, game=1):
        enter(knockout, "M1", "=", stage=2)
    with refused("knockout.match_unknown", match="M9"):
        enter(knockout, "M9", "=")
    with refused("knockout.match_pending", match="M3", sides=[None, None]):
        enter(knockout, "M3", "=")
    assert knockout == a_knockout(4, ladder=WORLD_CUP)


def test_a_game_is_taken_back():
    knockout = play(a_knockout(2, ladder=CLUB), "=", "=")
    back = remove_game(knockout, "M1", stage=2, number=1).knockout
    assert back == play(a_knockout(2, ladder=CLUB), "=")
    with refused("knockout.game_unknown", match="M1", stage=3, game=1):
        remove_game(knockout, "M1", stage=3, number=1)


def test_a_correction_that_makes_later_games_superfluous_clears_them_when_confirmed():
    knockout = play(a_knockout(2, ladder=CLUB), "=", "=", "=")
    with refused("knockout.dependents", match="M1", dependents=["M1"]):
        enter(knockout, "M1", "1-0", stage=1, number=1)
    white = match(knockout).stages[0].games[0].white
    change = enter_game(knockout, "M1", *RESULTS["1-0"], stage=1, number=1, confirm=True)
    assert change.cleared == ("M1",)
    assert match(change.knockout).winner == white
    assert len(change.knockout.facts.games) == 1


def test_a_correction_inside_an_open_match_is_free():
    knockout = play(a_knockout(2, ladder=WORLD_CUP), "1-0")
    corrected = enter(knockout, "M1", "0-1", stage=1, number=1)
    assert match(corrected).stages[0].games[0].black_outcome is Outcome.WIN
    assert len(corrected.facts.games) == 1


# ---------------------------------------------------------------------------- colours


def test_colours_are_exchanged_inside_each_stage():
    knockout = a_knockout(2, ladder=(Stage(4), Stage(2), LAST))
    found = whites(knockout, ["="] * 6)
    assert found[0] == found[2] != found[1] == found[3]
    assert found[4] != found[5]


def test_lots_for_colours_come_from_the_seed_of_the_draw():
    def first_whites(seed):
        state = resolve(a_knockout(64, seed=seed))
        return [each.next_game.white for each in state.matches.values() if each.next_game]

    assert first_whites(1) == first_whites(1) != first_whites(2)
    upper = Counter(match(a_knockout(2, seed=seed)).next_game.white == 1 for seed in range(1000))
    assert 420 < upper[True] < 580


def test_pinned_lots():
    """Pinned: another Python version or machine must draw the same colours."""
    state = resolve(a_knockout(32, seed=2026))
    assert [
        each.next_game.white for each in state.matches.values() if each.next_game
    ] == PINNED_WHITES


def test_black_goes_to_the_higher_seed():
    ladder = (Stage(2, colours=ColourPolicy.BLACK_TO_HIGHER_SEED), LAST)
    state = resolve(a_knockout(8, ladder=ladder))
    assert {each.next_game.black for each in state.matches.values() if each.next_game} == {
        1,
        2,
        3,
        4,
    }
    assert whites(a_knockout(8, ladder=ladder), ["=", "="]) == [8, 1]


def test_the_higher_seed_alternates_by_round():
    ladder = (Stage(1, colours=ColourPolicy.ALTERNATE), LAST)
    knockout = a_knockout(8, ladder=ladder)
    assert {match(knockout, f"M{number}").next_game.white for number in range(1, 5)} == {1, 2, 3, 4}
    for number in range(1, 5):
        knockout = play(knockout, "1-0", name=f"M{number}")
    assert {match(knockout, name).next_game.black for name in ("M5", "M6")} == {1, 2}


def test_colours_can_be_entered_as_they_were_played():
    knockout = a_knockout(4, ladder=CLUB)
    due = match(knockout).next_game
    played = enter(knockout, "M1", "1-0", white=due.black)
    assert match(played).winner == due.black
    with refused("knockout.white_impossible", match="M1", white=2):
        enter(knockout, "M1", "1-0", white=2)
    kept = enter(played, "M1", "0-1", stage=1, number=1)
    assert match(kept).stages[0].games[0].white == due.black


# ------------------------------------------------------------------------------- bids


def at_the_bids():
    return play(a_knockout(2, ladder=WORLD_CUP), *["="] * 10)


def test_the_lower_bid_plays_black_with_its_time():
    knockout = at_the_bids()
    waiting = match(knockout).next_game
    assert (waiting.stage, waiting.number, waiting.white, waiting.black) == (6, 1, None, None)
    with refused("knockout.colours_unknown", match="M1", stage=6):
        play(knockout, "=")
    one = enter_bid(knockout, "M1", 1, 200).knockout
    assert match(one).next_game.white is None
    both = enter_bid(one, "M1", 2, 185).knockout
    assert (match(both).next_game.white, match(both).next_game.black) == (1, 2)
    assert match(play(both, "=")).winner == 2
    again = enter_bid(both, "M1", 1, 150).knockout
    assert match(again).next_game.black == 1
    assert [bid.seconds for bid in again.facts.bids] == [185, 150]


def test_equal_bids_draw_lots_for_the_colours():
    seen = set()
    for seed in range(20):
        knockout = play(a_knockout(2, ladder=WORLD_CUP, seed=seed), *["="] * 10)
        knockout = enter_bid(enter_bid(knockout, "M1", 1, 180).knockout, "M1", 2, 180).knockout
        seen.add(match(knockout).next_game.white)
    assert seen == {1, 2}


def test_bids_are_checked():
    knockout = at_the_bids()
    for seconds in (0, -5, 241):
        with refused("knockout.bid_impossible", seconds=seconds, limit=240):
            enter_bid(knockout, "M1", 1, seconds)
    with refused("knockout.not_in_match", match="M1", entrant=3):
        enter_bid(knockout, "M1", 3, 100)
    with refused("knockout.no_bids", match="M1", stage=1):
        enter_bid(a_knockout(2, ladder=WORLD_CUP), "M1", 1, 100)
    with refused("knockout.match_decided", match="M1"):
        enter_bid(win(win(a_knockout(2, ladder=WORLD_CUP), "M1", 1), "M1", 1), "M1", 1, 9)


def test_colours_given_by_bids_cannot_be_entered_otherwise():
    knockout = enter_bid(enter_bid(at_the_bids(), "M1", 1, 200).knockout, "M1", 2, 185).knockout
    with refused("knockout.white_impossible", match="M1", white=2):
        enter(knockout, "M1", "1-0", white=2)


def test_bids_are_cleared_with_the_stage_they_were_made_for():
    knockout = enter_bid(at_the_bids(), "M1", 1, 200).knockout
    with refused("knockout.dependents", dependents=["M1"]):
        enter(knockout, "M1", "1-0", stage=5, number=2)
    cleared = enter(knockout, "M1", "1-0", stage=5, number=2, confirm=True)
    assert cleared.facts.bids == ()
