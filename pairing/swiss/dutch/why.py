"""Why two players were not paired: the first criterion the alternative would break.

An alternative is looked at in the first bracket where it could come up.  There
the best candidate that contains it is computed exactly and compared with the
pairing made: the first criterion (C6..C21) in which it is worse is the answer,
and if there is none, the article of the generation order that put the pairing
made first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import RecordError
from ...record import TournamentRecord
from .blockers import refusal_reason
from .bracket import Bracket, Pairs
from .engine import Opening, Settled, open_round, settle
from .evaluation import (
    CRITERIA,
    ORDERING,
    candidate_value,
    first_difference,
    generation_key,
)
from .exact import Demand, best_with
from .explanation import criteria_data

MOST_COMPARED = 400
"""Largest bracket in which an alternative is worked out."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Answer to "why were these two not paired?" (all numbers are pairing numbers).

    ``reason`` is ``paired`` if they were; ``C1``, ``C3`` or ``prohibited`` if
    they may not meet; ``C2`` or ``C5`` for a bye out of reach; ``C4`` if the
    rest could not be completed; else the criterion (``C6``..``C21``) or the
    article of the generation order (``4.2``, ``4.3``, ``4.4``) that decides.
    ``score`` is the bracket's; ``made`` and ``instead`` are the values of the
    deciding criterion, ``alternative`` the best pairs that contain the wish
    and ``alternative_criteria`` all their values.
    """

    players: tuple[int, int | None]
    reason: str
    score: int | None = None
    made: int | list[int] | None = None
    instead: int | list[int] | None = None
    alternative: tuple[tuple[int, int], ...] = ()
    alternative_criteria: dict[str, int | list[int]] | None = None


def why(record: TournamentRecord, one: int, other: int | None) -> Verdict:
    """Why ``one`` does not meet ``other`` (``None``: gets the PAB) in the next round.

    Raises ``RecordError`` ``why.not_present``, ``why.same_player``,
    ``why.no_bye`` (even field) and ``why.bracket_too_large`` besides those of
    :func:`~.engine.pair_round`.
    """
    opening = open_round(record)
    state = opening.state
    position = {number: at for at, number in enumerate(state.number)}
    for number in (one, other):
        if number is not None and number not in position:
            raise RecordError("why.not_present", number=number)
    if one == other:
        raise RecordError("why.same_player", number=one)
    if other is None:
        return _why_no_bye(opening, position[one])
    higher, lower = sorted((position[one], position[other]))
    players = (state.number[higher], state.number[lower])
    refusal = refusal_reason(state, higher, lower)
    if refusal is not None:
        return Verdict(players, refusal)
    for settled in settle(opening):
        if (higher, lower) in settled.pairs:
            return Verdict(players, "paired", score=settled.bracket.score)
        inside = [player for player in (higher, lower) if player in settled.bracket.members]
        if len(inside) == 2:
            return _compare(settled, players, Demand(pair=(higher, lower)))
        if inside and inside[0] not in settled.floaters:
            return _compare(settled, players, Demand(floater=inside[0]))
    raise AssertionError("two present players never shared a bracket nor were paired before")


def _why_no_bye(opening: Opening, player: int) -> Verdict:
    state = opening.state
    players = (state.number[player], None)
    if len(state) % 2 == 0:
        raise RecordError("why.no_bye", players=len(state))
    if not state.pab_eligible[player]:
        return Verdict(players, "C2")
    if state.score[player] != opening.bye_score:
        return Verdict(players, "C5", made=opening.bye_score, instead=state.score[player])
    last = None
    for settled in settle(opening):
        last = settled
        if player in settled.bracket.members and player not in settled.floaters:
            return _compare(settled, players, Demand(floater=player))
    assert last is not None
    return Verdict(players, "paired", score=last.bracket.score)


def _compare(settled: Settled, players: tuple[int, int | None], demand: Demand) -> Verdict:
    bracket = settled.bracket
    if bracket.size > MOST_COMPARED:
        raise RecordError("why.bracket_too_large", size=bracket.size, most=MOST_COMPARED)
    alternative = best_with(bracket, demand)
    if alternative is None:
        return Verdict(players, "C4", score=bracket.score)
    number = bracket.state.number
    made, instead = candidate_value(bracket, settled.pairs), candidate_value(bracket, alternative)
    at = first_difference(made, instead)
    values = criteria_data(instead)
    reason = _deciding(bracket, settled.pairs, alternative, at)
    return Verdict(
        players=players,
        reason=reason,
        score=bracket.score,
        made=None if at is None else criteria_data(made)[reason],
        instead=None if at is None else values[reason],
        alternative=tuple((number[one], number[other]) for one, other in alternative),
        alternative_criteria=values,
    )


def _deciding(bracket: Bracket, made: Pairs, instead: Pairs, at: int | None) -> str:
    if at is not None:
        return CRITERIA[at]
    order = first_difference(generation_key(bracket, made), generation_key(bracket, instead))
    assert order is not None
    return ORDERING[order]


def deciding_rule(
    record: TournamentRecord,
    expected: Sequence[tuple[int, int | None]],
    found: Sequence[tuple[int, int | None]],
) -> str | None:
    """The first rule that decides for the engine's boards ``found`` against ``expected`` ones.

    ``absent`` if ``expected`` pairs somebody who is not there; ``C1``, ``C2``,
    ``C3`` or ``prohibited`` if it is illegal; ``C5`` if its PAB is too high;
    else what decides in the first bracket in which the two differ, ``C4``
    meaning that the rest could not be completed.  ``None`` if they pair alike.
    """
    opening = open_round(record)
    state = opening.state
    position = {number: at for at, number in enumerate(state.number)}
    pairs = set()
    for one, other in expected:
        if one not in position or (other is not None and other not in position):
            return "absent"
        if other is None:
            if not state.pab_eligible[position[one]]:
                return "C2"
            if state.score[position[one]] > opening.bye_score:
                return "C5"
            continue
        higher, lower = sorted((position[one], position[other]))
        refusal = refusal_reason(state, higher, lower)
        if refusal is not None:
            return refusal
        pairs.add((higher, lower))
    for settled in settle(opening):
        bracket = settled.bracket
        members = set(bracket.members)
        theirs = tuple(sorted(p for p in pairs if members.issuperset(p) and p[1] >= bracket.start))
        if theirs != settled.pairs:
            return _rule_in_bracket(bracket, settled.pairs, theirs)
    return None


def _rule_in_bracket(bracket: Bracket, made: Pairs, instead: Pairs) -> str:
    paired = {player for pair in instead for player in pair}
    floaters = [player for player in bracket.members if player not in paired]
    if not bracket.completion.possible(floaters, bracket.stop, bracket.bye_score):
        return "C4"
    values = candidate_value(bracket, made), candidate_value(bracket, instead)
    return _deciding(bracket, made, instead, first_difference(*values))
