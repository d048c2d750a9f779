"""Standings and crosstable of what is published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pairing.errors import PairingError
from pairing.points import round_points, total_points
from pairing.record import Cell, Participant, TournamentRecord
from tiebreaks import EDITIONS, Notice, ParticipantWorking, Standings, explain, standings
from tournaments.core.errors import Conflict, NotFound
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse
from tournaments.events.models import Entry, Tournament
from tournaments.events.querysets import PUBLISHED_STATUSES
from tournaments.play.models import Board
from tournaments.play.readiness import describe_board
from tournaments.play.record import build_record

DEFAULT_EDITION = "2026"


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """One value: the code and the text of the regulations, ``None`` where undefined."""

    code: str
    text: str | None


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line: ``rank`` is ``None`` for somebody listed without a place; points in tenths.

    ``decided_by`` is the code that put this row behind the one above.
    """

    rank: int | None
    entry: Entry
    points: int
    values: tuple[TieBreakValue, ...]
    shared: bool
    decided_by: str


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Standings after ``after_round`` rounds.

    ``complete``: every counted game has its result; ``final``: that, after the
    last round.  ``open_boards`` names the boards still to come.
    """

    tournament: Tournament
    after_round: int
    order: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    notices: tuple[Notice, ...]
    open_boards: tuple[dict[str, Any], ...]

    @property
    def complete(self) -> bool:
        return not self.open_boards

    @property
    def final(self) -> bool:
        return self.complete and self.after_round == self.tournament.round_count


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """One round of one entry; ``opponent`` is a pairing number, points in tenths.

    ``colour`` is ``w``, ``b`` or empty, ``outcome`` the letter of
    :class:`pairing.scoring.Outcome`.
    """

    round: int
    opponent: int | None
    colour: str
    outcome: str
    points: int


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """A line of the standings with its rounds."""

    standing: StandingsRow
    cells: tuple[CrosstableCell, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Everybody's rounds, in the order of the standings."""

    standings: StandingsTable
    rows: tuple[CrosstableRow, ...]


def standings_for(
    *,
    principal: Principal,
    tournament_id: UUID,
    after_round: int | None = None,
    final: bool = False,
) -> StandingsTable:
    """Standings after a published round, by default the last one with a result.

    With ``final`` they are given only when nothing can change any more.
    Raises ``NotFound("tournament.not_found" | "round.not_found")``,
    ``Conflict("standings.not_final", boards=...)``, and ``Conflict`` with the
    code of a tie-break list that cannot be applied.
    """
    table, _ = _standings(principal, tournament_id, after_round, final)
    return table


def crosstable_for(
    *, principal: Principal, tournament_id: UUID, after_round: int | None = None
) -> Crosstable:
    """The crosstable after a published round.  Raises what :func:`standings_for` raises."""
    table, record = _standings(principal, tournament_id, after_round, final=False)
    people = {person.number: person for person in record.participants}
    return Crosstable(
        table,
        tuple(
            CrosstableRow(row, _cells(record, people[row.entry.pairing_number or 0]))
            for row in table.rows
        ),
    )


def working_for(
    *,
    principal: Principal,
    tournament_id: UUID,
    numbers: Sequence[int],
    after_round: int | None = None,
) -> dict[int, ParticipantWorking]:
    """How the values of these pairing numbers came about, by number.

    Raises what :func:`standings_for` raises, and
    ``NotFound("entry.not_found")`` for a number that nobody has.
    """
    seen = Tournament.objects.visible_to(principal).select_related("event")
    tournament = get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    record = build_record(
        tournament, through_round=counted_round(tournament, after_round), planned=False
    )
    unknown = set(numbers) - {person.number for person in record.participants}
    if unknown:
        raise NotFound("entry.not_found", numbers=sorted(unknown))
    try:
        found = explain(record, tournament.tie_breaks, numbers, edition=_edition(tournament))
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
    return {each.number: each for each in found}


def require_final(tournament: Tournament) -> None:
    """Raise ``Conflict("standings.not_final")`` unless every round is complete (D11)."""
    done = tournament.rounds.filter(status="completed").count()
    if done < tournament.round_count:
        boards = _open_boards(tournament, tournament.round_count)
        raise Conflict(
            "standings.not_final",
            completed=done,
            rounds=tournament.round_count,
            boards=list(boards),
        )


def counted_round(tournament: Tournament, after_round: int | None) -> int:
    """The round asked for if it is published, else the last published one with a result.

    Raises ``NotFound("round.not_found")``.
    """
    published = tournament.rounds.filter(status__in=PUBLISHED_STATUSES)
    if after_round is None:
        with_result = published.exclude(boards__confirmed=False, boards__isnull=False)
        started = published.filter(boards__confirmed=True) | with_result
        return started.order_by("-number").values_list("number", flat=True).first() or 0
    if after_round and not published.filter(number=after_round).exists():
        raise NotFound("round.not_found", number=after_round)
    return after_round


def _standings(
    principal: Principal, tournament_id: UUID, after_round: int | None, final: bool
) -> tuple[StandingsTable, TournamentRecord]:
    seen = Tournament.objects.visible_to(principal).select_related("event")
    tournament = get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    if final:
        require_final(tournament)
    counted = counted_round(tournament, after_round)
    record = build_record(tournament, through_round=counted, planned=False)
    try:
        ranked = standings(record, tournament.tie_breaks, edition=_edition(tournament))
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
    rows = _rows(tournament, record, ranked)
    table = StandingsTable(
        tournament=tournament,
        after_round=counted,
        order=ranked.order,
        rows=rows,
        notices=ranked.notices,
        open_boards=_open_boards(tournament, counted),
    )
    return table, record


def _edition(tournament: Tournament) -> str:
    """The edition of C.07 that goes with the tournament's rules."""
    return tournament.edition if tournament.edition in EDITIONS else DEFAULT_EDITION


def _rows(
    tournament: Tournament, record: TournamentRecord, ranked: Standings
) -> tuple[StandingsRow, ...]:
    entries = {
        entry.pairing_number: entry
        for entry in tournament.entries.filter(pairing_number__isnull=False)
    }
    people = {person.number: person for person in record.participants}
    return tuple(
        StandingsRow(
            rank=row.rank,
            entry=entries[row.number],
            points=total_points(record, people[row.number]),
            values=tuple(
                TieBreakValue(code, value.text)
                for code, value in zip(ranked.order, row.values, strict=True)
            ),
            shared=row.shared,
            decided_by=row.decided_by,
        )
        for row in ranked.rows
    )


def _open_boards(tournament: Tournament, through_round: int) -> tuple[dict[str, Any], ...]:
    boards = (
        Board.objects.filter(
            round__tournament=tournament,
            round__number__lte=through_round,
            round__status__in=PUBLISHED_STATUSES,
        )
        .unsettled()
        .with_seats()
        .select_related("round")
        .order_by("round__number", "number")
    )
    return tuple(describe_board(board) for board in boards)


def _cells(record: TournamentRecord, person: Participant) -> tuple[CrosstableCell, ...]:
    return tuple(
        _cell(record, person, number, cell) for number, cell in enumerate(person.cells, start=1)
    )


def _cell(record: TournamentRecord, person: Participant, number: int, cell: Cell) -> CrosstableCell:
    return CrosstableCell(
        round=number,
        opponent=cell.opponent,
        colour=cell.colour.value if cell.colour else "",
        outcome=cell.outcome.value,
        points=round_points(record, person, number),
    )
