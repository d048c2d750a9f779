"""Every format a tournament can be had in, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import UUID

from tournaments.core.errors import Invalid
from tournaments.core.principal import Principal
from tournaments.knockouts.export import games_of
from tournaments.play.trf.export import FORMATS as TRF_FORMATS
from tournaments.play.trf.export import export_trf

from ..portable import to_document
from .calendar import to_calendar
from .chess_results import to_chess_results
from .items import to_ndjson
from .pgn import to_pgn
from .sheets import to_csv, to_xlsx
from .snapshot import Snapshot, snapshot
from .tables import SHEETS, TABLES

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a tournament: ``table`` for CSV, ``round_number`` for CSV and PGN."""

    table: str = "standings"
    round_number: int | None = None
    forfeits: bool = False
    report: bool = False


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file to hand out; a long one comes in pieces."""

    name: str
    content: bytes | Iterator[bytes]


_Writer = Callable[[Principal, Snapshot, Wanted], bytes | Iterator[bytes]]


@dataclass(frozen=True, slots=True)
class Format:
    """One format: media type, ending, and what writes it."""

    media_type: str
    ending: str
    write: _Writer | None = None


def _csv(principal: Principal, shown: Snapshot, wanted: Wanted) -> bytes:
    return to_csv(TABLES[wanted.table](principal, shown))


def _xlsx(principal: Principal, shown: Snapshot, wanted: Wanted) -> bytes:
    return to_xlsx((str(SHEETS[name]), make(principal, shown)) for name, make in TABLES.items())


FORMATS: dict[str, Format] = {
    **{name: Format("text/plain", f"{name}.txt") for name in TRF_FORMATS},
    "csv": Format("text/csv", "csv", _csv),
    "xlsx": Format(XLSX, "xlsx", _xlsx),
    "json": Format("application/json", "json", lambda who, shown, wanted: to_document(shown)),
    "ndjson": Format("application/x-ndjson", "ndjson", lambda who, shown, wanted: to_ndjson(shown)),
    "pgn": Format(
        "application/x-chess-pgn",
        "pgn",
        lambda who, shown, wanted: to_pgn(shown, forfeits=wanted.forfeits),
    ),
    "chessresults": Format(
        "application/xml",
        "chessresults.xml",
        lambda who, shown, wanted: to_chess_results(who, shown),
    ),
    "ics": Format("text/calendar", "ics", lambda who, shown, wanted: to_calendar(shown)),
}
"""Name -> format.  Report files are written by :mod:`tournaments.play.trf.export`."""


def export(*, principal: Principal, tournament_id: UUID, format: str, wanted: Wanted) -> ExportFile:
    """A tournament's published rounds in a format; report files and PGN of a knockout have
    the games at its own rate of play.

    Raises ``NotFound("tournament.not_found" | "round.not_found")``,
    ``Invalid("export.format_unknown" | "export.table_unknown")``, and for
    tables of standings and report files what those raise.
    """
    chosen = FORMATS.get(format)
    if chosen is None:
        raise Invalid("export.format_unknown", format=format, known=list(FORMATS))
    if wanted.table not in TABLES:
        raise Invalid("export.table_unknown", table=wanted.table, known=list(TABLES))
    if chosen.write is None:
        file = export_trf(
            principal=principal, tournament_id=tournament_id, format=format, report=wanted.report
        )
        return ExportFile(file.name, file.content)
    shown = snapshot(principal, tournament_id, round_number=wanted.round_number)
    if format == "pgn":
        games = games_of(principal, shown.tournament, format)
        if games is not None:
            return ExportFile(games.name, games.content)
    return ExportFile(
        _file_name(shown, format, chosen, wanted), chosen.write(principal, shown, wanted)
    )


def _file_name(shown: Snapshot, format: str, chosen: Format, wanted: Wanted) -> str:
    parts = [shown.tournament.slug]
    if wanted.round_number is not None:
        parts.append(f"r{wanted.round_number:02}")
    if format == "csv":
        parts.append(wanted.table)
    return f"{'-'.join(parts)}.{chosen.ending}"
