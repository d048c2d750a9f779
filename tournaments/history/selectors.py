"""Reading the log: what happened, who did it, when, why, and what was there before."""

from __future__ import annotations

from uuid import UUID

from tournaments.clubs.models import Club
from tournaments.core.models import ChangeLogEntry
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.querysets import ChangeLogQuerySet
from tournaments.core.writing import get_or_refuse
from tournaments.events.models import Tournament

READ = "history.read_log"


def log_of_tournament(*, principal: Principal, tournament_id: UUID) -> ChangeLogQuerySet:
    """All changes of a tournament (arbiters), internal ones and those of drafts included."""
    seen = Tournament.objects.visible_to(principal).select_related("event")
    tournament = get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    require(principal, READ, tournament)
    return _with_actors(ChangeLogEntry.objects.filter(tournament=tournament))


def log_of_club(*, principal: Principal, club_id: UUID) -> ChangeLogQuerySet:
    """Changes that belong to no tournament: members, players, events (arbiters)."""
    club = get_or_refuse(Club.objects.visible_to(principal), "club.not_found", pk=club_id)
    require(principal, READ, club)
    return _with_actors(ChangeLogEntry.objects.filter(club=club, tournament=None))


def _with_actors(rows: ChangeLogQuerySet) -> ChangeLogQuerySet:
    return rows.select_related("actor", "round")
