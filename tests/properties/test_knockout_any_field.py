"""What holds for every field of 2 to 300, whatever the results.

Structure is checked for each size; random events with walkovers, withdrawals
and corrections for a sample.  ``EXAMPLES=20`` plays twenty times as many.
"""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairing.knockout.arithmetic import arithmetic
from pairing.knockout.double import RESET_FINAL, GrandFinal
from pairing.knockout.draw import NOBODY, Entrant, Policy, draw_bracket
from pairing.knockout.facts import Facts, Game
from pairing.knockout.ladder import DrawOdds, Stage
from pairing.knockout.picture import bracket_pages
from pairing.knockout.places import places
from pairing.knockout.settings import Settings
from pairing.knockout.state import Knockout, Status, resolve, structure_of
from pairing.knockout.structure import Section
from pairing.knockout.views import bracket_view
from pairing.scoring import Outcome
from tests.support.effort import EFFORT
from tests.support.knockouts import a_knockout, entrants, play_out

SIZES = range(2, 301)
BLOCKS = [SIZES[start : start + 50] for start in range(0, len(SIZES), 50)]
POLICIES = [policy for policy in Policy if policy is not Policy.CROSSED]

events = settings(
    derandomize=True,
    max_examples=40 * EFFORT,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def a_size(block):
    return pytest.mark.parametrize("sizes", block, ids=lambda sizes: f"{sizes[0]}-{sizes[-1]}")


def matches_of(structure, section):
    return [match for match in structure.matches if match.section is section]


# -------------------------------------------------------------------------- structure


@a_size(BLOCKS)
def test_a_single_knockout_has_exactly_n_minus_1_matches_and_byes_only_in_round_1(sizes):
    for players in sizes:
        structure = structure_of(a_knockout(players))
        numbers = arithmetic(players)
        assert len(structure.matches) == players - 1
        assert [match.id for match in structure.matches] == [f"M{n}" for n in range(1, players)]
        assert len(structure.rounds) == numbers.rounds
        first, *later = structure.rounds
        assert sum(bool(position.match) for position in first.positions) == (
            numbers.first_round_matches
        )
        assert sum(position.source is not None for position in first.positions) == numbers.byes
        assert all(position.match for each in later for position in each.positions)


@a_size(BLOCKS)
def test_a_double_elimination_has_2n_minus_2_or_2n_minus_1_matches(sizes):
    for players in sizes:
        structure = structure_of(a_knockout(players, double_elimination=True))
        assert len(matches_of(structure, Section.MAIN)) == players - 1
        assert len(matches_of(structure, Section.LOSERS)) == players - 2
        assert len(structure.matches) == 2 * players - 1
        for each in structure.rounds:
            if each.section is Section.MAIN and each.round > 1:
                assert all(position.match for position in each.positions)


@a_size(BLOCKS)
def test_every_winner_and_loser_goes_to_at_most_one_place(sizes):
    for players in sizes:
        for options in ({}, {"double_elimination": True}, {"places_to": 8}):
            structure = structure_of(a_knockout(players, **options))
            sources = [
                (source.kind, source.match, source.entrant)
                for match in structure.matches
                for source in match.sources
            ]
            assert len(set(sources)) == len(sources)
            seen = set()
            for match in structure.matches:
                assert all(source.match in seen or not source.match for source in match.sources)
                seen.add(match.id)
            sessions = {match.id: match.session for match in structure.matches}
            for match in structure.matches:
                assert all(
                    sessions[source.match] < match.session
                    for source in match.sources
                    if source.match
                )


# ------------------------------------------------------------------------- favourites


@a_size(BLOCKS)
def test_if_favourites_win_every_rounds_pairs_sum_to_its_field_plus_one(sizes):
    for players in sizes:
        state = resolve(won_by_favourites(a_knockout(players)))
        assert state.finished and state.stale.games == ()
        size = arithmetic(players).size
        for match in state.matches.values():
            field = size >> (match.match.round - 1)
            assert sum(match.people) == field + 1
        assert state.final.people in ((1, 2), (2, 1)) and state.winner == 1
        met = [set(match.people) for match in state.matches.values()]
        assert met.count({1, 2}) == 1


@a_size(BLOCKS)
def test_seeds_1_and_2_can_meet_in_the_final_only(sizes):
    for players in sizes:
        slots = draw_bracket(entrants(players), Policy.SEEDED).slots
        half = len(slots) // 2
        assert slots.index(1) < half <= slots.index(2)


def won_by_favourites(knockout):
    """All games of a single knockout at once: the smaller number wins every match."""
    winner = {}
    games = []
    for match in structure_of(knockout).matches:
        one, other = (winner.get(source.match, source.entrant) for source in match.sources)
        best, worst = sorted((one, other))
        winner[match.id] = best
        games.append(Game(match.id, 1, 1, best, worst, Outcome.WIN, Outcome.LOSS))
    return replace(knockout, facts=Facts(games=tuple(games)))


# ----------------------------------------------------------------------- random events


def chooser(rng):
    """Somebody wins, with a slight favour for the better seed."""

    def choose(state):
        return min(state.people) if rng.random() < 0.6 else max(state.people)

    return choose


@st.composite
def played_events(draw):
    """A finished event of 2 to 300 with some walkovers and absences."""
    players = draw(st.integers(2, 24) | st.integers(2, 300))
    rng = random.Random(draw(st.integers(0, 2**32)))
    double = draw(st.booleans())
    options = Settings(
        ladder=(Stage(1, draw_odds=DrawOdds.BLACK),),
        double_elimination=double,
        grand_final=draw(st.sampled_from(GrandFinal)),
        places_to=2 if double else draw(st.sampled_from((2, 4, 8, 16))),
        reseeding=False if double else draw(st.booleans()),
    )
    policy = draw(st.sampled_from(POLICIES))
    if policy is Policy.RANDOM:
        options = replace(options, reseeding=False)
    people = [Entrant(number) for number in range(1, players + 1)]
    return Knockout(options, draw_bracket(people, policy, rng.getrandbits(32))), rng


@events
@given(played_events())
def test_every_result_leaves_one_winner_and_everybody_else_out(event):
    knockout, rng = event
    finished = play_out(knockout, chooser(rng))
    state = resolve(finished)
    players = {entrant for entrant in finished.draw.current if entrant != NOBODY}
    losses = dict.fromkeys(players, 0)
    played = dict.fromkeys(players, 0)
    for match in state.matches.values():
        if match.status is Status.NOT_NEEDED:
            continue
        assert match.status is Status.DECIDED and len(set(match.people)) == 2
        for entrant in match.people:
            played[entrant] += 1
        if match.match.section is not Section.PLACES:
            losses[match.loser] += 1
    double = finished.settings.double_elimination
    reset = double and finished.settings.grand_final is GrandFinal.RESET
    assert state.finished and state.winner in players
    single_final = double and not reset
    lost_of = {entrant: losses[entrant] for entrant in players - {state.winner}}
    runner_up = state.final.loser
    if single_final:
        # The unbeaten one is out of a single grand final after one loss.
        assert lost_of.pop(runner_up) in (1, 2)
    assert set(lost_of.values()) <= {2 if double else 1}
    assert losses[state.winner] <= (1 if double else 0)
    assert min(played.values()) >= (2 if double else 1)
    total = sum(m.status is Status.DECIDED for m in state.matches.values())
    if double:
        assert total == 2 * len(players) - 2 + (
            reset and state.matches[RESET_FINAL].status is Status.DECIDED
        )
    elif finished.settings.places_to == 2:
        assert total == len(players) - 1
    check_places(finished, state, players)


def check_places(knockout, state, players):
    """Everybody has a place; shared places are as many as people share them."""
    found = places(knockout, state)
    assert {place.entrant for place in found} == players and len(found) == len(players)
    groups = {}
    for place in found:
        groups.setdefault((place.first, place.last), []).append(place.entrant)
    following = 1
    for (first, last), group in sorted(groups.items()):
        assert first == following and last == first + len(group) - 1
        following = last + 1
    assert found[0].entrant == state.winner


@events
@given(played_events())
def test_nobody_is_in_two_matches_of_a_session_and_the_picture_can_be_drawn(event):
    knockout, rng = event
    half = play_out(knockout, chooser(rng), until=rng.randrange(1, 6))
    state = resolve(half)
    assert state.stale.matches() == frozenset()
    sessions = {}
    for match in state.matches.values():
        for entrant in match.people:
            key = (match.match.session, entrant)
            assert key not in sessions
            sessions[key] = match.match.id
    view = bracket_view(half)
    shown = {p["match"] for each in view["rounds"] for p in each["positions"] if p["match"]}
    assert shown == set(state.matches)
    assert all(page.startswith("<svg ") for page in bracket_pages(half, {}))
