"""Berger tables (C.05 Annex 1), for any number of players by the rule behind the printed ones."""

from __future__ import annotations

from .tables import Notice, Round, Table, balances, check_size, rests_last

SMALLEST = 2
LARGEST = 1000


def berger(players: int) -> Table:
    """The table of ``players``; with an odd number whoever meets the next even one rests.

    In round r the last number N meets ``x = (r + 1) * N/2`` (modulo N - 1),
    White in even rounds; board k + 1 is ``x + k`` against ``x - k``.

    >>> berger(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    >>> berger(3)[0]
    ((2, 3), (1, None))

    Raises ``RecordError("schedule.size_out_of_range")``.
    """
    check_size(players, SMALLEST, LARGEST)
    return tuple(_round(players, number) for number in range(1, rounds_of(players) + 1))


def rounds_of(players: int) -> int:
    """Rounds in which everybody meets everybody once."""
    return players - 1 + players % 2


def games_of(players: int) -> int:
    """Games in which everybody meets everybody once."""
    return players * (players - 1) // 2


def _round(players: int, number: int) -> Round:
    last = players + players % 2
    modulus = last - 1
    half = last // 2
    middle = ((number + 1) * half) % modulus or modulus
    boards: list[tuple[int, int | None]] = []
    if last > players:
        boards.append((middle, None))
    else:
        boards.append((middle, last) if number % 2 else (last, middle))
    boards.extend(
        ((middle + k - 1) % modulus + 1, (middle - k - 1) % modulus + 1) for k in range(1, half)
    )
    return rests_last(boards)


def circle(players: int) -> Table:
    """The schedule of the circle method: other rounds, no colours (1 stays, the rest rotate).

    Pairs are ``(upper, lower)`` of the two rows; for the page that explains
    round robins and for checking.  An odd field gets one more, who rests whom he meets.
    """
    check_size(players, SMALLEST, LARGEST)
    size = players + players % 2
    seats = list(range(1, size + 1))
    rounds = []
    for _ in range(size - 1):
        pairs = [(seats[index], seats[size - 1 - index]) for index in range(size // 2)]
        rounds.append(
            rests_last((min(pair), None) if max(pair) > players else pair for pair in pairs)
        )
        seats.insert(1, seats.pop())
    return tuple(rounds)


def colour_notices(table: Table) -> tuple[Notice, ...]:
    """Who has one colour more than the other because the number of games is odd."""
    odd = {
        seat: count for seat, count in balances(table).items() if (count.whites + count.blacks) % 2
    }
    if not odd:
        return ()
    params = {
        "more_whites": [seat for seat, count in odd.items() if count.whites > count.blacks],
        "more_blacks": [seat for seat, count in odd.items() if count.whites < count.blacks],
    }
    return (("schedule.colours_uneven", params),)
