"""The bracket as plain data, ready for JSON: what an interface shows without further rules."""

from __future__ import annotations

from typing import Any

from .arithmetic import arithmetic
from .double import RESET_FINAL
from .draw import NOBODY, Draw, Notice, draw_as_json, draw_notices
from .facts import Bid
from .ladder import ladder_as_json
from .places import Place, consolation_places, places
from .play import StageResult
from .settings import settings_as_json
from .state import How, Knockout, MatchState, State, resolve
from .structure import Position, Round, Section, Source, SourceKind


def bracket_view(knockout: Knockout) -> dict[str, Any]:
    """The whole bracket.

    ``rounds`` give the picture (positions from top to bottom: a match, a free
    pass, or nothing), ``matches`` the details by order of dependence.  Points
    are in tenths; entrants are numbers of the draw.
    """
    state = resolve(knockout)
    draw = knockout.draw
    players = sum(1 for entrant in draw.current if entrant != NOBODY)
    numbers = arithmetic(players)
    return {
        "players": players,
        "size": numbers.size,
        "byes": numbers.byes,
        "match_count": match_count(state),
        "settings": settings_as_json(knockout.settings),
        "draw": draw_as_json(draw) | {"current": list(draw.current)},
        "notices": [{"code": code, "params": params} for code, params in notices(knockout, state)],
        "rounds": [_round(each) for each in state.structure.rounds],
        "matches": [match_view(knockout, each) for each in state.matches.values()],
        "finished": state.finished,
        "winner": state.winner or None,
        "places": [_place(each) for each in places(knockout, state)],
        "consolation": _consolation(knockout, state),
    }


def match_count(state: State) -> int:
    """Number of matches; a second grand final counts once it is certain."""
    reset = state.matches.get(RESET_FINAL)
    maybe = reset is not None and not reset.people
    return len(state.matches) - maybe


def notices(knockout: Knockout, state: State) -> tuple[Notice, ...]:
    """What the arbiter should know: about the draw, and a final that nobody won."""
    found = draw_notices(knockout.draw)
    if state.winner == NOBODY:
        found = (*found, ("knockout.no_winner", {"match": state.final.match.id}))
    return found


def match_view(knockout: Knockout, state: MatchState) -> dict[str, Any]:
    """One match: sources, people, stages, result.

    ``score`` is the announced result over all games; ``next_game`` says who
    has White (``null`` while bids are missing).
    """
    match = state.match
    following = state.next_game
    bids = knockout.facts.of(match.id).bids
    return {
        "id": match.id,
        "section": match.section.value,
        "round": match.round,
        "index": match.index,
        "session": match.session,
        "status": state.status.value,
        "sides": [_side(knockout, state, side) for side in (0, 1)],
        "score": [sum(stage.points[side] for stage in state.stages) for side in (0, 1)],
        "winner": state.winner or None,
        "how": None if state.how is None else state.how.value,
        "stages": [_stage(stage, bids) for stage in state.stages],
        "next_game": following
        and {
            "stage": following.stage,
            "game": following.number,
            "white": following.white,
            "black": following.black,
        },
    }


def shown_seed(draw: Draw, entrant: int) -> int | None:
    """The seed to print beside somebody; ``None`` for those who were drawn without one."""
    seed = draw.seeds()[entrant]
    return seed if seed <= draw.placed else None


def draw_of(knockout: Knockout, section: Section) -> Draw:
    """The draw a section is played from."""
    if section is Section.CONSOLATION and knockout.consolation is not None:
        return knockout.consolation.draw
    return knockout.draw


def mark_of(state: MatchState, entrant: int) -> str:
    """``+`` and ``-`` of a match that was decided without games, else nothing."""
    unplayed = (How.WALKOVER, How.DOUBLE_FORFEIT, How.DISQUALIFICATION, How.DECISION)
    if state.how not in unplayed:
        return ""
    return "+" if entrant == state.winner else "-"


def _side(knockout: Knockout, state: MatchState, side: int) -> dict[str, Any]:
    entrant = state.sides[side]
    draw = draw_of(knockout, state.match.section)
    return {
        "source": source_view(state.match.sources[side]),
        "entrant": entrant or None,
        "empty": entrant == NOBODY,
        "seed": shown_seed(draw, entrant) if entrant else None,
        "mark": mark_of(state, entrant) if entrant else "",
    }


def source_view(source: Source) -> dict[str, Any]:
    """Where a side comes from: ``{"kind": "winner", "match": "M6"}`` and the like."""
    if source.kind is SourceKind.ENTRANT:
        return {"kind": "entrant", "slot": source.slot, "entrant": source.entrant}
    if source.kind is SourceKind.RANK:
        return {"kind": "rank", "round": source.round, "rank": source.rank}
    return {"kind": source.kind.value, "match": source.match}


def _stage(result: StageResult, bids: tuple[Bid, ...]) -> dict[str, Any]:
    return {
        "number": result.number,
        **ladder_as_json((result.stage,))[0],
        "points": list(result.points),
        "over": result.over,
        "played": [
            {
                "game": game.number,
                "white": game.white,
                "black": game.black,
                "white_outcome": game.white_outcome.value,
                "black_outcome": game.black_outcome.value,
            }
            for game in result.games
        ],
        "bids": _bids([bid for bid in bids if bid.stage == result.number]),
    }


def _bids(bids: list[Bid]) -> list[dict[str, Any]]:
    """Sealed bids: how much was bid is shown when both are in."""
    opened = len(bids) == 2
    return [{"entrant": bid.entrant, "seconds": bid.seconds if opened else None} for bid in bids]


def _round(each: Round) -> dict[str, Any]:
    return {
        "section": each.section.value,
        "round": each.round,
        "name": each.name,
        "session": each.session,
        "positions": [_position(position) for position in each.positions],
    }


def _position(position: Position) -> dict[str, Any]:
    return {
        "match": position.match or None,
        "free_pass": None if position.source is None else source_view(position.source),
    }


def _place(place: Place) -> dict[str, int]:
    return {"entrant": place.entrant, "first": place.first, "last": place.last}


def _consolation(knockout: Knockout, state: State) -> dict[str, Any] | None:
    consolation = knockout.consolation
    if consolation is None:
        return None
    return {
        "draw": draw_as_json(consolation.draw),
        "declined": sorted(consolation.declined),
        "places": [_place(each) for each in consolation_places(knockout, state)],
    }
