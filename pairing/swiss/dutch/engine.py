"""Pairing of a round: from the top scoregroup down (C.04.3 1.9)."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import NoLegalPairing, RecordError
from ...proposal import BoardPairing, RoundPairing
from ...record import ProhibitedPairing, TournamentRecord
from .bracket import Bracket, Pairs
from .certified import pair_certified
from .colouring import allocate
from .completion import Completion
from .exact import pair_exactly
from .state import State, build_state

Progress = Callable[[int, int], None]
Solver = Callable[[Bracket], Pairs]


def pair_bracket(bracket: Bracket) -> Pairs:
    """The bracket's pairing: certified by counting if possible, by the exact solver if not."""
    pairs = pair_certified(bracket)
    return pair_exactly(bracket) if pairs is None else pairs


def pair_round(
    record: TournamentRecord,
    *,
    explain: bool = False,
    progress: Progress | None = None,
    solver: Solver = pair_bracket,
) -> RoundPairing:
    """Pair round ``record.completed + 1`` by the FIDE (Dutch) System.

    Raises ``RecordError`` (``round.none_left``, ``round.results_missing``,
    ``round.no_active_players``) and ``NoLegalPairing``.
    """
    if record.completed >= record.rounds:
        raise RecordError("round.none_left", rounds=record.rounds)
    state, completion, bye_score = _prepare(record, record.prohibited)
    pairs: list[tuple[int, int]] = []
    movers: list[int] = []
    for at, (start, stop) in enumerate(state.groups):
        following = state.groups[at + 1 : at + 2]
        bracket = Bracket(
            state=state,
            completion=completion,
            movers=movers,
            start=start,
            stop=stop,
            next_stop=following[0][1] if following else stop,
            bye_score=bye_score,
        )
        found = solver(bracket)
        pairs.extend(found)
        paired = {player for pair in found for player in pair}
        movers = [player for player in bracket.members if player not in paired]
        if progress is not None:
            progress(2 * len(pairs), len(state))
    return RoundPairing(round=state.round, boards=_boards(state, pairs, movers))


def _prepare(
    record: TournamentRecord, prohibited: tuple[ProhibitedPairing, ...]
) -> tuple[State, Completion, int]:
    state = build_state(record, prohibited)
    if len(state) < 2:
        raise RecordError("round.no_active_players", round=state.round, active=len(state))
    completion = Completion(state)
    bye_score = completion.lowest_bye_score()
    if bye_score is None:
        raise NoLegalPairing("pairing.no_legal_pairing", round=state.round, players=state.number)
    return state, completion, bye_score


def _boards(
    state: State, pairs: list[tuple[int, int]], left_out: list[int]
) -> tuple[BoardPairing, ...]:
    """Publication order (C.04.2 3.6, by pairing score: C.04.7 1.5), PAB last."""
    score, number = state.score, state.number
    ordered = sorted(
        pairs,
        key=lambda pair: (
            -score[pair[0]],
            -score[pair[0]] - score[pair[1]],
            number[pair[0]],
        ),
    )
    boards = [allocate(state, higher, lower) for higher, lower in ordered]
    return (
        *(BoardPairing(number[white], number[black]) for white, black in boards),
        *(BoardPairing(number[player], None) for player in left_out),
    )
