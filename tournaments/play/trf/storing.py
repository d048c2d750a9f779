"""Writing a record's settings, entries and rounds, with a few bulk inserts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from pairing.points import round_points
from pairing.record import Participant, TournamentRecord
from pairing.scoring import Colour, Outcome, PointSystem
from pairing.swiss.acceleration import baku_group_size, virtual_points
from tournaments.core.clock import now
from tournaments.events.models import (
    Acceleration,
    Entry,
    ProhibitedPairing,
    ProhibitedPairingMember,
    RequestedBye,
    Round,
    RoundStatus,
    Tournament,
    TournamentStatus,
)
from tournaments.events.tie_breaking import edition_in_force
from tournaments.players.models import Player
from tournaments.schedules.imports import Layout

from ..models import Board, Seat
from ..outcomes import FROM_SIDES, NO_RESULT, Side
from .reading import INFO_COLUMNS, TrfReading

_BATCH = 2000


def apply_header(tournament: Tournament, reading: TrfReading) -> None:
    """Set the tournament's columns from the record; what the file does not say stays."""
    record = reading.record
    info = record.info
    for field, column in INFO_COLUMNS.items():
        if getattr(info, field):
            setattr(tournament, column, getattr(info, field))
    if len(info.federation) == 3 and info.federation.isalpha():
        tournament.federation = info.federation.upper()
    tournament.start = info.start or tournament.start
    tournament.end = info.end or tournament.end
    tournament.deputy_arbiters = list(info.deputy_arbiters)
    tournament.report_comments = list(info.comments)
    tournament.type_code = record.system
    tournament.system = reading.system
    tournament.edition = record.edition
    tournament.tie_breaks = list(reading.tie_breaks)
    tournament.tie_break_edition = edition_in_force(tournament)
    tournament.round_count = record.rounds
    tournament.initial_colour = record.initial_colour.value if record.initial_colour else ""
    tournament.acceleration = Acceleration.BAKU if record.baku else Acceleration.NONE
    for name in PointSystem.__slots__:
        setattr(tournament, f"points_{name}", getattr(record.points, name))
    if record.completed:
        tournament.status = TournamentStatus.RUNNING


def store_entries(
    tournament: Tournament, record: TournamentRecord, players: dict[int, Player]
) -> dict[int, Entry]:
    """Entries by pairing number, and everything that names them."""
    entries = {
        person.number: _entry(tournament, person, players[person.number])
        for person in record.participants
    }
    Entry.objects.bulk_create(entries.values(), batch_size=500)
    _store_tables(tournament, record, entries)
    _store_prohibitions(tournament, record, entries)
    RequestedBye.objects.bulk_create(
        [
            RequestedBye(entry=entries[bye.number], round_number=bye.round, kind=bye.outcome.value)
            for bye in record.planned_byes
            if bye.outcome.is_requested_bye
        ],
        batch_size=_BATCH,
    )
    return entries


def store_rounds(
    tournament: Tournament, record: TournamentRecord, entries: dict[int, Entry], layout: Layout
) -> None:
    """Boards and seats of all recorded rounds, as laid out; dates of all rounds."""
    rounds = {round.number: round for round in tournament.rounds.all()}
    for number, day in enumerate(record.info.round_dates, start=1):
        if number in rounds:
            rounds[number].day = day
    boards: list[Board] = []
    seats: list[Seat] = []
    for number in range(1, record.completed + 1):
        played = _boards(record, rounds[number], number, entries, layout)
        is_open = False
        for board, pair in played:
            boards.append(board)
            seats += pair
            is_open = is_open or not board.is_settled
        seats += _byes(record, rounds[number], number, entries, layout)
        rounds[number].status = RoundStatus.PUBLISHED if is_open else RoundStatus.COMPLETED
    Round.objects.bulk_update(rounds.values(), ["day", "status"])
    Board.objects.bulk_create(boards, batch_size=_BATCH)
    Seat.objects.bulk_create(seats, batch_size=_BATCH)


def _entry(tournament: Tournament, person: Participant, player: Player) -> Entry:
    return Entry(
        tournament=tournament,
        player=player,
        pairing_number=person.number,
        name=person.name,
        title=person.title,
        federation=person.federation,
        club_name=person.club,
        rating=person.rating,
        national_records=[asdict(record) for record in person.national],
    )


