"""Team criteria from boards and from both scores (C.07 art. 12 and 13.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .buchholz import Buchholz
from .codes import Criterion, parse_code
from .direct_encounter import board_comparisons
from .errors import TiebreakError
from .field import TeamBoards
from .methods import GroupMethod, Method, places
from .tables import Tables
from .values import Contribution, Notice, Reason, Working, rounded_quotient, scaled_text

BOARD_TIMES_POINTS = Reason("board_times_points", "12.1")
BOARD_TOTAL = Reason("board_total")
SECONDARY_SCORE = Reason("secondary_score", "13.4")


def boards_of(tables: Tables) -> TeamBoards:
    """The board results; only team events have them."""
    if tables.field.boards is None:
        raise TiebreakError("standings.no_teams")
    return tables.field.boards


class BoardCount(Method):
    """12.1 BC: board number times the points on that board, over all matches; fewer is better."""

    decimals = worth_decimals = counted_decimals = 1

    def working(self, position: int) -> Working:
        lines = []
        for index, row in enumerate(boards_of(self.tables).points[position]):
            opponent = self.field.opponent[position][index]
            counted = sum(number * points for number, points in enumerate(row, start=1))
            lines.append(Contribution(index + 1, opponent, sum(row), counted, BOARD_TIMES_POINTS))
        return Working(sum(line.counted for line in lines), lines)


class BoardOrder(GroupMethod):
    """12.2 TBR: totals on board 1, then 2; 12.3 BBE: without the last board, without two ..."""

    worth_decimals = counted_decimals = 1

    def values(self, group: Sequence[int]) -> dict[int, int]:
        by_totals: dict[tuple[int, ...], list[int]] = {}
        for position in group:
            by_totals.setdefault(self._compared(position), []).append(position)
        return places([by_totals[totals] for totals in sorted(by_totals, reverse=True)])

    def working(self, group: Sequence[int], position: int) -> Working:
        details = {
            "group": [self.field.numbers[member] for member in group],
            "totals": {
                name: scaled_text(total, 1)
                for (name, _), total in zip(
                    self._comparisons(), self._compared(position), strict=True
                )
            },
        }
        totals = self._board_totals(position)
        lines = [Contribution(0, -1, total, total, BOARD_TOTAL) for total in totals]
        return Working(self.values(group)[position], lines, details)

    def _comparisons(self) -> list[tuple[str, list[int]]]:
        chain = "T" if self.criterion.name == "TBR" else "B"
        return board_comparisons(chain, boards_of(self.tables).boards)

    def _compared(self, position: int) -> tuple[int, ...]:
        totals = self._board_totals(position)
        return tuple(
            sum(weight * total for weight, total in zip(weights, totals, strict=True))
            for _, weights in self._comparisons()
        )

    def _board_totals(self, position: int) -> list[int]:
        boards = boards_of(self.tables)
        return [sum(column) for column in zip(*boards.points[position], strict=True)] or [
            0
        ] * boards.boards


class ScoreStrengthCombination(Method):
    """13.4 SSSC: the secondary score plus Buchholz on the primary one divided by a factor.

    The factor is the largest possible primary score over the secondary
    maximum of one match, rounded down; ``/Kx`` fixes it, ``/F`` takes Fore
    Buchholz.  While few rounds are played the factor may be 0, and where a
    match gives no secondary points there is none: then the value is
    undefined.  Hundredths, halves up.
    """

    decimals = 2
    worth_decimals = counted_decimals = 1

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        field = tables.field
        self._secondary = field.sheet(field.secondary).total
        plain = parse_code("FB" if criterion.fore else "BH")
        self._buchholz = Buchholz(tables, replace(plain, forfeits_played=criterion.forfeits_played))
        largest, match = field.rounds * field.sheet().win, field.sheet(field.secondary).win
        self._divisor = criterion.divisor or (largest // match if match else 0)
        if not self._divisor:
            self.undefined = Notice("tiebreak.divisor_zero", {"tiebreak": criterion.code})

    def working(self, position: int) -> Working:
        if not self._divisor:
            return Working(None, [])
        buchholz = self._buchholz.working(position)
        strength = buchholz.scaled or 0
        secondary = self._secondary[position]
        value = rounded_quotient(10 * (secondary * self._divisor + strength), self._divisor)
        lines = [
            Contribution(0, -1, secondary, secondary, SECONDARY_SCORE),
            *buchholz.contributions,
        ]
        details = {"buchholz": scaled_text(strength, 1), "divisor": self._divisor}
        return Working(value, lines, details)
