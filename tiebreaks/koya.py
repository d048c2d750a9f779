"""The Koya system (C.07 9.2): points against those who reached half of the possible score."""

from __future__ import annotations

from fractions import Fraction

from pairing.roundrobin.withdrawal import scheduled_games

from .codes import Criterion
from .field import NOBODY
from .methods import Method
from .tables import Tables
from .unplayed import adjusted_scores
from .values import Contribution, Reason, Working, fraction_text

REACHED = Reason("reached_limit", "9.2")
BELOW = Reason("below_limit", "9.2")


class Koya(Method):
    """9.2 KS: own points against opponents whose total is at least the limit (14.5 moves it)."""

    decimals = worth_decimals = counted_decimals = 1

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        self._sheet = self.field.sheet(criterion.score)
        self._games = _games_possible(tables)
        # In hundredths of a tenth: percentages of whole scores stay whole numbers.
        self._limit = criterion.percent * self._sheet.win * self._games + 100 * criterion.offset
        self._totals = self._sheet.total
        if tables.readings.koya_by_adjusted_score:
            self._totals = adjusted_scores(tables, criterion.score, False)

    def working(self, position: int) -> Working:
        points = self._sheet.points[position]
        lines = []
        for index, opponent in enumerate(self.field.opponent[position]):
            if opponent == NOBODY:
                continue
            worth = self._totals[opponent]
            reached = 100 * worth >= self._limit
            counted, reason = (points[index], REACHED) if reached else (0, BELOW)
            lines.append(Contribution(index + 1, opponent, worth, counted, reason))
        details = {"limit": fraction_text(Fraction(self._limit, 1000)), "games": self._games}
        return Working(sum(line.counted for line in lines), lines, details)


def _games_possible(tables: Tables) -> int:
    """Games of one participant: all rounds, but in a round robin only the ones that exist.

    An odd field has a free round in each cycle, and nobody meets a
    participant who was never paired (one whom the 50 % rule took out).
    """
    field = tables.field
    if not field.predetermined:
        return field.rounds
    size = len(field)
    games = field.rounds
    if not tables.readings.koya_limit_by_rounds:
        games = scheduled_games(size, games)
    cycles = max(1, field.rounds // max(1, size - 1 + size % 2))
    if tables.checker_defects:
        cycles = 1
    never_paired = sum(all(opponent == NOBODY for opponent in row) for row in field.opponent)
    return max(0, games - cycles * never_paired)
