"""Skalitzka: three teams of n play each other at once, in two rounds (FIDE Arbiters' Manual).

Lots decide which team has capital letters, small letters and figures: seats
1..n, n+1..2n and 2n+1..3n.  Everybody has one White and one Black, against one
player of each other team; capitals are White against small letters, small
letters against figures, figures against capitals.  For an odd n the source
defines nothing: the last position of each team rests.
"""

from __future__ import annotations

from string import ascii_uppercase

from .tables import Board, Notice, Table, check_size

LARGEST = 300


def skalitzka(size: int) -> tuple[Table, tuple[Notice, ...]]:
    """The two rounds of three teams of ``size``, and what is left out for an odd size.

    >>> skalitzka(2)[0]
    (((1, 3), (4, 5), (6, 2)), ((5, 1), (3, 6), (2, 4)))

    Raises ``RecordError("schedule.size_out_of_range")``.
    """
    check_size(size, 2, LARGEST, "players a team")
    first: list[Board] = []
    second: list[Board] = []
    for place in range(1, size, 2):
        capitals, small, figures = place, size + place, 2 * size + place
        first += [(capitals, small), (small + 1, figures), (figures + 1, capitals + 1)]
        second += [(figures, capitals), (small, figures + 1), (capitals + 1, small + 1)]
    notices: tuple[Notice, ...] = ()
    if size % 2:
        notices = (("schedule.last_position_rests", {"position": size}),)
    return (tuple(first), tuple(second)), notices


def seat_labels(size: int) -> tuple[str, ...]:
    """``A B ...``, ``a b ...``, ``1 2 ...``; after Z come AA, AB ..."""
    capitals = [_letters(number) for number in range(1, size + 1)]
    figures = [str(number) for number in range(1, size + 1)]
    return (*capitals, *(text.lower() for text in capitals), *figures)


def _letters(number: int) -> str:
    text = ""
    while number:
        number, rest = divmod(number - 1, len(ascii_uppercase))
        text = ascii_uppercase[rest] + text
    return text
