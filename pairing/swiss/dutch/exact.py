"""Exact pairing of one bracket as cheapest perfect matchings.

Everybody not yet paired is a vertex; an edge is a legal pair.  A pair inside
the bracket costs its colour and float failures, any other edge costs what it
means that its bracket members float.  The criteria become digits of one
number, C6 the most significant, so the cheapest perfect matching is the best
candidate, and that it is perfect *is* the completion rule (C4, C2, C5: an odd
field has one more vertex, joined to those who may have the PAB).

The generation order (article 4) is appended as further digits:

1. one matching settles the criteria, the set of paired MDPs and their
   opponents (4.4, 4.2);
2. with those fixed, a second one settles the remainder: fewest exchanges,
   smallest difference, largest BSN leaving S1, smallest entering it (4.3),
   then the opponents of S1 in order (4.2).

A homogeneous bracket needs only the second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...matching import Cost, cheapest_perfect_matching
from .bracket import Bracket, Pairs
from .criteria import COLOUR_CRITERIA, colour_failures
from .lookahead import indifferent
from .state import DOWN, UP

Digit = tuple[str, int]
"""Name of a digit and its capacity: sums over a matching stay below it."""

_BYE = -1
"""Stands for the vertex that takes the PAB receiver."""
_OVER = -2
"""Stands for the vertex that evens out a relaxed matching."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What an asked-for alternative must contain: a pair of positions, or a downfloater."""

    pair: tuple[int, int] | None = None
    floater: int | None = None

    def refuses(self, one: int, other: int) -> bool:
        """Whether two may have nothing to do with each other, one of the pair being taken."""
        return (
            self.pair is not None
            and self.pair != (one, other)
            and (one in self.pair or other in self.pair)
        )


def pair_exactly(bracket: Bracket) -> Pairs:
    """The pairing of a bracket that C.04.3 asks for, as position pairs in order.

    The bracket must be completable: the round was checked before the first
    bracket, and each bracket leaves a completable rest.
    """
    pairs = best_with(bracket, Demand())
    if pairs is None:
        raise AssertionError("a bracket that cannot be completed was opened")
    return pairs


def best_with(bracket: Bracket, demand: Demand) -> Pairs | None:
    """The best candidate that meets a demand; ``None`` if none leaves a completable rest."""
    pairs = _pair(bracket, demand, bye_counts=bracket.may_release_bye)
    if pairs is not None and bracket.may_release_bye and 2 * len(pairs) != bracket.size - 1:
        # More than one player floats, so C9 has no say (2.4.4).
        pairs = _pair(bracket, demand, bye_counts=False)
    return pairs


def best_next_value(bracket: Bracket, floaters: tuple[int, ...]) -> tuple[int, ...] | None:
    """What the next bracket leaves over at best, given its MDPs (C8, 2.4.3).

    ``(players left over, their scores descending...)``, empty without a next
    scoregroup, ``None`` if ``floaters`` and everybody below cannot be completed.
    """
    completion = bracket.completion
    if bracket.stop == bracket.next_stop:
        return () if completion.possible(floaters, bracket.stop, bracket.bye_score) else None
    after = Bracket(
        state=bracket.state,
        completion=completion,
        movers=list(floaters),
        start=bracket.stop,
        stop=bracket.next_stop,
        next_stop=bracket.next_stop,
        bye_score=bracket.bye_score,
    )
    pairs = _solve(_Costs(after, counted_only=True))
    if pairs is None:
        return None
    paired = {player for pair in pairs for player in pair}
    left = sorted((bracket.state.score[p] for p in after.members if p not in paired), reverse=True)
    return (len(left), *left)


def _pair(bracket: Bracket, demand: Demand, *, bye_counts: bool) -> Pairs | None:
    fixed: Pairs = ()
    if bracket.movers:
        first = _solve(_Costs(bracket, demand, bye_counts=bye_counts))
    else:
        first = _solve(_Costs(bracket, demand, counted_only=True))
    if first is None:
        return None
    fixed = tuple(pair for pair in first if pair[0] < bracket.start)
    if len(first) == len(fixed):
        return first
    taken = {player for pair in fixed for player in pair}
    remainder = [player for player in bracket.residents if player not in taken]
    split = _Split.of(remainder, len(first) - len(fixed))
    return _solve(_Costs(bracket, demand, bye_counts=bye_counts, fixed=fixed, split=split))


