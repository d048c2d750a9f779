"""One bracket: who is in it (C.04.3 1.3)."""

from __future__ import annotations

from dataclasses import dataclass

from .completion import Completion
from .state import State

Pairs = tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Bracket:
    """Moved-down players and the residents of one scoregroup.

    ``movers`` are positions in order; residents are ``start..stop-1``, the next
    scoregroup is ``stop..next_stop-1`` (empty if there is none).  ``bye_score``
    is S*, the fixed score of the PAB receiver (C5).
    """

    state: State
    completion: Completion
    movers: list[int]
    start: int
    stop: int
    next_stop: int
    bye_score: int

    @property
    def residents(self) -> range:
        return range(self.start, self.stop)

    @property
    def score(self) -> int:
        """Pairing score of the residents."""
        return self.state.score[self.start]

    @property
    def size(self) -> int:
        return len(self.movers) + self.stop - self.start

    @property
    def members(self) -> list[int]:
        """Everybody in the bracket in the order of C.04.3 1.2."""
        return [*self.movers, *self.residents]

    @property
    def may_release_bye(self) -> bool:
        """Whether a single downfloater of this bracket is bound to get the PAB (C9's gate)."""
        return len(self.state) % 2 == 1 and self.bye_score >= self.score
