"""The next round of an event whose schedule is fixed: the schedule, held against what happened.

The results do not matter, but three things do: whether the recorded rounds are
those of the schedule, and who has left.  A withdrawn player keeps the boards
(each a forfeit) if the 50 % rule keeps the results; otherwise the later games
do not exist, and neither side has a board in that round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..errors import RecordError
from ..proposal import BoardPairing, RoundPairing
from ..record import PlannedBye, TournamentRecord
from ..scoring import Outcome
from ..swiss import dutch
from .groups import group_record
from .schedules import QUAD_ROUNDS, SWISS, Schedule, quads
from .tables import Notice, as_table, meetings, pair_of
from .teams import event_of
from .withdrawal import Withdrawal, judge, needed_games

Progress = Callable[[int, int], None]
Scheduler = Callable[[TournamentRecord], Schedule]
PairRound = Callable[..., RoundPairing]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the boards come from: names of the tables, and the round of the schedule."""

    tables: tuple[str, ...]
    round: int


def pairer(schedule: Scheduler) -> PairRound:
    """The ``pair_round`` of a system with this schedule (see :func:`next_round`)."""

    def pair_round(
        record: TournamentRecord, *, explain: bool = False, progress: Progress | None = None
    ) -> RoundPairing:
        return next_round(record, schedule(record), explain=explain, progress=progress)

    return pair_round


def next_round(
    record: TournamentRecord,
    whole: Schedule,
    *,
    explain: bool = False,
    progress: Progress | None = None,
) -> RoundPairing:
    """Boards of round ``record.completed + 1``.

    Raises ``RecordError``: ``round.none_left``; where the recorded rounds were
    paired otherwise ``schedule.late_entry`` if somebody has joined since, and
    ``schedule.met_already`` if two would meet too often.
    """
    if record.completed >= record.rounds:
        raise RecordError("round.none_left", rounds=record.rounds)
    pairing = whole.rounds[record.completed]
    otherwise = _recorded_otherwise(record, whole)
    if otherwise:
        _refuse_late_entry(record, otherwise)
        _refuse_repeats(record, whole, pairing)
    pairing = _without_cancelled(record, whole, pairing)
    notices = pairing.notices
    if otherwise:
        notices = (("schedule.recorded_otherwise", {"rounds": otherwise}), *notices)
    origin = None
    if explain:
        tables = tuple(dict.fromkeys(group.table for group in whole.groups))
        origin = Origin(tables, pairing.round)
    if progress is not None:
        progress(len(record.participants), len(record.participants))
    return replace(pairing, notices=notices, explanation=origin)


def remaining_rounds(record: TournamentRecord, whole: Schedule) -> tuple[RoundPairing, ...]:
    """Boards of every round after ``record.completed`` at once.

    Raises ``RecordError``: ``round.none_left``; ``schedule.by_results`` where a
    group plays a Swiss; otherwise as :func:`next_round`.
    """
    for group in whole.groups:
        if group.table == SWISS:
            raise RecordError("schedule.by_results", group=group.name)
    tables = tuple(dict.fromkeys(group.table for group in whole.groups))
    coming = next_round(record, whole, explain=True)
    later = (
        replace(_without_cancelled(record, whole, pairing), explanation=Origin(tables, number))
        for number, pairing in enumerate(whole.rounds, start=1)
        if number > coming.round
    )
    return (coming, *later)


def _pairs(record: TournamentRecord, round_number: int) -> set[tuple[int, int]]:
    boards = record.boards(round_number)
    return {pair_of(white, black) for white, black in boards if black is not None}


def _refuse_repeats(record: TournamentRecord, whole: Schedule, pairing: RoundPairing) -> None:
    """Nobody may meet more often than the schedule says: the record is not of this schedule."""
    recorded: dict[tuple[int, int], int] = {}
    for number in range(1, record.completed + 1):
        for pair in _pairs(record, number):
            recorded[pair] = recorded.get(pair, 0) + 1
    allowed = meetings(as_table(whole.rounds[: record.completed]))
    for board in pairing.boards:
        if board.black is None:
            continue
        pair = pair_of(board.white, board.black)
        if recorded.get(pair, 0) > allowed[pair]:
            raise RecordError(
                "schedule.met_already", round=pairing.round, white=board.white, black=board.black
            )


