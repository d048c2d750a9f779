"""Opening a live stream of a tournament's changes."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.feeds.readers import reader_of
from tournaments.feeds.tokens import Position, read_token

from ...live.access import caller_of
from ...live.asgi import OPENING, Opening
from ...live.broadcast import Accepted
from ...problems import ApiError
from ...schema import operation
from ...views import Endpoint

RETRY_AFTER_SECONDS = 30

SINCE = OpenApiParameter(
    "since", str, description="`next` of a feed or bootstrap; without it, from now on."
)
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="`id` of the last event, as browsers send it when they reconnect; before `since`.",
)


class EventStream(BaseRenderer):
    """What browsers accept for streams; the stream itself is written elsewhere."""

    media_type = "text/event-stream"
    format = "events"
    charset = "utf-8"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return b""


class LiveChanges(Endpoint):
    """The change feed as server-sent events (on the ASGI process only).

    An event `ready` comes first, then an event `changes` whenever something
    happened: its data are a page of the change feed, its `id` is the `next` of
    that page.  The stream ends when the reader may not see the tournament any
    more.  A comment every 15 seconds keeps the connection alive.
    """

    tagged = False
    renderer_classes = (EventStream, JSONRenderer)
    query: ClassVar = (SINCE,)

    @operation(
        "Follow the changes live (server-sent events)",
        name="changes_live",
        problems=[410, 503],
        parameters=[LAST_EVENT_ID],
        others={
            (200, "text/event-stream"): OpenApiResponse(OpenApiTypes.STR, "Events without end.")
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        reader = reader_of(self.principal, tournament_id)
        token = request.headers.get("Last-Event-ID") or request.query_params.get("since")
        position = read_token(reader, token) if token else Position(reader.tournament.sequence)
        opening: Opening | None = getattr(request._request, "scope", {}).get(OPENING)
        if opening is None:
            raise ApiError(503, "live.not_here")
        if opening.is_full:
            headers = {"Retry-After": str(RETRY_AFTER_SECONDS)}
            raise ApiError(503, "live.full", headers=headers)
        opening.accepted = Accepted(reader, position, caller_of(request))
        return Response(b"")
