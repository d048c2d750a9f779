"""Tables of boards by seat, and what can be said about any of them.

A table is a tuple of rounds, a round a tuple of boards ``(white, black)``.
Seats count from 1; ``black`` is ``None`` for the seat that rests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import RecordError
from ..proposal import BoardPairing, RoundPairing

Board = tuple[int, int | None]
Round = tuple[Board, ...]
Table = tuple[Round, ...]
Notice = tuple[str, dict[str, Any]]
"""Code (see :mod:`pairing.roundrobin.messages`) and parameters, as in a proposal."""

LONGEST_RUN = 2
"""Nobody should have the same colour more often in a row."""


@dataclass(frozen=True, slots=True)
class Balance:
    """Colours of one seat over a table: Whites, Blacks, and the longest run of one colour."""

    whites: int
    blacks: int
    longest_run: int


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """Whether a table is what it should be.

    ``meetings`` counts the different pairs, ``expected`` how many there should
    be; ``least`` and ``most`` are how often a pair meets; ``once_a_round`` says
    that nobody has two boards in one round.
    """

    meetings: int
    expected: int
    least: int
    most: int
    once_a_round: bool

    @property
    def passed(self) -> bool:
        """Every expected pair meets equally often, nobody twice in a round."""
        return self.meetings == self.expected and self.least == self.most and self.once_a_round


def check_size(count: int, smallest: int, largest: int, what: str = "players") -> None:
    """Raise ``RecordError("schedule.size_out_of_range")`` for a size that no table has."""
    if not smallest <= count <= largest:
        raise RecordError(
            "schedule.size_out_of_range",
            what=what,
            found=count,
            smallest=smallest,
            largest=largest,
        )


def turned(board: Board) -> Board:
    """The board with colours exchanged; a rest stays a rest."""
    white, black = board
    return board if black is None else (black, white)


def reversed_colours(table: Iterable[Round]) -> list[Round]:
    """The same boards with colours exchanged."""
    return [tuple(turned(board) for board in boards) for boards in table]


def merged(parts: Sequence[Table]) -> Table:
    """Tables side by side: the boards of each round one after the other, rests last."""
    longest = max((len(part) for part in parts), default=0)
    rounds = []
    for index in range(longest):
        boards = [board for part in parts if index < len(part) for board in part[index]]
        rounds.append(rests_last(boards))
    return tuple(rounds)


def rests_last(boards: Iterable[Board]) -> Round:
    """The boards in their order, those who rest behind them."""
    boards = tuple(boards)
    games = tuple(board for board in boards if board[1] is not None)
    return (*games, *(board for board in boards if board[1] is None))


def renumbered(table: Table, numbers: Sequence[int]) -> Table:
    """The table with pairing numbers in place of seats: seat 1 is ``numbers[0]``."""
    return tuple(
        tuple(
            (numbers[white - 1], None if black is None else numbers[black - 1])
            for white, black in boards
        )
        for boards in table
    )


def as_pairings(table: Table) -> tuple[RoundPairing, ...]:
    """The rounds in the form that every engine answers."""
    return tuple(
        RoundPairing(number, tuple(BoardPairing(white, black) for white, black in boards))
        for number, boards in enumerate(table, start=1)
    )


def as_table(rounds: Iterable[RoundPairing]) -> Table:
    """Back from :func:`as_pairings`."""
    return tuple(
        tuple((board.white, board.black) for board in pairing.boards) for pairing in rounds
    )


def pair_of(white: int, black: int) -> tuple[int, int]:
    """Two players without regard to colour."""
    return (white, black) if white < black else (black, white)


def meetings(table: Iterable[Round]) -> Counter[tuple[int, int]]:
    """How often each pair meets."""
    return Counter(
        pair_of(white, black) for boards in table for white, black in boards if black is not None
    )


def colour_histories(table: Iterable[Round]) -> dict[int, str]:
    """Colours of every seat as a string of W and B; a rest leaves no mark (C.04.2 3.4)."""
    histories: dict[int, str] = {}
    for boards in table:
        for white, black in boards:
            if black is None:
                histories.setdefault(white, "")
                continue
            histories[white] = histories.get(white, "") + "W"
            histories[black] = histories.get(black, "") + "B"
    return histories


def longest_run(history: str) -> int:
    """Length of the longest run of one colour.

    >>> longest_run("WBBWWWB")
    3
    """
    longest = run = 0
    last = ""
    for colour in history:
        run = run + 1 if colour == last else 1
        longest, last = max(longest, run), colour
    return longest


def balances(table: Iterable[Round]) -> dict[int, Balance]:
    """Colours of every seat, in the order of the seats."""
    return {
        seat: Balance(history.count("W"), history.count("B"), longest_run(history))
        for seat, history in sorted(colour_histories(table).items())
    }


def with_long_runs(table: Iterable[Round]) -> list[int]:
    """Seats that have the same colour three times in a row or more."""
    histories = colour_histories(table)
    return sorted(seat for seat, text in histories.items() if longest_run(text) > LONGEST_RUN)


def self_check(table: Table, expected: int) -> SelfCheck:
    """Count what a table of ``expected`` different pairs should be made of."""
    counts = meetings(table)
    return SelfCheck(
        meetings=len(counts),
        expected=expected,
        least=min(counts.values(), default=0),
        most=max(counts.values(), default=0),
        once_a_round=all(_once(boards) for boards in table),
    )


def _once(boards: Round) -> bool:
    seats = [seat for board in boards for seat in board if seat is not None]
    return len(seats) == len(set(seats))
