"""Sonneborn-Berger and its team forms (C.07 9.1 and 13.2): opponents' worth times own points."""

from __future__ import annotations

from .codes import Criterion
from .cuts import cut_contributions
from .methods import Method
from .tables import Tables
from .unplayed import opponents_worth
from .values import Contribution, Working


class SonnebornBerger(Method):
    """9.1 SB; 13.2 EMMSB, EMGSB, EGMSB, EGGSB, whose letters name the opponents' and the own score.

    Products of tenths are hundredths of a point.
    """

    decimals = counted_decimals = 2
    worth_decimals = 1

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        opponents, own = _scores(criterion.name)
        self._own = tables.field.sheet(own)
        self._worth = opponents_worth(tables, opponents, False, criterion.forfeits_played)

    def working(self, position: int) -> Working:
        points = self._own.points[position]
        lines = [
            Contribution(
                round_number, opponent, worth, worth * points[round_number - 1], reason, voluntary
            )
            for round_number, opponent, worth, reason, voluntary in self._worth[position]
        ]
        return Working(cut_contributions(self.tables, self.criterion, lines), lines)


def _scores(name: str) -> tuple[str, str]:
    if name == "SB":
        return "", ""
    return name[1] + "P", name[2] + "P"
