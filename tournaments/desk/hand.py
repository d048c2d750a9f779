"""Pairings made by hand: which rules they break, and that they were made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from pairing.review import review
from tournaments.core.clock import now
from tournaments.core.errors import Invalid
from tournaments.core.principal import Principal
from tournaments.events.models import Entry, Round
from tournaments.play.outcomes import SeatBye
from tournaments.play.record import build_record
from tournaments.schedules.options import results_decide

from .models import PairingSession, SessionStatus

Boards = Sequence[tuple[UUID, UUID | None]]
"""White's and Black's entries by board; Black ``None`` for the allocated bye."""

Warnings = list[dict[str, Any]]


def warnings_of(session: PairingSession) -> Warnings:
    """The rules that the boards of a session break as they stand; a table has no such rules."""
    if not results_decide(session.round.tournament):
        return []
    entries = {str(entry.pk): entry for entry in session.round.tournament.entries.all()}
    numbers = {pk: entry.pairing_number or 0 for pk, entry in entries.items()}
    by_number = {number: pk for pk, number in numbers.items()}
    record = build_record(session.round.tournament, through_round=session.round.number - 1)
    pairs = [(numbers[white], numbers[black] if black else None) for white, black in session.boards]
    return [
        {
            "code": remark.code,
            "entries": [
                {
                    "entry": by_number[number],
                    "number": number,
                    "name": entries[by_number[number]].name,
                }
                for number in remark.players
            ],
        }
        for remark in review(record, pairs)
    ]


def boards_of(round: Round) -> list[list[str | None]]:
    """The boards of a round as a session stores them, the allocated bye last."""
    boards: list[list[str | None]] = [
        [str(white.entry_id), str(black.entry_id)]
        for board in round.boards.with_seats().order_by("number")
        if (white := board.white) and (black := board.black)
    ]
    byes = round.seats.filter(bye=SeatBye.ALLOCATED).values_list("entry_id", flat=True)
    return boards + [[str(pk), None] for pk in byes]


def note_pairing_by_hand(actor: Principal, round: Round, reason: str = "") -> PairingSession:
    """Keep that a round was paired by hand in one step; its boards are stored already."""
    session = PairingSession(
        round=round,
        boards=boards_of(round),
        status=SessionStatus.ENDED,
        started_by=actor.user,
        ended_by=actor.user,
        ended_at=now(),
        reason=reason,
    )
    session.warnings = warnings_of(session)
    session.save()
    return session


def undo_sessions(round: Round) -> None:
    """The pairing of a round is gone, and so is what was made by hand in it."""
    round.sessions.filter(status=SessionStatus.ENDED).update(status=SessionStatus.UNDONE)


def require_complete(boards: Boards, present: Mapping[UUID, Entry]) -> None:
    """Raise ``Invalid("pairing.incomplete")`` unless everybody is placed once."""
    named = Counter(pk for pair in boards for pk in pair if pk is not None)
    if named != Counter(present.keys()):
        raise Invalid(
            "pairing.incomplete",
            missing=[str(pk) for pk in present if pk not in named],
            unexpected=[str(pk) for pk in sorted(named.keys() - present.keys())],
            repeated=[str(pk) for pk in sorted(named) if named[pk] > 1],
        )
