"""The worked tournament and positions of the digest, sections 10 and 11."""

import pytest

from pairing.swiss.dutch.engine import pair_round
from pairing.swiss.dutch.exact import pair_exactly
from tests.support.records import boards, record, start

ROUND_2 = """
    4w1
    5b1
    6w=
    1b0
    2w0
    3b=
    U
"""
ROUND_3 = """
    4w1 7b1
    5b1 3w=
    6w= 2b=
    1b0 U
    2w0 6b1
    3b= 5w0
    U   1w0
"""

EXAMPLES = {
    "section 10 round 1": (start(7, rounds=5), [(1, 4), (5, 2), (3, 6), (7, 0)]),
    "section 10 round 2": (record(ROUND_2, rounds=5), [(7, 1), (2, 3), (6, 5), (4, 0)]),
    "section 10 round 3": (record(ROUND_3, rounds=5), [(1, 2), (3, 5), (4, 7), (6, 0)]),
    "4.3 first exchange 3-4": (
        record("4w=\n5b=\n6w=\n1b=\n2w=\n3b=", rounds=5),
        [(6, 1), (2, 3), (4, 5)],
    ),
    "4.3 rule 3 puts 3-6 before 2-5": (
        record("4w= 6b=\n5b= 3w=\n6w= 2b=\n1b= 5w=\n2w= 4b=\n3b= 1w=", rounds=5),
        [(1, 2), (3, 4), (5, 6)],
    ),
    "2.3.1 C5 outranks C6": (
        record("5w1\nU\n4w=\n3b=\n1b0", rounds=4),
        [(4, 1), (2, 3), (5, 0)],
    ),
    "2.4.4 C9 fewest unplayed games": (
        record("4w1\n5b1\n6w1\n1b0\n2w0\n3b0\nZ", rounds=4),
        [(2, 1), (4, 3), (7, 5), (6, 0)],
    ),
    "2.4.3 C8 is decided before colours": (
        # 1, 2, 3 have two points; 3 and 4 have met; 7 to 10 are absent.
        record(
            """
            7w1 8b1
            8b1 7w1
            4w1 9b1
            3b0 10w1
            Z   Z
            Z   Z
            1b0 2b0
            2w0 1w0
            Z   3w0
            Z   4b0
            """,
            rounds=5,
            absent="7 8 9 10",
        ),
        [(3, 2), (1, 4), (5, 6)],
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_c04_3_worked_example(name):
    position, expected = EXAMPLES[name]
    assert boards(pair_round(position)) == expected


@pytest.mark.parametrize("name", EXAMPLES)
def test_c04_3_worked_example_by_the_exact_solver(name):
    position, expected = EXAMPLES[name]
    assert boards(pair_round(position, solver=pair_exactly)) == expected
