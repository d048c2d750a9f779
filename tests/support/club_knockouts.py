"""Knockouts of the server for tests: made, drawn and played through the services."""

from __future__ import annotations

from uuid import UUID

from tests.factories import make_tournament, refreshed
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Event, Tournament
from tournaments.knockouts.loading import Loaded
from tournaments.knockouts.models import Match
from tournaments.knockouts.selectors import bracket_for
from tournaments.knockouts.services import (
    draw_bracket,
    publish_bracket,
    record_game,
    update_knockout,
)

WHITE, DRAW, BLACK = "1-0", "1/2-1/2", "0-1"


def make_knockout(
    players: int, *, drawn: bool = True, seed: int = 1, event: Event | None = None, **settings
) -> Tournament:
    """A knockout of players rated 2300, 2290, ...; published, and seeded, unless not ``drawn``."""
    tournament = make_tournament(players, rounds=1, event=event, name="Cup", system="knockout")
    announced = ({"policy": "seeded"} if drawn else {}) | settings
    if announced:
        update_knockout(actor=SYSTEM, tournament_id=tournament.pk, **announced)
    if drawn:
        draw_bracket(actor=SYSTEM, tournament_id=tournament.pk, seed=seed)
        publish_bracket(actor=SYSTEM, tournament_id=tournament.pk)
    return refreshed(tournament)


def bracket(tournament: Tournament) -> Loaded:
    """The bracket as those who run it see it."""
    return bracket_for(principal=SYSTEM, tournament_id=tournament.pk)


def match(tournament: Tournament, code: str) -> Match:
    """The row of a match."""
    return Match.objects.get(bracket__tournament=tournament, code=code)


def state(tournament: Tournament, code: str):
    """A match as it stands, in numbers of the draw."""
    return bracket(tournament).state.matches[code]


def entry_of(tournament: Tournament, number: int) -> UUID:
    """The entry with a number of the draw."""
    return bracket(tournament).entrants[number].entry_id


def play(tournament: Tournament, code: str, outcome: str, **options) -> Loaded:
    """Enter the next game of a match."""
    row = match(tournament, code)
    options.setdefault("expected_version", row.version)
    return record_game(actor=SYSTEM, match_id=row.pk, outcome=outcome, **options)[0]


def win(tournament: Tournament, code: str, number: int, **options) -> Loaded:
    """Let somebody win the next game of a match, or the one named."""
    now = state(tournament, code)
    games = {(game.stage, game.number): game for stage in now.stages for game in stage.games}
    due = games.get((options.get("stage", 0), options.get("game", 0))) or now.next_game
    return play(tournament, code, WHITE if due.white == number else BLACK, **options)


def sides(tournament: Tournament, code: str) -> tuple[int | None, int | None]:
    """Who is in a match, top to bottom."""
    return state(tournament, code).sides
