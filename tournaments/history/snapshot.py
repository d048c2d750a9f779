"""Writing down the state of a tournament, reading it, and how it differs from what is stored.

Values are written as Django's serializers write them, so nothing is rounded;
``null`` is null.  A state names the columns of every table: written by another
version of the program with other tables or columns it cannot be put back, and
says so (``Conflict("restore.other_version")``).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tournaments.core.errors import Conflict
from tournaments.events.models import Tournament

from .tables import Table, tables_of_a_tournament

Row = dict[str, Any]
"""Column name -> written value."""

STAYS = frozenset({"id", "event_id", "slug", "version", "sequence", "created_at", "updated_at"})
"""Columns of the tournament that go on: its identity, its address and its counters."""

VOLATILE = frozenset({"version", "announced_version", "updated_at"})
"""Columns of other rows that say nothing about the state."""


@dataclass(frozen=True, slots=True)
class State:
    """A tournament's own columns, and the rows of each table by key."""

    tournament: Row
    tables: Mapping[str, Mapping[str, Row]]

    @property
    def size(self) -> int:
        """How many rows there are, the tournament not counted."""
        return sum(map(len, self.tables.values()))


def state_of(tournament: Tournament) -> State:
    """The state as stored; the caller holds the tournament's lock."""
    fresh = Tournament._base_manager.get(pk=tournament.pk)
    return State(
        _written(fresh, _settings()),
        {
            table.label: {
                str(row.pk): _written(row, table.columns)
                for row in table.rows_of(tournament).iterator(chunk_size=2000)
            }
            for table in tables_of_a_tournament()
        },
    )


def pack(state: State) -> bytes:
    """The state as bytes."""
    document = {
        "tournament": state.tournament,
        "tables": {
            label: {"columns": columns, "rows": [list(row.values()) for row in rows.values()]}
            for (label, columns), rows in zip(_shape().items(), state.tables.values(), strict=True)
        },
    }
    text = json.dumps(document, cls=DjangoJSONEncoder, separators=(",", ":"))
    return zlib.compress(text.encode())


def unpack(content: bytes) -> State:
    """The state that :func:`pack` wrote; raises ``Conflict("restore.other_version")``."""
    document = json.loads(zlib.decompress(content))
    shape = {label: table["columns"] for label, table in document["tables"].items()}
    if shape != _shape() or set(document["tournament"]) != {f.attname for f in _settings()}:
        raise Conflict("restore.other_version")
    keys = {table.label: table.model._meta.pk.attname for table in tables_of_a_tournament()}
    tables = {}
    for label, table in document["tables"].items():
        rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
        tables[label] = {row[keys[label]]: row for row in rows}
    return State(document["tournament"], tables)


@dataclass(frozen=True, slots=True)
class Difference:
    """What must happen to one table for it to be as it was, by key."""

    table: Table
    removed: tuple[str, ...]
    returned: tuple[str, ...]
    changed: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.removed or self.returned or self.changed)

    def counts(self) -> dict[str, int]:
        """How many rows of each."""
        return {
            "removed": len(self.removed),
            "returned": len(self.returned),
            "changed": len(self.changed),
        }


def differences(now: State, then: State) -> list[Difference]:
    """Per table, parents first: rows to remove, to bring back, to change back."""
    return [
        _difference(table, now.tables[table.label], then.tables[table.label])
        for table in tables_of_a_tournament()
    ]


def changed_settings(now: State, then: State) -> list[str]:
    """Columns of the tournament itself that differ."""
    return sorted(name for name, value in then.tournament.items() if now.tournament[name] != value)


def _difference(table: Table, now: Mapping[str, Row], then: Mapping[str, Row]) -> Difference:
    def content(row: Row) -> Row:
        return {name: value for name, value in row.items() if name not in VOLATILE}

    return Difference(
        table,
        removed=tuple(key for key in now if key not in then),
        returned=tuple(key for key in then if key not in now),
        changed=tuple(
            key for key in then if key in now and content(now[key]) != content(then[key])
        ),
    )


def values_of(row: Row, columns: Iterable[models.Field[Any, Any]]) -> Row:
    """The written values as Python values."""
    return {
        field.attname: None if row[field.attname] is None else field.to_python(row[field.attname])
        for field in columns
    }


def settings_of(state: State) -> Row:
    """The tournament's own columns as Python values."""
    return values_of(state.tournament, _settings())


def _settings() -> list[models.Field[Any, Any]]:
    return [field for field in Tournament._meta.concrete_fields if field.attname not in STAYS]


def _shape() -> dict[str, list[str]]:
    return {
        table.label: [field.attname for field in table.columns]
        for table in tables_of_a_tournament()
    }


def _written(row: models.Model, columns: Iterable[models.Field[Any, Any]]) -> Row:
    return {
        field.attname: (None if getattr(row, field.attname) is None else _text(field, row))
        for field in columns
    }


def _text(field: models.Field[Any, Any], row: models.Model) -> Any:
    return field.value_to_string(row)
