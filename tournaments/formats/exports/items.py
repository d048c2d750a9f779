"""What a mirror keeps of a tournament: typed items, one JSON object each.

The results feed sends the same items one by one, with the same members; the
bulk export is all of them, one a line (NDJSON), what is named before what
names it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from tournaments.core.models import Versioned
from tournaments.events.models import Entry, Round, Tournament
from tournaments.knockouts.models import Game
from tournaments.play.models import Board, Seat
from tournaments.play.outcomes import SIDES, BoardOutcome

from .pgn import FORFEITS
from .snapshot import Snapshot
from .tables import counted

UNRATED = frozenset(
    {
        BoardOutcome.WHITE_WINS_UNRATED,
        BoardOutcome.BLACK_WINS_UNRATED,
        BoardOutcome.DRAW_UNRATED,
    }
)


def tournament_item(tournament: Tournament) -> dict[str, Any]:
    """The section and its event."""
    event = tournament.event
    return {
        "name": tournament.name,
        "status": tournament.status,
        "system": tournament.system,
        "round_count": tournament.round_count,
        "rating_kind": tournament.rating_kind,
        "rating_list": tournament.rating_list,
        "rated": tournament.rated,
        "time_control": tournament.time_control,
        "chief_arbiter": tournament.chief_arbiter,
        "city": tournament.city or event.city,
        "federation": event.federation,
        "start": tournament.start or event.start,
        "end": tournament.end or event.end,
        "event": {"id": event.pk, "name": event.name, "time_zone": event.time_zone},
    }


def entry_item(entry: Entry) -> dict[str, Any]:
    """A player as entered, with every id that others know the person by."""
    player = entry.player
    return {
        "pairing_number": entry.pairing_number,
        "name": entry.name,
        "title": entry.title,
        "federation": entry.federation,
        "rating": entry.rating,
        "club": entry.club_name,
        "status": entry.status,
        "sex": player.sex,
        "birth_year": int(player.birth[:4]) if player.birth else None,
        "external_ids": {
            "fide": player.fide_id or None,
            "national": {each.federation: each.number for each in player.national_ids.all()},
        },
    }


def result_item(board: Board, round: Round) -> dict[str, Any]:
    """A board: who played whom, and the result if it counts."""
    outcome = counted(board)
    white, black = board.white, board.black
    return {
        "round_id": round.pk,
        "round": round.number,
        "board": board.number,
        "white": white.entry_id if white else None,
        "black": black.entry_id if black else None,
        "result": outcome or None,
        "kind": kind_of(outcome),
        "outcomes": [side.value for side in SIDES[outcome]] if outcome else None,
    }


def bye_item(seat: Seat, round: Round) -> dict[str, Any]:
    """Who had no board, and why."""
    return {"round_id": round.pk, "round": round.number, "entry": seat.entry_id, "kind": seat.bye}


def game_item(game: Game) -> dict[str, Any]:
    """One game of a match of a knockout, which has no boards."""
    return {
        "match": game.match.code,
        "stage": game.stage,
        "game": game.number,
        "white": game.white.entry_id,
        "black": game.black.entry_id,
        "result": game.outcome,
        "kind": kind_of(game.outcome),
        "outcomes": [side.value for side in SIDES[BoardOutcome(game.outcome)]],
    }


def round_item(round: Round) -> dict[str, Any]:
    """A published round."""
    return {
        "number": round.number,
        "status": round.status,
        "day": round.day,
        "starts_at": round.starts_at,
    }


def kind_of(outcome: str) -> str | None:
    """``played``, ``forfeit``, ``unrated`` or ``postponed``; ``None`` without a result."""
    if not outcome:
        return None
    if outcome == BoardOutcome.POSTPONED:
        return "postponed"
    if outcome in FORFEITS:
        return "forfeit"
    return "unrated" if outcome in UNRATED else "played"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of a tournament; ``version`` is its row's, ``None`` for byes and games."""

    type: str
    id: str
    version: int | None
    data: dict[str, Any]


def items_of(shown: Snapshot) -> Iterator[Item]:
    """All items of a tournament, what is named before what names it."""
    yield _item("tournament", shown.tournament, tournament_item(shown.tournament))
    for entry in shown.entries:
        yield _item("entry", entry, entry_item(entry))
    for round in shown.published:
        yield _item("round", round, round_item(round))
        for board in shown.boards.get(round.pk, ()):
            yield _item("result", board, result_item(board, round))
        for seat in shown.byes.get(round.pk, ()):
            # A bye is the entry's place in the round.
            yield Item("bye", f"{round.pk}.{seat.entry_id}", None, bye_item(seat, round))
    for game in shown.games:
        yield Item("game", str(game.pk), None, game_item(game))


def _item(type: str, row: Versioned, data: dict[str, Any]) -> Item:
    return Item(type, str(row.pk), row.version, data)


def to_ndjson(shown: Snapshot) -> Iterator[bytes]:
    """All items of a tournament, line by line."""
    for item in items_of(shown):
        yield line({"type": item.type, "id": item.id, "version": item.version, "data": item.data})


def line(data: dict[str, Any]) -> bytes:
    """One object in one line of UTF-8."""
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False).encode() + b"\n"
