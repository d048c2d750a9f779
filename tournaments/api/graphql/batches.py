"""Loading for all rows of a list at once: our loaders.

The executor walks depth first, so a nested field is first asked for on one
row while the others still wait.  Rows that were loaded together know each
other; what the first one needs is loaded for all of them, and theirs are there
when the executor comes to them.  Lists loaded that way are batches again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

T = TypeVar("T")
Rows = list[Any]

_ATTRIBUTE = "_batch"


class Batch:
    """Rows that were loaded together, and what was loaded for all of them since."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._loaded: dict[Hashable, Mapping[Any, Any]] = {}

    def load(self, name: Hashable, loader: Callable[[Rows], Mapping[Any, T]]) -> Mapping[Any, T]:
        """What ``loader`` finds for the rows; asked once for each ``name``."""
        if name not in self._loaded:
            self._loaded[name] = loader(self.rows)
        return self._loaded[name]


def together(rows: Iterable[Any]) -> Rows:
    """Make one batch of these rows."""
    batch = Batch([row for row in rows if row is not None])
    for row in batch.rows:
        setattr(row, _ATTRIBUTE, batch)
    return batch.rows


def alone(row: T) -> T:
    """Make a batch of this one row."""
    together([row])
    return row


def batch_of(row: Any) -> Batch:
    """The rows that were loaded together with this one."""
    batch: Batch = getattr(row, _ATTRIBUTE)
    return batch


def loaded(row: Any, name: Hashable, loader: Callable[[Rows], Mapping[Any, T]]) -> T | None:
    """What was found for this row (by its primary key) when it was loaded for its batch."""
    return batch_of(row).load(name, loader).get(row.pk)


def by_key(rows: Iterable[Any], attribute: str = "pk") -> dict[Any, Any]:
    """One batch of these rows, by an attribute."""
    return {getattr(row, attribute): row for row in together(rows)}


def parent(row: Any, attribute: str, rows: Callable[[], Any]) -> Any:
    """The row that a foreign key leads to, if the reader may see it.

    ``attribute`` is the key's column (``"event_id"``), ``rows`` makes the
    queryset to take from.
    """

    def load(siblings: Rows) -> dict[Any, Any]:
        wanted = {getattr(each, attribute) for each in siblings} - {None}
        found = by_key(rows().filter(pk__in=wanted))
        return {each.pk: found.get(getattr(each, attribute)) for each in siblings}

    return loaded(row, ("parent", attribute), load)
