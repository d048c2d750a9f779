"""The 50 % rule on boards: what becomes of the games of those who have left (C.05 6.6).

Who has completed half of the games keeps the boards, which are forfeits once
they are published; otherwise boards without a game are taken out and kept as
:class:`.models.CancelledGame`.  Everything follows from who has left, and goes
back when somebody returns: :func:`align_boards` makes the stored rounds agree
with that, whatever they were before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Max, Q

from pairing.roundrobin.fixed import withdrawals
from pairing.roundrobin.withdrawal import Withdrawal
from tournaments.core.clock import now
from tournaments.core.models import ChangeLogEntry
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, save_changes
from tournaments.events.access import last_paired_round
from tournaments.events.models import Entry, EntryStatus, Round, Tournament
from tournaments.play.models import Board, Seat
from tournaments.play.outcomes import NO_RESULT, BoardOutcome, SeatBye, Side
from tournaments.play.readiness import describe_board
from tournaments.play.record import build_record
from tournaments.play.settling import settle_round

from .models import CancelledGame
from .rounds import schedule_of

WITHDRAWAL, RETURN = "withdrawal", "return"
"""Reasons that the log gives for a result that nobody entered."""
_FORFEITS = {
    (True, True): BoardOutcome.DOUBLE_FORFEIT,
    (True, False): BoardOutcome.BLACK_WINS_FORFEIT,
    (False, True): BoardOutcome.WHITE_WINS_FORFEIT,
}
"""(White has left, Black has left) -> the result."""


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody who has left: from which round on, and whether the results stay."""

    from_round: int
    counts: bool


@dataclass(frozen=True, slots=True)
class _Board:
    """A board with what decides about it."""

    board: Board
    white: UUID
    black: UUID
    automatic: bool

    @property
    def number(self) -> int:
        return self.board.round.number

    def is_open(self, gone: Iterable[Left]) -> bool:
        """Not played: without a result in the rounds concerned, postponed, or forfeited by rule."""
        postponed = self.board.outcome == BoardOutcome.POSTPONED
        missing = self.board.outcome == NO_RESULT
        later = any(each.from_round <= self.number for each in gone)
        return self.automatic or postponed or (missing and later)


def who_has_left(tournament: Tournament) -> dict[UUID, Left]:
    """Everybody who has left, judged by all rounds that are paired."""
    rows = tournament.entries.filter(status=EntryStatus.WITHDRAWN, pairing_number__isnull=False)
    entries = {entry.pairing_number or 0: entry for entry in rows}
    if not entries:
        return {}
    return {
        entries[each.number].pk: Left(entries[each.number].status_from_round, each.counts)
        for each in judged(tournament)
    }


def judged(tournament: Tournament) -> tuple[Withdrawal, ...]:
    """What the rule says of those who have left, by all rounds that are paired."""
    record = build_record(tournament, through_round=last_paired_round(tournament))
    return withdrawals(record, schedule_of(tournament, record))


def verdict_on(tournament: Tournament, entry: Entry) -> Withdrawal | None:
    """What the rule says of one who has left; ``None`` if the rule does not concern him (yet)."""
    found = (each for each in judged(tournament) if each.number == entry.pairing_number)
    return next(found, None)


def align_boards(actor: Principal, tournament: Tournament, reason: str = WITHDRAWAL) -> None:
    """Bring the boards of all paired rounds into line with who has left.

    The caller holds the tournament's lock.  Boards with a game stay as they are.
    """
    left = who_has_left(tournament)
    touched: dict[UUID, Round] = {}
    for game in _to_restore(tournament, left):
        touched[game.round_id] = game.round
        _restore(actor, tournament, game)
    for each in _boards_concerned(tournament, left):
        gone = {pk: left[pk] for pk in (each.white, each.black) if pk in left}
        if _align(actor, tournament, each, gone, reason):
            touched[each.board.round_id] = each.board.round
    for seat in _rests(tournament, left):
        CancelledGame.objects.create(
            round=seat.round, number=0, white_id=seat.entry_id, group=seat.group
        )
        seat.delete()
    for round in sorted(touched.values(), key=lambda round: round.number):
        settle_round(actor, tournament, round)


def automatic_forfeits(tournament: Tournament) -> set[UUID]:
    """Boards with a forfeit that nobody entered: it follows from a withdrawal.

    The log tells who set a result last.  An earlier state that was put back
    since may have another result, or a forfeit that had been taken back.
    """
    rows = ChangeLogEntry.objects.filter(
        tournament=tournament, subject_type="board", type__startswith="result."
    )
    by_rule = Q(data__reason=WITHDRAWAL) | Q(data__reason=RETURN)
    candidates = rows.filter(by_rule).values("subject_id")
    latest = rows.filter(subject_id__in=candidates).values("subject_id").annotate(last=Max("seq"))
    found = rows.filter(by_rule, seq__in=[row["last"] for row in latest])
    boards = Board.objects.filter(pk__in=found.values("subject_id"), outcome__in=_FORFEITS.values())
    return set(boards.values_list("pk", flat=True))


