"""The Tournament Report File of a tournament."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from uuid import UUID

from pairing.errors import PairingError
from pairing.record import TournamentRecord
from pairing.trf import write_trf16, write_trf26
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.permissions import may
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse
from tournaments.desk.remarks import for_rating, remarks
from tournaments.events.models import Tournament
from tournaments.events.querysets import PUBLISHED_STATUSES
from tournaments.schedules.notes import comment_for
from tournaments.schedules.options import is_for_teams
from tournaments.schedules.team_tables import team_table_for
from tournaments.standings.selectors import require_final, standings_for

from ..record import build_record

_WRITERS: dict[str, Callable[..., bytes]] = {"trf16": write_trf16, "trf26": write_trf26}
FORMATS = tuple(_WRITERS)


@dataclass(frozen=True, slots=True)
class TrfFile:
    """A file to hand out."""

    name: str
    content: bytes


def export_trf(
    *,
    principal: Principal,
    tournament_id: UUID,
    format: str = "trf16",
    report: bool = False,
    ascii_only: bool = False,
) -> TrfFile:
    """The published rounds as a report file.

    ``report`` makes the rating report: only when every game has its result,
    with the results corrected for it alone, under the name of the event too, and
    without what only pairing programs need.  What was made by hand or amended is
    said in ``###`` lines (TRF26).  Those who do not run the tournament get years of
    birth only, and no announced absences or prohibited pairings.  Of a knockout it
    is the games of its rate of play (:mod:`tournaments.knockouts.export` has those
    of other lists).

    Raises ``NotFound``, ``Invalid("export.format_unknown")``,
    ``Conflict("standings.not_final")`` for a report that is too early, and
    ``Conflict`` with the writer's code for what the format cannot hold.
    """
    if format not in _WRITERS:
        raise Invalid("export.format_unknown", format=format, known=list(FORMATS))
    seen = Tournament.objects.visible_to(principal).select_related("event")
    tournament = get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    if report:
        require_final(tournament)
    games = _of_bracket(principal, tournament, format)
    if games is not None:
        return games
    runs_it = may(principal, "events.see_unpublished", tournament)
    record = build_record(tournament, through_round=_last_published(tournament), planned=runs_it)
    record = _with_ranks(_for_files(tournament, record, report), principal, tournament)
    record = _with_teams_ranked(record, principal, tournament)
    if report:
        record = for_rating(tournament, record)
        record = replace(record, info=replace(record.info, name=tournament.full_name))
    record = _with_remarks(record, tournament, rating=report)
    try:
        content = _WRITERS[format](
            record, engine=not report, ascii_only=ascii_only, public=not runs_it
        )
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
    return TrfFile(f"{tournament.slug}-r{record.completed}.{format}.txt", content)


def _for_files(tournament: Tournament, record: TournamentRecord, report: bool) -> TournamentRecord:
    """Without orders of play that are only planned, and with a note of the schedule's settings.

    A rating report needs no note.
    """
    if record.team_event is not None:
        record = replace(record, team_event=replace(record.team_event, line_ups=()))
    comment = None if report else comment_for(tournament, record)
    if comment is None:
        return record
    return replace(record, info=replace(record.info, comments=(*record.info.comments, comment)))


def _of_bracket(principal: Principal, tournament: Tournament, format: str) -> TrfFile | None:
    """The games of a knockout; ``None`` as long as there is only a list of entries."""
    from tournaments.knockouts.export import games_of

    file = games_of(principal, tournament, format)
    return None if file is None else TrfFile(file.name, file.content)


def _last_published(tournament: Tournament) -> int:
    published = tournament.rounds.filter(status__in=PUBLISHED_STATUSES).order_by("-number")
    return published.values_list("number", flat=True).first() or 0


def _with_remarks(
    record: TournamentRecord, tournament: Tournament, *, rating: bool
) -> TournamentRecord:
    said = remarks(tournament, through_round=record.completed, rating=rating)
    comments = (*record.info.comments, *said)
    return replace(record, info=replace(record.info, comments=comments))


def _with_ranks(
    record: TournamentRecord, principal: Principal, tournament: Tournament
) -> TournamentRecord:
    """Everybody's place in the standings, which the report has in columns 86-89."""
    table = standings_for(
        principal=principal, tournament_id=tournament.pk, after_round=record.completed
    )
    ranks = {row.entry.pairing_number: row.rank for row in table.rows}
    return replace(
        record,
        participants=tuple(
            replace(person, rank=ranks.get(person.number)) for person in record.participants
        ),
    )


def _with_teams_ranked(
    record: TournamentRecord, principal: Principal, tournament: Tournament
) -> TournamentRecord:
    """Points and places of the teams, which TRF26 has in their lines (310)."""
    event = record.team_event
    if event is None or not is_for_teams(tournament):
        return record
    table = team_table_for(
        principal=principal, tournament_id=tournament.pk, after_round=record.completed
    )
    rows = {row.team.number: row for row in table.rows}
    teams = tuple(
        replace(
            team,
            match_points=rows[team.number].match_points,
            game_points=rows[team.number].game_points,
            rank=rows[team.number].rank,
        )
        for team in event.teams
    )
    return replace(record, team_event=replace(event, teams=teams))
