"""What a pairing made by hand breaks (C.04.1)."""

from __future__ import annotations

import pytest

from pairing.review import Remark, review
from pairing.trf import read_trf

# After three rounds: 1 had W W B, 2 B B W, 3 W B W with a forfeit against 5, 4 a full point free.
RECORD = b"""\
012 Six
XXR 9
XXC white1
001    1      P1                                2380                             2.0    1     2 w 1     3 w 0     4 b 1
001    2      P2                                2360                             1.0    2     1 b 0     4 b 1  0000 - H
001    3      P3                                2340                             3.0    3     4 w 1     1 b 1     5 w +
001    4      P4                                2320                             0.0    4     3 b 0     2 w 0     1 w 0
001    5      P5                                2300                             1.0    5  0000 - U  0000 - Z     3 b -
001    6      P6                                2280                             1.0    6  0000 - Z  0000 - Z  0000 - F
XXP 3 6
"""  # noqa: E501


def codes(*boards: tuple[int, int | None]) -> list[tuple[str, tuple[int, ...]]]:
    record = read_trf(RECORD).record
    return [(each.code.removeprefix("review."), each.players) for each in review(record, boards)]


@pytest.mark.parametrize(
    ("board", "found"),
    [
        ((1, 5), []),
        ((2, 1), [("rematch", (2, 1))]),
        ((5, 3), []),
        ((4, 6), [("third_colour", (4,))]),
        ((6, 2), [("third_colour", (2,)), ("colour_difference", (2,))]),
        ((3, None), [("bye_ineligible", (3,))]),
        ((5, None), [("bye_ineligible", (5,))]),
        ((6, None), [("bye_ineligible", (6,))]),
        ((2, None), []),
        ((4, None), []),
    ],
    ids=[
        "nothing",
        "rematch",
        "forfeit was no game",
        "white three times",
        "black three times",
        "forfeit win, then bye",
        "second bye",
        "full-point bye, then bye",
        "half-point bye, then bye",
        "never free, then bye",
    ],
)
def test_a_board_breaks_these_rules(board, found):
    assert codes(board) == found


def test_prohibited_pairs_are_named():
    assert Remark("review.prohibited", (3, 6)) in review(read_trf(RECORD).record, [(3, 6)])
