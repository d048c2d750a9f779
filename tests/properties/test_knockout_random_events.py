"""Random arbiters: results, walkovers, departures and corrections in any order.

After every step the tree must be whole: nothing that was entered contradicts
it, nobody is in two places, what was not confirmed has changed nothing.
"""

import random
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairing.errors import RecordError
from pairing.knockout.actions import enter_bid, enter_game, remove_game, remove_ruling, rule
from pairing.knockout.corrections import dependents
from pairing.knockout.departures import disqualify, readmit, withdraw
from pairing.knockout.double import GrandFinal
from pairing.knockout.draw import NOBODY, Policy
from pairing.knockout.export import record_of_list
from pairing.knockout.facts import RulingKind
from pairing.knockout.ladder import preset
from pairing.knockout.places import consolation_places, places
from pairing.knockout.settings import ConsolationField
from pairing.knockout.setup import start_consolation
from pairing.knockout.state import Status, resolve
from pairing.knockout.views import bracket_view
from pairing.record import Participant, check_record
from tests.support.effort import EFFORT
from tests.support.knockouts import RESULTS, a_knockout

events = settings(
    derandomize=True,
    max_examples=40 * EFFORT,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
PRESETS = [
    preset("one_game", "higher_seed"),
    preset("one_game", "two_blitz_armageddon"),
    preset("two_games", "world_cup_2025"),
    preset("four_games", "armageddon_5_4"),
]
FORMS = [
    {},
    {"places_to": 4},
    {"places_to": 16},
    {"reseeding": True},
    {"consolation": ConsolationField.ROUND_1, "places_to": 4},
    {"consolation": ConsolationField.FIRST_MATCH},
    {"double_elimination": True},
    {"double_elimination": True, "grand_final": GrandFinal.BLACK},
    {"double_elimination": True, "grand_final": GrandFinal.DRAW_ODDS},
]
STEPS = {
    "game": 50,
    "correct": 8,
    "remove": 3,
    "walkover": 6,
    "double_forfeit": 2,
    "remove_ruling": 2,
    "withdraw": 2,
    "disqualify": 2,
    "readmit": 2,
    "consolation": 4,
}


@st.composite
def starts(draw):
    """A knockout before round 1 and a source of chance."""
    players = draw(st.integers(2, 9) | st.integers(10, 20))
    policy = draw(st.sampled_from([Policy.SEEDED, Policy.TOP4, Policy.POTS]))
    options = draw(st.sampled_from(FORMS))
    ladder = draw(st.sampled_from(PRESETS))
    rng = random.Random(draw(st.integers(0, 2**32)))
    return a_knockout(players, policy, rng.getrandbits(16), ladder=ladder, **options), rng


def some(rng, items):
    items = list(items)
    return rng.choice(items) if items else None


def step(knockout, rng, confirm):
    """One random entry; ``None`` if there is nothing of that kind to do."""
    kind = rng.choices(list(STEPS), list(STEPS.values()))[0]
    state = resolve(knockout)
    open_matches = [m for m in state.matches.values() if m.status in (Status.READY, Status.RUNNING)]
    result = RESULTS[rng.choice(["1-0", "0-1", "1-0", "0-1", "=", "=", "+-", "--", "0-0"])]
    if kind == "game":
        match = some(rng, open_matches)
        if match is None:
            return None
        if match.next_game.white is None:
            bidder = rng.choice(match.sides)
            return enter_bid(knockout, match.match.id, bidder, rng.randint(1, 240), confirm=confirm)
        return enter_game(knockout, match.match.id, *result, confirm=confirm)
    if kind in ("correct", "remove"):
        game = some(rng, knockout.facts.games)
        if game is None:
            return None
        where = {"stage": game.stage, "number": game.number, "confirm": confirm}
        if kind == "remove":
            return remove_game(knockout, game.match, **where)
        return enter_game(knockout, game.match, *result, **where)
    if kind in ("walkover", "double_forfeit"):
        match = some(rng, open_matches)
        if match is None:
            return None
        winner = rng.choice(match.sides) if kind == "walkover" else NOBODY
        return rule(knockout, match.match.id, RulingKind(kind), winner, confirm=confirm)
    if kind == "remove_ruling":
        ruling = some(rng, knockout.facts.rulings)
        return ruling and remove_ruling(knockout, ruling.match, confirm=confirm)
    if kind == "readmit":
        gone = some(rng, knockout.facts.departed)
        return gone and readmit(knockout, gone, confirm=confirm)
    if kind == "consolation":
        if knockout.settings.consolation is ConsolationField.NONE or knockout.consolation:
            return None
        return start_consolation(knockout, Policy.SEEDED, rng.getrandbits(8))
    present = sorted(set(knockout.draw.current) - {NOBODY} - knockout.facts.departed)
    entrant = some(rng, present)
    if entrant is None:
        return None
    if kind == "withdraw":
        return withdraw(knockout, entrant, confirm=confirm)
    return disqualify(knockout, entrant, reinstate_opponent=rng.random() < 0.5, confirm=confirm)


MAY_REFUSE = {
    "knockout.dependents",
    "knockout.next_match_begun",
    "knockout.nothing_won",
    "knockout.winner_left",
    "knockout.round_not_complete",
    "knockout.field_size",
}


def check_whole(knockout):
    """Nothing in the state contradicts anything else."""
    state = resolve(knockout)
    assert state.stale.matches() == frozenset() and not state.consolation_stale
    players = set(knockout.draw.current) - {NOBODY}
    going_on = Counter()
    for match in state.matches.values():
        one, other = match.sides
        assert one is None or one == NOBODY or one != other
        assert set(match.people) <= players
        if match.status is Status.DECIDED:
            assert None not in match.sides
            assert match.winner in (*match.people, NOBODY)
            assert match.winner == NOBODY or match.winner != match.loser
        elif match.status is not Status.NOT_NEEDED:
            assert match.winner is match.loser is None
        if match.status in (Status.READY, Status.RUNNING):
            assert len(match.people) == 2
            assert knockout.facts.departed.isdisjoint(match.people)
            going_on.update(match.people)
    assert all(count == 1 for count in going_on.values())
    for found in (places(knockout, state), consolation_places(knockout, state)):
        assert len({place.entrant for place in found}) == len(found)
        assert all(1 <= place.first <= place.last <= len(players) for place in found)
    if state.finished and state.winner:
        assert {place.entrant for place in places(knockout, state)} == players
    return state


@events
@given(starts())
def test_random_results_walkovers_and_corrections_never_break_the_tree(start):
    knockout, rng = start
    for _ in range(rng.randrange(20, 90)):
        confirm = rng.random() < 0.5
        try:
            change = step(knockout, rng, confirm)
        except RecordError as error:
            assert error.code in MAY_REFUSE
            assert error.code != "knockout.dependents" or not confirm
            check_whole(knockout)
            continue
        if change is None:
            continue
        assert confirm or change.cleared == ()
        knockout = change.knockout
        state = check_whole(knockout)
        assert state == change.state


@events
@given(starts())
def test_what_a_correction_clears_was_announced_as_dependent(start):
    knockout, rng = start
    for _ in range(60):
        try:
            change = step(knockout, rng, True)
        except RecordError:
            continue
        knockout = change.knockout if change else knockout
    for match in sorted(knockout.facts.matches()):
        games = knockout.facts.of(match).games
        for game in games:
            cleared = remove_game(
                knockout, match, stage=game.stage, number=game.number, confirm=True
            ).cleared
            assert set(cleared) <= {*dependents(knockout, match), match, "consolation"}


@events
@given(starts())
def test_every_moment_can_be_shown_and_exported(start):
    knockout, rng = start
    for _ in range(40):
        try:
            change = step(knockout, rng, True)
        except RecordError:
            continue
        knockout = change.knockout if change else knockout
    bracket_view(knockout)
    state = resolve(knockout)
    people = [Participant(number) for number in sorted(set(knockout.draw.current) - {NOBODY})]
    games = 0
    for rated in ("standard", "rapid", "blitz", ""):
        record = record_of_list(state, people, rated)
        check_record(record)
        games += sum(
            cell.opponent is not None for person in record.participants for cell in person.cells
        )
    assert games >= 2 * len(knockout.facts.games)
