"""The record: one frozen description of a tournament that every engine reads.

It is built from the database in a fixed number of queries, or from a
Tournament Report File, and holds facts only (who was paired with whom, what
came out, what was announced).  Scores, colour histories, floats and ranks are
derived by the engines.

Semantics of unplayed rounds (C.04.1 art. 3-4, C.04.2 art. 3):

* ``Cell.opponent`` is the *scheduled* opponent.  A forfeit keeps it, so the
  pairing stays visible, but it was not a game: it gives no colour and the two
  may be paired again.
* A round in which a participant was not there at all (not entered yet,
  withdrawn, absent) is a zero-point bye.
* A participant's colour in a forfeit is the scheduled one and never enters
  the colour history.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from .errors import RecordError
from .options import KeizerOptions, ScheduleOptions
from .scoring import STANDARD, Colour, Outcome, PointSystem


@dataclass(frozen=True, slots=True)
class Cell:
    """One participant's round: outcome, scheduled opponent, scheduled colour."""

    outcome: Outcome
    opponent: int | None = None
    colour: Colour | None = None


ABSENT = Cell(Outcome.ZERO_POINT_BYE)


@dataclass(frozen=True, slots=True)
class NationalRecord:
    """A player's entry in one federation's own list (TRF26 "NRS" line)."""

    federation: str
    rating: int | None = None
    title: str = ""
    name: str = ""
    origin: str = ""
    number: str = ""
    sex: str = ""
    birth: str = ""


