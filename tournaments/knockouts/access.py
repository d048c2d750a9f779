"""How every service of a knockout begins: lock its tournament, then read all facts."""

from __future__ import annotations

from uuid import UUID

from tournaments.core.errors import Conflict
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse, lock_tournament
from tournaments.events.access import locked_tournament, require_open
from tournaments.events.models import KNOCKOUT_SYSTEM

from .loading import Loaded, load
from .models import Bracket, BracketStatus, Match
from .rules import Table


def locked_bracket(actor: Principal, tournament_id: UUID, permission: str) -> Loaded:
    """The bracket of a tournament, locked.

    Raises ``NotFound("tournament.not_found")``, ``Forbidden``,
    ``Conflict("tournament.closed" | "tournament.no_knockout")``.
    """
    tournament = locked_tournament(actor, tournament_id, permission)
    require_open(tournament)
    bracket = Bracket.objects.filter(tournament=tournament).first()
    if bracket is None or tournament.system != KNOCKOUT_SYSTEM:
        raise Conflict("tournament.no_knockout", system=tournament.system)
    bracket.tournament = tournament
    return load(bracket)


def locked_match(actor: Principal, match_id: UUID, permission: str) -> tuple[Loaded, Match]:
    """A match and its locked bracket.  Raises ``NotFound("match.not_found")`` besides."""
    seen = Match.objects.visible_to(actor).select_related("bracket")
    found = get_or_refuse(seen, "match.not_found", pk=match_id)
    tournament = lock_tournament(found.bracket.tournament_id)
    # Read again under the lock: the draw may have been cancelled meanwhile.
    match = get_or_refuse(Match.objects.select_related("bracket"), "match.not_found", pk=match_id)
    match.bracket.tournament = tournament
    loaded = load(match.bracket)
    require(actor, permission, Table(tournament, loaded.table_of(match.code)))
    require_open(tournament)
    return loaded, loaded.matches[match.code]


def require_drawn(loaded: Loaded) -> None:
    """Raise ``Conflict("bracket.not_drawn")`` while there is no draw."""
    if loaded.bracket.status == BracketStatus.ANNOUNCED:
        raise Conflict("bracket.not_drawn")


def require_published(loaded: Loaded) -> None:
    """Raise ``Conflict("bracket.not_published")`` while nothing can be played."""
    if not loaded.is_published:
        raise Conflict("bracket.not_published")


def require_unpublished(loaded: Loaded) -> None:
    """Raise ``Conflict("bracket.published")`` once everybody has seen the draw."""
    if loaded.is_published:
        raise Conflict("bracket.published")
