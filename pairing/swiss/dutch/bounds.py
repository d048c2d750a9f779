"""What the best candidate of a bracket can reach at most, by counting.

Everything here is a *bound*: no candidate whatever does better.  A candidate
that meets every bound is therefore the best, and no matching has to be solved
to know it (:mod:`.certified`).

Let the bracket have ``M`` moved-down players and ``R`` residents, ``M <= R``.

C6, C7
    Each pair contains a resident, so there are at most ``K = (M + R) // 2``
    pairs; with ``K`` pairs nobody floats, or one.  No floater's score is below
    the residents' score, so a single resident floating cannot be bettered.
C8
    With one floater ``d`` the next bracket has ``1 + N`` players.  It cannot
    leave fewer over than parity demands, and none with a score below its own
    residents' (:class:`.lookahead.Lookahead` says for which ``d`` that is reached).
C9
    Some floater has the fewest unplayed games among those who may have the PAB.
C10, C11
    Counts; none is below 0.
C12
    ``K`` pairs of whom ``w`` want White: a pair satisfies at most one of them,
    so at least ``w - K`` are denied; likewise for Black.  Each clash denies
    exactly one player, so ``x >= max(0, w - K, b - K)``.
C13
    If exactly ``x = w - K > 0`` pairs clash, all of them are between players
    who want White.  With C10 and C11 at 0 no two absolute preferences clash
    (either both differences are beyond 1, which is C10, or the player with the
    smaller one had the same colour twice, which is C11), so a strong preference
    is spared only where one of the two is mild: ``y >= x - mild``.
C14, C16
    The floater's own floats.
C15, C17
    0 is reached only if there are enough residents without that upfloat; if
    not, no bound is claimed here.  With 0, C19 and C21 are empty lists.
C18, C20
    No MDP stays in limbo but the PAB receiver, if it is one; whether it had
    those floats is all that the lists can differ in, and it is compared after
    C14 and C16.

C9, C12-C14 and C16 depend on which player floats only through that player's
class, so the least vector over the classes bounds every candidate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...colours import Strength
from .bracket import Bracket
from .lookahead import Lookahead
from .state import DOWN, UP, WANTS_BLACK, WANTS_WHITE, State


@dataclass(slots=True)
class Wishes:
    """How many of some players want each colour, and how many of those mildly."""

    white: int = 0
    black: int = 0
    mild_white: int = 0
    mild_black: int = 0

    @classmethod
    def of(cls, state: State, players: list[int]) -> Wishes:
        wishes = cls()
        for player in players:
            wishes.count(state.wants[player], state.strength[player], 1)
        return wishes

    def count(self, wants: int, strength: int, by: int) -> None:
        """Add (or with -1 take away) one player."""
        mild = by if strength == Strength.MILD else 0
        if wants == WANTS_WHITE:
            self.white += by
            self.mild_white += mild
        elif wants == WANTS_BLACK:
            self.black += by
            self.mild_black += mild

    def majority(self, pairs: int, wants: int = 0) -> int:
        """The colour more players want than there are pairs, one of class ``wants`` left out."""
        if self.white - (wants == WANTS_WHITE) > pairs:
            return WANTS_WHITE
        return WANTS_BLACK if self.black - (wants == WANTS_BLACK) > pairs else 0

    def bounds(self, pairs: int, wants: int = 0, strength: int = 0) -> tuple[int, int]:
        """Least C12 and C13 in ``pairs`` pairs of all these players but one of the given class."""
        white = self.white - (wants == WANTS_WHITE)
        black = self.black - (wants == WANTS_BLACK)
        forced = max(0, white - pairs, black - pairs)
        if not forced:
            return 0, 0
        if white > black:
            mild = self.mild_white - (wants == WANTS_WHITE and strength == Strength.MILD)
            return forced, max(0, forced - mild)
        mild = self.mild_black - (wants == WANTS_BLACK and strength == Strength.MILD)
        return forced, max(0, forced - mild)


@dataclass(slots=True)
class Cast:
    """Who takes part in a bracket once the PAB receiver is known to leave it.

    ``reserved`` is that receiver, if only one player can be (C2, C5): nobody
    below has the score S*, so it floats in every candidate and the criteria
    of the others are compared among ``movers`` and ``residents`` alone.
    """

    bracket: Bracket
    movers: list[int]
    residents: list[int]
    reserved: int | None = None

    @property
    def pairs(self) -> int:
        return (len(self.movers) + len(self.residents)) // 2

    @property
    def one_floats(self) -> bool:
        return (len(self.movers) + len(self.residents)) % 2 == 1

    @property
    def floater_gets_bye(self) -> bool:
        return self.bracket.may_release_bye and self.reserved is None


@dataclass(slots=True)
class Target:
    """Bounds for one bracket.

    ``value`` is the comparable vector of bounds that depend on who floats:
    C9, C12, C13, C14, C16, C18, C20.
    ``clashes`` and ``strong`` are those of C12 and C13; ``floater`` maps each
    player who may float to the index in ``options`` of its ``(wants,
    strength)``; both are empty if everybody is to be paired.  ``majority`` is
    the colour whose seekers must clash, 0 if none must.
    """

    cast: Cast
    value: tuple[int, ...]
    clashes: int
    strong: int
    majority: int
    floater: dict[int, int]
    options: list[tuple[int, int]]
    wishes: Wishes


FloaterClass = tuple[int, int, int, int, int]
"""C9 value, wanted colour, strength, downfloat one and two rounds ago."""


def find_targets(bracket: Bracket) -> list[Target]:
    """The bounds that a certificate of this bracket has to meet; none if none is claimed.

    There is more than one if several players could get the PAB from here and
    the criteria do not tell them apart: then the generation order does.
    """
    if not bracket.may_release_bye or (bracket.bye_score == bracket.score and bracket.size % 2):
        target = _target(Cast(bracket, bracket.movers, list(bracket.residents)))
        return [] if target is None else [target]
    candidates = [
        player
        for player in bracket.members
        if bracket.state.pab_eligible[player] and bracket.state.score[player] == bracket.bye_score
    ]
    if len(candidates) > MOST_RECEIVERS:
        return []
    targets = [target for player in candidates if (target := _target(_without(bracket, player)))]
    if len(targets) < len(candidates):
        return []
    best = min(target.value for target in targets)
    return [target for target in targets if target.value == best]


MOST_RECEIVERS = 8
"""Possible PAB receivers that are compared one by one."""


def _without(bracket: Bracket, player: int) -> Cast:
    return Cast(
        bracket,
        [mover for mover in bracket.movers if mover != player],
        [resident for resident in bracket.residents if resident != player],
        reserved=player,
    )


def _target(cast: Cast) -> Target | None:
    bracket = cast.bracket
    if len(cast.movers) > len(cast.residents) or not _enough_without_upfloat(cast):
        return None
    wishes = Wishes.of(bracket.state, [*cast.movers, *cast.residents])
    if cast.one_floats and not cast.floater_gets_bye:
        return _best_floaters(cast, wishes, Lookahead(bracket).reaches_bound)
    if not bracket.completion.possible((), bracket.stop, bracket.bye_score):
        return None
    if cast.one_floats:
        # The PAB receiver leaves the pairing; C8 is the same whoever it is.
        return _best_floaters(cast, wishes, lambda player: True)
    # A receiver who alone floats is judged by C9.
    unplayed = 0 if cast.reserved is None else bracket.state.unplayed[cast.reserved]
    clashes, strong = wishes.bounds(cast.pairs)
    return Target(
        cast=cast,
        value=(unplayed, clashes, strong, *_float_values(cast, 0, 0)),
        clashes=clashes,
        strong=strong,
        majority=wishes.majority(cast.pairs),
        floater={},
        options=[],
        wishes=wishes,
    )


def _float_values(cast: Cast, first: int, second: int) -> tuple[int, int, int, int]:
    """C14, C16, C18 and C20, given the floater's own downfloats.

    A reserved PAB receiver adds its downfloats: to C14 and C16 if it is a
    resident, to C18 and C20 if it is an MDP, which are compared later.
    """
    if cast.reserved is None:
        return first, second, 0, 0
    bracket = cast.bracket
    own_first = int(bracket.state.float1[cast.reserved] == DOWN)
    own_second = int(bracket.state.float2[cast.reserved] == DOWN)
    if cast.reserved < bracket.start:
        return first, second, own_first, own_second
    return first + own_first, second + own_second, 0, 0


def _best_floaters(cast: Cast, wishes: Wishes, reaches: Callable[[int], bool]) -> Target | None:
    """Bounds of the best classes of floaters that reach the bound of C8."""
    classes = _floater_classes(cast)
    ranked: dict[tuple[int, ...], list[FloaterClass]] = {}
    for key in classes:
        unplayed, wants, strength, first, second = key
        clashes, strong = wishes.bounds(cast.pairs, wants, strength)
        value = (unplayed, clashes, strong, *_float_values(cast, first, second))
        ranked.setdefault(value, []).append(key)
    for best in sorted(ranked):
        options: list[tuple[int, int]] = []
        floater: dict[int, int] = {}
        for key in ranked[best]:
            able = [player for player in classes[key] if reaches(player)]
            if able:
                floater.update(dict.fromkeys(able, len(options)))
                options.append(key[1:3])
        if floater:
            majority = wishes.majority(cast.pairs, options[0][0])
            return Target(cast, best, best[1], best[2], majority, floater, options, wishes)
    return None


def _floater_classes(cast: Cast) -> dict[FloaterClass, list[int]]:
    """Residents who might float, by what the criteria can tell apart."""
    state = cast.bracket.state
    bye = cast.floater_gets_bye
    classes: dict[FloaterClass, list[int]] = {}
    for player in cast.residents:
        if bye and not state.pab_eligible[player]:
            continue
        key = (
            state.unplayed[player] if bye else 0,
            state.wants[player],
            state.strength[player],
            int(state.float1[player] == DOWN),
            int(state.float2[player] == DOWN),
        )
        classes.setdefault(key, []).append(player)
    return classes


def _enough_without_upfloat(cast: Cast) -> bool:
    """Whether C15 and C17 can be 0 whoever floats."""
    if not cast.movers:
        return True
    state = cast.bracket.state
    needed = len(cast.movers) + cast.one_floats
    return all(
        sum(memory[player] != UP for player in cast.residents) >= needed
        for memory in (state.float1, state.float2)
    )
