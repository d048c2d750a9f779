"""Tie-breaks from ratings (C.07 art. 10): ARO, TPR, PTP, APRO, APPO, RTNG.

Only games really played count, one point for a win and half for a draw
whatever the event's point system.  A game whose result is still missing is
left out.  Rounding is to whole numbers, halves up.
"""

from __future__ import annotations

from collections.abc import Sequence

from .codes import Criterion
from .field import DRAWS, NOBODY, WINS
from .methods import Method
from .rating_tables import EXPECTED_PERCENT, PERFORMANCE_DIFFERENCE
from .tables import Tables
from .values import Contribution, Notice, Reason, Working, rounded_quotient

RATED_OPPONENT = Reason("opponents_rating")
RATING_FOR_UNRATED = Reason("rating_for_unrated", "10")
OPPONENTS_PERFORMANCE = Reason("opponents_performance")
CUT_LOWEST = Reason("cut_lowest_rating", "14.1")
CUT_HIGHEST = Reason("cut_highest_rating", "14.3")
OWN_RATING = Reason("own_rating", "10.6")

Game = tuple[int, int, int]
"""Index of the round, opponent's position, half points won."""


def games_of(tables: Tables, position: int) -> list[Game]:
    """The games played to a result, with the half points of the player."""
    field = tables.field
    games = []
    for index, played in enumerate(field.played[position]):
        outcome = field.outcome[position][index]
        if played and not outcome.is_pending:
            half_points = 2 if outcome in WINS else 1 if outcome in DRAWS else 0
            games.append((index, field.opponent[position][index], half_points))
    return games


class RatingMethod(Method):
    """Base of art. 10: everybody's rating, or none at all.

    ``ratings`` is ``None`` if somebody is unrated and no rating was announced
    for such players: then the tie-break is undefined for everybody.
    """

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        self.ratings = complete_ratings(tables, criterion)
        if self.ratings is None:
            unrated = [self.field.numbers[position] for position in unrated_positions(tables)]
            self.undefined = Notice(
                "tiebreak.unrated_participants", {"tiebreak": criterion.code, "unrated": unrated}
            )

    def lines(self, games: Sequence[Game], ratings: Sequence[int]) -> list[Contribution]:
        """One contribution for each game: the opponent's rating."""
        return [
            Contribution(
                index + 1,
                opponent,
                ratings[opponent],
                ratings[opponent],
                RATED_OPPONENT if self.field.ratings[opponent] else RATING_FOR_UNRATED,
            )
            for index, opponent, _ in games
        ]


def complete_ratings(tables: Tables, criterion: Criterion) -> list[int] | None:
    """Everybody's rating with the announced one for the unrated, ``None`` if that is missing."""
    field = tables.field
    stand_in = criterion.unrated or tables.unrated
    if stand_in is None and unrated_positions(tables):
        return None
    return [rating or stand_in or 0 for rating in field.ratings]


def unrated_positions(tables: Tables) -> list[int]:
    """Who has no rating, those taken out of the standings aside."""
    field = tables.field
    return [p for p, rating in enumerate(field.ratings) if not rating and p not in field.hidden]


class AverageRating(RatingMethod):
    """10.1 ARO: the mean rating of the opponents; cuts leave out the lowest, then the highest."""

    def working(self, position: int) -> Working:
        if self.ratings is None:
            return Working(None, [])
        games = games_of(self.tables, position)
        lines = self.lines(games, self.ratings)
        low, high = self.criterion.low, self.criterion.high
        if self.tables.edition == "self":
            low = max(0, low - (self.field.rounds - len(games)))
        if low + high >= len(lines):
            return Working(None, lines)
        ordered = sorted(lines, key=lambda line: line.counted)
        for line in ordered[:low]:
            line.cut, line.cut_reason = "low", CUT_LOWEST
        for line in ordered[len(ordered) - high :]:
            line.cut, line.cut_reason = "high", CUT_HIGHEST
        kept = [line.counted for line in lines if not line.cut]
        return Working(rounded_quotient(sum(kept), len(kept)), lines)


class PerformanceRating(RatingMethod):
    """10.2 TPR: the rounded ARO plus the rating difference for the percentage scored."""

    def working(self, position: int) -> Working:
        games = games_of(self.tables, position)
        if self.ratings is None or not games:
            return Working(None, [])
        lines = self.lines(games, self.ratings)
        average = rounded_quotient(sum(line.counted for line in lines), len(lines))
        half_points = sum(game[2] for game in games)
        percent = rounded_quotient(50 * half_points, len(games))
        difference = PERFORMANCE_DIFFERENCE[percent]
        details = {"average": average, "percent": percent, "difference": difference}
        return Working(average + difference, lines, details)


class PerfectPerformance(RatingMethod):
    """10.3 PTP: the lowest rating whose expected score is at least the score made.

    Without a point: the lowest opponent minus 800.
    """

    def working(self, position: int) -> Working:
        games = games_of(self.tables, position)
        if self.ratings is None or not games:
            return Working(None, [])
        lines = self.lines(games, self.ratings)
        half_points = sum(game[2] for game in games)
        opponents = [line.counted for line in lines]
        rating = lowest_rating_expecting(opponents, half_points)
        return Working(rating, lines, {"half_points": half_points})


def lowest_rating_expecting(opponents: Sequence[int], half_points: int) -> int:
    """The lowest rating R with an expected score of at least ``half_points`` / 2.

    >>> lowest_rating_expecting([1750, 1900, 2200, 1450, 2100], 8)
    2216
    """
    if half_points == 0:
        return min(opponents) - 800
    wanted = 50 * half_points
    low, high = min(opponents) - 800, max(opponents) + 800
    # The expected score never falls as R rises: bisect between "too low" and "enough".
    while high - low > 1:
        middle = (low + high) // 2
        if sum(expected_percent(middle - opponent) for opponent in opponents) >= wanted:
            high = middle
        else:
            low = middle
    return high


def expected_percent(difference: int) -> int:
    """Expected score in per cent for a rating difference, by table 8.1.2 of B.02.

    >>> expected_percent(120), expected_percent(-120)
    (66, 34)
    """
    if difference >= 0:
        return EXPECTED_PERCENT[min(difference, 800)]
    return 100 - EXPECTED_PERCENT[min(-difference, 800)]


class AverageOfOpponents(RatingMethod):
    """10.4 APRO and 10.5 APPO: the mean TPR or PTP of the opponents played."""

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        kind = PerformanceRating if criterion.name == "APRO" else PerfectPerformance
        method = kind(tables, criterion)
        self._performance = [
            method.working(position).scaled for position in range(len(tables.field))
        ]

    def working(self, position: int) -> Working:
        lines = []
        for index, opponent, _ in games_of(self.tables, position):
            worth = self._performance[opponent]
            if worth is not None:
                lines.append(Contribution(index + 1, opponent, worth, worth, OPPONENTS_PERFORMANCE))
        if not lines:
            return Working(None, lines)
        total = sum(line.counted for line in lines)
        return Working(rounded_quotient(total, len(lines)), lines)


class Rating(RatingMethod):
    """10.6 RTNG: the own rating."""

    def working(self, position: int) -> Working:
        if self.ratings is None:
            return Working(None, [])
        rating = self.ratings[position]
        return Working(rating, [Contribution(0, NOBODY, rating, rating, OWN_RATING)])
