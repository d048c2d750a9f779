"""Can those not yet paired still be paired?  (C.04.3 1.9, C2, C4, C5.)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...colours import Strength
from ...matching import perfect_matching
from .state import State

Kinds = dict[tuple[int, int], int]
"""How many players there are of each kind: (absolute colour or 0, prohibited lists)."""


class Completion:
    """Answers ``complete(X, s)``: all of X can be matched by legal pairs, one
    PAB-eligible player with pairing score at most ``s`` left out if X is odd.

    A sufficient test by counting comes first (:meth:`surely_perfect`); where it
    does not settle the matter a maximum matching does.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.most_met = max((len(met) for met in state.met), default=0)
        self._below: dict[int, Kinds] = {len(state): {}}
        for start, stop in reversed(state.groups):
            kinds = dict(self._below[stop])
            self._count(kinds, range(start, stop))
            self._below[start] = kinds

    def _count(self, kinds: Kinds, players: Iterable[int]) -> None:
        for player in players:
            kind = self._kind(player)
            kinds[kind] = kinds.get(kind, 0) + 1

    def _kind(self, player: int) -> tuple[int, int]:
        """What a player can be refused for, past opponents apart (C3, prohibited pairings)."""
        state = self.state
        absolute = state.strength[player] == Strength.ABSOLUTE and not state.topscorer[player]
        return (state.wants[player] if absolute else 0, state.barred[player])

    def kinds(self, players: Iterable[int]) -> Kinds:
        """Count some players by kind."""
        kinds: Kinds = {}
        self._count(kinds, players)
        return kinds

    def possible(self, floaters: Sequence[int], start: int, limit: int) -> bool:
        """``complete(floaters + all positions from start on, limit)``.

        ``start`` is the first position of a scoregroup, or the end.
        """
        total = len(floaters) + len(self.state) - start
        if total == 0:
            return True
        kinds = self._below[start]
        if floaters:
            kinds = dict(kinds)
            self._count(kinds, floaters)
        if self.surely_perfect(kinds, total - total % 2) and (
            total % 2 == 0 or self.has_bye_candidate(start, limit, floaters)
        ):
            return True
        return self.matching([*floaters, *range(start, len(self.state))], limit) is not None

    def surely_perfect(self, kinds: Kinds, size: int) -> bool:
        """Whether any ``size`` (even) of these players can surely be paired up completely.

        Chvatal: a graph whose ascending degrees have ``d[i] > i`` for each
        ``i < size/2`` has a Hamiltonian cycle, hence a perfect matching.  A
        player of a kind misses at most the opponents met, those with the same
        absolute colour and those on a common list.
        """
        if size == 0:
            return True
        absolute = [0, 0, 0]
        for (colour, _), count in kinds.items():
            absolute[colour] += count
        absolute[0] = 0
        degrees = []
        for (colour, barred), count in kinds.items():
            apart = 0
            if barred:
                apart = sum(n for (_, other), n in kinds.items() if other & barred)
            degrees.append((size - 1 - self.most_met - absolute[colour] - apart, count))
        half = (size - 1) // 2
        placed = 0
        for degree, count in sorted(degrees):
            if placed >= half:
                break
            placed = min(placed + count, half)
            if degree <= placed:
                return False
        return size > 2 or all(degree >= 1 for degree, _ in degrees)

    def below(self, start: int) -> Kinds:
        """All players from the start of a scoregroup on, counted by kind."""
        return self._below[start]

    def fewest_legal(self, kinds: Kinds, player: int) -> int:
        """A lower bound on the legal opponents of a player among others counted by kind."""
        colour, barred = self._kind(player)
        refused = sum(
            count
            for (other, lists), count in kinds.items()
            if (colour and colour == other) or barred & lists
        )
        return sum(kinds.values()) - refused - self.most_met

    def has_bye_candidate(self, start: int, limit: int, floaters: Sequence[int] = ()) -> bool:
        """Whether anybody from ``start`` on, or a floater, may have the PAB."""
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