def _boards_concerned(tournament: Tournament, left: Mapping[UUID, Left]) -> list[_Board]:
    """Boards of those who have left, and boards that a withdrawal had decided."""
    automatic = automatic_forfeits(tournament)
    boards = (
        Board.objects.filter(round__tournament=tournament)
        .filter(Q(seats__entry__in=left) | Q(pk__in=automatic))
        .distinct()
        .with_seats()
        .select_related("round")
        .order_by("round__number", "number")
    )
    found = []
    for board in boards:
        board.round.tournament = tournament
        players = {seat.side: seat.entry_id for seat in board.seats.all()}
        white, black = players[Side.WHITE.value], players[Side.BLACK.value]
        found.append(_Board(board, white, black, board.pk in automatic))
    return found


def _align(
    actor: Principal,
    tournament: Tournament,
    each: _Board,
    gone: Mapping[UUID, Left],
    reason: str,
) -> bool:
    """Cancel the board, forfeit it or open it again; whether anything changed."""
    if not each.is_open(gone.values()):
        return False
    if any(not person.counts for person in gone.values()):
        _cancel(actor, tournament, each)
        return True
    if gone and each.board.round.is_published:
        outcome = _FORFEITS[each.white in gone, each.black in gone]
        return _set_outcome(actor, tournament, each.board, outcome, WITHDRAWAL)
    if not gone and each.automatic:
        return _set_outcome(actor, tournament, each.board, NO_RESULT, reason)
    return False


def _set_outcome(
    actor: Principal, tournament: Tournament, board: Board, outcome: str, reason: str
) -> bool:
    changed = apply(board, {"outcome": str(outcome), "confirmed": outcome != NO_RESULT})
    if not changed:
        return False
    board.entered_by, board.entered_at = None, now() if outcome else None
    kind = "result.corrected" if changed["outcome"]["old"] else "result.recorded"
    save_changes(board, [*changed, "entered_by", "entered_at"])
    append_change(
        kind,
        actor=actor,
        subject=board,
        tournament=tournament,
        round=board.round,
        data={
            "round": board.round.number,
            "board": board.number,
            **changed,
            "reason": reason,
        },
    )
    return True


def _cancel(actor: Principal, tournament: Tournament, each: _Board) -> None:
    """Take a board out, but remember it."""
    board = each.board
    described = describe_board(board)
    CancelledGame.objects.create(
        round=board.round, number=board.number, white_id=each.white, black_id=each.black
    )
    board.version += 1
    append_change(
        "board.cancelled",
        actor=actor,
        subject=board,
        tournament=tournament,
        round=board.round,
        internal=not board.round.is_published,
        data=described,
    )
    board.delete()


def _to_restore(tournament: Tournament, left: Mapping[UUID, Left]) -> list[CancelledGame]:
    """Cancelled games of players who all stay after all, or have the half of their games."""

    def stays_out(game: CancelledGame) -> bool:
        gone = [left[pk] for pk in (game.white_id, game.black_id) if pk and pk in left]
        if game.black_id is None:
            return any(person.from_round <= game.round.number for person in gone)
        return any(not person.counts for person in gone)

    games = CancelledGame.objects.filter(round__tournament=tournament).select_related("round")
    return [game for game in games if not stays_out(game)]


def _restore(actor: Principal, tournament: Tournament, game: CancelledGame) -> None:
    """The board (or the rest) exists again, without a result."""
    game.round.tournament = tournament
    if game.black_id is None:
        Seat.objects.create(
            round=game.round, entry_id=game.white_id, bye=SeatBye.ALLOCATED, group=game.group
        )
        game.delete()
        return
    numbers = set(game.round.boards.values_list("number", flat=True))
    number = game.number if game.number not in numbers else max(numbers) + 1
    board = Board.objects.create(round=game.round, number=number)
    for entry, side in ((game.white_id, Side.WHITE), (game.black_id, Side.BLACK)):
        Seat.objects.create(round=game.round, entry_id=entry, board=board, side=side)
    game.delete()
    append_change(
        "board.restored",
        actor=actor,
        subject=board,
        tournament=tournament,
        round=game.round,
        internal=not game.round.is_published,
        data={"round": game.round.number, "board": board.number},
    )


def _rests(tournament: Tournament, left: Mapping[UUID, Left]) -> list[Seat]:
    """Rests of those who have left: no byes any more."""
    seats = Seat.objects.filter(
        round__tournament=tournament, entry__in=left, bye=SeatBye.ALLOCATED
    ).select_related("round")
    return [seat for seat in seats if left[seat.entry_id].from_round <= seat.round.number]


def open_games(tournament: Tournament, entry: Entry, before: int) -> list[dict[str, Any]]:
    """Boards of an entry in earlier rounds without a result, on which the rule depends."""
    boards = (
        Board.objects.filter(
            round__tournament=tournament, round__number__lt=before, seats__entry=entry
        )
        .lacking_result()
        .with_seats()
        .select_related("round")
        .order_by("round__number")
    )
    return [describe_board(board) for board in boards]
