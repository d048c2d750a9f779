"""A whole tournament as one JSON document, to be taken elsewhere.

The document names nothing by the ids of this server: entries and players have
numbers of their own in it, so that what is imported elsewhere exports the same
document again.  Every column of a tournament, an entry, a board and a seat is
in it, but for those listed in :data:`LEFT_OUT`; a new column is in it by itself.

Those who do not run the tournament get years of birth only, and no announced
absences, prohibited pairings, comments or unpublished draw.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tournaments.events.models import (
    Entry,
    RequestedBye,
    Round,
    RoundStatus,
    Tournament,
)
from tournaments.knockouts.portable import knockout_parts
from tournaments.play.models import Board, Seat
from tournaments.players.models import Player
from tournaments.schedules.portable import schedule_document

from .exports.snapshot import Snapshot

FORMAT = "chess-tournament"
VERSION = 1

_BOOKKEEPING = frozenset({"id", "version", "created_at", "updated_at"})
LEFT_OUT: dict[type[models.Model], frozenset[str]] = {
    # Addresses are made where it is imported; references are written as numbers.
    Tournament: _BOOKKEEPING | {"event", "slug", "sequence", "baku_last_entry"},
    Entry: _BOOKKEEPING | {"tournament", "player"},
    Round: _BOOKKEEPING | {"tournament"},
    # Who entered a result is a person of this server.
    Board: _BOOKKEEPING | {"round", "entered_by", "entered_at"},
    Seat: frozenset({"id", "round", "entry", "board", "side"}),
    RequestedBye: frozenset({"id", "entry"}),
    Player: _BOOKKEEPING
    | {"club", "user", "merged_into", "search_key", "birth_date", "birth_year"},
}
"""Columns that stay here."""

Numbers = Mapping[UUID, int]


def columns(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """The columns that a document holds."""
    return [field for field in model._meta.concrete_fields if field.name not in LEFT_OUT[model]]


def to_document(shown: Snapshot) -> bytes:
    """The document in UTF-8, the same bytes for the same tournament."""
    text = json.dumps(document(shown), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return text.encode() + b"\n"


def document(shown: Snapshot) -> dict[str, Any]:
    """The document as data."""
    numbers = {entry.pk: number for number, entry in enumerate(shown.entries, start=1)}
    data: dict[str, Any] = {
        "format": FORMAT,
        "format_version": VERSION,
        "tournament": _tournament(shown, numbers),
        "players": [_player(shown, entry) for entry in shown.entries],
        "entries": [_entry(shown, entry) for entry in shown.entries],
        "rounds": [_round(shown, round, numbers) for round in shown.rounds],
    }
    schedule = schedule_document(shown.tournament, numbers)
    if schedule is not None:
        data["schedule"] = schedule
    data |= knockout_parts(shown.tournament, numbers, sees_drafts=shown.runs_it)
    if shown.runs_it:
        data["requested_byes"] = _requested_byes(shown, numbers)
        data["prohibited_pairings"] = _prohibited(shown, numbers)
    return data


def _values(row: models.Model) -> dict[str, Any]:
    return {field.name: getattr(row, field.attname) for field in columns(type(row))}


def _tournament(shown: Snapshot, numbers: Numbers) -> dict[str, Any]:
    tournament = shown.tournament
    data = _values(tournament)
    data["virtual_points"] = [
        {
            **item,
            "first_entry": _number(numbers, item["first_entry"]),
            "last_entry": _number(numbers, item["last_entry"]),
        }
        for item in tournament.virtual_points
    ]
    data["abnormal_points"] = [
        {**item, "entries": [_number(numbers, entry) for entry in item["entries"]]}
        for item in tournament.abnormal_points
    ]
    data["manual_order"] = [_number(numbers, entry) for entry in tournament.manual_order]
    last = tournament.baku_last_entry_id
    data["baku_last_entry"] = None if last is None else numbers[last]
    if not shown.runs_it:
        data["report_comments"] = []
    return data


def _number(numbers: Numbers, entry: str) -> int:
    return numbers[UUID(entry)]


def _player(shown: Snapshot, entry: Entry) -> dict[str, Any]:
    """The person behind the entry with the same place in ``entries``."""
    player = entry.player
    return {
        **_values(player),
        "birth": shown.birth(entry),
        "national_ids": [
            {"federation": each.federation, "number": each.number}
            for each in player.national_ids.all()
        ],
    }


def _entry(shown: Snapshot, entry: Entry) -> dict[str, Any]:
    data = _values(entry)
    if not shown.runs_it:
        data["national_records"] = [
            {**record, "birth": record.get("birth", "")[:4]} for record in entry.national_records
        ]
    return data


def _round(shown: Snapshot, round: Round, numbers: Numbers) -> dict[str, Any]:
    """A round; of one that is not published only what is announced."""
    data = _values(round)
    if not round.is_published:
        return {**data, "status": RoundStatus.PLANNED.value}
    boards = shown.boards.get(round.pk, ())
    data["boards"] = [_board(board, numbers) for board in boards]
    data["byes"] = [
        {**_values(seat), "entry": numbers[seat.entry_id]} for seat in shown.byes.get(round.pk, ())
    ]
    return data


def _board(board: Board, numbers: Numbers) -> dict[str, Any]:
    seats = {seat.side: seat for seat in board.seats.all()}
    sides = {
        name: {**_values(seats[side]), "entry": numbers[seats[side].entry_id]}
        for name, side in (("white", "w"), ("black", "b"))
        if side in seats
    }
    return {**_values(board), **sides}


def _requested_byes(shown: Snapshot, numbers: Numbers) -> list[dict[str, Any]]:
    rows = RequestedBye.objects.filter(entry__in=numbers)
    found = [{**_values(bye), "entry": numbers[bye.entry_id]} for bye in rows]
    return sorted(found, key=lambda bye: (bye["round_number"], bye["entry"]))


def _prohibited(shown: Snapshot, numbers: Numbers) -> list[dict[str, Any]]:
    rows = shown.tournament.prohibited_pairings.prefetch_related("memberships").order_by("id")
    return [
        {
            "entries": sorted(numbers[member.entry_id] for member in row.memberships.all()),
            "first_round": row.first_round,
            "last_round": row.last_round,
            "soft": row.soft,
            "label": row.label,
        }
        for row in rows
    ]
