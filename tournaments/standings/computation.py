"""From a tournament's record to the lines of its standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from pairing.errors import PairingError
from pairing.points import cell_points, round_points
from pairing.record import Participant, TournamentRecord
from tiebreaks import Notice, Options, Row, Standings, standings
from tournaments.core.errors import Conflict
from tournaments.events.models import Tournament
from tournaments.events.tie_breaking import is_round_robin
from tournaments.play.record import build_record
from tournaments.schedules.tables import Part, order_of, parts_of

from .models import Place

RoundPoints = Callable[[Participant, int], int]
"""Tenths of a participant in a round."""


@dataclass(frozen=True, slots=True)
class Computed:
    """Standings that are not stored yet; ``sequence`` is that of the last change they know of."""

    sequence: int
    order: tuple[str, ...]
    notices: tuple[Notice, ...]
    places: tuple[Place, ...]


def compute(tournament_id: UUID, after_round: int) -> Computed:
    """The standings after a round as the tournament is now.

    Raises ``Conflict`` with the code of a tie-break list that cannot be applied.
    """
    # The sequence is read first: a change that commits during the reading is noticed later.
    tournament = Tournament.objects.select_related("event").get(pk=tournament_id)
    record = build_record(tournament, through_round=after_round, planned=False)
    order: tuple[str, ...] = ()
    notices: list[Notice] = []
    places: list[Place] = []
    for part in parts_of(tournament, record):
        ranked = ranked_part(tournament, part)
        order = ranked.order
        notices += [notice for notice in ranked.notices if notice not in notices]
        places += _places(tournament, part, ranked, after=len(places))
    return Computed(tournament.sequence, order, tuple(notices), tuple(places))


def ranked_part(tournament: Tournament, part: Part) -> Standings:
    """The standings of the whole field, or of one group.

    Raises ``Conflict`` with the code of a tie-break list that cannot be applied.
    """
    try:
        return standings(
            part.record,
            order_of(tournament),
            edition=tournament.tie_break_edition,
            options=options_of(tournament, part),
        )
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None


def options_of(tournament: Tournament, part: Part) -> Options:
    """What the tournament adds to its list of tie-breaks, for one of its tables."""
    own = part.options
    return replace(
        own,
        round_robin=is_round_robin(tournament) if own.round_robin is None else own.round_robin,
        unrated=tournament.unrated_rating,
        lots_seed=tournament.lots_seed,
        manual_order=_numbers(tournament, part, tournament.manual_order),
    )


def _numbers(tournament: Tournament, part: Part, entries: Sequence[str]) -> tuple[int, ...]:
    """Pairing numbers of entries, in their order; those that are not in the table are left out."""
    if not entries:
        return ()
    rows = tournament.entries.filter(pk__in=entries, pairing_number__isnull=False)
    numbers = {str(pk): number or 0 for pk, number in rows.values_list("pk", "pairing_number")}
    members = {person.number for person in part.record.participants}
    return tuple(numbers[pk] for pk in entries if numbers.get(pk) in members)


def _places(tournament: Tournament, part: Part, ranked: Standings, after: int) -> Iterator[Place]:
    """The lines of one table, behind ``after`` others."""
    numbered = tournament.entries.filter(pairing_number__isnull=False)
    entries = dict(numbered.values_list("pairing_number", "pk"))
    people = {person.number: person for person in part.record.participants}
    points = _round_points(part.record)
    for position, row in enumerate(ranked.rows, start=after + 1):
        person = people[row.number]
        cells: list[list[Any]] = [
            [
                cell.opponent,
                cell.colour.value if cell.colour else "",
                cell.outcome.value,
                points(person, number),
            ]
            for number, cell in enumerate(person.cells, start=1)
        ]
        yield Place(
            position=position,
            group=part.name,
            entry_id=entries[row.number],
            rank=row.rank,
            shared=row.shared,
            points=_counted(row, ranked.order, sum(cell[-1] for cell in cells)),
            values=[
                [code, value.text] for code, value in zip(ranked.order, row.values, strict=True)
            ],
            decided_by=row.decided_by,
            cells=cells,
        )


def _counted(row: Row, order: Sequence[str], taken: int) -> int:
    """The points that count (50 % rule); of somebody without a place those taken."""
    scaled = row.values[order.index("PTS")].scaled
    return taken if scaled is None else scaled


def _round_points(record: TournamentRecord) -> RoundPoints:
    """Looked up where nothing deviates, else asked of the record."""
    if record.abnormal_points:
        return lambda person, number: round_points(record, person, number)
    table = cell_points(record)

    def look_up(person: Participant, number: int) -> int:
        cell = person.cells[number - 1]
        return table[cell.outcome, cell.colour]

    return look_up
