"""From bytes to a record that the database can hold, and the list of all adjustments."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pairing.record import Participant, Team, TeamEvent, TournamentInfo, TournamentRecord
from pairing.scoring import Outcome
from pairing.systems import SYSTEMS
from pairing.trf import Finding, Severity, TrfError, read_trf
from tiebreaks import TiebreakError, parse_order
from tiebreaks.field import is_predetermined
from tournaments.core.errors import Invalid
from tournaments.events.models import CUSTOM_SYSTEM, MAX_ROUNDS, Entry, Tournament
from tournaments.players.models import HIGHEST_RATING, Title
from tournaments.schedules.models import TEAM_NAME_WIDTH
from tournaments.schedules.notes import ScheduleNote, note_for_file, note_in
from tournaments.schedules.options import RANKS_TEAMS
from tournaments.schedules.settings import default_order

from ..outcomes import FROM_SIDES

_Text = TypeVar("_Text", TournamentInfo, Participant, Team)


@dataclass(frozen=True, slots=True)
class TrfReading:
    """A record ready to be stored, with its system, tie-breaks and all findings.

    ``schedule`` has the settings of a system that needs some.
    """

    record: TournamentRecord
    system: str
    tie_breaks: tuple[str, ...]
    findings: tuple[Finding, ...]
    schedule: ScheduleNote | None = None


def read_for_storage(
    content: bytes, *, strict: bool = False, encoding: str = "", least_rounds: int = 0
) -> TrfReading:
    """Read a file and fit it to the tables; it has ``least_rounds`` rounds if it says no more.

    Raises ``Invalid`` with the reader's code and its ``findings``, or with
    ``import.team_event_unsupported``, ``import.rounds_impossible``,
    ``import.result_impossible``, ``import.opponent_missing``.
    """
    try:
        document = read_trf(content, strict=strict, encoding=encoding or None)
    except TrfError as error:
        raise Invalid(
            error.code, **error.params, findings=[item.as_json() for item in error.findings]
        ) from None
    record = document.record
    note, comments = note_in(record.info.comments)
    record = replace(record, info=replace(record.info, comments=comments))
    schedule = note_for_file(record, note)
    if schedule is None or not SYSTEMS[schedule.system].predetermined:
        record = replace(record, rounds=max(record.rounds, least_rounds))
    _refuse_unsupported(record, schedule)
    fitting = _Fitting(_groups(schedule))
    if schedule is not None and SYSTEMS[schedule.system].predetermined:
        record = fitting.without_byes(record, {number for number, _ in schedule.withdrawn})
    record = fitting.record(record)
    system = schedule.system if schedule else fitting.system(record)
    return TrfReading(
        record=replace(record, edition=fitting.edition(record, system)),
        system=system,
        tie_breaks=fitting.tie_breaks(record, system),
        findings=(*document.findings, *fitting.findings),
        schedule=schedule,
    )


def _refuse_unsupported(record: TournamentRecord, schedule: ScheduleNote | None) -> None:
    """Teams are for systems that pair them."""
    for_teams = schedule is not None and SYSTEMS[schedule.system].teams
    if record.team_event is not None and not for_teams:
        raise Invalid("import.team_event_unsupported", teams=len(record.team_event.teams))
    if not 1 <= record.rounds <= MAX_ROUNDS:
        raise Invalid("import.rounds_impossible", rounds=record.rounds, highest=MAX_ROUNDS)


def _groups(schedule: ScheduleNote | None) -> dict[int, str]:
    """Number -> group, of a field that is divided: each group has a bye of its own."""
    if schedule is None:
        return {}
    return {
        number: str(place)
        for place, group in enumerate(schedule.groups, start=1)
        for number in group
    }


class _Fitting:
    """Changes what the tables cannot hold, and notes each change.

    ``groups`` names the group of each number where the field is divided.
    """

    def __init__(self, groups: Mapping[int, str]) -> None:
        self.findings: list[Finding] = []
        self.groups = groups

    def note(self, code: str, read: object, assumed: object, **params: Any) -> None:
        """List one adjustment."""
        finding = Finding(
            Severity.ADJUSTMENT, code, read=str(read), assumed=str(assumed), params=params
        )
        self.findings.append(finding)

    def record(self, record: TournamentRecord) -> TournamentRecord:
        """The record with texts, people and results that fit."""
        info = self._shortened(record.info, _INFO_WIDTHS)
        if info.start and info.end and info.end < info.start:
            self.note("import.dates_reversed", info.end, "", start=str(info.start))
            info = replace(info, end=None)
        people = tuple(self._participant(person) for person in record.participants)
        record = replace(record, info=info, participants=people)
        if record.team_event is not None:
            record = replace(record, team_event=self._teams(record.team_event))
        for round_number in range(1, record.completed + 1):
            record = self._round(record, round_number)
        return record

    def without_byes(self, record: TournamentRecord, gone: Collection[int]) -> TournamentRecord:
        """A table knows no requested byes; those who have left need none."""
        asked = [bye for bye in record.planned_byes if bye.number not in gone]
        if asked:
            self.note("import.byes_dropped", len(asked), "")
        return replace(record, planned_byes=())

    def _teams(self, event: TeamEvent) -> TeamEvent:
        """The teams with names that fit; orders of play follow from the boards."""
        parts = {
            "line_ups": event.line_ups,
            "forfeited_matches": event.forfeited_matches,
            "byes": event.byes.teams if event.byes else (),
            "requested_byes": event.requested_byes,
        }
        for name, rows in parts.items():
            if rows:
                self.note("import.team_part_dropped", len(rows), "", part=name)
        widths = {"name": TEAM_NAME_WIDTH}
        return replace(
            event,
            teams=tuple(self._shortened(team, widths) for team in event.teams),
            line_ups=(),
            forfeited_matches=(),
            byes=None,
            requested_byes=(),
        )

    def system(self, record: TournamentRecord) -> str:
        """Our code of the system; ``custom`` (paired by hand) for what we do not pair."""
        for code, known in SYSTEMS.items():
            if record.system in known.type_codes and not known.predetermined:
                return code
        if not record.system and not is_predetermined(record):
            return "dutch"
        self.note("import.system_not_paired", record.system or record.info.kind, CUSTOM_SYSTEM)
        return CUSTOM_SYSTEM

    def edition(self, record: TournamentRecord, system: str) -> str:
        """The edition of the rules that the next rounds will be paired by."""
        known = SYSTEMS[system].editions if system in SYSTEMS else (record.edition,)
        if record.edition in known:
            return record.edition
        self.note("import.edition_unsupported", record.edition, known[0])
        return known[0]

    def tie_breaks(self, record: TournamentRecord, system: str) -> tuple[str, ...]:
        """The announced order with the points in it, without codes that cannot be computed."""
        of_teams = system in SYSTEMS and system == RANKS_TEAMS
        known: list[str] = []
        table = SYSTEMS[system].predetermined if system in SYSTEMS else is_predetermined(record)
        for code in record.info.tie_breaks:
            try:
                parse_order([*known, code], teams=of_teams, round_robin=table)
            except TiebreakError as error:
                barred = error.code == "tiebreak.not_in_round_robin"
                self.note(f"import.tie_break_{'barred' if barred else 'unknown'}", code, "")
            else:
                known.append(code)
        if not known:
            return default_order(system, round_robin=table)
        points = ("MPTS", "GPTS") if of_teams else ("PTS",)
        has_points = any(code.upper() in points for code in known)
        return tuple(known) if has_points else (points[0], *known)

    def _participant(self, person: Participant) -> Participant:
        person = self._shortened(person, _PERSON_WIDTHS)
        if not person.name:
            name = f"#{person.number}"
            self.note("import.name_missing", "", name, number=person.number)
            person = replace(person, name=name)
        if person.title and person.title not in Title.values:
            person = self._dropped(person, "title", "")
        if person.federation and not _is_federation(person.federation):
            person = self._dropped(person, "federation", "")
        if person.fide_id and not person.fide_id.lstrip("0").isdecimal():
            person = self._dropped(person, "fide_id", "")
        if person.rating is not None and not 1 <= person.rating <= HIGHEST_RATING:
            person = self._dropped(person, "rating", None)
        return replace(person, fide_id=person.fide_id.lstrip("0"))

    def _dropped(self, person: Participant, field: str, value: object) -> Participant:
        self.note(
            "import.value_dropped",
            getattr(person, field),
            value or "",
            field=field,
            number=person.number,
        )
        changes: dict[str, Any] = {field: value}
        return replace(person, **changes)

    def _shortened(self, item: _Text, widths: dict[str, int]) -> _Text:
        changes: dict[str, Any] = {}
        for field, width in widths.items():
            text = getattr(item, field)
            if len(text) > width:
                changes[field] = text[:width].rstrip()
                self.note("import.text_shortened", text, changes[field], field=field)
        return replace(item, **changes)

    def _round(self, record: TournamentRecord, round_number: int) -> TournamentRecord:
        """Results that a board can have, and one allocated bye at most."""
        changes: dict[int, Outcome] = {}
        allocated: dict[str, list[int]] = {}
        by_number = {person.number: person for person in record.participants}
        for person in record.participants:
            cell = person.cells[round_number - 1]
            if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE:
                allocated.setdefault(self.groups.get(person.number, ""), []).append(person.number)
            if cell.opponent is None:
                if not cell.outcome.is_bye:
                    raise Invalid(
                        "import.opponent_missing", round=round_number, number=person.number
                    )
                continue
            other = by_number[cell.opponent].cells[round_number - 1].outcome
            changes |= self._sound_result(round_number, person, cell.outcome, other)
        for number in (extra for resting in allocated.values() for extra in resting[1:]):
            self.note("import.second_allocated_bye", "U", "F", round=round_number, number=number)
            changes[number] = Outcome.FULL_POINT_BYE
        return _with_outcomes(record, round_number, changes) if changes else record

    def _sound_result(
        self, round_number: int, person: Participant, own: Outcome, other: Outcome
    ) -> dict[int, Outcome]:
        if (own, other) in FROM_SIDES:
            return {}
        unrated = _UNRATED.get(own, own)
        if (unrated, _UNRATED.get(other, other)) not in FROM_SIDES:
            raise Invalid(
                "import.result_impossible",
                round=round_number,
                number=person.number,
                opponent=person.cells[round_number - 1].opponent,
                results=[own.value, other.value],
            )
        if own is unrated:
            return {}
        self.note(
            "import.result_unrated",
            own.value,
            unrated.value,
            round=round_number,
            number=person.number,
        )
        return {person.number: unrated}


_UNRATED = {
    Outcome.WIN: Outcome.UNRATED_WIN,
    Outcome.DRAW: Outcome.UNRATED_DRAW,
    Outcome.LOSS: Outcome.UNRATED_LOSS,
}


def _with_outcomes(
    record: TournamentRecord, round_number: int, outcomes: dict[int, Outcome]
) -> TournamentRecord:
    people = []
    for person in record.participants:
        if person.number in outcomes:
            cells = list(person.cells)
            cells[round_number - 1] = replace(
                cells[round_number - 1], outcome=outcomes[person.number]
            )
            person = replace(person, cells=tuple(cells))
        people.append(person)
    return replace(record, participants=tuple(people))


def _is_federation(code: str) -> bool:
    return len(code) == 3 and code.isascii() and code.isalpha() and code.isupper()


def _width(model: type[Tournament] | type[Entry], field: str) -> int:
    found = model._meta.get_field(field)
    return int(getattr(found, "max_length", 0) or 0)


INFO_COLUMNS = {
    "name": "name",
    "city": "city",
    "kind": "type_text",
    "chief_arbiter": "chief_arbiter",
    "time_control": "time_control",
    "time_control_code": "time_control_code",
    "pairing_controller": "pairing_controller",
    "starting_rank_method": "starting_rank_method",
}
"""Texts of a record's header -> columns of a tournament."""

_INFO_WIDTHS = {field: _width(Tournament, column) for field, column in INFO_COLUMNS.items()}
_PERSON_WIDTHS = {"name": _width(Entry, "name"), "club": _width(Entry, "club_name")}
