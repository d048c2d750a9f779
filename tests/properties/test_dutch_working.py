"""What the engine says about its pairings is what the definition says.

The working (``explain=True``), ``why``, the rule that decides between two
pairings, the blockers of an impossible round, and wishes that give way.
``EXAMPLES=20`` looks at twenty times as many positions.
"""

from itertools import combinations

import pytest

from pairing.errors import NoLegalPairing
from pairing.swiss.dutch import deciding_rule, pair_round, why
from tests.support import dutch_enumerator, dutch_why
from tests.support.dutch_enumerator import NoPairing, Round, enumerate_round
from tests.support.dutch_positions import Profile, describe, position
from tests.support.dutch_targets import PROFILES, TARGETS
from tests.support.effort import EFFORT

ARTICLE = {
    "MSET": "4.4",
    "MOPP": "4.2",
    "EX1": "4.3",
    "EX2": "4.3",
    "EX3": "4.3",
    "EX4": "4.3",
    "OPP": "4.2",
}

SMALLER = [name for name in PROFILES if name != "level"]  # where trying everything is quick


def pairable(profile, count):
    """The first ``count`` positions of a profile that have a legal pairing."""
    seed = found = 0
    while found < count * EFFORT:
        seed += 1
        record = position(profile, seed)
        try:
            Round(record)
        except NoPairing:
            continue
        found += 1
        yield record


def plain(name, value, floats_freely=True):
    """A value of the reference in the engine's form."""
    if name == "C8":
        left, scores = value
        return [left, *scores] if floats_freely else []
    return value


@pytest.mark.parametrize("name", PROFILES)
def test_working_has_the_brackets_and_values_of_the_reference(name):
    compared = 0
    for record in pairable(PROFILES[name], 60):
        working = pair_round(record, explain=True).explanation
        coming = Round(record)
        expected = list(coming.brackets())
        assert len(working.brackets) == len(expected)
        for said, right in zip(working.brackets, expected, strict=True):
            bracket = right.bracket
            assert said.score == bracket.score
            assert list(said.moved_down) == [player.number for player in bracket.mdps]
            assert list(said.residents) == [player.number for player in bracket.residents]
            assert {frozenset(pair) for pair in said.pairs} == {
                frozenset((a.number, b.number)) for a, b in right.pairs
            }
            assert list(said.downfloaters) == [player.number for player in right.downfloaters]
            has_pab = (
                coming.pab_score is not None
                and len(right.downfloaters) == 1
                and coming.pab_score >= bracket.score
            )
            looks_ahead = bool(right.downfloaters) and not has_pab
            assert said.criteria == {
                rule: plain(rule, value, looks_ahead) for rule, value in right.values.items()
            }, describe(record)
            compared += 1
        if working.bye is not None:
            assert working.bye.score == coming.pab_score
            assert working.bye.receiver == expected[-1].downfloaters[0].number
            assert list(working.bye.eligible) == [
                player.number
                for player in coming.players
                if player.ps == coming.pab_score and player.pab_ok
            ]
    assert compared >= 60


@pytest.mark.parametrize("name", SMALLER)
def test_why_not_is_the_first_obstacle_of_the_reference(name):
    compared = 0
    for record in pairable(PROFILES[name], 8):
        players = [player.number for player in Round(record).players]
        for one, other in combinations(players, 2):
            check_why(record, one, other)
            compared += 1
        if len(players) % 2:
            for one in players:
                check_why(record, one, None)
                compared += 1
    assert compared >= 100


def check_why(record, one, other):
    said = why(record, one, other)
    right = dutch_why.obstacle(record, one, other)
    where = f"{one} {other}\n{said}\n{right}\n{describe(record)}"
    assert said.reason == ARTICLE.get(right.rule, right.rule), where
    if right.rule in ("C1", "C2", "C3", "prohibited"):
        return
    assert said.score == right.score, where
    assert {frozenset(pair) for pair in said.alternative} == right.alternative, where
    if right.rule in dutch_enumerator.CRITERIA:
        assert said.made == plain(right.rule, right.made), where
        assert said.instead == plain(right.rule, right.instead), where
    elif right.rule == "C5":
        assert (said.made, said.instead) == (right.made, right.instead), where


