"""Requested byes: announced absences in rounds that are not paired yet (C.04.2 3.3)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Conflict, Invalid, NotFound
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, save_changes
from tournaments.schedules.guards import require_byes_known

from ..access import last_paired_round, locked_entry, require_open, require_paired_rounds
from ..models import ByeKind, Entry, EntryStatus, RequestedBye, Tournament

MANAGE = "events.manage_entries"
WITH_POINTS = (ByeKind.HALF.value, ByeKind.FULL.value)


@transaction.atomic
def request_bye(
    *,
    actor: Principal,
    entry_id: UUID,
    round_number: int,
    kind: str,
    confirmed: bool = False,
) -> RequestedBye:
    """Note that an entry will be absent in a round, with the points of ``kind`` (``H F Z``).

    A second request for the same round replaces the first.  A bye with points
    obeys the tournament's limit and its last rounds without byes; the second
    one of a player, and any full-point bye, must be ``confirmed``, which the log
    keeps.  Raises ``Invalid("bye.kind_unknown" | "round.out_of_range")`` and
    ``Conflict("entry.withdrawn" | "entry.round_already_paired" |
    "bye.not_allowed" | "bye.too_late" | "bye.limit_reached" |
    "bye.confirmation_needed" | "tournament.is_knockout" | "schedule.no_byes")``.
    """
    entry, tournament = locked_entry(actor, entry_id, MANAGE)
    require_open(tournament)
    require_paired_rounds(tournament)
    require_byes_known(tournament)
    if kind not in ByeKind.values:
        raise Invalid("bye.kind_unknown", kind=kind, known=ByeKind.values)
    _require_to_come(tournament, round_number)
    if entry.status == EntryStatus.WITHDRAWN and entry.status_from_round <= round_number:
        raise Conflict("entry.withdrawn", from_round=entry.status_from_round)
    if kind in WITH_POINTS:
        _require_granted(tournament, entry, round_number, kind, confirmed=confirmed)
    confirmed = confirmed and kind in WITH_POINTS
    bye = entry.requested_byes.filter(round_number=round_number).first()
    if bye is None or (bye.kind, bye.confirmed) != (kind, confirmed):
        data: dict[str, Any] = {"kind": {"old": bye.kind if bye else None, "new": kind}}
        bye = bye or RequestedBye(entry=entry, round_number=round_number)
        bye.kind, bye.confirmed = kind, confirmed
        bye.save()
        _log("bye.requested", actor, entry, round_number, data | {"confirmed": confirmed})
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


def _require_granted(
    tournament: Tournament, entry: Entry, round_number: int, kind: str, *, confirmed: bool
) -> None:
    """The event's own rules about byes with points."""
    if not entry.byes_allowed:
        raise Conflict("bye.not_allowed", entry=str(entry.pk), name=entry.name)
    last = tournament.round_count - tournament.final_rounds_without_byes
    if round_number > last:
        raise Conflict("bye.too_late", round=round_number, last=last)
    others = _rounds_with_byes(entry) - {round_number}
    limit = tournament.half_point_byes
    if limit is not None and len(others) >= limit:
        raise Conflict("bye.limit_reached", limit=limit, rounds=sorted(others))
    if (others or kind == ByeKind.FULL) and not confirmed:
        raise Conflict("bye.confirmation_needed", kind=kind, rounds=sorted(others))


def _rounds_with_byes(entry: Entry) -> set[int]:
    """Rounds in which the entry had, or asked for, a bye with points."""
    asked = entry.requested_byes.filter(kind__in=WITH_POINTS)
    had = entry.seats.filter(bye__in=WITH_POINTS)
    return {
        *asked.values_list("round_number", flat=True),
        *had.values_list("round__number", flat=True),
    }


def _log(
    type: str, actor: Principal, entry: Entry, round_number: int, data: dict[str, Any]
) -> None:
    """Who will be absent is known only to those who run the tournament until it shows."""
    save_changes(entry, ())
    append_change(
        type,
        actor=actor,
        subject=entry,
        tournament=entry.tournament,
        internal=True,
        data={"round": round_number, **data},
    )
