"""Writes of prohibited pairings."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Conflict, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, get_or_refuse, save_changes, validate

from ..access import last_paired_round, locked_tournament, require_open
from ..models import (
    MAX_ROUNDS,
    Entry,
    ProhibitedPairing,
    ProhibitedPairingMember,
    Tournament,
)

MANAGE = "events.manage_entries"


@transaction.atomic
def prohibit_pairing(
    *,
    actor: Principal,
    tournament_id: UUID,
    entry_ids: Sequence[UUID],
    first_round: int = 1,
    last_round: int = MAX_ROUNDS,
    soft: bool = False,
    label: str = "",
) -> ProhibitedPairing:
    """No two of these entries may meet in these rounds (``soft``: as long as possible).

    Announced beforehand: refused once round 1 is paired
    (``Conflict("tournament.settings_frozen")``).  Raises also
    ``Invalid("prohibited_pairing.too_few" | "prohibited_pairing.invalid" | "entry.unknown")``.
    """
    tournament = locked_tournament(actor, tournament_id, MANAGE)
    _require_not_started(tournament)
    wanted = list(dict.fromkeys(entry_ids))
    if len(wanted) < 2:
        raise Invalid("prohibited_pairing.too_few", entries=len(wanted))
    known = set(
        Entry.objects.filter(tournament=tournament, pk__in=wanted).values_list("pk", flat=True)
    )
    if len(known) != len(wanted):
        raise Invalid("entry.unknown", entries=[str(pk) for pk in wanted if pk not in known])
    prohibited = ProhibitedPairing(
        tournament=tournament,
        first_round=first_round,
        last_round=last_round,
        soft=soft,
        label=label,
    )
    validate(prohibited)
    prohibited.save()
    ProhibitedPairingMember.objects.bulk_create(
        ProhibitedPairingMember(prohibited_pairing=prohibited, entry_id=pk) for pk in wanted
    )
    _log("pairing.prohibited", actor, tournament, prohibited, [str(pk) for pk in wanted])
    return prohibited


@transaction.atomic
def allow_pairing(*, actor: Principal, prohibited_pairing_id: UUID) -> None:
    """Take a prohibition back, before round 1 is paired.  Raises ``NotFound`` and ``Conflict``."""
    rows = ProhibitedPairing.objects.visible_to(actor)
    found = get_or_refuse(rows, "prohibited_pairing.not_found", pk=prohibited_pairing_id)
    tournament = locked_tournament(actor, found.tournament_id, MANAGE)
    _require_not_started(tournament)
    members = [str(entry.pk) for entry in found.members.all()]
    _log("pairing.allowed", actor, tournament, found, members)
    found.delete()


def _require_not_started(tournament: Tournament) -> None:
    require_open(tournament)
    if last_paired_round(tournament):
        raise Conflict("tournament.settings_frozen", fields=["prohibited_pairings"])


def _log(
    type: str,
    actor: Principal,
    tournament: Tournament,
    prohibited: ProhibitedPairing,
    members: list[str],
) -> None:
    save_changes(tournament, ())
    append_change(
        type,
        actor=actor,
        subject=tournament,
        tournament=tournament,
        internal=True,
        data={
            "entries": members,
            "first_round": prohibited.first_round,
            "last_round": prohibited.last_round,
            "soft": prohibited.soft,
            "label": prohibited.label,
        },
    )
