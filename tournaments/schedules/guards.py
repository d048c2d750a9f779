"""What entries of a tournament with a table cannot do; asked by the services of entries."""

from __future__ import annotations

from tournaments.core.errors import Conflict
from tournaments.events.access import last_paired_round
from tournaments.events.models import Tournament

from .options import is_predetermined


def require_place_in_table(tournament: Tournament, from_round: int) -> None:
    """Nobody joins later: a new seat changes the whole table.

    Raises ``Conflict("schedule.field_closed")``.
    """
    if is_predetermined(tournament) and (from_round > 1 or last_paired_round(tournament)):
        raise Conflict("schedule.field_closed", system=tournament.system)


def require_byes_known(tournament: Tournament) -> None:
    """The board of an absent player stays, and is a forfeit.

    Raises ``Conflict("schedule.no_byes")``.
    """
    if is_predetermined(tournament):
        raise Conflict("schedule.no_byes", system=tournament.system)


def require_departure(tournament: Tournament) -> None:
    """Before round 1 nobody withdraws from a table: the entry is deleted, or taken by a substitute.

    Raises ``Conflict("schedule.delete_instead")``.
    """
    if is_predetermined(tournament) and not last_paired_round(tournament):
        raise Conflict("schedule.delete_instead", system=tournament.system)
