"""Sizes, byes, rounds and match counts of a bracket, and the names of its rounds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..errors import RecordError

SMALLEST_FIELD = 2
LARGEST_FIELD = 512


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Numbers of a single knockout without match for third place.

    ``size`` is the smallest power of two that holds the field.  ``mean`` is
    the number of matches per player.  ``bye_meetings`` is how many matches of
    round 2 cannot avoid joining two players who both had a bye.
    """

    players: int
    size: int
    byes: int
    rounds: int
    first_round_matches: int
    matches: int
    mean: Fraction
    bye_meetings: int


def arithmetic(players: int) -> Arithmetic:
    """Numbers for a field of 2 to 512.

    Raises ``RecordError`` (``knockout.field_size``).
    """
    if not SMALLEST_FIELD <= players <= LARGEST_FIELD:
        raise RecordError(
            "knockout.field_size", players=players, smallest=SMALLEST_FIELD, largest=LARGEST_FIELD
        )
    rounds = (players - 1).bit_length()
    size = 1 << rounds
    byes = size - players
    return Arithmetic(
        players=players,
        size=size,
        byes=byes,
        rounds=rounds,
        first_round_matches=(players - byes) // 2,
        matches=players - 1,
        mean=Fraction(2 * (players - 1), players),
        bye_meetings=max(0, byes - size // 4),
    )


def double_elimination_matches(players: int) -> tuple[int, int]:
    """Matches of a double elimination without and with a reset of the grand final.

    N - 1 among the winners, N - 2 among the losers, then the grand final.
    """
    total = 2 * arithmetic(players).players - 2
    return total, total + 1


def bracket_order(size: int) -> tuple[int, ...]:
    """Seed numbers of the slots from top to bottom; adjacent slots meet in round 1.

    ``size`` is a power of two.  Each doubling puts the opponents of the new
    round beside the seeds there are, below and above by turns, so that seeds 1
    and 2 are at the two ends.
    """
    order = [1]
    while len(order) < size:
        pair_sum = 2 * len(order) + 1
        doubled = []
        for index, seed in enumerate(order):
            other = pair_sum - seed
            doubled += [seed, other] if index % 2 == 0 else [other, seed]
        order = doubled
    return tuple(order)


def round_name(field: int) -> str:
    """Code of the round that ``field`` players begin: ``final``, ``semi_final`` ..."""
    return {2: "final", 4: "semi_final", 8: "quarter_final"}.get(field, f"round_of_{field}")
