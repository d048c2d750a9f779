"""The engine does what the definition says, position by position.

Histories are random and legal, not made by an engine; pairs, colours, bye and
board order are compared, and "no legal pairing" with the reference's.
``EXAMPLES=20`` looks at twenty times as many positions.
"""

import pytest

from pairing.errors import NoLegalPairing
from pairing.scoring import THREE_ONE_ZERO, Outcome
from pairing.systems import pair_round
from tests.support import dutch_players
from tests.support.dutch_enumerator import NoPairing, enumerate_round
from tests.support.dutch_positions import (
    CHEAP_PAB,
    PAID_LOSS,
    WORTHLESS_PAB,
    Profile,
    describe,
    position,
)
from tests.support.dutch_receivers import next_group_is_picky, receivers_float_on
from tests.support.dutch_targets import PROFILES, RULES, TARGETS
from tests.support.effort import EFFORT

KINDS = {
    "c04_3_a1_any_round": (PROFILES["mixed"], 800),
    "c04_3_1_8_last_round_with_topscorers": (PROFILES["last"], 800),
    "c04_3_1_3_several_scoregroups": (PROFILES["groups"], 600),
    "c04_3_1_3_small_scoregroups": (PROFILES["decisive"], 600),
    "c04_3_4_3_one_large_homogeneous_bracket": (PROFILES["level"], 100),
    "c04_3_4_3_few_legal_pairs_force_exchanges": (PROFILES["narrow"], 600),
    "c04_3_4_2_almost_all_draws": (
        Profile(players=(7, 10), completed=(1, 5), draws=94, late=0),
        600,
    ),
    "c04_1_4_byes_of_all_kinds": (
        Profile(requested_byes=20, absent_now=15, late=15, draws=45),
        800,
    ),
    "c04_2_3_5_forfeits_are_no_games": (
        Profile(forfeits=25, double_forfeits=8, players=(6, 10)),
        600,
    ),
    "c04_1_3_point_systems": (
        Profile(points=(THREE_ONE_ZERO, CHEAP_PAB, PAID_LOSS), players=(5, 10)),
        800,
    ),
    "c04_3_1_4_3_worthless_bye_still_floats": (
        Profile(
            points=(WORTHLESS_PAB,),
            players=(8, 10),
            completed=(2, 3),
            near_in_score=20,
            requested_byes=10,
            absent_now=10,
            late=0,
        ),
        600,
    ),
    "c04_7_acceleration": (Profile(players=(5, 10), acceleration=100), 800),
    "c04_7_acceleration_in_the_last_round": (
        Profile(players=(6, 10), acceleration=100, last_round=100, draws=60, late=10),
        400,
    ),
    "prohibited_pairings": (Profile(prohibited=(1, 4), players=(6, 10)), 600),
    "c04_3_2_4_impossible_colour_histories": (
        Profile(free_colours=True, players=(6, 10), completed=(3, 6), draws=60),
        800,
    ),
    "c04_3_2_4_impossible_colour_histories_last_round": (
        Profile(free_colours=True, players=(6, 10), completed=(3, 6), draws=60, last_round=100),
        800,
    ),
    "c04_1_2_tiny_fields_with_many_rounds": (
        Profile(players=(2, 6), completed=(1, 4), requested_byes=8),
        800,
    ),
}


def reference(record):
    try:
        return enumerate_round(record)
    except NoPairing:
        return None


def engine(record):
    try:
        return [(board.white, board.black) for board in pair_round(record).boards]
    except NoLegalPairing:
        return None


@pytest.mark.parametrize("kind", KINDS)
def test_engine_equals_reference(kind):
    profile, count = KINDS[kind]
    paired = 0
    for seed in range(1, count * EFFORT + 1):
        record = position(profile, seed)
        expected = reference(record)
        assert engine(record) == expected, f"{kind}, seed {seed}\n{describe(record)}"
        paired += expected is not None
    # The profile makes positions worth pairing, not only impossible ones.
    assert paired > count * EFFORT // 3


@pytest.mark.parametrize("rule", RULES)
def test_engine_equals_reference_where_one_rule_decides(rule):
    name, seeds = TARGETS[rule]
    for seed in seeds:
        record = position(PROFILES[name], seed)
        assert RULES[rule](record), f"{rule} no longer decides {name} {seed}"
        assert engine(record) == enumerate_round(record), f"{rule}\n{describe(record)}"


@pytest.mark.parametrize(("make", "count"), [(receivers_float_on, 600), (next_group_is_picky, 300)])
def test_c04_3_2_2_engine_equals_reference_where_few_may_have_the_bye(make, count):
    for seed in range(1, count * EFFORT + 1):
        record = make(seed)
        assert engine(record) == enumerate_round(record), f"seed {seed}\n{describe(record)}"


def test_c04_3_1_4_3_a_worthless_bye_decides_positions_by_its_float(monkeypatch):
    """The profile above would notice an engine that gives such a bye no float."""
    profile, count = KINDS["c04_3_1_4_3_worthless_bye_still_floats"]
    records = [position(profile, seed) for seed in range(1, count + 1)]
    by_the_rule = [reference(record) for record in records]
    rule = dutch_players.float_of

    def by_points_alone(record, person, round_number):
        given = rule(record, person, round_number)
        bye = round_number >= 1 and person.cells[round_number - 1].outcome
        return None if bye is Outcome.PAIRING_ALLOCATED_BYE else given

    monkeypatch.setattr(dutch_players, "float_of", by_points_alone)
    changed = sum(
        reference(record) != expected for record, expected in zip(records, by_the_rule, strict=True)
    )
    assert changed >= 10
