"""Changing what was entered: free while nothing else loses its ground.

A change is free as long as everything entered elsewhere keeps its ground.
Where it does not (other people in a match that has results by now, or games
beyond an earlier decision) it is refused with the list of what it would clear,
and made only when that is confirmed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..errors import RecordError
from .facts import Facts
from .settings import ConsolationField
from .state import Knockout, MatchState, State, resolve
from .structure import Match, Section, SourceKind

CONSOLATION = "consolation"


@dataclass(frozen=True, slots=True)
class Change:
    """The knockout after a change, its state, and what was cleared.

    ``cleared`` holds ids of matches that lost something entered for them, and
    ``consolation`` if the draw of the consolation bracket was lost.
    """

    knockout: Knockout
    state: State
    cleared: tuple[str, ...] = ()


def dependents(knockout: Knockout, match: str) -> tuple[str, ...]:
    """Matches with something entered that a correction of ``match`` can touch.

    In the order of play.  Raises ``RecordError("knockout.match_unknown")``.
    """
    state = resolve(knockout)
    start = match_state(state, match).match
    reached = {start.id}
    for each in state.structure.matches:
        if any(source.match in reached for source in each.sources) or _depends_on_round(
            each, start, knockout
        ):
            reached.add(each.id)
    entered = knockout.facts.matches() & reached - {start.id}
    matches = state.structure.matches
    return tuple(each.id for each in matches if each.id in entered)


def _depends_on_round(match: Match, start: Match, knockout: Knockout) -> bool:
    """Whether a match depends on all matches of a round of the main section."""
    if start.section is not Section.MAIN:
        return False
    if match.section is Section.CONSOLATION:
        first_round_only = knockout.settings.consolation is ConsolationField.ROUND_1
        return start.round <= (1 if first_round_only else 2)
    ranked = any(source.kind is SourceKind.RANK for source in match.sources)
    return ranked and match.round > start.round


def apply(knockout: Knockout, facts: Facts, match: str, confirm: bool) -> Change:
    """The knockout with these facts instead.

    Raises ``RecordError("knockout.dependents")`` with the list of what would be
    cleared, unless ``confirm`` allows that; ``match`` is where the change was made.
    """
    changed = replace(knockout, facts=facts)
    state = resolve(changed)
    stale = state.stale
    if not stale.matches() and not state.consolation_stale:
        return Change(changed, state)
    order = [each.id for each in state.structure.matches]
    lost = sorted(stale.matches(), key=lambda each: order.index(each) if each in order else -1)
    cleared = (*lost, *([CONSOLATION] if state.consolation_stale else []))
    if not confirm:
        raise RecordError("knockout.dependents", match=match, dependents=list(cleared))
    settled = replace(
        changed,
        facts=facts.without(stale),
        consolation=None if state.consolation_stale else changed.consolation,
    )
    return Change(settled, resolve(settled), cleared)


def match_state(state: State, match: str) -> MatchState:
    """The match with this id; raises ``RecordError("knockout.match_unknown")``."""
    if match not in state.matches:
        raise RecordError("knockout.match_unknown", match=match)
    return state.matches[match]
