"""Taking in a whole tournament that was exported elsewhere: all of it, or nothing.

The document is checked before anything is stored; every fault is listed with
its place.  Members that are not known here (from a newer server) are left out
and reported.  Players are found in the club's registry or added to it, as with
report files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, models, transaction

from pairing.printable import hidden_character
from pairing.record import NationalRecord, Participant
from pairing.trf import Finding, Severity
from tournaments.core.clock import now
from tournaments.core.errors import Invalid
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.slugs import free_slug
from tournaments.core.writing import get_or_refuse, lock_club, save_changes, texts, validate
from tournaments.events.models import (
    Entry,
    Event,
    ProhibitedPairing,
    ProhibitedPairingMember,
    RequestedBye,
    Round,
    RoundStatus,
    Tournament,
)
from tournaments.events.services.tournaments import plan_rounds
from tournaments.events.settings_data import check_settings
from tournaments.knockouts.portable import store_knockout
from tournaments.knockouts.portable_reading import KnockoutReading, read_knockout
from tournaments.play.models import Board, Seat
from tournaments.play.trf.people import Registered, registered_players
from tournaments.play.trf.services import PERMISSION, TrfImport, log_import
from tournaments.players.models import NationalId, Player
from tournaments.schedules.portable import ScheduleReading, read_schedule, store_reading

from .portable import FORMAT, VERSION, columns

MOST_ENTRIES = 10_000
_BATCH = 2000
_REFERENCES = ("virtual_points", "abnormal_points", "manual_order", "baku_last_entry")


def import_document(
    *, actor: Principal, event_id: UUID, content: bytes, name: str = ""
) -> TrfImport:
    """A new tournament of an event from a document (owner, organiser).

    ``name`` replaces the document's.  Raises ``NotFound``, ``Forbidden``,
    ``Invalid("import.document_unreadable" | "import.document_unknown" |
    "import.document_invalid" | "import.schedule_invalid" | "import.bracket_invalid" |
    "import.not_storable")`` or with the code of settings that do not go together;
    then nothing is stored.
    """
    seen = Event.objects.visible_to(actor)
    require(actor, PERMISSION, get_or_refuse(seen, "event.not_found", pk=event_id))
    reading = read_document(content)
    with transaction.atomic():
        club = lock_club(get_or_refuse(seen, "event.not_found", pk=event_id).club_id)
        event = get_or_refuse(seen, "event.not_found", pk=event_id)
        event.club = club
        tournament = reading.tournament
        tournament.event = event
        tournament.name = name or tournament.name
        tournament.slug = free_slug(event.tournaments.all(), tournament.name, 80)
        validate(tournament)
        try:
            with transaction.atomic():
                people = _store(reading, club.pk)
        except (IntegrityError, DataError) as error:
            raise Invalid("import.not_storable", reason=str(error).splitlines()[0]) from error
        check_settings(tournament)
        log_import(actor, tournament, people)
    return TrfImport(tournament, tuple(reading.findings))


# --- reading -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Reading:
    """Unsaved rows of a document that holds together; numbers are places in it, from 1."""

    tournament: Tournament
    data: Mapping[str, Any]
    players: list[dict[str, Any]]
    entries: list[Entry]
    rounds: list[RoundReading]
    requested_byes: list[tuple[RequestedBye, int]]
    prohibited: list[tuple[ProhibitedPairing, list[int]]]
    schedule: ScheduleReading | None = None
    knockout: KnockoutReading | None = None
    findings: list[Finding] = field(default_factory=list)


@dataclass(slots=True)
class RoundReading:
    """A round with its boards (White's and Black's seats with entry numbers) and byes."""

    round: Round
    boards: list[tuple[Board, list[tuple[Seat, int]]]]
    byes: list[tuple[Seat, int]]


def read_document(content: bytes) -> Reading:
    """Check a document and make rows of it.  Raises ``Invalid`` as above."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Invalid("import.document_unreadable", reason=str(error)[:200]) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Invalid("import.document_unknown", expected=FORMAT, version=VERSION)
    if data.get("format_version") != VERSION:
        raise Invalid("import.document_unknown", expected=FORMAT, version=VERSION)
    return _Reader(data).reading()


