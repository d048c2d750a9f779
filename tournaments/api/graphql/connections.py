"""Connections: pages of rows with cursors, at the root and below the rows of other lists.

The page below each of many rows is one query for all of them: a window numbers
the rows of each parent, and those beyond the page are left in the database.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import graphene
from django.conf import settings
from django.db.models import Count, F, OrderBy, QuerySet, Window
from django.db.models.functions import RowNumber

from .. import cursors
from ..problems import ApiError
from .batches import batch_of, together

DEFAULT_SIZE = 50
_PLACE = "_place"


@dataclass(frozen=True, slots=True)
class Edge:
    """A row and the cursor behind it."""

    node: Any
    owner: str
    keys: Sequence[Any]

    @property
    def cursor(self) -> str:
        return cursors.encode(self.owner, self.keys)


@dataclass(slots=True)
class Page:
    """One page of a connection; the count is asked for only if it is selected."""

    edges: list[Edge]
    has_next: bool
    has_previous: bool
    count: Callable[[], int] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Slice:
    """Which page: ``first`` rows after a cursor of the list ``owner``."""

    owner: str
    first: int
    after: tuple[Any, ...] | None

    @classmethod
    def of(cls, owner: str, arguments: dict[str, Any]) -> Slice:
        """From ``first`` and ``after``; every other argument is a filter and part of the list.

        Raises ``ApiError(400)`` with ``query.out_of_range`` or ``query.cursor_unusable``.
        """
        arguments = dict(arguments)
        first, after = arguments.pop("first"), arguments.pop("after", None)
        first = DEFAULT_SIZE if first is None else first
        if not 1 <= first <= settings.API_MAX_PAGE_SIZE:
            raise ApiError(
                400, "query.out_of_range", {"lowest": 1, "highest": settings.API_MAX_PAGE_SIZE}
            )
        name = cursors.owner_of(owner, sorted(arguments.items()))
        if after is None:
            return cls(name, first, None)
        keys = cursors.decode(name, after)
        if keys is None:
            raise ApiError(400, "query.cursor_unusable")
        return cls(name, first, tuple(keys))


def page(rows: QuerySet[Any], order: cursors.Order, owner: str, arguments: dict[str, Any]) -> Page:
    """A page of a query at the root."""
    wanted = Slice.of(owner, arguments)
    chosen = rows.order_by(*order)
    if wanted.after is not None:
        chosen = chosen.filter(cursors.beyond(order, wanted.after))
    found = list(chosen[: wanted.first + 1])
    together(found[: wanted.first])
    edges = [Edge(row, wanted.owner, cursors.keys_of(row, order)) for row in found[: wanted.first]]
    return Page(edges, len(found) > wanted.first, wanted.after is not None, rows.count)


def page_of(
    rows: Sequence[Any], owner: str, arguments: dict[str, Any], node: Callable[[Any], Any]
) -> Page:
    """A page of a sequence that is computed whole, such as standings."""
    wanted = Slice.of(owner, arguments)
    start = int(wanted.after[0]) if wanted.after else 0
    end = start + wanted.first
    edges = [
        Edge(node(row), wanted.owner, (place,))
        for place, row in enumerate(rows[start:end], start=start + 1)
    ]
    return Page(edges, end < len(rows), start > 0, lambda: len(rows))


def page_below(
    above: Any,
    rows: QuerySet[Any],
    parent: str,
    order: cursors.Order,
    owner: str,
    arguments: dict[str, Any],
) -> Page:
    """A page of the rows whose ``parent`` column names the row ``above``.

    Loaded for all rows of the batch of ``above`` at once.  A cursor names its
    parent too; below another row it is not usable.
    """
    wanted = Slice.of(owner, arguments)
    after = None
    if wanted.after is not None:
        if wanted.after[0] != str(above.pk):
            raise ApiError(400, "query.cursor_unusable")
        after = wanted.after[1:]
    batch = batch_of(above)
    name = (wanted.owner, wanted.first, after)
    found = batch.load(
        name, lambda siblings: _children(siblings, rows, parent, order, wanted, after)
    )

    def count() -> int:
        return batch.load(
            (wanted.owner, "count"), lambda siblings: _counts(siblings, rows, parent)
        )[above.pk]

    children = found[above.pk]
    edges = [
        Edge(row, wanted.owner, (str(above.pk), *cursors.keys_of(row, order)))
        for row in children[: wanted.first]
    ]
    return Page(edges, len(children) > wanted.first, after is not None, count)


def _children(
    siblings: Sequence[Any],
    rows: QuerySet[Any],
    parent: str,
    order: cursors.Order,
    wanted: Slice,
    after: tuple[Any, ...] | None,
) -> dict[Any, list[Any]]:
    chosen = rows.filter(**{f"{parent}__in": [each.pk for each in siblings]})
    if after is not None:
        chosen = chosen.filter(cursors.beyond(order, after))
    if len(siblings) == 1:
        found = chosen.order_by(*order)[: wanted.first + 1]
    else:
        place = Window(RowNumber(), partition_by=F(parent), order_by=_ordering(order))
        found = chosen.annotate(**{_PLACE: place}).filter(**{f"{_PLACE}__lte": wanted.first + 1})
        found = found.order_by(*order)
    children: dict[Any, list[Any]] = {each.pk: [] for each in siblings}
    for row in found:
        children[getattr(row, parent)].append(row)
    together(row for rows_of_one in children.values() for row in rows_of_one[: wanted.first])
    return children


def _ordering(order: cursors.Order) -> list[OrderBy]:
    return [OrderBy(F(name.removeprefix("-")), descending=name.startswith("-")) for name in order]


def _counts(siblings: Sequence[Any], rows: QuerySet[Any], parent: str) -> dict[Any, int]:
    chosen = rows.filter(**{f"{parent}__in": [each.pk for each in siblings]}).order_by()
    counted = dict(chosen.values_list(parent).annotate(Count("pk")))
    return {each.pk: counted.get(each.pk, 0) for each in siblings}


class PageInfo(graphene.ObjectType):
    """Where a page is in its list."""

    has_next_page = graphene.Boolean(required=True)
    has_previous_page = graphene.Boolean(required=True)
    start_cursor = graphene.String()
    end_cursor = graphene.String(description="Give it as `after` to read on.")

    @staticmethod
    def resolve_has_next_page(page: Page, info: graphene.ResolveInfo) -> bool:
        return page.has_next

    @staticmethod
    def resolve_has_previous_page(page: Page, info: graphene.ResolveInfo) -> bool:
        return page.has_previous

    @staticmethod
    def resolve_start_cursor(page: Page, info: graphene.ResolveInfo) -> str | None:
        return page.edges[0].cursor if page.edges else None

    @staticmethod
    def resolve_end_cursor(page: Page, info: graphene.ResolveInfo) -> str | None:
        return page.edges[-1].cursor if page.edges else None


def connection_of(node: type[graphene.ObjectType] | type[graphene.Union]) -> type:
    """The connection type of a node type, with its edge type."""
    name = node._meta.name
    edge = type(
        f"{name}Edge",
        (graphene.ObjectType,),
        {
            "__doc__": f"One {name} of a list, and the cursor behind it.",
            "node": graphene.NonNull(node),
            "cursor": graphene.String(required=True),
        },
    )
    return type(
        f"{name}Connection",
        (graphene.ObjectType,),
        {
            "__doc__": f"A page of {name}.",
            "edges": graphene.List(graphene.NonNull(edge), required=True),
            "page_info": graphene.Field(PageInfo, required=True),
            "total_count": graphene.Int(required=True, description="Of the whole list."),
            "resolve_page_info": staticmethod(lambda page, info: page),
            "resolve_total_count": staticmethod(lambda page, info: page.count()),
        },
    )


def connected(connection: Any, description: str = "", **filters: Any) -> graphene.Field:
    """A connection field: ``first`` rows after the cursor ``after``, and its own filters."""
    return graphene.Field(
        connection,
        description=description or None,
        first=graphene.Int(default_value=DEFAULT_SIZE, description="1 to 200 rows."),
        after=graphene.String(description="`endCursor` of the page before."),
        **filters,
    )
