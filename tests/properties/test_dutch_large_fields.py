"""Fields larger than any vector: invariants of each round, and both solvers bracket by bracket."""

import pytest

from pairing.swiss.dutch.bounds import find_targets
from pairing.swiss.dutch.engine import open_round, pair_round, settle
from pairing.swiss.dutch.evaluation import CRITERIA, candidate_value
from pairing.swiss.dutch.exact import pair_exactly
from pairing.swiss.dutch.explanation import bound_of_next
from tests.bench.fields import Field, positions

FEASIBLE = 60
"""Largest bracket that the exact solver is asked about here."""

FIELDS = {
    # Field, and how many brackets at least are compared and certified in its nine rounds.
    "3,000 players": (Field(3_000, 9), 9, 40),
    "3,001 players, a tenth absent": (Field(3_001, 9, absence_rate=0.1, forfeit_rate=0.05), 9, 40),
    "3,000 players with Baku acceleration": (Field(3_000, 9, baku=True), 9, 40),
    "3,000 players, all games drawn": (Field(3_000, 9, draw_rate=1.0), 0, 9),
    "3,001 players, few of whom may have the bye": (Field(3_001, 9, bye_spent_rate=0.97), 9, 40),
    "10,000 players": (Field(10_000, 9), 9, 40),
}


@pytest.mark.parametrize("name", FIELDS)
def test_c04_3_holds_in_large_fields(name):
    field, least_compared, least_certified = FIELDS[name]
    compared = certified = 0
    for record, _ in positions(field, seed=11):
        opening = open_round(record)
        check_round(record, pair_round(record))
        for settled in settle(opening):
            bracket, pairs = settled.bracket, settled.pairs
            if settled.certified:
                certified += 1
                check_bounds(bracket, pairs)
            if bracket.size <= FEASIBLE:
                compared += 1
                assert pair_exactly(bracket) == pairs
    assert compared >= least_compared
    assert certified >= least_certified


def check_round(record, proposal):
    """C1, C2, the minimal S* of C5, C3, everybody paired once."""
    opening = open_round(record)
    state = opening.state
    position = {number: at for at, number in enumerate(state.number)}
    seen = [n for board in proposal.boards for n in (board.white, board.black) if n is not None]
    assert sorted(seen) == sorted(state.number)
    assert len(seen) == len(set(seen))
    for board in proposal.boards:
        if board.black is not None:
            assert state.legal(position[board.white], position[board.black])
            assert position[board.black] not in state.met[position[board.white]]
    receiver = proposal.pab
    assert (receiver is None) == (len(state) % 2 == 0)
    if receiver is not None:
        at = position[receiver]
        assert state.pab_eligible[at]
        lower = [p for p in range(len(state)) if state.score[p] < state.score[at]]
        # So large a field can always be completed: nobody lower may have had the bye.
        assert not any(state.pab_eligible[p] for p in lower)


def check_bounds(bracket, pairs):
    """Each criterion of a certified bracket is at its bound."""
    target = find_targets(bracket)[0]
    paired = {player for pair in pairs for player in pair}
    floaters = [player for player in bracket.members if player not in paired]
    known = bound_of_next(bracket, floaters)
    value = dict(zip(CRITERIA, candidate_value(bracket, pairs, known), strict=True))
    assert value["C6"] == (bracket.size - 2 * target.cast.pairs,)
    unplayed, clashes, strong, first, second, *_ = target.value
    if bracket.may_release_bye and len(floaters) == 1:
        assert value["C9"] == (unplayed,)
    assert (value["C10"], value["C11"]) == ((0,), (0,))
    assert (value["C12"], value["C13"]) == ((clashes,), (strong,))
    if all(player >= bracket.start for player in floaters):
        assert (value["C14"], value["C16"]) == ((first,), (second,))
    assert (value["C15"], value["C17"]) == ((0,), (0,))
    assert (value["C19"], value["C21"]) == ((), ())
