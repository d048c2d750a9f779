"""The record of a tournament as the engines read it, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from pairing.record import (
    ABSENT,
    AbnormalPoints,
    Cell,
    NationalRecord,
    Participant,
    PlannedBye,
    ProhibitedPairing,
    TournamentInfo,
    TournamentRecord,
    VirtualPoints,
)
from pairing.scoring import Colour, Outcome
from tournaments.events.models import (
    Acceleration,
    EntryStatus,
    RequestedBye,
    Tournament,
)
from tournaments.players.models import birth_text
from tournaments.schedules.announced import Departure, with_announcements

from .models import Seat
from .outcomes import NO_RESULT, SIDES

_TYPE_CODES = {"dutch": "FIDE_DUTCH"}
_Numbers = dict[UUID, int]


class Presence(Protocol):
    """What decides whether an entry takes part in a round."""

    @property
    def status(self) -> str: ...
    @property
    def status_from_round(self) -> int: ...
    @property
    def entered_from_round(self) -> int: ...


class _EntryRow(NamedTuple):
    """What the record takes from an entry and its player, without the cost of model instances."""

    pk: UUID
    pairing_number: int
    name: str
    rating: int | None
    title: str
    federation: str
    club_name: str
    national_records: list[dict[str, Any]]
    status: str
    status_from_round: int
    entered_from_round: int
    player__sex: str
    player__fide_id: str
    player__birth_date: date | None
    player__birth_year: int | None


def build_record(
    tournament: Tournament, *, through_round: int, planned: bool = True
) -> TournamentRecord:
    """The record up to and including ``through_round``.

    Results that do not count yet (missing, or not confirmed) are ``UNKNOWN``,
    postponed games ``ADJOURNED``.  Entries that have not arrived are left out.
    With ``planned`` the record also holds the absences of the rounds to come
    and the prohibited pairings, which only those who pair may see.

    Six queries, whatever the size of the field (plus one if the event of
    ``tournament`` is not loaded, two for round robins and ladders, three for teams).
    """
    rows = tournament.entries.filter(pairing_number__isnull=False).order_by("pairing_number")
    entries = [_EntryRow(*row) for row in rows.values_list(*_EntryRow._fields)]
    numbers = {entry.pk: entry.pairing_number for entry in entries}
    cells = _cells(tournament, through_round, numbers.values())
    record = TournamentRecord(
        participants=tuple(_participant(entry, cells[entry.pairing_number]) for entry in entries),
        rounds=tournament.round_count,
        completed=through_round,
        info=_info(tournament),
        system=_type_code(tournament),
        edition=tournament.edition,
        points=tournament.point_system,
        initial_colour=Colour(tournament.initial_colour) if tournament.initial_colour else None,
        baku=tournament.acceleration == Acceleration.BAKU,
        baku_last_number=_number_of(numbers, tournament.baku_last_entry_id),
        virtual_points=tuple(_virtual_points(tournament, numbers)),
        prohibited=tuple(_prohibited(tournament, numbers)) if planned else (),
        planned_byes=tuple(_planned_byes(tournament, entries, through_round)) if planned else (),
        abnormal_points=tuple(_abnormal_points(tournament, numbers)),
    )
    return with_announcements(tournament, record, numbers, list(_departures(entries)))


def _departures(entries: Iterable[_EntryRow]) -> Iterator[Departure]:
    for entry in entries:
        if entry.status == EntryStatus.WITHDRAWN:
            yield Departure(entry.pairing_number, entry.status_from_round)


def is_absent(entry: Presence, round_number: int) -> bool:
    """Not in the tournament in this round: not arrived, withdrawn, or returning later."""
    if entry.entered_from_round > round_number:
        return True
    changed = entry.status_from_round <= round_number
    return changed if entry.status == EntryStatus.WITHDRAWN else not changed


def _cells(
    tournament: Tournament, through_round: int, numbers: Iterable[int]
) -> dict[int, tuple[Cell, ...]]:
    """Everybody's rounds by pairing number.

    Seats come sorted by board, so that the two of a board follow each other,
    Black's first; a seat without a board is a bye.
    """
    seats = Seat.objects.filter(
        round__tournament=tournament, round__number__lte=through_round
    ).order_by("board_id", "side")
    places = seats.values_list(
        "round__number",
        "entry__pairing_number",
        "bye",
        "board__outcome",
        "board__confirmed",
        "board__colours_known",
    )
    rows: dict[int, list[Cell]] = {number: [ABSENT] * through_round for number in numbers}
    found = iter(places.iterator(chunk_size=5000))
    for round_number, seated, bye, outcome, confirmed, colours_known in found:
        # Whoever has a seat has a number: it was given when the round was paired.
        number = seated or 0
        if bye:
            rows[number][round_number - 1] = Cell(Outcome(bye))
            continue
        opponent = next(found)[1] or 0
        white, black = SIDES[outcome if confirmed else NO_RESULT]
        colours = (Colour.WHITE, Colour.BLACK) if colours_known else (None, None)
        rows[number][round_number - 1] = Cell(black, opponent, colours[1])
        rows[opponent][round_number - 1] = Cell(white, number, colours[0])
    return {number: tuple(row) for number, row in rows.items()}


def _participant(entry: _EntryRow, cells: tuple[Cell, ...]) -> Participant:
    return Participant(
        number=entry.pairing_number,
        name=entry.name,
        cells=cells,
        rating=entry.rating,
        title=entry.title,
        sex=entry.player__sex,
        federation=entry.federation,
        fide_id=entry.player__fide_id,
        birth=birth_text(entry.player__birth_date, entry.player__birth_year),
        club=entry.club_name,
        national=tuple(NationalRecord(**record) for record in entry.national_records),
    )


def _info(tournament: Tournament) -> TournamentInfo:
    event = tournament.event
    days = list(tournament.rounds.order_by("number").values_list("day", flat=True))
    while days and days[-1] is None:
        days.pop()
    return TournamentInfo(
        name=tournament.name,
        city=tournament.city or event.city,
        federation=tournament.federation or event.federation,
        start=tournament.start or event.start,
        end=tournament.end or event.end,
        kind=tournament.type_text,
        chief_arbiter=tournament.chief_arbiter,
        deputy_arbiters=tuple(tournament.deputy_arbiters),
        time_control=tournament.time_control,
        time_control_code=tournament.time_control_code,
        round_dates=tuple(days),
        pairing_controller=tournament.pairing_controller,
        starting_rank_method=tournament.starting_rank_method,
        tie_breaks=_announced(tournament.tie_breaks),
        comments=tuple(tournament.report_comments),
    )


def _announced(codes: Sequence[str]) -> tuple[str, ...]:
    """The order as reports announce it: what follows the points, if they come first (TRF26 202)."""
    return tuple(codes[1:] if codes[0] == "PTS" else codes)


def _type_code(tournament: Tournament) -> str:
    if tournament.type_code or tournament.system not in _TYPE_CODES:
        return tournament.type_code
    return f"{_TYPE_CODES[tournament.system]}_{tournament.edition}"


def _number_of(numbers: _Numbers, entry_id: UUID | str | None) -> int | None:
    if entry_id is None:
        return None
    return numbers.get(entry_id if isinstance(entry_id, UUID) else UUID(entry_id))


def _virtual_points(tournament: Tournament, numbers: _Numbers) -> Iterator[VirtualPoints]:
    for item in tournament.virtual_points:
        first = _number_of(numbers, item["first_entry"])
        last = _number_of(numbers, item["last_entry"])
        if first is not None and last is not None:
            yield VirtualPoints(
                points=item["points"],
                first_round=item["first_round"],
                last_round=item["last_round"],
                first_number=min(first, last),
                last_number=max(first, last),
            )


def _abnormal_points(tournament: Tournament, numbers: _Numbers) -> Iterator[AbnormalPoints]:
    for item in tournament.abnormal_points:
        named = [_number_of(numbers, entry) for entry in item["entries"]]
        present = tuple(sorted(number for number in named if number is not None))
        if present or not named:
            yield AbnormalPoints(
                outcome=Outcome(item["outcome"]) if item["outcome"] else None,
                points=item["points"],
                round=item["round"],
                numbers=present,
            )


def _prohibited(tournament: Tournament, numbers: _Numbers) -> Iterator[ProhibitedPairing]:
    rows = tournament.prohibited_pairings.order_by("id").prefetch_related("memberships")
    for row in rows:
        members = (numbers.get(member.entry_id) for member in row.memberships.all())
        present = tuple(sorted(number for number in members if number is not None))
        if len(present) > 1:
            yield ProhibitedPairing(
                numbers=present,
                first_round=row.first_round,
                last_round=row.last_round,
                soft=row.soft,
                label=row.label,
            )


def _planned_byes(
    tournament: Tournament, entries: Iterable[_EntryRow], through_round: int
) -> list[PlannedBye]:
    """Requested byes of later rounds; for the next round also those who are not there."""
    requested = RequestedBye.objects.filter(
        entry__tournament=tournament,
        entry__pairing_number__isnull=False,
        round_number__gt=through_round,
    ).values_list("round_number", "entry__pairing_number", "kind")
    byes = {(number, who or 0): Outcome(kind) for number, who, kind in requested}
    following = through_round + 1
    if following <= tournament.round_count:
        for entry in entries:
            if is_absent(entry, following):
                byes[(following, entry.pairing_number)] = Outcome.ZERO_POINT_BYE
    return [PlannedBye(*place, byes[place]) for place in sorted(byes)]
