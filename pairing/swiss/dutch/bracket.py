"""One bracket: who is in it, and what a way of pairing it is worth."""

from __future__ import annotations

from dataclasses import dataclass, field

from .completion import Completion
from .criteria import colour_failures
from .state import DOWN, UP, State

Pairs = tuple[tuple[int, int], ...]

CRITERIA = (
    *("C6", "C7", "C8", "C9", "C10", "C11", "C12", "C13"),
    *("C14", "C15", "C16", "C17", "C18", "C19", "C20", "C21"),
)
"""Quality criteria in the order in which they are compared (C.04.3 article 2)."""

LIMBO = 100_000
"""Added to the score difference of an MDP that stays unpaired (C18, C20)."""


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
    _next_values: dict[tuple[int, ...], tuple[int, ...] | None] = field(default_factory=dict)

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

    def value(self, pairs: Pairs) -> tuple[tuple[int, ...], ...]:
        """C6..C21 of a complete candidate, comparable lexicographically, smaller is better."""
        state = self.state
        paired = {player for pair in pairs for player in pair}
        floaters = tuple(player for player in self.members if player not in paired)
        resident_floaters = [player for player in floaters if player >= self.start]
        moved = [(one, other) for one, other in pairs if one < self.start]
        single = len(floaters) == 1 and self.may_release_bye
        colours = [colour_failures(state, one, other) for one, other in pairs]
        return (
            (len(floaters),),
            tuple(sorted((state.score[player] for player in floaters), reverse=True)),
            self.next_value(floaters) or (),
            (state.unplayed[floaters[0]] if single else 0,),
            *((sum(column),) for column in zip(*colours, strict=True)),
            *([(0,)] * 4 if not colours else []),
            (sum(state.float1[player] == DOWN for player in resident_floaters),),
            (sum(state.float1[other] == UP for _, other in moved),),
            (sum(state.float2[player] == DOWN for player in resident_floaters),),
            (sum(state.float2[other] == UP for _, other in moved),),
            self._mover_differences(state.float1, paired),
            self._opponent_differences(state.float1, moved),
            self._mover_differences(state.float2, paired),
            self._opponent_differences(state.float2, moved),
        )

    def _mover_differences(self, floats: list[int], paired: set[int]) -> tuple[int, ...]:
        """C18, C20: score differences of MDPs that had a downfloat; limbo beats any pair."""
        return tuple(
            sorted(
                (
                    self.state.score[player] - self.score + (0 if player in paired else LIMBO)
                    for player in self.movers
                    if floats[player] == DOWN
                ),
                reverse=True,
            )
        )

    def _opponent_differences(
        self, floats: list[int], moved: list[tuple[int, int]]
    ) -> tuple[int, ...]:
        """C19, C21: score differences of MDPs whose opponent had an upfloat."""
        return tuple(
            sorted(
                (self.state.score[one] - self.score for one, other in moved if floats[other] == UP),
                reverse=True,
            )
        )

    def next_value(self, floaters: tuple[int, ...]) -> tuple[int, ...] | None:
        """C8 of a set of downfloaters: players and scores the next bracket leaves over at best.

        ``(number left over, their scores descending...)``; empty where there is
        no next scoregroup; ``None`` if the rest cannot be completed (C4).
        """
        if floaters not in self._next_values:
            from .exact import best_next_value

            self._next_values[floaters] = best_next_value(self, floaters)
        return self._next_values[floaters]