def _recorded_otherwise(record: TournamentRecord, whole: Schedule) -> list[int]:
    """Recorded rounds with a pair that the schedule does not have there."""
    table = as_table(whole.rounds)
    swiss = {number for group in whole.groups if group.table == SWISS for number in group.numbers}
    rounds = []
    for number in range(1, record.completed + 1):
        planned = set(meetings([table[number - 1]]))
        if any(pair not in planned and pair[0] not in swiss for pair in _pairs(record, number)):
            rounds.append(number)
    return rounds


def _refuse_late_entry(record: TournamentRecord, otherwise: list[int]) -> None:
    """A new seat changes the whole table: without a new draw it is too late after round 1."""
    for person in record.participants:
        took_part = any(
            cell.opponent is not None or cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
            for cell in person.cells
        )
        if not took_part:
            raise RecordError("schedule.late_entry", number=person.number, rounds=otherwise)


def _without_cancelled(
    record: TournamentRecord, whole: Schedule, pairing: RoundPairing
) -> RoundPairing:
    judged = {verdict.number: verdict for verdict in withdrawals(record, whole)}
    gone = {number for number, verdict in judged.items() if not verdict.counts}
    kept: list[BoardPairing] = []
    notices: list[Notice] = list(pairing.notices)
    for board in pairing.boards:
        players = [player for player in (board.white, board.black) if player is not None]
        absent = [player for player in players if player in judged]
        if not absent:
            kept.append(board)
        elif gone.intersection(players) or board.black is None:
            if board.black is not None:
                notices.append(("schedule.game_cancelled", {"players": players, "gone": absent}))
        else:
            kept.append(board)
            notices.append(("schedule.forfeit_due", {"players": players, "gone": absent}))
    return replace(pairing, boards=tuple(kept), notices=tuple(notices))


def withdrawals(record: TournamentRecord, whole: Schedule) -> tuple[Withdrawal, ...]:
    """What the 50 % rule makes of each announced withdrawal; without the rule all results stay.

    Where teams play matches, the matches of the player's team take the place of games.
    """
    table = as_table(whole.rounds)
    games: dict[int, int] = {}
    for pair, times in meetings(table).items():
        for number in pair:
            games[number] = games.get(number, 0) + times
    found = []
    for number in record.schedule.withdrawn:
        if whole.by_matches:
            verdict = _judged_by_matches(record, whole, number)
        else:
            verdict = judge(record, number, games.get(number, 0))
        found.append(verdict if record.schedule.half_rule else replace(verdict, counts=True))
    return tuple(found)


def _judged_by_matches(record: TournamentRecord, whole: Schedule, number: int) -> Withdrawal:
    """A match counts as completed if at least one game of it was played to a result."""
    record.participant(number)
    teams = (set(team.players) for team in event_of(record).teams)
    members = next((players for players in teams if number in players), {number})
    matches = sum(
        any(members & {board.white, board.black} for board in pairing.boards)
        for pairing in whole.rounds
    )
    rows = [person.cells for person in record.participants if person.number in members]
    completed = sum(
        any(cell.outcome.is_game and not cell.outcome.is_pending for cell in cells)
        for cells in zip(*rows, strict=True)
    )
    needed = needed_games(matches)
    return Withdrawal(number, completed, matches, needed, completed >= needed)


def pair_quads(
    record: TournamentRecord, *, explain: bool = False, progress: Progress | None = None
) -> RoundPairing:
    """Boards of the next round of quads; a last group that plays a Swiss is paired by results.

    Raises what :func:`next_round`, :func:`pairing.roundrobin.schedules.quads`
    and, for the Swiss, :func:`pairing.swiss.dutch.pair_round` raise.
    """
    whole = quads(record)
    pairing = next_round(record, whole, explain=explain, progress=progress)
    boards = list(pairing.boards)
    for group in whole.groups:
        if group.table == SWISS:
            boards.extend(_swiss_boards(record, group.numbers))
    boards.sort(key=lambda board: board.black is None)
    return replace(pairing, boards=tuple(boards))


def _swiss_boards(record: TournamentRecord, numbers: Sequence[int]) -> tuple[BoardPairing, ...]:
    """The next round of a group that plays a Swiss; one alone has a bye."""
    alone = group_record(record, numbers, QUAD_ROUNDS)
    coming = alone.completed + 1
    absent = {bye.number for bye in alone.planned_byes if bye.round == coming}
    left = set(record.schedule.withdrawn).intersection(numbers) - absent
    byes = (*alone.planned_byes, *(PlannedBye(coming, number) for number in sorted(left)))
    present = [number for number in numbers if number not in absent | left]
    if len(present) < 2:
        return tuple(BoardPairing(number, None) for number in present)
    return dutch.pair_round(replace(alone, planned_byes=byes)).boards
