"""What a match is made of: stages, each opened when the earlier ones are level.

A ladder is a tuple of stages of which the last one must decide: a drawn match
advances nobody by itself.  Only two things decide a level match here, and both
are announced before round 1: draw odds for Black in one game (Armageddon), and
the higher seed going through.  Tossing a coin is refused: it decides a match
by nothing that happened on a board or was earned before, and where no time is
left the higher seed can be announced instead.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

from ..errors import RecordError

MOST_GAMES = 24
MOST_STAGES = 12
LONGEST_CODE = 80
"""Characters of a time control."""
LONGEST_BID = 24 * 3600
RATED_LISTS = ("standard", "rapid", "blitz")


class ColourPolicy(Enum):
    """Who has White in the first game of a stage; within a stage colours alternate.

    ======================== ====================================================
    ``LOT``                  drawn from the seed of the draw
    ``ALTERNATE``            the higher seed: White in odd rounds, Black in even ones
    ``BLACK_TO_HIGHER_SEED`` a small offset to the advantage of the ranking
    ``BID``                  sealed bids of time; the lower one plays Black with it
    ======================== ====================================================
    """

    LOT = "lot"
    ALTERNATE = "alternate"
    BLACK_TO_HIGHER_SEED = "black_to_higher_seed"
    BID = "bid"


class DrawOdds(Enum):
    """Who goes through if the stage ends level.

    ``UNBEATEN`` is the player from the winners' bracket in a grand final; it is
    set by the options of the grand final, not in a ladder.
    """

    NONE = "none"
    BLACK = "black"
    HIGHER_SEED = "higher_seed"
    UNBEATEN = "unbeaten"


@dataclass(frozen=True, slots=True)
class Stage:
    """Some games at one rate.

    ``time_control`` is the code of TRF26 222 (seconds: ``900+10``,
    ``W300-B240``), empty if not announced; for bids it is White's time, and
    Black's is bid, at most ``bid_limit`` seconds and with White's increment.
    ``rated`` is the list the games count for (``standard``, ``rapid``,
    ``blitz``), empty for none: an Armageddon game has unequal times.
    """

    games: int = 1
    time_control: str = ""
    colours: ColourPolicy = ColourPolicy.LOT
    draw_odds: DrawOdds = DrawOdds.NONE
    rated: str = ""
    bid_limit: int = 0


Ladder = tuple[Stage, ...]

_PERIODS = r"(\d+/\d+(\+\d+)?:)*\d+(\+\d+)?"
_TIME_CONTROL = re.compile(rf"{_PERIODS}|W{_PERIODS}-B{_PERIODS}")

MAIN_GAMES = {"one_game": 1, "two_games": 2, "four_games": 4}
"""Presets of the first stage."""

_ARMAGEDDON_BLITZ = Stage(1, "W300-B240", draw_odds=DrawOdds.BLACK)
_WORLD_CUP_2025 = (
    Stage(2, "900+10", rated="rapid"),
    Stage(2, "600+10", rated="rapid"),
    Stage(2, "300+3", rated="blitz"),
    Stage(2, "180+2", rated="blitz"),
    Stage(1, "240+2", ColourPolicy.BID, DrawOdds.BLACK, bid_limit=240),
)

DECIDERS: dict[str, Ladder] = {
    "world_cup_2025": _WORLD_CUP_2025,
    "two_blitz_armageddon": (Stage(2, "300+3", rated="blitz"), _ARMAGEDDON_BLITZ),
    "armageddon_5_4": (_ARMAGEDDON_BLITZ,),
    "armageddon_10_8": (Stage(1, "W600-B480", draw_odds=DrawOdds.BLACK),),
    "higher_seed": (),
}
"""Presets of what follows a level first stage; ``two_blitz_armageddon`` suits clubs best."""


def preset(
    main: str,
    decider: str,
    *,
    time_control: str = "5400+30",
    rated: str = "standard",
    colours: ColourPolicy = ColourPolicy.LOT,
) -> Ladder:
    """Ladder of a first stage and what decides if it is level.

    Raises ``RecordError``: ``ladder.coin_toss`` (with the preset to announce
    instead), ``ladder.unknown_preset``, and whatever :func:`check_ladder` raises.
    """
    if decider == "coin_toss":
        raise _coin_toss()
    if main not in MAIN_GAMES:
        raise RecordError("ladder.unknown_preset", preset=main, known=sorted(MAIN_GAMES))
    if decider not in DECIDERS:
        raise RecordError("ladder.unknown_preset", preset=decider, known=sorted(DECIDERS))
    first = Stage(MAIN_GAMES[main], time_control, colours, rated=rated)
    if decider == "higher_seed":
        first = replace(first, draw_odds=DrawOdds.HIGHER_SEED)
    ladder = (first, *DECIDERS[decider])
    check_ladder(ladder)
    return ladder


def check_ladder(ladder: Ladder) -> None:
    """Raise ``RecordError`` for a ladder that cannot be played to a decision.

    Codes (parameter ``stage`` counts from 1): ``ladder.stage_count``,
    ``ladder.game_count``, ``ladder.time_control``, ``ladder.rated_list``,
    ``ladder.odds_need_one_game``, ``ladder.bid_limit``,
    ``ladder.stage_unreachable`` (something decides before it),
    ``ladder.can_end_level``.
    """
    if not 1 <= len(ladder) <= MOST_STAGES:
        raise RecordError("ladder.stage_count", stages=len(ladder), most=MOST_STAGES)
    for number, stage in enumerate(ladder, start=1):
        _check_stage(number, stage)
        if stage.draw_odds is not DrawOdds.NONE and number < len(ladder):
            raise RecordError("ladder.stage_unreachable", stage=number + 1)
    if ladder[-1].draw_odds is DrawOdds.NONE:
        raise RecordError("ladder.can_end_level", stage=len(ladder))


def _check_stage(number: int, stage: Stage) -> None:
    if not 1 <= stage.games <= MOST_GAMES:
        raise RecordError("ladder.game_count", stage=number, games=stage.games, most=MOST_GAMES)
    written = stage.time_control
    if len(written) > LONGEST_CODE or (written and not _TIME_CONTROL.fullmatch(written)):
        raise RecordError("ladder.time_control", stage=number, value=written[:LONGEST_CODE])
    if stage.rated and stage.rated not in RATED_LISTS:
        raise RecordError(
            "ladder.rated_list", stage=number, value=stage.rated, known=list(RATED_LISTS)
        )
    single = stage.draw_odds is DrawOdds.BLACK or stage.colours is ColourPolicy.BID
    if single and stage.games != 1:
        raise RecordError("ladder.odds_need_one_game", stage=number, games=stage.games)
    bids = 0 < stage.bid_limit <= LONGEST_BID
    if (stage.colours is ColourPolicy.BID) != bids or (stage.bid_limit and not bids):
        raise RecordError("ladder.bid_limit", stage=number, value=stage.bid_limit)
    if stage.draw_odds is DrawOdds.UNBEATEN:
        raise RecordError("ladder.odds_unknown", stage=number, value=stage.draw_odds.value)


def uses_seeds(ladder: Ladder) -> bool:
    """Whether anything in the ladder depends on who is the higher seed."""
    return any(
        stage.draw_odds is DrawOdds.HIGHER_SEED
        or stage.colours in (ColourPolicy.ALTERNATE, ColourPolicy.BLACK_TO_HIGHER_SEED)
        for stage in ladder
    )


def ladder_as_json(ladder: Ladder) -> list[dict[str, Any]]:
    """Plain data: one object per stage with the members of :class:`Stage`."""
    return [
        {
            "games": stage.games,
            "time_control": stage.time_control,
            "colours": stage.colours.value,
            "draw_odds": stage.draw_odds.value,
            "rated": stage.rated,
            "bid_limit": stage.bid_limit,
        }
        for stage in ladder
    ]


def ladder_from_json(data: Any) -> Ladder:
    """Inverse of :func:`ladder_as_json`; members that are left out have their defaults.

    Raises ``RecordError``: ``ladder.malformed``, ``ladder.coin_toss``,
    ``ladder.odds_unknown``, ``ladder.colours_unknown``, and those of
    :func:`check_ladder`.
    """
    if not isinstance(data, Sequence) or isinstance(data, str):
        raise RecordError("ladder.malformed", stage=0)
    ladder = tuple(_stage_from_json(number, item) for number, item in enumerate(data, start=1))
    check_ladder(ladder)
    return ladder


def _stage_from_json(number: int, item: Any) -> Stage:
    known = {field.name for field in fields(Stage)}
    if not isinstance(item, Mapping) or not set(item) <= known:
        raise RecordError("ladder.malformed", stage=number, known=sorted(known))
    values = dict(item)
    for name in ("games", "bid_limit"):
        if type(values.get(name, 0)) is not int:
            raise RecordError("ladder.malformed", stage=number, member=name)
    for name in ("time_control", "rated", "colours", "draw_odds"):
        if not isinstance(values.get(name, ""), str):
            raise RecordError("ladder.malformed", stage=number, member=name)
    odds = values.get("draw_odds", DrawOdds.NONE.value)
    if odds == "coin_toss":
        raise _coin_toss()
    colours = values.get("colours", ColourPolicy.LOT.value)
    if odds not in {each.value for each in DrawOdds}:
        raise RecordError("ladder.odds_unknown", stage=number, value=odds)
    if colours not in {each.value for each in ColourPolicy}:
        raise RecordError("ladder.colours_unknown", stage=number, value=colours)
    return Stage(**{**values, "draw_odds": DrawOdds(odds), "colours": ColourPolicy(colours)})


def _coin_toss() -> RecordError:
    return RecordError("ladder.coin_toss", instead="higher_seed")
