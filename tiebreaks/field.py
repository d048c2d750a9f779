"""The field: the record turned into tables indexed by position and round.

Every tie-break reads these lists, so a player's round is looked up, never
searched.  Positions count from 0 in the order of the starting list, rounds
from 0 to ``rounds - 1``; scores are tenths.

Unplayed rounds (C.07 2.2 and 16.1; teams in :mod:`tiebreaks.team_field`):

===================== ====== ======== ========== =====================================
outcome               played opponent voluntary  remark
===================== ====== ======== ========== =====================================
game, rated or not    yes    yes      no         also a game whose result is missing
FORFEIT_WIN           no     yes      no
FORFEIT_LOSS          no     yes      yes        double forfeit: one for each
PAIRING_ALLOCATED_BYE no     none     no         counts in REP
FULL_POINT_BYE        no     none     no
HALF_POINT_BYE        no     none     yes
ZERO_POINT_BYE        no     none     yes        absence, late entry, withdrawal
===================== ====== ======== ========== =====================================
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from pairing.points import cell_points, round_points, total_points
from pairing.record import TournamentRecord
from pairing.scoring import Colour, Outcome

from .errors import TiebreakError

NOBODY = -1
"""Position of "no opponent"."""

VOLUNTARY = frozenset({Outcome.FORFEIT_LOSS, Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE})
"""Voluntarily unplayed rounds (16.1.2)."""

WINS = frozenset({Outcome.WIN, Outcome.UNRATED_WIN})
DRAWS = frozenset({Outcome.DRAW, Outcome.UNRATED_DRAW})

_DIVIDED = re.compile(r"SCHEVENINGEN|SKALITZKA|SCHILLER|CRENSHAW|\bQUADS?\b", re.I)
_EVERYBODY = re.compile(r"ROBIN|BERGER|\bRR\b|ALL[ -]?PLAY[ -]?ALL|TODOS CONTRA TODOS", re.I)


@dataclass(slots=True)
class Sheet:
    """One score of everybody: individual points, match points or game points.

    ``points[p][r]`` is what round r gave; ``total`` their sum with bonuses
    and penalties (``bonus``); ``absent[p][r]`` whether the round counts as
    voluntarily unplayed when trailing byes are looked for (16.2.5).
    """

    win: int
    draw: int
    points: list[list[int]]
    total: list[int]
    absent: list[list[bool]]
    bonus: list[int]


@dataclass(slots=True)
class TeamBoards:
    """Board results of a team event.

    ``points[p][r]`` are the points on each of the ``boards`` boards of the
    round, ``game_draw`` those of one drawn game.
    """

    boards: int
    game_draw: int
    points: list[list[list[int]]]


@dataclass(slots=True)
class Field:
    """Everybody who is ranked, with all rounds that count.

    ``rounds`` is the number of rounds counted, ``scheduled`` that of the
    event.  ``predetermined`` marks round robins and the like (15.2), where
    art. 16 does not apply.  ``hidden`` participants (50 % rule) keep a row in
    the tables but no place.  ``primary`` names the primary score's sheet.
    ``cancelled`` has their pairings, by position and round, with the opponent.
    ``colours_known``: no game is without its colours.
    """

    numbers: list[int]
    names: list[str]
    rounds: int
    scheduled: int
    predetermined: bool
    opponent: list[list[int]]
    outcome: list[list[Outcome]]
    played: list[list[bool]]
    voluntary: list[list[bool]]
    black: list[list[bool]]
    sheets: dict[str, Sheet]
    primary: str
    ratings: list[int | None]
    boards: TeamBoards | None = None
    colours_known: bool = True
    hidden: frozenset[int] = field(default=frozenset())
    cancelled: dict[tuple[int, int], int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def secondary(self) -> str:
        """The other score of a team event; the same one for individuals."""
        return {"MP": "GP", "GP": "MP"}.get(self.primary, self.primary)

    def sheet(self, score: str = "") -> Sheet:
        """The sheet of ``MP``, ``GP`` or (empty) the primary score."""
        return self.sheets[score or self.primary]

    def position(self, number: int) -> int:
        """Position of a pairing number; raises ``standings.unknown_participant``."""
        try:
            return self.numbers.index(number)
        except ValueError:
            raise TiebreakError("standings.unknown_participant", number=number) from None


def is_predetermined(record: TournamentRecord) -> bool:
    """Whether the pairings did not depend on results: by type code, else by the event's own words.

    A record that says neither is taken for a Swiss.
    """
    text = _kind(record)
    known = _EVERYBODY.search(text) or _DIVIDED.search(text)
    return "SWISS" not in text.upper() and known is not None


def is_divided(record: TournamentRecord) -> bool:
    """Whether its kind is one where not everybody meets everybody: by teams or in groups."""
    return record.team_event is not None or _DIVIDED.search(_kind(record)) is not None


def _kind(record: TournamentRecord) -> str:
    return (record.system or record.info.kind).replace("_", " ")


def individual_field(record: TournamentRecord, rounds: int, predetermined: bool) -> Field:
    """The field of players after ``rounds`` rounds of a record that contradicts nothing."""
    numbers = [person.number for person in record.participants]
    index_of: dict[int | None, int] = {number: p for p, number in enumerate(numbers)}
    cells = [person.cells[:rounds] for person in record.participants]
    outcome = [[cell.outcome for cell in row] for row in cells]
    voluntary = [[result in VOLUNTARY for result in row] for row in outcome]
    return Field(
        numbers=numbers,
        names=[person.name for person in record.participants],
        rounds=rounds,
        scheduled=max(record.rounds, rounds),
        predetermined=predetermined,
        opponent=[[index_of.get(cell.opponent, NOBODY) for cell in row] for row in cells],
        outcome=outcome,
        played=[[result.is_game for result in row] for row in outcome],
        voluntary=voluntary,
        black=[[cell.colour is Colour.BLACK for cell in row] for row in cells],
        sheets={"PTS": _individual_sheet(record, rounds, voluntary)},
        primary="PTS",
        ratings=[person.rating or None for person in record.participants],
        colours_known=all(
            cell.colour is not None or not cell.outcome.is_game for row in cells for cell in row
        ),
    )


def withdraw(table: Field, cancelled: Collection[int]) -> None:
    """Take the participants at these positions out of all tables (50 % rule, 11.1).

    Their rounds and everybody's rounds against them become rounds without a
    pairing; the rows stay, so that the size of the field and with it the
    Koya limit come out right.
    """
    gone = set(cancelled)
    for position in range(len(table)):
        for index in range(table.rounds):
            opponent = table.opponent[position][index]
            if position in gone or opponent in gone:
                if opponent != NOBODY:
                    table.cancelled[position, index] = opponent
                _blank(table, position, index)
    for sheet in table.sheets.values():
        sheet.total = [
            0 if position in gone else sum(row) + sheet.bonus[position]
            for position, row in enumerate(sheet.points)
        ]
    table.hidden = frozenset(gone)


def _blank(table: Field, position: int, index: int) -> None:
    table.opponent[position][index] = NOBODY
    table.outcome[position][index] = Outcome.ZERO_POINT_BYE
    table.played[position][index] = False
    table.voluntary[position][index] = True
    for sheet in table.sheets.values():
        sheet.points[position][index] = 0
        sheet.absent[position][index] = True
    if table.boards is not None:
        table.boards.points[position][index] = [0] * table.boards.boards


def _individual_sheet(record: TournamentRecord, rounds: int, absent: list[list[bool]]) -> Sheet:
    points, bonus = _individual_points(record, rounds)
    return Sheet(
        win=record.points.win,
        draw=record.points.draw,
        points=points,
        total=[sum(row) + extra for row, extra in zip(points, bonus, strict=True)],
        absent=absent,
        bonus=bonus,
    )


def _individual_points(record: TournamentRecord, rounds: int) -> tuple[list[list[int]], list[int]]:
    """Points of each round, and bonuses or penalties that belong to no game (TRF26 299)."""
    people = record.participants
    if not record.abnormal_points:
        value = cell_points(record)
        points = [
            [value[cell.outcome, cell.colour] for cell in person.cells[:rounds]]
            for person in people
        ]
        return points, [0] * len(people)
    results = tuple(rule for rule in record.abnormal_points if rule.outcome is not None)
    of_results = replace(record, abnormal_points=results)
    points = [
        [round_points(of_results, person, number) for number in range(1, rounds + 1)]
        for person in people
    ]
    bonus = [
        total_points(record, person, rounds) - sum(row)
        for person, row in zip(people, points, strict=True)
    ]
    return points, bonus
