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
from tournaments.desk.corrections import forget_pairing
from tournaments.desk.guards import require_no_session
from tournaments.desk.hand import note_pairing_by_hand, require_complete, undo_sessions
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
from tournaments.schedules.options import is_predetermined
from tournaments.schedules.proposals import NOTHING, Beside, groups_of, note_omitted
from tournaments.schedules.services.draw import ensure_drawn
from tournaments.schedules.withdrawals import align_boards, automatic_forfeits

from ..models import Board, Seat
from ..outcomes import NO_RESULT, SeatBye, Side
from ..readiness import describe_board, present_entries, require_ready
from ..record import build_record, is_absent
from ..settling import set_round_status, settle_round

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

    Raises ``Conflict("round.not_draft" | "round.being_edited")``, ``Stale("round.stale")``.
    """
    round, tournament = locked_round(actor, round_id, PAIR)
    require_version(round, expected_version)
    require_open(tournament)
    require_paired_rounds(tournament)
    require_no_session(round)
    if round.status != RoundStatus.DRAFT:
        raise Conflict("round.not_draft", round=round.number, status=round.status)
    show_drafts(actor, tournament, [round])
    return round


def show_drafts(actor: Principal, tournament: Tournament, rounds: Sequence[Round]) -> None:
    """Publish these drafts; the caller holds the tournament's lock."""
    for round in rounds:
        set_round_status(round, RoundStatus.PUBLISHED)
        if tournament.status in (TournamentStatus.DRAFT, TournamentStatus.REGISTRATION):
            _start(actor, tournament)
        append_change(
            "round.published", actor=actor, subject=round, tournament=tournament, round=round
        )
    if is_predetermined(tournament):
        align_boards(actor, tournament)
    for round in rounds:
        round.refresh_from_db()
        round.tournament = tournament
        settle_round(actor, tournament, round)


@transaction.atomic
def unpair_round(*, actor: Principal, round_id: UUID, expected_version: int | None = None) -> Round:
    """Take the pairing of the last paired round back (arbiters); the round is planned again.

    Its boards go; its requested byes and absences stay announced.  The log
    keeps the pairing, and a restore point all of it.  Rounds of a table may go
    in any order, and forfeits that follow from a withdrawal are no results.
    Raises ``Conflict("round.not_paired" | "round.later_round_paired" |
    "round.has_results")``, ``Stale("round.stale")``.
    """
    round, tournament = locked_round(actor, round_id, PAIR)
    require_version(round, expected_version)
    require_open(tournament)
    require_paired_rounds(tournament)
    require_no_session(round)
    if round.status == RoundStatus.PLANNED:
        raise Conflict("round.not_paired", round=round.number)
    later = tournament.rounds.filter(number__gt=round.number).exclude(status="planned").first()
    if later is not None and not is_predetermined(tournament):
        raise Conflict("round.later_round_paired", round=round.number, later=later.number)
    take_restore_point(actor, tournament, Occasion.UNPAIR, str(round.number))
    take_back(actor, tournament, round)
    return round


def take_back(actor: Principal, tournament: Tournament, round: Round) -> None:
    """Make a paired round planned again; the caller holds the tournament's lock.

    Raises ``Conflict("round.has_results")``.
    """
    boards = list(round.boards.with_seats().select_related("round").order_by("number"))
    by_rule = automatic_forfeits(tournament) if is_predetermined(tournament) else ()
    decided = [
        describe_board(board)
        for board in boards
        if board.outcome != NO_RESULT and board.pk not in by_rule
    ]
    if decided:
        raise Conflict("round.has_results", round=round.number, boards=decided)
    was_published = round.is_published
    gone = [describe_board(board) | {"version": board.version + 1} for board in boards]
    data = {"published": was_published, "boards": gone}
    clear_draft(tournament, round)
    undo_sessions(round)
    if tournament.baku_last_entry_id is not None and round.number == 1:
        tournament.baku_last_entry = None
        # No next version: nobody is shown it, and a draft must not move what everybody sees.
        tournament.save(update_fields=["baku_last_entry"])
    forget_pairing(tournament, round.number)
    set_round_status(round, RoundStatus.PLANNED)
    append_change(
        "round.unpaired",
        actor=actor,
        subject=round,
        tournament=tournament,
        internal=not was_published,
        data=data,
    )


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
    ensure_drawn(actor, tournament)
    number_arrivals(actor, tournament, round)
    present = {entry.pk: entry for entry in present_entries(tournament, round.number)}
    require_complete(boards, present)
    numbers: dict[UUID, int] = {pk: entry.pairing_number or 0 for pk, entry in present.items()}
    pairs = [(numbers[white], numbers[black] if black else None) for white, black in boards]
    said = beside_of(tournament, round, pairs)
    store_draft(actor, tournament, round, pairs, data={"by_hand": True}, said=said)
    note_pairing_by_hand(actor, round)
    return round


