"""Teams: who sits where, matches over boards, and the score of one team against another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import RecordError
from ..points import round_points
from ..record import Team, TeamEvent, TournamentRecord
from .tables import Board, Notice, Round


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two teams over the whole event: game points and match points, in tenths."""

    first: int
    second: int
    first_game_points: int
    second_game_points: int
    first_match_points: int
    second_match_points: int


def event_of(record: TournamentRecord) -> TeamEvent:
    """The team part of a record; raises ``RecordError("schedule.no_teams")``."""
    if record.team_event is None:
        raise RecordError("schedule.no_teams")
    return record.team_event


def equal_teams(record: TournamentRecord, count: int) -> tuple[Team, ...]:
    """Exactly ``count`` teams with the same number of players.

    Raises ``RecordError`` (``schedule.no_teams``, ``schedule.team_count``,
    ``schedule.team_sizes``).
    """
    teams = event_of(record).teams
    if len(teams) != count:
        raise RecordError("schedule.team_count", found=len(teams), needed=count)
    sizes = [len(team.players) for team in teams]
    if len(set(sizes)) > 1:
        raise RecordError("schedule.team_sizes", sizes=sizes)
    return teams


def seats(teams: Sequence[Team]) -> tuple[int, ...]:
    """The players of all teams, one team after the other, in board order."""
    return tuple(player for team in teams for player in team.players)


def board_count(record: TournamentRecord) -> int:
    """Boards of a match: one for each announced colour (352), else for each player of the
    smallest team."""
    event = event_of(record)
    smallest = min((len(team.players) for team in event.teams), default=0)
    return len(event.board_colours) or smallest


def match_colours(event: TeamEvent, boards: int) -> str:
    """Colour of the first-named team on each board; alternating from White unless announced."""
    return event.board_colours or ("WB" * boards)[:boards]


def match_boards(
    record: TournamentRecord, round_number: int, first: Team, second: Team
) -> tuple[Round, tuple[Notice, ...]]:
    """The boards of one match, board 1 first.

    A line-up recorded for the round replaces the team's order.  A board that
    one side leaves empty is not paired and is reported.
    """
    event = event_of(record)
    boards = board_count(record)
    ours = _line_up(event, round_number, first, boards)
    theirs = _line_up(event, round_number, second, boards)
    paired: list[Board] = []
    notices: list[Notice] = []
    colours = match_colours(event, boards)
    for board, (colour, one, other) in enumerate(zip(colours, ours, theirs, strict=True), start=1):
        if one and other:
            paired.append((one, other) if colour == "W" else (other, one))
        elif one or other:
            where = {"round": round_number, "board": board, "number": one or other}
            notices.append(("schedule.board_empty", where))
    return tuple(paired), tuple(notices)


def _line_up(event: TeamEvent, round_number: int, team: Team, boards: int) -> list[int]:
    players: Sequence[int] = team.players
    for line_up in event.line_ups:
        if line_up.round == round_number and line_up.team == team.number:
            players = line_up.players
    return [*players, *[0] * boards][:boards]


def meetings(record: TournamentRecord) -> tuple[Meeting, ...]:
    """Every pair of teams that has met, over all recorded rounds taken together.

    In a Scheveningen or a Skalitzka the whole event is one match of each pair
    of teams.  Raises ``RecordError("schedule.no_teams")``.
    """
    event = event_of(record)
    team_of = {player: team.number for team in event.teams for player in team.players}
    points: dict[tuple[int, int], int] = {}
    for person in record.participants:
        mine = team_of.get(person.number)
        for number, cell in enumerate(person.cells, start=1):
            theirs = None if cell.opponent is None else team_of.get(cell.opponent)
            if mine is None or theirs is None:
                continue
            earned = round_points(record, person, number)
            points[mine, theirs] = points.get((mine, theirs), 0) + earned
    return tuple(
        Meeting(
            first,
            second,
            points[first, second],
            points[second, first],
            _match_points(event, points[first, second], points[second, first]),
            _match_points(event, points[second, first], points[first, second]),
        )
        for first, second in sorted(points)
        if first < second
    )


def _match_points(event: TeamEvent, mine: int, theirs: int) -> int:
    if mine == theirs:
        return event.match_draw
    return event.match_win if mine > theirs else event.match_loss
