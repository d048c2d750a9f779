"""Sections 4 and 9: third place and other places, re-seeding, the consolation bracket."""

import pytest

from pairing.knockout.actions import rule
from pairing.knockout.departures import withdraw
from pairing.knockout.draw import Policy
from pairing.knockout.facts import RulingKind
from pairing.knockout.ladder import preset
from pairing.knockout.places import consolation_places, places
from pairing.knockout.settings import ConsolationField
from pairing.knockout.setup import cancel_consolation, start_consolation
from pairing.knockout.state import How, Status, resolve
from tests.support.knockouts import (
    a_knockout,
    enter,
    first_round,
    people_of,
    play_out,
    refused,
    win,
    wins,
)


def placed(knockout):
    return [(p.entrant, p.first, p.last) for p in places(knockout, resolve(knockout))]


# ----------------------------------------------------------------------------- places


def test_without_a_match_both_losing_semi_finalists_are_third():
    assert placed(play_out(a_knockout(8))) == [
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 4),
        (4, 3, 4),
        *[(number, 5, 8) for number in range(5, 9)],
    ]


def test_places_of_twelve_with_a_match_for_third_place():
    assert placed(play_out(a_knockout(12, places_to=4))) == [
        *[(number, number, number) for number in (1, 2, 3, 4)],
        *[(number, 5, 8) for number in range(5, 9)],
        *[(number, 9, 12) for number in range(9, 13)],
    ]


def test_places_by_seed_if_that_was_announced():
    assert placed(play_out(a_knockout(8, places_by_seed=True))) == [
        (number, number, number) for number in range(1, 9)
    ]


def test_places_down_to_8_are_played_for():
    knockout = a_knockout(8, places_to=8)
    state = resolve(knockout)
    assert len(state.matches) == 7 + 1 + 4
    names = [each.name for each in state.structure.rounds if each.section.value == "places"]
    assert names == ["places_3_4", "places_5_8", "places_5_6", "places_7_8"]
    assert placed(play_out(knockout)) == [(number, number, number) for number in range(1, 9)]


def test_places_down_to_8_with_byes_in_round_1():
    """Seven players: three losers of round 1; one of them has a free pass to the match for 5."""
    knockout = play_out(a_knockout(7, places_to=8))
    assert placed(knockout) == [(number, number, number) for number in range(1, 8)]
    assert len(resolve(knockout).matches) == 6 + 1 + 2


def test_places_appear_when_they_are_certain():
    knockout = wins(a_knockout(8), ("M1", 1), ("M2", 4), ("M3", 3))
    assert placed(knockout) == []
    knockout = win(knockout, "M4", 2)
    assert placed(knockout) == [(number, 5, 8) for number in (5, 6, 7, 8)]
    knockout = win(knockout, "M5", 1)
    assert len(placed(knockout)) == 4
    assert placed(win(knockout, "M6", 2))[:2] == [(3, 3, 4), (4, 3, 4)]


def test_if_one_declines_the_match_for_third_place_the_other_is_third():
    knockout = play_out(a_knockout(8, places_to=4), until=2)
    knockout = rule(knockout, "P1", RulingKind.WALKOVER, 4).knockout
    assert placed(win(knockout, "M7", 2))[:4] == [(2, 1, 1), (1, 2, 2), (4, 3, 3), (3, 4, 4)]


def test_after_a_double_forfeit_in_a_semi_final_the_other_loser_is_third():
    knockout = play_out(a_knockout(8, places_to=4), until=1)
    knockout = rule(knockout, "M5", RulingKind.DOUBLE_FORFEIT, 0).knockout
    knockout = win(knockout, "M6", 2)
    state = resolve(knockout)
    assert state.matches["P1"].how is How.WALKOVER and state.winner == 2
    assert placed(knockout)[:4] == [(2, 1, 1), (3, 2, 2), (1, 3, 4), (4, 3, 4)]


def test_everybody_has_exactly_one_place_whatever_was_forfeited():
    knockout = rule(a_knockout(8), "M1", RulingKind.DOUBLE_FORFEIT, 0).knockout
    found = placed(play_out(knockout))
    assert sorted(entrant for entrant, _, _ in found) == list(range(1, 9))
    assert found[-5:] == [(number, 4, 8) for number in (1, 5, 6, 7, 8)]