class _Reader:
    """Collects every fault, each with its place, and refuses at the end."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.faults: list[dict[str, Any]] = []
        self.findings: list[Finding] = []

    def reading(self) -> Reading:
        """All rows.  Raises ``Invalid("import.document_invalid", errors=[...])``."""
        raw = self._object(self.data.get("tournament"), "tournament")
        tournament = self._row(Tournament, raw, "tournament", known=_REFERENCES)
        players = self._list("players")
        entries = [
            self._entry(each, f"entries.{place}")
            for place, each in enumerate(self._list("entries"))
        ]
        if len(players) != len(entries):
            self._fault("players", "import.players_and_entries", players=len(players))
        if len(entries) > MOST_ENTRIES:
            self._fault("entries", "import.too_many_entries", most=MOST_ENTRIES)
        self._entries = len(entries)
        reading = Reading(
            tournament=tournament,
            data=raw,
            players=[self._player(each, f"players.{n}") for n, each in enumerate(players)],
            entries=entries,
            rounds=self._rounds(),
            requested_byes=self._requested_byes(),
            prohibited=self._prohibited(),
            findings=self.findings,
        )
        self._check_references(raw)
        if self.faults:
            raise Invalid("import.document_invalid", errors=self.faults)
        reading.schedule = read_schedule(tournament, self.data.get("schedule"), len(entries))
        statuses = [(each.round.number, each.round.status) for each in reading.rounds]
        reading.knockout = read_knockout(tournament, self.data, statuses, len(entries))
        self._check_sessions(reading)
        return reading

    # What the parts are made of.

    def _fault(self, place: str, code: str, **params: Any) -> None:
        self.faults.append({"field": place, "code": code, "params": params})

    def _object(self, value: Any, place: str) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        self._fault(place, "import.not_an_object")
        return {}

    def _list(
        self, name: str, within: Mapping[str, Any] | None = None, place: str = ""
    ) -> list[Any]:
        value = (self.data if within is None else within).get(name, [])
        where = f"{place}.{name}".lstrip(".")
        if not isinstance(value, list):
            self._fault(where, "import.not_a_list")
            return []
        return [self._object(each, f"{where}.{n}") for n, each in enumerate(value)]

    def _number(self, value: Any, place: str) -> int:
        """The number of an entry of this document."""
        if type(value) is int and 1 <= value <= self._entries:
            return value
        self._fault(place, "import.entry_unknown", entry=str(value)[:40])
        return 0

    def _row(
        self, model: type[Any], data: Mapping[str, Any], place: str, known: Sequence[str] = ()
    ) -> Any:
        """An unsaved row with the document's values, each of a type and size that fits."""
        row = model()
        names = set(known)
        for column in columns(model):
            names.add(column.name)
            if column.name in data and column.name not in known:
                self._set(row, column, data[column.name], f"{place}.{column.name}")
        self._report_unknown(data, names, place)
        return row

    def _set(self, row: Any, column: models.Field[Any, Any], value: Any, place: str) -> None:
        if not _fits(column, value):
            self._fault(place, "field.invalid")
            return
        found = next(filter(None, map(hidden_character, texts(value))), "")
        if found:
            self._fault(place, "field.control_character", character=found)
            return
        try:
            setattr(row, column.attname, column.clean(value, row))
        except ValidationError as error:
            for fault in error.error_list:
                self._fault(place, f"field.{fault.code or 'invalid'}")
        except (TypeError, ValueError, OverflowError):
            self._fault(place, "field.invalid")

    def _report_unknown(self, data: Mapping[str, Any], names: set[str], place: str) -> None:
        for name in sorted(set(data) - names - _PARTS):
            self.findings.append(
                Finding(Severity.WARNING, "import.member_unknown", read=f"{place}.{name}"[:120])
            )

    def _entry(self, data: dict[str, Any], place: str) -> Entry:
        entry: Entry = self._row(Entry, data, place)
        records = entry.national_records
        known = {each.name for each in fields(NationalRecord)}
        for n, record in enumerate(records if isinstance(records, list) else [None]):
            if not isinstance(record, dict) or "federation" not in record or set(record) - known:
                self._fault(f"{place}.national_records.{n}", "field.invalid")
        return entry

    def _player(self, data: dict[str, Any], place: str) -> dict[str, Any]:
        player = self._row(Player, data, place)
        birth = data.get("birth", "")
        if not isinstance(birth, str):
            self._fault(f"{place}.birth", "field.invalid")
            birth = ""
        numbers = []
        for n, each in enumerate(self._list("national_ids", data, place)):
            number = NationalId(federation=each.get("federation"), number=each.get("number"))
            try:
                number.clean_fields(exclude=["player"])
            except ValidationError:
                self._fault(f"{place}.national_ids.{n}", "field.invalid")
            numbers.append(number)
        return {"player": player, "birth": birth, "national_ids": numbers}

    def _rounds(self) -> list[RoundReading]:
        found = []
        numbers: set[int] = set()
        for n, data in enumerate(self._list("rounds")):
            place = f"rounds.{n}"
            round = self._row(Round, data, place)
            if round.number in numbers:
                self._fault(f"{place}.number", "import.round_repeated")
            numbers.add(round.number)
            if round.status == RoundStatus.DRAFT:
                self._fault(f"{place}.status", "field.invalid")
            boards = [
                self._board(each, f"{place}.boards.{b}")
                for b, each in enumerate(self._list("boards", data, place))
            ]
            byes = [
                (
                    self._row(Seat, each, f"{place}.byes.{b}"),
                    self._number(each.get("entry"), f"{place}.byes.{b}.entry"),
                )
                for b, each in enumerate(self._list("byes", data, place))
            ]
            if (boards or byes) and not round.is_published:
                self._fault(f"{place}.status", "import.round_not_published")
            found.append(RoundReading(round, boards, byes))
        return found

    def _check_sessions(self, reading: Reading) -> None:
        """What a round of a knockout joins are matches: it has no boards."""
        if reading.knockout is None:
            return
        for n, each in enumerate(reading.rounds):
            if each.boards or each.byes:
                raise Invalid("import.bracket_invalid", place=f"rounds.{n}.boards")

    def _board(self, data: dict[str, Any], place: str) -> tuple[Board, list[tuple[Seat, int]]]:
        board = self._row(Board, data, place)
        seats = []
        for name, side in (("white", "w"), ("black", "b")):
            where = f"{place}.{name}"
            half = self._object(data.get(name), where)
            seat = self._row(Seat, half, where)
            seat.side = side
            seats.append((seat, self._number(half.get("entry"), f"{where}.entry")))
        return board, seats

    def _requested_byes(self) -> list[tuple[RequestedBye, int]]:
        return [
            (
                self._row(RequestedBye, each, f"requested_byes.{n}"),
                self._number(each.get("entry"), f"requested_byes.{n}.entry"),
            )
            for n, each in enumerate(self._list("requested_byes"))
        ]

    def _prohibited(self) -> list[tuple[ProhibitedPairing, list[int]]]:
        found = []
        for n, data in enumerate(self._list("prohibited_pairings")):
            place = f"prohibited_pairings.{n}"
            row = ProhibitedPairing()
            for name in ("first_round", "last_round", "soft", "label"):
                column: Any = ProhibitedPairing._meta.get_field(name)
                if name in data:
                    self._set(row, column, data[name], f"{place}.{name}")
            members = data.get("entries")
            if not isinstance(members, list):
                self._fault(f"{place}.entries", "import.not_a_list")
                members = []
            found.append((row, [self._number(each, f"{place}.entries") for each in members]))
        return found

    def _check_references(self, data: Mapping[str, Any]) -> None:
        for n, each in enumerate(self._list("virtual_points", data, "tournament")):
            for name in ("first_entry", "last_entry"):
                self._number(each.get(name), f"tournament.virtual_points.{n}.{name}")
        for n, each in enumerate(self._list("abnormal_points", data, "tournament")):
            members = each.get("entries")
            for member in members if isinstance(members, list) else [None]:
                self._number(member, f"tournament.abnormal_points.{n}.entries")
        order = data.get("manual_order", [])
        for n, each in enumerate(order if isinstance(order, list) else [None]):
            self._number(each, f"tournament.manual_order.{n}")
        if data.get("baku_last_entry") is not None:
            self._number(data["baku_last_entry"], "tournament.baku_last_entry")


