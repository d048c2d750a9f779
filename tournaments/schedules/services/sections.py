"""Sections by rating: one field divided into several tournaments of the same kind."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any
from uuid import UUID

from django.db import transaction

from pairing.errors import PairingError
from pairing.roundrobin.quads import rating_bands
from tournaments.core.errors import Conflict
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, require_version, save_changes
from tournaments.events.access import last_paired_round, locked_tournament, require_open
from tournaments.events.models import Entry, Tournament, TournamentStatus
from tournaments.events.numbering import numbered, strength_key, write_numbers
from tournaments.events.services.tournaments import TournamentFields, create_tournament

from ..models import Draw
from ..options import APPLICABLE, as_data, settings_of

PERMISSION = "events.change_tournament"
_OWN = frozenset({"name", "slug", "schedule", "virtual_points", "abnormal_points"})
"""Settings that a new section does not take over as they are."""


@transaction.atomic
def divide_by_rating(
    *,
    actor: Principal,
    tournament_id: UUID,
    limits: Sequence[int],
    expected_version: int | None = None,
) -> list[Tournament]:
    """Divide a field into rating bands (organisers), before round 1 is paired.

    Band k holds the ratings of at least ``limits[k]`` that no band above holds,
    one more takes everybody below and the unrated; a band without players makes
    no section.  The strongest stay in the tournament, each further band moves
    to a new one with the same settings.  Returns all of them, strongest first.

    Raises ``NotFound``, ``Forbidden``, ``Stale("tournament.stale")``,
    ``Conflict("tournament.closed" | "sections.begun" | "sections.settings_name_entries" |
    "sections.one_only" | "quads.bands_not_falling")``.
    """
    tournament = locked_tournament(actor, tournament_id, PERMISSION)
    require_version(tournament, expected_version)
    require_open(tournament)
    _require_undivided(tournament)
    entries = sorted(tournament.entries.all(), key=strength_key(tournament))
    try:
        bands = rating_bands([entry.rating for entry in entries], limits)
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
    filled = [[entries[place] for place in band] for band in bands if band]
    if len(filled) < 2 or len(filled) > len(ascii_uppercase):
        raise Conflict("sections.one_only", sections=len(filled))
    Draw.objects.filter(tournament=tournament).delete()
    sections = [tournament]
    for letter, members in zip(ascii_uppercase[1:], filled[1:], strict=False):
        section = _section(actor, tournament, letter)
        _move(actor, tournament, section, members)
        sections.append(section)
    write_numbers(tournament, sorted(numbered(tournament), key=strength_key(tournament)))
    save_changes(tournament, ())
    append_change(
        "tournament.divided",
        actor=actor,
        subject=tournament,
        tournament=tournament,
        data={"limits": list(limits), "sections": [str(each.pk) for each in sections]},
    )
    return sections


def _require_undivided(tournament: Tournament) -> None:
    """Nothing is paired, and no setting names entries that would be elsewhere."""
    if last_paired_round(tournament):
        raise Conflict("sections.begun")
    named = {
        "prohibited_pairings": tournament.prohibited_pairings.exists(),
        "virtual_points": bool(tournament.virtual_points),
        "abnormal_points": bool(tournament.abnormal_points),
        "teams": tournament.teams.exists(),
    }
    if any(named.values()):
        fields = [name for name, there in named.items() if there]
        raise Conflict("sections.settings_name_entries", fields=fields)


def _section(actor: Principal, tournament: Tournament, letter: str) -> Tournament:
    """A tournament without entries and with the same settings."""
    fields: dict[str, Any] = {
        name: getattr(tournament, name)
        for name in TournamentFields.__annotations__
        if name not in _OWN
    }
    settings = as_data(settings_of(tournament))
    if settings is not None:
        known = APPLICABLE[tournament.system]
        fields["schedule"] = {name: value for name, value in settings.items() if name in known}
    return create_tournament(
        actor=actor,
        event_id=tournament.event_id,
        draft=tournament.status == TournamentStatus.DRAFT,
        name=f"{tournament.name} {letter}",
        **fields,
    )


def _move(
    actor: Principal, tournament: Tournament, section: Tournament, members: Sequence[Entry]
) -> None:
    """Entries change their tournament; each log says what is seen from it."""
    for entry in members:
        entry.version += 1
        append_change(
            "entry.removed",
            actor=actor,
            subject=entry,
            tournament=tournament,
            data={"player": str(entry.player_id), "moved_to": str(section.pk)},
        )
        entry.version -= 1
        entry.tournament, entry.pairing_number = section, None
        save_changes(entry, ["tournament", "pairing_number"])
    write_numbers(section, members)
    for entry in members:
        append_change(
            "entry.added",
            actor=actor,
            subject=entry,
            tournament=section,
            data={
                "player": str(entry.player_id),
                "pairing_number": entry.pairing_number,
                "moved_from": str(tournament.pk),
            },
        )
