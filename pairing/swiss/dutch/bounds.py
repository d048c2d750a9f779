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
    All clashes counted in ``x = w - K > 0`` can be taken to be between players
    who want White: exactly ``x`` more White wishes than pairs.  A clash spares
    the strong ones only if one of the two is mild, or both are absolute (which
    C3 allows only with a topscorer), so ``y >= x - mild - absolute pairs``.
    (If more than ``x`` clash, C12 is worse already.)
C14, C16
    The floater's own floats.
C15, C17
    0 is reached only if there are enough residents without that upfloat; if
    not, no bound is claimed here.  With 0, C19 and C21 are empty lists.
C18, C20
    No MDP stays in limbo, and the lists of paired MDPs are the same for all.

C9, C12-C14 and C16 depend on which player floats only through that player's
class, so the least vector over the classes bounds every candidate.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...colours import Strength
from .bracket import Bracket
from .state import DOWN, UP, WANTS_BLACK, WANTS_WHITE, State


@dataclass(slots=True)
class Wishes:
    """How many of some players want each colour, and how many of those mildly.

    ``relief`` is an upper bound on clashes between two absolute preferences.
    """

    white: int = 0
    black: int = 0
    mild_white: int = 0
    mild_black: int = 0
    relief_white: int = 0
    relief_black: int = 0

    @classmethod
    def of(cls, state: State, players: list[int]) -> Wishes:
        wishes = cls()
        absolute = [0, 0, 0]
        freed = [False, False, False]
        for player in players:
            wants, strength = state.wants[player], state.strength[player]
            wishes.count(wants, strength, 1)
            if strength == Strength.ABSOLUTE:
                absolute[wants] += 1
                freed[wants] = freed[wants] or state.topscorer[player]
        wishes.relief_white = absolute[WANTS_WHITE] // 2 if freed[WANTS_WHITE] else 0
        wishes.relief_black = absolute[WANTS_BLACK] // 2 if freed[WANTS_BLACK] else 0
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
            return forced, max(0, forced - mild - self.relief_white)
        mild = self.mild_black - (wants == WANTS_BLACK and strength == Strength.MILD)
        return forced, max(0, forced - mild - self.relief_black)


@dataclass(slots=True)
class Target:
    """Bounds for one bracket.

    ``clashes`` and ``strong`` are the values of C12 and C13; ``floater`` maps
    each player who may float to the index in ``options`` of its
    ``(wants, strength)``; both are empty if everybody is to be paired.
    ``majority`` is the colour whose seekers must clash, 0 if none must.
    """

    pairs: int
    clashes: int
    strong: int
    majority: int
    floater: dict[int, int]
    options: list[tuple[int, int]]
    wishes: Wishes


FloaterClass = tuple[int, int, int, int, int]
"""C9 value, wanted colour, strength, downfloat one and two rounds ago."""


def floater_classes(bracket: Bracket) -> dict[FloaterClass, list[int]]:
    """Residents who might float, by what the criteria can tell apart."""
    state = bracket.state
    bye = bracket.may_release_bye
    classes: dict[FloaterClass, list[int]] = {}
    for player in bracket.residents:
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


def enough_without_upfloat(bracket: Bracket, floats: int) -> bool:
    """Whether C15 and C17 can be 0 whoever floats."""
    if not bracket.movers:
        return True
    state = bracket.state
    for memory in (state.float1, state.float2):
        free = sum(memory[player] != UP for player in bracket.residents)
        if free < len(bracket.movers) + floats:
            return False
    return True
