"""Standings as JSON data, CSV and a table for people."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from .crosstable import ITSELF, Grid, GridGame, bye_text
from .explain import ParticipantWorking
from .ranking import Standings

# A spreadsheet takes a cell that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def standings_data(table: Standings) -> dict[str, Any]:
    """Plain JSON data.  Values carry the display text and the exact number.

    A value's number is ``scaled`` / 10 ** ``decimals``; both are ``null``
    with the text where it is undefined.
    """
    return {
        "after_round": table.after_round,
        "rounds": table.rounds,
        "edition": table.edition,
        "subject": table.subject,
        "final": table.final,
        "order": list(table.order),
        "rows": [
            {
                "rank": row.rank,
                "shared": row.shared,
                "number": row.number,
                "name": row.name,
                "decided_by": row.decided_by,
                "values": [
                    {
                        "tie_break": code,
                        "text": value.text,
                        "scaled": value.scaled,
                        "decimals": value.decimals,
                    }
                    for code, value in zip(table.order, row.values, strict=True)
                ],
            }
            for row in table.rows
        ],
        "notices": [asdict(notice) for notice in table.notices],
    }


def working_data(working: ParticipantWorking) -> dict[str, Any]:
    """Plain JSON data with the names of the report's attributes."""
    return asdict(working)


def standings_csv(table: Standings) -> str:
    """Rank, number, name and one column for each criterion; empty where undefined.

    A name that a spreadsheet would take for a formula gets an apostrophe in front.
    """
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(["rank", "number", "name", *table.order])
    for row in table.rows:
        name = _harmless(row.name)
        values = ["" if value.text is None else value.text for value in row.values]
        writer.writerow(["" if row.rank is None else row.rank, row.number, name, *values])
    return stream.getvalue()


def crosstable_csv(grid: Grid) -> str:
    """Everybody against everybody as CSV (RFC 4180); several games of a cell with blanks between.

    Names as in :func:`standings_csv`.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    heads = ["label", "number", "name", "rating", *grid.labels, "byes", *grid.codes, "rank"]
    writer.writerow(heads)
    for line in grid.lines:
        cells = [
            ITSELF if number == line.number else _spaced(games)
            for number, games in zip(grid.columns, line.cells, strict=True)
        ]
        values = ["" if value.text is None else value.text for value in line.values]
        first = [line.label, line.number, _harmless(line.name), line.rating or ""]
        byes = " ".join(bye_text(bye) for bye in line.byes)
        writer.writerow([*first, *cells, byes, *values, line.rank or ""])
    return buffer.getvalue()


def _spaced(games: Sequence[GridGame]) -> str:
    """``- 1`` is a forfeit and a win, not a negative number."""
    text = " ".join(game.mark for game in games)
    return f"({text})" if text and not all(game.counted for game in games) else text


def _harmless(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name


def standings_text(table: Standings) -> str:
    """A table in columns, one line for each participant."""
    lines = [["rank", "no", "name", *table.order]]
    for row in table.rows:
        values = ["-" if value.text is None else value.text for value in row.values]
        rank = "-" if row.rank is None else str(row.rank)
        lines.append([rank, str(row.number), row.name, *values])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def working_text(working: ParticipantWorking) -> str:
    """The working as lines to read."""
    lines = [f"{working.number} {working.name}, after round {working.after_round}"]
    for item in working.tie_breaks:
        value = "undefined" if item.value is None else item.value
        lines.append(f"{item.code} = {value}  ({item.title}, art. {item.article})")
        for line in item.contributions:
            against = "-" if line.opponent is None else str(line.opponent)
            text = (
                f"  round {line.round}: opponent {against}, worth {line.adjusted}, "
                f"counts {line.counted}: {line.reason} ({line.article})"
            )
            if line.cut:
                text += f"; left out: {line.cut_reason} ({line.cut_article})"
            lines.append(text)
        lines.extend(f"  {name}: {detail}" for name, detail in item.details.items())
        lines.extend(
            f"  by another reading of {other.article} ({other.reading}): {other.value}"
            for other in item.other_readings
        )
    return "\n".join(lines)
