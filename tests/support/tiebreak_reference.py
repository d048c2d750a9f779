"""A slow second computation of BH, SB, PS, DE and KS, written from the rule text.

It shares nothing with the engine but the record: every value is looked up
anew, categories are named as in 16.2, direct encounters enumerate all results
of missing games.  Numbers are fractions of a point.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from statistics import mean

from pairing.record import Cell, TournamentRecord
from pairing.scoring import Outcome

REQUESTED = (Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE)


class Reference:
    """The rule text over one record; ``round_robin`` as in 15.2, ``caps`` since March 2026."""

    def __init__(
        self, record: TournamentRecord, *, round_robin: bool = False, caps: bool = True
    ) -> None:
        self.record = record
        self.round_robin = round_robin
        self.caps = caps
        self.rounds = range(1, record.completed + 1)
        self.people = {person.number: person for person in record.participants}
        self.draw = Fraction(record.points.draw, 10)
        self.win = Fraction(record.points.win, 10)

    def cell(self, number: int, round_number: int) -> Cell:
        return self.people[number].cells[round_number - 1]

    def points(self, number: int, round_number: int) -> Fraction:
        cell = self.cell(number, round_number)
        return Fraction(self.record.points.points(cell.outcome, cell.colour), 10)

    def score(self, number: int) -> Fraction:
        return sum((self.points(number, r) for r in self.rounds), Fraction(0))

    # -- article 16

    def is_voluntary(self, number: int, round_number: int) -> bool:
        """16.1.2."""
        outcome = self.cell(number, round_number).outcome
        return outcome in REQUESTED or outcome is Outcome.FORFEIT_LOSS

    def category(self, number: int, round_number: int) -> int | None:
        """16.2; ``None`` for a game."""
        outcome = self.cell(number, round_number).outcome
        if outcome.is_game:
            return None
        if outcome in (Outcome.PAIRING_ALLOCATED_BYE, Outcome.FULL_POINT_BYE):
            return 1
        if outcome is Outcome.FORFEIT_WIN:
            return 2
        if outcome is Outcome.FORFEIT_LOSS:
            return 4
        later = range(round_number + 1, self.record.completed + 1)
        return 3 if any(not self.is_voluntary(number, r) for r in later) else 5

    def adjusted(self, number: int) -> Fraction:
        """16.3."""
        if self.round_robin:
            return self.score(number)
        return sum(
            (
                self.draw if self.category(number, r) == 5 else self.points(number, r)
                for r in self.rounds
            ),
            Fraction(0),
        )

    def dummy(self, number: int, round_number: int) -> Fraction:
        """16.4."""
        own = self.score(number)
        if not self.caps:
            return own
        opponent = self.cell(number, round_number).opponent
        if opponent is not None:
            return min(own, self.adjusted(opponent))
        return min(own, self.draw * len(self.rounds))

    def worth(self, number: int) -> list[tuple[int, Fraction, bool]]:
        """(round, what the opponent was worth, voluntarily unplayed)."""
        lines = []
        for r in self.rounds:
            cell = self.cell(number, r)
            is_game = cell.outcome.is_game or (self.round_robin and cell.opponent is not None)
            if is_game:
                lines.append((r, self.adjusted(cell.opponent), False))
            elif not self.round_robin:
                lines.append((r, self.dummy(number, r), self.is_voluntary(number, r)))
        return lines

    # -- values

    def buchholz(self, number: int, cut: int = 0) -> Fraction | None:
        lines = [(worth, worth, voluntary) for _, worth, voluntary in self.worth(number)]
        return self._cut(lines, cut)

    def sonneborn_berger(self, number: int, cut: int = 0) -> Fraction | None:
        lines = [
            (worth, worth * self.points(number, r), voluntary)
            for r, worth, voluntary in self.worth(number)
        ]
        return self._cut(lines, cut)

    def _cut(self, lines: list[tuple[Fraction, Fraction, bool]], cut: int) -> Fraction | None:
        """14.1 with 16.5: a voluntary round before the least significant one if not smaller."""
        cut = min(cut, len(self.rounds))
        if cut > len(lines):
            return None
        left = sorted(lines)
        for _ in range(cut):
            least = left[0]
            voluntary = [line for line in left if line[2]]
            chosen = least
            if voluntary and voluntary[0][1] >= least[1]:
                chosen = voluntary[0]
            left.remove(chosen)
        return sum((counted for _, counted, _ in left), Fraction(0))

    def progressive(self, number: int, cut: int = 0) -> Fraction:
        totals = [
            sum((self.points(number, r) for r in range(1, last + 1)), Fraction(0))
            for last in self.rounds
        ]
        return sum(totals[cut:], Fraction(0))

    def koya(self, number: int) -> Fraction:
        """Points against opponents with at least half of what one can score."""
        games = len(self.rounds)
        size = len(self.people)
        if self.round_robin and size % 2:
            games -= games // size
        if self.round_robin:
            games -= sum(
                all(self.cell(other, r).opponent is None for r in self.rounds)
                for other in self.people
            )
        limit = self.win * max(games, 0) / 2
        return sum(
            (
                self.points(number, r)
                for r in self.rounds
                if (opponent := self.cell(number, r).opponent) is not None
                and self.score(opponent) >= limit
            ),
            Fraction(0),
        )

    # -- article 6

    def direct_encounter(self, group: Iterable[int]) -> dict[int, int]:
        """Places inside a tied group, all 0 if nobody can be told apart."""
        ordered = self._resolve(sorted(group))
        if len(ordered) == 1:
            return dict.fromkeys(ordered[0], 0)
        return {
            number: 1 + sum(len(part) for part in ordered[:index])
            for index, part in enumerate(ordered)
            for number in part
        }

    def met(self, one: int, other: int) -> list[int]:
        """Rounds in which two met (6.1.1)."""
        return [
            r
            for r in self.rounds
            if self.cell(one, r).opponent == other
            and (self.round_robin or self.cell(one, r).outcome.is_game)
        ]

    def _resolve(self, group: list[int]) -> list[list[int]]:
        if len(group) == 1:
            return [group]
        parts = self._split(group)
        if len(parts) == 1:
            return parts
        return [part for tied in parts for part in self._resolve(tied)]

    def _split(self, group: list[int]) -> list[list[int]]:
        base = {
            one: sum(
                (
                    mean([self.points(one, r) for r in self.met(one, other)])
                    for other in group
                    if other != one and self.met(one, other)
                ),
                Fraction(0),
            )
            for one in group
        }
        missing = [
            (one, other)
            for index, one in enumerate(group)
            for other in group[index + 1 :]
            if not self.met(one, other)
        ]
        if not missing or self.round_robin:
            values = sorted(set(base.values()), reverse=True)
            return [[one for one in group if base[one] == value] for value in values]
        return self._certain_leaders(group, base, missing)

    def _certain_leaders(
        self, group: list[int], base: dict[int, Fraction], missing: list[tuple[int, int]]
    ) -> list[list[int]]:
        """6.3: first whatever the missing results are, tried out one by one."""
        finals = []
        for winners in product((0, 1), repeat=len(missing)):
            final = dict(base)
            for pair, winner in zip(missing, winners, strict=True):
                final[pair[winner]] += self.win
            finals.append(final)
        parts: list[list[int]] = []
        rest = list(group)
        while len(rest) > 1:
            sure = [
                one
                for one in rest
                if all(
                    final[one] > final[other] for final in finals for other in rest if other != one
                )
            ]
            if not sure:
                break
            parts.append(sure)
            rest.remove(sure[0])
        return [*parts, rest]
