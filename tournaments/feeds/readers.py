"""One tournament as one principal may see it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from tournaments.core.errors import NotFound
from tournaments.core.permissions import may
from tournaments.core.principal import Principal
from tournaments.events.models import Tournament


@dataclass(frozen=True, slots=True)
class Reader:
    """A tournament, by its outline, and how much of it is shown.

    There are two views of a tournament: what is published, and everything,
    for those who run it.  All readers of one view see the same, so what was
    read for one can be given to the others.
    """

    tournament: Tournament
    sees_unpublished: bool


def reader_of(principal: Principal, tournament_id: UUID) -> Reader:
    """The principal's view of a tournament.  Raises ``NotFound("tournament.not_found")``."""
    tournament = Tournament.objects.outline(principal, tournament_id)
    if tournament is None:
        raise NotFound("tournament.not_found", pk=str(tournament_id))
    return Reader(tournament, may(principal, "events.see_unpublished", tournament))
