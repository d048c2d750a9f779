"""How every service of a tournament begins: find what the principal may see, lock, find again."""

from __future__ import annotations

from uuid import UUID

from tournaments.core.errors import Conflict
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse, lock_tournament

from .models import KNOCKOUT_SYSTEM, Entry, Round, Tournament, TournamentStatus


def locked_tournament(actor: Principal, tournament_id: UUID, permission: str) -> Tournament:
    """The tournament, locked.  Raises ``NotFound`` and ``Forbidden``."""
    seen = Tournament.objects.visible_to(actor)
    get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    tournament = lock_tournament(tournament_id)
    require(actor, permission, tournament)
    return tournament


def locked_entry(actor: Principal, entry_id: UUID, permission: str) -> tuple[Entry, Tournament]:
    """The entry and its locked tournament.  Raises ``NotFound`` and ``Forbidden``."""
    seen = Entry.objects.visible_to(actor)
    found = get_or_refuse(seen, "entry.not_found", pk=entry_id)
    tournament = locked_tournament(actor, found.tournament_id, permission)
    entry = get_or_refuse(Entry.objects.all(), "entry.not_found", pk=entry_id)
    entry.tournament = tournament
    return entry, tournament


def locked_round(actor: Principal, round_id: UUID, permission: str) -> tuple[Round, Tournament]:
    """The round and its locked tournament.  Raises ``NotFound`` and ``Forbidden``."""
    seen = Round.objects.visible_to(actor)
    found = get_or_refuse(seen, "round.not_found", pk=round_id)
    tournament = locked_tournament(actor, found.tournament_id, permission)
    round = get_or_refuse(Round.objects.all(), "round.not_found", pk=round_id)
    round.tournament = tournament
    return round, tournament


def require_open(tournament: Tournament) -> None:
    """Raise ``Conflict("tournament.closed")`` once it is finished or archived."""
    if tournament.status in (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED):
        raise Conflict("tournament.closed", status=tournament.status)


def require_paired_rounds(tournament: Tournament) -> None:
    """Raise ``Conflict("tournament.is_knockout")`` where a bracket takes the place of pairings."""
    if tournament.system == KNOCKOUT_SYSTEM:
        raise Conflict("tournament.is_knockout")


def require_outside_bracket(entry: Entry) -> None:
    """Raise ``Conflict("entry.in_bracket")`` for somebody in a published bracket."""
    if entry.entrants.filter(bracket__status="published").exists():
        raise Conflict("entry.in_bracket")


def last_paired_round(tournament: Tournament) -> int:
    """Number of the last round that has pairings, published or not; 0 if none."""
    paired = tournament.rounds.exclude(status="planned").order_by("-number")
    return paired.values_list("number", flat=True).first() or 0
