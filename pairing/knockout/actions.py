"""Entering games, bids and rulings.

Every function takes a knockout and answers the changed one with its state;
nothing is kept besides.
"""

from __future__ import annotations

from dataclasses import replace

from ..errors import RecordError
from ..scoring import Outcome
from .corrections import Change, apply, match_state
from .draw import NOBODY
from .facts import Bid, Facts, Game, Ruling, RulingKind, check_outcomes
from .ladder import ColourPolicy
from .state import Knockout, MatchState, resolve


def enter_game(
    knockout: Knockout,
    match: str,
    white_outcome: Outcome,
    black_outcome: Outcome,
    *,
    stage: int | None = None,
    number: int | None = None,
    white: int | None = None,
    confirm: bool = False,
) -> Change:
    """Enter the next game of a match, or correct one that was entered.

    ``stage`` and ``number`` (from 1) default to the next game; ``white`` to who
    has White by the announced rule, and may say otherwise except where bids
    gave the colours.

    Raises ``RecordError``: ``knockout.match_unknown``, ``knockout.match_pending``,
    ``knockout.match_decided``, ``knockout.game_out_of_turn``,
    ``knockout.outcome_impossible``, ``knockout.colours_unknown`` (bids are
    missing), ``knockout.white_impossible``, ``knockout.dependents``.
    """
    check_outcomes(white_outcome, black_outcome)
    state = match_state(resolve(knockout), match)
    sides = _contestants(state)
    former, stage, number = _which_game(state, stage, number)
    white = _white(knockout, state, former, stage, white)
    game = Game(
        match=match,
        stage=stage,
        number=number,
        white=white,
        black=sides[1] if white == sides[0] else sides[0],
        white_outcome=white_outcome,
        black_outcome=black_outcome,
    )
    kept = tuple(each for each in knockout.facts.games if each != former)
    return apply(knockout, replace(knockout.facts, games=(*kept, game)), match, confirm)


def remove_game(
    knockout: Knockout, match: str, *, stage: int, number: int, confirm: bool = False
) -> Change:
    """Take back a game that was entered.

    Raises ``RecordError``: ``knockout.match_unknown``, ``knockout.game_unknown``,
    ``knockout.dependents``.
    """
    state = match_state(resolve(knockout), match)
    former = _entered(state, stage, number)
    if former is None:
        raise RecordError("knockout.game_unknown", match=match, stage=stage, game=number)
    facts = knockout.facts.without(Facts(games=(former,)))
    return apply(knockout, facts, match, confirm)


def enter_bid(
    knockout: Knockout, match: str, entrant: int, seconds: int, *, confirm: bool = False
) -> Change:
    """Record a sealed bid for Black in the stage that is open now; a new one replaces it.

    Raises ``RecordError``: ``knockout.match_unknown``, ``knockout.match_pending``,
    ``knockout.match_decided``, ``knockout.no_bids``, ``knockout.bid_impossible``
    (``limit``), ``knockout.not_in_match``.
    """
    state = match_state(resolve(knockout), match)
    sides = _contestants(state)
    if state.decided:
        raise RecordError("knockout.match_decided", match=match)
    if entrant not in sides:
        raise RecordError("knockout.not_in_match", match=match, entrant=entrant)
    current = state.stages[-1]
    if current.stage.colours is not ColourPolicy.BID:
        raise RecordError("knockout.no_bids", match=match, stage=current.number)
    if not 0 < seconds <= current.stage.bid_limit:
        raise RecordError("knockout.bid_impossible", seconds=seconds, limit=current.stage.bid_limit)
    opponent = sides[1] if entrant == sides[0] else sides[0]
    kept = tuple(
        bid
        for bid in knockout.facts.bids
        if (bid.match, bid.stage, bid.entrant) != (match, current.number, entrant)
    )
    bid = Bid(match, current.number, entrant, opponent, seconds)
    return apply(knockout, replace(knockout.facts, bids=(*kept, bid)), match, confirm)


