"""The order of teams: by their announced tie-breaks, or by the one match that each pair plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from pairing.errors import PairingError
from pairing.record import TournamentRecord
from pairing.roundrobin.teams import Meeting, meetings
from tiebreaks import Notice, Options, ParticipantWorking, explain, parse_code
from tiebreaks.ranking import Ranking
from tournaments.core.errors import Conflict, NotFound
from tournaments.core.principal import Principal
from tournaments.events.models import Tournament
from tournaments.play.record import build_record
from tournaments.standings.selectors import counted_round

from .models import Team
from .options import is_for_teams, ranks_teams
from .selectors import visible

POINTS = ("MPTS", "GPTS")
_NOBODY_LEFT_EARLY = Options(half_rule=False)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's line: points in tenths, values by code, and its meetings with the others.

    The points are those that count (50 % rule); of a team without a place those taken.
    """

    rank: int | None
    shared: bool
    team: Team
    match_points: int
    game_points: int
    values: tuple[tuple[str, str | None], ...]
    meetings: tuple[Meeting, ...]
    decided_by: str = ""


@dataclass(frozen=True, slots=True)
class TeamTable:
    """The order of the teams after a round, by the codes of ``order``."""

    after_round: int
    order: tuple[str, ...] = ()
    rows: tuple[TeamRow, ...] = ()
    notices: tuple[Notice, ...] = ()


def team_table_for(
    *, principal: Principal, tournament_id: UUID, after_round: int | None = None
) -> TeamTable:
    """The teams in their order after a published round.

    Where each pair of teams plays one match over the whole event (Scheveningen,
    Skalitzka), match points and then game points rank them, and equals share
    the place.  Raises ``NotFound("tournament.not_found" | "round.not_found")``,
    ``Conflict("team.no_teams")`` and ``Conflict`` with the code of a list of
    tie-breaks that cannot be applied.
    """
    tournament, counted, record = _recorded(principal, tournament_id, after_round)
    if record.team_event is None:
        return TeamTable(counted)
    teams = {team.number: team for team in tournament.teams.order_by("number")}
    met = meetings(record)
    if ranks_teams(tournament):
        return _ranked_teams(tournament, record, counted, teams, met)
    return TeamTable(counted, POINTS, tuple(_teams_by_meetings(teams, met)))


def team_working_for(
    *, principal: Principal, tournament_id: UUID, team_id: UUID, after_round: int | None = None
) -> ParticipantWorking:
    """How the values of a team came about, by the code that computed them.

    Raises what :func:`team_table_for` raises, ``NotFound("team.not_found")``,
    and ``Conflict("team.no_tie_breaks")`` where no tie-breaks order the teams.
    """
    tournament, _, record = _recorded(principal, tournament_id, after_round)
    number = tournament.teams.filter(pk=team_id).values_list("number", flat=True).first()
    if number is None or record.team_event is None:
        raise NotFound("team.not_found")
    if not ranks_teams(tournament):
        raise Conflict("team.no_tie_breaks", system=tournament.system)
    try:
        (working,) = explain(
            record,
            tournament.tie_breaks,
            [number],
            edition=tournament.tie_break_edition,
            options=_options(tournament, record),
        )
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
    return working


def _recorded(
    principal: Principal, tournament_id: UUID, after_round: int | None
) -> tuple[Tournament, int, TournamentRecord]:
    """A tournament of teams, the round that is counted, and the record up to it."""
    tournament = visible(principal, tournament_id)
    if not is_for_teams(tournament):
        raise Conflict("team.no_teams", system=tournament.system)
    counted = counted_round(tournament, after_round)
    return tournament, counted, build_record(tournament, through_round=counted, planned=False)


def _options(tournament: Tournament, record: TournamentRecord) -> Options:
    """What the tournament adds to its list: who has left, and lots for the ties that remain."""
    return Options(withdrawn=_gone(record), lots_seed=tournament.lots_seed)


def _ranked_teams(
    tournament: Tournament,
    record: TournamentRecord,
    counted: int,
    teams: Mapping[int, Team],
    met: Sequence[Meeting],
) -> TeamTable:
    try:
        ranking = Ranking(
            record,
            tournament.tie_breaks,
            edition=tournament.tie_break_edition,
            options=_options(tournament, record),
        )
        table = ranking.standings()
        counting = _points_of(ranking)
        taken = _points_of(Ranking(record, POINTS, options=_NOBODY_LEFT_EARLY))
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
    rows = []
    for row in table.rows:
        match_points, game_points = (taken if row.rank is None else counting)[row.number]
        rows.append(
            TeamRow(
                rank=row.rank,
                shared=row.shared,
                team=teams[row.number],
                match_points=match_points,
                game_points=game_points,
                values=tuple(
                    (code, value.text) for code, value in zip(table.order, row.values, strict=True)
                ),
                meetings=_of(row.number, met),
                decided_by=row.decided_by,
            )
        )
    return TeamTable(counted, table.order, tuple(rows), table.notices)


def _points_of(ranking: Ranking) -> dict[int, tuple[int, int]]:
    """Match points and game points by team number, whether or not the list names them."""
    won, scored = (ranking.next_column(parse_code(code)).scaled for code in POINTS)
    return {
        number: (match_points or 0, game_points or 0)
        for number, match_points, game_points in zip(
            ranking.field.numbers, won, scored, strict=True
        )
    }


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
