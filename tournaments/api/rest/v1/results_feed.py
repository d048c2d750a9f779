"""The results feed of a federation: pages to follow, and everything at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.federations.feed import (
    Cursor,
    CursorGone,
    federation_of,
    read_everything,
    read_feed,
)
from tournaments.federations.models import ItemKind, StreamItem
from tournaments.formats.exports.items import line

from ... import cursors, limits, parameters
from ...conditional import collection_etag, is_known
from ...schema import operation
from ...views import Endpoint
from .exports import FileRenderer

NDJSON = "application/x-ndjson"
PAGE_SIZE = 200
LARGEST_PAGE = 1000
OPERATIONS = ("upsert", "delete")


class FeedChange(serializers.Serializer[Any]):
    """The last state of one thing; with `delete` it is gone or no longer to be seen."""

    seq = serializers.IntegerField(help_text="Grows with every change; pages are not sorted by it.")
    type = serializers.ChoiceField(choices=ItemKind.values)
    id = serializers.CharField()
    tournament = serializers.UUIDField()
    version = serializers.IntegerField(help_text="Counts the changes that the feed told of it.")
    op = serializers.ChoiceField(choices=OPERATIONS)
    data = serializers.DictField(  # type: ignore[assignment]
        help_text="Empty with `delete`."
    )


class FeedRead(serializers.Serializer[Any]):
    """Changes in the order to apply them: tombstones, then what is named before what names it."""

    changes = FeedChange(many=True)
    next = serializers.CharField(help_text="Send it as `since`, also when nothing has changed.")
    has_more = serializers.BooleanField(help_text="Go on at once.")


EXAMPLE = OpenApiExample(
    "A result",
    value={
        "changes": [
            {
                "seq": 4711,
                "type": "result",
                "id": "01a22e2f-52c8-79fc-a4b7-202120e2562f",
                "tournament": "01a22e2f-4f00-7c11-8f1e-0c6f5d0f6a11",
                "version": 2,
                "op": "upsert",
                "data": {
                    "round_id": "01a22e2f-5100-7a10-9d2e-3e5d5a0b1c22",
                    "round": 3,
                    "board": 1,
                    "white": "01a22e2f-5001-7b02-8c3d-4f6e7d8c9b0a",
                    "black": "01a22e2f-5002-7b02-8c3d-4f6e7d8c9b0b",
                    "result": "1-0",
                    "kind": "played",
                    "outcomes": ["W", "L"],
                },
            }
        ],
        "next": "WzQ3MTFd:1wAbCd:signature",
        "has_more": False,
    },
    response_only=True,
)


def shown(item: StreamItem) -> dict[str, Any]:
    """One change."""
    return {
        "seq": item.position,
        "type": item.kind,
        "id": item.key,
        "tournament": str(item.tournament_id),
        "version": item.version,
        "op": OPERATIONS[item.deleted],
        "data": item.data,
    }


def encoded(federation: str, cursor: Cursor) -> str:
    """The cursor as a signed text of this federation's feed."""
    return cursors.encode(_owner(federation), [cursor.position, *(cursor.after or ())])


def decoded(federation: str, text: str) -> Cursor:
    """Raises ``CursorGone("feed.cursor_foreign")`` for any text that was not given out for it."""
    keys = cursors.decode(_owner(federation), text)
    match keys:
        case [int(position)]:
            return Cursor(position)
        case [int(position), str(tournament), int(rank), str(key)]:
            return Cursor(position, (tournament, rank, key))
    raise CursorGone("feed.cursor_foreign")


def _owner(federation: str) -> str:
    return cursors.owner_of("feeds/results", federation)


class ResultsFeed(Endpoint):
    """What changed in the tournaments rated in the key's federation."""

    open_to_none = True
    query: ClassVar = (
        OpenApiParameter(
            "since",
            str,
            description="The `next` of the last answer; without it all from the start.",
        ),
        OpenApiParameter(
            "limit", int, description=f"Changes at most, 1-{LARGEST_PAGE}; {PAGE_SIZE} by default."
        ),
    )

    @operation(
        "Follow the results of a federation's tournaments (federation key)",
        name="feeds_results_read",
        problems=[403, 410],
        others={200: OpenApiResponse(FeedRead, examples=[EXAMPLE])},
    )
    def get(self, request: Request) -> Response:
        federation = federation_of(self.principal)
        limit = parameters.integer(request, "limit", lowest=1, highest=LARGEST_PAGE) or PAGE_SIZE
        since = request.query_params.get("since")
        cursor = None if since is None else decoded(federation, since)
        page = read_feed(principal=self.principal, cursor=cursor, limit=limit)
        following = encoded(federation, page.cursor)
        # Only the last page is worth a tag: the reader asks for it again and again.
        tag = collection_etag("feed", federation, cursor, page.cursor, page.has_more)
        if is_known(request, tag) and not page.items:
            return Response(status=304, headers={"ETag": tag})
        body = {
            "changes": [shown(item) for item in page.items],
            "next": following,
            "has_more": page.has_more,
        }
        return Response(body, headers={"ETag": tag, "Cache-Control": "private, no-cache"})


class ResultsBulk(Endpoint):
    """All items at once."""

    tagged = False
    open_to_none = True
    throttle_classes = (limits.PrincipalLimit, limits.ComputingLimit)

    def get_renderers(self) -> list[BaseRenderer]:
        return [FileRenderer(NDJSON)]

    @operation(
        "Read all results of a federation's tournaments at once (federation key)",
        name="feeds_results_bulk",
        problems=[403],
        others={
            (200, NDJSON): OpenApiResponse(
                OpenApiTypes.BINARY,
                "One change a line, as in the feed, tournament by tournament; the last line is "
                '`{"type": "cursor", "next": "..."}`, from where to follow the feed.',
            )
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        federation = federation_of(self.principal)
        cursor, items = read_everything(principal=self.principal)

        def lines() -> Iterator[bytes]:
            for item in items:
                yield line(shown(item))
            yield line({"type": "cursor", "next": encoded(federation, cursor)})

        headers = {
            "Cache-Control": "private, no-store",
            "Content-Disposition": f'attachment; filename="results-{federation}.ndjson"',
        }
        return StreamingHttpResponse(lines(), headers=headers, content_type=NDJSON)
