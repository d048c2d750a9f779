"""Certified greedy pairing of a bracket.

Candidates are built in the order in which article 4 generates them: every
moved-down player takes the first resident, then every S1 player the first S2
player, after which the bounds of :mod:`.bounds` can still be met as far as
counting tells.  A choice is passed over only

* because the pair is illegal, or
* because a *necessary* condition for meeting the bounds fails, or
* because every way to go on from it was tried.

So what comes out meets bounds that nothing can beat, and everything that the
generation order puts before it does not: it is the pairing the rules ask for.
Where this fails (an exchange is needed, a bound cannot be met, the search is
too long) there is no certificate, ``None`` is returned and the exact solver
decides.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...colours import Strength
from .bounds import Target, find_targets
from .bracket import Bracket, Pairs
from .evaluation import generation_key
from .remainder import Remainder
from .state import UP, WANTS_BLACK, WANTS_WHITE, State

MAX_BACKTRACKS = 20


def pair_certified(bracket: Bracket) -> Pairs | None:
    """The bracket's pairing if greedy search finds and counting proves it, else ``None``."""
    found = [_first_candidate(target) for target in find_targets(bracket)]
    certified = [pairs for pairs in found if pairs is not None]
    if not certified or len(certified) < len(found):
        return None
    if len(certified) == 1:
        return certified[0]
    return min(certified, key=lambda pairs: generation_key(bracket, pairs))


def _first_candidate(target: Target) -> Pairs | None:
    search = _Search(target)
    moved = search.pair_movers()
    if moved is None:
        return None
    rest = search.pair_remainder({player for pair in moved for player in pair})
    return None if rest is None else tuple(sorted((*moved, *rest)))


class _Queues:
    """Free players by class, each class in order; taking one out can be undone.

    A class is ``(wants, strength, option)``, ``option`` telling the floater
    class (-1: may not float).
    """

    def __init__(self, state: State, target: Target, players: Sequence[int]) -> None:
        self.heads: dict[tuple[int, int, int], int] = {}
        self.following: dict[int, int] = {}
        self.preceding: dict[int, int] = {}
        last: dict[tuple[int, int, int], int] = {}
        for player in players:
            key = (
                state.wants[player],
                state.strength[player],
                target.floater.get(player, -1),
            )
            if key not in last:
                sentinel = -1 - len(self.heads)
                self.heads[key] = sentinel
                last[key] = sentinel
            self.following[last[key]] = player
            self.preceding[player] = last[key]
            last[key] = player
        for tail in last.values():
            self.following[tail] = _END

    def take(self, player: int) -> None:
        before, after = self.preceding[player], self.following[player]
        self.following[before] = after
        self.preceding[after] = before

    def give_back(self, player: int) -> None:
        self.following[self.preceding[player]] = player
        self.preceding[self.following[player]] = player


_END = 1 << 60
"""Stands after the last player of every queue."""