RULES = (*dutch_enumerator.CRITERIA, *dutch_enumerator.ORDERINGS)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule in TARGETS])
def test_the_rule_that_decides_between_two_pairings(rule):
    name, seeds = TARGETS[rule]
    for seed in seeds:
        record = position(PROFILES[name], seed)
        found = enumerate_round(record)
        without = enumerate_round(record, [rule])
        assert deciding_rule(record, found, found) is None
        assert deciding_rule(record, without, found) == ARTICLE.get(rule, rule)


@pytest.mark.parametrize("name", SMALLER)
def test_the_rule_that_decides_against_any_pairing(name):
    """Every way to exchange partners between two boards, legal or not."""
    seen = set()
    for record in pairable(PROFILES[name], 30):
        found = enumerate_round(record)
        for one, other in combinations(range(len(found)), 2):
            changed = list(found)
            (a, b), (c, d) = found[one], found[other]
            changed[one], changed[other] = (a, d), (c, b)
            right = dutch_enumerator.deciding_rule(record, changed)
            assert deciding_rule(record, changed, found) == ARTICLE.get(right, right), (
                f"{changed}\n{describe(record)}"
            )
            seen.add(right)
    assert len(seen - {None}) >= 5


def test_c04_3_1_9_3_blockers_prove_that_no_pairing_exists():
    """Odd groups with no legal pair between them, fewer outsiders than groups."""
    proofs = 0
    for seed in range(1, 600 * EFFORT + 1):
        record = position(Profile(players=(3, 9), completed=(2, 6), draws=50), seed)
        try:
            pair_round(record)
        except NoLegalPairing as refused:
            check_proof(record, refused.params)
            proofs += 1
    assert proofs >= 60


def check_proof(record, params):
    seats = dutch_enumerator.present_players(record)
    by_number = {player.number: player for player in seats}
    prohibited = dutch_enumerator.prohibited_pairs(record)
    everybody = set(by_number) | ({0} if len(seats) % 2 else set())
    groups = [set(group) for group in params["groups"]]
    bridges = set(params["bridges"])

    def reason(one, other):
        if 0 in (one, other):
            return None if by_number[max(one, other)].pab_ok else "C2"
        a, b = by_number[one], by_number[other]
        if b.number in a.opponents:
            return "C1"
        if frozenset((one, other)) in prohibited:
            return "prohibited"
        wish = dutch_enumerator.same_absolute_wish(a, b) and not (a.topscorer or b.topscorer)
        return "C3" if wish else None

    assert len(groups) > len(bridges)
    assert sum(map(len, groups)) == len(set().union(*groups))
    for group in groups:
        assert len(group) % 2 == 1
        assert not group & bridges
        for one in group:
            for other in everybody - group - bridges:
                assert reason(one, other) is not None, describe(record)
    for entry in params["refused"]:
        assert entry["reason"] == reason(*entry["players"])


def test_prohibitions_as_long_as_possible_give_way_in_order():
    profile = Profile(
        players=(4, 9), completed=(2, 5), prohibited=(2, 7), wishes=80, requested_byes=1, late=0
    )
    given_way = obeyed = 0
    for seed in range(1, 600 * EFFORT + 1):
        record = position(profile, seed)
        try:
            settled, lost = dutch_why.wishes_settled(record)
        except NoPairing:
            with pytest.raises(NoLegalPairing):
                pair_round(record)
            continue
        found = [(board.white, board.black) for board in pair_round(record).boards]
        assert found == enumerate_round(settled), describe(record)
        given_way += lost > 0
        obeyed += lost == 0
    assert given_way >= 20
    assert obeyed >= 200
