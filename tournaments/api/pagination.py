"""Every list is paged by cursor: ``{"data": [...], "next_cursor": ..., "has_more": ...}``.

A cursor holds the sort key of the last row shown, so rows that come or go
meanwhile neither repeat nor hide others.  It is signed together with the list
it belongs to: used with another address or other filters it is a 400.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from . import parameters
from .problems import ApiError

PARAMETERS = ("limit", "cursor")
_SALT = "tournaments.api.cursor"


@dataclass(frozen=True, slots=True)
class Page:
    """One page of rows and the cursor of the next one, if there is one."""

    rows: list[Any]
    next_cursor: str | None

    def response(self, request: Request, serialize: Callable[[Any], Any]) -> Response:
        """The answer, with ``Link: rel="next"`` (RFC 8288)."""
        body = {
            "data": [serialize(row) for row in self.rows],
            "next_cursor": self.next_cursor,
            "has_more": self.next_cursor is not None,
        }
        answer = Response(body)
        if self.next_cursor is not None:
            query = request.query_params.copy()
            query["cursor"] = self.next_cursor
            address = request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
            answer["Link"] = f'<{address}>; rel="next"'
        return answer


def page(request: Request, rows: QuerySet[Any], *order: str) -> Page:
    """A page of a query; ``order`` are field names (``-`` for descending) and must end unique.

    Fields that may be null are not allowed in ``order``: SQL compares null with nothing.
    """
    size = _size(request)
    after = _after(request)
    if after is not None:
        if len(after) != len(order):
            raise _unusable()
        rows = rows.filter(_beyond(order, after))
    found = list(rows.order_by(*order)[: size + 1])
    if len(found) <= size:
        return Page(found, None)
    keys = [_value(found[size - 1], name.removeprefix("-")) for name in order]
    return Page(found[:size], _cursor(request, keys))


def page_of(request: Request, rows: Sequence[Any]) -> Page:
    """A page of a sequence that is computed whole, such as standings."""
    size = _size(request)
    after = _after(request)
    if after is not None and not (len(after) == 1 and isinstance(after[0], int)):
        raise _unusable()
    start = after[0] if after else 0
    chosen = list(rows[start : start + size])
    more = start + size < len(rows)
    return Page(chosen, _cursor(request, [start + size]) if more else None)


def _size(request: Request) -> int:
    given = parameters.integer(request, "limit", lowest=1, highest=settings.API_MAX_PAGE_SIZE)
    return settings.API_PAGE_SIZE if given is None else given


def _beyond(order: Sequence[str], after: Sequence[Any]) -> Q:
    """Rows whose sort key comes after ``after``."""
    beyond, equal = Q(), Q()
    for name, value in zip(order, after, strict=True):
        field = name.removeprefix("-")
        comparison = "lt" if name.startswith("-") else "gt"
        beyond |= equal & Q(**{f"{field}__{comparison}": value})
        equal &= Q(**{field: value})
    return beyond


def _value(row: Model, field: str) -> str | int:
    value = row
    for step in field.split("__"):
        value = getattr(value, step)
    if isinstance(value, (UUID, date, datetime)):
        return value.isoformat() if isinstance(value, date) else str(value)
    if isinstance(value, (str, int)):
        return value
    raise TypeError(f"{field} cannot be a sort key: {value!r}")


def _list_of(request: Request) -> str:
    """What the cursor belongs to: the address and the filters."""
    filters = sorted(
        (name, value) for name, value in request.query_params.items() if name not in PARAMETERS
    )
    return hashlib.sha256(repr((request.path, filters)).encode()).hexdigest()[:16]


def _cursor(request: Request, keys: list[Any]) -> str:
    return signing.dumps([_list_of(request), keys], salt=_SALT, compress=True)


def _after(request: Request) -> list[Any] | None:
    text = request.query_params.get("cursor")
    if text is None:
        return None
    try:
        owner, keys = signing.loads(text, salt=_SALT)
    except (signing.BadSignature, ValueError):
        raise _unusable() from None
    if owner != _list_of(request):
        raise _unusable()
    return list(keys)


def _unusable() -> ApiError:
    return parameters.invalid(
        "cursor", "query.cursor_unusable", _("This cursor does not belong to this list.")
    )
