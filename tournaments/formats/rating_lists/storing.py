"""Writing lines of a list fast: ``COPY`` on PostgreSQL, many-row inserts elsewhere.

A line whose number is there already replaces the other one only if its
preference is higher, which the database decides in one statement.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db import connection

from ..models import ListedPlayer
from .rows import KINDS, ListedRow, Rate

_TABLE = ListedPlayer._meta.db_table
_TEXTS = (
    "number",
    "fide_id",
    "name",
    "search_key",
    "federation",
    "sex",
    "title",
    "womens_title",
    "other_titles",
    "birth_year",
    "flag",
    "preference",
)
COLUMNS = (
    "list_id",
    *_TEXTS,
    *(f"{kind}{part}" for kind in KINDS for part in ("", "_games", "_k")),
)
_STAGING = "rating_list_chunk"
_NONE = Rate()


def store(list_id: UUID, rows: Iterable[ListedRow]) -> None:
    """Store lines, the better of two with one number.  The caller holds a transaction."""
    best: dict[str, ListedRow] = {}
    for row in rows:
        known = best.get(row.number)
        if known is None or known.preference < row.preference:
            best[row.number] = row
    if not best:
        return
    values = [_values(list_id, row) for row in best.values()]
    if connection.vendor == "postgresql":
        _copy(values)
    else:
        _insert(values)


def _values(list_id: UUID, row: ListedRow) -> tuple[Any, ...]:
    rates = (row.rates.get(kind, _NONE) for kind in KINDS)
    return (
        list_id,
        *(getattr(row, name) for name in _TEXTS),
        *(part for rate in rates for part in (rate.rating, rate.games, rate.k)),
    )


def _names() -> str:
    return ", ".join(connection.ops.quote_name(name) for name in COLUMNS)


def _keep_the_better() -> str:
    changes = ", ".join(
        f"{connection.ops.quote_name(name)} = excluded.{connection.ops.quote_name(name)}"
        for name in COLUMNS
        if name not in ("list_id", "number")
    )
    return (
        f"ON CONFLICT (list_id, number) DO UPDATE SET {changes} "
        f"WHERE excluded.preference > {_TABLE}.preference"
    )


def _copy(values: Iterable[tuple[Any, ...]]) -> None:
    """Through a table of this transaction only, since ``COPY`` itself knows no conflicts."""
    with connection.cursor() as cursor:
        # After a crash the file is read on from the last chunk that is there: none need be waited
        # for until it is on the disk.
        cursor.execute("SET LOCAL synchronous_commit TO OFF")
        cursor.execute(
            f"CREATE TEMPORARY TABLE {_STAGING} ON COMMIT DROP AS "
            f"SELECT {_names()} FROM {_TABLE} WITH NO DATA"
        )
        with cursor.copy(f"COPY {_STAGING} ({_names()}) FROM STDIN") as copy:
            for each in values:
                copy.write_row(each)
        cursor.execute(
            f"INSERT INTO {_TABLE} ({_names()}) SELECT {_names()} FROM {_STAGING} "
            f"{_keep_the_better()}"
        )
        cursor.execute(f"DROP TABLE {_STAGING}")


def _insert(values: Iterable[tuple[Any, ...]]) -> None:
    marks = ", ".join(["%s"] * len(COLUMNS))
    key = ListedPlayer._meta.get_field("list").get_db_prep_value
    rows = [(key(each[0], connection), *each[1:]) for each in values]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {_TABLE} ({_names()}) VALUES ({marks}) {_keep_the_better()}", rows
        )
