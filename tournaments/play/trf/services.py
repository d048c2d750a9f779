"""Imports of Tournament Report Files: the whole tournament, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import DataError, IntegrityError, transaction

from pairing.trf import Finding
from tournaments.clubs.models import Club
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.slugs import free_slug
from tournaments.core.writing import (
    append_change,
    get_or_refuse,
    lock_club,
    require_version,
    save_changes,
    validate,
)
from tournaments.events.access import locked_tournament, require_open
from tournaments.events.models import Event, Tournament
from tournaments.events.services.tournaments import plan_rounds
from tournaments.events.settings_data import check_settings
from tournaments.history.models import Occasion
from tournaments.history.points import take_restore_point
from tournaments.schedules.imports import note_missing, store_schedule

from .people import Registered, registered_players
from .reading import TrfReading, read_for_storage
from .storing import apply_header, store_entries, store_rounds

PERMISSION = "events.change_tournament"


@dataclass(frozen=True, slots=True)
class TrfImport:
    """The tournament that came of a file, and every remark about the file."""

    tournament: Tournament
    findings: tuple[Finding, ...]


def import_trf(
    *,
    actor: Principal,
    event_id: UUID,
    content: bytes,
    name: str = "",
    strict: bool = False,
    encoding: str = "",
) -> TrfImport:
    """A new tournament of an event from a report file (owner, organiser).

    ``name`` replaces the file's.  ``strict`` refuses what would need an
    adjustment; ``encoding`` overrides detection.  Raises ``NotFound``,
    ``Forbidden`` and ``Invalid`` with the reader's code, place and findings,
    or an ``import.*`` code; then nothing is stored.
    """
    seen = Event.objects.visible_to(actor)
    require(actor, PERMISSION, get_or_refuse(seen, "event.not_found", pk=event_id))
    reading = read_for_storage(content, strict=strict, encoding=encoding)
    with transaction.atomic():
        club = lock_club(get_or_refuse(seen, "event.not_found", pk=event_id).club_id)
        event = get_or_refuse(seen, "event.not_found", pk=event_id)
        event.club = club
        tournament = Tournament(event=event, name=event.name)
        _store(actor, tournament, reading, name)
    return TrfImport(tournament, reading.findings)


def import_trf_into(
    *,
    actor: Principal,
    tournament_id: UUID,
    content: bytes,
    expected_version: int | None = None,
    strict: bool = False,
    encoding: str = "",
) -> TrfImport:
    """Fill an empty tournament from a report file (owner, organiser).

    The file's settings replace the tournament's; its name stays.  Raises what
    :func:`import_trf` raises, ``Stale("tournament.stale")`` and
    ``Conflict("tournament.not_empty" | "tournament.closed")``.
    """
    seen = Tournament.objects.visible_to(actor).select_related("event")
    found = get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    require(actor, PERMISSION, found)
    reading = read_for_storage(
        content, strict=strict, encoding=encoding, least_rounds=found.round_count
    )
    with transaction.atomic():
        lock_club(found.event.club_id)
        tournament = locked_tournament(actor, tournament_id, PERMISSION)
        require_version(tournament, expected_version)
        require_open(tournament)
        if tournament.entries.exists():
            raise Conflict("tournament.not_empty", entries=tournament.entries.count())
        take_restore_point(actor, tournament, Occasion.IMPORT)
        _store(actor, tournament, reading, tournament.name)
    return TrfImport(tournament, reading.findings)


def _store(actor: Principal, tournament: Tournament, reading: TrfReading, name: str) -> None:
    """Everything of the file; the caller holds the locks of the club and the tournament."""
    club: Club = tournament.event.club
    is_new = tournament._state.adding
    apply_header(tournament, reading)
    tournament.name = name or tournament.name
    if is_new:
        tournament.slug = free_slug(tournament.event.tournaments.all(), tournament.name, 80)
    validate(tournament)
    try:
        with transaction.atomic():
            tournament.save()
            plan_rounds(tournament)
            people = registered_players(club.pk, reading.record.participants)
            entries = store_entries(tournament, reading.record, people.players)
            layout = store_schedule(tournament, reading.record, reading.schedule, entries)
            store_rounds(tournament, reading.record, entries, layout)
            note_missing(tournament, reading.record, entries)
            save_changes(tournament, _AFTER_ENTRIES)
    except (IntegrityError, DataError) as error:
        # The fitting is meant to leave nothing for the database to refuse.
        raise Invalid("import.not_storable", reason=str(error).splitlines()[0]) from error
    check_settings(tournament)
    log_import(actor, tournament, people)


_AFTER_ENTRIES = ("virtual_points", "abnormal_points", "baku_last_entry")


def log_import(actor: Principal, tournament: Tournament, people: Registered) -> None:
    """One entry in the club's log for the registry, one in the tournament's own."""
    club = tournament.event.club
    if people.created or people.completed:
        data = {
            "created": people.created,
            "completed": len(people.completed),
            "players": [str(pk) for pk in people.completed],
        }
        append_change("players.imported", actor=actor, subject=club, club=club, data=data)
    append_change(
        "tournament.imported",
        actor=actor,
        subject=tournament,
        tournament=tournament,
        data={"entries": len(people.players)},
    )
