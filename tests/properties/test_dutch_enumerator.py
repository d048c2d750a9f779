"""The reference is right: it agrees with every small vector there is."""

import pytest

from tests.support.dutch_enumerator import (
    CRITERIA,
    ORDERINGS,
    NoPairing,
    deciding_rule,
    enumerate_round,
)
from tests.support.dutch_positions import position
from tests.support.dutch_targets import PROFILES, TARGETS, decides
from tests.support.dutch_vectors import (
    boards,
    lines,
    position_file,
    record_of,
    stuck_record,
    tournament_file,
)
from tests.support.effort import EFFORT

MOST_PLAYERS = 9


def small_tournaments():
    small = [line for line in lines(tournament_file()) if line["players"] <= MOST_PLAYERS]
    wanted = min(len(small), 200 * EFFORT)
    return [small[place * len(small) // wanted] for place in range(wanted)]


def test_every_position_comes_out_as_given():
    checked = 0
    differences = []
    for line in lines(position_file()):
        found = enumerate_round(record_of(line))
        checked += 1
        if found != boards(line["pairs"]):
            differences.append((line["id"], line["decided_by"], found))
    assert differences == []
    assert checked >= 96


def test_leaving_out_what_decides_a_position_changes_it():
    """``decided_by`` of the vectors is what the reference finds, rule by rule."""
    wrong = []
    named = 0
    for number, line in enumerate(lines(position_file())):
        if number % 4 == 0:
            record = record_of(line)
            named += len(line["decided_by"])
            wrong += [
                (line["id"], rule) for rule in line["decided_by"] if not decides(rule, record)
            ]
    assert wrong == []
    assert named >= 24


def test_every_round_of_small_tournaments_comes_out_as_given():
    rounds = stuck = 0
    differences = []
    for line in small_tournaments():
        record = record_of(line)
        for number, expected in enumerate(line["pairings"], start=1):
            rounds += 1
            if enumerate_round(record.truncated(number - 1)) != boards(expected):
                differences.append((line["id"], number))
        if line["stuck"]:
            stuck += 1
            with pytest.raises(NoPairing):
                enumerate_round(stuck_record(line, record))
    assert differences == []
    assert rounds >= 150
    assert stuck >= 12


# Not C5: without it the look ahead of C8 changes as well.
@pytest.mark.parametrize("rule", [rule for rule in (*CRITERIA, *ORDERINGS) if rule in TARGETS])
def test_the_rule_left_out_is_the_one_that_decides_against_the_result(rule):
    name, seeds = TARGETS[rule]
    for seed in seeds:
        record = position(PROFILES[name], seed)
        assert deciding_rule(record, enumerate_round(record)) is None
        assert deciding_rule(record, enumerate_round(record, [rule])) == rule