@dataclass(slots=True)
class _Split:
    """Generation order of the remainder: BSN 1..m, S1 the first ``pairs`` of them."""

    bsn: dict[int, int]
    pairs: int

    @classmethod
    def of(cls, remainder: Sequence[int], pairs: int) -> _Split:
        return cls({player: index for index, player in enumerate(remainder, start=1)}, pairs)

    def digits(self) -> list[Digit]:
        """4.3 rules 1-4, then the S2 opponents in the order of S1 (4.2)."""
        size = len(self.bsn)
        return [
            ("exchanged", size + 1),
            ("difference", size * size + 1),
            ("leaving", 2 << self.pairs),
            ("entering", 2 << (size - self.pairs)),
            *((f"partner {bsn}", size + 1) for bsn in range(1, size)),
        ]

    def pair_cost(self, place: dict[str, int], one: int, other: int) -> int:
        """Generation digits of a pair; its smaller BSN is the S1 member."""
        a, b = self.bsn[one], self.bsn[other]
        cost = a * place["difference"] + b * place[f"partner {a}"]
        if a > self.pairs:
            cost += place["exchanged"]
        else:
            # Staying in S1 is dear for large BSNs: the largest should leave first.
            cost += place["leaving"] << a
        return cost + self.stay_cost(place, other)

    def stay_cost(self, place: dict[str, int], player: int) -> int:
        """Not entering S1 is dear for small BSNs of S2: the smallest should enter first."""
        bsn = self.bsn[player]
        return place["entering"] << (len(self.bsn) - bsn) if bsn > self.pairs else 0


@dataclass(slots=True)
class _Costs:
    """Cost of every edge of the matching problem of a bracket.

    ``fixed`` are MDP pairs already settled; other MDPs then stay in limbo.
    ``counted_only`` leaves everything but C6 and C7 out.  ``horizon`` is the
    end of what is looked at: the next scoregroup, unless C8 cannot depend on it.
    """

    bracket: Bracket
    demand: Demand = field(default_factory=Demand)
    bye_counts: bool = False
    counted_only: bool = False
    fixed: Pairs = ()
    split: _Split | None = None
    horizon: int = field(init=False)
    place: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        bracket = self.bracket
        self.horizon = bracket.stop if indifferent(bracket) else bracket.next_stop
        value = 1
        self.place = {}
        for name, capacity in reversed([*self._criteria_digits(), *self._generation_digits()]):
            self.place[name] = value
            value *= capacity

    # -- digits -------------------------------------------------------------

    def _criteria_digits(self) -> list[Digit]:
        """C6..C21; a name followed by a score is one slot of a descending list of scores."""
        bracket, score = self.bracket, self.bracket.state.score
        count = bracket.size + self.horizon - bracket.stop + 1
        levels = sorted({score[player] for player in bracket.members}, reverse=True)
        digits = [("C6", count), *((f"C7 {level}", count) for level in levels)]
        if self.counted_only:
            return digits
        if bracket.stop < self.horizon:
            levels.append(score[bracket.stop])
            digits += [("C8", count), *((f"C8 {level}", count) for level in levels)]
        if self.bye_counts:
            digits.append(("C9", (max(bracket.state.unplayed) + 1) * count))
        digits += [(name, count) for name in (*COLOUR_CRITERIA, "C14", "C15", "C16", "C17")]
        moved = sorted({score[player] for player in bracket.movers}, reverse=True)
        for name in ("C18", "C19", "C20", "C21"):
            digits += [(f"{name} {level}", count) for level in moved]
        return digits

    def _generation_digits(self) -> list[Digit]:
        if self.split is not None:
            return self.split.digits()
        if self.counted_only:
            return []
        residents = self.bracket.stop - self.bracket.start
        return [
            *((f"limbo {player}", 2) for player in self.bracket.movers),
            *((f"opponent {player}", residents + 1) for player in self.bracket.movers),
        ]

    # -- costs --------------------------------------------------------------

    def floating(self, player: int) -> int:
        """What it costs that a member of the bracket stays unpaired in it."""
        state, place = self.bracket.state, self.place
        score = state.score[player]
        cost = place["C6"] + place[f"C7 {score}"]
        if self.counted_only:
            return cost
        if self.bye_counts:
            cost += place["C9"] * state.unplayed[player]
        first, second = state.float1[player] == DOWN, state.float2[player] == DOWN
        if player < self.bracket.start:
            cost += place[f"C18 {score}"] * first + place[f"C20 {score}"] * second
            return cost + place.get(f"limbo {player}", 0)
        cost += place["C14"] * first + place["C16"] * second
        if self.split is not None and player in self.split.bsn:
            cost += self.split.stay_cost(place, player)
        return cost

    def left_over(self, player: int) -> int:
        """What it costs that the next bracket cannot pair a player either (C8)."""
        if "C8" not in self.place:
            return 0
        return self.place["C8"] + self.place[f"C8 {self.bracket.state.score[player]}"]

    def meets(self, one: int, other: int) -> bool:
        """Whether ``one < other`` would be a pair of this bracket or of the next one."""
        bracket = self.bracket
        if not bracket.start <= other < self.horizon:
            return False
        if other < bracket.stop and (
            self.demand.floater in (one, other) or (self.split is not None and one < bracket.start)
        ):
            return False
        return bracket.state.legal(one, other)

    def pairing(self, one: int, other: int) -> int:
        """Cost of a pair inside the bracket."""
        if self.counted_only:
            return 0
        state, place = self.bracket.state, self.place
        cost = 0
        for name, failed in zip(COLOUR_CRITERIA, colour_failures(state, one, other), strict=True):
            cost += place[name] * failed
        if one >= self.bracket.start:
            return cost + self.split.pair_cost(place, one, other) if self.split else cost
        score = state.score[one]
        if state.float1[other] == UP:
            cost += place["C15"] + place[f"C19 {score}"]
        if state.float2[other] == UP:
            cost += place["C17"] + place[f"C21 {score}"]
        return cost + place[f"opponent {one}"] * (other - self.bracket.start)