def beside_of(tournament: Tournament, round: Round, pairs: Pairs) -> Beside:
    """What has to be said beside boards made by hand: the groups.

    Raises ``Invalid("pairing.second_bye")``: one bye at most, in each group.
    """
    record = build_record(tournament, through_round=round.number - 1)
    said = Beside(groups=groups_of(tournament, record))
    resting = [said.groups.get(white, "") for white, black in pairs if black is None]
    if len(resting) > len(set(resting)):
        raise Invalid("pairing.second_bye")
    return said


def clear_draft(tournament: Tournament, round: Round) -> None:
    """Take the boards and seats of a round away; its requested byes stay announced."""
    if not is_predetermined(tournament):
        _keep_announced_absences(round)
    round.seats.all().delete()
    round.boards.all().delete()
    round.cancelled_games.all().delete()


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
    said: Beside = NOTHING,
) -> None:
    """Write boards and seats of a planned round, which becomes a draft.

    ``said`` is what the proposal says beside its boards.  The caller holds the
    tournament's lock and has checked that the round is ready.  Two inserts for
    every few thousand boards.
    """
    entries = _entry_ids(tournament)
    boards: list[Board] = []
    seats: list[Seat] = []
    at = round.pk
    for white, black in pairs:
        if black is None:
            group = said.groups.get(white, "")
            seats.append(
                Seat(round_id=at, entry_id=entries[white], bye=SeatBye.ALLOCATED, group=group)
            )
            continue
        board = Board(round_id=at, number=len(boards) + 1)
        boards.append(board)
        for number, side in ((white, Side.WHITE), (black, Side.BLACK)):
            seats.append(Seat(round_id=at, entry_id=entries[number], board_id=board.pk, side=side))
    seats.extend(
        Seat(round_id=at, entry_id=entries[number], bye=bye) for number, bye in said.byes.items()
    )
    seats.extend(_bye_seats(tournament, round))
    Board.objects.bulk_create(boards, batch_size=BATCH)
    Seat.objects.bulk_create(seats, batch_size=BATCH)
    note_omitted(tournament, round, said, first_number=len(boards) + 1)
    if round.number == 1 and tournament.acceleration == Acceleration.BAKU:
        _note_baku_group(tournament, list(entries.values()))
    set_round_status(round, RoundStatus.DRAFT)
    append_change(
        "round.paired",
        actor=actor,
        subject=round,
        tournament=tournament,
        round=round,
        internal=True,
        data={"boards": len(boards), **(data or {})},
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
    """Keep who is last in group A: late entries join beside that person (C.04.7 1.3).

    The tournament's version stays: nobody is shown it, and a draft must not move
    what everybody sees.
    """
    size = min(baku_group_size(len(by_number)), len(by_number))
    tournament.baku_last_entry_id = by_number[size - 1]
    tournament.save(update_fields=["baku_last_entry"])


def _start(actor: Principal, tournament: Tournament) -> None:
    changed = apply(tournament, {"status": TournamentStatus.RUNNING.value})
    save_changes(tournament, changed)
    append_change(
        "tournament.started", actor=actor, subject=tournament, tournament=tournament, data=changed
    )
