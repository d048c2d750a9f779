"""Everything a file says, collected line by line before a record is built of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from ..record import (
    AbnormalPoints,
    ForfeitedMatch,
    LineUp,
    ProhibitedPairing,
    Team,
    TeamByes,
    VirtualPoints,
)
from ..scoring import Colour, Outcome
from .players import PlayerLine

GROUPS_CODE = "CUSTOM_ROUNDROBIN"
"""The only type code there is for round robins in groups."""


@dataclass(frozen=True, slots=True)
class RequestedBye:
    """One id of a 240 or XXZ record; ``round`` ``None`` is the coming round."""

    line: int
    column: int
    outcome: Outcome
    round: int | None
    number: int


@dataclass(slots=True)
class Sheet:
    """Raw content of a file; numbers are not checked against each other yet."""

    codes: set[str] = field(default_factory=set)
    players: dict[int, PlayerLine] = field(default_factory=dict)
    # Header.
    texts: dict[str, tuple[int, str]] = field(default_factory=dict)
    deputies: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    start: date | None = None
    end: date | None = None
    round_dates: list[date | None] = field(default_factory=list)
    rounds: int | None = None
    rounds_line: int = 0
    initial_colour: Colour | None = None
    rank_order_line: int = 0
    system: str = ""
    tie_breaks: list[str] = field(default_factory=list)
    standings: list[str] = field(default_factory=list)
    # Points, in tenths, by the codes of XXS plus "X" (adjourned).
    values: dict[str, int] = field(default_factory=dict)
    # Engine records.
    accelerated: dict[tuple[int, int], int] = field(default_factory=dict)
    accelerated_rounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    ranges: list[tuple[int, VirtualPoints]] = field(default_factory=list)
    prohibited: list[tuple[int, ProhibitedPairing]] = field(default_factory=list)
    byes: list[RequestedBye] = field(default_factory=list)
    abnormal: list[tuple[int, AbnormalPoints]] = field(default_factory=list)
    # Teams.
    old_teams: list[tuple[int, Team]] = field(default_factory=list)
    teams: list[tuple[int, Team]] = field(default_factory=list)
    line_ups: list[tuple[int, LineUp]] = field(default_factory=list)
    forfeited: list[tuple[int, ForfeitedMatch]] = field(default_factory=list)
    team_byes: TeamByes | None = None
    board_colours: str = ""
    match_points: dict[str, int] = field(default_factory=dict)

    @property
    def is_team_event(self) -> bool:
        """Whether the file lists teams."""
        return bool(self.teams or self.old_teams)

    @property
    def has_several_byes(self) -> bool:
        """Whether each team, or each group of a divided field, may have a bye of its own."""
        return self.is_team_event or self.system == GROUPS_CODE
