"""What the engine refuses, said of entries: its numbers mean nothing to anybody outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pairing.errors import PairingError
from pairing.knockout.draw import NOBODY
from tournaments.core.errors import Conflict, Invalid

Describe = Callable[[int], Any]
"""From a number of the draw to how refusals name that entry."""

_PEOPLE = frozenset({"entrant", "entrants", "winner", "white", "sides", "expected", "found"})
_INVALID = frozenset(
    {
        "draw.attribute_unknown",
        "draw.policy_needs_groups",
        "draw.seed_negative",
        "draw.slot_unknown",
        "draw.swap_without_effect",
        "draw.two_byes",
        "knockout.bid_impossible",
        "knockout.double_forfeit_winner",
        "knockout.needs_seeds",
        "knockout.not_in_match",
        "knockout.not_with_double_elimination",
        "knockout.outcome_impossible",
        "knockout.places_to",
        "knockout.settings_malformed",
        "knockout.white_impossible",
        "qualification.places_invalid",
        "qualification.play_off_order",
    }
)
"""Codes of values that would not do whatever the state; ``ladder.*`` are such, too."""


@contextmanager
def refusing(describe: Describe | None = None) -> Iterator[None]:
    """Turn refusals of the engine into those of services."""
    try:
        yield
    except PairingError as error:
        kind = Invalid if error.code in _INVALID or error.code.startswith("ladder.") else Conflict
        params = error.params if describe is None else _named(error.code, error.params, describe)
        raise kind(error.code, **params) from None


def _named(code: str, params: Mapping[str, Any], describe: Describe) -> dict[str, Any]:
    # Results have sides too, as texts.
    if code == "knockout.outcome_impossible":
        return dict(params)
    return {
        name: _describe(value, describe) if name in _PEOPLE else value
        for name, value in params.items()
    }


def _describe(value: Any, describe: Describe) -> Any:
    if isinstance(value, list | tuple):
        return [_describe(each, describe) for each in value]
    if not isinstance(value, int):
        return value
    return describe(value) if value != NOBODY else None