def _store_tables(
    tournament: Tournament, record: TournamentRecord, entries: dict[int, Entry]
) -> None:
    """Tables that name entries: virtual points, deviating points, Baku's group A."""
    present = sorted(entries)
    tournament.virtual_points = [
        {
            "points": span.points,
            "first_round": span.first_round,
            "last_round": span.last_round,
            "first_entry": str(entries[covered[0]].pk),
            "last_entry": str(entries[covered[-1]].pk),
        }
        for span in record.virtual_points
        if (covered := [n for n in present if span.first_number <= n <= span.last_number])
    ]
    tournament.abnormal_points = [
        {
            "outcome": rule.outcome.value if rule.outcome else None,
            "points": rule.points,
            "round": rule.round,
            "entries": [str(entries[number].pk) for number in rule.numbers if number in entries],
        }
        for rule in record.abnormal_points
    ]
    if record.baku and record.completed and present:
        size = min(baku_group_size(len(present)), len(present))
        last = record.baku_last_number or present[size - 1]
        tournament.baku_last_entry = entries.get(last)


def _store_prohibitions(
    tournament: Tournament, record: TournamentRecord, entries: dict[int, Entry]
) -> None:
    for rule in record.prohibited:
        prohibited = ProhibitedPairing.objects.create(
            tournament=tournament,
            first_round=rule.first_round,
            last_round=max(rule.first_round, rule.last_round),
            soft=rule.soft,
            label=rule.label[:80],
        )
        ProhibitedPairingMember.objects.bulk_create(
            ProhibitedPairingMember(prohibited_pairing=prohibited, entry=entries[number])
            for number in dict.fromkeys(rule.numbers)
            if number in entries
        )


def _boards(
    record: TournamentRecord, round: Round, number: int, entries: dict[int, Entry], layout: Layout
) -> Iterator[tuple[Board, tuple[Seat, Seat]]]:
    """Boards of a recorded round in the order of its table or of publication, with their seats."""
    by_number = {person.number: person for person in record.participants}
    pairs = [(white, black) for white, black in record.boards(number) if black is not None]
    order = layout.arranged(number, publication_order(record, number, pairs))
    for board_number, (white, black) in enumerate(order, start=1):
        first, second = by_number[white].cells[number - 1], by_number[black].cells[number - 1]
        outcome = FROM_SIDES[first.outcome, second.outcome]
        board = Board(
            round=round,
            number=board_number,
            outcome=outcome,
            confirmed=outcome != NO_RESULT,
            colours_known=first.colour is Colour.WHITE and second.colour is Colour.BLACK,
            entered_at=now() if outcome != NO_RESULT else None,
        )
        yield (
            board,
            (
                Seat(round=round, entry=entries[white], board=board, side=Side.WHITE),
                Seat(round=round, entry=entries[black], board=board, side=Side.BLACK),
            ),
        )


def publication_order(
    record: TournamentRecord, number: int, pairs: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Pairs of a round by C.04.2 3.6: score of the higher-ranked, sum of scores, its number."""
    extra = virtual_points(record, number)
    people = {person.number: person for person in record.participants}
    scores: dict[int, int] = {}
    for pair in pairs:
        for who in pair:
            earned = (round_points(record, people[who], past) for past in range(1, number))
            scores[who] = sum(earned) + extra(who)

    def key(pair: tuple[int, int]) -> tuple[int, int, int]:
        higher = min(pair, key=lambda who: (-scores[who], who))
        return (-scores[higher], -sum(scores[who] for who in pair), higher)

    return sorted(pairs, key=key)


def _byes(
    record: TournamentRecord, round: Round, number: int, entries: dict[int, Entry], layout: Layout
) -> Iterator[Seat]:
    for person in record.participants:
        cell = person.cells[number - 1]
        if cell.outcome is Outcome.ZERO_POINT_BYE and layout.order:
            # In a table nobody asks for a bye: no seat, so that the board can come back.
            continue
        if cell.outcome.is_bye:
            allocated = cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
            yield Seat(
                round=round,
                entry=entries[person.number],
                bye=cell.outcome.value,
                group=layout.groups.get(person.number, "") if allocated else "",
            )
