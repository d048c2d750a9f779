"""Brackets, matches and places as a principal may see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from pairing.knockout import places as engine
from pairing.knockout.draw import NOBODY
from pairing.knockout.state import Status
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse
from tournaments.events.models import KNOCKOUT_SYSTEM, Tournament

from .loading import Loaded, load, load_all
from .models import Bracket, Entrant, Match, Part, Qualified


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A final place; ``first`` to ``last`` are shared by all who have the same ``first``."""

    entrant: Entrant
    first: int
    last: int

    @property
    def shared(self) -> bool:
        """Others have the same place."""
        return self.first != self.last


def announced_for(*, principal: Principal, tournament_id: UUID) -> Bracket:
    """What is announced about a knockout.  Raises ``NotFound("tournament.not_found")``,
    ``NotFound("bracket.not_found")`` for a tournament of another system."""
    seen = Tournament.objects.visible_to(principal)
    get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    rows = Bracket.objects.filter(tournament__system=KNOCKOUT_SYSTEM).select_related("tournament")
    return get_or_refuse(rows, "bracket.not_found", tournament=tournament_id)


def bracket_of(*, principal: Principal, tournament_id: UUID) -> Bracket:
    """The bracket, if it is drawn and the principal may see the draw.

    Raises ``NotFound("bracket.not_found")``: an unpublished draw is as good as none.
    """
    rows = Bracket.objects.visible_to(principal).filter(tournament__system=KNOCKOUT_SYSTEM)
    rows = rows.select_related("tournament__event")
    return get_or_refuse(rows, "bracket.not_found", tournament=tournament_id)


def bracket_for(*, principal: Principal, tournament_id: UUID) -> Loaded:
    """The bracket with all its facts, in a fixed number of queries.  Raises as above."""
    return load(bracket_of(principal=principal, tournament_id=tournament_id))


def brackets_for(*, principal: Principal, tournament_ids: Iterable[UUID]) -> dict[UUID, Loaded]:
    """The brackets of several tournaments that the principal may see, by tournament."""
    rows = Bracket.objects.visible_to(principal).select_related("tournament__event")
    chosen = rows.filter(tournament__in=list(tournament_ids), tournament__system=KNOCKOUT_SYSTEM)
    return {each.bracket.tournament_id: each for each in load_all(chosen).values()}


def qualified_for(*, principal: Principal, tournament_id: UUID) -> list[Qualified]:
    """Who was taken over from a preliminary, by pairing number.  Raises as ``announced_for``."""
    bracket = announced_for(principal=principal, tournament_id=tournament_id)
    rows = Qualified.objects.filter(bracket=bracket).select_related("entry")
    return list(rows.order_by("entry__pairing_number"))


def match_for(*, principal: Principal, match_id: UUID) -> tuple[Loaded, Match]:
    """A match and its bracket.  Raises ``NotFound("match.not_found")``."""
    seen = Match.objects.visible_to(principal).select_related("bracket__tournament__event")
    found = get_or_refuse(seen, "match.not_found", pk=match_id)
    loaded = load(found.bracket)
    return loaded, loaded.matches.get(found.code, found)


def places_of(loaded: Loaded, part: str = Part.MAIN.value) -> list[PlaceLine]:
    """Places that nobody can change any more, the best first."""
    found = engine.consolation_places if part == Part.CONSOLATION else engine.places
    return [
        PlaceLine(loaded.entrants[each.entrant], each.first, each.last)
        for each in found(loaded.drawn, loaded.state)
    ]


def still_playing(loaded: Loaded) -> list[Entrant]:
    """Those in the bracket whose place is not settled, by seed."""
    knockout = loaded.drawn
    placed = {each.entrant.number for each in places_of(loaded)}
    seeds = knockout.draw.seeds()
    left = {number for number in knockout.draw.current if number != NOBODY} - placed
    return [loaded.entrants[number] for number in sorted(left, key=seeds.__getitem__)]


def open_matches(loaded: Loaded) -> int:
    """How many matches can be played now."""
    playable = (Status.READY, Status.RUNNING)
    return sum(each.status in playable for each in loaded.state.matches.values())


def game_points(loaded: Loaded) -> dict[int, int]:
    """Tenths that everybody has scored in games, by number."""
    points: dict[int, int] = dict.fromkeys(loaded.entrants, 0)
    for match in loaded.state.matches.values():
        for stage in match.stages:
            for side, entrant in enumerate(match.sides):
                if entrant:
                    points[entrant] += stage.points[side]
    return points
