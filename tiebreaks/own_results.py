"""A participant's own results and data (C.07 art. 7 and 11): points, wins, colours, progress."""

from __future__ import annotations

from collections.abc import Callable

from pairing.scoring import Outcome

from .codes import Criterion
from .field import NOBODY, WINS, Sheet
from .methods import Method
from .tables import Tables
from .values import Contribution, Notice, Reason, Working

POINTS = Reason("points")
BONUS = Reason("bonus_or_penalty", "TRF26 299")
CANCELLED = Reason("game_cancelled", "C.05 6.6")
RUNNING_TOTAL = Reason("running_total", "7.5")
FIRST_ROUNDS = Reason("cut_first_rounds", "14.1")
WON = Reason("won")
WON_UNPLAYED = Reason("won_unplayed")
PLAYED_BLACK = Reason("played_black", "7.3")
WON_BLACK = Reason("won_black", "7.4")
TOOK_PART = Reason("took_part", "7.6")
VOLUNTARILY_UNPLAYED = Reason("voluntarily_unplayed", "16.1.2")
STANDARD_POINTS = Reason("standard_points", "7.7")
OWN_DATA = Reason("own_data")


def sheet_of(tables: Tables, criterion: Criterion) -> Sheet:
    """The score that the criterion is taken on."""
    score = {"MPTS": "MP", "GPTS": "GP"}.get(criterion.name, criterion.score)
    return tables.field.sheet(score)


class Points(Method):
    """Art. 11: the score itself; 13.1 MPvGP: the team score that is not the primary one."""

    decimals = worth_decimals = counted_decimals = 1

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        if criterion.name == "MPvGP":
            self._sheet = self.field.sheet(self.field.secondary)
        else:
            self._sheet = sheet_of(tables, criterion)

    def working(self, position: int) -> Working:
        opponents, cancelled = self.field.opponent[position], self.field.cancelled
        lines = [
            Contribution(index + 1, cancelled[position, index], 0, 0, CANCELLED)
            if (position, index) in cancelled
            else Contribution(index + 1, opponents[index], points, points, POINTS)
            for index, points in enumerate(self._sheet.points[position])
        ]
        bonus = self._sheet.bonus[position]
        if bonus:
            lines.append(Contribution(0, NOBODY, bonus, bonus, BONUS))
        return Working(sum(line.counted for line in lines), lines)


class ProgressiveScores(Method):
    """7.5 PS: the running totals added; PS/Cn leaves out those after the first n rounds."""

    decimals = worth_decimals = counted_decimals = 1

    def working(self, position: int) -> Working:
        points = sheet_of(self.tables, self.criterion).points[position]
        opponents = self.field.opponent[position]
        lines = []
        total = 0
        for index, gained in enumerate(points):
            total += gained
            line = Contribution(index + 1, opponents[index], gained, total, RUNNING_TOTAL)
            if index < self.criterion.low:
                line.cut, line.cut_reason = "low", FIRST_ROUNDS
            lines.append(line)
        return Working(sum(line.counted for line in lines if not line.cut), lines)


