"""Pairings as PGN headers, for boards, broadcasters and game collections.

One game without moves for each board of a published round.  A forfeited game
is left out unless whole rounds are wanted, a bye always (rules/formats/pgn.md
4.4); a result that has no token is ``*`` with the real one in a comment (4.5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from zoneinfo import ZoneInfo

from pairing.printable import shown
from tournaments.events.models import Entry, Round
from tournaments.play.models import Board
from tournaments.play.outcomes import NO_RESULT, BoardOutcome

from .snapshot import Snapshot
from .tables import counted

TOKENS = {
    NO_RESULT: "*",
    BoardOutcome.WHITE_WINS: "1-0",
    BoardOutcome.BLACK_WINS: "0-1",
    BoardOutcome.DRAW: "1/2-1/2",
    BoardOutcome.WHITE_WINS_FORFEIT: "1-0",
    BoardOutcome.BLACK_WINS_FORFEIT: "0-1",
    BoardOutcome.WHITE_WINS_UNRATED: "1-0",
    BoardOutcome.BLACK_WINS_UNRATED: "0-1",
    BoardOutcome.DRAW_UNRATED: "1/2-1/2",
    BoardOutcome.POSTPONED: "*",
}
"""Results that PGN has a token for; the others are ``*`` and a comment."""
FORFEITS = frozenset(
    {
        BoardOutcome.WHITE_WINS_FORFEIT,
        BoardOutcome.BLACK_WINS_FORFEIT,
        BoardOutcome.DOUBLE_FORFEIT,
    }
)
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
# pgn.md 3.4: moves/seconds, seconds, seconds+increment, *hourglass, "?" and "-", joined by ":".
_PERIOD = r"(?:\d+/\d+(?:\+\d+)?|\d+(?:\+\d+)?|\*\d+|\?|-)"
_TIME_CONTROL = re.compile(rf"{_PERIOD}(?::{_PERIOD})*")


def to_pgn(shown: Snapshot, *, forfeits: bool = False) -> bytes:
    """The games of all published rounds by round and board."""
    games = (
        _game(shown, round, board)
        for round in shown.published
        for board in shown.boards.get(round.pk, ())
        if forfeits or counted(board) not in FORFEITS
    )
    return "\n".join(games).encode()


def _game(shown: Snapshot, round: Round, board: Board) -> str:
    tags = {name: value for name, value in _tags(shown, round, board) if value}
    for name in ROSTER:
        tags.setdefault(name, "?")
    others = sorted(tags.keys() - set(ROSTER))
    head = "".join(f'[{name} "{_value(tags[name])}"]\n' for name in (*ROSTER, *others))
    outcome = counted(board)
    comment = "" if outcome in TOKENS else f"{{ {outcome} }} "
    return f"{head}\n{comment}{tags['Result']}\n"


def _tags(shown: Snapshot, round: Round, board: Board) -> Iterator[tuple[str, str]]:
    tournament = shown.tournament
    event = tournament.event
    yield "Event", tournament.full_name
    yield "Site", tournament.site
    yield "Date", _date(round.day)
    yield "Round", f"{round.number}.{board.number}"
    yield "Result", TOKENS.get(counted(board), "*")
    yield "Board", str(board.number)
    yield "EventDate", _date(tournament.start or event.start)
    yield "EventRounds", str(tournament.round_count)
    yield "Section", tournament.name
    if _TIME_CONTROL.fullmatch(tournament.time_control_code):
        yield "TimeControl", tournament.time_control_code
    if round.starts_at is not None:
        local = round.starts_at.astimezone(ZoneInfo(event.time_zone))
        yield "Time", local.strftime("%H:%M:%S")
    for colour, seat in (("White", board.white), ("Black", board.black)):
        if seat is not None:
            yield from _player(colour, seat.entry)
    yield "XPairing", str(board.pk)


def _player(colour: str, entry: Entry) -> Iterator[tuple[str, str]]:
    yield colour, entry.name
    yield f"{colour}Elo", str(entry.rating or "")
    yield f"{colour}Title", entry.title
    yield f"{colour}FideId", entry.player.fide_id
    yield f"{colour}Team", entry.club_name


def _date(day: date | None) -> str:
    return day.strftime("%Y.%m.%d") if day else "????.??.??"


def _value(text: str) -> str:
    plain = " ".join(shown(text).split())
    return plain.replace("\\", "\\\\").replace('"', '\\"') or "?"
