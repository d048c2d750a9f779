"""The lists of a tournament as rows of cells, for CSV and XLSX alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from pairing.scoring import format_points
from tournaments.core.principal import Principal
from tournaments.play.models import Board
from tournaments.play.outcomes import NO_RESULT
from tournaments.standings.rows import CrosstableCell, StandingsRow
from tournaments.standings.selectors import standings_for

from .snapshot import Snapshot

Cell = str | int | None


@dataclass(frozen=True, slots=True)
class Column:
    """``name`` stays as it is for programs; ``title`` is for people, in their language."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows."""

    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]]


_TITLES = {
    "pairing_number": _("No."),
    "title": _("Title"),
    "name": _("Name"),
    "federation": _("Federation"),
    "rating": _("Rating"),
    "club": _("Club"),
    "fide_id": _("FIDE id"),
    "birth": _("Born"),
    "status": _("Status"),
    "round": _("Round"),
    "board": _("Board"),
    "white_number": _("No."),
    "white": _("White"),
    "white_rating": _("Rating"),
    "result": _("Result"),
    "black_number": _("No."),
    "black": _("Black"),
    "black_rating": _("Rating"),
    "rank": _("Rank"),
    "points": _("Points"),
}


def _columns(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, str(_TITLES.get(name, name))) for name in names)


def entries(principal: Principal, shown: Snapshot) -> Table:
    """Who plays."""
    return Table(
        _columns(
            "pairing_number",
            "title",
            "name",
            "federation",
            "rating",
            "club",
            "fide_id",
            "birth",
            "status",
        ),
        [
            (
                entry.pairing_number,
                entry.title,
                entry.name,
                entry.federation,
                entry.rating,
                entry.club_name,
                entry.player.fide_id,
                shown.birth(entry),
                entry.status,
            )
            for entry in shown.entries
        ],
    )


def pairings(principal: Principal, shown: Snapshot) -> Table:
    """Boards of the published rounds, then their byes; a bye's result is the report's letter."""
    return Table(
        _columns(
            "round",
            "board",
            "white_number",
            "white",
            "white_rating",
            "result",
            "black_number",
            "black",
            "black_rating",
        ),
        list(_pairings(shown)),
    )


def _pairings(shown: Snapshot) -> Iterator[Sequence[Cell]]:
    for round in shown.published:
        for board in shown.boards.get(round.pk, ()):
            white, black = _side(board, "w"), _side(board, "b")
            yield (round.number, board.number, *white, counted(board), *black)
        for seat in shown.byes.get(round.pk, ()):
            entry = seat.entry
            yield (
                round.number,
                None,
                entry.pairing_number,
                entry.name,
                entry.rating,
                seat.bye,
                None,
                "",
                None,
            )


def _side(board: Board, side: str) -> tuple[Cell, Cell, Cell]:
    seat = board.white if side == "w" else board.black
    if seat is None:
        return None, "", None
    return seat.entry.pairing_number, seat.entry.name, seat.entry.rating


def counted(board: Board) -> str:
    """The result if it counts."""
    return board.outcome if board.confirmed else NO_RESULT


def standings(principal: Principal, shown: Snapshot) -> Table:
    """The standings after the last published round with a result."""
    table = standings_for(principal=principal, tournament_id=shown.tournament.pk)
    others = [code for code in table.order if code != "PTS"]
    names = ("rank", "pairing_number", "title", "name", "federation", "rating", "points")
    columns = (*_columns(*names), *(Column(code, code) for code in others))
    rows = [(*_standing(row), *_values(row, others)) for row in table.rows]
    return Table(columns, rows)


def crosstable(principal: Principal, shown: Snapshot) -> Table:
    """Everybody's rounds: opponent, colour and the report's letter, as ``12w1``."""
    table = standings_for(principal=principal, tournament_id=shown.tournament.pk)
    rounds = range(1, table.after_round + 1)
    names = ("rank", "pairing_number", "title", "name", "federation", "rating", "points")
    columns = (*_columns(*names), *(Column(f"r{number}", f"R{number}") for number in rounds))
    rows = [(*_standing(row), *(_round_cell(cell) for cell in row.cells)) for row in table.rows]
    return Table(columns, rows)


def _standing(row: StandingsRow) -> tuple[Cell, ...]:
    entry = row.entry
    return (
        row.rank,
        entry.pairing_number,
        entry.title,
        entry.name,
        entry.federation,
        entry.rating,
        format_points(row.points),
    )


def _values(row: StandingsRow, codes: Sequence[str]) -> Iterator[Cell]:
    values = {value.code: value.text for value in row.values}
    return (values[code] for code in codes)


def _round_cell(cell: CrosstableCell) -> str:
    return f"{cell.opponent or ''}{cell.colour}{cell.outcome}".strip()


TABLES = {
    "entries": entries,
    "pairings": pairings,
    "standings": standings,
    "crosstable": crosstable,
}
"""Name -> what makes the table."""

SHEETS = {
    "entries": _("Entries"),
    "pairings": _("Pairings"),
    "standings": _("Standings"),
    "crosstable": _("Crosstable"),
}
"""Name -> title of its sheet."""
