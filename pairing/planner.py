"""How long an event takes: rounds, games, boards, byes, hours and sessions of each format.

The estimate is the product's own: a player needs the base time plus as many
minutes as the increment or delay has seconds; the longest game takes twice
that; a round is scheduled for the longest game and 15 minutes; an event for
its rounds.  Hours are shown to the nearest quarter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .errors import RecordError
from .knockout.arithmetic import LARGEST_FIELD, arithmetic, double_elimination_matches
from .roundrobin.berger import games_of, rounds_of
from .roundrobin.quads import SMALLEST_GROUP, quad_sizes

SMALLEST = 2
LARGEST = 10_000
PAUSE = 15
"""Minutes between the end of the longest game and the next round; also the quarter of an hour."""
USUAL_SESSION = 180
SIZE_OF_GROUPS = 4
"""Players in each group before a knockout."""
LARGEST_ROUND_ROBIN = 40
"""Beyond this nobody plans a round robin."""

Notice = tuple[str, dict[str, Any]]

_CONTROL = re.compile(
    r"(?:G/)?(\d{1,3})(?:\s*[;,]?\s*(?:\+|d|i|inc)\s*/?(\d{1,3}))?", re.IGNORECASE | re.ASCII
)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Base time in minutes, increment or delay in seconds."""

    minutes: int
    seconds: int = 0

    @property
    def player_minutes(self) -> int:
        """Minutes that one player may need."""
        return self.minutes + self.seconds

    @property
    def longest_game(self) -> int:
        """Minutes of the longest game."""
        return 2 * self.player_minutes

    @property
    def slot(self) -> int:
        """Minutes from one round to the next."""
        return self.longest_game + PAUSE


@dataclass(frozen=True, slots=True)
class Plan:
    """One format for a number of players.

    ``boards`` is the most that are needed at once, ``byes`` how many rests or
    free passes there are in all.  ``minutes`` is the exact estimate and
    ``quarters`` the same in quarters of an hour, rounded.  ``extra_games`` may
    be added by the format itself (the second grand final).
    """

    format: str
    rounds: int
    games: int
    boards: int
    byes: int
    minutes: int
    quarters: int
    rounds_a_session: int
    sessions: int
    extra_games: int = 0
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Planner:
    """All formats that fit, the advice first and foremost."""

    players: int
    control: TimeControl
    session_minutes: int
    advice: Notice
    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class _Size:
    """What a format makes of a number of players, before any clock."""

    rounds: int
    games: int
    boards: int
    byes: int = 0
    extra_games: int = 0
    notices: tuple[Notice, ...] = ()


def parse_time_control(text: str) -> TimeControl:
    """Read ``G/60 d5``, ``G/10+5``, ``90+30``, ``25;d5`` or ``60``: minutes and seconds.

    Raises ``RecordError("planner.time_control")``.
    """
    match = _CONTROL.fullmatch(text.strip())
    if match is None or int(match[1]) + int(match[2] or 0) == 0:
        raise RecordError("planner.time_control", read=text[:40])
    return TimeControl(int(match[1]), int(match[2] or 0))


def nearest_quarter(minutes: int) -> int:
    """Quarters of an hour, rounded to the nearest, halves up.

    >>> nearest_quarter(725), nearest_quarter(1595)
    (48, 106)
    """
    return (2 * minutes + PAUSE) // (2 * PAUSE)


def quarters_text(quarters: int) -> str:
    """Hours as people write them: ``26 1/2``."""
    hours, rest = divmod(quarters, 4)
    part = ("", "1/4", "1/2", "3/4")[rest]
    return f"{hours} {part}".strip() if hours or not part else part


def advice(players: int) -> Notice:
    """What to play with so many."""
    code = "planner.swiss"
    if players <= 6:
        code = "planner.round_robin"
    elif players <= 10:
        code = "planner.round_robin_calendar"
    elif players <= 12:
        code = "planner.round_robin_ceiling"
    return code, {"players": players}


def plan(
    players: int, control: TimeControl, session_minutes: int = USUAL_SESSION, match_games: int = 1
) -> Planner:
    """Every format for ``players``; ``match_games`` are the games of a knockout match.

    Raises ``RecordError`` (``planner.players``, ``planner.session``).
    """
    if not SMALLEST <= players <= LARGEST:
        raise RecordError("planner.players", players=players, smallest=SMALLEST, largest=LARGEST)
    if session_minutes < 1 or match_games < 1:
        raise RecordError("planner.session", minutes=session_minutes, games=match_games)
    plans = tuple(
        _timed(name, size, control, session_minutes) for name, size in _sizes(players, match_games)
    )
    return Planner(players, control, session_minutes, advice(players), plans)


