"""The matches of a bracket: who comes from where, before anything is played.

A structure follows from the slots and the settings alone.  Byes are not
matches: a pair of slots with one bye, and a place in the losers' bracket that
only one player can reach, is a *free pass*; it keeps its position in the round
but has no number.  So a single knockout of N has exactly N - 1 numbered
matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from .arithmetic import bracket_order, round_name
from .draw import NOBODY


class Section(Enum):
    """Part of the bracket; match numbers start with its letter."""

    MAIN = "main"
    LOSERS = "losers"
    GRAND_FINAL = "grand_final"
    PLACES = "places"
    CONSOLATION = "consolation"


PREFIXES = {
    Section.MAIN: "M",
    Section.LOSERS: "L",
    Section.GRAND_FINAL: "GF",
    Section.PLACES: "P",
    Section.CONSOLATION: "C",
}


class SourceKind(Enum):
    """Where one side of a match comes from.

    ``RANK`` is the ``rank``-th best seed left after a round (re-seeding).
    """

    ENTRANT = "entrant"
    WINNER = "winner"
    LOSER = "loser"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class Source:
    """One side of a match.

    ``slot`` (from 0) and ``entrant`` belong to ``ENTRANT``, ``match`` to
    ``WINNER`` and ``LOSER``, ``round`` and ``rank`` to ``RANK``.
    """

    kind: SourceKind
    match: str = ""
    slot: int = -1
    entrant: int = NOBODY
    round: int = 0
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Match:
    """One match.

    ``round`` counts within the section, ``index`` from 0 from top to bottom,
    free passes included.  ``session`` is the order of play: matches of one
    session can be played at the same time.  ``winner_level`` and
    ``loser_level`` order those whose way ends here (1 the best; ``winner_level``
    matters only where the winner meets nobody any more).
    """

    id: str
    section: Section
    round: int
    index: int
    session: int
    sources: tuple[Source, Source]
    winner_level: int
    loser_level: int


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a round: a match, a free pass for ``source``, or nothing at all."""

    match: str = ""
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a section, positions from top to bottom.

    ``name`` is a code: ``final``, ``semi_final``, ``quarter_final``,
    ``round_of_16`` ...; ``winners_1`` ..., ``winners_final``, ``losers_1`` ...,
    ``losers_final``, ``grand_final``, ``grand_final_reset``; ``places_3_4`` ...
    """

    section: Section
    round: int
    name: str
    session: int
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Structure:
    """All matches in an order in which each follows those it depends on."""

    matches: tuple[Match, ...]
    rounds: tuple[Round, ...]
    survivors: tuple[tuple[Source, ...], ...] = ()
    """With re-seeding: who is left after round 1, 2, ... of the main section."""

    def by_id(self) -> dict[str, Match]:
        """Match number -> match."""
        return {match.id: match for match in self.matches}

    def links(self, kind: SourceKind) -> dict[str, str]:
        """Match -> the match its winner (or loser) goes to."""
        return {
            source.match: match.id
            for match in self.matches
            for source in match.sources
            if source.kind is kind
        }


def winner_of(match: str) -> Source:
    """The winner of a match as a side of another."""
    return Source(SourceKind.WINNER, match=match)


def loser_of(match: str) -> Source:
    """The loser of a match as a side of another."""
    return Source(SourceKind.LOSER, match=match)


Sources = Sequence[Source | None]
"""Sides from top to bottom; ``None`` where nobody can come."""


@dataclass(slots=True)
class Builder:
    """Collects matches round by round and numbers them."""

    matches: list[Match] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    survivors: list[tuple[Source, ...]] = field(default_factory=list)
    _numbers: dict[Section, int] = field(default_factory=dict)

    def play(
        self,
        sides: Sources,
        section: Section,
        round_number: int,
        *,
        name: str,
        session: int,
        levels: tuple[int, int],
    ) -> tuple[list[Source | None], list[Source | None]]:
        """Add a round in which adjacent sides meet; its winners and its losers."""
        winners: list[Source | None] = []
        losers: list[Source | None] = []
        positions = []
        for index in range(0, len(sides), 2):
            one, other = sides[index], sides[index + 1]
            if one is None or other is None:
                alone = one or other
                winners.append(alone)
                losers.append(None)
                positions.append(Position(source=alone))
                continue
            number = self._numbers[section] = self._numbers.get(section, 0) + 1
            match = Match(
                id=f"{PREFIXES[section]}{number}",
                section=section,
                round=round_number,
                index=index // 2,
                session=session,
                sources=(one, other),
                winner_level=levels[0],
                loser_level=levels[1],
            )
            self.matches.append(match)
            winners.append(winner_of(match.id))
            losers.append(loser_of(match.id))
            positions.append(Position(match=match.id))
        self.rounds.append(Round(section, round_number, name, session, tuple(positions)))
        return winners, losers

    def structure(self) -> Structure:
        """What was built."""
        return Structure(tuple(self.matches), tuple(self.rounds), tuple(self.survivors))


def slot_sources(slots: Sequence[int]) -> list[Source | None]:
    """Sides of round 1."""
    return [
        None if entrant == NOBODY else Source(SourceKind.ENTRANT, slot=slot, entrant=entrant)
        for slot, entrant in enumerate(slots)
    ]


def knock_out(
    builder: Builder,
    slots: Sequence[int],
    section: Section,
    *,
    sessions: Sequence[int],
    names: Sequence[str] = (),
    reseeding: bool = False,
) -> tuple[list[list[Source | None]], Source]:
    """Add a whole single knockout; its losers round by round, and its winner.

    ``names`` replace the usual ones of the rounds.  With ``reseeding`` the best
    seed left meets the worst one in every round after the first.
    """
    sides = slot_sources(slots)
    losers_by_round = []
    for round_number, session in enumerate(sessions, start=1):
        left = len(sides) // 2
        sides, losers = builder.play(
            sides,
            section,
            round_number,
            name=names[round_number - 1] if names else round_name(len(sides)),
            session=session,
            levels=(1, left + 1),
        )
        losers_by_round.append(losers)
        if reseeding:
            builder.survivors.append(tuple(side for side in sides if side is not None))
            if left > 1:
                sides = [
                    Source(SourceKind.RANK, round=round_number, rank=rank)
                    for rank in bracket_order(left)
                ]
    return losers_by_round, next(side for side in sides if side is not None)


def play_places(
    builder: Builder, sides: Sources, first: int, *, session: int, round_number: int = 1
) -> None:
    """Add the matches among ``sides`` that decide places ``first`` and following."""
    if len(sides) < 2 or not any(sides):
        return
    half = len(sides) // 2
    winners, losers = builder.play(
        sides,
        Section.PLACES,
        round_number,
        name=f"places_{first}_{first + len(sides) - 1}",
        session=session,
        levels=(first, first + half),
    )
    for group, place in ((winners, first), (losers, first + half)):
        play_places(builder, group, place, session=session + 1, round_number=round_number + 1)
