"""Writes of rounds: store a pairing, publish it, take it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from pairing.swiss.acceleration import baku_group_size
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, require_version, save_changes
from tournaments.events.access import locked_round, require_open, require_paired_rounds
from tournaments.events.models import (
    Acceleration,
    RequestedBye,
    Round,
    RoundStatus,
    Tournament,
    TournamentStatus,
)
from tournaments.events.numbering import give_number
from tournaments.events.services import put_off_the_absent
from tournaments.history.models import Occasion
from tournaments.history.points import take_restore_point

from ..models import Board, Seat
from ..outcomes import NO_RESULT, SeatBye, Side
from ..readiness import describe_board, present_entries, require_ready
from ..record import is_absent

Pairs = Sequence[tuple[int, int | None]]
"""White's and Black's pairing numbers by board; Black ``None`` for the allocated bye."""

PAIR = "events.pair_round"
BATCH = 2000
"""Rows of one insert: PostgreSQL takes 65,535 parameters in a statement."""


@transaction.atomic
def publish_round(
    *, actor: Principal, round_id: UUID, expected_version: int | None = None
) -> Round:
    """Show a draft to everybody (arbiters); round 1 starts the tournament.

    Raises ``Conflict("round.not_draft")``, ``Stale("round.stale")``.
    """
    round, tournament = locked_round(actor, round_id, PAIR)
    require_version(round, expected_version)
    require_open(tournament)
    require_paired_rounds(tournament)
    if round.status != RoundStatus.DRAFT:
        raise Conflict("round.not_draft", round=round.number, status=round.status)
    _set_round_status(round, RoundStatus.PUBLISHED)
    if tournament.status in (TournamentStatus.DRAFT, TournamentStatus.REGISTRATION):
        _start(actor, tournament)
    append_change("round.published", actor=actor, subject=round, tournament=tournament, round=round)
    settle_round(actor, tournament, round)
    return round


@transaction.atomic
def unpair_round(*, actor: Principal, round_id: UUID, expected_version: int | None = None) -> Round:
    """Take the pairing of the last paired round back (arbiters); the round is planned again.

    Its boards go; its requested byes and absences stay announced.  The log
    keeps the pairing, and a restore point all of it.  Raises ``Conflict("round.not_paired" |
    "round.later_round_paired" | "round.has_results")``, ``Stale("round.stale")``.
    """
    round, tournament = locked_round(actor, round_id, PAIR)
    require_version(round, expected_version)
    require_open(tournament)
    require_paired_rounds(tournament)
    if round.status == RoundStatus.PLANNED:
        raise Conflict("round.not_paired", round=round.number)
    later = tournament.rounds.filter(number__gt=round.number).exclude(status="planned").first()
    if later is not None:
        raise Conflict("round.later_round_paired", round=round.number, later=later.number)
    boards = list(round.boards.with_seats().select_related("round").order_by("number"))
    decided = [describe_board(board) for board in boards if board.outcome != NO_RESULT]
    if decided:
        raise Conflict("round.has_results", round=round.number, boards=decided)
    take_restore_point(actor, tournament, Occasion.UNPAIR, str(round.number))
    was_published = round.is_published
    data = {"published": was_published, "boards": [describe_board(board) for board in boards]}
    _keep_announced_absences(round)
    round.seats.all().delete()
    round.boards.all().delete()
    if tournament.baku_last_entry_id is not None and round.number == 1:
        tournament.baku_last_entry = None
        save_changes(tournament, ["baku_last_entry"])
    _set_round_status(round, RoundStatus.PLANNED)
    append_change(
        "round.unpaired",
        actor=actor,
        subject=round,
        tournament=tournament,
        internal=not was_published,
        data=data,
    )
    return round


@transaction.atomic
def pair_by_hand(
    *,
    actor: Principal,
    round_id: UUID,
    boards: Sequence[tuple[UUID, UUID | None]],
    expected_version: int | None = None,
) -> Round:
    """Make the draft of a round from the arbiter's own pairing, board by board.

    ``boards`` holds White's and Black's entries, Black ``None`` for the
    allocated bye, and names every present entry exactly once.  Nothing else is
    required: this is for the cases that the system leaves to the arbiter.
    Raises what makes a round not ready (:mod:`tournaments.play.readiness`) and
    ``Invalid("pairing.incomplete")``, ``Invalid("pairing.second_bye")``.
    """
    round, tournament = locked_round(actor, round_id, PAIR)
    require_version(round, expected_version)
    put_off_the_absent(actor, tournament, round)
    require_ready(tournament, round)
    number_arrivals(actor, tournament, round)
    present = {entry.pk: entry for entry in present_entries(tournament, round.number)}
    named = [pk for pair in boards for pk in pair if pk is not None]
    if sorted(named) != sorted(present):
        raise Invalid(
            "pairing.incomplete",
            missing=[str(pk) for pk in present if pk not in set(named)],
            unexpected=[str(pk) for pk in sorted(set(named) - present.keys())],
            repeated=[str(pk) for pk in sorted(set(named)) if named.count(pk) > 1],
        )
    if sum(black is None for _, black in boards) > 1:
        raise Invalid("pairing.second_bye")
    numbers: dict[UUID, int] = {pk: entry.pairing_number or 0 for pk, entry in present.items()}
    pairs = [(numbers[white], numbers[black] if black else None) for white, black in boards]
    store_draft(actor, tournament, round, pairs, data={"by_hand": True})
    return round


def number_arrivals(actor: Principal, tournament: Tournament, round: Round) -> None:
    """Give numbers to the late entries that arrive for this round (C.04.2 2.4)."""
    arriving = tournament.entries.filter(
        pairing_number__isnull=True, entered_from_round__lte=round.number
    ).order_by("created_at", "id")
    for entry in arriving:
        give_number(tournament, entry)
        save_changes(entry, ["pairing_number"])
        append_change(
            "entry.arrived",
            actor=actor,
            subject=entry,
            tournament=tournament,
            data={"pairing_number": entry.pairing_number},
        )


def store_draft(
    actor: Principal,
    tournament: Tournament,
    round: Round,
    pairs: Pairs,
    *,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Write boards and seats of a planned round, which becomes a draft.

    The caller holds the tournament's lock and has checked that the round is
    ready.  Two inserts for every few thousand boards.
    """
    entries = _entry_ids(tournament)
    boards: list[Board] = []
    seats: list[Seat] = []
    at = round.pk
    for white, black in pairs:
        if black is None:
            seats.append(Seat(round_id=at, entry_id=entries[white], bye=SeatBye.ALLOCATED))
            continue
        board = Board(round_id=at, number=len(boards) + 1)
        boards.append(board)
        for number, side in ((white, Side.WHITE), (black, Side.BLACK)):
            seats.append(Seat(round_id=at, entry_id=entries[number], board_id=board.pk, side=side))
    seats.extend(_bye_seats(tournament, round))
    Board.objects.bulk_create(boards, batch_size=BATCH)
    Seat.objects.bulk_create(seats, batch_size=BATCH)
    if round.number == 1 and tournament.acceleration == Acceleration.BAKU:
        _note_baku_group(tournament, list(entries.values()))
    _set_round_status(round, RoundStatus.DRAFT)
    append_change(
        "round.paired",
        actor=actor,
        subject=round,
        tournament=tournament,
        round=round,
        internal=True,
        data={"boards": len(boards), **(data or {})},
    )


