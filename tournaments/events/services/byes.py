"""Requested byes: announced absences in rounds that are not paired yet (C.04.2 3.3)."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Conflict, Invalid, NotFound
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, save_changes

from ..access import last_paired_round, locked_entry, require_open
from ..models import ByeKind, Entry, EntryStatus, RequestedBye, Tournament

MANAGE = "events.manage_entries"


@transaction.atomic
def request_bye(*, actor: Principal, entry_id: UUID, round_number: int, kind: str) -> RequestedBye:
    """Note that an entry will be absent in a round, with the points of ``kind`` (``H F Z``).

    A second request for the same round replaces the first.  Raises
    ``Invalid("bye.kind_unknown" | "round.out_of_range")`` and
    ``Conflict("entry.withdrawn" | "entry.round_already_paired")``.
    """
    entry, tournament = locked_entry(actor, entry_id, MANAGE)
    require_open(tournament)
    if kind not in ByeKind.values:
        raise Invalid("bye.kind_unknown", kind=kind, known=ByeKind.values)
    _require_to_come(tournament, round_number)
    if entry.status == EntryStatus.WITHDRAWN and entry.status_from_round <= round_number:
        raise Conflict("entry.withdrawn", from_round=entry.status_from_round)
    bye, created = RequestedBye.objects.get_or_create(
        entry=entry, round_number=round_number, defaults={"kind": kind}
    )
    if created or bye.kind != kind:
        old = None if created else bye.kind
        bye.kind = kind
        bye.save()
        _log("bye.requested", actor, entry, round_number, {"old": old, "new": kind})
    return bye


@transaction.atomic
def cancel_bye(*, actor: Principal, entry_id: UUID, round_number: int) -> None:
    """Forget a requested bye.  Raises ``NotFound("bye.not_found")`` and ``Conflict`` as above."""
    entry, tournament = locked_entry(actor, entry_id, MANAGE)
    require_open(tournament)
    _require_to_come(tournament, round_number)
    deleted, _ = RequestedBye.objects.filter(entry=entry, round_number=round_number).delete()
    if not deleted:
        raise NotFound("bye.not_found", entry=str(entry.pk), round=round_number)
    _log("bye.cancelled", actor, entry, round_number, {})


def _require_to_come(tournament: Tournament, round_number: int) -> None:
    if not 1 <= round_number <= tournament.round_count:
        raise Invalid("round.out_of_range", round=round_number, rounds=tournament.round_count)
    following = last_paired_round(tournament) + 1
    if round_number < following:
        raise Conflict("entry.round_already_paired", round=round_number, next_round=following)


def _log(
    type: str, actor: Principal, entry: Entry, round_number: int, kind: dict[str, str | None]
) -> None:
    """Who will be absent is known only to those who run the tournament until it shows."""
    save_changes(entry, ())
    append_change(
        type,
        actor=actor,
        subject=entry,
        tournament=entry.tournament,
        internal=True,
        data={"round": round_number, "kind": kind},
    )
