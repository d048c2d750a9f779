"""Section 7: walkovers, double forfeits, withdrawals, disqualifications, corrections."""

from dataclasses import replace

import pytest

from pairing.knockout.actions import remove_ruling, rule
from pairing.knockout.corrections import dependents
from pairing.knockout.departures import disqualify, readmit, withdraw
from pairing.knockout.facts import DepartureKind, RulingKind
from pairing.knockout.ladder import DrawOdds, Stage
from pairing.knockout.places import places
from pairing.knockout.setup import call_reserve
from pairing.knockout.state import How, Status, resolve
from pairing.knockout.views import notices
from tests.support.knockouts import a_knockout, enter, refused, win, wins

WALKOVER, DOUBLE = RulingKind.WALKOVER, RulingKind.DOUBLE_FORFEIT
DECISION = RulingKind.DECISION
TWO = (Stage(2), Stage(1, draw_odds=DrawOdds.BLACK))


def match(knockout, name):
    return resolve(knockout).matches[name]


def ruled(knockout, name, kind, winner, **details):
    return rule(knockout, name, kind, winner, **details).knockout


def semi_finals():
    """Eight players, round 1 played by the favourites: M5 is 1-4, M6 is 3-2."""
    return wins(a_knockout(8), ("M1", 1), ("M2", 4), ("M3", 3), ("M4", 2))


def reversed_result(knockout, name):
    """The result that gives the decided one-game match to the other side."""
    state = match(knockout, name)
    return "0-1" if state.stages[0].games[0].white == state.winner else "1-0"


# -------------------------------------------------------------------------- walkovers


def test_a_walkover_advances_the_one_who_is_there():
    state = match(ruled(a_knockout(8), "M1", WALKOVER, 8), "M1")
    assert (state.status, state.winner, state.loser) == (Status.DECIDED, 8, 1)
    assert state.how is How.WALKOVER and state.next_game is None


def test_a_walkover_may_happen_in_any_round():
    knockout = ruled(win(ruled(semi_finals(), "M5", WALKOVER, 4), "M6", 3), "M7", WALKOVER, 3)
    assert resolve(knockout).winner == 3


def test_a_walkover_after_some_games_keeps_them():
    knockout = ruled(enter(a_knockout(8), "M1", "="), "M1", WALKOVER, 8)
    state = match(knockout, "M1")
    assert (state.winner, state.how) == (8, How.WALKOVER)
    assert len(state.stages[0].games) == 1


def test_after_a_double_forfeit_the_next_opponent_walks_over():
    knockout = ruled(semi_finals(), "M5", DOUBLE, 0)
    state = resolve(knockout)
    assert state.matches["M5"].winner == 0 and state.matches["M5"].how is How.DOUBLE_FORFEIT
    assert state.matches["M7"].sides == (0, None)
    finished = resolve(win(knockout, "M6", 2))
    assert finished.winner == 2 and finished.matches["M7"].how is How.WALKOVER
    with refused("knockout.match_pending", match="M7", sides=[0, 2]):
        enter(win(knockout, "M6", 2), "M7", "1-0")


def test_two_double_forfeits_leave_the_next_match_empty():
    knockout = ruled(ruled(a_knockout(8), "M1", DOUBLE, 0), "M2", DOUBLE, 0)
    state = resolve(knockout)
    assert (state.matches["M5"].winner, state.matches["M5"].how) == (0, How.EMPTY)
    state = resolve(wins(knockout, ("M3", 3), ("M4", 2), ("M6", 3)))
    assert state.winner == 3 and state.finished


def test_a_final_nobody_came_to_waits_for_the_arbiter():
    knockout = ruled(wins(semi_finals(), ("M5", 1), ("M6", 2)), "M7", DOUBLE, 0)
    state = resolve(knockout)
    assert state.winner == 0
    assert notices(knockout, state) == (("knockout.no_winner", {"match": "M7"}),)
    assert [place.entrant for place in places(knockout, state)] == [3, 4, 5, 6, 7, 8]
    decided = ruled(knockout, "M7", DECISION, 2)
    assert resolve(decided).winner == 2 and match(decided, "M7").how is How.DECISION
    assert [place.first for place in places(decided, resolve(decided))][:2] == [1, 2]


def test_nobody_is_first_where_everybody_has_left():
    knockout = a_knockout(4)
    for entrant in (1, 2, 3):
        knockout = withdraw(knockout, entrant).knockout
    found = places(knockout, resolve(knockout))
    assert [(p.entrant, p.first, p.last) for p in found] == [
        (4, 1, 1),
        (1, 2, 4),
        (2, 2, 4),
        (3, 2, 4),
    ]
    knockout = withdraw(knockout, 4).knockout
    state = resolve(knockout)
    assert (state.finished, state.winner, places(knockout, state)) == (True, 0, ())


