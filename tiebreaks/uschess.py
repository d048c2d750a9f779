"""The tie-breaks of the US Chess rulebook (rule 34E, 7th edition).

An opponent's unplayed games count half a point each; an own unplayed game is
one against an opponent with nothing.  The rulebook's order where none is
announced: Modified Median, Solkoff, Cumulative, Cumulative of opposition.
"""

from __future__ import annotations

from collections.abc import Sequence

from .codes import Criterion
from .field import NOBODY
from .methods import GroupMethod, Method
from .performance import RatingMethod, games_of
from .tables import Tables
from .unplayed import adjusted_scores
from .values import Contribution, Reason, Working, rounded_quotient

OPPONENT = Reason("opponent", "34E")
OPPONENT_WITH_NOTHING = Reason("unplayed_worth_nothing", "34E")
DROPPED_LOWEST = Reason("dropped_lowest", "34E1")
DROPPED_HIGHEST = Reason("dropped_highest", "34E1")
RUNNING_TOTAL = Reason("running_total", "34E3")
UNPLAYED_WIN = Reason("unplayed_win_taken_off", "34E3")
OPPONENTS_CUMULATIVE = Reason("opponents_cumulative", "34E9")
KASHDAN_GAME = Reason("kashdan_points", "34E7")
RESULT_BETWEEN = Reason("result_between_tied", "34E5")
LONG_EVENT = 9
"""From this number of rounds two scores are dropped instead of one."""


def us_worth(tables: Tables) -> list[int]:
    """Opponents' scores with half a point for each unplayed game: the old FIDE adjustment."""
    old = tables.derived("us", lambda: Tables(tables.field, "virtual"))
    return adjusted_scores(old, "", False)


class USOpponents(Method):
    """34E1 Modified Median, 34E2 Solkoff, 34E4 Median: sums of the opponents' scores."""

    decimals = worth_decimals = counted_decimals = 1

    def working(self, position: int) -> Working:
        worth_of = us_worth(self.tables)
        lines = []
        for index, played in enumerate(self.field.played[position]):
            if played:
                opponent = self.field.opponent[position][index]
                worth = worth_of[opponent]
                lines.append(Contribution(index + 1, opponent, worth, worth, OPPONENT))
            else:
                lines.append(Contribution(index + 1, NOBODY, 0, 0, OPPONENT_WITH_NOTHING))
        low, high = self._drops(position)
        ordered = sorted(lines, key=lambda line: line.counted)
        low = min(low, len(ordered))
        high = min(high, len(ordered) - low)
        for line in ordered[:low]:
            line.cut, line.cut_reason = "low", DROPPED_LOWEST
        for line in ordered[len(ordered) - high :]:
            line.cut, line.cut_reason = "high", DROPPED_HIGHEST
        return Working(sum(line.counted for line in lines if not line.cut), lines)

    def _drops(self, position: int) -> tuple[int, int]:
        """How many of the lowest and highest scores are dropped."""
        if self.criterion.name == "USSOL":
            return 0, 0
        number = 2 if self.field.rounds >= LONG_EVENT else 1
        if self.criterion.name == "USMED":
            return number, number
        sheet = self.field.sheet()
        own, half = 2 * sheet.total[position], sheet.win * self.field.rounds
        return (number if own >= half else 0), (number if own <= half else 0)


class USCumulative(Method):
    """34E3: the running totals added, less one for each win or full point without a game."""

    decimals = worth_decimals = counted_decimals = 1

    def working(self, position: int) -> Working:
        sheet = self.field.sheet()
        lines = []
        total = 0
        for index, points in enumerate(sheet.points[position]):
            total += points
            opponent = self.field.opponent[position][index]
            lines.append(Contribution(index + 1, opponent, points, total, RUNNING_TOTAL))
            if not self.field.played[position][index] and points == sheet.win:
                lines.append(Contribution(index + 1, opponent, points, -sheet.win, UNPLAYED_WIN))
        return Working(sum(line.counted for line in lines), lines)


class USCumulativeOfOpposition(Method):
    """34E9: the sum of the opponents' Cumulative."""

    decimals = worth_decimals = counted_decimals = 1

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        method = USCumulative(tables, criterion)
        self._cumulative = [
            method.working(position).scaled or 0 for position in range(len(self.field))
        ]

    def working(self, position: int) -> Working:
        lines = []
        for index, played in enumerate(self.field.played[position]):
            if played:
                opponent = self.field.opponent[position][index]
                worth = self._cumulative[opponent]
                lines.append(Contribution(index + 1, opponent, worth, worth, OPPONENTS_CUMULATIVE))
        return Working(sum(line.counted for line in lines), lines)


class USKashdan(Method):
    """34E7: four for a win, two for a draw, one for a loss, nothing for an unplayed game."""

    def working(self, position: int) -> Working:
        lines = []
        for index, opponent, half_points in games_of(self.tables, position):
            counted = (1, 2, 4)[half_points]
            lines.append(Contribution(index + 1, opponent, half_points, counted, KASHDAN_GAME))
        return Working(sum(line.counted for line in lines), lines)


class USSonnebornBerger(Method):
    """34E8: the scores of beaten opponents and half of those drawn with."""

    decimals = counted_decimals = 2
    worth_decimals = 1

    def working(self, position: int) -> Working:
        worth_of = us_worth(self.tables)
        lines = []
        for index, opponent, half_points in games_of(self.tables, position):
            worth = worth_of[opponent]
            lines.append(
                Contribution(index + 1, opponent, worth, 5 * half_points * worth, OPPONENT)
            )
        return Working(sum(line.counted for line in lines), lines)


class USResultBetweenTied(GroupMethod):
    """34E5: in the games between the tied, points won less points lost.

    A difference, not a percentage: 3-1 is ahead of 1-0.
    """

    decimals = worth_decimals = counted_decimals = 1

    def values(self, group: Sequence[int]) -> dict[int, int]:
        return {
            position: sum(line.counted for line in self._lines(group, position))
            for position in group
        }

    def working(self, group: Sequence[int], position: int) -> Working:
        lines = self._lines(group, position)
        details = {"group": [self.field.numbers[member] for member in group]}
        return Working(sum(line.counted for line in lines), lines, details)

    def _lines(self, group: Sequence[int], position: int) -> list[Contribution]:
        members = set(group)
        points = self.field.sheet().points
        lines = []
        for index, opponent in enumerate(self.field.opponent[position]):
            if opponent in members and self.field.played[position][index]:
                won, lost = points[position][index], points[opponent][index]
                lines.append(Contribution(index + 1, opponent, won, won - lost, RESULT_BETWEEN))
        return lines


class USOpposition(RatingMethod):
    """34E11 the opponents' average rating; 34E10 the average of their performances.

    A performance is the mean of the opponents' ratings, 400 more for a win
    and 400 less for a loss.
    """

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        self._worth = self.ratings or []
        if criterion.name == "USOPR" and self.ratings is not None:
            self._worth = [self._performance(self.ratings, p) for p in range(len(self.field))]

    def _performance(self, ratings: Sequence[int], position: int) -> int:
        games = games_of(self.tables, position)
        total = sum(ratings[opponent] + 400 * (half - 1) for _, opponent, half in games)
        return rounded_quotient(total, len(games)) if games else 0

    def working(self, position: int) -> Working:
        games = games_of(self.tables, position)
        if self.ratings is None or not games:
            return Working(None, [])
        lines = self.lines(games, self._worth)
        return Working(rounded_quotient(sum(line.counted for line in lines), len(lines)), lines)
