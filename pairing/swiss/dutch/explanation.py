"""The working of a pairing as data: what was decided in each bracket, and what it cost.

All players are given by pairing number, all scores in tenths.
"""

from __future__ import annotations

from dataclasses import dataclass

from .bracket import Bracket, Pairs
from .evaluation import CRITERIA, candidate_value
from .lookahead import left_over
from .state import State


@dataclass(frozen=True, slots=True)
class BracketWorking:
    """One bracket: who was in it, who met, who floated, and the value of each criterion.

    ``pairs`` are (higher, lower).  ``criteria`` maps C6..C21 to their value: a
    number, or a list for those that compare lists.  ``certified`` tells whether
    counting proved the pairing best or the exact solver found it.
    """

    score: int
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    downfloaters: tuple[int, ...]
    criteria: dict[str, int | list[int]]
    certified: bool


@dataclass(frozen=True, slots=True)
class ByeWorking:
    """The decision on the pairing-allocated bye (C2, C5).

    ``score`` is the lowest pairing score at which it could be given;
    ``passed_over`` tells for each lower score why not: ``not_eligible`` (all
    had it, or a win without playing) or ``not_completable`` (without one of
    these players the others cannot all be paired).
    """

    receiver: int
    score: int
    eligible: tuple[int, ...]
    passed_over: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class DutchExplanation:
    """Working of a whole round."""

    edition: str
    round: int
    bye: ByeWorking | None
    brackets: tuple[BracketWorking, ...]


LISTED = frozenset({"C7", "C8", "C18", "C19", "C20", "C21"})
"""Criteria whose value is a list."""


def criteria_data(value: tuple[tuple[int, ...], ...]) -> dict[str, int | list[int]]:
    """A candidate's value as JSON data by criterion."""
    return {
        name: list(part) if name in LISTED else part[0]
        for name, part in zip(CRITERIA, value, strict=True)
    }


def describe_bracket(bracket: Bracket, pairs: Pairs, certified: bool) -> BracketWorking:
    """Working of one settled bracket."""
    number = bracket.state.number
    paired = {player for pair in pairs for player in pair}
    floaters = [player for player in bracket.members if player not in paired]
    known_next = bound_of_next(bracket, floaters) if certified else None
    return BracketWorking(
        score=bracket.score,
        moved_down=tuple(number[player] for player in bracket.movers),
        residents=tuple(number[player] for player in bracket.residents),
        pairs=tuple((number[one], number[other]) for one, other in pairs),
        downfloaters=tuple(number[player] for player in floaters),
        criteria=criteria_data(candidate_value(bracket, pairs, known_next)),
        certified=certified,
    )


def bound_of_next(bracket: Bracket, floaters: list[int]) -> tuple[int, ...]:
    """C8 of certified floaters: no more are left over than the bound says."""
    state = bracket.state
    receivers: list[int] = []
    if bracket.may_release_bye:
        receivers = [p for p in floaters if bracket.completion.bye_candidate(p, bracket.bye_score)]
        receivers = receivers[:1]
    below = left_over(bracket, len(floaters) - len(receivers))
    left = [state.score[player] for player in receivers]
    left += [state.score[bracket.stop]] * below if below else []
    return (len(left), *left)


def describe_bye(state: State, bye_score: int, left_out: list[int]) -> ByeWorking | None:
    """Working of the bye decision; ``None`` for an even field."""
    if not left_out:
        return None
    passed_over = []
    eligible: tuple[int, ...] = ()
    for start, stop in reversed(state.groups):
        group = range(start, stop)
        able = [player for player in group if state.pab_eligible[player]]
        if state.score[start] == bye_score:
            eligible = tuple(state.number[player] for player in able)
            break
        passed_over.append((state.score[start], "not_completable" if able else "not_eligible"))
    return ByeWorking(state.number[left_out[0]], bye_score, eligible, tuple(passed_over))
