"""One match: what its games have decided, which game comes next, who has White."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..draws import Draws
from ..scoring import STANDARD
from .facts import Bid, Game
from .ladder import ColourPolicy, DrawOdds, Ladder, Stage


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is played by.

    ``sides`` are the two from top to bottom; ``seeds`` says who of them is the
    higher seed; ``unbeaten`` is the side (0, 1) that comes from the winners'
    bracket in a grand final, ``unbeaten_black`` its choice of Black there.
    ``lots_seed`` is the seed of the draw, from which colours are drawn.
    """

    match: str
    round: int
    ladder: Ladder
    sides: tuple[int, int]
    seeds: Mapping[int, int]
    lots_seed: int
    unbeaten: int = 0
    unbeaten_black: bool = False

    @property
    def higher(self) -> int:
        """Side of the higher seed."""
        one, other = self.sides
        return 0 if self.seeds[one] < self.seeds[other] else 1


@dataclass(frozen=True, slots=True)
class StageResult:
    """A stage that was opened: ``points`` (tenths) by side; ``over`` when it is closed."""

    number: int
    stage: Stage
    games: tuple[Game, ...]
    points: tuple[int, int]
    over: bool


@dataclass(frozen=True, slots=True)
class NextGame:
    """The game to be played next; ``white`` is ``None`` until both bids are in."""

    stage: int
    number: int
    white: int | None
    black: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """What the games of a match come to.

    ``winner`` is a side, ``None`` while open; ``nobody`` if a stage was lost by
    both.  ``by_odds`` tells a match that was decided by draw odds.  ``surplus``
    are games entered beyond the decision or out of turn, ``early_bids`` those
    for stages that were not opened.
    """

    stages: tuple[StageResult, ...]
    winner: int | None
    nobody: bool
    by_odds: DrawOdds
    next_game: NextGame | None
    surplus: tuple[Game, ...]
    early_bids: tuple[Bid, ...]


def play(terms: Terms, games: Sequence[Game], bids: Sequence[Bid]) -> Played:
    """Go through the stages in order, as far as games were entered."""
    entered = {(game.stage, game.number): game for game in games}
    stages: list[StageResult] = []
    used: set[Game] = set()
    winner: int | None = None
    nobody = False
    odds = DrawOdds.NONE
    for number, stage in enumerate(terms.ladder, start=1):
        result, winner, odds = _stage(terms, number, stage, entered)
        stages.append(result)
        used.update(result.games)
        nobody = result.over and winner is None and result.points == (0, 0)
        if not result.over or winner is not None or nobody:
            break
    following = None
    if not stages[-1].over:
        following = _next_game(terms, stages[-1], bids)
    surplus = tuple(game for game in games if game not in used)
    early = tuple(bid for bid in bids if bid.stage > len(stages))
    return Played(tuple(stages), winner, nobody, odds, following, surplus, early)


def _stage(
    terms: Terms, number: int, stage: Stage, entered: Mapping[tuple[int, int], Game]
) -> tuple[StageResult, int | None, DrawOdds]:
    """One stage, the side that has won it, and the draw odds that helped."""
    games: list[Game] = []
    points = [0, 0]
    winner: int | None = None
    odds = DrawOdds.NONE
    while len(games) < stage.games and winner is None:
        game = entered.get((number, len(games) + 1))
        if game is None:
            break
        games.append(game)
        for side, entrant in enumerate(terms.sides):
            points[side] += game.points(entrant)
        left = STANDARD.win * (stage.games - len(games))
        winner, odds = _decided(terms, stage, game, (points[0], points[1]), left)
    over = winner is not None or len(games) == stage.games
    result = StageResult(number, stage, tuple(games), (points[0], points[1]), over)
    return result, winner, odds


def _decided(
    terms: Terms, stage: Stage, last: Game, points: tuple[int, int], left: int
) -> tuple[int | None, DrawOdds]:
    """The side that cannot be caught any more with ``left`` tenths to play for.

    Without games lost by both that is the one with more than half of the
    points.  The side with draw odds needs no more than level; a stage in which
    nobody scored is lost by both, not drawn.
    """
    for side in (0, 1):
        if points[side] > points[1 - side] + left:
            return side, DrawOdds.NONE
    favoured = _favoured(terms, stage, last)
    if favoured is not None and points[favoured] >= max(points[1 - favoured] + left, 1):
        return favoured, stage.draw_odds
    return None, DrawOdds.NONE


def _favoured(terms: Terms, stage: Stage, last: Game) -> int | None:
    if stage.draw_odds is DrawOdds.BLACK:
        return terms.sides.index(last.black)
    if stage.draw_odds is DrawOdds.HIGHER_SEED:
        return terms.higher
    if stage.draw_odds is DrawOdds.UNBEATEN:
        return terms.unbeaten
    return None


# --------------------------------------------------------------------------- colours


def _next_game(terms: Terms, current: StageResult, bids: Sequence[Bid]) -> NextGame:
    number = len(current.games) + 1
    white = white_side(terms, current.number, number, bids)
    if white is None:
        return NextGame(current.number, number, None, None)
    return NextGame(current.number, number, terms.sides[white], terms.sides[1 - white])


def white_side(terms: Terms, stage: int, number: int, bids: Sequence[Bid]) -> int | None:
    """Side that has White in a game; ``None`` while bids are missing.

    Colours are exchanged from game to game within a stage, so in each pair of
    games both have both.
    """
    first = _first_white(terms, stage, bids)
    if first is None:
        return None
    return first if number % 2 == 1 else 1 - first


def _first_white(terms: Terms, stage: int, bids: Sequence[Bid]) -> int | None:
    policy = terms.ladder[stage - 1].colours
    if terms.unbeaten_black:
        return 1 - terms.unbeaten
    if policy is ColourPolicy.BLACK_TO_HIGHER_SEED:
        return 1 - terms.higher
    if policy is ColourPolicy.ALTERNATE:
        return terms.higher if terms.round % 2 == 1 else 1 - terms.higher
    if policy is ColourPolicy.BID:
        made = {bid.entrant: bid.seconds for bid in bids if bid.stage == stage}
        if len(made) < 2:
            return None
        one, other = (made[entrant] for entrant in terms.sides)
        if one != other:
            return 1 if one < other else 0
    return _lot(terms.lots_seed, terms.match, stage)


def _lot(seed: int, match: str, stage: int) -> int:
    """0 or 1, the same everywhere for the same draw, match and stage."""
    place = int.from_bytes(f"{match}/{stage}".encode(), "big")
    return Draws(random.Random((seed << 128) | place)).below(2)
