"""Every list is paged by cursor: ``{"data": [...], "next_cursor": ..., "has_more": ...}``.

A cursor belongs to its list (:mod:`tournaments.api.cursors`): used with
another address or other filters it is a 400.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from . import cursors, parameters
from .problems import ApiError

PARAMETERS = ("limit", "cursor")


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
        rows = rows.filter(cursors.beyond(order, after))
    found = list(rows.order_by(*order)[: size + 1])
    if len(found) <= size:
        return Page(found, None)
    keys = cursors.keys_of(found[size - 1], order)
    return Page(found[:size], cursors.encode(_list_of(request), keys))


def page_of(request: Request, rows: Sequence[Any], version: str = "") -> Page:
    """A page of a sequence that is computed whole, such as standings.

    ``version`` changes when the sequence is computed anew: a cursor of another
    version is refused, because lines may have moved between the pages.
    """
    size = _size(request)
    after = _after(request, version)
    if after is not None and not (len(after) == 1 and isinstance(after[0], int)):
        raise _unusable()
    start = after[0] if after else 0
    chosen = list(rows[start : start + size])
    more = start + size < len(rows)
    following = cursors.encode(_list_of(request, version), [start + size]) if more else None
    return Page(chosen, following)


def _size(request: Request) -> int:
    given = parameters.integer(request, "limit", lowest=1, highest=settings.API_MAX_PAGE_SIZE)
    return settings.API_PAGE_SIZE if given is None else given


def _list_of(request: Request, version: str = "") -> str:
    """What the cursor belongs to: the address, the filters and the version."""
    filters = sorted(
        (name, value) for name, value in request.query_params.items() if name not in PARAMETERS
    )
    return cursors.owner_of(request.path, [*filters, ("", version)] if version else filters)


def _after(request: Request, version: str = "") -> list[Any] | None:
    text = request.query_params.get("cursor")
    if text is None:
        return None
    keys = cursors.decode(_list_of(request, version), text)
    if keys is None:
        raise _unusable()
    return keys


def _unusable() -> ApiError:
    return parameters.invalid(
        "cursor", "query.cursor_unusable", _("This cursor does not belong to this list.")
    )
