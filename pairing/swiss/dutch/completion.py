"""Can those not yet paired still be paired?  (C.04.3 1.9, C2, C4, C5.)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...colours import Strength
from ...matching import perfect_matching
from .state import WANTS_BLACK, WANTS_WHITE, State



class Completion:
    """Answers ``complete(X, s)``: all of X can be matched by legal pairs, one
    PAB-eligible player with pairing score at most ``s`` left out if X is odd.

    Two sufficient tests come first.  Dirac: an even set in which everybody has
    at least half of the set as legal opponents has a perfect matching.  Greedy:
    a matching found by hand.  Only then a maximum matching decides.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.excluded = max((len(met) for met in state.met), default=0)
        self._absolute = self._absolute_counts()
        self._bars = self._largest_bar()

    def _absolute_counts(self) -> tuple[list[int], list[int]]:
        """Players from each position on who may not meet their like for colour (C3)."""
        state = self.state
        counts = ([0] * (len(state) + 1), [0] * (len(state) + 1))
        for index in range(len(state) - 1, -1, -1):
            for colour, column in ((WANTS_WHITE, counts[0]), (WANTS_BLACK, counts[1])):
                blocked = (
                    state.strength[index] == Strength.ABSOLUTE
                    and state.wants[index] == colour
                    and not state.topscorer[index]
                )
                column[index] = column[index + 1] + blocked
        return counts

    def _largest_bar(self) -> int:
        """Most players whom prohibited-pairing lists can take from one player."""
        sizes: dict[int, int] = {}
        for mask in self.state.barred:
            if mask:
                sizes[mask] = sizes.get(mask, 0) + 1
        return max(
            (sum(size for other, size in sizes.items() if other & mask) for mask in sizes),
            default=0,
        )

    def possible(self, floaters: Sequence[int], start: int, limit: int) -> bool:
        """``complete(floaters + all positions from start on, limit)``."""
        total = len(floaters) + len(self.state) - start
        if total == 0:
            return True
        if self._dirac(floaters, start, limit, total):
            return True
        return self.matching([*floaters, *range(start, len(self.state))], limit) is not None

    def _dirac(self, floaters: Sequence[int], start: int, limit: int, total: int) -> bool:
        same_colour = max(counts[start] for counts in self._absolute) + len(floaters)
        if not self._surely(total - total % 2, same_colour):
            return False
        return total % 2 == 0 or self._has_bye_candidate(floaters, start, limit)

    def _surely(self, size: int, same_colour: int) -> bool:
        worst = size - 1 - self.excluded - same_colour - self._bars
        return size == 0 or 2 * worst >= size

    def surely_perfect(self, size: int) -> bool:
        """Whether any ``size`` of the players can be paired up completely (Dirac's theorem)."""
        return self._surely(size, max(counts[0] for counts in self._absolute))

    def _has_bye_candidate(self, floaters: Sequence[int], start: int, limit: int) -> bool:
        return any(
            self.bye_candidate(position, limit)
            for group in (floaters, range(len(self.state) - 1, start - 1, -1))
            for position in group
        )

    def bye_candidate(self, position: int, limit: int) -> bool:
        """Whether a player may have the PAB (C2) at a score of at most ``limit`` (C5)."""
        return self.state.pab_eligible[position] and self.state.score[position] <= limit

    def matching(self, positions: Iterable[int], limit: int) -> dict[int, int] | None:
        """A complete legal pairing of ``positions``; the PAB receiver is its own partner."""
        players = list(positions)
        legal = self.state.legal
        neighbours = [0] * len(players)
        for index, one in enumerate(players):
            for at in range(index):
                if legal(one, players[at]):
                    neighbours[index] |= 1 << at
                    neighbours[at] |= 1 << index
        if len(players) % 2:
            dummy = 1 << len(players)
            mask = 0
            for index, one in enumerate(players):
                if self.bye_candidate(one, limit):
                    neighbours[index] |= dummy
                    mask |= 1 << index
            neighbours.append(mask)
        mates = perfect_matching(neighbours)
        if mates is None:
            return None
        return {
            one: players[mates[index]] if mates[index] < len(players) else one
            for index, one in enumerate(players)
        }

    def lowest_bye_score(self) -> int | None:
        """S*: the smallest pairing score at which the PAB can be given (C5); 0 for an even field.

        ``None`` if no legal pairing of the round exists at all.
        """
        state = self.state
        if len(state) % 2 == 0:
            return 0 if self.possible((), 0, 0) else None
        for start, stop in reversed(state.groups):
            if any(state.pab_eligible[start:stop]) and self.possible((), 0, state.score[start]):
                return state.score[start]
        return None
