"""Reads of draws, schedules, groups, qualifiers and tables of everybody against everybody.

An unpublished round exists only for those who may pair it, here too: others get
the rounds, colours and reasons of what is published.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from pairing.errors import PairingError
from pairing.proposal import RoundPairing
from pairing.qualifiers import Qualifier
from pairing.record import TournamentRecord
from pairing.roundrobin.groups import qualifiers
from pairing.roundrobin.schedules import Group, Schedule
from pairing.roundrobin.tables import Balance, Notice, as_table, balances
from pairing.roundrobin.withdrawal import Withdrawal
from tiebreaks.crosstable import Grid, Order, crosstable
from tiebreaks.field import is_predetermined as is_table
from tiebreaks.qualifying import group_order
from tournaments.core.errors import Conflict, NotFound
from tournaments.core.permissions import may
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse
from tournaments.events.models import Entry, EntryStatus, Round, Tournament
from tournaments.play.record import build_record
from tournaments.standings.computation import ranked_part
from tournaments.standings.selectors import counted_round, require_final

from .models import Draw
from .options import is_predetermined
from .rounds import planned, schedule_of
from .services.draw import is_current
from .tables import DIVIDED, Part, parts_of
from .withdrawals import judged


@dataclass(frozen=True, slots=True)
class ScheduleView:
    """The schedule as somebody may see it.

    ``rounds`` pairs each round's row with its boards in the table; ``drawn`` says
    whether the numbers are those of a draw that still holds.  ``colours`` count
    over ``rounds``.  ``entries`` has everybody by pairing number.
    """

    tournament: Tournament
    drawn: bool
    total_rounds: int
    rounds: tuple[tuple[Round, RoundPairing], ...]
    groups: tuple[Group, ...]
    colours: Mapping[int, Balance]
    notices: tuple[Notice, ...]
    departures: tuple[Withdrawal, ...]
    entries: Mapping[int, Entry]


@dataclass(frozen=True, slots=True)
class QualifiersView:
    """Who goes through, with their entries; ``final``: nothing can change any more."""

    final: bool
    qualifiers: tuple[Qualifier, ...]
    entries: Mapping[int, Entry]


def draw_for(*, principal: Principal, tournament_id: UUID) -> Draw:
    """The draw of a tournament.  Raises ``NotFound("tournament.not_found" | "draw.not_found")``."""
    tournament = visible(principal, tournament_id)
    rows = Draw.objects.select_related("tournament__event")
    return get_or_refuse(rows, "draw.not_found", tournament=tournament.pk)


def schedule_for(*, principal: Principal, tournament_id: UUID) -> ScheduleView:
    """The schedule by the table, whatever has become of single boards.

    Raises ``NotFound("tournament.not_found")``, ``Conflict("schedule.not_for_system")``
    and ``Conflict`` with the engine's code for a field without a schedule.
    """
    tournament = visible(principal, tournament_id)
    record = build_record(tournament, through_round=0)
    if not is_predetermined(tournament):
        raise Conflict("schedule.not_for_system", system=tournament.system)
    draw = Draw.objects.filter(tournament=tournament).first()
    drawn = draw is not None and is_current(tournament, draw)
    if drawn:
        total, whole = record.rounds, schedule_of(tournament, record)
    else:
        total, whole = planned(tournament, record)
    rows = {
        row.number: row for row in Round.objects.visible_to(principal).filter(tournament=tournament)
    }
    shown = tuple(
        (rows[pairing.round], pairing) for pairing in whole.rounds if pairing.round in rows
    )
    entries = entries_of(tournament)
    somebody_left = any(entry.status == EntryStatus.WITHDRAWN for entry in entries.values())
    return ScheduleView(
        tournament=tournament,
        drawn=drawn,
        total_rounds=total,
        rounds=shown,
        groups=whole.groups,
        colours=balances(as_table(pairing for _, pairing in shown)),
        notices=_notices(principal, tournament, whole, shown),
        departures=judged(tournament) if somebody_left else (),
        entries=entries,
    )


def _notices(
    principal: Principal,
    tournament: Tournament,
    whole: Schedule,
    shown: Sequence[tuple[Round, RoundPairing]],
) -> tuple[Notice, ...]:
    """Those of the rounds shown; those of the whole where the whole is shown."""
    of_rounds = [notice for _, pairing in shown for notice in pairing.notices]
    complete = len(shown) == len(whole.rounds)
    if complete or may(principal, "events.see_unpublished", tournament):
        return (*whole.notices, *of_rounds)
    return tuple(of_rounds)


def groups_for(
    *, principal: Principal, tournament_id: UUID
) -> tuple[tuple[Group, ...], Mapping[int, Entry]]:
    """The groups of a divided field, and everybody by pairing number.

    Raises ``NotFound("tournament.not_found")``, ``Conflict("qualifiers.not_from_groups" |
    "groups.not_drawn")`` and ``Conflict`` with the engine's code.
    """
    tournament = visible(principal, tournament_id)
    _require_divided(tournament)
    record = build_record(tournament, through_round=0)
    draw = Draw.objects.filter(tournament=tournament).first()
    if draw is None:
        raise Conflict("groups.not_drawn")
    return schedule_of(tournament, record).groups, entries_of(tournament)


def qualifiers_for(
    *,
    principal: Principal,
    tournament_id: UUID,
    each: int,
    declined: Collection[UUID] = (),
    final: bool = False,
) -> QualifiersView:
    """The first ``each`` of every group as the tables stand; who declines is passed over.

    With ``final`` they are named only when nothing can change any more.  Raises
    ``NotFound("tournament.not_found" | "entry.not_found")``,
    ``Conflict("standings.not_final" | "standings.level_at_the_cut" |
    "groups.too_few_qualifiers" | "qualifiers.not_from_groups" | "groups.not_drawn")``.
    """
    tournament = visible(principal, tournament_id)
    _require_divided(tournament)
    if final:
        require_final(tournament)
    entries = entries_of(tournament)
    numbers = {entry.pk: number for number, entry in entries.items()}
    unknown = [str(pk) for pk in declined if pk not in numbers]
    if unknown:
        raise NotFound("entry.not_found", entries=unknown)
    found = qualified(tournament, each=each, declined=[numbers[pk] for pk in declined])
    done = tournament.rounds.filter(status="completed").count()
    return QualifiersView(done >= tournament.round_count, found, entries)


def qualified(
    tournament: Tournament, *, each: int, declined: Collection[int] = ()
) -> tuple[Qualifier, ...]:
    """The qualifiers of a tournament with groups, by pairing number, for a knockout's draw.

    Raises ``Conflict`` as :func:`qualifiers_for`.
    """
    record = build_record(tournament, through_round=counted_round(tournament, None), planned=False)
    parts = parts_of(tournament, record)
    if any(not part.name for part in parts):
        raise Conflict("groups.not_drawn")
    try:
        # Whoever declines makes room, so the cut lies so many places lower at most.
        orders = [
            group_order(ranked_part(tournament, part), each + _members(part, declined))
            for part in parts
        ]
        return qualifiers(orders, each, declined)
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None


def _members(part: Part, numbers: Collection[int]) -> int:
    return sum(person.number in numbers for person in part.record.participants)


def _require_divided(tournament: Tournament) -> None:
    if tournament.system not in DIVIDED:
        raise Conflict("qualifiers.not_from_groups", system=tournament.system)


def grid_for(
    *,
    principal: Principal,
    tournament_id: UUID,
    order: Order = Order.RANK,
    after_round: int | None = None,
    group: str = "",
) -> Grid:
    """Everybody against everybody after a published round, by default the last with a result.

    Where the field is divided, ``group`` names the group; of two sides that
    meet each other only, the lines are the first and the columns the second.
    Raises ``NotFound("tournament.not_found" | "round.not_found" | "group.not_found")``,
    ``Conflict("grid.of_round_robins")`` and ``Conflict`` with the engine's code.
    """
    tournament = visible(principal, tournament_id)
    counted = counted_round(tournament, after_round)
    record = build_record(tournament, through_round=counted, planned=False)
    if not is_table(record):
        raise Conflict("grid.of_round_robins", system=tournament.system)
    parts = {part.name: part for part in parts_of(tournament, record)}
    if group not in parts:
        raise NotFound("group.not_found", group=group, known=sorted(parts))
    part = parts[group]
    lines, columns = _sides(tournament, part.record)
    try:
        return crosstable(
            part.record,
            ranked_part(tournament, part),
            order=order,
            lines=lines,
            columns=columns,
        )
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None


def _sides(
    tournament: Tournament, record: TournamentRecord
) -> tuple[Sequence[int] | None, Sequence[int] | None]:
    event = record.team_event
    if tournament.system == "scheveningen" and event is not None and len(event.teams) == 2:
        return event.teams[0].players, event.teams[1].players
    return None, None


def visible(principal: Principal, tournament_id: UUID) -> Tournament:
    """The tournament.  Raises ``NotFound("tournament.not_found")``."""
    seen = Tournament.objects.visible_to(principal).select_related("event", "schedule_settings")
    return get_or_refuse(seen, "tournament.not_found", pk=tournament_id)


def entries_of(tournament: Tournament) -> dict[int, Entry]:
    """Everybody with a pairing number, by it."""
    rows = tournament.entries.filter(pairing_number__isnull=False).order_by("pairing_number")
    return {entry.pairing_number or 0: entry for entry in rows}
