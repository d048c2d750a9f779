"""What organisers should know before round 1; nothing here forbids anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pairing.knockout.arithmetic import LARGEST_FIELD, SMALLEST_FIELD, arithmetic
from tournaments.schedules.options import is_predetermined

from .models import KNOCKOUT_SYSTEM, EntryStatus, Tournament
from .numbering import FROZEN_FROM_ROUND, numbered, numbers_frozen, strength_key


@dataclass(frozen=True, slots=True)
class Warning:
    """A stable code and its parameters."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)


def warnings_for(tournament: Tournament) -> list[Warning]:
    """Warnings about a tournament as it stands.

    ``tournament.too_many_rounds``: among n players who never meet twice there
    are at most n - 1 rounds, n if n is odd and one has the bye each time.  In a
    table the rounds follow from the players, and a Keizer ladder repeats pairings.
    ``draw.bye_meetings``: in a knockout of this size players with a bye have to
    meet in round 2.  ``entries.not_by_strength``: ratings or titles were
    corrected, or the order was set by hand, and the numbers are not those of
    C.04.2 2.2 though they still may be (2.3).
    """
    if is_predetermined(tournament) or tournament.system == "keizer":
        return []
    players = tournament.entries.filter(status=EntryStatus.ACTIVE).count()
    if tournament.system == KNOCKOUT_SYSTEM:
        return _warnings_of_bracket(players)
    most = players if players % 2 else players - 1
    found = []
    if players and tournament.round_count > most:
        params = {"rounds": tournament.round_count, "players": players, "most": most}
        found.append(Warning("tournament.too_many_rounds", params))
    return [*found, *_warnings_of_numbers(tournament)]


def _warnings_of_numbers(tournament: Tournament) -> list[Warning]:
    if numbers_frozen(tournament):
        return []
    order = numbered(tournament)
    by_strength = sorted(order, key=strength_key(tournament))
    moved = [
        entry.pairing_number
        for entry, other in zip(order, by_strength, strict=True)
        if entry.pk != other.pk
    ]
    if not moved:
        return []
    return [
        Warning("entries.not_by_strength", {"numbers": moved, "until_round": FROZEN_FROM_ROUND})
    ]


def _warnings_of_bracket(players: int) -> list[Warning]:
    if not SMALLEST_FIELD <= players <= LARGEST_FIELD:
        return []
    numbers = arithmetic(players)
    if not numbers.bye_meetings:
        return []
    params = {
        "meetings": numbers.bye_meetings,
        "unavoidable": numbers.bye_meetings,
        "players": players,
        "first_round_matches": numbers.first_round_matches,
    }
    return [Warning("draw.bye_meetings", params)]
