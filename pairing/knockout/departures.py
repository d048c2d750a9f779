"""Withdrawals and disqualifications."""

from __future__ import annotations

from dataclasses import replace

from ..errors import RecordError
from .corrections import Change, apply
from .draw import NOBODY
from .facts import Departure, DepartureKind, Facts, Ruling, RulingKind
from .state import Knockout, MatchState, State, resolve


def withdraw(knockout: Knockout, entrant: int, *, confirm: bool = False) -> Change:
    """Out of the event from now on: the next opponent has a walkover.

    Results stay; nobody is called back.  Raises ``RecordError``:
    ``knockout.entrant_unknown``, ``knockout.has_left``.
    """
    return _depart(knockout, entrant, DepartureKind.WITHDRAWN, confirm)


def disqualify(
    knockout: Knockout, entrant: int, *, reinstate_opponent: bool = False, confirm: bool = False
) -> Change:
    """Out of the event; the last opponent takes over if the arbiter chooses so.

    Otherwise the next opponent has a walkover.  Raises ``RecordError``:
    ``knockout.entrant_unknown``, ``knockout.has_left``; for a reinstatement
    ``knockout.nothing_won`` (no match won against somebody still in the event)
    and ``knockout.next_match_begun``.
    """
    if not reinstate_opponent:
        return _depart(knockout, entrant, DepartureKind.DISQUALIFIED, confirm)
    state = resolve(knockout)
    won = _last_won(state, entrant)
    if won is None or won.loser in knockout.facts.departed:
        raise RecordError("knockout.nothing_won", entrant=entrant)
    begun = [
        match
        for match in knockout.facts.matches()
        if entrant in state.matches[match].people
        and state.matches[match].match.session > won.match.session
    ]
    if begun:
        raise RecordError("knockout.next_match_begun", entrant=entrant, matches=sorted(begun))
    loser = won.loser or NOBODY
    ruling = Ruling(won.match.id, RulingKind.DISQUALIFICATION, frozenset((entrant, loser)), loser)
    kept = knockout.facts.without(Facts(rulings=knockout.facts.of(won.match.id).rulings))
    ruled = replace(knockout, facts=replace(kept, rulings=(*kept.rulings, ruling)))
    return _depart(ruled, entrant, DepartureKind.DISQUALIFIED, confirm)


def readmit(knockout: Knockout, entrant: int, *, confirm: bool = False) -> Change:
    """Take a withdrawal or disqualification back.

    A decision that put the opponent back in stays until it is removed.  Raises
    ``RecordError``: ``knockout.not_left``, ``knockout.dependents``.
    """
    if entrant not in knockout.facts.departed:
        raise RecordError("knockout.not_left", entrant=entrant)
    kept = tuple(each for each in knockout.facts.departures if each.entrant != entrant)
    return apply(knockout, replace(knockout.facts, departures=kept), "", confirm)


def _depart(knockout: Knockout, entrant: int, kind: DepartureKind, confirm: bool) -> Change:
    if entrant not in knockout.draw.current:
        raise RecordError("knockout.entrant_unknown", entrant=entrant)
    if entrant in knockout.facts.departed:
        raise RecordError("knockout.has_left", entrant=entrant)
    departures = (*knockout.facts.departures, Departure(entrant, kind))
    return apply(knockout, replace(knockout.facts, departures=departures), "", confirm)


def _last_won(state: State, entrant: int) -> MatchState | None:
    won = [
        each
        for each in state.matches.values()
        if each.winner == entrant and each.loser not in (None, NOBODY)
    ]
    return max(won, key=lambda each: each.match.session) if won else None
