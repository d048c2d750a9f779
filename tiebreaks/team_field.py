"""The field of a team event: matches put together from the players' cells (C.07 art. 11).

A match is played if at least one board was; otherwise it is a forfeited
match.  Match points come from comparing game points; where neither side has
any because every board was forfeited by both, both have lost.

Rounds without a match:

======================= ============================ =======================
round                   match points                 game points
======================= ============================ =======================
pairing-allocated bye   as announced, else a draw    as announced, else the
                        (C.04.6 1.4)                 PAB's or a draw's value
                                                     on each board
full-point bye          win                          win on each board
half-point bye          draw                         draw on each board
zero-point bye          0                            0
======================= ============================ =======================
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pairing.points import cell_points
from pairing.record import Cell, Participant, Team, TeamEvent, TournamentRecord
from pairing.scoring import Outcome

from .errors import TiebreakError
from .field import NOBODY, Field, Sheet, TeamBoards

_FORFEITED = {"+-": (True, False), "-+": (False, True), "--": (False, False)}
_ABSENT = frozenset({Outcome.FORFEIT_LOSS, Outcome.ZERO_POINT_BYE})
_BYES = frozenset({Outcome.PAIRING_ALLOCATED_BYE, Outcome.FULL_POINT_BYE, Outcome.HALF_POINT_BYE})


@dataclass(slots=True)
class _Match:
    """One team's round.  ``engaged``: at least one board neither forfeited nor empty."""

    opponent: int = NOBODY
    outcome: Outcome = Outcome.ZERO_POINT_BYE
    played: bool = False
    engaged: bool = False
    match_points: int = 0
    game_points: int = 0
    boards: list[int] = field(default_factory=list)


def team_field(record: TournamentRecord, rounds: int, predetermined: bool, primary: str) -> Field:
    """The field of teams after ``rounds`` rounds of a record that contradicts nothing.

    ``primary`` is ``MP`` or ``GP``.  Raises ``standings.no_teams`` for an
    individual tournament.
    """
    event = record.team_event
    if event is None:
        raise TiebreakError("standings.no_teams")
    builder = _Builder(record, event)
    by_round = [builder.round(number) for number in range(1, rounds + 1)]
    size = len(event.teams)
    table = [[matches[team] for matches in by_round] for team in range(size)]
    voluntary = [
        [not match.played and not _kept_its_points(match, event) for match in row] for row in table
    ]
    return Field(
        numbers=[team.number for team in event.teams],
        names=[team.name for team in event.teams],
        rounds=rounds,
        scheduled=max(record.rounds, rounds),
        predetermined=predetermined,
        opponent=[[match.opponent for match in row] for row in table],
        outcome=[[match.outcome for match in row] for row in table],
        played=[[match.played for match in row] for row in table],
        voluntary=voluntary,
        black=[[False] * rounds for _ in range(size)],
        sheets=_sheets(builder, table, voluntary, rounds),
        primary=primary,
        ratings=[None] * size,
        boards=TeamBoards(
            builder.boards, record.points.draw, [[match.boards for match in row] for row in table]
        ),
    )


def _sheets(
    builder: _Builder, table: list[list[_Match]], voluntary: list[list[bool]], rounds: int
) -> dict[str, Sheet]:
    event, points = builder.event, builder.record.points
    match_points = [[match.match_points for match in row] for row in table]
    game_points = [[match.game_points for match in row] for row in table]
    # On game points a round is unplayed only if every board was forfeited or empty.
    absent = [[not match.engaged for match in row] for row in table]
    match_bonus = builder.bonus(rounds, match_points=True)
    game_bonus = builder.bonus(rounds, match_points=False)
    boards = builder.boards
    return {
        "MP": _sheet((event.match_win, event.match_draw), match_points, voluntary, match_bonus),
        "GP": _sheet((points.win * boards, points.draw * boards), game_points, absent, game_bonus),
    }


def _kept_its_points(match: _Match, event: TeamEvent) -> bool:
    """Unplayed, but not voluntarily: a bye by the pairing or a won match (16.1.2)."""
    allocated = match.outcome is Outcome.PAIRING_ALLOCATED_BYE
    return allocated or match.match_points == event.match_win


def _sheet(
    values: tuple[int, int], points: list[list[int]], absent: list[list[bool]], bonus: list[int]
) -> Sheet:
    win, draw = values
    total = [sum(row) + extra for row, extra in zip(points, bonus, strict=True)]
    return Sheet(win, draw, points, total, absent, bonus)


