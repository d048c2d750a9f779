"""National lists: tables whose columns a mapping names.

A mapping is plain data (:class:`Mapping`), either one of :data:`KNOWN` or a
JSON file with the same members, for example::

    {"list_name": "NED", "encoding": "cp1252", "delimiter": ";",
     "columns": {"number": "Relatienummer", "name": "Naam", "standard": "Rating"}}

Columns are found by their headers.  Where a list says the same player twice
(once for each club), ``prefer`` names a column and its values from best to
worst.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from tournaments.core.errors import Invalid

from . import rows
from .rows import ListedRow, Rate, RejectedRow, RowFault, Rows
from .sources import Source

FORMAT = "csv"
COLUMNS = (
    "number",
    "name",
    "family_name",
    "given_name",
    "federation",
    "sex",
    "title",
    "womens_title",
    "birth",
    "fide_id",
    *rows.KINDS,
)


@dataclass(frozen=True, slots=True)
class Mapping:
    """How to read one list.

    ``columns`` leads from our names (:data:`COLUMNS`) to the list's headers;
    ``number`` and ``name`` (or ``family_name`` and ``given_name``) are needed,
    and a rating.  ``member`` is the file inside an archive, ``skip_lines`` what
    stands before the header.  ``birth_from`` is where the year begins in the
    birth column (0: at its beginning).
    """

    list_name: str
    columns: dict[str, str]
    encoding: str = "utf-8-sig"
    delimiter: str = ","
    member: str = ""
    skip_lines: int = 0
    birth_from: int = 0
    prefer_column: str = ""
    prefer: list[str] = field(default_factory=list)


KNOWN = {
    "dsb": Mapping(
        list_name="GER",
        encoding="cp1252",
        member="spieler.csv",
        columns={
            "number": "ID",
            "name": "Name,Vorname",
            "sex": "Geschlecht",
            "birth": "Geburtsjahr",
            "standard": "DWZ",
            "title": "FIDE-Titel",
            "womens_title": "FIDE-Frauentitel",
            "fide_id": "FIDE-ID",
            "federation": "FIDE-Land",
        },
        prefer_column="Status",
        prefer=["A", "P"],
    ),
    "knsb": Mapping(
        list_name="NED",
        encoding="cp1252",
        delimiter=";",
        columns={
            "number": "Relatienummer",
            "name": "Naam",
            "title": "Titel",
            "federation": "FED",
            "standard": "Rating",
            "birth": "Geboren",
            "sex": "S",
        },
    ),
    "cfc": Mapping(
        list_name="CAN",
        columns={
            "number": "CFC#",
            "family_name": "Last",
            "given_name": "First",
            "standard": "Rating",
            "rapid": "Active Rtg",
            "fide_id": "FIDE Number",
        },
    ),
}
"""Mappings of lists whose headers are documented (rules/formats/rating-lists.md 3)."""


def mapping_from(text: str) -> Mapping:
    """A known mapping by its name, or one from a JSON file.

    Raises ``Invalid("rating_list.mapping_unusable", reason=...)``.
    """
    if text in KNOWN:
        return KNOWN[text]
    try:
        data = json.loads(Path(text).read_text(encoding="utf-8"))
    except OSError as error:
        raise _unusable(f"{text}: {error.strerror}") from None
    except ValueError as error:
        raise _unusable(f"{text}: {error}") from None
    known = {each.name for each in fields(Mapping)}
    if not isinstance(data, dict) or set(data) - known:
        raise _unusable(f"members are {', '.join(sorted(known))}")
    try:
        mapping = Mapping(**data)
    except TypeError as error:
        raise _unusable(str(error)) from None
    _check(mapping)
    return mapping


def _unusable(reason: str) -> Invalid:
    return Invalid("rating_list.mapping_unusable", reason=reason)


def _check(mapping: Mapping) -> None:
    columns: Any = mapping.columns
    if not isinstance(columns, dict) or not set(columns) <= set(COLUMNS):
        raise _unusable(f"columns are some of {', '.join(COLUMNS)}")
    if "number" not in columns or not ({"name", "family_name"} & set(columns)):
        raise _unusable("columns need number and name")
    if not set(rows.KINDS) & set(columns):
        raise _unusable("columns need a rating")
    if len(mapping.delimiter) != 1:
        raise _unusable("delimiter is one character")
    try:
        "".encode(mapping.encoding)
    except LookupError:
        raise _unusable(f"there is no encoding {mapping.encoding!r}") from None


def read(source: Source, mapping: Mapping) -> Rows:
    """The lines of a list.

    Raises ``Invalid("rating_list.header_missing")`` at once if a mapped
    column is not there.
    """
    lines = _decoded(source, mapping)
    for _ in range(mapping.skip_lines):
        next(lines, "")
    table = csv.reader(lines, delimiter=mapping.delimiter)
    header = [cell.strip() for cell in next(table, [])]
    wanted = dict(mapping.columns)
    if mapping.prefer_column:
        wanted["prefer"] = mapping.prefer_column
    missing = sorted(set(wanted.values()) - set(header))
    if missing:
        raise Invalid("rating_list.header_missing", expected=missing, found=header[:30])
    # Of two columns with one name, the first is meant.
    places = {name: header.index(column) for name, column in wanted.items()}
    return _rows(table, places, mapping)


def _decoded(source: Source, mapping: Mapping) -> Iterator[str]:
    """Lines as text; a byte that the encoding lacks stays visible and rejects its line."""
    for number, raw in enumerate(source.lines()):
        text = raw.decode(mapping.encoding, "replace")
        yield (text.removeprefix("\ufeff") if number == 0 else text) + "\n"


def _rows(table: Iterator[list[str]], places: dict[str, int], mapping: Mapping) -> Rows:
    place = 0
    while True:
        place += 1
        try:
            cells = next(table)
        except StopIteration:
            return
        except csv.Error as error:
            yield RejectedRow(place, "listed.line_malformed", str(error))
            continue
        try:
            yield _row(cells, places, mapping)
        except RowFault as fault:
            yield RejectedRow(place, fault.code, mapping.delimiter.join(cells))


def _row(cells: list[str], places: dict[str, int], mapping: Mapping) -> ListedRow:
    if len(cells) <= max(places.values()):
        raise RowFault("listed.line_malformed")
    found = {name: cells[place] for name, place in places.items()}
    if any("\ufffd" in text for text in found.values()):
        raise RowFault("listed.encoding_wrong")
    name = found.get("name") or ", ".join(
        filter(None, (found.get("family_name", "").strip(), found.get("given_name", "").strip()))
    )
    return ListedRow(
        number=rows.identifier(found["number"]),
        fide_id=rows.fide_id(found.get("fide_id", "")),
        name=rows.player_name(name),
        federation=rows.federation(found.get("federation", "")) or mapping.list_name[:3],
        sex=rows.sex(found.get("sex", "")),
        title=rows.title(found.get("title", "")),
        womens_title=rows.title(found.get("womens_title", "")),
        birth_year=rows.birth_year(found.get("birth", "").strip()[mapping.birth_from :]),
        rates={kind: Rate(rows.rating(found[kind])) for kind in rows.KINDS if kind in found},
        preference=_preference(found.get("prefer", ""), mapping),
    )


def _preference(value: str, mapping: Mapping) -> int:
    """The higher the better; a value that is not named is worst."""
    order = mapping.prefer
    return len(order) - order.index(value.strip()) if value.strip() in order else 0
