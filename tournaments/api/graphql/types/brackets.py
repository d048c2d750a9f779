"""The bracket of a knockout, as REST has it."""

from __future__ import annotations

from typing import Any

import graphene

from tournaments.events.models import Tournament
from tournaments.knockouts.presentation import Presenter
from tournaments.knockouts.selectors import brackets_for

from ..batches import loaded
from ..context import Info, who
from .common import Notice, Resource

_Data = dict[str, Any]


def _all(kind: Any, description: str = "") -> graphene.List:
    return graphene.List(graphene.NonNull(kind), required=True, description=description)


class KnockoutEntry(graphene.ObjectType):
    """Somebody in the bracket."""

    entry = graphene.ID(required=True)
    pairing_number = graphene.Int()
    name = graphene.String(required=True)


class MatchSource(graphene.ObjectType):
    """Where a side comes from: a slot (counted from 0), another match, or the ranking."""

    kind = graphene.String(required=True, description="`entrant`, `winner`, `loser` or `rank`.")
    match = graphene.String(description="Code of the match: `M6`.")
    slot = graphene.Int()
    round = graphene.Int()
    rank = graphene.Int()
    text = graphene.String(required=True, description="In words: “winner of M6”.")


class MatchSide(graphene.ObjectType):
    """One side; `empty`: nobody will come."""

    source = graphene.Field(graphene.NonNull(MatchSource))
    entry = graphene.Field(KnockoutEntry)
    empty = graphene.Boolean(required=True)
    seed = graphene.Int()
    mark = graphene.String(required=True)


class MatchGame(graphene.ObjectType):
    """One game of a stage."""

    game = graphene.Int(required=True)
    white = graphene.Field(graphene.NonNull(KnockoutEntry))
    black = graphene.Field(graphene.NonNull(KnockoutEntry))
    result = graphene.String(required=True)


class MatchStage(graphene.ObjectType):
    """A stage that was opened; points in tenths by side."""

    number = graphene.Int(required=True)
    games = graphene.Int(required=True, description="At most so many are played.")
    time_control = graphene.String(required=True)
    rated = graphene.String(required=True)
    draw_odds = graphene.String(required=True)
    points = _all(graphene.Int)
    over = graphene.Boolean(required=True)
    played = _all(MatchGame)


class Match(graphene.ObjectType):
    """A match as it stands; `score` in tenths over all games."""

    id = graphene.ID(description="Null while the draw is a draft.")
    version = graphene.Int()
    code = graphene.String(required=True, description="`M6`, `L2`, `GF1`, `P1`, `C3`.")
    section = graphene.String(required=True)
    round = graphene.Int(required=True)
    round_name = graphene.String(required=True)
    index = graphene.Int(required=True)
    session = graphene.Int(required=True, description="Order of play.")
    status = graphene.String(required=True)
    sides = _all(MatchSide, "Two, from top to bottom.")
    score = _all(graphene.Int)
    winner = graphene.Field(KnockoutEntry)
    how = graphene.String()
    stages = _all(MatchStage)


class BracketPosition(graphene.ObjectType):
    """A place in a round: a match, a free pass, or nothing at all."""

    match = graphene.String()
    free_pass = graphene.Field(MatchSource)


class BracketRound(graphene.ObjectType):
    """A round of a section, from top to bottom."""

    section = graphene.String(required=True)
    round = graphene.Int(required=True)
    name = graphene.String(required=True)
    title = graphene.String(required=True, description="In the reader's language.")
    session = graphene.Int(required=True)
    positions = _all(BracketPosition)


class KnockoutPlace(graphene.ObjectType):
    """A place that nobody can change any more; `first` to `last` are shared."""

    entry = graphene.Field(graphene.NonNull(KnockoutEntry))
    first = graphene.Int(required=True)
    last = graphene.Int(required=True)
    shared = graphene.Boolean(required=True)


class Bracket(graphene.ObjectType):
    """A bracket whose draw you may see."""

    class Meta:
        interfaces = (Resource,)

    status = graphene.String(required=True)
    players = graphene.Int(required=True)
    size = graphene.Int(required=True)
    byes = graphene.Int(required=True)
    match_count = graphene.Int(required=True)
    notices = _all(Notice)
    rounds = _all(BracketRound)
    matches = graphene.List(
        graphene.NonNull(Match),
        required=True,
        session=graphene.Int(),
        status=graphene.String(),
        description="Each after those it depends on.",
    )
    places = _all(KnockoutPlace, "Settled places, the best first.")
    finished = graphene.Boolean(required=True)
    winner = graphene.Field(KnockoutEntry)

    @staticmethod
    def resolve_matches(bracket: _Data, info: Info, **wanted: Any) -> list[_Data]:
        matches: list[_Data] = bracket["matches"]
        asked = {name: value for name, value in wanted.items() if value is not None}
        return [
            each for each in matches if all(each[name] == value for name, value in asked.items())
        ]


def bracket_of(tournament: Tournament, info: Info) -> _Data | None:
    """The bracket of a tournament, loaded for all tournaments of its list."""

    def load(siblings: list[Tournament]) -> dict[Any, _Data]:
        keys = [each.pk for each in siblings]
        found = brackets_for(principal=who(info), tournament_ids=keys)
        return {key: Presenter(each).bracket() for key, each in found.items()}

    return loaded(tournament, "bracket", load)
