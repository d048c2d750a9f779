"""The draw: who starts in which slot of the bracket.

A draw keeps everything needed to repeat and to audit it: the policy, the
random seed, the list before the draw and the slots that came out.  What is
changed by hand afterwards (two slots swapped, a reserve, a latecomer in a bye
slot) is kept apart, in order.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from ..draws import Draws
from ..errors import RecordError
from .arithmetic import arithmetic, bracket_order

NOBODY = 0
"""In a slot: the bye.  On one side of a match: known to stay empty."""

REDRAWS = 100
"""How often a draw is repeated to keep club mates apart in round 1."""

ATTRIBUTES = ("club", "federation")

Notice = tuple[str, dict[str, Any]]


class Policy(Enum):
    """How places in the bracket are given.

    ============ ==============================================================
    ``SEEDED``   every slot by the order of the list
    ``RANDOM``   no seeds; byes in the matches where the seeded order has them
    ``TOP2`` ..  that many seeds in their slots, the rest drawn
    ``POTS``     1-2 in their slots, 3-4 and 5-8 drawn among theirs, the rest drawn
    ``CROSSED``  slots by the crossing of qualifiers from groups
    ============ ==============================================================
    """

    SEEDED = "seeded"
    RANDOM = "random"
    TOP2 = "top2"
    TOP4 = "top4"
    TOP8 = "top8"
    POTS = "pots"
    CROSSED = "crossed"


_PLACED = {Policy.RANDOM: 0, Policy.TOP2: 2, Policy.TOP4: 4, Policy.TOP8: 8}


@dataclass(frozen=True, slots=True)
class Entrant:
    """One participant of the draw; the list's order is the order of the seeds."""

    number: int
    club: str = ""
    federation: str = ""


