"""Counting and exact matching give the same pairing, in fields no reference can enumerate.

Random histories of up to 60 players.  ``EXAMPLES=20`` looks at twenty times as many.
"""

import pytest

from pairing.errors import NoLegalPairing
from pairing.swiss.dutch.engine import pair_round
from pairing.swiss.dutch.exact import pair_exactly
from tests.support.dutch_positions import Profile, describe, position
from tests.support.effort import EFFORT

KINDS = {
    "c04_3_a1_any_round": Profile(players=(12, 60), completed=(1, 8)),
    "c04_3_4_2_almost_all_draws": Profile(players=(12, 24), completed=(1, 6), draws=92),
    "c04_3_1_8_last_round": Profile(
        players=(12, 40), completed=(4, 8), last_round=100, draws=50, near_in_score=100
    ),
    "c04_3_2_4_impossible_colour_histories": Profile(
        players=(12, 30), completed=(3, 7), free_colours=True, draws=60
    ),
    "prohibited_pairings": Profile(
        players=(12, 30), completed=(1, 5), prohibited=(2, 10), draws=70
    ),
    "c04_3_4_3_few_legal_pairs": Profile(
        players=(12, 30), completed=(0, 4), draws=80, matchings=5, late=0
    ),
    "c04_7_acceleration": Profile(players=(12, 30), completed=(1, 5), acceleration=100, draws=60),
}


def boards(record, **how):
    try:
        return [(board.white, board.black) for board in pair_round(record, **how).boards]
    except NoLegalPairing:
        return None


@pytest.mark.parametrize("kind", KINDS)
def test_both_solvers_agree(kind):
    paired = 0
    count = 150 * EFFORT
    for seed in range(1, count + 1):
        record = position(KINDS[kind], seed)
        found = boards(record)
        exact = boards(record, solver=pair_exactly)
        assert found == exact, f"{kind}, seed {seed}\n{describe(record)}"
        paired += found is not None
    assert paired > count // 3
