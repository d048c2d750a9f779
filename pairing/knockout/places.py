"""Final places: decided ones as soon as nobody can change them any more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .draw import NOBODY
from .state import Knockout, MatchState, State, Status
from .structure import Match, Section, SourceKind

WINNER = 1
"""Level of the winner of the event."""


@dataclass(frozen=True, slots=True)
class Place:
    """``first`` to ``last`` are shared by all who have the same ``first``."""

    entrant: int
    first: int
    last: int


def places(knockout: Knockout, state: State) -> tuple[Place, ...]:
    """Places of those whose way has ended, the best first.

    Without match for third place both losing semi-finalists are third; who
    went out in the same round shares a place, or is ordered by seed if that
    was announced.  Where nobody won, those who came furthest have no place until
    the arbiter decides: the first place would be theirs.
    """
    matches = [m for m in state.structure.matches if m.section is not Section.CONSOLATION]
    return _Ranking(state, matches, len(_people(knockout.draw.current))).places(
        knockout.draw.seeds() if knockout.settings.places_by_seed else None
    )


def consolation_places(knockout: Knockout, state: State) -> tuple[Place, ...]:
    """Places within the consolation bracket."""
    consolation = knockout.consolation
    if consolation is None or state.consolation_stale:
        return ()
    matches = [m for m in state.structure.matches if m.section is Section.CONSOLATION]
    return _Ranking(state, matches, len(_people(consolation.draw.current))).places(
        consolation.draw.seeds() if knockout.settings.places_by_seed else None
    )


def _people(slots: Iterable[int]) -> list[int]:
    return [entrant for entrant in slots if entrant != NOBODY]


class _Ranking:
    """Exits from one bracket, ordered by level (1 the best)."""

    def __init__(self, state: State, matches: list[Match], players: int) -> None:
        self.state = state
        self.players = players
        self.matches = {match.id: match for match in matches}
        self.winner_goes_to = state.structure.links(SourceKind.WINNER)
        self.loser_goes_to = state.structure.links(SourceKind.LOSER)
        self.exits: dict[int, int] = {}
        self.open_level = 0
        for match in matches:
            self._note(state.matches[match.id])

    def _note(self, state: MatchState) -> None:
        match = state.match
        if not state.decided:
            self.open_level = max(self.open_level, self._worst(match))
            return
        for entrant in state.people:
            if entrant == state.winner:
                if not self._winner_plays_on(match):
                    self.exits[entrant] = match.winner_level
            elif entrant != state.loser:
                self.exits[entrant] = self._worst(match)
            elif not self._played(self.loser_goes_to.get(match.id)):
                self.exits[entrant] = match.loser_level

    def _winner_plays_on(self, match: Match) -> bool:
        """Re-seeding knows no next match of a winner, but there is one until the final."""
        if match.section is Section.MAIN and match.round < len(self.state.structure.survivors):
            return True
        return self._played(self.winner_goes_to.get(match.id))

    def _played(self, match: str | None) -> bool:
        return match is not None and self.state.matches[match].status is not Status.NOT_NEEDED

    def _worst(self, match: Match) -> int:
        """Level of those who go nowhere from here, not even to where losers go."""
        following = self.loser_goes_to.get(match.id)
        return match.loser_level if following is None else self._worst(self.matches[following])

    def places(self, seeds: Mapping[int, int] | None) -> tuple[Place, ...]:
        """Places from the worst level up to the first that is still open."""
        groups: dict[int, list[int]] = {}
        for entrant, level in self.exits.items():
            groups.setdefault(level, []).append(entrant)
        found: list[Place] = []
        last = self.players
        for level in sorted(groups, reverse=True):
            group = groups[level]
            first = last - len(group) + 1
            if level <= self.open_level or (first == 1 and level != WINNER):
                break
            found += _in_group(group, first, last, seeds)
            last = first - 1
        return tuple(sorted(found, key=lambda place: (place.first, place.entrant)))


def _in_group(
    group: list[int], first: int, last: int, seeds: Mapping[int, int] | None
) -> list[Place]:
    if seeds is None:
        return [Place(entrant, first, last) for entrant in group]
    by_seed = sorted(group, key=seeds.__getitem__)
    return [Place(entrant, place, place) for place, entrant in enumerate(by_seed, start=first)]
