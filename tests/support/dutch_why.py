"""Why two players are not paired, by trying every alternative.

Part of the reference (:mod:`tests.support.dutch_enumerator`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pairing.record import TournamentRecord
from tests.support.dutch_enumerator import (
    CRITERIA,
    ORDERINGS,
    NoPairing,
    PairedBracket,
    Pairs,
    Player,
    Round,
    Wanted,
    broken_by_pair,
    unpaired,
)


@dataclass(frozen=True)
class Obstacle:
    """The rule in the way, the bracket's score, its value as made and instead, the best
    alternative as a set of pairs of numbers."""

    rule: str
    score: int | None = None
    made: Any = None
    instead: Any = None
    alternative: frozenset[frozenset[int]] = frozenset()


def obstacle(record: TournamentRecord, one: int, other: int | None) -> Obstacle:
    """What keeps ``one`` from meeting ``other`` (``None``: from having the PAB).

    Looked for in the first bracket where the wish could come true or be given up:
    there the best candidate in which they meet, or in which the one who is paired
    without the other floats instead.
    """
    coming = Round(record)
    by_number = {player.number: player for player in coming.players}
    a = by_number[one]
    b = None if other is None else by_number[other]
    if b is None:
        if not a.pab_ok:
            return Obstacle("C2")
        if a.ps != coming.pab_score:
            return Obstacle("C5", made=coming.pab_score, instead=a.ps)
    else:
        broken = broken_by_pair(coming, a, b)
        if broken is not None:
            return Obstacle(broken)
    made = None
    for made in coming.brackets():
        wish = _wish(made, a, b)
        if wish == "paired":
            return Obstacle("paired", made.bracket.score)
        if wish is not None:
            return _compare(coming, made, coming.best(made.bracket, wish))
    assert b is None and made is not None
    return Obstacle("paired", made.bracket.score)


def _wish(made: PairedBracket, a: Player, b: Player | None) -> Wanted | str | None:
    """What to look for in a bracket, "paired" if the wish came true, ``None`` to go on."""
    if b is not None and _holds(made.pairs, a, b):
        return "paired"
    members = made.bracket.players
    inside = [player for player in (a, b) if player in members]
    if len(inside) == 2 and b is not None:
        meets = b
        return lambda pairs: _holds(pairs, a, meets)
    if inside and inside[0] not in made.downfloaters:
        floater = inside[0]
        return lambda pairs: floater in unpaired(members, pairs)
    return None


def _holds(pairs: Pairs, a: Player, b: Player) -> bool:
    return any({a, b} == set(pair) for pair in pairs)


def _compare(coming: Round, made: PairedBracket, instead: PairedBracket | None) -> Obstacle:
    score = made.bracket.score
    if instead is None:
        return Obstacle("C4", score)
    alternative = frozenset(frozenset((a.number, b.number)) for a, b in instead.pairs)
    for name in CRITERIA + ORDERINGS:
        values = [coming.value(name, made.bracket, pairs) for pairs in (made.pairs, instead.pairs)]
        if values[0] != values[1]:
            return Obstacle(name, score, *values, alternative)
    raise AssertionError("two different sets of pairs differ in the order of generation")


def wishes_settled(record: TournamentRecord) -> tuple[TournamentRecord, int]:
    """The record with soft prohibitions made hard as far as possible, and how many gave way.

    All of them if a complete pairing exists then; else one after the other, each
    that still leaves a complete pairing.  Raises ``NoPairing`` if none exists at all.
    """
    hard = [rule for rule in record.prohibited if not rule.soft]
    soft = [replace(rule, soft=False) for rule in record.prohibited if rule.soft]
    if _complete(everything := replace(record, prohibited=(*hard, *soft))):
        return everything, 0
    if not _complete(replace(record, prohibited=tuple(hard))):
        raise NoPairing
    kept = hard
    for rule in soft:
        if _complete(replace(record, prohibited=(*kept, rule))):
            kept = [*kept, rule]
    return replace(record, prohibited=tuple(kept)), len(hard) + len(soft) - len(kept)


def _complete(record: TournamentRecord) -> bool:
    try:
        Round(record)
    except NoPairing:
        return False
    return True