_PARTS = frozenset({"boards", "byes", "white", "black", "entry", "birth", "national_ids"})
"""Members that are no columns."""


def _fits(column: models.Field[Any, Any], value: Any) -> bool:
    """Whether the value is of the type that the document writes for such a column."""
    if isinstance(column, models.JSONField):
        return True
    if value is None:
        return column.null
    if isinstance(column, models.CharField | models.DateField):
        return isinstance(value, str)
    if isinstance(column, models.BooleanField):
        return isinstance(value, bool)
    return type(value) is int


# --- storing -----------------------------------------------------------------------------------


def _store(reading: Reading, club_id: UUID) -> Registered:
    """Everything of a document; the caller holds the club's lock and a transaction."""
    tournament = reading.tournament
    tournament.save()
    people = _store_entries(reading, club_id)
    entries = reading.entries
    _store_rounds(reading, entries)
    _store_announcements(reading, entries)
    store_reading(tournament, reading.schedule, entries)
    store_knockout(tournament, reading.knockout, entries)
    data = reading.data
    tournament.virtual_points = [
        {**item, **{name: _key(entries, item[name]) for name in ("first_entry", "last_entry")}}
        for item in data.get("virtual_points", ())
    ]
    tournament.abnormal_points = [
        {**item, "entries": [_key(entries, number) for number in item["entries"]]}
        for item in data.get("abnormal_points", ())
    ]
    tournament.manual_order = [_key(entries, number) for number in data.get("manual_order", ())]
    last = data.get("baku_last_entry")
    tournament.baku_last_entry = None if last is None else entries[last - 1]
    save_changes(tournament, _REFERENCES)
    return people


