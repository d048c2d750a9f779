"""Who blocks whom when a round has no legal pairing (C.04.3 1.9.3).

The Gallai-Edmonds decomposition gives the reason in terms people can check:
``groups`` of players, each odd in number, of whom no two from different groups
may meet, and the ``bridges``, the only players outside through whom they could
be paired.  There are more groups than bridges, so somebody is always left.
Number 0 stands for the pairing-allocated bye.
"""

from __future__ import annotations

from typing import Any

from ...colours import Strength
from ...matching import maximum_matching
from .state import State

MOST_PAIRS = 100


def why_impossible(state: State) -> dict[str, Any]:
    """JSON data: ``groups``, ``bridges`` and the refused pairs between the groups with reasons."""
    neighbours = _graph(state)
    _, inessential = maximum_matching(neighbours)
    groups = _components(neighbours, inessential)
    touched = 0
    for vertex in _bits(inessential):
        touched |= neighbours[vertex]
    bridges = touched & ~inessential
    numbers = [*state.number, 0]
    return {
        "groups": sorted(sorted(numbers[vertex] for vertex in group) for group in groups),
        "bridges": sorted(numbers[vertex] for vertex in _bits(bridges)),
        "refused": _refusals(state, groups),
    }


def _graph(state: State) -> list[int]:
    size = len(state)
    neighbours = [
        sum(1 << other for other in range(size) if other != one and state.legal(one, other))
        for one in range(size)
    ]
    if size % 2:
        bye = sum(1 << player for player in range(size) if state.pab_eligible[player])
        neighbours = [row | (bye >> player & 1) << size for player, row in enumerate(neighbours)]
        neighbours.append(bye)
    return neighbours


def _bits(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


def _components(neighbours: list[int], among: int) -> list[list[int]]:
    """Connected components of the graph restricted to some vertices."""
    components = []
    left = among
    while left:
        component = left & -left
        grown = 0
        while component != grown:
            grown = component
            for vertex in _bits(grown):
                component |= neighbours[vertex] & among
        components.append(_bits(component))
        left &= ~component
    return components


def _refusals(state: State, groups: list[list[int]]) -> list[dict[str, Any]]:
    """Pairs from different groups, the first :data:`MOST_PAIRS` of them."""
    refused: list[dict[str, Any]] = []
    for at, group in enumerate(groups):
        for other_group in groups[at + 1 :]:
            for one in group:
                for other in other_group:
                    if len(refused) == MOST_PAIRS:
                        return refused
                    refused.append(_refusal(state, one, other))
    return refused


def _refusal(state: State, one: int, other: int) -> dict[str, Any]:
    size = len(state)
    if size in (one, other):
        return {"players": [state.number[min(one, other)], 0], "reason": "C2"}
    return {
        "players": sorted((state.number[one], state.number[other])),
        "reason": refusal_reason(state, one, other),
    }


def refusal_reason(state: State, one: int, other: int) -> str | None:
    """Why two may not meet: ``C1``, ``prohibited`` or ``C3``; ``None`` if they may."""
    if state.legal(one, other):
        return None
    if other in state.met[one]:
        return "C1"
    if state.barred[one] & state.barred[other]:
        return "prohibited"
    assert state.strength[one] == state.strength[other] == Strength.ABSOLUTE
    return "C3"
