"""Scheveningen: two sides of n, everybody meets everybody of the other side.

Seats 1..n are side A, n+1..2n side B.  Sizes 2, 6 and 10 have tables made by
hand; the rules behind the other published ones give every other size:

* odd n: A_i meets the one shifted by the round; the sides have alternately
  one White more and one Black more, nobody is more than one off.
* n divisible by 4: the halves of the sides play each other, then cross.
* n = 2 mod 4 from 14 on: shifted as above with all of A White in odd rounds;
  everybody is balanced over the event, the sides are not within a round.

Where a second cycle would give somebody three equal colours in a row (odd n, 6
and 10) exchanging the last two rounds of the first does not help; our remedy is
to begin it with a later round: the second for odd n, the fifth for 6, the
seventh for 10.

Other tables of six and ten circulate; ``table_name`` says which is used.
Title norms from this format have not been accepted since March 2024.
"""

from __future__ import annotations

from .cycles import AS_IT_IS, EXCHANGED, Join
from .tables import Board, Round, Table, check_size

LARGEST = 200

# One string a round, as "opponent of A1, A2 ..." with the sign + where A is White.
_BY_HAND = {
    2: ("+1+2", "-2-1"),
    6: (
        "+1-2-3+4-5+6",
        "-2+3+5-6+4-1",
        "+3-5-1+2+6-4",
        "-4-6+2+1-3+5",
        "+5+4+6-3-1-2",
        "-6+1-4-5+2+3",
    ),
    10: (
        "+1+2+3+4-5-6-7+8-9-10",
        "-2-1-8-3+10+5+6-4+7+9",
        "+3+8+4+10-6-7-9+1-2-5",
        "-4-3-10+6+7-8+5+9-1+2",
        "+5+4-9-7-1+10-8-2+3+6",
        "-6+7+1+9+8+2-10-5-4-3",
        "+7-5-2-1-4-9+3+10+6+8",
        "-8-6+5+2+9+1+4-3-10-7",
        "+9+10+7-5-2-3-1+6+8-4",
        "-10-9-6-8+3+4+2-7+5+1",
    ),
}


def scheveningen(size: int) -> Table:
    """The single-cycle table of two sides of ``size``, boards in the order of side A.

    >>> scheveningen(3)
    (((1, 4), (2, 5), (6, 3)), ((5, 1), (2, 6), (4, 3)), ((1, 6), (4, 2), (3, 5)))

    Raises ``RecordError("schedule.size_out_of_range")``.
    """
    check_size(size, 1, LARGEST, "players a side")
    if size in _BY_HAND:
        return tuple(_by_hand(size, text) for text in _BY_HAND[size])
    rule = _odd if size % 2 else _halves if size % 4 == 0 else _plain
    return tuple(
        tuple(
            _board(size, number, *rule(size, round_number, number)) for number in range(1, size + 1)
        )
        for round_number in range(1, size + 1)
    )


def table_name(size: int) -> str:
    """Which table is used: made by hand, or the rule that made it."""
    if size in _BY_HAND:
        return "scheveningen-by-hand"
    if size % 2:
        return "scheveningen-shifted"
    return "scheveningen-halves" if size % 4 == 0 else "scheveningen-plain"


def joins(size: int) -> tuple[Join, ...]:
    """What may be done at the joins of cycles, in order of preference.

    A later cycle does not begin with the round that ended the first.
    """
    return (AS_IT_IS, EXCHANGED, *(Join(begins_with=number) for number in range(2, size)))


def seat_labels(size: int) -> tuple[str, ...]:
    """``A1`` ... ``An``, ``B1`` ... ``Bn``."""
    return tuple(f"{side}{number}" for side in "AB" for number in range(1, size + 1))


def _by_hand(size: int, text: str) -> Round:
    boards = []
    signs = [sign for sign in text if sign in "+-"]
    opponents = text.replace("-", "+").split("+")[1:]
    for number, (sign, opponent) in enumerate(zip(signs, opponents, strict=True), start=1):
        boards.append(_board(size, number, int(opponent), sign == "+"))
    return tuple(boards)


def _board(size: int, number: int, opponent: int, white: bool) -> Board:
    """Board of A ``number`` against B ``opponent``."""
    return (number, size + opponent) if white else (size + opponent, number)


def _shifted(size: int, round_number: int, number: int) -> int:
    return (number + round_number - 2) % size + 1


def _odd(size: int, round_number: int, number: int) -> tuple[int, bool]:
    half = (size - 1) // 2
    start = half - (round_number - 2) // 2
    outside = number <= start or number > start + half
    return _shifted(size, round_number, number), outside == (round_number % 2 == 1)


def _halves(size: int, round_number: int, number: int) -> tuple[int, bool]:
    half = size // 2
    place = (number - 1 + round_number - 1) % half
    first = number <= half
    same = round_number <= half
    opponent = place + 1 if first == same else half + place + 1
    return opponent, first == (round_number % 2 == 1)


def _plain(size: int, round_number: int, number: int) -> tuple[int, bool]:
    return _shifted(size, round_number, number), round_number % 2 == 1
