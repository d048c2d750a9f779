"""What a mirror keeps of a tournament: typed items, one JSON object each.

The results feed sends the same items one by one, with the same members; the
bulk export is all of them, one a line (NDJSON), what is named before what
names it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from tournaments.core.models import Versioned
from tournaments.events.models import Entry, Round, Tournament
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


def result_item(board: Board, round_number: int) -> dict[str, Any]:
    """A board: who played whom, and the result if it counts."""
    outcome = counted(board)
    white, black = board.white, board.black
    return {
        "round": round_number,
        "board": board.number,
        "white": white.entry_id if white else None,
        "black": black.entry_id if black else None,
        "result": outcome or None,
        "kind": kind_of(outcome),
        "outcomes": [side.value for side in SIDES[outcome]] if outcome else None,
    }


def bye_item(seat: Seat, round_number: int) -> dict[str, Any]:
    """Who had no board, and why."""
    return {"round": round_number, "entry": seat.entry_id, "kind": seat.bye}


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


def _line(type: str, row: Versioned, data: dict[str, Any]) -> bytes:
    return _written({"type": type, "id": row.pk, "version": row.version, "data": data})


def _written(item: dict[str, Any]) -> bytes:
    return json.dumps(item, cls=DjangoJSONEncoder, ensure_ascii=False).encode() + b"\n"


def to_ndjson(shown: Snapshot) -> Iterator[bytes]:
    """All items of a tournament, line by line."""
    yield _line("tournament", shown.tournament, tournament_item(shown.tournament))
    for entry in shown.entries:
        yield _line("entry", entry, entry_item(entry))
    for round in shown.published:
        yield _line("round", round, round_item(round))
        for board in shown.boards.get(round.pk, ()):
            yield _line("result", board, result_item(board, round.number))
        for seat in shown.byes.get(round.pk, ()):
            # A bye has no id of its own: it is the entry's place in the round.
            yield _written({"type": "bye", "data": bye_item(seat, round.number)})
