"""Sections 3 and 4: byes, policies of the draw, its log, swaps, reserves, latecomers."""

import json
from collections import Counter

import pytest

from pairing.knockout.departures import withdraw
from pairing.knockout.draw import (
    NOBODY,
    Entrant,
    Policy,
    audit,
    draw_as_json,
    draw_bracket,
    draw_from_json,
    draw_notices,
    substitute,
    swap_slots,
)
from pairing.knockout.settings import Settings
from pairing.knockout.setup import admit_late, call_reserve, change_settings, swap
from pairing.knockout.state import Status, resolve
from pairing.knockout.views import shown_seed
from tests.paths import GOLDEN
from tests.support.knockouts import (
    SHORT,
    a_knockout,
    byes,
    entrants,
    first_round,
    refused,
    win,
)

PINNED = json.loads((GOLDEN / "knockout" / "draws.json").read_text())
DRAWN = [Policy.RANDOM, Policy.TOP2, Policy.TOP4, Policy.TOP8, Policy.POTS]


def slot_of_seed(size):
    layout = json.loads((GOLDEN / "knockout" / "bracket.json").read_text())["slots"][str(size)]
    return {seed: slot for slot, seed in enumerate(layout)}


# ------------------------------------------------------------------------------ byes


def test_section_3_twelve_players_have_one_bye_in_each_quarter():
    knockout = a_knockout(12)
    assert byes(knockout) == [1, 4, 3, 2]
    assert [pair for pair in first_round(knockout) if pair[0]] == [
        (8, 9),
        (5, 12),
        (6, 11),
        (7, 10),
    ]


def test_section_3_twenty_players_need_four_meetings_of_byes_and_are_warned():
    notices = draw_notices(a_knockout(20).draw)
    assert notices == (
        (
            "draw.bye_meetings",
            {"meetings": 4, "unavoidable": 4, "players": 20, "first_round_matches": 4},
        ),
    )


