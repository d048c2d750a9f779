"""A substitute who takes somebody's number before a table begins."""

from __future__ import annotations

from typing import Unpack
from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Conflict
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    apply,
    get_or_refuse,
    require_version,
    save_changes,
    validate,
)
from tournaments.events.access import last_paired_round, locked_entry, require_open
from tournaments.events.models import Entry
from tournaments.events.services.entries import EntryFields, rating_for
from tournaments.players.models import Player

from ..options import is_drawn

MANAGE = "events.manage_entries"


@transaction.atomic
def substitute_entry(
    *,
    actor: Principal,
    entry_id: UUID,
    player_id: UUID,
    expected_version: int | None = None,
    **overrides: Unpack[EntryFields],
) -> Entry:
    """Let another player take an entry with its number (arbiters), before round 1 is paired.

    What is not given is taken from the registry.  A draw stays as it is.
    Raises ``NotFound``, ``Forbidden``, ``Stale("entry.stale")``,
    ``Conflict("tournament.closed" | "schedule.not_for_system" | "schedule.begun" |
    "entry.exists")``, ``Invalid("entry.invalid")``.
    """
    entry, tournament = locked_entry(actor, entry_id, MANAGE)
    require_version(entry, expected_version)
    require_open(tournament)
    if not is_drawn(tournament):
        raise Conflict("schedule.not_for_system", system=tournament.system)
    if last_paired_round(tournament):
        raise Conflict("schedule.begun")
    player = get_or_refuse(Player.objects.visible_to(actor), "player.not_found", pk=player_id)
    if tournament.entries.filter(player=player).exists():
        raise Conflict("entry.exists", player=str(player.pk))
    left = str(entry.player_id)
    entry.player = player
    changed = apply(
        entry,
        {
            "name": player.name,
            "title": player.title,
            "federation": player.federation,
            "club_name": "",
            "rating": rating_for(tournament, player),
            "national_records": [],
            **overrides,
        },
    )
    validate(entry)
    save_changes(entry, ["player", *changed])
    changed["player"] = {"old": left, "new": str(player.pk)}
    append_change(
        "entry.substituted", actor=actor, subject=entry, tournament=tournament, data=changed
    )
    return entry