def _solve(costs: _Costs) -> Pairs | None:
    """Cheapest way to pair the bracket so that the round can be completed.

    The players below the next scoregroup matter only for completion.  They are
    left out at first: any two who do not meet may then both stay over.  That
    is a relaxation (leaving two over who could meet never pays), so if those
    it leaves over can be completed with the rest, its optimum is the optimum;
    otherwise everybody takes part.
    """
    bracket = costs.bracket
    if costs.horizon < len(bracket.state):
        mates = _match(costs, _unfixed(costs, costs.horizon), relaxed=True)
        if mates is not None:
            left = _left_over(costs, mates)
            if bracket.completion.possible(left, costs.horizon, bracket.bye_score):
                return _bracket_pairs(costs, mates)
    mates = _match(costs, _unfixed(costs, len(bracket.state)), relaxed=False)
    return None if mates is None else _bracket_pairs(costs, mates)


def _left_over(costs: _Costs, mates: dict[int, int]) -> list[int]:
    """Players of a relaxed matching who still need an opponent further down."""
    met = {
        player
        for one, other in mates.items()
        if one < other and costs.meets(one, other)
        for player in (one, other)
    }
    return [player for player, mate in mates.items() if player not in met and mate != _BYE]


def _unfixed(costs: _Costs, stop: int) -> list[int]:
    taken = {player for pair in costs.fixed for player in pair}
    bracket = costs.bracket
    return [p for p in (*bracket.movers, *range(bracket.start, stop)) if p not in taken]


def _bracket_pairs(costs: _Costs, mates: dict[int, int]) -> Pairs:
    stop = costs.bracket.stop
    found = [
        (one, other)
        for one, other in mates.items()
        if one < other < stop and costs.meets(one, other)
    ]
    return tuple(sorted((*costs.fixed, *found)))


def _match(costs: _Costs, players: list[int], *, relaxed: bool) -> dict[int, int] | None:
    """Partner of each player, ``_BYE`` or ``_OVER``; ``None`` if there is no such matching."""
    bracket = costs.bracket
    state = bracket.state
    staying = [costs.floating(p) if p < bracket.stop else 0 for p in players]
    outside = [
        stay + (costs.left_over(p) if p < costs.horizon else 0)
        for stay, p in zip(staying, players, strict=True)
    ]
    size = len(players)
    matrix: list[list[Cost]] = [[None] * size for _ in range(size)]
    for i, one in enumerate(players):
        for j in range(i + 1, size):
            other = players[j]
            if costs.demand.refuses(one, other):
                continue
            if costs.meets(one, other):
                inside = other < bracket.stop
                matrix[i][j] = matrix[j][i] = costs.pairing(one, other) if inside else staying[i]
            elif relaxed or (_apart(costs, one, other) and state.legal(one, other)):
                matrix[i][j] = matrix[j][i] = outside[i] + outside[j]
    held = costs.demand.pair or ()
    leaving = [None if p in held else out for p, out in zip(players, outside, strict=True)]
    extra = []
    if bracket.may_release_bye if relaxed else size % 2:
        may = bracket.completion.bye_candidate
        _add_vertex(
            matrix,
            [
                out if may(p, bracket.bye_score) else None
                for p, out in zip(players, leaving, strict=True)
            ],
        )
        extra.append(_BYE)
    if len(matrix) % 2:
        _add_vertex(matrix, [*leaving, *(None for _ in extra)])
        extra.append(_OVER)
    mates = cheapest_perfect_matching(matrix)
    if mates is None:
        return None
    names = [*players, *extra]
    return {one: names[mates[i]] for i, one in enumerate(players)}


def _add_vertex(matrix: list[list[Cost]], row: Sequence[Cost]) -> None:
    for line, cost in zip(matrix, row, strict=True):
        line.append(cost)
    matrix.append([*row, None])


def _apart(costs: _Costs, one: int, other: int) -> bool:
    """Whether two could only meet further down: two MDPs, a demanded floater, or lower players."""
    bracket = costs.bracket
    if costs.demand.floater in (one, other):
        return True
    return other < bracket.start or other >= costs.horizon
