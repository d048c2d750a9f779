"""Previewing and applying tables of entries in tests."""

from __future__ import annotations

import io

from openpyxl import Workbook

from tournaments.core.principal import SYSTEM
from tournaments.formats.entry_tables.services import Options, apply_table, preview_table

D9 = (
    "Name,Rating,Fed\n"
    '"Zażółć-Gęślą, Łucja",2105,POL\n'
    '"Nguyễn, Thị Ánh",1880,VIE\n'
    "\"O'Brien d'Été, Müller\",1650,IRL\n"
)


def previewed(tournament, content, **options):
    if isinstance(content, str):
        content = content.encode()
    return preview_table(
        principal=SYSTEM, tournament_id=tournament.pk, content=content, options=Options(**options)
    )


def applied(tournament, content, token=None, **options):
    if isinstance(content, str):
        content = content.encode()
    token = token or previewed(tournament, content, **options).token
    return apply_table(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        content=content,
        options=Options(**options),
        token=token,
    )


def codes(preview, line=None):
    """Codes of the remarks about the file, or about a line."""
    if line is None:
        return [each.code.removeprefix("entry_table.") for each in preview.remarks]
    (row,) = [row for row in preview.rows if row.line == line]
    return [each.code.removeprefix("entry_table.") for each in row.remarks]


def workbook(rows, title="Lista") -> bytes:
    book = Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def stored(tournament):
    return [
        (e.pairing_number, e.name, e.rating, e.federation)
        for e in tournament.entries.order_by("pairing_number")
    ]
