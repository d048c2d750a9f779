"""From the bytes of a file to cells of text.

Text is UTF-8 (with or without its mark) or, where it is not, Windows-1252,
which is a guess that is told; a declared encoding is no guess.  Workbooks are
read without running anything: of a formula only the value that the file stored
counts.  Both are limited, and a workbook also in what it unpacks to.
"""

from __future__ import annotations

import codecs
import csv
import io
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any

from tournaments.core.errors import Invalid

from .remarks import Remark, note

MAX_ROWS = 2000
MAX_COLUMNS = 60
MAX_CELL = 500
MAX_UNPACKED = 30_000_000
MAX_MEMBERS = 500
MAX_RATIO = 300
DELIMITERS = (";", "\t", ",", "|")
_SAMPLE_LINES = 30
_ZIP = b"PK\x03\x04"
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of cells with the number of their line, how they were read, and the formulas."""

    kind: str
    rows: list[tuple[int, list[str]]]
    remarks: tuple[Remark, ...]
    formulas: frozenset[tuple[int, int]] = frozenset()


def read_sheet(content: bytes, encoding: str = "") -> Sheet:
    """The first sheet of a workbook, or a text table.

    Raises ``Invalid`` with ``entry_table.empty``, ``.too_many_rows``,
    ``.too_many_columns``, ``.cell_too_long``, ``.undecodable`` (``byte``),
    ``.encoding_unknown``, ``.old_workbook``, ``.workbook_unreadable`` or
    ``.workbook_too_large``.
    """
    if content.startswith(_OLD_EXCEL):
        raise Invalid("entry_table.old_workbook")
    sheet = _workbook(content) if content.startswith(_ZIP) else _text(content, encoding)
    if not sheet.rows:
        raise Invalid("entry_table.empty")
    return sheet


def _text(content: bytes, encoding: str) -> Sheet:
    text, remark = _decoded(content, encoding)
    lines = text.splitlines()
    delimiter = _delimiter(lines[:_SAMPLE_LINES])
    if not delimiter:
        rows = list(_limited((number, [line]) for number, line in enumerate(lines, start=1)))
        remarks = [remark, note("entry_table.one_column")]
        return Sheet("csv", rows, tuple(each for each in remarks if each is not None))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = list(_limited((reader.line_num, row) for row in reader))
    except csv.Error as error:
        raise Invalid("entry_table.not_a_table", line=reader.line_num, reason=str(error)) from None
    shown = {"\t": "tab"}.get(delimiter, delimiter)
    remarks = [remark, note("entry_table.delimiter", value=shown)]
    return Sheet("csv", rows, tuple(each for each in remarks if each is not None))


def _decoded(content: bytes, encoding: str) -> tuple[str, Remark | None]:
    if encoding:
        try:
            codec = codecs.lookup(encoding)
            # Codecs such as zlib or rot13 are no encodings of text.
            declared = content.decode(codec.name)
        except UnicodeDecodeError as error:
            raise _undecodable(error) from None
        except (LookupError, AttributeError, ValueError):
            raise Invalid("entry_table.encoding_unknown", encoding=encoding) from None
        return declared.removeprefix("\ufeff"), None
    try:
        if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return content.decode("utf-16"), note("entry_table.encoding", value="UTF-16")
        try:
            return content.decode("utf-8-sig"), note("entry_table.encoding", value="UTF-8")
        except UnicodeDecodeError:
            text = content.decode("cp1252")
            return text, note("entry_table.encoding_guessed", value="Windows-1252")
    except UnicodeDecodeError as error:
        raise _undecodable(error) from None


def _undecodable(error: UnicodeDecodeError) -> Invalid:
    byte = f"0x{error.object[error.start]:02X}"
    line = error.object[: error.start].count(b"\n") + 1
    return Invalid("entry_table.undecodable", byte=byte, line=line, encoding=error.encoding)


def _delimiter(lines: list[str]) -> str:
    """The one that divides most lines into the same number of parts, more than one."""

    def agreement(delimiter: str) -> tuple[int, int]:
        counts = [len(row) for row in csv.reader(lines, delimiter=delimiter) if any(row)]
        usual = max(set(counts), key=lambda count: (counts.count(count), count), default=1)
        return (counts.count(usual) if usual > 1 else 0, usual)

    try:
        best = max(DELIMITERS, key=agreement)
    except csv.Error:
        return ","
    return "" if best == "," and _only_names(lines) else best


def _only_names(lines: list[str]) -> bool:
    """One column of names written ``Family, Given``: the comma divides no cells.

    With a header the first line has no comma; without one there are no digits.
    """
    rows = [row for row in csv.reader(lines) if any(row)]
    if not rows or max(map(len, rows)) != 2 or any(line.count('"') for line in lines):
        return False
    return len(rows[0]) == 1 or not any(map(str.isdigit, "".join(lines)))


def _workbook(content: bytes) -> Sheet:
    _refuse_bombs(content)
    values, title = _cells(content, data_only=True)
    written, _ = _cells(content, data_only=False)
    formulas = frozenset(
        (line, place)
        for line, row in written
        for place, cell in enumerate(row)
        if isinstance(cell, str) and cell.startswith("=")
    )
    rows = list(_limited((line, [_cell_text(cell) for cell in row]) for line, row in values))
    return Sheet("xlsx", rows, (note("entry_table.sheet", value=title),), formulas)


def _cells(content: bytes, *, data_only: bool) -> tuple[list[tuple[int, list[Any]]], str]:
    # openpyxl reads XML through defusedxml where that is installed, as it is here.
    from openpyxl import load_workbook

    try:
        book = load_workbook(
            io.BytesIO(content), read_only=True, data_only=data_only, keep_links=False
        )
        try:
            sheet = book.worksheets[0]
            # What the file says of its own size is not believed.
            sheet.reset_dimensions()
            rows = sheet.iter_rows(max_col=MAX_COLUMNS + 1, values_only=True)
            found = [
                (line, list(row))
                for line, row in enumerate(islice(rows, MAX_ROWS + 100), start=1)
                if any(cell is not None for cell in row)
            ]
            return found, str(sheet.title)
        finally:
            book.close()
    except Invalid:
        raise
    except Exception as error:
        # Whatever a damaged file makes the library raise, it is the file's fault.
        raise Invalid("entry_table.workbook_unreadable", reason=type(error).__name__) from None


def _refuse_bombs(content: bytes) -> None:
    """A workbook is an archive: what it would unpack to is looked at before it is."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
    except zipfile.BadZipFile:
        raise Invalid("entry_table.workbook_unreadable", reason="BadZipFile") from None
    unpacked = sum(member.file_size for member in members)
    ratio = unpacked / max(1, len(content))
    if unpacked > MAX_UNPACKED or len(members) > MAX_MEMBERS or ratio > MAX_RATIO:
        raise Invalid("entry_table.workbook_too_large", bytes=unpacked, limit=MAX_UNPACKED)


def _cell_text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "1" if cell else "0"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    return str(cell)


def _limited(rows: Iterable[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """Rows that hold something, their texts on one line, within the limits."""
    count = 0
    for line, row in rows:
        # Composed and decomposed letters are the same letters.
        cells = [unicodedata.normalize("NFC", " ".join(cell.split())) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        count += 1
        if count > MAX_ROWS + 1:
            raise Invalid("entry_table.too_many_rows", limit=MAX_ROWS)
        if len(cells) > MAX_COLUMNS:
            raise Invalid("entry_table.too_many_columns", line=line, limit=MAX_COLUMNS)
        if max(map(len, cells)) > MAX_CELL:
            raise Invalid("entry_table.cell_too_long", line=line, limit=MAX_CELL)
        yield line, cells