# ------------------------------------------------------------------------- re-seeding


def test_with_reseeding_the_best_left_meets_the_worst_left():
    knockout = wins(a_knockout(8, reseeding=True), ("M1", 8), ("M2", 5), ("M3", 3))
    assert people_of(resolve(knockout), "M5") == set()
    state = resolve(win(knockout, "M4", 2))
    assert people_of(state, "M5") == {2, 8} and people_of(state, "M6") == {3, 5}


def test_reseeding_with_byes():
    knockout = wins(a_knockout(6, reseeding=True), ("M1", 5), ("M2", 6))
    state = resolve(knockout)
    assert people_of(state, "M3") == {1, 6} and people_of(state, "M4") == {2, 5}
    assert resolve(play_out(knockout)).winner == 1


def test_reseeding_after_a_double_forfeit_gives_the_best_left_the_walkover():
    knockout = rule(a_knockout(8, reseeding=True), "M4", RulingKind.DOUBLE_FORFEIT, 0).knockout
    state = resolve(wins(knockout, ("M1", 1), ("M2", 4), ("M3", 3)))
    assert state.matches["M5"].sides == (1, 0) and state.matches["M5"].winner == 1
    assert people_of(state, "M6") == {3, 4}


def test_a_correction_with_reseeding_clears_only_matches_that_join_others_now():
    knockout = wins(a_knockout(8, reseeding=True), ("M1", 1), ("M2", 4), ("M3", 3), ("M4", 2))
    assert people_of(resolve(knockout), "M6") == {2, 3}
    knockout = wins(knockout, ("M5", 1), ("M6", 2))
    white = resolve(knockout).matches["M2"].stages[0].games[0].white
    result = "1-0" if white == 5 else "0-1"
    with refused("knockout.dependents", match="M2", dependents=["M5"]):
        enter(knockout, "M2", result, stage=1, number=1)
    state = resolve(enter(knockout, "M2", result, stage=1, number=1, confirm=True))
    assert people_of(state, "M5") == {1, 5} and state.matches["M6"].winner == 2


# ------------------------------------------------------------------------ consolation


def with_consolation(field=ConsolationField.ROUND_1, count=8):
    return play_out(a_knockout(count, consolation=field), until=1)


def test_losers_of_round_1_play_their_own_knockout():
    knockout = start_consolation(with_consolation()).knockout
    assert knockout.consolation.draw.order == (5, 6, 7, 8)
    state = resolve(knockout)
    assert people_of(state, "C1") == {5, 8} and people_of(state, "C2") == {6, 7}
    assert state.matches["C1"].match.session == 2
    finished = play_out(knockout)
    found = consolation_places(finished, resolve(finished))
    assert [(p.entrant, p.first, p.last) for p in found] == [
        (5, 1, 1),
        (6, 2, 2),
        (7, 3, 4),
        (8, 3, 4),
    ]
    assert placed(finished)[4:] == [(number, 5, 8) for number in (5, 6, 7, 8)]


def test_the_consolation_bracket_waits_for_round_1():
    knockout = wins(
        a_knockout(8, consolation=ConsolationField.ROUND_1), ("M1", 1), ("M2", 4), ("M3", 3)
    )
    with refused("knockout.round_not_complete"):
        start_consolation(knockout)
    with refused("knockout.no_consolation"):
        start_consolation(play_out(a_knockout(8)))
    with refused("knockout.consolation_drawn"):
        start_consolation(start_consolation(win(knockout, "M4", 2)).knockout)


def test_losers_of_their_first_match_after_a_bye_join_if_that_was_announced():
    knockout = play_out(a_knockout(12, consolation=ConsolationField.FIRST_MATCH), max_seed)
    only_first = play_out(a_knockout(12, consolation=ConsolationField.ROUND_1), max_seed)
    assert start_consolation(only_first).knockout.consolation.draw.order == (5, 6, 7, 8)
    drawn = start_consolation(knockout).knockout
    assert drawn.consolation.draw.order == (1, 2, 3, 4, 5, 6, 7, 8)
    assert resolve(drawn).matches["C1"].match.session == 3
    half = play_out(a_knockout(12, consolation=ConsolationField.FIRST_MATCH), until=1)
    with refused("knockout.round_not_complete"):
        start_consolation(half)