def _key(entries: list[Entry], number: int) -> str:
    return str(entries[number - 1].pk)


def _store_entries(reading: Reading, club_id: UUID) -> Registered:
    people = [_participant(n, each) for n, each in enumerate(reading.players, start=1)]
    registered = registered_players(club_id, people)
    players = registered.players
    renamed = _complete_names(reading, players)
    for number, entry in enumerate(reading.entries, start=1):
        entry.tournament = reading.tournament
        entry.player = players[number]
    Entry.objects.bulk_create(reading.entries, batch_size=500)
    return replace(registered, completed=(*registered.completed, *renamed))


def _participant(number: int, given: dict[str, Any]) -> Participant:
    player = given["player"]
    return Participant(
        number=number,
        name=player.name,
        title=player.title,
        sex=player.sex,
        federation=player.federation,
        fide_id=player.fide_id,
        birth=given["birth"],
        national=tuple(
            NationalRecord(federation=each.federation, number=each.number)
            for each in given["national_ids"]
        ),
    )


def _complete_names(reading: Reading, players: Mapping[int, Player]) -> list[UUID]:
    """Names in Latin script, which report files do not have; who got one."""
    renamed = []
    for place, given in enumerate(reading.players, start=1):
        player, latin = players[place], given["player"].name_latin
        if latin and not player.name_latin:
            player.name_latin = latin
            player.version += 1
            player.updated_at = now()
            player.refresh_search_key()
            renamed.append(player)
    columns = ["name_latin", "search_key", "version", "updated_at"]
    Player.objects.bulk_update(renamed, columns, batch_size=500)
    return [player.pk for player in renamed]


def _store_rounds(reading: Reading, entries: list[Entry]) -> None:
    plan_rounds(reading.tournament)
    planned = {round.number: round for round in reading.tournament.rounds.all()}
    boards: list[Board] = []
    seats: list[Seat] = []
    changed = []
    for each in reading.rounds:
        round = planned.get(each.round.number)
        if round is None:
            raise Invalid("round.out_of_range", round=each.round.number, rounds=len(planned))
        for column in columns(Round):
            setattr(round, column.attname, getattr(each.round, column.attname))
        changed.append(round)
        for board, pair in each.boards:
            board.round = round
            boards.append(board)
            seats += (_seated(seat, round, entries[n - 1], board) for seat, n in pair)
        seats += (_seated(seat, round, entries[n - 1], None) for seat, n in each.byes)
    Round.objects.bulk_update(changed, [column.name for column in columns(Round)])
    Board.objects.bulk_create(boards, batch_size=_BATCH)
    Seat.objects.bulk_create(seats, batch_size=_BATCH)


def _seated(seat: Seat, round: Round, entry: Entry, board: Board | None) -> Seat:
    seat.round, seat.entry, seat.board = round, entry, board
    return seat


def _store_announcements(reading: Reading, entries: list[Entry]) -> None:
    for bye, number in reading.requested_byes:
        bye.entry = entries[number - 1]
    RequestedBye.objects.bulk_create([bye for bye, _ in reading.requested_byes], batch_size=_BATCH)
    for row, numbers in reading.prohibited:
        row.tournament = reading.tournament
        row.save()
        ProhibitedPairingMember.objects.bulk_create(
            ProhibitedPairingMember(prohibited_pairing=row, entry=entries[number - 1])
            for number in dict.fromkeys(numbers)
        )