class RoundCount(Method):
    """Counts of rounds: WIN, WON, BPG, BWG, REP (7.1-7.4, 7.6) and VUR (16.1.2).

    Those of games with Black are undefined where the colours of a game are not known.
    """

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        self._sheet = sheet_of(tables, criterion)
        self._counted = _COUNTED[criterion.name]
        if criterion.name in _OF_COLOURS and not self.field.colours_known:
            self.undefined = Notice("tiebreak.colours_unknown", {"tiebreak": criterion.code})

    def working(self, position: int) -> Working:
        lines = []
        for index, opponent in enumerate(self.field.opponent[position]):
            reason = self._counted(self, position, index)
            if reason is not None:
                lines.append(Contribution(index + 1, opponent, 1, 1, reason))
        return Working(len(lines), lines)

    def _won(self, position: int, index: int) -> bool:
        if self._sheet.points[position][index] == self._sheet.win:
            return True
        return self.criterion.score != "GP" and self.field.outcome[position][index] in WINS

    def _is_game(self, position: int, index: int) -> bool:
        """Played; the letter of 15.2 adds forfeit wins in a round robin."""
        if self.field.played[position][index]:
            return True
        return (
            self.tables.readings.forfeit_wins_are_games
            and self.field.predetermined
            and self.field.outcome[position][index] is Outcome.FORFEIT_WIN
            and self.field.opponent[position][index] != NOBODY
        )

    def win(self, position: int, index: int) -> Reason | None:
        """7.1: a win, played or not."""
        if not self._won(position, index):
            return None
        return WON if self.field.played[position][index] else WON_UNPLAYED

    def game_won(self, position: int, index: int) -> Reason | None:
        """7.2: a win over the board."""
        won = self._is_game(position, index) and self._won(position, index)
        return WON if won else None

    def black(self, position: int, index: int) -> Reason | None:
        """7.3: a game with Black."""
        black = self.field.black[position][index] and self._is_game(position, index)
        return PLAYED_BLACK if black else None

    def black_won(self, position: int, index: int) -> Reason | None:
        """7.4: a game won with Black."""
        won = self.black(position, index) is not None and self._won(position, index)
        return WON_BLACK if won else None

    def took_part(self, position: int, index: int) -> Reason | None:
        """7.6: a game, a pairing-allocated bye, or a win without play."""
        allocated = self.field.outcome[position][index] is Outcome.PAIRING_ALLOCATED_BYE
        if self.field.played[position][index] or allocated or self._won(position, index):
            return TOOK_PART
        return None

    def voluntary(self, position: int, index: int) -> Reason | None:
        """16.1.2: a requested bye or a forfeit loss."""
        return VOLUNTARILY_UNPLAYED if self.field.voluntary[position][index] else None


_COUNTED: dict[str, Callable[[RoundCount, int, int], Reason | None]] = {
    "WIN": RoundCount.win,
    "WON": RoundCount.game_won,
    "BPG": RoundCount.black,
    "BWG": RoundCount.black_won,
    "REP": RoundCount.took_part,
    "VUR": RoundCount.voluntary,
    "USBLK": RoundCount.black,
}


_OF_COLOURS = frozenset({"BPG", "BWG", "USBLK"})


class StandardPoints(Method):
    """7.7 STD: 1 for more than a draw, 1/2 for exactly a draw.

    The letter compares with what the opponent got: a round that both lost is
    half a point each there and nothing here.  Teams on game points add the
    standard points of their boards.
    """

    decimals = worth_decimals = counted_decimals = 1

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        self._sheet = sheet_of(tables, criterion)
        self._boards = self.field.boards if self._sheet is self.field.sheets.get("GP") else None

    def working(self, position: int) -> Working:
        points = self._sheet.points[position]
        lines = [
            Contribution(
                index + 1, opponent, points[index], self._standard(position, index), STANDARD_POINTS
            )
            for index, opponent in enumerate(self.field.opponent[position])
        ]
        return Working(sum(line.counted for line in lines), lines)

    def _standard(self, position: int, index: int) -> int:
        opponent = self.field.opponent[position][index]
        if self._boards is not None:
            if opponent != NOBODY:
                row = self._boards.points[position][index]
                return sum(_compared(points, self._boards.game_draw) for points in row)
            match = self.field.sheet("MP")
            return self._boards.boards * _compared(match.points[position][index], match.draw)
        level = self._sheet.draw
        if self.tables.readings.standard_points_by_comparison and opponent != NOBODY:
            level = self._sheet.points[opponent][index]
        return _compared(self._sheet.points[position][index], level)


def _compared(points: int, level: int) -> int:
    """Standard points in tenths."""
    if points == level:
        return 5
    return 10 if points > level else 0


class PairingNumber(Method):
    """7.8 TPN: the starting number."""

    def working(self, position: int) -> Working:
        number = self.field.numbers[position]
        return Working(number, [Contribution(0, NOBODY, number, number, OWN_DATA)])
