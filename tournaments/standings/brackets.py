"""The standings of a knockout: its places, and those still in it."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.core.clock import now
from tournaments.core.errors import Conflict, NotFound
from tournaments.core.principal import Principal
from tournaments.events.models import Tournament
from tournaments.knockouts.loading import Loaded
from tournaments.knockouts.selectors import (
    bracket_for,
    game_points,
    open_matches,
    places_of,
    still_playing,
)

from .rows import StandingsRow, StandingsTable


def standings_of_bracket(
    principal: Principal, tournament: Tournament, after_round: int | None
) -> StandingsTable:
    """Those still in the bracket by seed, without a rank, then the places.

    ``points`` are what was scored in games; they decide nothing.  Everybody
    else sees nothing before the draw is published.  Raises
    ``Conflict("standings.places_only_now")`` for places after an earlier round.
    """
    completed = tournament.rounds.filter(status="completed").count()
    if after_round not in (None, completed):
        raise Conflict("standings.places_only_now", round=completed)
    try:
        loaded = bracket_for(principal=principal, tournament_id=tournament.pk)
    except NotFound:
        return StandingsTable(
            tournament, 0, (), (), (), open_boards=0, current=True, computed_at=now()
        )
    return StandingsTable(
        tournament=tournament,
        after_round=completed,
        order=(),
        rows=tuple(_rows(loaded)),
        notices=(),
        open_boards=open_matches(loaded),
        current=True,
        computed_at=loaded.bracket.updated_at,
    )


def _rows(loaded: Loaded) -> Iterator[StandingsRow]:
    points = game_points(loaded)
    for entrant in still_playing(loaded):
        yield StandingsRow(None, entrant.entry, points[entrant.number], (), False, "", ())
    for place in places_of(loaded):
        entrant = place.entrant
        score = points[entrant.number]
        yield StandingsRow(place.first, entrant.entry, score, (), place.shared, "", ())
