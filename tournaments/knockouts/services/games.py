"""Games and bids of a match.

A match is decided as soon as its games decide it, and what follows from that
is worked out, not written.  A correction is free while nothing entered
elsewhere loses its ground; otherwise it is refused with the list of those
matches, and made when that is confirmed.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction

from pairing.knockout import actions
from pairing.knockout.corrections import Change
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import require_version
from tournaments.play.outcomes import SIDES

from ..access import locked_match
from ..loading import Loaded
from ..models import GAME_OUTCOMES, Game, Match
from .changes import Asking, make
from .draws import entrant_of

ENTER = "knockouts.enter_game"


@transaction.atomic
def record_game(
    *,
    actor: Principal,
    match_id: UUID,
    outcome: str,
    stage: int | None = None,
    game: int | None = None,
    white: UUID | None = None,
    confirm: bool = False,
    expected_version: int | None = None,
) -> tuple[Loaded, Match]:
    """Enter a game of a match, or correct one (arbiters, machines, helpers at their tables).

    Stage and game (from 1) default to the game that is due; who does not name
    them says which version of the match he saw, so that two devices do not
    enter one game as two.  A game that has another result already is changed
    only by those who name a version.  The same result again changes nothing.
    ``white`` (an entry) defaults to who has White by the announced rule.

    Raises ``NotFound("match.not_found")``, ``Forbidden``, ``Stale("match.stale")``,
    ``Invalid("result.impossible" | "game.not_named" | "knockout.white_impossible")``,
    ``Conflict("game.entered_already" | "knockout.match_decided" |
    "knockout.match_pending" | "knockout.game_out_of_turn" |
    "knockout.colours_unknown" | "knockout.dependents" | "tournament.closed")``.
    """
    if outcome not in GAME_OUTCOMES:
        raise Invalid("result.impossible", outcome=outcome, possible=list(GAME_OUTCOMES))
    loaded, match = locked_match(actor, match_id, ENTER)
    require_version(match, expected_version)
    if expected_version is None and (stage is None or game is None):
        raise Invalid("game.not_named")
    former = _former(loaded, match, stage, game)
    number = None if white is None else entrant_of(loaded, white)
    if former is not None:
        if former.outcome == outcome and number in (None, loaded.numbers[former.white.entry_id]):
            return loaded, match
        if expected_version is None:
            raise Conflict(
                "game.entered_already",
                match=match.code,
                stage=former.stage,
                game=former.number,
                result=former.outcome,
            )
    with Asking(loaded):
        change = actions.enter_game(
            loaded.drawn,
            match.code,
            *SIDES[outcome],
            stage=stage,
            number=game,
            white=number,
            confirm=confirm,
        )
    return _entered(actor, loaded, change, match, former, outcome)


def _former(loaded: Loaded, match: Match, stage: int | None, game: int | None) -> Game | None:
    """The game as it was entered before."""
    if stage is None or game is None:
        return None
    return loaded.games.get((match.code, stage, game))


def _entered(
    actor: Principal,
    loaded: Loaded,
    change: Change,
    match: Match,
    former: Game | None,
    outcome: str,
) -> tuple[Loaded, Match]:
    fact = change.knockout.facts.games[-1]
    data: dict[str, Any] = {
        "stage": fact.stage,
        "game": fact.number,
        "white": loaded.describe(fact.white),
        "black": loaded.describe(fact.black),
        "outcome": {"old": former.outcome if former else "", "new": outcome},
    }
    type = "game.recorded" if former is None else "game.corrected"
    changed = make(actor, loaded, change, type, match=match, **data)
    return changed, changed.matches[match.code]


@transaction.atomic
def remove_game(
    *,
    actor: Principal,
    match_id: UUID,
    stage: int,
    game: int,
    confirm: bool = False,
    expected_version: int | None = None,
) -> tuple[Loaded, Match]:
    """Take a game back that was entered.

    Raises ``Conflict("knockout.game_unknown" | "knockout.dependents")`` and
    what :func:`record_game` raises.
    """
    loaded, match = locked_match(actor, match_id, ENTER)
    require_version(match, expected_version)
    with Asking(loaded):
        change = actions.remove_game(
            loaded.drawn, match.code, stage=stage, number=game, confirm=confirm
        )
    old = loaded.games[match.code, stage, game].outcome
    changed = make(
        actor,
        loaded,
        change,
        "game.removed",
        match=match,
        stage=stage,
        game=game,
        outcome={"old": old, "new": ""},
    )
    return changed, changed.matches[match.code]


@transaction.atomic
def record_bid(
    *,
    actor: Principal,
    match_id: UUID,
    entry_id: UUID,
    seconds: int,
    expected_version: int | None = None,
) -> tuple[Loaded, Match]:
    """Record a sealed bid for Black in the stage that is open; a new one replaces it.

    Nobody reads how much was bid before both bids are in.  Raises
    ``Invalid("knockout.bid_impossible" | "knockout.not_in_match" |
    "entry.not_in_bracket")``, ``Conflict("knockout.no_bids" |
    "knockout.match_decided" | "knockout.match_pending")``.
    """
    loaded, match = locked_match(actor, match_id, ENTER)
    require_version(match, expected_version)
    number = entrant_of(loaded, entry_id)
    with Asking(loaded):
        change = actions.enter_bid(loaded.drawn, match.code, number, seconds)
    changed = make(
        actor,
        loaded,
        change,
        "bid.recorded",
        match=match,
        internal=True,
        entrant=loaded.describe(number),
        seconds=seconds,
    )
    return changed, changed.matches[match.code]
