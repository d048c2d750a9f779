"""The Dutch system by brute force: the definition read aloud, for small fields only.

This is the reference that the engine is compared with.  It shares nothing with
the engine, tries every set of pairs of every bracket and every completion, and
prefers being obvious to being quick: up to about ten players.  Article numbers
are those of C.04.3 (2026) unless another chapter is named.

What it reads from the record: participants and their cells, ``rounds``,
``completed``, ``points``, ``initial_colour``, planned byes of the round, hard
prohibited pairings, virtual points or the Baku table.  Soft prohibitions and
abnormal points (299) are outside this reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pairing.record import TournamentRecord
from tests.support.dutch_colours import allocate, board_key
from tests.support.dutch_players import (
    DOWN,
    UP,
    Player,
    higher_first,
    present_players,
    prohibited_pairs,
)

LIMBO = 100_000  # more than any score difference (C18, C20)

Pair = tuple[Player, Player]
Pairs = tuple[Pair, ...]
Wanted = Callable[[Pairs], bool]


def anything(pairs: Pairs) -> bool:
    return True


class NoPairing(Exception):
    """1.9.3: no complete pairing obeys C1-C3."""


# --------------------------------------------------------------------- pairs and sets of pairs


def same_absolute_wish(a: Player, b: Player) -> bool:
    return a.strength == 3 and b.strength == 3 and a.wants is b.wants


def sets_of_pairs(
    players: tuple[Player, ...], allowed: Callable[[Player, Player], bool], left_out: int
) -> Iterator[Pairs]:
    """Every set of allowed pairs of ``players`` that leaves exactly ``left_out`` of them."""
    if not players:
        if left_out == 0:
            yield ()
        return
    first, rest = players[0], players[1:]
    for index, partner in enumerate(rest):
        if allowed(first, partner):
            others = rest[:index] + rest[index + 1 :]
            for pairs in sets_of_pairs(others, allowed, left_out):
                yield ((first, partner), *pairs)
    if left_out > 0:
        yield from sets_of_pairs(rest, allowed, left_out - 1)


def unpaired(players: Iterable[Player], pairs: Pairs) -> tuple[Player, ...]:
    paired = {player for pair in pairs for player in pair}
    return tuple(player for player in players if player not in paired)


# ------------------------------------------------------------- predicates of a pair (C10-C13)


def same_wish(a: Player, b: Player) -> bool:
    return a.wants is not None and a.wants is b.wants


def fails_c10(a: Player, b: Player) -> bool:
    """One of the two must end with a colour difference above 2."""
    return same_wish(a, b) and abs(a.cd) >= 2 and abs(b.cd) >= 2


def fails_c11(a: Player, b: Player) -> bool:
    """One of the two must get the same colour three times running."""
    if not same_wish(a, b) or a.strength != 3 or b.strength != 3:
        return False
    if abs(a.cd) == abs(b.cd):
        return a.last2 is not None and a.last2 is b.last2
    loser = a if abs(a.cd) < abs(b.cd) else b
    assert a.wants is not None
    return loser.last2 is a.wants.opposite


def fails_c12(a: Player, b: Player) -> bool:
    """One of the two will not get the preferred colour."""
    return same_wish(a, b)


def fails_c13(a: Player, b: Player) -> bool:
    """One of the two will not get a strong preference."""
    if not same_wish(a, b) or a.strength == 1 or b.strength == 1:
        return False
    return not (a.strength == 3 and b.strength == 3)


# --------------------------------------------------------------------------- the round


@dataclass(frozen=True, eq=False)
class Bracket:
    """1.3.2: moved-down players and residents, and who comes after them."""

    mdps: tuple[Player, ...]
    residents: tuple[Player, ...]
    next_group: tuple[Player, ...]
    below_next: tuple[Player, ...]

    @property
    def players(self) -> tuple[Player, ...]:
        return self.mdps + self.residents

    @property
    def score(self) -> int:
        return self.residents[0].ps

    @property
    def lower(self) -> tuple[Player, ...]:
        return self.next_group + self.below_next


@dataclass(frozen=True)
class PairedBracket:
    """A bracket with the set of pairs chosen and the failure value of each criterion."""

    bracket: Bracket
    pairs: Pairs
    downfloaters: tuple[Player, ...]
    values: dict[str, Any]


CRITERIA = tuple(f"C{number}" for number in range(6, 22))
ORDERINGS = ("MSET", "MOPP", "EX1", "EX2", "EX3", "EX4", "OPP")


@dataclass
class Round:
    """One round to be paired.

    ``ignoring`` names criteria (``C5`` ... ``C21``) or ordering rules that are
    left out, to find what decides a position.
    """

    record: TournamentRecord
    ignoring: frozenset[str] = frozenset()
    players: tuple[Player, ...] = field(init=False)
    pab_score: int | None = field(init=False)

    def __post_init__(self) -> None:
        self.players = present_players(self.record)
        self.prohibited = prohibited_pairs(self.record)
        self._complete: dict[tuple[frozenset[Player], int | None], bool] = {}
        self._next_best: dict[tuple[int, frozenset[Player]], tuple[int, list[int]]] = {}
        self.pab_score = self._lowest_pab_score()

    # C1, C3 and prohibited pairings -------------------------------------------------

    def legal(self, a: Player, b: Player) -> bool:
        if b.number in a.opponents or frozenset((a.number, b.number)) in self.prohibited:
            return False
        return not same_absolute_wish(a, b) or a.topscorer or b.topscorer

    # C2, C4, C5 ---------------------------------------------------------------------

    def complete(self, players: Iterable[Player], highest: int | None) -> bool:
        """Can all be paired, but for one PAB with at most ``highest`` if they are odd?"""
        key = (frozenset(players), highest)
        if key not in self._complete:
            self._complete[key] = self._search_completion(higher_first(key[0]), highest)
        return self._complete[key]

    def _search_completion(self, players: tuple[Player, ...], highest: int | None) -> bool:
        if not players:
            return True
        first, rest = players[0], players[1:]
        if (
            len(players) % 2 == 1
            and highest is not None
            and first.pab_ok
            and first.ps <= highest
            and self.complete(rest, None)
        ):
            return True
        return any(
            self.legal(first, partner)
            and self.complete((player for player in rest if player is not partner), highest)
            for partner in rest
        )

    def _lowest_pab_score(self) -> int | None:
        """S*: ``None`` for an even field; raises ``NoPairing`` if nothing is complete."""
        if len(self.players) % 2 == 0:
            if not self.complete(self.players, None):
                raise NoPairing
            return None
        scores = sorted({player.ps for player in self.players})
        if "C5" in self.ignoring:
            scores = scores[-1:]
        for score in scores:
            if self.complete(self.players, score):
                return score
        raise NoPairing

    # the brackets, from the top down (1.9) --------------------------------------------

    def brackets(self) -> Iterator[PairedBracket]:
        scores = sorted({player.ps for player in self.players}, reverse=True)
        groups = [
            tuple(player for player in self.players if player.ps == score) for score in scores
        ]
        mdps: tuple[Player, ...] = ()
        for index, residents in enumerate(groups):
            later = groups[index + 1 :]
            bracket = Bracket(
                mdps=mdps,
                residents=residents,
                next_group=later[0] if later else (),
                below_next=tuple(player for group in later[1:] for player in group),
            )
            paired = self.pair_bracket(bracket)
            yield paired
            mdps = paired.downfloaters

    def may_meet_in(self, mdps: tuple[Player, ...]) -> Callable[[Player, Player], bool]:
        """Legal pairs of a bracket; two moved-down players are not paired with each other."""
        return lambda a, b: not (a in mdps and b in mdps) and self.legal(a, b)

    def candidates(self, bracket: Bracket, wanted: Wanted = anything) -> list[Pairs]:
        """Every wanted set of pairs with the fewest downfloaters that leaves a completion."""
        found: list[Pairs] = []
        for left_out in range(len(bracket.players) + 1):
            for pairs in sets_of_pairs(bracket.players, self.may_meet_in(bracket.mdps), left_out):
                floating = unpaired(bracket.players, pairs)
                if wanted(pairs) and self.complete(floating + bracket.lower, self.pab_score):
                    found.append(pairs)
            if found and "C6" not in self.ignoring:
                break
        return found

    def pair_bracket(self, bracket: Bracket) -> PairedBracket:
        best = self.best(bracket)
        assert best is not None, "a complete candidate leaves the next bracket something to do"
        return best

    def best(self, bracket: Bracket, wanted: Wanted = anything) -> PairedBracket | None:
        """The smallest (V, G): keep the best under one criterion after the other."""
        left = self.candidates(bracket, wanted)
        if not left:
            return None
        for name in CRITERIA + ORDERINGS:
            if name in self.ignoring or len(left) == 1:
                continue
            values = [self.value(name, bracket, pairs) for pairs in left]
            best = min(values)
            left = [pairs for pairs, value in zip(left, values, strict=True) if value == best]
        chosen = left[0]
        return PairedBracket(
            bracket,
            chosen,
            higher_first(unpaired(bracket.players, chosen)),
            {name: self.value(name, bracket, chosen) for name in CRITERIA},
        )

    # C6-C21 and the ordering rules -----------------------------------------------------

    def value(self, name: str, bracket: Bracket, pairs: Pairs) -> Any:
        """Failure value of a criterion, or the key of an ordering rule; smaller is better."""
        if name in ORDERINGS:
            return ordering_keys(bracket, pairs)[name]
        floating = unpaired(bracket.players, pairs)
        if name == "C8":
            return self.next_bracket_best(bracket, floating)
        if name == "C9":
            return self.pab_unplayed_rounds(bracket, floating)
        return _VALUES[name](bracket, pairs, floating)

    def next_bracket_best(
        self, bracket: Bracket, floating: tuple[Player, ...]
    ) -> tuple[int, list[int]]:
        """C8: the fewest players that the next bracket must float, then their lowest scores."""
        if not bracket.next_group:
            return (0, [])
        # The same players may float through several brackets.
        key = (bracket.score, frozenset(floating))
        if key not in self._next_best:
            self._next_best[key] = self._search_next_bracket(bracket, floating)
        return self._next_best[key]

    def _search_next_bracket(
        self, bracket: Bracket, floating: tuple[Player, ...]
    ) -> tuple[int, list[int]]:
        players = higher_first(floating + bracket.next_group)
        for left_out in range(len(players) + 1):
            scores = [
                descending_scores(rest)
                for pairs in sets_of_pairs(players, self.may_meet_in(floating), left_out)
                for rest in [unpaired(players, pairs)]
                if self.complete(rest + bracket.below_next, self.pab_score)
            ]
            if scores:
                return (left_out, min(scores))
        raise AssertionError("a complete candidate leaves the next bracket something to do")

    def pab_unplayed_rounds(self, bracket: Bracket, floating: tuple[Player, ...]) -> int:
        """C9: unplayed rounds of the single downfloater, if he is to have the PAB."""
        if self.pab_score is None or len(floating) != 1 or self.pab_score < bracket.score:
            return 0
        return floating[0].unplayed


def descending_scores(players: Iterable[Player]) -> list[int]:
    return sorted((player.ps for player in players), reverse=True)


def count_pairs(fails: Callable[[Player, Player], bool]) -> Callable[..., int]:
    return lambda bracket, pairs, floating: sum(fails(a, b) for a, b in pairs)


def mdp_pairs(bracket: Bracket, pairs: Pairs) -> list[Pair]:
    """(MDP, resident) for each pair with a moved-down player."""
    found = []
    for a, b in pairs:
        if a in bracket.mdps:
            found.append((a, b))
        elif b in bracket.mdps:
            found.append((b, a))
    return found


def downfloaters_again(rounds_ago: int) -> Callable[..., int]:
    """C14, C16: residents who float down and did so ``rounds_ago`` (0: previous) before."""
    return lambda bracket, pairs, floating: sum(
        player in bracket.residents and player.floats[rounds_ago] == DOWN for player in floating
    )


def upfloaters_again(rounds_ago: int) -> Callable[..., int]:
    """C15, C17: opponents of MDPs who had an upfloat before."""
    return lambda bracket, pairs, floating: sum(
        resident.floats[rounds_ago] == UP for _, resident in mdp_pairs(bracket, pairs)
    )


def mdp_differences(rounds_ago: int) -> Callable[..., list[int]]:
    """C18, C20: score differences of MDPs who had a downfloat before; limbo counts most."""

    def differences(bracket: Bracket, pairs: Pairs, floating: tuple[Player, ...]) -> list[int]:
        return sorted(
            (
                mdp.ps - bracket.score + (LIMBO if mdp in floating else 0)
                for mdp in bracket.mdps
                if mdp.floats[rounds_ago] == DOWN
            ),
            reverse=True,
        )

    return differences


def opponent_differences(rounds_ago: int) -> Callable[..., list[int]]:
    """C19, C21: score differences of MDP opponents who had an upfloat before."""
    return lambda bracket, pairs, floating: sorted(
        (
            mdp.ps - bracket.score
            for mdp, resident in mdp_pairs(bracket, pairs)
            if resident.floats[rounds_ago] == UP
        ),
        reverse=True,
    )


_VALUES: dict[str, Callable[..., Any]] = {
    "C6": lambda bracket, pairs, floating: len(floating),
    "C7": lambda bracket, pairs, floating: descending_scores(floating),
    "C10": count_pairs(fails_c10),
    "C11": count_pairs(fails_c11),
    "C12": count_pairs(fails_c12),
    "C13": count_pairs(fails_c13),
    "C14": downfloaters_again(0),
    "C15": upfloaters_again(0),
    "C16": downfloaters_again(1),
    "C17": upfloaters_again(1),
    "C18": mdp_differences(0),
    "C19": opponent_differences(0),
    "C20": mdp_differences(1),
    "C21": opponent_differences(1),
}


def ordering_keys(bracket: Bracket, pairs: Pairs) -> dict[str, list[int] | int]:
    """Where a set of pairs stands in the order of generation (article 4).

    The heterogeneous part first (MDP set 4.4, their opponents 4.2), then the
    remainder: its exchange (4.3, four rules) and its transposition (4.2).
    """
    bsn = {player: number for number, player in enumerate(bracket.players, start=1)}
    floated = sorted(mdp_pairs(bracket, pairs), key=lambda pair: bsn[pair[0]])
    opponents = {resident for _, resident in floated}
    remainder = [player for player in bracket.residents if player not in opponents]
    place = {player: number for number, player in enumerate(remainder, start=1)}
    level = sorted(
        tuple(sorted((place[a], place[b]))) for a, b in pairs if a in place and b in place
    )
    original = set(range(1, len(level) + 1))
    upper = {a for a, _ in level}
    leaving = sorted(original - upper, reverse=True)
    entering = sorted(upper - original)
    return {
        "MSET": [bsn[mdp] for mdp, _ in floated],
        "MOPP": [bsn[resident] for _, resident in floated],
        "EX1": len(entering),
        "EX2": sum(entering) - sum(leaving),
        "EX3": [-number for number in leaving],
        "EX4": entering,
        "OPP": [b for _, b in level],
    }


# --------------------------------------------------------------------------- the boards


def enumerate_round(
    record: TournamentRecord, ignoring: Iterable[str] = ()
) -> list[tuple[int, int | None]]:
    """``(white, black)`` in publication order, ``(player, None)`` for the PAB last.

    Raises ``NoPairing`` if no complete legal pairing exists.
    """
    coming = Round(record, frozenset(ignoring))
    brackets = list(coming.brackets())
    pairs = [pair for paired in brackets for pair in paired.pairs]
    pairs.sort(key=lambda pair: board_key(*pair))
    boards: list[tuple[int, int | None]] = [allocate(a, b, record.initial_colour) for a, b in pairs]
    if brackets:
        boards += [(player.number, None) for player in brackets[-1].downfloaters]
    return boards


# ------------------------------------------------------------------ what decides against another


def deciding_rule(
    record: TournamentRecord, alternative: Iterable[tuple[int, int | None]]
) -> str | None:
    """The first rule by which another pairing of everybody present is not the right one.

    ``C1``, ``prohibited``, ``C3`` for its pairs and ``C2``, ``C5`` for its bye come
    first, then ``C6`` ... ``C21`` and the ordering rules, from the top bracket down.
    ``None`` if it has the right pairs and the right bye.
    """
    coming = Round(record)
    by_number = {player.number: player for player in coming.players}
    pairs: list[Pair] = []
    for white, black in alternative:
        if black is not None:
            pairs.append((by_number[white], by_number[black]))
        elif not by_number[white].pab_ok:
            return "C2"
        elif coming.pab_score is None or by_number[white].ps > coming.pab_score:
            return "C5"
    for a, b in pairs:
        broken = broken_by_pair(coming, a, b)
        if broken is not None:
            return broken
    for best in coming.brackets():
        members = set(best.bracket.players)
        here = tuple((a, b) for a, b in pairs if a in members and b in members)
        for name in CRITERIA + ORDERINGS:
            if coming.value(name, best.bracket, here) != coming.value(
                name, best.bracket, best.pairs
            ):
                return name
    return None


def broken_by_pair(coming: Round, a: Player, b: Player) -> str | None:
    if coming.legal(a, b):
        return None
    if b.number in a.opponents:
        return "C1"
    return "prohibited" if frozenset((a.number, b.number)) in coming.prohibited else "C3"