def settle_round(actor: Principal, tournament: Tournament, round: Round) -> None:
    """Complete a published round whose last result is in; reopen it if one is open again."""
    is_open = round.boards.unsettled().exists()
    if round.status == RoundStatus.PUBLISHED and not is_open:
        _set_round_status(round, RoundStatus.COMPLETED)
        append_change(
            "round.completed", actor=actor, subject=round, tournament=tournament, round=round
        )
    elif round.status == RoundStatus.COMPLETED and is_open:
        _set_round_status(round, RoundStatus.PUBLISHED)
        append_change(
            "round.reopened", actor=actor, subject=round, tournament=tournament, round=round
        )


def _bye_seats(tournament: Tournament, round: Round) -> list[Seat]:
    """Seats of those who asked for a bye; the withdrawn and late have none."""
    requested = RequestedBye.objects.filter(
        entry__tournament=tournament,
        entry__pairing_number__isnull=False,
        round_number=round.number,
    ).select_related("entry")
    return [
        Seat(round=round, entry=bye.entry, bye=bye.kind)
        for bye in requested
        if not is_absent(bye.entry, round.number)
    ]


def _keep_announced_absences(round: Round) -> None:
    byes = round.seats.filter(bye__in=(SeatBye.HALF, SeatBye.FULL, SeatBye.ZERO))
    RequestedBye.objects.bulk_create(
        [
            RequestedBye(entry_id=entry_id, round_number=round.number, kind=kind)
            for entry_id, kind in byes.values_list("entry_id", "bye")
        ],
        ignore_conflicts=True,
    )


def _entry_ids(tournament: Tournament) -> dict[int, UUID]:
    """Ids of those who have arrived, in the order of their pairing numbers."""
    rows = tournament.entries.filter(pairing_number__isnull=False).order_by("pairing_number")
    return {number or 0: pk for number, pk in rows.values_list("pairing_number", "pk")}


def _note_baku_group(tournament: Tournament, by_number: Sequence[UUID]) -> None:
    """Keep who is last in group A: late entries join beside that person (C.04.7 1.3)."""
    size = min(baku_group_size(len(by_number)), len(by_number))
    tournament.baku_last_entry_id = by_number[size - 1]
    save_changes(tournament, ["baku_last_entry"])


def _start(actor: Principal, tournament: Tournament) -> None:
    changed = apply(tournament, {"status": TournamentStatus.RUNNING.value})
    save_changes(tournament, changed)
    append_change(
        "tournament.started", actor=actor, subject=tournament, tournament=tournament, data=changed
    )


def _set_round_status(round: Round, status: RoundStatus) -> None:
    save_changes(round, apply(round, {"status": status.value}))
