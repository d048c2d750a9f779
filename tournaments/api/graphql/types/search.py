"""Search over events, tournaments and entries, in this order."""

from __future__ import annotations

from typing import Any

import graphene

from tournaments.core.folding import fold
from tournaments.events.models import Entry, Event, Tournament

from ... import cursors
from ...filters import LONGEST_SEARCH
from ...problems import ApiError
from ..batches import together
from ..connections import Edge, Page, Slice, connection_of
from ..context import Info, who
from .entries import EntryType
from .events import EventType, TournamentType

FEWEST_LETTERS = 2


class SearchResult(graphene.Union):
    """Something whose name holds every word."""

    class Meta:
        types = (EventType, TournamentType, EntryType)

    @classmethod
    def resolve_type(cls, row: Any, info: Info) -> Any:
        return _TYPES[type(row)]


_TYPES: dict[type, Any] = {Event: EventType, Tournament: TournamentType, Entry: EntryType}
SearchConnection = connection_of(SearchResult)


_KINDS: tuple[tuple[type[Any], cursors.Order], ...] = (
    (Event, ("-start", "id")),
    (Tournament, ("name", "id")),
    (Entry, ("name", "id")),
)


def search(info: Info, text: str, arguments: dict[str, Any]) -> Page:
    """What matches, kind after kind; a cursor is the kind and the sort key within it.

    Raises ``ApiError(400, "search.too_short" | "search.too_long")``.
    """
    if len(text) > LONGEST_SEARCH:
        raise ApiError(400, "search.too_long", {"letters": LONGEST_SEARCH})
    if len(fold(text).replace(" ", "")) < FEWEST_LETTERS:
        raise ApiError(400, "search.too_short", {"letters": FEWEST_LETTERS})
    wanted = Slice.of("search", {**arguments, "text": text})
    kind, after = 0, None
    if wanted.after is not None:
        kind, after = int(wanted.after[0]), wanted.after[1:]
    lists = [
        (place, model.objects.visible_to(who(info)).search(text), order)
        for place, (model, order) in enumerate(_KINDS)
    ]
    edges: list[Edge] = []
    for place, rows, order in lists[kind:]:
        room = wanted.first + 1 - len(edges)
        if after is not None:
            rows = rows.filter(cursors.beyond(order, after))
        after = None
        found = list(rows.order_by(*order)[:room]) if room else []
        together(found[: wanted.first - len(edges)])
        edges += [Edge(row, wanted.owner, (place, *cursors.keys_of(row, order))) for row in found]
    return Page(
        edges[: wanted.first],
        len(edges) > wanted.first,
        wanted.after is not None,
        lambda: sum(rows.count() for _, rows, _ in lists),
    )