@dataclass(frozen=True, slots=True)
class Swap:
    """Two slots exchanged by hand (indices from 0, top to bottom)."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Substitution:
    """A slot given to somebody else: to a reserve, or a bye slot to a latecomer."""

    slot: int
    entrant: int


@dataclass(frozen=True, slots=True)
class Draw:
    """The log of a draw and its result.

    ``order`` is the list before the draw: seed 1 first.  ``slots`` are the
    entrants' numbers from top to bottom as drawn, :data:`NOBODY` for a bye.
    ``attempts`` counts the draws made, ``clashes`` the matches of round 1
    between people to be kept apart (``keep_apart``: ``club``, ``federation``).
    """

    policy: Policy
    seed: int
    order: tuple[int, ...]
    slots: tuple[int, ...]
    keep_apart: tuple[str, ...] = ()
    attempts: int = 1
    clashes: int = 0
    changes: tuple[Swap | Substitution, ...] = ()

    @property
    def current(self) -> tuple[int, ...]:
        """Slots after the changes made by hand."""
        slots = list(self.slots)
        for change in self.changes:
            if isinstance(change, Swap):
                first, second = change.first, change.second
                slots[first], slots[second] = slots[second], slots[first]
            else:
                slots[change.slot] = change.entrant
        return tuple(slots)

    def seeds(self) -> dict[int, int]:
        """Entrant -> seed; a reserve takes over the seed, a latecomer is last."""
        seeds = {entrant: place for place, entrant in enumerate(self.order, start=1)}
        slots = list(self.slots)
        for change in self.changes:
            if isinstance(change, Swap):
                first, second = change.first, change.second
                slots[first], slots[second] = slots[second], slots[first]
                continue
            seeds[change.entrant] = seeds.pop(slots[change.slot], len(seeds) + 1)
            slots[change.slot] = change.entrant
        return seeds

    @property
    def placed(self) -> int:
        """How many seeds had a say in where they start (all: the whole field)."""
        if self.policy is Policy.POTS:
            return min(8, len(self.order))
        return min(_PLACED.get(self.policy, len(self.order)), len(self.order))


def draw_bracket(
    entrants: Sequence[Entrant],
    policy: Policy,
    seed: int = 0,
    *,
    keep_apart: Sequence[str] = (),
) -> Draw:
    """Draw a bracket for ``entrants`` in seed order; the same for the same seed everywhere.

    Club mates (federation) asked to be kept apart in round 1 are: the draw is
    repeated up to :data:`REDRAWS` times; if none is free of clashes, the best
    one is improved by exchanging drawn slots as long as that helps.  A seeded
    draw leaves nothing to draw.

    Raises ``RecordError``: ``knockout.field_size``, ``draw.entrants_invalid``
    (numbers below 1 or repeated), ``draw.seed_negative``,
    ``draw.policy_needs_groups``, ``draw.attribute_unknown``.
    """
    numbers = [entrant.number for entrant in entrants]
    arithmetic(len(numbers))
    if len(set(numbers)) < len(numbers) or min(numbers) < 1:
        raise RecordError("draw.entrants_invalid", entrants=numbers)
    check_seed(seed)
    if policy is Policy.CROSSED:
        raise RecordError("draw.policy_needs_groups", policy=policy.value)
    unknown = sorted(set(keep_apart) - set(ATTRIBUTES))
    if unknown:
        raise RecordError("draw.attribute_unknown", unknown=unknown, known=list(ATTRIBUTES))
    clash = _clash_test(entrants, keep_apart)
    lot, attempts = _best_lot(numbers, policy, Draws(random.Random(seed)), clash)
    return Draw(
        policy=policy,
        seed=seed,
        order=tuple(numbers),
        slots=tuple(lot.slots),
        keep_apart=tuple(keep_apart),
        attempts=attempts,
        clashes=len(lot.clashes(clash)),
    )


def check_seed(seed: int) -> None:
    """Raise ``RecordError("draw.seed_negative")``: the generator ignores the sign."""
    if seed < 0:
        raise RecordError("draw.seed_negative", seed=seed)


def audit(draw: Draw, entrants: Sequence[Entrant]) -> bool:
    """Whether drawing again from the log gives the same slots.

    ``entrants`` are the people of ``draw.order`` with their clubs and
    federations; if somebody is missing the answer is no.  Raises
    ``RecordError("draw.policy_needs_groups")`` for a crossing of groups.
    """
    by_number = {entrant.number: entrant for entrant in entrants}
    if not set(draw.order) <= set(by_number):
        return False
    again = draw_bracket(
        [by_number[number] for number in draw.order],
        draw.policy,
        draw.seed,
        keep_apart=draw.keep_apart,
    )
    return again.slots == draw.slots


def swap_slots(draw: Draw, first: int, second: int) -> Draw:
    """Exchange two slots by hand.

    Raises ``RecordError``: ``draw.slot_unknown``, ``draw.swap_without_effect``
    (one slot twice, or two byes), ``draw.two_byes`` (the swap would join two
    byes in one match).
    """
    for slot in (first, second):
        _check_slot(draw, slot)
    if draw.current[first] == draw.current[second]:
        raise RecordError("draw.swap_without_effect", first=first, second=second)
    changed = replace(draw, changes=(*draw.changes, Swap(first, second)))
    slots = changed.current
    for index in range(0, len(slots), 2):
        if slots[index] == slots[index + 1] == NOBODY:
            raise RecordError("draw.two_byes", slots=[index, index + 1])
    return changed


def substitute(draw: Draw, slot: int, entrant: int) -> Draw:
    """Give a slot to a reserve, or a bye slot to a latecomer.

    Raises ``RecordError``: ``draw.slot_unknown``, ``draw.entrants_invalid``
    (the newcomer is in the bracket already, or the number is below 1).
    """
    _check_slot(draw, slot)
    if entrant < 1 or entrant in draw.current:
        raise RecordError("draw.entrants_invalid", entrants=[entrant])
    return replace(draw, changes=(*draw.changes, Substitution(slot, entrant)))


def _check_slot(draw: Draw, slot: int) -> None:
    if not 0 <= slot < len(draw.slots):
        raise RecordError("draw.slot_unknown", slot=slot, slots=len(draw.slots))


def draw_notices(draw: Draw) -> tuple[Notice, ...]:
    """What the organiser should know before the draw is published.

    ``draw.bye_meetings``: that many matches of round 2 join two players who
    both had a bye; ``unavoidable`` of them in a field of this size, for which
    a play-in or another format may be better.  ``draw.clashes``: people to be
    kept apart meet in round 1.
    """
    notices: list[Notice] = []
    slots = draw.current
    byes = [NOBODY in slots[index : index + 2] for index in range(0, len(slots), 2)]
    meetings = sum(byes[index] and byes[index + 1] for index in range(0, len(byes) - 1, 2))
    if meetings:
        players = sum(1 for entrant in slots if entrant != NOBODY)
        numbers = arithmetic(players)
        notices.append(
            (
                "draw.bye_meetings",
                {
                    "meetings": meetings,
                    "unavoidable": numbers.bye_meetings,
                    "players": players,
                    "first_round_matches": numbers.first_round_matches,
                },
            )
        )
    if draw.clashes:
        attributes = list(draw.keep_apart)
        notices.append(("draw.clashes", {"clashes": draw.clashes, "attributes": attributes}))
    return tuple(notices)


# --------------------------------------------------------------------------- plain data


def draw_as_json(draw: Draw) -> dict[str, Any]:
    """Plain data with the members of :class:`Draw`; ``changes`` as objects in order."""
    return {
        "policy": draw.policy.value,
        "seed": draw.seed,
        "order": list(draw.order),
        "slots": list(draw.slots),
        "keep_apart": list(draw.keep_apart),
        "attempts": draw.attempts,
        "clashes": draw.clashes,
        "changes": [
            {"swap": [change.first, change.second]}
            if isinstance(change, Swap)
            else {"slot": change.slot, "entrant": change.entrant}
            for change in draw.changes
        ],
    }


def draw_from_json(data: Mapping[str, Any]) -> Draw:
    """Inverse of :func:`draw_as_json`, for data that it wrote."""
    return Draw(
        policy=Policy(data["policy"]),
        seed=data["seed"],
        order=tuple(data["order"]),
        slots=tuple(data["slots"]),
        keep_apart=tuple(data["keep_apart"]),
        attempts=data["attempts"],
        clashes=data["clashes"],
        changes=tuple(
            Swap(*change["swap"])
            if "swap" in change
            else Substitution(change["slot"], change["entrant"])
            for change in data["changes"]
        ),
    )


# --------------------------------------------------------------------------- drawing

_Clash = Callable[[int, int], bool]


def _clash_test(entrants: Sequence[Entrant], keep_apart: Sequence[str]) -> _Clash:
    """Whether two numbers share an attribute by which people are kept apart."""
    marks: Mapping[int, frozenset[tuple[str, str]]] = {
        entrant.number: frozenset(
            (name, getattr(entrant, name)) for name in keep_apart if getattr(entrant, name)
        )
        for entrant in entrants
    }
    return lambda one, other: bool(marks[one] & marks[other])


def _best_lot(
    numbers: Sequence[int], policy: Policy, draws: Draws, clash: _Clash
) -> tuple[_Lot, int]:
    """The first draw without clashes, or the best one improved; and how many were made."""
    best = _Lot.drawn(numbers, policy, draws)
    fewest, attempts = len(best.clashes(clash)), 1
    while fewest and best.drawn_slots and attempts < REDRAWS:
        attempts += 1
        lot = _Lot.drawn(numbers, policy, draws)
        found = len(lot.clashes(clash))
        if found < fewest:
            best, fewest = lot, found
    if fewest:
        best.exchange(clash)
    return best, attempts


@dataclass(slots=True)
class _Lot:
    """One draw in the making."""

    slots: list[int]
    drawn_slots: list[int] = field(default_factory=list)

    @classmethod
    def drawn(cls, numbers: Sequence[int], policy: Policy, draws: Draws) -> _Lot:
        """Place the seeds, put the byes beside the first of them, draw the others."""
        size = arithmetic(len(numbers)).size
        layout = bracket_order(size)
        slot_of = {seed: slot for slot, seed in enumerate(layout)}
        byes = size - len(numbers)
        placed = _placed_seeds(len(numbers), policy, slot_of, draws)
        slots: dict[int, int] = {slot: numbers[seed - 1] for seed, slot in placed.items()}
        for seed in range(1, byes + 1):
            slots[placed.get(seed, slot_of[seed]) ^ 1] = NOBODY
        free = [slot for slot in range(size) if slot not in slots]
        rest = [number for seed, number in enumerate(numbers, start=1) if seed not in placed]
        slots |= zip(free, draws.some_of(rest, len(rest)), strict=True)
        return cls([slots[slot] for slot in range(size)], free)

    def clashes(self, clash: _Clash) -> list[int]:
        """First slots of the matches of round 1 whose two sides should be apart."""
        return [slot for slot in range(0, len(self.slots), 2) if self._clashes_at(slot, clash)]

    def _clashes_at(self, slot: int, clash: _Clash) -> bool:
        one, other = self.slots[slot & ~1], self.slots[slot | 1]
        return NOBODY not in (one, other) and clash(one, other)

    def exchange(self, clash: _Clash) -> None:
        """Exchange drawn slots while that lowers the number of clashes."""
        while any(
            slot in self.drawn_slots and self._cured(slot, clash)
            for match in self.clashes(clash)
            for slot in (match, match + 1)
        ):
            pass

    def _cured(self, slot: int, clash: _Clash) -> bool:
        for other in self.drawn_slots:
            before = self._clashes_at(slot, clash) + self._clashes_at(other, clash)
            self._swap(slot, other)
            if self._clashes_at(slot, clash) + self._clashes_at(other, clash) < before:
                return True
            self._swap(slot, other)
        return False

    def _swap(self, one: int, other: int) -> None:
        self.slots[one], self.slots[other] = self.slots[other], self.slots[one]


def _placed_seeds(
    field_size: int, policy: Policy, slot_of: Mapping[int, int], draws: Draws
) -> dict[int, int]:
    """Seed -> slot of the seeds that are not simply drawn among all the rest."""
    if policy is not Policy.POTS:
        placed = min(_PLACED.get(policy, field_size), field_size)
        return {seed: slot_of[seed] for seed in range(1, placed + 1)}
    size = len(slot_of)
    byes = size - field_size
    slots: dict[int, int] = {}
    for first, last in ((1, 1), (2, 2), (3, 4), (5, 8)):
        pot = range(first, min(last, field_size) + 1)
        # The bye of a seed goes where the seed goes, which takes a slot of this pot
        # only in a bracket of 4 or 8.
        taken = {slot ^ 1 for seed, slot in slots.items() if seed <= byes}
        places = [slot_of[seed] for seed in range(first, min(last, size) + 1)]
        left = [place for place in places if place not in taken]
        slots |= zip(pot, draws.some_of(left, len(pot)), strict=True)
    return slots
