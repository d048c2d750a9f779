"""What an API key may do with a row of an event: what its scopes say, in its own field only."""

from __future__ import annotations

from typing import Any

from rules.predicates import Predicate

from tournaments.core.permissions import predicate
from tournaments.core.principal import Principal
from tournaments.core.scopes import Scope

from .models import Event


def event_of(row: Any) -> Event:
    """The event of a board, round, entry or tournament, or the event itself."""
    for parent in ("round", "tournament", "event"):
        if hasattr(row, f"{parent}_id"):
            return event_of(getattr(row, parent))
    event: Event = row
    return event


def has_scope(scope: Scope) -> Predicate:
    """Predicate: a key with this scope, of the club that runs the event or of its federation."""

    def test(principal: Principal, row: Any) -> bool:
        key = principal.key
        if key is None or not principal.holds(scope):
            return False
        event = event_of(row)
        if key.club_id is not None:
            return key.club_id == event.club_id
        return key.federation == event.federation

    return predicate(test, f"has_scope:{scope.value}")