@dataclass(frozen=True, slots=True)
class Participant:
    """One entry of the starting list.

    ``number`` is the tournament pairing number (TPN), 1 the strongest.
    ``cells`` has one entry per recorded round.  ``birth`` is ISO text,
    ``YYYY-MM-DD`` or ``YYYY``; ``rank`` is the announced rank if a file gave one.
    """

    number: int
    name: str = ""
    cells: tuple[Cell, ...] = ()
    rating: int | None = None
    title: str = ""
    sex: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    club: str = ""
    rank: int | None = None
    national: tuple[NationalRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedBye:
    """Announced absence in a round that is not paired yet."""

    round: int
    number: int
    outcome: Outcome = Outcome.ZERO_POINT_BYE


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Acceleration: extra points (tenths) for pairing only (TRF26 250)."""

    points: int
    first_round: int
    last_round: int
    first_number: int
    last_number: int
    match_points: int = 0


@dataclass(frozen=True, slots=True)
class ProhibitedPairing:
    """No two of ``numbers`` may meet in rounds ``first_round``..``last_round``.

    ``soft`` marks a wish ("as long as possible", e.g. club mates): it gives
    way, and is reported, where no complete pairing exists otherwise.
    """

    numbers: tuple[int, ...]
    first_round: int = 1
    last_round: int = 999
    soft: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class AbnormalPoints:
    """Deviating points (TRF26 299), in tenths.

    ``outcome`` ``None`` adds ``points`` once as a bonus or penalty; otherwise
    results of that kind are worth ``points``.  ``round`` ``None`` means all
    rounds, empty ``numbers`` everybody.
    """

    outcome: Outcome | None
    points: int | None
    round: int | None = None
    numbers: tuple[int, ...] = ()
    match_points: int | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """Team of a team event; ``players`` in board order, reserves last."""

    number: int
    name: str
    players: tuple[int, ...] = ()
    nickname: str = ""
    strength: str = ""
    match_points: int | None = None
    game_points: int | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class LineUp:
    """Team's order of play in one round where it differs from ``Team.players``.

    A 0 in ``players`` is an empty board.
    """

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ForfeitedMatch:
    """Team match decided without play; ``kind`` is ``+-``, ``-+`` or ``--``."""

    kind: str
    round: int
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class TeamByes:
    """Pairing-allocated byes of teams: value, and team number per round (0: none)."""

    match_points: int | None
    game_points: int | None
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamEvent:
    """What only team events have.

    ``requested_byes`` are byes and absences of whole teams (TRF26 240), past
    and coming; their numbers are team numbers.
    """

    teams: tuple[Team, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    forfeited_matches: tuple[ForfeitedMatch, ...] = ()
    byes: TeamByes | None = None
    requested_byes: tuple[PlannedBye, ...] = ()
    board_colours: str = ""
    match_win: int = 20
    match_draw: int = 10
    match_loss: int = 0


@dataclass(frozen=True, slots=True)
class TournamentInfo:
    """Descriptive header; no engine reads it.

    ``round_dates`` has one entry per scheduled round as far as known, ``None``
    for an unknown date.  ``tie_breaks`` keeps the announced codes verbatim.
    ``comments`` are free lines that travel with the file.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    start: date | None = None
    end: date | None = None
    kind: str = ""
    chief_arbiter: str = ""
    deputy_arbiters: tuple[str, ...] = ()
    time_control: str = ""
    time_control_code: str = ""
    round_dates: tuple[date | None, ...] = ()
    pairing_controller: str = ""
    starting_rank_method: str = ""
    tie_breaks: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TournamentRecord:
    """A tournament up to and including its last recorded round.

    ``rounds`` is the announced number of rounds; ``completed`` the number of
    recorded ones, each participant having exactly that many cells.  ``system``
    is the tournament type code of TRF26 (``FIDE_DUTCH_2026`` ...), empty if
    unknown.  ``initial_colour`` is the colour of the top participant in round
    1, or of an odd TPN (C.04.3 5.2.5).  ``baku_last_number`` is the TPN of the
    last member of Baku's group A as it was when round 1 was paired: late
    entries join by their place beside that person (C.04.7 1.3); ``None``
    derives it from the list as it stands.  ``schedule`` and ``keizer`` are
    announcements for the systems that need them.
    """

    participants: tuple[Participant, ...]
    rounds: int
    completed: int = 0
    info: TournamentInfo = field(default_factory=TournamentInfo)
    system: str = ""
    edition: str = "2026"
    points: PointSystem = STANDARD
    initial_colour: Colour | None = None
    baku: bool = False
    baku_last_number: int | None = None
    virtual_points: tuple[VirtualPoints, ...] = ()
    prohibited: tuple[ProhibitedPairing, ...] = ()
    planned_byes: tuple[PlannedBye, ...] = ()
    abnormal_points: tuple[AbnormalPoints, ...] = ()
    team_event: TeamEvent | None = None
    schedule: ScheduleOptions = field(default_factory=ScheduleOptions)
    keizer: KeizerOptions = field(default_factory=KeizerOptions)

    def participant(self, number: int) -> Participant:
        """The participant with this TPN; raises ``RecordError`` if there is none."""
        for candidate in self.participants:
            if candidate.number == number:
                return candidate
        raise RecordError("record.unknown_participant", number=number)

    def boards(self, round_number: int) -> Iterator[tuple[int, int | None]]:
        """``(white, black)`` of each pairing of a recorded round, ``(player, None)`` for the PAB.

        Pairs whose colours are unknown are given with the smaller number first.
        """
        index = round_number - 1
        for person in self.participants:
            cell = person.cells[index]
            if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE:
                yield person.number, None
            elif cell.opponent is not None and (
                cell.colour is Colour.WHITE
                or (cell.colour is None and person.number < cell.opponent)
            ):
                yield person.number, cell.opponent

    def truncated(self, completed: int) -> TournamentRecord:
        """The record as it stood after ``completed`` rounds.

        Requested byes of the following round are kept as planned byes, which
        is what the pairing of that round was told.
        """
        from dataclasses import replace

        if not 0 <= completed <= self.completed:
            raise RecordError("record.round_out_of_range", round=completed)
        if completed == self.completed:
            return self
        byes = [bye for bye in self.planned_byes if bye.round > completed + 1]
        for person in self.participants:
            cell = person.cells[completed]
            if cell.opponent is None and cell.outcome.is_requested_bye:
                byes.append(PlannedBye(completed + 1, person.number, cell.outcome))
        return replace(
            self,
            participants=tuple(
                replace(person, cells=person.cells[:completed]) for person in self.participants
            ),
            completed=completed,
            planned_byes=tuple(byes),
        )


def check_record(record: TournamentRecord) -> None:
    """Raise :class:`RecordError` for the first contradiction in a record.

    Codes: ``record.duplicate_number``, ``record.number_out_of_range``,
    ``record.cell_count``, ``record.bye_with_opponent``,
    ``record.opponent_missing``, ``record.self_pairing``,
    ``record.unknown_opponent``, ``record.not_mutual``, ``record.same_colour``,
    ``record.more_rounds_than_announced``, ``record.unknown_participant``.
    """
    by_number: dict[int, Participant] = {}
    for person in record.participants:
        if person.number < 1:
            raise RecordError("record.number_out_of_range", number=person.number)
        if person.number in by_number:
            raise RecordError("record.duplicate_number", number=person.number)
        by_number[person.number] = person
        if len(person.cells) != record.completed:
            raise RecordError(
                "record.cell_count",
                number=person.number,
                expected=record.completed,
                found=len(person.cells),
            )
    if record.completed > record.rounds:
        raise RecordError(
            "record.more_rounds_than_announced", rounds=record.rounds, found=record.completed
        )
    for person in record.participants:
        for round_number, cell in enumerate(person.cells, start=1):
            _check_cell(by_number, person, round_number, cell)
    for bye in record.planned_byes:
        if bye.number not in by_number:
            raise RecordError("record.unknown_participant", number=bye.number)


def _check_cell(
    by_number: dict[int, Participant], person: Participant, round_number: int, cell: Cell
) -> None:
    where = {"number": person.number, "round": round_number}
    if cell.opponent is None:
        if cell.outcome.is_game:
            raise RecordError("record.opponent_missing", **where)
        return
    if cell.outcome.is_bye:
        raise RecordError("record.bye_with_opponent", opponent=cell.opponent, **where)
    if cell.opponent == person.number:
        raise RecordError("record.self_pairing", **where)
    other = by_number.get(cell.opponent)
    if other is None:
        raise RecordError("record.unknown_opponent", opponent=cell.opponent, **where)
    mirror = other.cells[round_number - 1]
    if mirror.opponent != person.number:
        raise RecordError("record.not_mutual", opponent=cell.opponent, **where)
    if cell.colour is not None and cell.colour is mirror.colour:
        raise RecordError("record.same_colour", opponent=cell.opponent, **where)
