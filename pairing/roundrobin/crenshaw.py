"""Crenshaw-Berger tables (US Chess).

For eight or more players they are known to be the Berger tables with the
rounds in reverse order; seven use the table of eight.  Four have a table of
their own, used for quads.  The printed table of six differs from the reversed
one and was not available, so five or six get the reversed Berger table under
that name.  The colour changes and the withdrawal rule of the US rulebook could
not be verified and are not offered.
"""

from __future__ import annotations

from ..draws import Draws
from .berger import berger
from .tables import Board, Notice, Table, rests_last, turned

QUAD: Table = (
    ((1, 4), (2, 3)),
    ((3, 1), (4, 2)),
    ((1, 2), (3, 4)),
)
"""Four players; the colours of the third round are for a toss."""


def crenshaw(players: int, toss: Draws | None = None) -> tuple[str, Table, tuple[Notice, ...]]:
    """Name of the table, the table, and what has to be said about it.

    ``toss`` draws the colours of the third round of four players; without it
    they are as printed.  Raises ``RecordError("schedule.size_out_of_range")``.
    """
    if players in (3, 4):
        return ("crenshaw-4", _without_fourth(quad(toss)) if players == 3 else quad(toss), ())
    table = berger(players)[::-1]
    if players in (5, 6):
        return ("berger-reversed", table, (("schedule.crenshaw_six", {"players": players}),))
    return "crenshaw", table, ()


def quad(toss: Draws | None = None) -> Table:
    """The table of four players; ``toss`` as in :func:`crenshaw`."""
    if toss is None:
        return QUAD
    first, second, third = QUAD
    return first, second, tuple(turned(board) if toss.below(2) else board for board in third)


def _without_fourth(table: Table) -> Table:
    """The table of three: who would meet the fourth rests."""
    return tuple(rests_last(_resting(board) for board in boards) for boards in table)


def _resting(board: Board) -> Board:
    """The board, or the rest of whoever would meet the fourth."""
    if 4 not in board:
        return board
    return next(seat for seat in board if seat is not None and seat != 4), None
