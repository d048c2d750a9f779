"""What both writers share: the prepared record, the header, the player lines.

Files have a fixed order of records, CRLF line ends and UTF-8 without a mark,
so that the same record always gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, TypeVar

from ..record import Cell, Participant, PlannedBye, TournamentRecord, check_record
from . import writing
from .transcription import to_ascii

_Item = TypeVar("_Item")


def prepared(record: TournamentRecord, *, ascii_only: bool, public: bool) -> TournamentRecord:
    """The record in number order, checked, with texts reduced as asked.

    The public variant keeps years of birth only and drops comments, which are
    free text of the arbiter.  Raises ``RecordError`` for a record that
    contradicts itself.
    """
    check_record(record)
    people = sorted(record.participants, key=lambda person: person.number)
    record = replace(record, participants=tuple(people))
    if record.team_event is not None:
        teams = sorted(record.team_event.teams, key=lambda team: team.number)
        record = replace(record, team_event=replace(record.team_event, teams=tuple(teams)))
    if public:
        record = _without_private_data(record)
    return _transcribed(record) if ascii_only else record


def _without_private_data(record: TournamentRecord) -> TournamentRecord:
    def year(text: str) -> str:
        return text[: writing.YEAR_LENGTH]

    people = (
        replace(
            person,
            birth=year(person.birth),
            national=tuple(replace(entry, birth=year(entry.birth)) for entry in person.national),
        )
        for person in record.participants
    )
    return replace(record, participants=tuple(people), info=replace(record.info, comments=()))


def _transcribed(record: TournamentRecord) -> TournamentRecord:
    people = (
        replace(
            _map_text(person, to_ascii),
            national=tuple(_map_text(entry, to_ascii) for entry in person.national),
        )
        for person in record.participants
    )
    record = replace(
        record,
        participants=tuple(people),
        info=_map_text(record.info, to_ascii),
    )
    if record.team_event is None:
        return record
    teams = tuple(_map_text(team, to_ascii) for team in record.team_event.teams)
    return replace(record, team_event=replace(record.team_event, teams=teams))


def _map_text(item: _Item, change: Callable[[str], str]) -> _Item:
    """A copy of a dataclass with every text (and tuple of texts) changed."""
    changes: dict[str, Any] = {}
    for place in fields(item):  # type: ignore[arg-type]
        value = getattr(item, place.name)
        if isinstance(value, str):
            changes[place.name] = change(value)
        elif isinstance(value, tuple) and value and all(isinstance(part, str) for part in value):
            changes[place.name] = tuple(change(part) for part in value)
    return replace(item, **changes)  # type: ignore[type-var]


def encoded(lines: Iterable[str]) -> bytes:
    """Lines with CRLF ends in UTF-8."""
    return "".join(f"{line}\r\n" for line in lines).encode("utf-8")


def texts(values: Iterable[tuple[str, str]]) -> list[str]:
    """Free-text records; empty ones are left out."""
    cleaned = ((code, writing.clean(text)) for code, text in values)
    return [f"{code} {text}" for code, text in cleaned if text]


def header(record: TournamentRecord) -> list[str]:
    """Records 012-132."""
    info = record.info
    teams = record.team_event.teams if record.team_event else ()
    lines = texts(
        (
            ("012", info.name),
            ("022", info.city),
            ("032", info.federation),
            ("042", writing.full_date(info.start) if info.start else ""),
            ("052", writing.full_date(info.end) if info.end else ""),
            ("062", str(len(record.participants))),
            ("072", str(sum(bool(person.rating) for person in record.participants))),
            ("082", str(len(teams)) if teams else ""),
            ("092", info.kind),
            ("102", info.chief_arbiter),
            *(("112", deputy) for deputy in info.deputy_arbiters),
            ("122", info.time_control),
        )
    )
    if any(info.round_dates):
        lines.append(writing.round_dates(info.round_dates))
    return lines


def board_numbers(players: Iterable[int]) -> str:
    """Player numbers in columns four wide, one blank between."""
    return " ".join(f"{number:>4}" for number in players)


def player_lines(
    record: TournamentRecord,
    byes: Iterable[PlannedBye],
    total: Callable[[TournamentRecord, Participant], int],
) -> list[str]:
    """The ``001`` lines, all of one width; ``byes`` of coming rounds stand in cells too.

    The points column counts ``total`` and those byes.
    """
    planned = {(bye.number, bye.round): Cell(bye.outcome) for bye in byes}
    last = max((round_number for _, round_number in planned), default=record.completed)
    lines = []
    for person in record.participants:
        coming = [
            planned.get((person.number, round_number))
            for round_number in range(record.completed + 1, last + 1)
        ]
        columns = [writing.cell(cell) for cell in person.cells]
        columns += [writing.cell(bye) if bye else writing.NO_CELL for bye in coming]
        points = total(record, person)
        points += sum(record.points.points(bye.outcome) for bye in coming if bye)
        lines.append(writing.player(person, points, columns))
    return lines


def plain_total(record: TournamentRecord, person: Participant) -> int:
    """Tenths that the result letters are worth in TRF16, which has no value for adjourned games."""
    points = replace(record.points, adjourned=None)
    return sum(points.points(cell.outcome, cell.colour) for cell in person.cells)


def carried_byes(record: TournamentRecord) -> list[PlannedBye]:
    """Byes that cells can show: those of the coming round.

    Cells further on would make engines take the coming round for played, and
    so would a column in which everybody has a bye.
    """
    coming = record.completed + 1
    byes = [bye for bye in record.planned_byes if bye.round == coming]
    everybody = {bye.number for bye in byes} == {person.number for person in record.participants}
    return [] if everybody else byes
