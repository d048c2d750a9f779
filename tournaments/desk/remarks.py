"""What a report file tells about the tournament in ``###`` lines, and its results for rating."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from uuid import UUID

from pairing.amendments import Amendment, amendment_line, by_hand_line
from pairing.record import Cell, TournamentRecord
from pairing.scoring import Outcome
from tournaments.events.models import ByeKind, Tournament
from tournaments.play.models import Seat
from tournaments.play.outcomes import SIDES, Side

from .models import Correction, Moment, PairingSession, SessionStatus

_Numbers = Mapping[UUID, int]


def remarks(tournament: Tournament, *, through_round: int, rating: bool) -> list[str]:
    """The lines about rounds up to ``through_round``, in English as report files are.

    Pairings made by hand with the rules they broke, results that were amended
    after a pairing, and full-point byes, which are deprecated.  Results that are
    right in the report for ``rating`` only are amended there, and named elsewhere.
    """
    numbers: _Numbers = {
        pk: number or 0 for pk, number in tournament.entries.values_list("pk", "pairing_number")
    }
    return [
        *_by_hand(tournament, numbers, through_round),
        *_amended(tournament, numbers, through_round, rating=rating),
        *_full_point_byes(tournament, through_round),
    ]


def for_rating(tournament: Tournament, record: TournamentRecord) -> TournamentRecord:
    """The record as the rating report has it: with the results corrected for it alone."""
    numbers: _Numbers = {
        pk: number or 0 for pk, number in tournament.entries.values_list("pk", "pairing_number")
    }
    cells: dict[tuple[int, int], Outcome] = {}
    for correction, players in _corrections(tournament, numbers, record.completed):
        if correction.moment == Moment.RATING_ONLY:
            for number, outcome in zip(players, SIDES[correction.new], strict=True):
                cells[number, correction.board.round.number] = outcome
    if not cells:
        return record
    return replace(
        record,
        participants=tuple(
            replace(
                person,
                cells=tuple(
                    _with(cell, cells.get((person.number, place)))
                    for place, cell in enumerate(person.cells, start=1)
                ),
            )
            for person in record.participants
        ),
    )


def _with(cell: Cell, outcome: Outcome | None) -> Cell:
    return cell if outcome is None else replace(cell, outcome=outcome)


def _by_hand(tournament: Tournament, numbers: _Numbers, through: int) -> Iterator[str]:
    sessions = PairingSession.objects.filter(
        round__tournament=tournament, round__number__lte=through, status=SessionStatus.ENDED
    ).select_related("round")
    latest = {session.round.number: session for session in sessions.order_by("ended_at", "id")}
    for number, session in sorted(latest.items()):
        changed = [
            (numbers[UUID(white)], numbers[UUID(black)] if black else None)
            for white, black in session.changed
        ]
        if changed:
            yield by_hand_line(number, changed, _warnings(session, numbers))


def _warnings(session: PairingSession, numbers: _Numbers) -> str:
    """The rules broken, and why: ``rematch 5-12 (two families)``."""
    broken = ", ".join(
        f"{each['code'].removeprefix('review.').replace('_', ' ')} "
        + "-".join(str(numbers[UUID(who["entry"])]) for who in each["entries"])
        for each in session.warnings
    )
    return f"{broken} ({session.reason})".strip() if session.reason else broken


def _amended(
    tournament: Tournament, numbers: _Numbers, through: int, *, rating: bool
) -> Iterator[str]:
    for correction, (white, black) in _corrections(tournament, numbers, through):
        round_number = correction.board.round.number
        if correction.moment == Moment.RATING_ONLY and not rating:
            letters = ":".join(outcome.value for outcome in SIDES[correction.new])
            yield f"Result for rating only: round {round_number}, {white}-{black}; {letters}"
            continue
        last = min(correction.paired_through, through)
        if last <= round_number:
            continue
        kind = {
            Moment.POSTPONED_GAME.value: "postponed",
            Moment.RATING_ONLY.value: "and in the standings",
        }.get(correction.moment, "")
        amendment = Amendment(round_number, white, black, SIDES[correction.old], last)
        yield amendment_line(amendment, " ".join(filter(None, (kind, correction.reason))))


def _corrections(
    tournament: Tournament, numbers: _Numbers, through: int
) -> Iterator[tuple[Correction, tuple[int, int]]]:
    """Corrections in the order they were made, with White's and Black's numbers."""
    found = list(
        Correction.objects.filter(
            board__round__tournament=tournament, board__round__number__lte=through
        )
        .select_related("board__round")
        .order_by("at", "id")
    )
    seats = Seat.objects.filter(board__in=[each.board_id for each in found])
    at = {
        (board, side): numbers[entry]
        for board, side, entry in seats.values_list("board_id", "side", "entry_id")
    }
    for each in found:
        yield each, (at[each.board_id, Side.WHITE.value], at[each.board_id, Side.BLACK.value])


def _full_point_byes(tournament: Tournament, through: int) -> Iterator[str]:
    given = Seat.objects.filter(
        round__tournament=tournament, round__number__lte=through, bye=ByeKind.FULL
    ).order_by("round__number", "entry__pairing_number")
    for round_number, number in given.values_list("round__number", "entry__pairing_number"):
        yield f"Full-point bye (deprecated): round {round_number}, player {number}"
