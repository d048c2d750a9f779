"""What follows for a tournament from its system: defaults, and settings stored beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.core.writing import apply, save_changes
from tournaments.events.models import (
    DEFAULT_ROUND_ROBIN_TIE_BREAKS,
    DEFAULT_SWISS_TIE_BREAKS,
    Tournament,
)
from tournaments.events.tie_breaking import is_round_robin

from .models import Draw, ScheduleSettings
from .options import as_data, is_predetermined, known_system, updated_settings
from .rounds import rounds_to_play

KEIZER_CODE = "OTHER_KEIZER"
_TIE_BREAKS: dict[str, tuple[str, ...]] = {
    "scheveningen": ("PTS", "WIN", "SB"),
    "skalitzka": ("PTS", "WIN", "SB"),
    "team-round-robin": ("MPTS", "GPTS", "DE", "BC"),
    "keizer": (KEIZER_CODE, "PTS"),
}
_KEEP_THE_DRAW = frozenset(
    {
        "board_colours",
        "cycles",
        "half_rule",
        "keizer",
        "match_draw",
        "match_loss",
        "match_win",
        "swap_last_rounds",
    }
)
"""Settings that may change without another draw."""
DRAW = "draw"


def suited(
    tournament: Tournament, given: Mapping[str, Any], old_system: str | None = None
) -> dict[str, Any]:
    """Values of columns that follow from the system, for what is not ``given``.

    With ``old_system`` only what still had that system's default is changed.
    """
    new = _suited_to(tournament)
    if old_system is not None:
        asked = tournament.system
        tournament.system = old_system
        old = _suited_to(tournament)
        tournament.system = asked
        new = {name: value for name, value in new.items() if getattr(tournament, name) == old[name]}
    elif is_predetermined(tournament):
        # Until the numbers are drawn nobody knows how many there will be.
        new["round_count"] = 1
    return {name: value for name, value in new.items() if name not in given}


def default_order(system_code: str, *, round_robin: bool) -> tuple[str, ...]:
    """Codes that order the standings of a system unless others are announced.

    ``round_robin``: its pairings do not depend on results, so no Buchholz
    (C.07, note to art. 8).
    """
    usual = DEFAULT_ROUND_ROBIN_TIE_BREAKS if round_robin else DEFAULT_SWISS_TIE_BREAKS
    return _TIE_BREAKS.get(system_code, usual)


def _suited_to(tournament: Tournament) -> dict[str, Any]:
    chosen = known_system(tournament)
    return {
        "tie_breaks": list(
            default_order(tournament.system, round_robin=is_round_robin(tournament))
        ),
        "points_pairing_allocated_bye": chosen.bye_points if chosen else None,
    }


def change_settings(
    tournament: Tournament, given: Mapping[str, Any], *, new_system: bool
) -> dict[str, Any]:
    """Store the settings of an existing tournament; returns what changed, for the log.

    A draw that they make worthless is discarded.  Raises ``Invalid("tournament.invalid")``.
    """
    stored = ScheduleSettings.objects.filter(tournament=tournament).first()
    before = as_data(stored)
    kept = None if new_system else stored
    settings = updated_settings(tournament, kept, given)
    if stored is not None and settings is not stored:
        stored.delete()
    if settings is not None:
        settings.tournament = tournament
        settings.save()
    after = as_data(settings)
    if before == after:
        return {}
    changed: dict[str, Any] = {"schedule": {"old": before, "new": after}}
    draw = Draw.objects.filter(tournament=tournament).first()
    if draw is None:
        return changed
    differing = {name for name in after or {} if (before or {}).get(name) != (after or {})[name]}
    if new_system or before is None or differing - _KEEP_THE_DRAW:
        draw.delete()
        changed[DRAW] = {"old": draw.method, "new": None}
    elif "cycles" in differing:
        draw.rounds = rounds_to_play(tournament)
        save_changes(draw, ["rounds"])
        changed |= apply(tournament, {"round_count": draw.rounds})
    return changed
