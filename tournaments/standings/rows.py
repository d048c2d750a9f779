"""Standings as a reader gets them: the table, its lines, and reading only those looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import overload

from tiebreaks import Notice
from tournaments.events.models import Entry, Tournament

from .models import Place, StoredStandings


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
    ``cells`` it is a line of the crosstable.  ``group`` names the group whose
    rank it is, where the field is divided.
    """

    rank: int | None
    entry: Entry
    points: int
    values: tuple[TieBreakValue, ...]
    shared: bool
    decided_by: str
    cells: tuple[CrosstableCell, ...]
    group: str = ""


class StandingsRows(Sequence[StandingsRow]):
    """The lines of stored standings, or of one group; only those that are looked at are read."""

    def __init__(self, stored: StoredStandings, group: str = "") -> None:
        self._places = Place.objects.filter(standings=stored).order_by("position")
        self._first = 0
        self._size = stored.size
        if group:
            # A group's lines follow each other.
            self._places = self._places.filter(group=group)
            positions = list(self._places.values_list("position", flat=True))
            self._size = len(positions)
            self._first = positions[0] - 1 if positions else 0

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
        chosen = self._places.filter(
            position__gt=self._first + start, position__lte=self._first + stop
        )
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
    rows: Sequence[StandingsRow]
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
        group=place.group,
    )
