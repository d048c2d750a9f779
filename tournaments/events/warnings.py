"""What organisers should know before round 1; nothing here forbids anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .models import EntryStatus, Tournament


@dataclass(frozen=True, slots=True)
class Warning:
    """A stable code and its parameters."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)


def warnings_for(tournament: Tournament) -> list[Warning]:
    """Warnings about a tournament as it stands.

    ``tournament.too_many_rounds``: among n players who never meet twice there
    are at most n - 1 rounds, n if n is odd and one has the bye each time.
    """
    players = tournament.entries.filter(status=EntryStatus.ACTIVE).count()
    most = players if players % 2 else players - 1
    if players and tournament.round_count > most:
        params = {"rounds": tournament.round_count, "players": players, "most": most}
        return [Warning("tournament.too_many_rounds", params)]
    return []
