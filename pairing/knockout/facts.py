"""What was entered: games, bids, rulings and departures.

Everything else (who stands where, who goes through, what is decided) follows
from these and the draw, so a correction is a changed fact and nothing more.
Every fact names the people it is about; where they are no longer the two of
that match, the fact has lost its ground.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from ..errors import RecordError
from ..scoring import STANDARD, Outcome


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a match: ``stage`` and ``number`` count from 1.

    The outcomes are White's and Black's, as in a record: unrated results and
    forfeits of single games included.
    """

    match: str
    stage: int
    number: int
    white: int
    black: int
    white_outcome: Outcome
    black_outcome: Outcome

    @property
    def players(self) -> frozenset[int]:
        """The two of the match."""
        return frozenset((self.white, self.black))

    def points(self, entrant: int) -> int:
        """Tenths this game gave to one of the two."""
        outcome = self.white_outcome if entrant == self.white else self.black_outcome
        return STANDARD.points(outcome)


@dataclass(frozen=True, slots=True)
class Bid:
    """Sealed bid of ``seconds`` for Black in a stage against ``opponent``."""

    match: str
    stage: int
    entrant: int
    opponent: int
    seconds: int

    @property
    def players(self) -> frozenset[int]:
        """The two of the match."""
        return frozenset((self.entrant, self.opponent))


class RulingKind(Enum):
    """What the arbiter decided.

    ==================== ======================================================
    ``WALKOVER``         the opponent was absent or gave up
    ``DOUBLE_FORFEIT``   both were; nobody goes through
    ``DISQUALIFICATION`` the winner is out, the opponent is put back in
    ``DECISION``         any other decision, such as a final nobody came to
    ==================== ======================================================
    """

    WALKOVER = "walkover"
    DOUBLE_FORFEIT = "double_forfeit"
    DISQUALIFICATION = "disqualification"
    DECISION = "decision"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A match decided by the arbiter; ``winner`` is 0 for nobody."""

    match: str
    kind: RulingKind
    players: frozenset[int]
    winner: int


class DepartureKind(Enum):
    """Why somebody is out of the event."""

    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Departure:
    """Out of the event: every match that was not decided yet goes to the opponent."""

    entrant: int
    kind: DepartureKind = DepartureKind.WITHDRAWN


@dataclass(frozen=True, slots=True)
class Facts:
    """All that was entered.

    The order means something only between rulings on one match: the last counts.
    """

    games: tuple[Game, ...] = ()
    bids: tuple[Bid, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    departures: tuple[Departure, ...] = ()

    @property
    def started(self) -> bool:
        """Whether round 1 has begun: something was entered for a match."""
        return bool(self.games or self.bids or self.rulings)

    @property
    def departed(self) -> frozenset[int]:
        """Those who have left the event."""
        return frozenset(departure.entrant for departure in self.departures)

    def matches(self) -> frozenset[str]:
        """Ids of the matches something was entered for."""
        return frozenset(self.by_match())

    def select(self, wanted: Callable[[Game | Bid | Ruling], bool]) -> Facts:
        """What was entered for matches, as far as wanted."""
        return Facts(
            games=tuple(game for game in self.games if wanted(game)),
            bids=tuple(bid for bid in self.bids if wanted(bid)),
            rulings=tuple(ruling for ruling in self.rulings if wanted(ruling)),
        )

    def of(self, match: str) -> Facts:
        """What was entered for one match."""
        return self.select(lambda fact: fact.match == match)

    def without(self, gone: Facts) -> Facts:
        """These facts less what ``gone`` holds of matches."""
        lost = {*gone.games, *gone.bids, *gone.rulings}
        kept = self.select(lambda fact: fact not in lost)
        return replace(kept, departures=self.departures)

    def joined(self, more: Facts) -> Facts:
        """These facts and those of ``more``."""
        return Facts(
            games=(*self.games, *more.games),
            bids=(*self.bids, *more.bids),
            rulings=(*self.rulings, *more.rulings),
            departures=(*self.departures, *more.departures),
        )

    def by_match(self) -> dict[str, Facts]:
        """What was entered for each match."""
        games: dict[str, list[Game]] = {}
        bids: dict[str, list[Bid]] = {}
        rulings: dict[str, list[Ruling]] = {}
        for game in self.games:
            games.setdefault(game.match, []).append(game)
        for bid in self.bids:
            bids.setdefault(bid.match, []).append(bid)
        for ruling in self.rulings:
            rulings.setdefault(ruling.match, []).append(ruling)
        return {
            match: Facts(
                games=tuple(games.get(match, ())),
                bids=tuple(bids.get(match, ())),
                rulings=tuple(rulings.get(match, ())),
            )
            for match in {**games, **bids, **rulings}
        }


def check_outcomes(white: Outcome, black: Outcome) -> None:
    """Raise ``RecordError("knockout.outcome_impossible")`` unless the two can be one game's.

    A bye is no game, nothing is entered before a game is over, a forfeit has
    two sides, and two players share at most one point.
    """
    total = STANDARD.points(white) + STANDARD.points(black)
    if (
        white.is_bye
        or black.is_bye
        or white.is_pending
        or black.is_pending
        or white.is_forfeit != black.is_forfeit
        or total > STANDARD.win
    ):
        raise RecordError("knockout.outcome_impossible", white=white.value, black=black.value)
