"""The state of a knockout, derived whole from settings, draw and facts.

Nothing is remembered between two facts: who is in which match, which matches
are open, who went through and how, all of it is worked out again.  Facts that
no longer fit (their match joins other people by now, or was decided before)
are left out and listed as ``stale``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from .double import GRAND_FINAL, RESET_FINAL, GrandFinal, double_elimination
from .draw import NOBODY, Draw
from .facts import Facts, RulingKind
from .ladder import DrawOdds, Ladder
from .play import NextGame, Played, StageResult, Terms, play
from .settings import ConsolationField, Settings
from .structure import (
    Builder,
    Match,
    Section,
    Source,
    SourceKind,
    Structure,
    knock_out,
    play_places,
)


@dataclass(frozen=True, slots=True)
class Consolation:
    """The bracket of the early losers.

    Its draw's list and ``declined`` (who could have played, but does not)
    together are all who may play; if a correction changes those, the
    consolation bracket has lost its ground.
    """

    draw: Draw
    declined: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Knockout:
    """A whole knockout: what was announced, drawn and entered."""

    settings: Settings
    draw: Draw
    facts: Facts = field(default_factory=Facts)
    consolation: Consolation | None = None


class Status(Enum):
    """``PENDING``: somebody is still to come; ``NOT_NEEDED``: a reset that is not played."""

    PENDING = "pending"
    READY = "ready"
    RUNNING = "running"
    DECIDED = "decided"
    NOT_NEEDED = "not_needed"


class How(Enum):
    """What decided a match; ``EMPTY``: nobody came through to either side."""

    GAMES = "games"
    DRAW_ODDS = "draw_odds"
    HIGHER_SEED = "higher_seed"
    UNBEATEN = "unbeaten"
    WALKOVER = "walkover"
    DOUBLE_FORFEIT = "double_forfeit"
    DISQUALIFICATION = "disqualification"
    DECISION = "decision"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match as it stands.

    ``sides`` are numbers, ``None`` where it is open who comes and
    :data:`~pairing.knockout.draw.NOBODY` where nobody does.  ``winner`` and
    ``loser`` are ``None`` until the match is decided, ``NOBODY`` for nobody.
    """

    match: Match
    sides: tuple[int | None, int | None]
    status: Status
    winner: int | None = None
    loser: int | None = None
    how: How | None = None
    stages: tuple[StageResult, ...] = ()
    next_game: NextGame | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """Those known to be in it."""
        return tuple(side for side in self.sides if side)

    @property
    def decided(self) -> bool:
        """Nothing is to come in this match."""
        return self.status in (Status.DECIDED, Status.NOT_NEEDED)


@dataclass(frozen=True, slots=True)
class State:
    """Everything derived.

    ``stale`` are the facts left out; ``consolation_stale`` says that the
    consolation draw is (its matches are then missing).
    """

    structure: Structure
    matches: Mapping[str, MatchState]
    stale: Facts
    consolation_stale: bool = False

    @property
    def finished(self) -> bool:
        """Every match is decided."""
        return all(state.decided for state in self.matches.values())

    @property
    def final(self) -> MatchState:
        """The match whose winner wins the event."""
        reset = self.matches.get(RESET_FINAL)
        if reset is not None and reset.status is not Status.NOT_NEEDED:
            return reset
        if GRAND_FINAL in self.matches:
            return self.matches[GRAND_FINAL]
        last = [m for m in self.structure.matches if m.section is Section.MAIN][-1]
        return self.matches[last.id]

    @property
    def winner(self) -> int | None:
        """Who has won the event; ``NOBODY`` if nobody came to the final."""
        return self.final.winner


def structure_of(knockout: Knockout) -> Structure:
    """The matches, the consolation bracket last."""
    builder = Builder()
    settings, slots = knockout.settings, knockout.draw.current
    rounds = len(slots).bit_length() - 1
    if settings.double_elimination:
        double_elimination(builder, slots, settings.grand_final)
    else:
        losers, _ = knock_out(
            builder,
            slots,
            Section.MAIN,
            sessions=range(1, rounds + 1),
            reseeding=settings.reseeding,
        )
        for round_number in range(rounds - 1, 0, -1):
            first = (len(slots) >> round_number) + 1
            if first < settings.places_to:
                sides = losers[round_number - 1]
                play_places(builder, sides, first, session=round_number + 1)
    if knockout.consolation is not None:
        _add_consolation(builder, knockout.consolation, settings)
    return builder.structure()