def rule(
    knockout: Knockout, match: str, kind: RulingKind, winner: int, *, confirm: bool = False
) -> Change:
    """Decide a match by the arbiter: walkover, double forfeit or any other decision.

    ``winner`` is 0 for nobody.  A match that was decided on the board is
    changed by a disqualification or a decision only.

    Raises ``RecordError``: ``knockout.match_unknown``, ``knockout.match_pending``,
    ``knockout.match_decided``, ``knockout.not_in_match``, ``knockout.winner_left``
    (somebody who has left the event cannot go through),
    ``knockout.double_forfeit_winner``, ``knockout.dependents``.
    """
    state = match_state(resolve(knockout), match)
    sides = _contestants(state)
    if (kind is RulingKind.DOUBLE_FORFEIT) != (winner == NOBODY):
        raise RecordError("knockout.double_forfeit_winner", match=match, winner=winner)
    if winner != NOBODY and winner not in sides:
        raise RecordError("knockout.not_in_match", match=match, entrant=winner)
    if winner in knockout.facts.departed:
        raise RecordError("knockout.winner_left", match=match, entrant=winner)
    facts = knockout.facts
    former = facts.of(match).rulings
    absent = kind in (RulingKind.WALKOVER, RulingKind.DOUBLE_FORFEIT)
    if absent and state.decided and not former:
        raise RecordError("knockout.match_decided", match=match)
    ruling = Ruling(match, kind, frozenset(sides), winner)
    kept = facts.without(Facts(rulings=former))
    return apply(knockout, replace(kept, rulings=(*kept.rulings, ruling)), match, confirm)


def remove_ruling(knockout: Knockout, match: str, *, confirm: bool = False) -> Change:
    """Take back the arbiter's decision on a match.

    Raises ``RecordError``: ``knockout.match_unknown``, ``knockout.ruling_unknown``,
    ``knockout.dependents``.
    """
    match_state(resolve(knockout), match)
    former = knockout.facts.of(match).rulings
    if not former:
        raise RecordError("knockout.ruling_unknown", match=match)
    return apply(knockout, knockout.facts.without(Facts(rulings=former)), match, confirm)


def _contestants(state: MatchState) -> tuple[int, int]:
    """The two sides of a match with two people."""
    one, other = state.sides
    if not one or not other:
        raise RecordError("knockout.match_pending", match=state.match.id, sides=list(state.sides))
    return one, other


def _entered(state: MatchState, stage: int, number: int) -> Game | None:
    for result in state.stages:
        for game in result.games:
            if (game.stage, game.number) == (stage, number):
                return game
    return None


def _which_game(
    state: MatchState, stage: int | None, number: int | None
) -> tuple[Game | None, int, int]:
    """The game as entered before, if it was, and its stage and number."""
    following = state.next_game
    match = state.match.id
    if stage is not None and number is not None:
        former = _entered(state, stage, number)
        if former is not None:
            return former, stage, number
    if following is None:
        how = state.how.value if state.how else None
        raise RecordError("knockout.match_decided", match=match, how=how)
    wanted = (
        following.stage if stage is None else stage,
        following.number if number is None else number,
    )
    if wanted != (following.stage, following.number):
        raise RecordError(
            "knockout.game_out_of_turn",
            match=match,
            stage=wanted[0],
            game=wanted[1],
            next_stage=following.stage,
            next_game=following.number,
        )
    return None, *wanted


def _white(
    knockout: Knockout, state: MatchState, former: Game | None, stage: int, white: int | None
) -> int:
    """Who has White: as said, as entered before, or as announced."""
    sides = _contestants(state)
    due = former.white if former else state.next_game.white if state.next_game else None
    if white is None:
        if due is None:
            raise RecordError("knockout.colours_unknown", match=state.match.id, stage=stage)
        return due
    if white not in sides:
        raise RecordError("knockout.white_impossible", match=state.match.id, white=white)
    bids = [b for b in knockout.facts.of(state.match.id).bids if b.stage == stage]
    if len(bids) == len(sides) and due is not None and white != due:
        raise RecordError("knockout.white_impossible", match=state.match.id, white=white)
    return white
