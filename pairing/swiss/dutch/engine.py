"""Pairing of a round: from the top scoregroup down (C.04.3 1.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import NoLegalPairing, RecordError
from ...proposal import BoardPairing, RoundPairing
from ...record import ProhibitedPairing, TournamentRecord
from .blockers import why_impossible
from .bracket import Bracket, Pairs
from .certified import pair_certified
from .colouring import allocate
from .completion import Completion
from .exact import pair_exactly
from .explanation import DutchExplanation, describe_bracket, describe_bye
from .state import State, build_state

Progress = Callable[[int, int], None]
Solver = Callable[[Bracket], Pairs]
"""From a bracket to its pairs."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A round that can be paired: what is known before the first bracket.

    ``given_up`` are the soft prohibitions that had to give way.
    """

    state: State
    completion: Completion
    bye_score: int
    given_up: tuple[ProhibitedPairing, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """One bracket and its pairs."""

    bracket: Bracket
    pairs: Pairs
    certified: bool

    @property
    def floaters(self) -> list[int]:
        """Members left unpaired, in order."""
        paired = {player for pair in self.pairs for player in pair}
        return [player for player in self.bracket.members if player not in paired]


def pair_round(
    record: TournamentRecord,
    *,
    explain: bool = False,
    progress: Progress | None = None,
    solver: Solver | None = None,
) -> RoundPairing:
    """Pair round ``record.completed + 1`` by the FIDE (Dutch) System.

    ``progress`` is called after each bracket with (players settled, players).
    ``solver`` replaces the choice between certificate and exact solver.
    Raises ``RecordError`` (``round.none_left``, ``round.results_missing``,
    ``round.no_active_players``, ``edition.unknown``) and ``NoLegalPairing``,
    whose parameters say who blocks whom.
    """
    opening = open_round(record)
    state = opening.state
    pairs: list[tuple[int, int]] = []
    left_out: list[int] = []
    brackets = []
    for settled in settle(opening, solver):
        pairs.extend(settled.pairs)
        left_out = settled.floaters
        if explain:
            brackets.append(describe_bracket(settled.bracket, settled.pairs, settled.certified))
        if progress is not None:
            progress(2 * len(pairs), len(state))
    working = None
    if explain:
        bye = describe_bye(state, opening.bye_score, left_out)
        working = DutchExplanation(record.edition, state.round, bye, tuple(brackets))
    return RoundPairing(
        round=state.round,
        boards=_boards(state, pairs, left_out),
        notices=_notices(opening, pairs),
        explanation=working,
    )


def open_round(record: TournamentRecord) -> Opening:
    """Check that the round can be paired, and how low the PAB can go (C5).

    Soft prohibitions are obeyed like hard ones as long as a complete pairing
    exists; where none does, each is kept, in the order given, that still
    admits one together with those kept before it.
    """
    if record.completed >= record.rounds:
        raise RecordError("round.none_left", rounds=record.rounds)
    if record.edition not in EDITIONS:
        raise RecordError("edition.unknown", edition=record.edition, known=list(EDITIONS))
    opening = _open(record, record.prohibited)
    if opening is not None:
        return opening
    kept = [rule for rule in record.prohibited if not rule.soft]
    best = _open(record, tuple(kept))
    if best is None:
        state = build_state(record, tuple(kept))
        raise NoLegalPairing(
            "pairing.no_legal_pairing",
            round=state.round,
            players=len(state),
            **(why_impossible(state) if len(state) <= MOST_EXPLAINED else {}),
        )
    given_up = []
    for rule in record.prohibited:
        if not rule.soft:
            continue
        attempt = _open(record, (*kept, rule))
        if attempt is None:
            given_up.append(rule)
        else:
            kept.append(rule)
            best = attempt
    return Opening(best.state, best.completion, best.bye_score, tuple(given_up))


EDITIONS = ("2026",)
"""Rule editions this package implements; a tournament pins one."""

MOST_EXPLAINED = 300
"""Largest field for which the blockers of an impossible round are worked out."""


def _open(record: TournamentRecord, prohibited: tuple[ProhibitedPairing, ...]) -> Opening | None:
    state = build_state(record, prohibited)
    if len(state) < 2:
        raise RecordError("round.no_active_players", round=state.round, active=len(state))
    completion = Completion(state)
    bye_score = completion.lowest_bye_score()
    return None if bye_score is None else Opening(state, completion, bye_score)


def settle(opening: Opening, solver: Solver | None = None) -> Iterator[Settled]:
    """Pair one bracket after the other, from the top.

    Without a ``solver`` each is certified by counting if possible and left to
    the exact solver if not.
    """
    state = opening.state
    movers: list[int] = []
    for at, (start, stop) in enumerate(state.groups):
        following = state.groups[at + 1 : at + 2]
        bracket = Bracket(
            state=state,
            completion=opening.completion,
            movers=movers,
            start=start,
            stop=stop,
            next_stop=following[0][1] if following else stop,
            bye_score=opening.bye_score,
        )
        certified = pair_certified(bracket) if solver is None else None
        pairs = (solver or pair_exactly)(bracket) if certified is None else certified
        settled = Settled(bracket, pairs, certified is not None)
        yield settled
        movers = settled.floaters


def _boards(
    state: State, pairs: list[tuple[int, int]], left_out: list[int]
) -> tuple[BoardPairing, ...]:
    """Publication order (C.04.2 3.6, by pairing score: C.04.7 1.5), PAB last."""
    score, number = state.score, state.number
    ordered = sorted(
        pairs,
        key=lambda pair: (-score[pair[0]], -score[pair[0]] - score[pair[1]], number[pair[0]]),
    )
    boards = [allocate(state, higher, lower) for higher, lower in ordered]
    return (
        *(BoardPairing(number[white], number[black]) for white, black in boards),
        *(BoardPairing(number[player], None) for player in left_out),
    )


def _notices(
    opening: Opening, pairs: list[tuple[int, int]]
) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Which soft prohibitions gave way, and in which pairs."""
    number = opening.state.number
    made = [sorted((number[one], number[other])) for one, other in pairs]
    notices = []
    for rule in opening.given_up:
        members = set(rule.numbers)
        broken = sorted(pair for pair in made if members.issuperset(pair))
        if broken:
            notices.append(("prohibition.gave_way", {"label": rule.label, "pairs": broken}))
    return tuple(notices)
