"""What all writes to a running bracket have in common: ask the engine, store, log."""

from __future__ import annotations

from typing import Any

from pairing.knockout.corrections import Change
from pairing.knockout.state import MatchState
from tournaments.core.errors import Conflict
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change
from tournaments.history.models import Occasion
from tournaments.history.points import take_restore_point

from ..loading import Loaded
from ..models import Match
from ..refusals import refusing
from ..storing import store


class Asking:
    """Ask the engine for a change; refusals name entries and the rows of dependent matches."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self._refusing = refusing(loaded.describe)

    def __enter__(self) -> None:
        self._refusing.__enter__()

    def __exit__(self, *raised: Any) -> bool | None:
        try:
            return self._refusing.__exit__(*raised)
        except Conflict as refusal:
            if refusal.code == "knockout.dependents":
                refusal.params["matches"] = [
                    str(self.loaded.matches[code].pk)
                    for code in refusal.params["dependents"]
                    if code in self.loaded.matches
                ]
            raise


def make(
    actor: Principal,
    loaded: Loaded,
    change: Change,
    type: str,
    *,
    match: Match | None = None,
    internal: bool = False,
    **data: Any,
) -> Loaded:
    """Store a change and log it, with the matches that lost something by it."""
    if change.cleared:
        # What is cleared can be had back.
        label = type if match is None else f"{type} {match.code}"
        take_restore_point(actor, loaded.bracket.tournament, Occasion.UNPAIR, label)
    changed = store(actor, loaded, change.knockout)
    subject = changed.bracket if match is None else changed.matches[match.code]
    if change.cleared:
        data["cleared"] = list(change.cleared)
    if match is not None:
        data = {"match": match.code, **data, **_outcome(changed, changed.state.matches[match.code])}
    append_change(
        type,
        actor=actor,
        subject=subject,
        tournament=changed.bracket.tournament,
        internal=internal,
        data=data,
    )
    return changed


def _outcome(loaded: Loaded, state: MatchState) -> dict[str, Any]:
    """What the match has come to."""
    if not state.decided:
        return {}
    return {
        "winner": loaded.describe(state.winner) if state.winner else None,
        "how": state.how.value if state.how else None,
    }