def test_a_finalist_who_leaves_an_empty_final_is_not_first():
    knockout = ruled(win(a_knockout(4), "M1", 1), "M2", DOUBLE, 0)
    assert resolve(knockout).winner == 1
    knockout = withdraw(knockout, 1).knockout
    state = resolve(knockout)
    assert (state.matches["M3"].how, state.winner) == (How.EMPTY, 0)
    found = places(knockout, state)
    assert [(p.entrant, p.first, p.last) for p in found] == [(2, 2, 4), (3, 2, 4), (4, 2, 4)]


def test_rulings_are_checked():
    knockout = semi_finals()
    with refused("knockout.double_forfeit_winner", match="M5", winner=1):
        ruled(knockout, "M5", DOUBLE, 1)
    with refused("knockout.double_forfeit_winner", match="M5", winner=0):
        ruled(knockout, "M5", WALKOVER, 0)
    with refused("knockout.not_in_match", match="M5", entrant=2):
        ruled(knockout, "M5", WALKOVER, 2)
    with refused("knockout.match_pending", match="M7"):
        ruled(knockout, "M7", WALKOVER, 1)
    with refused("knockout.match_unknown", match="X1"):
        ruled(knockout, "X1", WALKOVER, 1)
    with refused("knockout.match_decided", match="M1"):
        ruled(knockout, "M1", WALKOVER, 8)
    with refused("knockout.winner_left", match="M5", entrant=1):
        ruled(withdraw(knockout, 1).knockout, "M5", DECISION, 1)
    assert knockout == semi_finals()


def test_a_ruling_is_changed_and_taken_back():
    knockout = ruled(a_knockout(8), "M1", WALKOVER, 8)
    assert match(ruled(knockout, "M1", WALKOVER, 1), "M1").winner == 1
    assert len(ruled(knockout, "M1", WALKOVER, 1).facts.rulings) == 1
    assert remove_ruling(knockout, "M1").knockout == a_knockout(8)
    with refused("knockout.ruling_unknown", match="M2"):
        remove_ruling(knockout, "M2")


def test_a_wrongly_entered_walkover_is_corrected_after_the_next_match_only_when_confirmed():
    knockout = win(ruled(semi_finals(), "M5", WALKOVER, 4), "M6", 2)
    knockout = win(knockout, "M7", 4)
    with refused("knockout.dependents", match="M5", dependents=["M7"]):
        remove_ruling(knockout, "M5")
    back = remove_ruling(knockout, "M5", confirm=True)
    assert back.cleared == ("M7",)
    assert back.state.matches["M5"].status is Status.READY
    assert back.state.matches["M7"].status is Status.PENDING


# ------------------------------------------------------------------------- departures


def test_a_withdrawal_between_rounds_gives_the_next_opponent_a_walkover():
    knockout = withdraw(semi_finals(), 1).knockout
    state = resolve(knockout)
    assert (state.matches["M5"].winner, state.matches["M5"].how) == (4, How.WALKOVER)
    assert state.matches["M1"].winner == 1
    assert state.matches["M1"].loser == 8 and 8 not in state.matches["M5"].people


def test_a_withdrawal_in_the_middle_of_a_match_loses_it():
    knockout = withdraw(win(a_knockout(8, ladder=TWO), "M1", 1), 1).knockout
    assert (match(knockout, "M1").winner, match(knockout, "M1").how) == (8, How.WALKOVER)


def test_somebody_with_a_bye_who_withdraws_is_met_by_a_walkover_in_round_2():
    state = resolve(win(withdraw(a_knockout(6), 1).knockout, "M1", 5))
    assert state.matches["M3"].winner == 5 and state.matches["M3"].how is How.WALKOVER


def test_both_withdrawn_is_a_double_forfeit():
    knockout = withdraw(withdraw(semi_finals(), 1).knockout, 4).knockout
    assert (match(knockout, "M5").winner, match(knockout, "M5").how) == (0, How.DOUBLE_FORFEIT)


def test_somebody_left_alone_who_has_left_too_does_not_go_on():
    knockout = withdraw(ruled(semi_finals(), "M5", DOUBLE, 0), 2).knockout
    state = resolve(knockout)
    assert state.matches["M6"].winner == 3
    knockout = withdraw(win(ruled(semi_finals(), "M5", DOUBLE, 0), "M6", 2), 2).knockout
    state = resolve(knockout)
    assert (state.matches["M7"].winner, state.matches["M7"].how) == (0, How.EMPTY)
    assert state.finished


def test_a_withdrawal_is_taken_back_while_nothing_hangs_on_it():
    knockout = withdraw(semi_finals(), 1).knockout
    assert readmit(knockout, 1).knockout == semi_finals()
    played = wins(knockout, ("M6", 2), ("M7", 4))
    with refused("knockout.dependents", dependents=["M7"]):
        readmit(played, 1)
    assert readmit(played, 1, confirm=True).cleared == ("M7",)
    with refused("knockout.not_left", entrant=2):
        readmit(knockout, 2)


def test_departures_are_checked():
    knockout = semi_finals()
    with refused("knockout.entrant_unknown", entrant=99):
        withdraw(knockout, 99)
    with refused("knockout.has_left", entrant=1):
        withdraw(withdraw(knockout, 1).knockout, 1)