def _add_consolation(builder: Builder, consolation: Consolation, settings: Settings) -> None:
    slots = consolation.draw.current
    first = 2 if settings.consolation is ConsolationField.ROUND_1 else 3
    sessions = range(first, first + len(slots).bit_length() - 1)
    knock_out(builder, slots, Section.CONSOLATION, sessions=sessions)


def resolve(knockout: Knockout) -> State:
    """Work out the state of every match."""
    structure = structure_of(knockout)
    resolver = _Resolver(knockout, structure)
    for match in structure.matches:
        if match.section is not Section.CONSOLATION:
            resolver.states[match.id] = resolver.state_of(match)
    consolation_stale = not _consolation_stands(knockout, structure, resolver.states)
    for match in structure.matches:
        if match.section is Section.CONSOLATION and not consolation_stale:
            resolver.states[match.id] = resolver.state_of(match)
    lost = knockout.facts.select(lambda fact: fact.match not in resolver.states)
    return State(structure, resolver.states, resolver.stale.joined(lost), consolation_stale)


def early_losers(
    knockout: Knockout, structure: Structure, states: Mapping[str, MatchState]
) -> tuple[int, ...] | None:
    """Who may play the consolation bracket, in seed order; ``None`` while that is open.

    Losers who go on to a match for a place are not among them.
    """
    plays_on = structure.links(SourceKind.LOSER)
    rounds = 1 if knockout.settings.consolation is ConsolationField.ROUND_1 else 2
    lost: set[int] = set()
    for match in structure.matches:
        if match.section is not Section.MAIN or match.round > rounds or match.id in plays_on:
            continue
        state = states[match.id]
        if not state.decided:
            return None
        out = [each for each in state.people if each != state.winner]
        fresh = [each for each in out if match.round == 1 or _had_bye(knockout.draw, each)]
        lost.update(fresh)
    seeds = knockout.draw.seeds()
    return tuple(sorted(lost, key=seeds.__getitem__))


def _had_bye(draw: Draw, entrant: int) -> bool:
    slots = draw.current
    return slots[slots.index(entrant) ^ 1] == NOBODY


def _consolation_stands(
    knockout: Knockout, structure: Structure, states: Mapping[str, MatchState]
) -> bool:
    """Whether its field is still all who may play in it (without one there is nothing to fall)."""
    consolation = knockout.consolation
    if consolation is None:
        return True
    allowed = early_losers(knockout, structure, states)
    return allowed is not None and set(allowed) == (
        set(consolation.draw.order) | consolation.declined
    )


_NOTHING = Facts()


