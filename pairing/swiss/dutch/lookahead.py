"""C8 for a single floater: whom must it be able to meet in the next bracket?

If the next bracket is to leave over no more than parity demands, and nobody
above its own residents, its one MDP must be paired with some resident ``n`` of
the next scoregroup ``N``, and the rest of ``N`` must pair up among itself,
leaving one over if that rest is odd, such that everybody below can still be
completed.  Whether this works depends on ``n`` alone; so a floater reaches the
bound exactly if it may meet a *good* ``n``.
"""

from __future__ import annotations

from ...matching import perfect_matching
from .bracket import Bracket


class Lookahead:
    """Good partners of a floater in the next scoregroup, worked out when asked."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        self.residents = list(range(bracket.stop, bracket.next_stop))
        self.kinds = bracket.completion.kinds(self.residents)
        self._verdicts: dict[int, bool] = {}
        self._left_over: dict[int, bool] = {}
        self._below: bool | None = None

    def reaches_bound(self, floater: int) -> bool:
        """Whether C8 is at its bound if this resident floats."""
        legal = self.bracket.state.legal
        return any(
            legal(floater, partner) and self._good(partner) for partner in reversed(self.residents)
        )

    def _good(self, partner: int) -> bool:
        if partner not in self._verdicts:
            self._verdicts[partner] = self._pairs_up_without(partner)
        return self._verdicts[partner]

    def _pairs_up_without(self, partner: int) -> bool:
        others = [player for player in self.residents if player != partner]
        if len(others) % 2 == 0:
            return self._below_completes() and self._perfect(others)
        size = len(others) - 1
        if self.bracket.completion.surely_perfect(self.kinds, size):
            # Whoever is left over, the others pair up.
            return any(self._may_stay_over(player) for player in reversed(others))
        return self._perfect(others)

    def _below_completes(self) -> bool:
        if self._below is None:
            bracket = self.bracket
            self._below = bracket.completion.possible((), bracket.next_stop, bracket.bye_score)
        return self._below

    def _may_stay_over(self, player: int) -> bool:
        if player not in self._left_over:
            bracket = self.bracket
            self._left_over[player] = bracket.completion.possible(
                (player,), bracket.next_stop, bracket.bye_score
            )
        return self._left_over[player]

    def _perfect(self, players: list[int]) -> bool:
        """All pair up, or all but one who may stay over."""
        if len(players) % 2 == 0 and self.bracket.completion.surely_perfect(
            self.kinds, len(players)
        ):
            return True
        legal = self.bracket.state.legal
        neighbours = [
            sum(1 << at for at, other in enumerate(players) if other != one and legal(one, other))
            for one in players
        ]
        if len(players) % 2:
            staying = [at for at, player in enumerate(players) if self._may_stay_over(player)]
            for at in staying:
                neighbours[at] |= 1 << len(players)
            neighbours.append(sum(1 << at for at in staying))
        return perfect_matching(neighbours) is not None


def indifferent(bracket: Bracket) -> bool:
    """Whether C8 is the same for any downfloaters of the same number, whoever they are.

    So it is when the next scoregroup is so large that all of them find
    opponents there, what remains pairs up, and whoever of it must float on is
    taken in below.  (``False`` only means: not shown.)
    """
    completion, state = bracket.completion, bracket.state
    group, below = bracket.next_stop - bracket.stop, len(state) - bracket.next_stop
    if group < 4 * bracket.size or not below:
        return False
    remaining = bracket.size + group + below
    bye_below = remaining % 2 == 1 and not bracket.may_release_bye
    if bye_below and bracket.bye_score >= state.score[bracket.stop]:
        return False
    smallest = group - bracket.size - 1
    kinds = completion.kinds(range(bracket.stop, bracket.next_stop))
    return (
        all(completion.fewest_legal(kinds, player) >= bracket.size for player in bracket.members)
        and completion.surely_perfect(kinds, smallest - smallest % 2)
        and completion.surely_perfect(completion.below(bracket.stop), below - below % 2)
        and (not bye_below or completion.has_bye_candidate(bracket.next_stop, bracket.bye_score))
    )
