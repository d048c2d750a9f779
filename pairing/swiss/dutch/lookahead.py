"""C8: what the next bracket can do with the players who float into it.

If one player floats, the next bracket is to leave over as few as it can, none
of them with a score above its own residents'.  So its MDP must be paired with
some resident ``n`` of the next scoregroup ``N``, and the rest of ``N`` must
pair up among itself but for ``left`` players:

* those whom parity leaves over: one if the rest is odd, and who must then be
  taken in below;
* if S* is the score of ``N``, the PAB receiver among them, so that an even
  rest leaves two: the receiver and one to be taken in below.

Whether this works depends on ``n`` alone; so a floater reaches the bound
exactly if it may meet a *good* ``n``.
"""

from __future__ import annotations

from itertools import islice

from ...matching import perfect_matching
from .bracket import Bracket


class Lookahead:
    """Good partners of a floater in the next scoregroup, worked out when asked."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        self.residents = list(range(bracket.stop, bracket.next_stop))
        self.kinds = bracket.completion.kinds(self.residents)
        self.gives_bye = next_gives_bye(bracket)
        self.left = left_over(bracket, floaters=1)
        self._verdicts: dict[int, bool] = {}
        self._taken_in: dict[int, bool] = {}
        self._below: bool | None = None

    def reaches_bound(self, floater: int) -> bool:
        """Whether C8 is at its bound if this resident floats."""
        legal = self.bracket.state.legal
        return any(
            legal(floater, partner) and self._good(partner) for partner in reversed(self.residents)
        )

    def _good(self, partner: int) -> bool:
        if partner not in self._verdicts:
            others = [player for player in self.residents if player != partner]
            self._verdicts[partner] = self._pairs_up(others)
        return self._verdicts[partner]

    def _pairs_up(self, others: list[int]) -> bool:
        """Whether all but ``left`` of them pair up with each other as the bound asks."""
        on = self.left - self.gives_bye
        if not on and not self._below_completes():
            return False
        size = len(others) - self.left
        if size >= 0 and self.bracket.completion.surely_perfect(self.kinds, size):
            # Whoever stays over, the others pair up.
            return self._somebody_stays(others, on)
        return self._matching_exists(others, on)

    def _somebody_stays(self, others: list[int], on: int) -> bool:
        if not self.gives_bye:
            return not on or any(self._is_taken_in(player) for player in reversed(others))
        # Two are enough: whoever is to be taken in below is at most one of them.
        receivers = list(islice(filter(self._may_get_bye, reversed(others)), 2))
        if not on:
            return bool(receivers)
        return any(
            any(receiver != player for receiver in receivers) and self._is_taken_in(player)
            for player in reversed(others)
        )

    def _matching_exists(self, others: list[int], on: int) -> bool:
        legal = self.bracket.state.legal
        neighbours = [
            sum(1 << at for at, other in enumerate(others) if other != one and legal(one, other))
            for one in others
        ]
        leavers = []
        if self.gives_bye:
            leavers.append([at for at, one in enumerate(others) if self._may_get_bye(one)])
        if on:
            leavers.append([at for at, one in enumerate(others) if self._is_taken_in(one)])
        for staying in leavers:
            for at in staying:
                neighbours[at] |= 1 << len(neighbours)
            neighbours.append(sum(1 << at for at in staying))
        return perfect_matching(neighbours) is not None

    def _may_get_bye(self, player: int) -> bool:
        return self.bracket.completion.bye_candidate(player, self.bracket.bye_score)

    def _below_completes(self) -> bool:
        if self._below is None:
            bracket = self.bracket
            self._below = bracket.completion.possible((), bracket.next_stop, bracket.bye_score)
        return self._below

    def _is_taken_in(self, player: int) -> bool:
        if player not in self._taken_in:
            bracket = self.bracket
            self._taken_in[player] = bracket.completion.possible(
                (player,), bracket.next_stop, bracket.bye_score
            )
        return self._taken_in[player]


def next_gives_bye(bracket: Bracket) -> bool:
    """Whether the PAB has to be given from the next scoregroup (S* is its score)."""
    state = bracket.state
    return (
        len(state) % 2 == 1
        and bracket.stop < bracket.next_stop
        and bracket.bye_score == state.score[bracket.stop]
    )


def left_over(bracket: Bracket, floaters: int) -> int:
    """Fewest players of the next scoregroup left over if that many float into it.

    The PAB receiver of the bracket itself is not counted among ``floaters``.
    """
    parity = (floaters + bracket.next_stop - bracket.stop) % 2
    return 2 if not parity and next_gives_bye(bracket) else parity


def indifferent(bracket: Bracket) -> bool:
    """Whether C8 is the same for any downfloaters of the same number, whoever they are.

    So it is when the next scoregroup is so large that all of them find
    opponents there, what remains pairs up, and whoever of it must float on is
    taken in below.  (``False`` only means: not shown.)
    """
    completion, state = bracket.completion, bracket.state
    group, below = bracket.next_stop - bracket.stop, len(state) - bracket.next_stop
    if group < 4 * bracket.size or not below or next_gives_bye(bracket):
        return False
    remaining = bracket.size + group + below
    bye_below = remaining % 2 == 1 and not bracket.may_release_bye
    smallest = group - bracket.size - 1
    kinds = completion.kinds(range(bracket.stop, bracket.next_stop))
    return (
        all(completion.fewest_legal(kinds, player) >= bracket.size for player in bracket.members)
        and completion.surely_perfect(kinds, smallest - smallest % 2)
        and completion.surely_perfect(completion.below(bracket.stop), below - below % 2)
        and (not bye_below or completion.has_bye_candidate(bracket.next_stop, bracket.bye_score))
    )
