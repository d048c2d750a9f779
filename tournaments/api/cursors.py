"""Cursors: the sort key of the last row shown, signed together with the list it belongs to.

Rows that come or go meanwhile neither repeat nor hide others, and a cursor
used with another list or other filters is refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.core import signing
from django.db.models import Model, Q

_SALT = "tournaments.api.cursor"

Order = Sequence[str]
"""Field names, ``-`` for descending, that end unique; fields that may be null are not allowed."""


def owner_of(*parts: object) -> str:
    """Names a list: its address (or field) and its filters."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def encode(owner: str, keys: Sequence[Any]) -> str:
    """The cursor behind the row with these sort keys."""
    return signing.dumps([owner, list(keys)], salt=_SALT, compress=True)


def decode(owner: str, text: str) -> list[Any] | None:
    """The sort keys of a cursor, ``None`` if it is forged or belongs to another list."""
    try:
        found, keys = signing.loads(text, salt=_SALT)
    except (signing.BadSignature, ValueError):
        return None
    return list(keys) if found == owner else None


def beyond(order: Order, after: Sequence[Any]) -> Q:
    """Rows whose sort key comes after ``after``."""
    found, equal = Q(), Q()
    for name, value in zip(order, after, strict=True):
        field = name.removeprefix("-")
        comparison = "lt" if name.startswith("-") else "gt"
        found |= equal & Q(**{f"{field}__{comparison}": value})
        equal &= Q(**{field: value})
    return found


def keys_of(row: Model, order: Order) -> list[str | int]:
    """The sort keys of a row."""
    return [_value(row, name.removeprefix("-")) for name in order]


def _value(row: Model, field: str) -> str | int:
    value: Any = row
    for step in field.split("__"):
        value = getattr(value, step)
    if isinstance(value, (UUID, date, datetime)):
        return value.isoformat() if isinstance(value, date) else str(value)
    if isinstance(value, (str, int)):
        return value
    raise TypeError(f"{field} cannot be a sort key: {value!r}")
