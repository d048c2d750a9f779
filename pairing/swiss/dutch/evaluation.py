"""What a candidate of a bracket is worth: C6..C21, then its place in the generation order.

The solvers never call this: they work with sums.  It is the plain reading of
the definition, for explanations and for tests.
"""

from __future__ import annotations

from .bracket import Bracket, Pairs
from .criteria import colour_failures
from .exact import best_next_value
from .state import DOWN, UP

CRITERIA = (
    *("C6", "C7", "C8", "C9", "C10", "C11", "C12", "C13"),
    *("C14", "C15", "C16", "C17", "C18", "C19", "C20", "C21"),
)
"""Quality criteria in the order in which they are compared (C.04.3 article 2)."""

ORDERING = ("4.4", "4.2", "4.3", "4.2")
"""Articles behind the parts of the generation order, in the order they are compared."""

LIMBO = 100_000
"""Added to the score difference of an MDP that stays unpaired (C18, C20)."""

Value = tuple[tuple[int, ...], ...]


def candidate_value(
    bracket: Bracket, pairs: Pairs, next_value: tuple[int, ...] | None = None
) -> Value:
    """C6..C21 of a candidate, comparable lexicographically, smaller is better.

    Scores are tenths; single counts are tuples of one number.  ``next_value``
    is the value of C8 where it is known already.  C8 is empty where nobody
    floats who needs an opponent: it is the same for all such candidates.
    """
    state = bracket.state
    paired = {player for pair in pairs for player in pair}
    floaters = tuple(player for player in bracket.members if player not in paired)
    residents = [player for player in floaters if player >= bracket.start]
    moved = [(one, other) for one, other in pairs if one < bracket.start]
    single = len(floaters) == 1 and bracket.may_release_bye
    colours = [colour_failures(state, one, other) for one, other in pairs]
    return (
        (len(floaters),),
        tuple(sorted((state.score[player] for player in floaters), reverse=True)),
        () if single or not floaters else next_value or best_next_value(bracket, floaters) or (),
        (state.unplayed[floaters[0]] if single else 0,),
        *((sum(failed[at] for failed in colours),) for at in range(4)),
        (sum(state.float1[player] == DOWN for player in residents),),
        (sum(state.float1[other] == UP for _, other in moved),),
        (sum(state.float2[player] == DOWN for player in residents),),
        (sum(state.float2[other] == UP for _, other in moved),),
        _mover_differences(bracket, state.float1, paired),
        _opponent_differences(bracket, state.float1, moved),
        _mover_differences(bracket, state.float2, paired),
        _opponent_differences(bracket, state.float2, moved),
    )


def _mover_differences(bracket: Bracket, floats: list[int], paired: set[int]) -> tuple[int, ...]:
    """C18, C20: score differences of MDPs that had a downfloat; limbo beats any pair."""
    score = bracket.state.score
    differences = (
        score[player] - bracket.score + (0 if player in paired else LIMBO)
        for player in bracket.movers
        if floats[player] == DOWN
    )
    return tuple(sorted(differences, reverse=True))


def _opponent_differences(
    bracket: Bracket, floats: list[int], moved: list[tuple[int, int]]
) -> tuple[int, ...]:
    """C19, C21: score differences of MDPs whose opponent had an upfloat."""
    score = bracket.state.score
    differences = (score[one] - bracket.score for one, other in moved if floats[other] == UP)
    return tuple(sorted(differences, reverse=True))


def generation_key(bracket: Bracket, pairs: Pairs) -> Value:
    """Place of a candidate in the generation order (article 4), smaller is earlier.

    The parts are those of :data:`ORDERING`: BSNs of the paired MDPs (4.4),
    their opponents (4.2), the exchange (4.3), the opponents of S1 (4.2).
    """
    moved = sorted(pair for pair in pairs if pair[0] < bracket.start)
    taken = {player for pair in moved for player in pair}
    bsn = {player: at for at, player in enumerate(bracket.members, start=1)}
    remainder = [player for player in bracket.residents if player not in taken]
    order = {player: at for at, player in enumerate(remainder, start=1)}
    rest = sorted((order[one], order[other]) for one, other in pairs if one in order)
    first = {one for one, _ in rest}
    original = set(range(1, len(rest) + 1))
    leaving, entering = sorted(original - first, reverse=True), sorted(first - original)
    return (
        tuple(bsn[one] for one, _ in moved),
        tuple(bsn[other] for _, other in moved),
        (
            len(entering),
            sum(entering) - sum(leaving),
            *(-player for player in leaving),
            *entering,
        ),
        tuple(other for _, other in rest),
    )


def first_difference(better: Value, worse: Value) -> int | None:
    """Index of the first part in which two values differ."""
    for at, (mine, theirs) in enumerate(zip(better, worse, strict=True)):
        if mine != theirs:
            return at
    return None
