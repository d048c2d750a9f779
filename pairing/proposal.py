"""What an engine answers: the boards of one round, in publication order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class BoardPairing:
    """One line of the pairing list; ``black`` is ``None`` for the pairing-allocated bye."""

    white: int
    black: int | None


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A complete proposal for ``round``: boards in publication order (C.04.2 3.6), PAB last.

    ``explanation`` is the engine's working as a dataclass that
    :func:`dataclasses.asdict` turns into JSON data, or ``None`` if it was not
    asked for.  ``notices`` report soft rules that gave way, as
    ``(code, parameters)``.
    """

    round: int
    boards: tuple[BoardPairing, ...]
    notices: tuple[tuple[str, dict[str, Any]], ...] = ()
    explanation: Any = None

    @property
    def pab(self) -> int | None:
        """Who has the pairing-allocated bye, if anybody."""
        for board in self.boards:
            if board.black is None:
                return board.white
        return None
