"""The team part of a record: references between team records are checked here."""

from __future__ import annotations

from dataclasses import replace

from ..record import ForfeitedMatch, LineUp, PlannedBye, Team, TeamByes, TeamEvent
from .findings import Report
from .games import Games
from .sheet import Sheet


def team_event(sheet: Sheet, games: Games, report: Report) -> TeamEvent | None:
    """The team event, ``None`` for an individual tournament.  310 records replace 013."""
    listed = sheet.teams or sheet.old_teams
    if not listed:
        return None
    if sheet.teams and sheet.old_teams:
        report.info("trf.013.ignored", sheet.old_teams[0][0], 1, found=len(sheet.old_teams))
    teams = _teams(listed, sheet, report)
    report.settle()
    if sheet.teams and not sheet.board_colours:
        report.warning("trf.352.missing")
    boards = max(len(team.players) for team in teams.values())
    if len(sheet.board_colours) > boards:
        report.error("trf.352.too_long", read=sheet.board_colours, boards=boards)
    return TeamEvent(
        teams=tuple(teams.values()),
        line_ups=_line_ups(sheet, teams, report),
        forfeited_matches=_forfeited(sheet, games, teams, report),
        byes=_team_byes(sheet, games, teams, report),
        requested_byes=_requested(sheet, games, teams, report),
        board_colours=sheet.board_colours,
        match_win=sheet.match_points.get("W", 20),
        match_draw=sheet.match_points.get("D", 10),
        match_loss=sheet.match_points.get("L", 0),
    )


def _teams(listed: list[tuple[int, Team]], sheet: Sheet, report: Report) -> dict[int, Team]:
    teams: dict[int, Team] = {}
    member_of: dict[int, int] = {}
    for line, team in listed:
        if team.number in teams:
            report.fatal("trf.team.duplicate", line, 5, read=str(team.number))
            continue
        players = []
        for player in team.players:
            if player not in sheet.players:
                report.error("trf.id.unknown", line, read=str(player), assumed="dropped")
                continue
            if member_of.setdefault(player, team.number) != team.number or player in players:
                report.fatal(
                    "trf.team.player_twice", line, read=str(player), first=member_of[player]
                )
            players.append(player)
        teams[team.number] = replace(team, players=tuple(players))
    return dict(sorted(teams.items()))


def _line_ups(sheet: Sheet, teams: dict[int, Team], report: Report) -> tuple[LineUp, ...]:
    kept = []
    for line, line_up in sheet.line_ups:
        team = teams.get(line_up.team)
        fielded = [player for player in line_up.players if player]
        if team is None or (line_up.opponent and line_up.opponent not in teams):
            report.error(
                "trf.id.unknown",
                line,
                9,
                read=f"{line_up.team} {line_up.opponent}",
                assumed="dropped",
            )
        elif len(set(fielded)) < len(fielded) or not set(fielded) <= set(team.players):
            report.error("trf.300.players", line, 17, team=team.number, round=line_up.round)
        else:
            kept.append(line_up)
    return tuple(kept)


def _forfeited(
    sheet: Sheet, games: Games, teams: dict[int, Team], report: Report
) -> tuple[ForfeitedMatch, ...]:
    kept = []
    for line, match in sheet.forfeited:
        if match.white not in teams or match.black not in teams or match.white == match.black:
            report.error(
                "trf.id.unknown", line, 12, read=f"{match.white} {match.black}", assumed="dropped"
            )
            continue
        rivals = _rivals(sheet, games, teams[match.white], match.round)
        if rivals and not rivals & set(teams[match.black].players):
            report.error(
                "trf.330.not_met",
                line,
                12,
                read=f"{match.white} {match.black}",
                assumed="dropped",
                round=match.round,
            )
            continue
        kept.append(match)
    return tuple(kept)


def _rivals(sheet: Sheet, games: Games, team: Team, round_number: int) -> set[int]:
    """Opponents that the cells of a round give to the players of a team."""
    cells = (games.cell(sheet.players[number], round_number) for number in team.players)
    return {cell.opponent for cell in cells if cell.opponent is not None}


def _team_byes(
    sheet: Sheet, games: Games, teams: dict[int, Team], report: Report
) -> TeamByes | None:
    """320; a bye value that stands only in 362 (``P``) is taken from there."""
    value = sheet.match_points.get("P")
    if sheet.team_byes is None:
        return None if value is None else TeamByes(value, None, ())
    given = list(sheet.team_byes.teams)
    for index, number in enumerate(given):
        if not number:
            continue
        if number not in teams:
            report.error("trf.id.unknown", read=str(number), assumed="dropped", record="320")
            given[index] = 0
        elif _rivals(sheet, games, teams[number], index + 1):
            report.error("trf.320.played", read=str(number), round=index + 1)
    match_points = sheet.team_byes.match_points
    return replace(
        sheet.team_byes,
        teams=tuple(given),
        match_points=value if match_points is None else match_points,
    )


def _requested(
    sheet: Sheet, games: Games, teams: dict[int, Team], report: Report
) -> tuple[PlannedBye, ...]:
    """240 records name teams in a team event."""
    byes = {}
    for bye in sheet.byes:
        if bye.number not in teams:
            report.error(
                "trf.id.unknown", bye.line, bye.column, read=str(bye.number), assumed="dropped"
            )
            continue
        round_number = bye.round or games.completed + 1
        byes[round_number, bye.number] = PlannedBye(round_number, bye.number, bye.outcome)
    return tuple(byes[key] for key in sorted(byes))
