"""What the tie-breaks of a tournament depend on besides its record."""

from __future__ import annotations

from pairing.errors import PairingError
from pairing.record import TournamentInfo, TournamentRecord
from pairing.systems import SYSTEMS
from tiebreaks import edition_of, parse_code
from tiebreaks.field import is_predetermined

from .models import Tournament


def is_round_robin(tournament: Tournament) -> bool:
    """Whether its pairings do not depend on results (C.07 15.2).

    By its system; where that is not known here, by its type code or in words.
    """
    known = SYSTEMS.get(tournament.system)
    if known is not None:
        return known.predetermined
    info = TournamentInfo(kind=tournament.type_text)
    bare = TournamentRecord((), tournament.round_count, info=info, system=tournament.type_code)
    return is_predetermined(bare)


def as_spelled(codes: list[str]) -> list[str]:
    """The codes in their usual spelling: what is stored, compared and announced in reports.

    What is no list of tie-breaks stays as it is, for the check to refuse.
    """
    try:
        return [parse_code(code).code for code in codes]
    except (PairingError, TypeError, AttributeError):
        return codes


def edition_in_force(tournament: Tournament) -> str:
    """The edition of C.07 by which an event of this date is decided."""
    return edition_of(tournament.start or tournament.event.start)