@pytest.mark.parametrize("policy", [Policy.SEEDED, *DRAWN])
@pytest.mark.parametrize("players", [*range(3, 65), 100, 206, 300])
def test_section_3_as_few_byes_meet_in_round_2_as_possible(policy, players):
    draw = draw_bracket(entrants(players), policy, seed=players)
    size = len(draw.slots)
    free = [NOBODY in draw.slots[index : index + 2] for index in range(0, size, 2)]
    meetings = sum(free[index] and free[index + 1] for index in range(0, len(free), 2))
    byes_given = size - players
    assert sum(free) == byes_given
    assert meetings == max(0, byes_given - size // 4)


@pytest.mark.parametrize("players", range(5, 65))
def test_section_3_quarters_are_within_one_bye_of_each_other(players):
    draw = draw_bracket(entrants(players), Policy.SEEDED)
    quarter = len(draw.slots) // 4
    counts = [
        draw.slots[index * quarter : (index + 1) * quarter].count(NOBODY) for index in range(4)
    ]
    assert max(counts) - min(counts) <= 1


def test_a_random_draw_has_its_byes_where_the_seeded_order_has_them():
    seeded = draw_bracket(entrants(12), Policy.SEEDED).slots
    drawn = draw_bracket(entrants(12), Policy.RANDOM, 9).slots
    assert [slot for slot, entrant in enumerate(drawn) if entrant == NOBODY] == [
        slot for slot, entrant in enumerate(seeded) if entrant == NOBODY
    ]
    assert sorted(drawn) == sorted(seeded) and drawn != seeded


# -------------------------------------------------------------------------- policies


@pytest.mark.parametrize(
    ("policy", "placed"), [(Policy.TOP2, 2), (Policy.TOP4, 4), (Policy.TOP8, 8)]
)
def test_placed_seeds_stand_in_their_slots_and_have_the_first_byes(policy, placed):
    slots = slot_of_seed(32)
    for seed in range(20):
        draw = draw_bracket(entrants(22), policy, seed)
        assert [draw.slots[slots[number]] for number in range(1, placed + 1)] == list(
            range(1, placed + 1)
        )
        with_bye = {draw.slots[slot ^ 1] for slot, each in enumerate(draw.slots) if each == NOBODY}
        assert set(range(1, placed + 1)) <= with_bye and len(with_bye) == 10


def test_pots_draw_3_and_4_and_5_to_8_among_their_slots():
    slots = slot_of_seed(16)
    seen = Counter()
    for seed in range(400):
        draw = draw_bracket(entrants(16), Policy.POTS, seed)
        assert (draw.slots[slots[1]], draw.slots[slots[2]]) == (1, 2)
        assert {draw.slots[slots[3]], draw.slots[slots[4]]} == {3, 4}
        assert {draw.slots[slots[number]] for number in range(5, 9)} == {5, 6, 7, 8}
        seen[draw.slots[slots[3]]] += 1
        seen[10 * draw.slots[slots[5]]] += 1
    assert all(seen[number] > 150 for number in (3, 4))
    assert all(seen[10 * number] > 60 for number in range(5, 9))


@pytest.mark.parametrize("players", range(2, 40))
def test_pots_give_the_byes_to_the_best_seeds_wherever_they_stand(players):
    for seed in range(10):
        draw = draw_bracket(entrants(players), Policy.POTS, seed)
        with_bye = {draw.slots[slot ^ 1] for slot, each in enumerate(draw.slots) if each == NOBODY}
        count = len(draw.slots) - players
        assert len(with_bye) == count
        assert with_bye >= set(range(1, min(count, 8) + 1))


def test_every_order_of_a_small_random_draw_comes_up_equally_often():
    counts = Counter(draw_bracket(entrants(4), Policy.RANDOM, seed).slots for seed in range(4800))
    assert len(counts) == 24
    assert min(counts.values()) > 140 and max(counts.values()) < 260


@pytest.mark.parametrize("policy", DRAWN)
def test_ten_thousand_draws_never_join_two_byes_and_keep_seeds_in_their_parts(policy):
    parts = {Policy.RANDOM: 1, Policy.TOP2: 2, Policy.TOP4: 4, Policy.TOP8: 8, Policy.POTS: 8}
    players = 19
    for seed in range(2000):
        slots = draw_bracket(entrants(players), policy, seed).slots
        assert sorted(slots) == [0] * 13 + list(range(1, players + 1))
        pairs = [slots[index : index + 2] for index in range(0, 32, 2)]
        assert (NOBODY, NOBODY) not in pairs
        length = 32 // parts[policy]
        where = [slots.index(number) // length for number in range(1, parts[policy] + 1)]
        assert sorted(where) == list(range(parts[policy]))


@pytest.mark.parametrize("case", PINNED, ids=lambda case: f"{case['policy']}-{case['seed']}")
def test_draws_are_fixed_by_the_seed_alone(case):
    """Pinned: another Python version or machine must draw the same."""
    people = [Entrant(number, club="abc"[number % 3]) for number in case["order"]]
    draw = draw_bracket(people, Policy(case["policy"]), case["seed"], keep_apart=case["keep_apart"])
    assert draw_as_json(draw) == case


def test_seeds_are_printed_only_for_those_who_had_one():
    top4 = draw_bracket(entrants(12), Policy.TOP4, 3)
    assert [shown_seed(top4, number) for number in (1, 4, 5, 12)] == [1, 4, None, None]
    assert shown_seed(draw_bracket(entrants(12), Policy.RANDOM, 3), 1) is None
    assert shown_seed(draw_bracket(entrants(12), Policy.POTS, 3), 8) == 8
    assert shown_seed(draw_bracket(entrants(12), Policy.SEEDED), 12) == 12


@pytest.mark.parametrize("numbers", [[1, 2, 2], [0, 1], [3, -1]])
def test_numbers_must_be_positive_and_different(numbers):
    with refused("draw.entrants_invalid", entrants=numbers):
        draw_bracket([Entrant(number) for number in numbers], Policy.SEEDED)


def test_other_refusals_of_a_draw():
    with refused("draw.policy_needs_groups", policy="crossed"):
        draw_bracket(entrants(4), Policy.CROSSED)
    with refused("draw.attribute_unknown", unknown=["rating"], known=["club", "federation"]):
        draw_bracket(entrants(4), Policy.RANDOM, keep_apart=["rating", "club"])
    with refused("knockout.field_size", players=0):
        draw_bracket([], Policy.SEEDED)


# ------------------------------------------------------------------------ separation


def clashes(draw, people, name):
    of = {person.number: getattr(person, name) for person in people}
    pairs = [draw.slots[index : index + 2] for index in range(0, len(draw.slots), 2)]
    return sum(NOBODY not in pair and of[pair[0]] == of[pair[1]] != "" for pair in pairs)


@pytest.mark.parametrize("seed", range(40))
def test_club_mates_do_not_meet_in_round_1(seed):
    people = [Entrant(number, club="ABCD"[number % 4]) for number in range(1, 31)]
    draw = draw_bracket(people, Policy.TOP4, seed, keep_apart=["club"])
    assert clashes(draw, people, "club") == draw.clashes == 0


@pytest.mark.parametrize("size", [9, 10, 12, 16])
def test_the_fewest_clashes_where_one_club_is_too_large(size):
    people = [
        Entrant(number, federation="ESP" if number <= size else "") for number in range(1, 17)
    ]
    draw = draw_bracket(people, Policy.RANDOM, 1, keep_apart=["federation"])
    assert clashes(draw, people, "federation") == draw.clashes == size - 8
    assert draw.attempts == 100
    assert ("draw.clashes", {"clashes": size - 8, "attributes": ["federation"]}) in draw_notices(
        draw
    )


def test_people_without_a_club_are_not_mates():
    assert draw_bracket(entrants(16), Policy.RANDOM, 1, keep_apart=["club"]).attempts == 1


def test_a_seeded_draw_leaves_nothing_to_draw_and_reports_the_clash():
    people = [Entrant(number, club="A" if number in (1, 8) else "") for number in range(1, 9)]
    draw = draw_bracket(people, Policy.SEEDED, keep_apart=["club"])
    assert draw.slots == draw_bracket(people, Policy.SEEDED).slots
    assert (draw.clashes, draw.attempts) == (1, 1)


# --------------------------------------------------------------------------- the log


@pytest.mark.parametrize("policy", [Policy.SEEDED, *DRAWN])
def test_a_draw_can_be_audited_from_its_log(policy):
    people = [Entrant(number, club="AB"[number % 2]) for number in range(1, 24)]
    draw = draw_bracket(people, policy, 77, keep_apart=["club"])
    assert draw.order == tuple(range(1, 24)) and draw.seed == 77
    assert audit(draw, people)
    assert draw_from_json(json.loads(json.dumps(draw_as_json(draw)))) == draw


def test_an_audit_finds_a_draw_that_was_tampered_with():
    people = entrants(8)
    draw = draw_bracket(people, Policy.RANDOM, 5)
    forged = draw_from_json(draw_as_json(draw) | {"slots": list(reversed(draw.slots))})
    assert not audit(forged, people)
    assert not audit(draw, people[:-1])
    crossed = draw_from_json(draw_as_json(draw) | {"policy": "crossed"})
    with refused("draw.policy_needs_groups", policy="crossed"):
        audit(crossed, people)


def test_changes_by_hand_are_kept_apart_from_the_draw():
    drawn = draw_bracket(entrants(8), Policy.SEEDED)
    changed = substitute(swap_slots(drawn, 1, 7), 0, 99)
    assert changed.slots == drawn.slots == (1, 8, 5, 4, 3, 6, 7, 2)
    assert changed.current == (99, 2, 5, 4, 3, 6, 7, 8)
    assert changed.seeds()[99] == 1 and 1 not in changed.seeds()
    assert audit(changed, entrants(8))
    assert draw_from_json(draw_as_json(changed)) == changed


# ---------------------------------------------------------------- changes before round 1


def test_two_slots_are_swapped_before_round_1_only():
    knockout = a_knockout(8)
    swapped = swap(knockout, 1, 2)
    assert first_round(swapped)[:2] == [(1, 5), (4, 8)]
    begun = win(swapped, "M1", 1)
    with refused("knockout.started", matches=["M1"]):
        swap(begun, 1, 2)
    with refused("draw.slot_unknown", slot=8, slots=8):
        swap(knockout, 1, 8)
    with refused("draw.swap_without_effect", first=3, second=3):
        swap(knockout, 3, 3)
    with refused("draw.swap_without_effect", first=1, second=6):
        swap(a_knockout(6), 1, 6)


def test_a_swap_never_joins_two_byes():
    knockout = a_knockout(6)
    slots = knockout.draw.current
    assert slots == (1, 0, 5, 4, 3, 6, 0, 2)
    with refused("draw.two_byes", slots=[0, 1]):
        swap(knockout, 0, 6)
    assert swap(knockout, 0, 7).draw.current == (2, 0, 5, 4, 3, 6, 0, 1)
    moved = swap(knockout, 1, 2)
    assert byes(moved) == [4, 2] and draw_notices(moved.draw) == ()


def test_a_swap_that_joins_byes_in_round_2_is_warned_about():
    moved = swap(a_knockout(6), 6, 2)
    assert byes(moved) == [1, 4]
    assert draw_notices(moved.draw)[0][1] == {
        "meetings": 1,
        "unavoidable": 0,
        "players": 6,
        "first_round_matches": 2,
    }


def test_a_reserve_takes_the_slot_and_the_seed_before_round_1():
    knockout = call_reserve(withdraw(a_knockout(8), 3).knockout, 3, 50)
    state = resolve(knockout)
    assert set(state.matches["M3"].people) == {50, 6}
    assert state.matches["M3"].status is Status.READY
    assert shown_seed(knockout.draw, 50) == 3
    assert knockout.facts.departures == ()
    with refused("knockout.entrant_unknown", entrant=3):
        call_reserve(knockout, 3, 51)
    with refused("draw.entrants_invalid", entrants=[1]):
        call_reserve(knockout, 50, 1)
    begun = win(knockout, "M1", 1)
    with refused("knockout.started"):
        call_reserve(begun, 8, 51)


def test_without_a_reserve_the_opponent_has_a_walkover():
    state = resolve(withdraw(a_knockout(8), 3).knockout)
    assert (state.matches["M3"].winner, state.matches["M3"].how.value) == (6, "walkover")


def test_a_latecomer_takes_a_bye_slot_before_round_1():
    knockout = a_knockout(6)
    late = admit_late(knockout, 1, 7)
    state = resolve(late)
    assert len(state.matches) == 6 and set(state.matches["M1"].people) == {1, 7}
    assert byes(late) == [2] and late.draw.seeds()[7] == 7
    with refused("knockout.no_bye_there", slot=2):
        admit_late(knockout, 2, 7)
    with refused("draw.entrants_invalid", entrants=[1]):
        admit_late(knockout, 1, 1)
    with refused("knockout.started", matches=["M1"]):
        admit_late(win(knockout, "M1", 4), 1, 7)


def test_settings_change_before_round_1_only():
    knockout = a_knockout(8)
    changed = change_settings(knockout, Settings(ladder=SHORT, places_to=4))
    assert len(resolve(changed).matches) == 8
    with refused("knockout.started", matches=["M1"]):
        change_settings(win(knockout, "M1", 1), Settings(ladder=SHORT, places_to=4))
