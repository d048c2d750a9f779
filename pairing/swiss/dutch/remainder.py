"""The first candidate of a homogeneous bracket or remainder, by bipartite matchings.

At the bounds of :mod:`.bounds` the colour criteria say which *pairs* may occur,
not how many of them:

* no clash is forced (``x = 0``): no pair clashes;
* ``x > 0`` clashes are forced, all between players who want colour ``c``, so
  that every pair contains one of them: a pair without one is one clash more.
  With ``y = 0`` each clash must hide behind a mild preference; with ``y > 0``
  every mild player who wants ``c`` must hide one, so none of them may meet a
  player who does not want ``c``, nor another mild one.

So the candidates that meet the bounds are the perfect matchings of a graph, and
the first in generation order is found by settling S1 in order, each with the
smallest partner that leaves the rest a perfect matching (4.2).  If S1 and S2
admit none, one exchange after the other is tried in the order of 4.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...assignment import Assignment
from ...colours import Strength
from .bounds import Target
from .state import State

EXCHANGE_WORK = 4_000_000
"""Exchanges tried times players, before the exact solver is left to decide."""


def allowed_classes(target: Target, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether players of two classes ``(wants, strength)`` may meet at the bounds."""
    majority = target.majority
    clash = one[0] != 0 and one[0] == other[0]
    if not majority:
        return not clash
    if not clash:
        if majority not in (one[0], other[0]):
            return False
        chooser = one if one[0] == majority else other
        return not target.strong or chooser[1] != Strength.MILD
    if one[0] != majority or one[1] == other[1] == Strength.ABSOLUTE:
        return False
    mild = (one[1] == Strength.MILD) + (other[1] == Strength.MILD)
    if target.strong:
        return mild < 2
    return mild > 0


class Remainder:
    """Players ``0..m-1`` in order, the first ``pairs`` of them S1, and who may meet whom."""

    def __init__(self, state: State, target: Target, players: Sequence[int], pairs: int) -> None:
        self.state = state
        self.target = target
        self.players = list(players)
        self.pairs = pairs
        self.rows = self._graph()

    def first_candidate(self) -> list[tuple[int, int]] | None:
        """Pairs of positions; ``None`` if none meets the bounds, or none was found in time."""
        size = len(self.players)
        everybody = (1 << size) - 1
        first = (1 << self.pairs) - 1
        assignment = self._assignment(range(self.pairs), everybody & ~first)
        unmatched = assignment.complete()
        if unmatched:
            exchanged = self._exchange(assignment, unmatched)
            if exchanged is None:
                return None
            assignment = exchanged
        return [
            (self.players[left], self.players[right]) for left, right in self._settle(assignment)
        ]

    # -- the graph ------------------------------------------------------------

    def _graph(self) -> list[int]:
        """Bit rows of the allowed pairs; the last row is whoever floats."""
        state, players = self.state, self.players
        classes: dict[tuple[int, int], int] = {}
        index = {player: at for at, player in enumerate(players)}
        clubs: dict[int, int] = {}
        for at, player in enumerate(players):
            key = (state.wants[player], state.strength[player])
            classes[key] = classes.get(key, 0) | 1 << at
            if state.barred[player]:
                clubs[state.barred[player]] = clubs.get(state.barred[player], 0) | 1 << at
        masks = {
            key: sum(
                mask for other, mask in classes.items() if allowed_classes(self.target, key, other)
            )
            for key in classes
        }
        rows = []
        for at, player in enumerate(players):
            key = (state.wants[player], state.strength[player])
            row = masks[key] & ~(1 << at)
            for met in state.met[player]:
                if met in index:
                    row &= ~(1 << index[met])
            if state.barred[player]:
                for mask, members in clubs.items():
                    if mask & state.barred[player]:
                        row &= ~members
            rows.append(row)
        floating = [at for at, player in enumerate(players) if player in self.target.floater]
        for at in floating:
            rows[at] |= 1 << len(players)
        rows.append(sum(1 << at for at in floating))
        return rows

    def _assignment(self, first: Sequence[int], right: int) -> Assignment:
        """S1 (and whoever floats, last) against S2, matched greedily."""
        left = [*first, len(self.players)] if self.target.options else list(first)
        assignment = Assignment(self.rows, left, right)
        for vertex in left:
            open_to = self.rows[vertex] & assignment.free
            if open_to:
                assignment.match(vertex, (open_to & -open_to).bit_length() - 1)
        return assignment

    def _settle(self, assignment: Assignment) -> Iterator[tuple[int, int]]:
        """4.2: each S1 player in order gets the smallest partner that leaves the rest possible."""
        for vertex in sorted(assignment.partner):
            if vertex == len(self.players):
                return
            smaller = self.rows[vertex] & assignment.right & ((1 << assignment.partner[vertex]) - 1)
            while smaller:
                low = smaller & -smaller
                if assignment.prefer(vertex, low.bit_length() - 1):
                    break
                smaller ^= low
            yield vertex, assignment.partner[vertex]
            assignment.settle(vertex)

    # -- exchanges ------------------------------------------------------------

    def _exchange(self, blocked: Assignment, unmatched: list[int]) -> Assignment | None:
        """The first exchange of one S1 player (4.3) that makes a perfect matching possible.

        Only exchanges are tried that take a player out of the blocked part of
        S1 or give that part a new partner: by Hall's theorem no other helps.
        """
        size = len(self.players)
        reserved = self.target.cast.reserved
        if len(unmatched) > 2:
            return None
        if reserved is not None and reserved >= self.target.cast.bracket.start:
            # The receiver has a BSN of its own, so differences would be off.
            return None
        stuck: set[int] = set()
        for vertex in unmatched:
            stuck |= blocked.reachable(vertex)
        stuck_mask = sum(1 << vertex for vertex in stuck if vertex < size)
        floats_stuck = size in stuck
        tries = EXCHANGE_WORK // size
        for leaving, entering in self._exchanges():
            helps = (
                leaving in stuck
                or self.rows[leaving] & stuck_mask
                or (floats_stuck and self.rows[size] >> leaving & 1)
            )
            if not helps:
                continue
            tries -= 1
            if tries < 0:
                return None
            first = [vertex for vertex in range(self.pairs) if vertex != leaving]
            right = ((1 << size) - 1) & ~((1 << self.pairs) - 1) & ~(1 << entering) | 1 << leaving
            assignment = self._assignment([*first, entering], right)
            if not assignment.complete():
                return assignment
        return None

    def _exchanges(self) -> Iterator[tuple[int, int]]:
        """Single exchanges: smallest difference first, then the largest player leaving S1."""
        size = len(self.players)
        for difference in range(1, size):
            highest = min(self.pairs - 1, size - 1 - difference)
            for leaving in range(highest, max(self.pairs - difference, 0) - 1, -1):
                yield leaving, leaving + difference
