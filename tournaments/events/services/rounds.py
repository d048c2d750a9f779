"""Writes of the schedule."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from tournaments.core.errors import Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, require_version, save_changes

from ..access import locked_round, require_open
from ..models import Round


@transaction.atomic
def schedule_round(
    *,
    actor: Principal,
    round_id: UUID,
    starts_at: datetime | None = None,
    day: date | None = None,
    expected_version: int | None = None,
) -> Round:
    """Announce when a round starts (arbiters); nothing given means "not known".

    ``starts_at`` is an instant (aware) and settles the day in the event's
    zone; ``day`` alone announces the day only.  Raises ``Stale("round.stale")``,
    ``Invalid("round.start_without_zone" | "round.day_contradicts_start")``.
    """
    round, tournament = locked_round(actor, round_id, "events.schedule_round")
    require_version(round, expected_version)
    require_open(tournament)
    if starts_at is not None:
        if timezone.is_naive(starts_at):
            raise Invalid("round.start_without_zone", starts_at=starts_at.isoformat())
        local_day = starts_at.astimezone(ZoneInfo(tournament.event.time_zone)).date()
        if day not in (None, local_day):
            raise Invalid(
                "round.day_contradicts_start",
                day=day.isoformat() if day else None,
                local_day=local_day.isoformat(),
            )
        day = local_day
    wanted: dict[str, Any] = {"starts_at": starts_at, "day": day}
    changed = apply(round, wanted)
    if changed:
        save_changes(round, changed)
        append_change(
            "round.scheduled",
            actor=actor,
            subject=round,
            tournament=tournament,
            round=round,
            internal=not round.is_published,
            data=changed,
        )
    return round
