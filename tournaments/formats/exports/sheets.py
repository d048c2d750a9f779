"""Tables as CSV and XLSX.

A text that a spreadsheet would take for a formula never becomes one.  In CSV,
which knows no types, an apostrophe is put before it; in XLSX the cell is
declared to be text and keeps exactly what was typed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font

from .tables import Cell, Table

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")
LONGEST_TITLE = 31


def guarded(cell: Cell) -> Cell:
    """A cell of a CSV file that no program takes for a formula."""
    if isinstance(cell, str) and cell.startswith(FORMULA_SIGNS):
        return f"'{cell}"
    return cell


def to_csv(table: Table) -> bytes:
    """UTF-8 without a mark, comma, CRLF (RFC 4180); the header names stay the same for ever."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([column.name for column in table.columns])
    writer.writerows([[guarded(cell) for cell in row] for row in table.rows])
    return text.getvalue().encode()


def to_xlsx(tables: Iterable[tuple[str, Table]]) -> bytes:
    """A workbook with one sheet for each ``(title, table)``, headed in the reader's language."""
    book = Workbook(write_only=True)
    for title, table in tables:
        sheet = book.create_sheet(title[:LONGEST_TITLE])
        sheet.freeze_panes = "A2"
        heads = [_cell(sheet, column.title) for column in table.columns]
        for head in heads:
            head.font = Font(bold=True)
        sheet.append(heads)
        for row in table.rows:
            sheet.append([_cell(sheet, cell) for cell in row])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _cell(sheet: object, value: Cell) -> WriteOnlyCell:
    if not isinstance(value, str):
        return WriteOnlyCell(sheet, value=value)
    cell = WriteOnlyCell(sheet, value=ILLEGAL_CHARACTERS_RE.sub(" ", value))
    # Whatever the first sign is: openpyxl makes a formula of what begins with "=".
    cell.data_type = "s"
    return cell