def test_disqualified_after_a_win_the_opponent_is_put_back_before_the_next_match():
    change = disqualify(semi_finals(), 1, reinstate_opponent=True)
    state = change.state
    assert (state.matches["M1"].winner, state.matches["M1"].how) == (8, How.DISQUALIFICATION)
    assert state.matches["M1"].stages[0].games
    assert set(state.matches["M5"].people) == {8, 4}
    assert state.matches["M5"].status is Status.READY
    assert change.knockout.facts.departures[0].kind is DepartureKind.DISQUALIFIED


def test_disqualified_after_a_win_the_next_opponent_walks_over_if_the_arbiter_prefers():
    state = disqualify(semi_finals(), 1).state
    assert state.matches["M1"].winner == 1
    assert (state.matches["M5"].winner, state.matches["M5"].how) == (4, How.WALKOVER)


def test_nobody_is_put_back_once_the_next_match_has_begun():
    knockout = enter(semi_finals(), "M5", "=")
    with refused("knockout.next_match_begun", entrant=1, matches=["M5"]):
        disqualify(knockout, 1, reinstate_opponent=True)
    assert disqualify(knockout, 1).state.matches["M5"].winner == 4


def test_nobody_is_put_back_where_nobody_was_beaten():
    with refused("knockout.nothing_won", entrant=1):
        disqualify(a_knockout(8), 1, reinstate_opponent=True)
    with refused("knockout.nothing_won", entrant=1):
        disqualify(withdraw(semi_finals(), 8).knockout, 1, reinstate_opponent=True)
    with refused("knockout.has_left", entrant=1):
        disqualify(withdraw(semi_finals(), 1).knockout, 1)


def test_no_reserve_is_called_after_round_1_has_begun():
    with refused("knockout.started"):
        call_reserve(semi_finals(), 1, 50)


# ------------------------------------------------------------------------ corrections


def test_a_correction_is_free_while_the_next_match_has_no_result():
    knockout = semi_finals()
    corrected = enter(knockout, "M1", reversed_result(knockout, "M1"), stage=1, number=1)
    assert set(match(corrected, "M5").people) == {8, 4}
    assert len(corrected.facts.games) == 4


def test_a_correction_that_changes_no_winner_is_always_free():
    knockout = wins(semi_finals(), ("M5", 1), ("M6", 2), ("M7", 1))
    game = match(knockout, "M1").stages[0].games[0]
    # The same winner with the other colour.
    result = "0-1" if game.white == 1 else "1-0"
    corrected = enter(knockout, "M1", result, stage=1, number=1, white=game.black)
    assert match(corrected, "M1").winner == 1
    assert match(corrected, "M1").stages[0].games[0].white != game.white
    assert resolve(corrected).winner == 1


def test_a_correction_clears_every_match_that_joins_other_people_now():
    knockout = wins(a_knockout(8, places_to=4), ("M1", 1), ("M2", 4), ("M3", 3), ("M4", 2))
    knockout = wins(knockout, ("M5", 1), ("M6", 2), ("M7", 1), ("P1", 4))
    assert dependents(knockout, "M1") == ("M5", "M7", "P1")
    assert dependents(knockout, "M6") == ("M7", "P1")
    assert dependents(knockout, "M7") == ()
    result = reversed_result(knockout, "M1")
    with refused("knockout.dependents", match="M1", dependents=["M5", "M7", "P1"]):
        enter(knockout, "M1", result, stage=1, number=1)
    corrected = enter(knockout, "M1", result, stage=1, number=1, confirm=True)
    state = resolve(corrected)
    assert state.matches["M5"].sides == (8, 4) and state.matches["M5"].status is Status.READY
    assert state.matches["M6"].winner == 2
    assert state.matches["M7"].sides == (None, 2)
    assert [each.match for each in corrected.facts.games] == ["M2", "M3", "M4", "M6", "M1"]


def test_dependents_with_reseeding_are_all_later_rounds():
    knockout = wins(
        a_knockout(8, reseeding=True), ("M1", 1), ("M2", 4), ("M3", 3), ("M4", 2), ("M5", 1)
    )
    assert dependents(knockout, "M4") == ("M5",)
    with refused("knockout.match_unknown", match="M9"):
        dependents(knockout, "M9")


@pytest.mark.parametrize("name", ["M1", "M2", "M3", "M4"])
def test_facts_that_lost_their_ground_are_reported_not_used(name):
    """A knockout that was put together by hand with results of other people."""
    knockout = wins(semi_finals(), ("M5", 1), ("M6", 2))
    foreign = [game for game in knockout.facts.games if game.match != name]
    state = resolve(with_games(knockout, foreign))
    lost = {"M1": "M5", "M2": "M5", "M3": "M6", "M4": "M6"}[name]
    assert {game.match for game in state.stale.games} == {lost}
    assert state.matches[lost].status is Status.PENDING


def with_games(knockout, games):
    return replace(knockout, facts=replace(knockout.facts, games=tuple(games)))
