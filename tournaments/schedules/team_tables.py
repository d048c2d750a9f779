"""The order of teams: by their announced tie-breaks, or by the one match that each pair plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from pairing.errors import PairingError
from pairing.record import TournamentRecord
from pairing.roundrobin.teams import Meeting, meetings
from tiebreaks import Options, Row, standings
from tournaments.core.errors import Conflict
from tournaments.core.principal import Principal
from tournaments.events.models import Tournament
from tournaments.play.record import build_record
from tournaments.standings.selectors import counted_round

from .models import Team
from .options import is_for_teams, ranks_teams
from .selectors import visible


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's line: points in tenths, values by code, and its meetings with the others."""

    rank: int | None
    shared: bool
    team: Team
    match_points: int
    game_points: int
    values: tuple[tuple[str, str | None], ...]
    meetings: tuple[Meeting, ...]


def team_table_for(
    *, principal: Principal, tournament_id: UUID, after_round: int | None = None
) -> tuple[TeamRow, ...]:
    """The teams in their order after a published round.

    Where each pair of teams plays one match over the whole event (Scheveningen,
    Skalitzka), match points and then game points rank them, and equals share
    the place.  Raises ``NotFound("tournament.not_found" | "round.not_found")``,
    ``Conflict("team.no_teams")`` and ``Conflict`` with the code of a list of
    tie-breaks that cannot be applied.
    """
    tournament = visible(principal, tournament_id)
    if not is_for_teams(tournament):
        raise Conflict("team.no_teams", system=tournament.system)
    counted = counted_round(tournament, after_round)
    record = build_record(tournament, through_round=counted, planned=False)
    if record.team_event is None:
        return ()
    teams = {team.number: team for team in tournament.teams.order_by("number")}
    met = meetings(record)
    if ranks_teams(tournament):
        return tuple(_ranked_teams(tournament, record, teams, met))
    return tuple(_teams_by_meetings(teams, met))


def _ranked_teams(
    tournament: Tournament,
    record: TournamentRecord,
    teams: Mapping[int, Team],
    met: Sequence[Meeting],
) -> list[TeamRow]:
    try:
        table = standings(
            record,
            tournament.tie_breaks,
            edition=tournament.tie_break_edition,
            options=Options(withdrawn=_gone(record)),
        )
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
    return [
        TeamRow(
            rank=row.rank,
            shared=row.shared,
            team=teams[row.number],
            match_points=_value(row, table.order, "MPTS"),
            game_points=_value(row, table.order, "GPTS"),
            values=tuple(
                (code, value.text) for code, value in zip(table.order, row.values, strict=True)
            ),
            meetings=_of(row.number, met),
        )
        for row in table.rows
    ]


def _value(row: Row, order: Sequence[str], code: str) -> int:
    """A score among the announced criteria, in tenths; 0 if it is none of them."""
    return (row.values[order.index(code)].scaled or 0) if code in order else 0


def _gone(record: TournamentRecord) -> frozenset[int] | None:
    """Teams that have left: all of their players are named as withdrawn."""
    withdrawn = set(record.schedule.withdrawn)
    event = record.team_event
    if event is None or not withdrawn:
        return None
    return frozenset(team.number for team in event.teams if set(team.players) <= withdrawn)


def _teams_by_meetings(teams: Mapping[int, Team], met: Sequence[Meeting]) -> list[TeamRow]:
    totals = dict.fromkeys(teams, (0, 0))
    for each in met:
        for number, won, taken in (
            (each.first, each.first_match_points, each.first_game_points),
            (each.second, each.second_match_points, each.second_game_points),
        ):
            match_points, game_points = totals[number]
            totals[number] = (match_points + won, game_points + taken)
    ranked = sorted(totals, key=lambda number: (*(-points for points in totals[number]), number))
    return [
        TeamRow(
            rank=1 + sum(better > totals[number] for better in totals.values()),
            shared=list(totals.values()).count(totals[number]) > 1,
            team=teams[number],
            match_points=totals[number][0],
            game_points=totals[number][1],
            values=(),
            meetings=_of(number, met),
        )
        for number in ranked
    ]


def _of(number: int, met: Sequence[Meeting]) -> tuple[Meeting, ...]:
    """The team's meetings, itself first."""
    own = []
    for each in met:
        if each.first == number:
            own.append(each)
        elif each.second == number:
            own.append(
                Meeting(
                    each.second,
                    each.first,
                    each.second_game_points,
                    each.first_game_points,
                    each.second_match_points,
                    each.first_match_points,
                )
            )
    return tuple(own)
