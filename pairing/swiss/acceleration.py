"""Accelerated systems, C.04.7: virtual points that count for pairing only."""

from __future__ import annotations

from collections.abc import Callable

from ..record import TournamentRecord


def baku_group_size(participants: int) -> int:
    """Size of group A for a starting list of that length (C.04.7 1.2): 2 * ceil(N/4)."""
    return 2 * -(-participants // 4)


def baku_points(rounds: int, round_number: int, win: int) -> int:
    """Virtual points (tenths) of a group A member in a round (C.04.7 1.4).

    The first ``ceil(rounds/2)`` rounds are accelerated; the first half of
    them, rounded up, with a win's worth, the others with half of it.
    """
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    if round_number <= full:
        return win
    return win // 2 if round_number <= accelerated else 0


def virtual_points(record: TournamentRecord, round_number: int) -> Callable[[int], int]:
    """Function from pairing number to virtual points (tenths) in that round.

    Explicit ranges of the record override Baku; a number covered by several
    ranges takes the last one.
    """
    if record.virtual_points:
        ranges = [
            (span.first_number, span.last_number, span.points)
            for span in record.virtual_points
            if span.first_round <= round_number <= span.last_round
        ]

        def explicit(number: int) -> int:
            points = 0
            for first, last, value in ranges:
                if first <= number <= last:
                    points = value
            return points

        return explicit if ranges else _none
    if record.baku:
        points = baku_points(record.rounds, round_number, record.points.win)
        last = record.baku_last_number or _baku_last(record)
        return (lambda number: points if number <= last else 0) if points else _none
    return _none


def _none(number: int) -> int:
    return 0


def _baku_last(record: TournamentRecord) -> int:
    numbers = sorted(person.number for person in record.participants)
    size = baku_group_size(len(numbers))
    return numbers[min(size, len(numbers)) - 1] if numbers else 0
