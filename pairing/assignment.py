"""Perfect bipartite matchings that are kept extendable while choices are made.

Left and right vertices share one index space; adjacency rows are bit sets, so
a graph of n players costs n*n/8 bytes and a step touches n/64 words.
"""

from __future__ import annotations

from collections.abc import Iterable


class Assignment:
    """A matching of every ``left`` vertex into the ``right`` set, changed by alternating paths.

    ``rows[v]`` is the bit set of vertices that ``v`` may be matched with, a
    symmetric relation.
    """

    def __init__(self, rows: list[int], left: Iterable[int], right: int) -> None:
        self.rows = rows
        self.right = right
        self.left = list(left)
        self.partner: dict[int, int] = {}
        self.owner: dict[int, int] = {}
        self.free = right

    def match(self, left: int, right: int) -> None:
        """Match two unmatched vertices."""
        self.partner[left] = right
        self.owner[right] = left
        self.free &= ~(1 << right)

    def unmatch(self, left: int) -> None:
        """Free a left vertex and its partner."""
        right = self.partner.pop(left, -1)
        if right >= 0:
            del self.owner[right]
            self.free |= 1 << right

    def complete(self) -> list[int]:
        """Augment as far as possible; the left vertices that stay unmatched."""
        return [v for v in self.left if v not in self.partner and not self.augment(v)]

    def augment(self, start: int) -> bool:
        """Match one more left vertex by an alternating path, if there is any."""
        return self._path(start, self.free, 0) is None

    def reachable(self, start: int) -> set[int]:
        """Left vertices on alternating paths from an unmatched one that cannot be matched."""
        return self._path(start, self.free, 0) or set()

    def prefer(self, left: int, right: int) -> bool:
        """Change the matching so that ``left`` gets ``right``, all else staying matched.

        False, and nothing changed, if no matching does that.
        """
        current = self.partner[left]
        if current == right:
            return True
        rival = self.owner.get(right)
        self.unmatch(left)
        if rival is not None:
            self.unmatch(rival)
        self.match(left, right)
        if rival is None or self._path(rival, self.free, 1 << right) is None:
            return True
        self.unmatch(left)
        self.match(rival, right)
        self.match(left, current)
        return False

    def settle(self, left: int) -> None:
        """Take a matched pair out of the graph for good."""
        right = self.partner.pop(left)
        del self.owner[right]
        self.right &= ~(1 << right)

    def _path(self, start: int, free: int, barred: int) -> set[int] | None:
        """Flip an alternating path from ``start`` to a free right vertex.

        Returns ``None`` if it did, else the left vertices reached in vain.
        """
        rows, owner = self.rows, self.owner
        unseen = self.right & ~barred
        came_from: dict[int, int] = {}
        if not free:
            near_end, end = 0, -1
        else:
            # One free vertex is enough to aim for; its neighbours are the last step.
            end = (free & -free).bit_length() - 1
            near_end = rows[end]
        reached = [start]
        for left in reached:
            fresh = rows[left] & unseen
            ends = fresh & free
            if ends:
                end = (ends & -ends).bit_length() - 1
                came_from[end] = left
                self._flip(end, came_from)
                return None
            unseen &= ~fresh
            while fresh:
                low = fresh & -fresh
                right = low.bit_length() - 1
                fresh ^= low
                came_from[right] = left
                rival = owner[right]
                if near_end >> rival & 1:
                    came_from[end] = rival
                    self._flip(end, came_from)
                    return None
                reached.append(rival)
        return set(reached)

    def _flip(self, right: int, came_from: dict[int, int]) -> None:
        self.free &= ~(1 << right)
        while True:
            left = came_from[right]
            previous = self.partner.get(left)
            self.partner[left] = right
            self.owner[right] = left
            if previous is None:
                return
            right = previous
