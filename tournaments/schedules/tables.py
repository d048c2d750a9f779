"""Which tables a tournament's standings consist of: one, or one for each group; and by what.

Groups are ranked each for itself: nothing may be compared across them but what
:mod:`pairing.qualifiers` names.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairing.record import TournamentRecord
from pairing.roundrobin.berger import rounds_of
from pairing.roundrobin.groups import group_record
from pairing.roundrobin.keizer import keizer_table
from pairing.roundrobin.schedules import QUAD_ROUNDS, SWISS, Group
from tiebreaks import Options
from tournaments.events.models import Tournament

from .options import is_for_teams, ranks_teams, settings_of
from .rounds import schedule_of
from .settings import KEIZER_CODE

DIVIDED = ("groups", "quads")
PLAYERS_OF_TEAMS = ("PTS", "WON")
"""Order of the players where the announced tie-breaks are those of the teams."""
_HALF_POINTS_TO_TENTHS = 5


@dataclass(frozen=True, slots=True)
class Part:
    """One table: the record of those in it, and what the regulations add.

    ``name`` is that of the group, empty for the whole field.
    """

    name: str
    record: TournamentRecord
    options: Options


def order_of(tournament: Tournament) -> list[str]:
    """Codes that rank the players."""
    return list(PLAYERS_OF_TEAMS) if ranks_teams(tournament) else tournament.tie_breaks


def parts_of(tournament: Tournament, record: TournamentRecord) -> list[Part]:
    """The tables of a tournament; one of the whole field until groups are drawn.

    Raises ``Conflict`` with the engine's code for groups that do not fit the field.
    """
    if not is_divided(tournament, record):
        return [Part("", record, options_of(tournament, record))]
    return [
        Part(group.name, part, options_of(tournament, part, swiss=group.table == SWISS))
        for group in schedule_of(tournament, record).groups
        for part in (_of_group(tournament, record, group),)
    ]


def is_divided(tournament: Tournament, record: TournamentRecord) -> bool:
    """Whether there are groups to rank."""
    if tournament.system == "quads":
        return record.completed > 0
    return tournament.system == "groups" and bool(record.schedule.groups)


def options_of(tournament: Tournament, record: TournamentRecord, *, swiss: bool = False) -> Options:
    """What a tournament's regulations add to the list of tie-breaks.

    Players of a team event are ranked one by one; where teams play matches, the
    50 % rule is about these.  A group that plays a Swiss has no such rule at all.
    """
    if tournament.system == "keizer":
        points = {
            row.number: row.doubled_points * _HALF_POINTS_TO_TENTHS
            for row in keizer_table(record).rows
        }
        return Options(own_values={KEIZER_CODE: points}, own_decimals={KEIZER_CODE: 1})
    return Options(
        individuals=is_for_teams(tournament),
        round_robin=False if swiss else None,
        half_rule=not ranks_teams(tournament),
    )


def _of_group(tournament: Tournament, record: TournamentRecord, group: Group) -> TournamentRecord:
    settings = settings_of(tournament)
    cycles = settings.cycles if settings is not None else 1
    rounds = QUAD_ROUNDS if group.table == SWISS else cycles * rounds_of(len(group.numbers))
    return group_record(record, group.numbers, rounds)