def max_seed(state):
    return max(state.people)


def test_who_declines_or_has_left_is_not_drawn():
    knockout = withdraw(with_consolation(), 8).knockout
    drawn = start_consolation(knockout, declined=frozenset({5})).knockout
    assert drawn.consolation.draw.order == (6, 7)
    assert drawn.consolation.declined == {5, 8}
    with refused("knockout.entrant_unknown", entrant=1):
        start_consolation(knockout, declined=frozenset({1}))
    with refused("knockout.field_size", players=1):
        start_consolation(knockout, declined=frozenset({5, 6}))


def test_who_plays_for_a_place_does_not_play_the_consolation_bracket_at_the_same_time():
    """Found by random events: both matches were open in one session."""
    four = play_out(a_knockout(4, places_to=4, consolation=ConsolationField.ROUND_1), until=1)
    with refused("knockout.field_size", players=0):
        start_consolation(four)
    options = {"consolation": ConsolationField.FIRST_MATCH}
    six = play_out(a_knockout(6, places_to=4, **options), max_seed, until=2)
    assert start_consolation(six).knockout.consolation.draw.order == (3, 4)
    six = play_out(a_knockout(6, **options), max_seed, until=2)
    assert start_consolation(six).knockout.consolation.draw.order == (1, 2, 3, 4)


def test_a_drawn_consolation_bracket_is_repeatable():
    knockout = with_consolation(count=32)
    one = start_consolation(knockout, Policy.RANDOM, 4).knockout
    assert start_consolation(knockout, Policy.RANDOM, 4).knockout == one
    assert start_consolation(knockout, Policy.RANDOM, 5).knockout != one
    seeded = a_knockout(
        8, consolation=ConsolationField.ROUND_1, ladder=preset("one_game", "higher_seed")
    )
    with refused("knockout.needs_seeds", option="ladder"):
        start_consolation(play_out(seeded, until=1), Policy.RANDOM)


def test_a_correction_that_changes_its_field_clears_the_consolation_bracket():
    knockout = win(start_consolation(with_consolation()).knockout, "C1", 5)
    white = resolve(knockout).matches["M1"].stages[0].games[0].white
    result = "0-1" if white == 1 else "1-0"
    with refused("knockout.dependents", match="M1", dependents=["C1", "consolation"]):
        enter(knockout, "M1", result, stage=1, number=1)
    corrected = enter(knockout, "M1", result, stage=1, number=1, confirm=True)
    assert corrected.consolation is None
    assert {game.match for game in corrected.facts.games} == {"M1", "M2", "M3", "M4"}
    assert start_consolation(corrected).knockout.consolation.draw.order == (1, 5, 6, 7)


def test_a_withdrawal_after_the_draw_is_a_walkover_there():
    knockout = withdraw(start_consolation(with_consolation()).knockout, 5).knockout
    state = resolve(knockout)
    assert (state.matches["C1"].winner, state.matches["C1"].how) == (8, How.WALKOVER)


def test_the_consolation_bracket_is_cancelled():
    drawn = start_consolation(with_consolation()).knockout
    assert cancel_consolation(drawn).knockout == with_consolation()
    played = win(drawn, "C1", 5)
    with refused("knockout.dependents", dependents=["C1"]):
        cancel_consolation(played)
    assert cancel_consolation(played, confirm=True).knockout == with_consolation()
    with refused("knockout.no_consolation"):
        cancel_consolation(with_consolation())


def test_nobody_of_the_consolation_bracket_has_met_before():
    knockout = start_consolation(with_consolation(count=16)).knockout
    met = set(first_round(knockout))
    again = [
        tuple(sorted(m.people)) for m in resolve(knockout).matches.values() if m.match.id[0] == "C"
    ]
    assert met.isdisjoint(again)
    assert resolve(knockout).matches["C1"].status is Status.READY


@pytest.mark.parametrize("places_to", [2, 4, 8, 16])
def test_the_number_of_matches_for_places(places_to):
    """16 players: 1, 1 + 1, 8 + 4 and 15 + 17 matches: a full ranking takes N/2 log2 N."""
    extra = {2: 0, 4: 1, 8: 1 + 4, 16: 1 + 4 + 12}[places_to]
    assert len(resolve(a_knockout(16, places_to=places_to)).matches) == 15 + extra
