"""The Buchholz family (C.07 art. 8): BH, FB, AOB and the adjusted scores themselves."""

from __future__ import annotations

from dataclasses import replace

from .codes import Criterion, parse_code
from .cuts import cut_contributions
from .methods import Method
from .tables import Tables
from .unplayed import adjusted_rounds, opponents_worth
from .values import Contribution, Reason, Working, rounded_quotient

OPPONENTS_BUCHHOLZ = Reason("opponents_buchholz", "8.2")


class Buchholz(Method):
    """8.1 BH, and 8.3 FB with the event's last round drawn: the sum of the opponents' worth."""

    decimals = worth_decimals = counted_decimals = 1

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        fore = criterion.fore or criterion.name == "FB"
        self._worth = opponents_worth(tables, criterion.score, fore, criterion.forfeits_played)

    def working(self, position: int) -> Working:
        lines = [
            Contribution(round_number, opponent, worth, worth, reason, voluntary)
            for round_number, opponent, worth, reason, voluntary in self._worth[position]
        ]
        return Working(cut_contributions(self.tables, self.criterion, lines), lines)


class AverageOfOpponentsBuchholz(Method):
    """8.2 AOB: the mean Buchholz of the opponents really played, in hundredths."""

    decimals = 2
    worth_decimals = counted_decimals = 1

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        buchholz = Buchholz(tables, _plain_buchholz(criterion))
        self._buchholz = [
            buchholz.working(position).scaled or 0 for position in range(len(tables.field))
        ]

    def working(self, position: int) -> Working:
        lines = []
        for index, played in enumerate(self.field.played[position]):
            if played:
                opponent = self.field.opponent[position][index]
                worth = self._buchholz[opponent]
                lines.append(Contribution(index + 1, opponent, worth, worth, OPPONENTS_BUCHHOLZ))
        if not lines:
            return Working(None, lines)
        total = sum(line.counted for line in lines)
        return Working(rounded_quotient(total * 10, len(lines)), lines)


def _plain_buchholz(criterion: Criterion) -> Criterion:
    plain = parse_code("FB" if criterion.fore else "BH")
    return replace(plain, score=criterion.score)


class AdjustedScore(Method):
    """16.3: what a participant is worth to the opponents (AFB: with the last round drawn)."""

    decimals = worth_decimals = counted_decimals = 1

    def working(self, position: int) -> Working:
        fore = self.criterion.name == "AFB"
        lines = adjusted_rounds(self.tables, self.criterion.score, fore, position)
        return Working(sum(line.counted for line in lines), lines)
