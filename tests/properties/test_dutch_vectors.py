"""A fixed sample of the reference engine's rounds; ``make vectors`` compares all of them."""

from pairing.checker import check_case, vector_case
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
