"""Check-in: who is really there (C.04.2 2.5)."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from tournaments.core.clock import now
from tournaments.core.errors import Conflict
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, require_version, save_changes

from ..access import last_paired_round, locked_entry, require_open
from ..models import Entry, Round, Tournament
from ..numbering import close_gap, give_number
from .entries import MANAGE


@transaction.atomic
def check_in_entry(
    *, actor: Principal, entry_id: UUID, expected_version: int | None = None
) -> Entry:
    """Note that a player is there (arbiters).

    Who is there plays from the next round to be paired, with the number that
    his strength earns (2.4).  Doing it twice changes nothing.  Raises
    ``Conflict("tournament.no_check_in")``.
    """
    entry, tournament = _locked(actor, entry_id, expected_version)
    if entry.checked_in_at is not None:
        return entry
    entry.checked_in_at = now()
    following = last_paired_round(tournament) + 1
    if following <= tournament.round_count:
        entry.entered_from_round = min(entry.entered_from_round, following)
        if entry.pairing_number is None:
            give_number(tournament, entry)
    save_changes(entry, ["checked_in_at", "entered_from_round", "pairing_number"])
    append_change(
        "entry.checked_in",
        actor=actor,
        subject=entry,
        tournament=tournament,
        data={
            "from_round": entry.entered_from_round,
            "pairing_number": entry.pairing_number,
        },
    )
    return entry


@transaction.atomic
def undo_check_in(
    *, actor: Principal, entry_id: UUID, expected_version: int | None = None
) -> Entry:
    """Take a check-in back that was noted by mistake (arbiters).

    Raises ``Conflict("tournament.no_check_in")`` and, once the player has been
    paired, ``Conflict("entry.in_use", reason="rounds")``.
    """
    entry, tournament = _locked(actor, entry_id, expected_version)
    if entry.seats.filter(board__isnull=False).exists():
        raise Conflict("entry.in_use", reason="rounds")
    changed = apply(entry, {"checked_in_at": None})
    if changed:
        save_changes(entry, changed)
        append_change("entry.check_in_undone", actor=actor, subject=entry, tournament=tournament)
    return entry


def put_off_the_absent(actor: Principal, tournament: Tournament, round: Round) -> None:
    """Where there is a check-in, whoever is not there becomes a late entry.

    The caller holds the tournament's lock and is about to pair ``round``.
    Such an entry loses its provisional number, and those below move up; only
    with a bye in an earlier round it keeps its number.
    """
    if not tournament.check_in:
        return
    missing = (
        tournament.entries.filter(checked_in_at__isnull=True, entered_from_round__lte=round.number)
        .exclude(requested_byes__round_number=round.number)
        .exclude(seats__board__isnull=False)
    )
    for entry in missing.order_by("-pairing_number", "id"):
        number = None if entry.seats.exists() else entry.pairing_number
        if number is not None:
            entry.pairing_number = None
        entry.entered_from_round = round.number + 1
        save_changes(entry, ["pairing_number", "entered_from_round"])
        if number is not None:
            close_gap(tournament, number)
        append_change(
            "entry.not_arrived",
            actor=actor,
            subject=entry,
            tournament=tournament,
            data={"round": round.number, "pairing_number": number},
        )


def _locked(
    actor: Principal, entry_id: UUID, expected_version: int | None
) -> tuple[Entry, Tournament]:
    entry, tournament = locked_entry(actor, entry_id, MANAGE)
    require_version(entry, expected_version)
    require_open(tournament)
    if not tournament.check_in:
        raise Conflict("tournament.no_check_in")
    return entry, tournament
