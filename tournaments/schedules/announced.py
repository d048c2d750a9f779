"""The part of the record that only round robins, their relatives and ladders have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from pairing.options import ScheduleOptions
from pairing.record import LineUp, Team, TeamEvent, TournamentRecord
from pairing.roundrobin.teams import board_count, match_colours
from tournaments.events.models import Tournament

from .models import Draw, ScheduleSettings, TeamMember
from .options import keizer_options, known_system, settings_of, type_code_of

Numbers = Mapping[UUID, int]
KINDS = {
    "round-robin": "Round-Robin",
    "crenshaw": "Round-Robin (Crenshaw-Berger)",
    "berger-reversed": "Round-Robin (Berger reversed)",
    "groups": "Round-Robin in groups",
    "skalitzka": "Round-Robin (Skalitzka)",
    "team-round-robin": "Round-Robin",
}
"""The kind of tournament in words that other programs know (report files, line 092)."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Pairing number of somebody who has left, and the first round without him."""

    number: int
    from_round: int


def with_announcements(
    tournament: Tournament,
    record: TournamentRecord,
    numbers: Numbers,
    departures: Sequence[Departure],
) -> TournamentRecord:
    """The record with settings, drawn groups, teams, and who has left by its last round.

    ``numbers`` are the pairing numbers by entry.  Two queries; one more for teams.
    """
    settings = settings_of(tournament)
    chosen = known_system(tournament)
    if settings is None or chosen is None:
        return record
    draw = Draw.objects.filter(tournament=tournament).first()
    if chosen.teams:
        record = replace(record, team_event=_team_event(tournament, settings, numbers))
    record = replace(
        record,
        schedule=_schedule(settings, draw, numbers),
        keizer=keizer_options(settings.keizer),
    )
    record = _with_departures(tournament, record, departures)
    if not record.system:
        record = replace(record, system=type_code_of(chosen, record))
    if not record.info.kind and chosen.predetermined:
        who = "Team" if chosen.teams else "Individual"
        kind = f"{who}: {KINDS.get(chosen.code, chosen.title)}"
        record = replace(record, info=replace(record.info, kind=kind))
    return record


def _schedule(settings: ScheduleSettings, draw: Draw | None, numbers: Numbers) -> ScheduleOptions:
    groups = draw.groups if draw else []
    named = (tuple(numbers.get(UUID(entry)) for entry in group) for group in groups)
    present = (tuple(number for number in group if number is not None) for group in named)
    return ScheduleOptions(
        swap_last_rounds=settings.swap_last_rounds,
        groups=tuple(group for group in present if group),
        last_quad=settings.last_quad,
        avoid_seven=settings.avoid_seven,
        toss_seed=draw.toss_seed if draw and settings.toss_colours else None,
        half_rule=settings.half_rule,
    )


def _team_event(
    tournament: Tournament, settings: ScheduleSettings, numbers: Numbers
) -> TeamEvent | None:
    """The teams with their members in board order; ``None`` while there are none."""
    rows = TeamMember.objects.filter(team__tournament=tournament).order_by("team__number", "board")
    teams: dict[int, Team] = {}
    for number, name, nickname, entry in rows.values_list(
        "team__number", "team__name", "team__nickname", "entry_id"
    ):
        team = teams.setdefault(number, Team(number, name, nickname=nickname))
        if entry in numbers:
            teams[number] = replace(team, players=(*team.players, numbers[entry]))
    if not teams:
        return None
    return TeamEvent(
        teams=tuple(teams.values()),
        board_colours=settings.board_colours,
        match_win=settings.match_win,
        match_draw=settings.match_draw,
        match_loss=settings.match_loss,
    )


def _with_departures(
    tournament: Tournament, record: TournamentRecord, departures: Iterable[Departure]
) -> TournamentRecord:
    """Who has left by the coming round; in a team that plays on, others take the boards."""
    coming = record.completed + 1
    gone = {each.number: each.from_round for each in departures}
    left = tuple(sorted(number for number, first in gone.items() if first <= coming))
    event = record.team_event
    if event is not None:
        event = replace(event, board_colours=match_colours(event, board_count(record)))
        if tournament.system == "team-round-robin":
            whole = [set(team.players) for team in event.teams if set(team.players) <= set(gone)]
            left = tuple(number for number in left if any(number in team for team in whole))
            event = replace(event, line_ups=tuple(_line_ups(record, event, gone)))
        record = replace(record, team_event=event)
    return replace(record, schedule=replace(record.schedule, withdrawn=left))


def _line_ups(
    record: TournamentRecord, event: TeamEvent, gone: Mapping[int, int]
) -> Iterable[LineUp]:
    """The order of teams in coming rounds in which some, but not all, of them are missing."""
    for team in event.teams:
        if set(team.players) <= gone.keys():
            continue
        for number in range(record.completed + 1, record.rounds + 1):
            there = tuple(p for p in team.players if gone.get(p, number + 1) > number)
            if there != team.players:
                yield LineUp(number, team.number, 0, there)