class _Builder:
    """Puts the matches of one round after the other together."""

    def __init__(self, record: TournamentRecord, event: TeamEvent) -> None:
        self.record = record
        self.event = event
        self._index_of = {team.number: position for position, team in enumerate(event.teams)}
        self._players = {person.number: person for person in record.participants}
        self._team_of = {
            player: position for position, team in enumerate(event.teams) for player in team.players
        }
        self._line_ups = {(item.round, item.team): item.players for item in event.line_ups}
        self._byes = {(bye.round, bye.number): bye.outcome for bye in event.requested_byes}
        self._value = cell_points(record)
        seats = [
            len(self._seats(team, number))
            for number in range(1, record.completed + 1)
            for team in event.teams
        ]
        self.boards = max([len(event.board_colours), 1, *seats])

    def bonus(self, rounds: int, *, match_points: bool) -> list[int]:
        """Bonuses and penalties of the teams (TRF26 299 without a result), in tenths."""
        totals = [0] * len(self.event.teams)
        for rule in self.record.abnormal_points:
            if rule.outcome is not None or (rule.round or 1) > rounds:
                continue
            extra = (rule.match_points if match_points else rule.points) or 0
            for position, team in enumerate(self.event.teams):
                if not rule.numbers or team.number in rule.numbers:
                    totals[position] += extra
        return totals

    def round(self, number: int) -> list[_Match]:
        """One match or bye for every team."""
        matches = [self._seated(team, number) for team in self.event.teams]
        self._forfeited_without_boards(number, matches)
        for position, match in enumerate(matches):
            if match.opponent == NOBODY:
                self._bye(self.event.teams[position], number, match)
            elif match.outcome is Outcome.ZERO_POINT_BYE:
                self._compare(match, matches[match.opponent])
        for position, match in enumerate(matches):
            self._deviate(self.event.teams[position].number, number, match)
        return matches

    def _seats(self, team: Team, number: int) -> list[Cell | None]:
        """The cells by board, ``None`` for an empty board."""
        line_up = self._line_ups.get((number, team.number))
        if line_up is not None:
            return [self._cell(player, number) for player in line_up]
        cells = [self._cell(player, number) for player in team.players]
        return [cell for cell in cells if cell is not None and _has_board(cell)]

    def _cell(self, player: int, number: int) -> Cell | None:
        person: Participant | None = self._players.get(player)
        if person is None or number > len(person.cells):
            return None
        return person.cells[number - 1]

    def _seated(self, team: Team, number: int) -> _Match:
        match = _Match()
        for cell in self._seats(team, number):
            if cell is None:
                match.boards.append(0)
                continue
            match.boards.append(self._value[cell.outcome, cell.colour])
            match.played = match.played or cell.outcome.is_game
            match.engaged = match.engaged or cell.outcome not in _ABSENT
            if match.opponent == NOBODY and cell.opponent is not None:
                match.opponent = self._team_of.get(cell.opponent, NOBODY)
        match.boards.extend([0] * (self.boards - len(match.boards)))
        match.game_points = sum(match.boards)
        return match

    def _forfeited_without_boards(self, number: int, matches: list[_Match]) -> None:
        """330 records whose boards are not in the players' cells."""
        for forfeited in self.event.forfeited_matches:
            if forfeited.round != number:
                continue
            pair = [self._index_of.get(team, NOBODY) for team in (forfeited.white, forfeited.black)]
            if NOBODY in pair or any(matches[team].opponent != NOBODY for team in pair):
                continue
            for team, rival, won in zip(pair, pair[::-1], _FORFEITED[forfeited.kind], strict=True):
                self._fill(matches[team], self.record.points.win if won else 0)
                matches[team].opponent = rival
                matches[team].engaged = won

    def _compare(self, match: _Match, rival: _Match) -> None:
        event = self.event
        ahead = match.game_points - rival.game_points
        nothing = not match.played and not match.game_points and not rival.game_points
        if ahead < 0 or nothing:
            match.match_points, result = event.match_loss, Outcome.LOSS
        elif ahead > 0:
            match.match_points, result = event.match_win, Outcome.WIN
        else:
            match.match_points, result = event.match_draw, Outcome.DRAW
        if match.played:
            match.outcome = result
        else:
            won = result is Outcome.WIN
            match.outcome = Outcome.FORFEIT_WIN if won else Outcome.FORFEIT_LOSS

    def _fill(self, match: _Match, value: int) -> None:
        match.boards = [value] * self.boards
        match.game_points = value * self.boards

    def _bye(self, team: Team, number: int, match: _Match) -> None:
        points, event = self.record.points, self.event
        allocated = event.byes.teams if event.byes is not None else ()
        if number <= len(allocated) and allocated[number - 1] == team.number:
            match.outcome = Outcome.PAIRING_ALLOCATED_BYE
        else:
            match.outcome = self._byes.get((number, team.number), Outcome.ZERO_POINT_BYE)
        match.engaged = match.outcome in _BYES and match.outcome is not Outcome.HALF_POINT_BYE
        if match.outcome is Outcome.PAIRING_ALLOCATED_BYE:
            self._fill(match, points.win)
            value = points.draw if points.pairing_allocated_bye is None else points.pab
            announced = event.byes
            match.match_points, match.game_points = event.match_draw, value * self.boards
            if announced is not None and announced.match_points is not None:
                match.match_points = announced.match_points
            if announced is not None and announced.game_points is not None:
                match.game_points = announced.game_points
        elif match.outcome is Outcome.FULL_POINT_BYE:
            self._fill(match, points.win)
            match.match_points = event.match_win
        elif match.outcome is Outcome.HALF_POINT_BYE:
            self._fill(match, points.draw)
            match.match_points = event.match_draw
        else:
            self._fill(match, points.zero_point_bye)

    def _deviate(self, team: int, number: int, match: _Match) -> None:
        """Announced points for matches of one kind (TRF26 299 with a result type)."""
        for rule in self.record.abnormal_points:
            applies = rule.outcome is match.outcome and rule.round in (None, number)
            if applies and (not rule.numbers or team in rule.numbers):
                if rule.match_points is not None:
                    match.match_points = rule.match_points
                if rule.points is not None:
                    match.game_points = rule.points


def _has_board(cell: Cell) -> bool:
    return cell.opponent is not None or cell.outcome.is_forfeit