class _Resolver:
    """States of the matches, one after the other."""

    def __init__(self, knockout: Knockout, structure: Structure) -> None:
        self.knockout = knockout
        self.structure = structure
        self.states: dict[str, MatchState] = {}
        self.stale = Facts()
        self.departed = knockout.facts.departed
        self.seeds = knockout.draw.seeds()
        self.entered = knockout.facts.by_match()

    def state_of(self, match: Match) -> MatchState:
        """Decide one match after those it depends on."""
        facts = self.entered.get(match.id, _NOTHING)
        sides = self._sides(match)
        one, other = sides
        if match.id == RESET_FINAL and not self._reset_needed():
            self.stale = self.stale.joined(facts)
            return MatchState(match, (None, None), Status.NOT_NEEDED)
        if one is None or other is None:
            self.stale = self.stale.joined(facts)
            return MatchState(match, sides, Status.PENDING)
        facts = self._grounded(facts, frozenset((one, other)))
        if NOBODY in (one, other):
            return self._unopposed(match, (one, other))
        return self._contested(match, (one, other), facts)

    def _sides(self, match: Match) -> tuple[int | None, int | None]:
        one, other = match.sources
        return self.occupant(one), self.occupant(other)

    def occupant(self, source: Source) -> int | None:
        """Who comes from there: a number, nobody, or not known yet."""
        if source.kind is SourceKind.ENTRANT:
            return source.entrant
        if source.kind is SourceKind.RANK:
            return self._ranked(source.round, source.rank)
        state = self.states[source.match]
        return state.winner if source.kind is SourceKind.WINNER else state.loser

    def _ranked(self, round_number: int, rank: int) -> int | None:
        left = [self.occupant(each) for each in self.structure.survivors[round_number - 1]]
        if None in left:
            return None
        people = sorted((each for each in left if each), key=self.seeds.__getitem__)
        return people[rank - 1] if rank <= len(people) else NOBODY

    def _reset_needed(self) -> bool:
        """The one from the losers' bracket has won the first grand final against somebody.

        While that final is open, so is this.
        """
        first = self.states[GRAND_FINAL]
        if not first.decided:
            return True
        unbeaten, challenger = first.sides
        return first.winner == challenger and bool(challenger) and bool(unbeaten)

    def _grounded(self, facts: Facts, people: frozenset[int]) -> Facts:
        """The facts that are about these people; the others become stale."""
        kept = facts.select(lambda fact: fact.players == people)
        if kept != facts:
            self.stale = self.stale.joined(facts.without(kept))
        return kept

    def _unopposed(self, match: Match, sides: tuple[int, int]) -> MatchState:
        """One side or both stay empty: a walkover unless the other one has left, too."""
        present = [side for side in sides if side and side not in self.departed]
        if present:
            return MatchState(match, sides, Status.DECIDED, present[0], NOBODY, How.WALKOVER)
        return MatchState(match, sides, Status.DECIDED, NOBODY, NOBODY, How.EMPTY)

    def _contested(self, match: Match, sides: tuple[int, int], facts: Facts) -> MatchState:
        played = play(self.terms(match, sides), facts.games, facts.bids)
        if played.surplus or played.early_bids:
            early = Facts(games=played.surplus, bids=played.early_bids)
            self.stale = self.stale.joined(early)
        open_state = MatchState(
            match,
            sides,
            Status.RUNNING if any(stage.games for stage in played.stages) else Status.READY,
            stages=played.stages,
            next_game=played.next_game,
        )
        decision = self._ruled(facts) or _by_games(sides, played) or self._left(sides)
        if decision is None:
            return open_state
        winner, how = decision
        loser = NOBODY
        if winner:
            loser = sides[1] if winner == sides[0] else sides[0]
        return replace(
            open_state,
            status=Status.DECIDED,
            winner=winner,
            loser=loser,
            how=how,
            next_game=None,
        )

    def terms(self, match: Match, sides: tuple[int, int]) -> Terms:
        """What the match is played by."""
        settings = self.knockout.settings
        seeds = self.seeds
        if match.section is Section.CONSOLATION and self.knockout.consolation is not None:
            seeds = self.knockout.consolation.draw.seeds()
        black = match.section is Section.GRAND_FINAL and settings.grand_final is GrandFinal.BLACK
        return Terms(
            match=match.id,
            round=match.round,
            ladder=_ladder(settings, match, self.structure),
            sides=sides,
            seeds=seeds,
            lots_seed=self.knockout.draw.seed,
            unbeaten_black=black,
        )

    def _ruled(self, facts: Facts) -> tuple[int, How] | None:
        """The last ruling counts."""
        if not facts.rulings:
            return None
        ruling = facts.rulings[-1]
        return ruling.winner, _HOW_RULED[ruling.kind]

    def _left(self, sides: tuple[int, int]) -> tuple[int, How] | None:
        """A match with somebody who has left goes to the opponent."""
        present = [side for side in sides if side not in self.departed]
        if len(present) == 2:
            return None
        return (present[0], How.WALKOVER) if present else (NOBODY, How.DOUBLE_FORFEIT)


_HOW_RULED = {
    RulingKind.WALKOVER: How.WALKOVER,
    RulingKind.DOUBLE_FORFEIT: How.DOUBLE_FORFEIT,
    RulingKind.DISQUALIFICATION: How.DISQUALIFICATION,
    RulingKind.DECISION: How.DECISION,
}
_HOW_ODDS = {
    DrawOdds.NONE: How.GAMES,
    DrawOdds.BLACK: How.DRAW_ODDS,
    DrawOdds.HIGHER_SEED: How.HIGHER_SEED,
    DrawOdds.UNBEATEN: How.UNBEATEN,
}


def _by_games(sides: tuple[int, int], played: Played) -> tuple[int, How] | None:
    if played.nobody:
        return NOBODY, How.DOUBLE_FORFEIT
    if played.winner is None:
        return None
    winner = sides[played.winner]
    games = [game for stage in played.stages for game in stage.games]
    if all(game.white_outcome.is_forfeit for game in games):
        return winner, How.WALKOVER
    return winner, _HOW_ODDS[played.by_odds]


def _ladder(settings: Settings, match: Match, structure: Structure) -> Ladder:
    if match.section is Section.GRAND_FINAL:
        return settings.ladder_of_grand_final()
    size = sum(1 for each in structure.rounds if each.section is Section.MAIN)
    last = match.section is Section.MAIN and match.round == size
    if last and settings.final_ladder is not None and not settings.double_elimination:
        return settings.final_ladder
    return settings.ladder
