"""Standings, crosstable and their working, of what is published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, overload
from uuid import UUID

from pairing.errors import PairingError
from tiebreaks import Notice, ParticipantWorking, explain
from tournaments.core.errors import Conflict, NotFound
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse
from tournaments.events.models import Entry, Tournament
from tournaments.events.querysets import PUBLISHED_STATUSES
from tournaments.play.models import Board
from tournaments.play.querysets import BoardQuerySet
from tournaments.play.readiness import describe_board
from tournaments.play.record import build_record

from .computation import options_of
from .models import Place, StoredStandings
from .services import ask_worker, bring_up_to_date, is_large, stored_for


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """One value: the code and the text of the regulations, ``None`` where undefined."""

    code: str
    text: str | None


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
class StandingsRow:
    """One line: ``rank`` is ``None`` for somebody listed without a place; points in tenths.

    ``decided_by`` is the code that put this row behind the one above.  With its
    ``cells`` it is a line of the crosstable.
    """

    rank: int | None
    entry: Entry
    points: int
    values: tuple[TieBreakValue, ...]
    shared: bool
    decided_by: str
    cells: tuple[CrosstableCell, ...]


class StandingsRows(Sequence[StandingsRow]):
    """The lines of stored standings; only those that are looked at are read."""

    def __init__(self, stored: StoredStandings) -> None:
        self._size = stored.size
        self._places = Place.objects.filter(standings=stored).order_by("position")

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[StandingsRow]:
        return map(_row, self._places.select_related("entry"))

    @overload
    def __getitem__(self, index: int) -> StandingsRow: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[StandingsRow]: ...
    def __getitem__(self, index: int | slice) -> StandingsRow | Sequence[StandingsRow]:
        if isinstance(index, int):
            return self[index : index + 1][0]
        start, stop, step = index.indices(self._size)
        if step != 1:
            raise ValueError("lines are read in order")
        chosen = self._places.filter(position__gt=start, position__lte=stop)
        return [_row(place) for place in chosen.select_related("entry")]


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Standings after ``after_round`` rounds.

    ``open_boards`` is the number of counted games whose result is still to
    come; ``complete``: there are none; ``final``: that, after the last round.
    ``current`` is false where something has changed since ``computed_at`` and
    the new standings are still being computed.
    """

    tournament: Tournament
    after_round: int
    order: tuple[str, ...]
    rows: StandingsRows
    notices: tuple[Notice, ...]
    open_boards: int
    current: bool
    computed_at: datetime | None

    @property
    def complete(self) -> bool:
        return not self.open_boards

    @property
    def final(self) -> bool:
        return self.complete and self.after_round == self.tournament.round_count


def standings_for(
    *,
    principal: Principal,
    tournament_id: UUID,
    after_round: int | None = None,
    final: bool = False,
    may_be_behind: bool = False,
) -> StandingsTable:
    """Standings and crosstable after a published round, by default the last one with a result.

    With ``final`` they are given only when nothing can change any more.  A
    reader who can tell (``may_be_behind``) may get those of a large field as
    they were before a change that a worker is still computing.

    Raises ``NotFound("tournament.not_found" | "round.not_found")``,
    ``Conflict("standings.not_final", boards=...)``, and ``Conflict`` with the
    code of a tie-break list that cannot be applied.
    """
    tournament = _visible(principal, tournament_id)
    if final:
        require_final(tournament)
    counted = counted_round(tournament, after_round)
    stored = stored_for(tournament.pk, counted)
    if not stored.is_current and not (may_be_behind and _is_being_computed(stored)):
        stored = bring_up_to_date(stored)
    return StandingsTable(
        tournament=tournament,
        after_round=counted,
        order=tuple(stored.order),
        rows=StandingsRows(stored),
        notices=tuple(Notice(each["code"], each["params"]) for each in stored.notices),
        open_boards=_open_boards(tournament, counted).count(),
        current=stored.is_current,
        computed_at=stored.computed_at,
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
    tournament = _visible(principal, tournament_id)
    counted = counted_round(tournament, after_round)
    record = build_record(tournament, through_round=counted, planned=False)
    unknown = set(numbers) - {person.number for person in record.participants}
    if unknown:
        raise NotFound("entry.not_found", numbers=sorted(unknown))
    try:
        found = explain(
            record,
            tournament.tie_breaks,
            numbers,
            edition=tournament.tie_break_edition,
            options=options_of(tournament),
        )
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
    return {each.number: each for each in found}


def require_final(tournament: Tournament) -> None:
    """Raise ``Conflict("standings.not_final")`` unless every round is complete (D11)."""
    done = tournament.rounds.filter(status="completed").count()
    if done < tournament.round_count:
        raise Conflict(
            "standings.not_final",
            completed=done,
            rounds=tournament.round_count,
            boards=open_boards(tournament, tournament.round_count),
        )


def open_boards(tournament: Tournament, through_round: int) -> list[dict[str, Any]]:
    """The published boards up to a round whose result is still to come."""
    boards = _open_boards(tournament, through_round).with_seats().select_related("round")
    return [describe_board(board) for board in boards.order_by("round__number", "number")]


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


def _visible(principal: Principal, tournament_id: UUID) -> Tournament:
    seen = Tournament.objects.visible_to(principal).select_related("event")
    return get_or_refuse(seen, "tournament.not_found", pk=tournament_id)


def _is_being_computed(stored: StoredStandings) -> bool:
    """Whether there is something to show meanwhile, and a worker to replace it."""
    if stored.computed_at is None or not is_large(stored.tournament_id):
        return False
    behind = StoredStandings.objects.filter(pk=stored.pk).behind()
    return ask_worker(stored.tournament_id, behind)


def _open_boards(tournament: Tournament, through_round: int) -> BoardQuerySet:
    boards = Board.objects.filter(
        round__tournament=tournament,
        round__number__lte=through_round,
        round__status__in=PUBLISHED_STATUSES,
    )
    return boards.unsettled()


def _row(place: Place) -> StandingsRow:
    return StandingsRow(
        rank=place.rank,
        entry=place.entry,
        points=place.points,
        values=tuple(TieBreakValue(code, text) for code, text in place.values),
        shared=place.shared,
        decided_by=place.decided_by,
        cells=tuple(
            CrosstableCell(number, *cell) for number, cell in enumerate(place.cells, start=1)
        ),
    )
