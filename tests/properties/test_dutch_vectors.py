"""A fixed sample of the reference engine's rounds; ``make vectors`` compares all of them.

The default path, the exact solver alone, and the certificate wherever there is
one are each held against the given pairings.
"""

import pytest

from pairing.checker import check_case, vector_case
from pairing.swiss.dutch.engine import open_round, pair_round, settle
from pairing.swiss.dutch.exact import pair_exactly
from tests.paths import ORACLE
from tests.support.dutch_vectors import lines, open_file, position_file, record_of, tournament_file
from tests.support.effort import EFFORT


def differences_and_rounds(vectors):
    found = []
    rounds = impossible = 0
    for line in vectors:
        report = check_case(vector_case(line, record_of(line), line["id"]))
        found += [(d.name, d.round, d.kind) for d in report.differences]
        rounds += report.rounds
        impossible += report.impossible
    return found, rounds, impossible


def test_the_first_tournaments_come_out_as_given():
    vectors = list(lines(tournament_file()))[: 300 * EFFORT]
    found, rounds, impossible = differences_and_rounds(vectors)
    assert found == []
    assert rounds == sum(len(line["pairings"]) for line in vectors)
    assert impossible == sum(line["stuck"] for line in vectors) >= 12


def test_every_position_comes_out_as_given():
    vectors = list(lines(position_file()))
    found, rounds, _ = differences_and_rounds(vectors)
    assert (found, rounds) == ([], len(vectors))


def test_large_opens_come_out_as_given():
    vectors = list(lines(open_file()))[:: max(1, 8 // EFFORT)]
    found, rounds, _ = differences_and_rounds(vectors)
    assert found == []
    assert rounds == sum(len(line["pairings"]) for line in vectors)


FEASIBLE = 60
"""Largest bracket that the exact solver is asked about in large fields."""


def given_rounds(line):
    """(record before the round, its boards) for each round of a vector."""
    record = record_of(line)
    for completed, boards in enumerate(line["pairings"]):
        yield record.truncated(completed), [(white, black or None) for white, black in boards]


def test_the_exact_solver_alone_gives_the_boards_of_the_vectors():
    vectors = list(lines(tournament_file()))[::100] + list(lines(open_file()))[:1]
    rounds = 0
    for line in vectors:
        for before, expected in given_rounds(line):
            found = pair_round(before, solver=pair_exactly).boards
            assert [(board.white, board.black) for board in found] == expected, line["id"]
            rounds += 1
    assert rounds == sum(len(line["pairings"]) for line in vectors)


@pytest.mark.parametrize("name", ["dutch-2026.jsonl.gz", "dutch-2026-open.jsonl.gz"])
def test_every_certified_bracket_of_the_vectors_is_the_given_one(name):
    path = {"dutch-2026.jsonl.gz": tournament_file(), "dutch-2026-open.jsonl.gz": open_file()}[name]
    vectors = list(lines(path))[: 100 if path == tournament_file() else 4]
    certified = sum(certified_as_given(line, compared_exactly=0)[0] for line in vectors)
    assert certified >= 3 * len(vectors)


@pytest.mark.parametrize("name", ["dutch-2026-n500.jsonl.gz", "dutch-2026-n1000.jsonl.gz"])
def test_large_fields_come_out_as_given_by_both_solvers(name):
    if not (ORACLE / name).exists():
        pytest.skip(f"{name} is absent")
    line = next(lines(ORACLE / name))
    certified, exact = certified_as_given(line, compared_exactly=FEASIBLE)
    assert certified >= 50
    assert exact >= 20


def certified_as_given(line, compared_exactly):
    """Hold every bracket against the given pairs; how many were certified, and compared exactly."""
    certified = exact = 0
    for before, expected in given_rounds(line):
        opening = open_round(before)
        number = opening.state.number
        pairs = {frozenset(board) for board in expected}
        for settled in settle(opening):
            made = {frozenset((number[one], number[other])) for one, other in settled.pairs}
            assert made <= pairs, line["id"]
            certified += settled.certified
            if settled.certified and settled.bracket.size <= compared_exactly:
                assert pair_exactly(settled.bracket) == settled.pairs, line["id"]
                exact += 1
    return certified, exact