def _timed(name: str, size: _Size, control: TimeControl, session_minutes: int) -> Plan:
    together = max(1, session_minutes // control.slot)
    minutes = size.rounds * control.slot
    notices = size.notices
    if control.slot > session_minutes:
        params = {"slot": control.slot, "session": session_minutes}
        notices = (*notices, ("planner.round_exceeds_session", params))
    return Plan(
        format=name,
        rounds=size.rounds,
        games=size.games,
        boards=size.boards,
        byes=size.byes,
        minutes=minutes,
        quarters=nearest_quarter(minutes),
        rounds_a_session=together,
        sessions=-(-size.rounds // together),
        extra_games=size.extra_games,
        notices=notices,
    )


# ------------------------------------------------------------------------ formats


def _sizes(players: int, match_games: int) -> Iterator[tuple[str, _Size]]:
    formats: tuple[tuple[str, Callable[[int], _Size | None]], ...] = (
        ("round_robin", lambda count: _round_robin(count, 1)),
        ("double_round_robin", lambda count: _round_robin(count, 2)),
        ("quads", _quads),
        ("swiss", _swiss),
        ("scheveningen", _scheveningen),
        ("groups_knockout", _groups_knockout),
        ("knockout", lambda count: _knockout(count, match_games)),
        ("double_elimination", lambda count: _double_elimination(count, match_games)),
    )
    for name, size_of in formats:
        size = size_of(players)
        if size is not None:
            yield name, size


def _round_robin(players: int, cycles: int) -> _Size | None:
    if players > LARGEST_ROUND_ROBIN:
        return None
    rounds = cycles * rounds_of(players)
    season: tuple[Notice, ...] = (("planner.season", {"rounds": rounds}),) if players > 8 else ()
    return _Size(
        rounds,
        cycles * games_of(players),
        players // 2,
        rounds if players % 2 else 0,
        notices=season,
    )


def _quads(players: int) -> _Size | None:
    if players < SMALLEST_GROUP:
        return None
    sizes = quad_sizes(players)
    return _Size(
        rounds_of(sizes[-1]),
        sum(games_of(size) for size in sizes),
        sum(size // 2 for size in sizes),
        sum(size for size in sizes if size % 2),
    )


def _swiss(players: int) -> _Size | None:
    """As many rounds as leave one winner: log2 of the field, rounded up."""
    if players < 3:
        return None
    rounds = (players - 1).bit_length()
    return _Size(rounds, rounds * (players // 2), players // 2, rounds * (players % 2))


def _scheveningen(players: int) -> _Size | None:
    """Two sides of half the field."""
    if players % 2 or players > 2 * LARGEST_ROUND_ROBIN:
        return None
    side = players // 2
    return _Size(side, side * side, side)


def _groups_knockout(players: int) -> _Size | None:
    """Groups of four, double round robin, the winners in a knockout without byes."""
    groups = players // SIZE_OF_GROUPS
    if players % SIZE_OF_GROUPS or groups < 2 or groups & (groups - 1) or players > LARGEST_FIELD:
        return None
    bracket = arithmetic(groups)
    return _Size(
        2 * rounds_of(SIZE_OF_GROUPS) + bracket.rounds,
        2 * groups * games_of(SIZE_OF_GROUPS) + bracket.matches,
        players // 2,
    )


def _knockout(players: int, match_games: int) -> _Size | None:
    if players > LARGEST_FIELD:
        return None
    bracket = arithmetic(players)
    notices: tuple[Notice, ...] = ()
    if bracket.bye_meetings:
        params = {"byes": bracket.byes, "meetings": bracket.bye_meetings}
        notices = (("planner.byes_meet", params),)
    elif bracket.byes == 0 and players >= 8:
        notices = (("planner.knockout_full", {"players": players}),)
    return _Size(
        bracket.rounds * match_games,
        bracket.matches * match_games,
        max(bracket.first_round_matches, bracket.size // 4),
        bracket.byes,
        notices=notices,
    )


def _double_elimination(players: int, match_games: int) -> _Size | None:
    """Rounds that cannot overlap: the first, each one of the losers, the grand final."""
    if not 3 <= players <= LARGEST_FIELD:
        return None
    bracket = arithmetic(players)
    without_reset, with_reset = double_elimination_matches(players)
    return _Size(
        2 * bracket.rounds * match_games,
        without_reset * match_games,
        max(bracket.first_round_matches, bracket.size // 4 + bracket.first_round_matches // 2),
        bracket.byes,
        extra_games=(with_reset - without_reset) * match_games,
    )