class _Search:
    """Depth-first search in generation order under counting conditions."""

    def __init__(self, target: Target) -> None:
        self.state = target.cast.bracket.state
        self.target = target
        self.backtracks = 0
        self.pairs_left = target.cast.pairs
        self.clashes = 0
        self.strong = 0
        wishes = target.wishes
        self.white, self.black = wishes.white, wishes.black
        self.mild_white, self.mild_black = wishes.mild_white, wishes.mild_black
        self.options_left = [0] * len(target.options)
        for option in target.floater.values():
            self.options_left[option] += 1

    # -- the two parts of a candidate ------------------------------------------

    def pair_movers(self) -> Pairs | None:
        """The first opponents of all moved-down players (4.2), C15 and C17 kept at 0."""
        cast, state = self.target.cast, self.state
        open_to_movers = [
            player
            for player in cast.residents
            if state.float1[player] != UP and state.float2[player] != UP
        ]
        return self._search(cast.movers, _Queues(state, self.target, open_to_movers))

    def pair_remainder(self, taken: set[int]) -> Pairs | None:
        """S1R against S2R without an exchange (3.3, 4.2)."""
        remainder = [player for player in self.target.cast.residents if player not in taken]
        first, second = remainder[: self.pairs_left], remainder[self.pairs_left :]
        # Without an exchange only a member of S2R can float.
        self.options_left = [0] * len(self.target.options)
        for player in second:
            option = self.target.floater.get(player, -1)
            if option >= 0:
                self.options_left[option] += 1
        if any(self.options_left) or not self.target.options:
            found = self._search(first, _Queues(self.state, self.target, second))
            if found is not None:
                return found
        pairs = Remainder(self.state, self.target, remainder, len(first)).first_candidate()
        return None if pairs is None else tuple(pairs)

    # -- depth first ------------------------------------------------------------

    def _search(self, firsts: Sequence[int], queues: _Queues) -> Pairs | None:
        chosen: list[int] = []
        before: list[tuple[int, ...]] = []
        after = -1
        while len(chosen) < len(firsts):
            one = firsts[len(chosen)]
            snapshot = self._snapshot()
            self._remove(one)
            other = self._first_fitting(one, queues, after)
            if other is not None:
                before.append(snapshot)
                chosen.append(other)
                queues.take(other)
                self._accept(one, other)
                after = -1
                continue
            self._restore(snapshot)
            self.backtracks += 1
            if not chosen or self.backtracks > MAX_BACKTRACKS:
                return None
            after = chosen.pop()
            queues.give_back(after)
            self._restore(before.pop())
        return tuple(zip(firsts, chosen, strict=True))

    def _first_fitting(self, one: int, queues: _Queues, after: int) -> int | None:
        """First player behind ``after`` whom ``one`` may meet with the bounds still in reach."""
        following = queues.following
        best = _END
        for head, key in sorted((following[at], key) for key, at in queues.heads.items()):
            if head >= best:
                break
            if not self._fits(one, key):
                continue
            player = head
            while player < best:
                if player > after and self.state.legal(one, player):
                    best = player
                    break
                player = following[player]
        return best if best < _END else None

    def _fits(self, one: int, key: tuple[int, int, int]) -> bool:
        """Whether the bounds may still be met after pairing ``one`` (counted out) with a class."""
        wants, strength, option = key
        state, target = self.state, self.target
        clashes, strong = self.clashes, self.strong
        if wants and state.wants[one] == wants:
            weaker = min(state.strength[one], strength)
            if weaker == Strength.ABSOLUTE:
                return False  # C3, or C10 or C11 where a topscorer makes it legal
            clashes += 1
            strong += weaker == Strength.STRONG
            if clashes > target.clashes or strong > target.strong:
                return False
        mild = strength == Strength.MILD
        white, mild_white = self.white, self.mild_white
        black, mild_black = self.black, self.mild_black
        if wants == WANTS_WHITE:
            white -= 1
            mild_white -= mild
        elif wants == WANTS_BLACK:
            black -= 1
            mild_black -= mild
        if not target.options:
            return self._reachable(clashes, strong, white, black, mild_white, mild_black)
        for index, (floater_wants, floater_strength) in enumerate(target.options):
            if self.options_left[index] <= (index == option):
                continue
            floats_mild = floater_strength == Strength.MILD
            is_white, is_black = floater_wants == WANTS_WHITE, floater_wants == WANTS_BLACK
            if self._reachable(
                clashes,
                strong,
                white - is_white,
                black - is_black,
                mild_white - (is_white and floats_mild),
                mild_black - (is_black and floats_mild),
            ):
                return True
        return False

    def _reachable(
        self, clashes: int, strong: int, white: int, black: int, mild_white: int, mild_black: int
    ) -> bool:
        """Necessary: the clashes still forced among those left fit the bounds of C12 and C13."""
        target = self.target
        pairs = self.pairs_left - 1
        forced = max(white, black) - pairs
        if forced <= 0:
            return True
        if clashes + forced > target.clashes:
            return False
        hidden = mild_white if white > black else mild_black
        return strong + max(0, forced - hidden) <= target.strong

    # -- counts -----------------------------------------------------------------

    def _snapshot(self) -> tuple[int, ...]:
        return (
            self.pairs_left,
            self.clashes,
            self.strong,
            self.white,
            self.black,
            self.mild_white,
            self.mild_black,
            *self.options_left,
        )

    def _restore(self, snapshot: tuple[int, ...]) -> None:
        (
            self.pairs_left,
            self.clashes,
            self.strong,
            self.white,
            self.black,
            self.mild_white,
            self.mild_black,
        ) = snapshot[:7]
        self.options_left = list(snapshot[7:])

    def _remove(self, player: int) -> None:
        """Take a player out of the counts of those still to be paired."""
        wants = self.state.wants[player]
        mild = self.state.strength[player] == Strength.MILD
        if wants == WANTS_WHITE:
            self.white -= 1
            self.mild_white -= mild
        elif wants == WANTS_BLACK:
            self.black -= 1
            self.mild_black -= mild

    def _accept(self, one: int, other: int) -> None:
        state = self.state
        if state.wants[one] and state.wants[one] == state.wants[other]:
            self.clashes += 1
            weaker = min(state.strength[one], state.strength[other])
            self.strong += weaker == Strength.STRONG
        self._remove(other)
        option = self.target.floater.get(other, -1)
        if option >= 0:
            self.options_left[option] -= 1
        self.pairs_left -= 1
