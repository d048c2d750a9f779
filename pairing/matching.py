"""Matchings in general graphs: does a perfect one exist, and which is cheapest.

Costs are Python integers of any size, so a lexicographic list of criteria can
be packed into one number (most significant criterion in the highest digits)
and minimised exactly.

The cheapest perfect matching is found by Edmonds' primal-dual method.  With a
dual value ``y`` per vertex and ``z >= 0`` per blossom, every edge between two
different blossoms keeps ``slack = cost - y[u] - y[v] >= 0``; matched edges have
slack 0.  Each phase grows one alternating tree from one unmatched vertex until
it reaches another, so a phase costs O(n^2) and a matching O(n^3).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

Cost = int | None
"""Cost of an edge; ``None`` where there is no edge."""

_FREE, _OUTER, _INNER = 0, 1, 2


def cheapest_perfect_matching(cost: Sequence[Sequence[Cost]]) -> list[int] | None:
    """Partner of each vertex in a perfect matching of least total cost.

    ``cost`` is a symmetric matrix (the diagonal is ignored).  Returns ``None``
    if the graph has no perfect matching.
    """
    size = len(cost)
    if size % 2:
        return None
    solver = _Solver(cost)
    for vertex in range(size):
        if solver.mate[vertex] < 0 and not solver.augment_from(vertex):
            return None
    return solver.mate


def perfect_matching(neighbours: Sequence[int]) -> list[int] | None:
    """Partner of each vertex in some perfect matching, ``None`` if there is none.

    ``neighbours[v]`` is the bit set of the vertices joined to ``v``.  A greedy
    matching (scarcest vertex first) is completed by Edmonds' augmenting paths.
    """
    if len(neighbours) % 2:
        return None
    mate = _greedy_matching(neighbours)
    for vertex in range(len(neighbours)):
        if mate[vertex] < 0 and _augment(neighbours, mate, vertex):
            return None
    return mate


def maximum_matching(neighbours: Sequence[int]) -> tuple[list[int], int]:
    """A largest matching and the vertices that some largest matching leaves out.

    Returns the partner of each vertex (-1: none) and a bit set: the
    inessential vertices of the Gallai-Edmonds decomposition.
    """
    mate = _greedy_matching(neighbours)
    for vertex in range(len(neighbours)):
        if mate[vertex] < 0:
            _augment(neighbours, mate, vertex)
    inessential = 0
    for vertex in range(len(neighbours)):
        if mate[vertex] < 0:
            inessential |= _augment(neighbours, mate, vertex)
    return mate, inessential


def _greedy_matching(neighbours: Sequence[int]) -> list[int]:
    mate = [-1] * len(neighbours)
    free = (1 << len(neighbours)) - 1
    for vertex in sorted(range(len(neighbours)), key=lambda v: neighbours[v].bit_count()):
        open_to = neighbours[vertex] & free
        if mate[vertex] < 0 and open_to:
            # The partner furthest away keeps the middle free for the others.
            partner = open_to.bit_length() - 1
            mate[vertex], mate[partner] = partner, vertex
            free &= ~(1 << vertex | 1 << partner)
    return mate


def _augment(neighbours: Sequence[int], mate: list[int], root: int) -> int:
    """Breadth-first search for an augmenting path from ``root``, shrinking odd cycles.

    Returns 0 if a path was found and flipped, else the bit set of the vertices
    at even distance, any of which could be left out in place of ``root``.
    """
    size = len(neighbours)
    base = list(range(size))
    parent = [-1] * size
    outer = 1 << root
    reached = 1 << root
    queue = [root]
    for u in queue:
        rest = neighbours[u]
        while rest:
            v = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            if base[u] == base[v] or mate[u] == v:
                continue
            if outer >> v & 1:
                grown = _shrink_cycle(base, parent, mate, u, v)
                for vertex in grown:
                    if not outer >> vertex & 1:
                        outer |= 1 << vertex
                        queue.append(vertex)
            elif not reached >> v & 1:
                parent[v] = u
                reached |= 1 << v
                if mate[v] < 0:
                    _flip_path(parent, mate, v)
                    return 0
                reached |= 1 << mate[v]
                outer |= 1 << mate[v]
                queue.append(mate[v])
    return outer


def _shrink_cycle(base: list[int], parent: list[int], mate: list[int], u: int, v: int) -> list[int]:
    """Give both arms of the odd cycle through (u, v) one base; the vertices in it."""
    seen = set()
    at = u
    while True:
        at = base[at]
        seen.add(at)
        if mate[at] < 0:
            break
        at = parent[mate[at]]
    meet = v
    while base[meet] not in seen:
        meet = parent[mate[base[meet]]]
    meet = base[meet]
    bases: set[int] = set()
    for start, child in ((u, v), (v, u)):
        vertex = start
        while base[vertex] != meet:
            bases |= {base[vertex], base[mate[vertex]]}
            parent[vertex] = child
            child = mate[vertex]
            vertex = parent[child]
    members = [vertex for vertex in range(len(base)) if base[vertex] in bases]
    for vertex in members:
        base[vertex] = meet
    return members


def _flip_path(parent: list[int], mate: list[int], end: int) -> None:
    vertex = end
    while vertex >= 0:
        before = parent[vertex]
        following = mate[before]
        mate[vertex], mate[before] = before, vertex
        vertex = following


class _Blossom:
    """An odd cycle of nodes shrunk into one.

    ``nodes[0]`` holds the base; ``edges[i]`` is the tight edge ``(u, v)`` with
    ``u`` in ``nodes[i]`` and ``v`` in ``nodes[i + 1]`` (cyclically).
    """

    __slots__ = ("edges", "nodes", "vertices", "z")

    def __init__(self, nodes: list[int], edges: list[tuple[int, int]], vertices: list[int]) -> None:
        self.nodes = nodes
        self.edges = edges
        self.vertices = vertices
        self.z = 0


class _Solver:
    """State of the primal-dual method.

    Nodes are vertices (``0..n-1``) and blossoms (``n`` and up).  ``top[v]`` is
    the outermost node around vertex ``v``, ``label[v]`` that node's label in
    the current tree.  Costs are doubled so that every dual value stays an
    integer.  ``entry[node]`` is the tree edge ``(parent's vertex, own vertex)``.
    """

    def __init__(self, cost: Sequence[Sequence[Cost]]) -> None:
        size = len(cost)
        self.size = size
        self.cost = [[None if c is None else c + c for c in row] for row in cost]
        for vertex in range(size):
            self.cost[vertex][vertex] = None
        self.mate = [-1] * size
        self.top = list(range(size))
        self.base: dict[int, int] = {vertex: vertex for vertex in range(size)}
        self.parent: dict[int, int] = {}
        self.blossoms: dict[int, _Blossom] = {}
        self.next_node = size
        self.y = [0] * size
        self._start()

    def _start(self) -> None:
        """Feasible duals, a tight edge at each vertex, a greedy matching on tight edges."""
        y, cost, mate = self.y, self.cost, self.mate
        for vertex, row in enumerate(cost):
            y[vertex] = min((c for c in row if c is not None), default=0) // 2
        for vertex, row in enumerate(cost):
            best: int | None = None
            partner = -1
            for other, c in enumerate(row):
                if c is None:
                    continue
                value = c - y[other]
                if best is None or value < best or (value == best and mate[partner] >= 0):
                    best, partner = value, other
            if best is None:
                continue
            y[vertex] = best
            if mate[vertex] < 0 and mate[partner] < 0:
                mate[vertex], mate[partner] = partner, vertex

    # -- one phase ---------------------------------------------------------

    def augment_from(self, root: int) -> bool:
        """Grow a tree from an unmatched vertex until it can be matched; False if it cannot."""
        self.label = [_FREE] * self.size
        self.inner_blossoms: list[int] = []
        self.outer_blossoms: list[int] = []
        self.entry: dict[int, tuple[int, int]] = {}
        self.near = [-1] * self.size
        self.queue: list[int] = []
        self.outer: list[int] = []
        self.heap: list[tuple[int, int, int]] = []
        self.shift = 0
        self._make_outer(self.top[root], None)
        while True:
            end = self._scan() or self._adjust()
            if end is None:
                return False
            if end[0] >= 0:
                self._flip(*end)
                return True

    def _vertices(self, node: int) -> list[int]:
        return [node] if node < self.size else self.blossoms[node].vertices

    def _make_outer(self, node: int, entry: tuple[int, int] | None) -> None:
        if entry is not None:
            self.entry[node] = entry
        if node >= self.size:
            self.outer_blossoms.append(node)
        vertices = self._vertices(node)
        for vertex in vertices:
            self.label[vertex] = _OUTER
        self.queue.extend(vertices)

    def _make_inner(self, node: int, entry: tuple[int, int]) -> None:
        self.entry[node] = entry
        if node >= self.size:
            self.inner_blossoms.append(node)
        for vertex in self._vertices(node):
            self.label[vertex] = _INNER

    def _scan(self) -> tuple[int, int] | None:
        """Look along the edges of new outer vertices; an edge that completes a path, if met."""
        while self.queue:
            vertex = self.queue.pop()
            end = self._scan_vertex(vertex)
            if end is not None:
                return end
        return None

    def _scan_vertex(self, u: int) -> tuple[int, int] | None:
        y, top, label, near, cost = self.y, self.top, self.label, self.near, self.cost
        row, yu = cost[u], y[u]
        self.outer.append(u)
        best: int | None = None
        nearest = -1
        for v, c in enumerate(row):
            if c is None or top[v] == top[u]:
                continue
            slack = c - yu - y[v]
            if label[v] == _OUTER:
                if slack == 0:
                    self._shrink(u, v)
                elif best is None or slack < best:
                    best, nearest = slack, v
            elif slack == 0 and label[v] == _FREE:
                if self._reach(u, v):
                    return u, v
            else:
                known = near[v]
                if known < 0 or slack < (cost[known][v] or 0) - y[known] - y[v]:
                    near[v] = u
        if best is not None:
            heappush(self.heap, (best + self.shift, u, nearest))
        return None

    def _reach(self, u: int, v: int) -> bool:
        """Enter a free node by the tight edge (u, v); True if that node is unmatched."""
        node = self.top[v]
        base = self.base[node]
        partner = self.mate[base]
        if partner < 0:
            return True
        self._make_inner(node, (u, v))
        self._make_outer(self.top[partner], (base, partner))
        return False

    # -- dual adjustment ---------------------------------------------------

    def _adjust(self) -> tuple[int, int] | None:
        """Shift the duals until an edge becomes tight or an inner blossom dissolves.

        Returns the edge that completes an augmenting path, ``(-1, -1)`` if the
        tree merely grew, or ``None`` if no perfect matching exists.
        """
        y, cost, near = self.y, self.cost, self.near
        delta: int | None = None
        target = -1
        for v in range(self.size):
            if self.label[v] == _FREE and near[v] >= 0:
                slack = (cost[near[v]][v] or 0) - y[near[v]] - y[v]
                if delta is None or slack < delta:
                    delta, target = slack, v
        meeting = self._closest_outer_pair()
        if meeting is not None and (delta is None or (meeting[0] - self.shift) // 2 < delta):
            delta, target = (meeting[0] - self.shift) // 2, -1
        shrinking = -1
        for node in self.inner_blossoms:
            z = self.blossoms[node].z // 2
            if delta is None or z < delta:
                delta, target, shrinking = z, -1, node
        if delta is None:
            return None
        self._apply(delta)
        if shrinking >= 0:
            self._expand(shrinking)
        elif target >= 0:
            if self._reach(near[target], target):
                return near[target], target
        elif meeting is not None:
            heappop(self.heap)
            self._shrink(meeting[1], meeting[2])
            self._push_closest(meeting[1])
        return -1, -1

    def _closest_outer_pair(self) -> tuple[int, int, int] | None:
        """Least-slack edge between two outer nodes, as ``(key, u, v)``."""
        while self.heap:
            key, u, v = self.heap[0]
            if self.top[u] != self.top[v]:
                return key, u, v
            heappop(self.heap)
            self._push_closest(u)
        return None

    def _push_closest(self, u: int) -> None:
        row, yu, y, top = self.cost[u], self.y[u], self.y, self.top
        best: int | None = None
        nearest = -1
        for v in self.outer:
            c = row[v]
            if c is None or top[v] == top[u]:
                continue
            slack = c - yu - y[v]
            if best is None or slack < best:
                best, nearest = slack, v
        if best is not None:
            heappush(self.heap, (best + self.shift, u, nearest))

    def _apply(self, delta: int) -> None:
        if not delta:
            return
        y = self.y
        for vertex, kind in enumerate(self.label):
            if kind == _OUTER:
                y[vertex] += delta
            elif kind == _INNER:
                y[vertex] -= delta
        for node in self.outer_blossoms:
            self.blossoms[node].z += 2 * delta
        for node in self.inner_blossoms:
            self.blossoms[node].z -= 2 * delta
        self.shift += 2 * delta

    # -- blossoms ----------------------------------------------------------

    def _shrink(self, u: int, v: int) -> None:
        """Make one outer blossom of the odd cycle closed by the tight edge (u, v)."""
        meet = self._meeting_node(u, v)
        left_nodes, left_edges = self._climb(self.top[u], meet)
        right_nodes, right_edges = self._climb(self.top[v], meet)
        nodes = [meet, *reversed(left_nodes), *right_nodes]
        edges = [*reversed(left_edges), (u, v), *((b, a) for a, b in right_edges)]
        vertices = [vertex for node in nodes for vertex in self._vertices(node)]
        blossom = self.next_node
        self.next_node += 1
        self.blossoms[blossom] = _Blossom(nodes, edges, vertices)
        self.base[blossom] = self.base[meet]
        if meet in self.entry:
            self.entry[blossom] = self.entry[meet]
        for node in nodes:
            self.parent[node] = blossom
            if node >= self.size:
                (
                    self.outer_blossoms if node in self.outer_blossoms else self.inner_blossoms
                ).remove(node)
        for vertex in vertices:
            self.top[vertex] = blossom
            if self.label[vertex] == _INNER:
                self.label[vertex] = _OUTER
                self.queue.append(vertex)
        self.outer_blossoms.append(blossom)

    def _meeting_node(self, u: int, v: int) -> int:
        """Lowest common outer node of the tree above the outer nodes of u and v."""
        seen = set()
        one: int | None = self.top[u]
        other: int | None = self.top[v]
        while True:
            if one is not None:
                if one in seen:
                    return one
                seen.add(one)
                one = self._grandparent(one)
            one, other = other, one

    def _grandparent(self, node: int) -> int | None:
        """Next outer node towards the root."""
        entry = self.entry.get(node)
        if entry is None:
            return None
        return self.top[self.entry[self.top[entry[0]]][0]]

    def _climb(self, node: int, stop: int) -> tuple[list[int], list[tuple[int, int]]]:
        """Nodes from ``node`` up to below ``stop``, and the edge above each of them."""
        nodes: list[int] = []
        edges: list[tuple[int, int]] = []
        while node != stop:
            nodes.append(node)
            edges.append(self.entry[node])
            node = self.top[self.entry[node][0]]
        return nodes, edges

    def _expand(self, node: int) -> None:
        """Dissolve an inner blossom whose z is 0 and thread the tree through it."""
        blossom = self.blossoms.pop(node)
        entry = self.entry.pop(node)
        self.inner_blossoms.remove(node)
        for child in blossom.nodes:
            del self.parent[child]
            for vertex in self._vertices(child):
                self.top[vertex] = child
                self.label[vertex] = _FREE
        del self.base[node]
        count = len(blossom.nodes)
        index = blossom.nodes.index(self.top[entry[1]])
        self._make_inner(blossom.nodes[index], entry)
        step = 1 if index % 2 else -1
        while index % count:
            for make in (self._make_outer, self._make_inner):
                edge = blossom.edges[index if step > 0 else index - 1]
                index += step
                make(blossom.nodes[index % count], edge if step > 0 else (edge[1], edge[0]))

    # -- augmentation ------------------------------------------------------

    def _flip(self, u: int, v: int) -> None:
        """Match u with v and flip the path from u up to the root."""
        self._rebase(self.top[v], v)
        while True:
            node = self.top[u]
            entry = self.entry.get(node)
            self._rebase(node, u)
            self.mate[u], self.mate[v] = v, u
            if entry is None:
                return
            inner = self.top[entry[0]]
            u, v = self.entry[inner]
            self._rebase(inner, v)

    def _rebase(self, node: int, vertex: int) -> None:
        """Re-match inside a node so that ``vertex`` is the one matched to the outside."""
        if node < self.size:
            return
        blossom = self.blossoms[node]
        child = vertex
        while self.parent[child] != node:
            child = self.parent[child]
        self._rebase(child, vertex)
        count = len(blossom.nodes)
        index = blossom.nodes.index(child)
        first, stop = (index + 1, count) if index % 2 else (0, index)
        for at in range(first, stop, 2):
            a, b = blossom.edges[at]
            self._rebase(blossom.nodes[at], a)
            self._rebase(blossom.nodes[(at + 1) % count], b)
            self.mate[a], self.mate[b] = b, a
        blossom.nodes = blossom.nodes[index:] + blossom.nodes[:index]
        blossom.edges = blossom.edges[index:] + blossom.edges[:index]
        self.base[node] = vertex
