"""The change feed of a tournament."""

from __future__ import annotations

import time
from threading import BoundedSemaphore, Event
from typing import Any, ClassVar
from uuid import UUID

from django.conf import settings
from django.db import connection
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.feeds.changes import MAX_LIMIT, ChangePage, read_changes
from tournaments.feeds.readers import Reader, reader_of
from tournaments.feeds.tokens import START, Position, read_token, write_token
from tournaments.feeds.watching import watcher

from ... import parameters
from ...authentication import principal_of
from ...schema import operation
from ...views import Endpoint
from .objects import ANY_OBJECT, KIND_NAMES, ObjectWriter

MAX_WAIT_SECONDS = 25
RETRY_AFTER_SECONDS = 15
HELD = "tournaments.held"
"""In the scope of a request: somebody else waits and asks again (:mod:`tournaments.api.live`)."""

SINCE = OpenApiParameter(
    "since", str, description="`next` of the last answer; without it everything there is."
)
WAIT = OpenApiParameter(
    "wait",
    {"type": "integer", "minimum": 0, "maximum": MAX_WAIT_SECONDS, "default": 0},
    description="Seconds to wait for a change if there is none; 204 if none came.",
)
LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": MAX_LIMIT},
    description="Changes in one answer.",
)

_waiting_places = BoundedSemaphore(settings.LONG_POLL_THREADS)


class ChangeRead(serializers.Serializer[Any]):
    """The last state of one object; a `delete` has no `data`."""

    seq = serializers.IntegerField(help_text="The last change of the tournament that concerned it.")
    type = serializers.ChoiceField(choices=KIND_NAMES)
    id = serializers.UUIDField()
    version = serializers.IntegerField(help_text="0 if it is gone and its version is not known.")
    op = serializers.ChoiceField(choices=["upsert", "delete"])


@extend_schema_field(ANY_OBJECT)
class ObjectField(serializers.JSONField):
    """The object, as its `type` says."""


# ``data`` is an attribute of every serializer class, so as a field it is declared by name.
ChangeRead._declared_fields["data"] = ObjectField(required=False)


class ChangesRead(serializers.Serializer[Any]):
    """A page of the feed: apply the changes in order, then remember `next`."""

    changes = ChangeRead(many=True)
    next = serializers.CharField(help_text="Give it as `since`; valid for 30 days.")
    has_more = serializers.BooleanField(help_text="Ask again at once.")


def page_body(reader: Reader, page: ChangePage) -> dict[str, Any]:
    """The answer to a page of the feed, in a response or as an event."""
    writer = ObjectWriter(reader)
    return {
        "changes": [writer.change(item) for item in page.items],
        "next": write_token(reader, page.position),
        "has_more": page.has_more,
    }


class Changes(Endpoint):
    """What has changed since a client last asked."""

    tagged = False
    query: ClassVar = (SINCE, WAIT, LIMIT)

    @operation(
        "Read the change feed",
        name="changes_list",
        problems=[410],
        others={
            200: OpenApiResponse(ChangesRead),
            204: OpenApiResponse(None, "Nothing has changed while waiting."),
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        limit = parameters.integer(request, "limit", lowest=1, highest=MAX_LIMIT) or MAX_LIMIT
        wait = parameters.integer(request, "wait", lowest=0, highest=MAX_WAIT_SECONDS) or 0
        reader, position = self._start(tournament_id)
        page = read_changes(reader, position, limit)
        if wait and not page.items and not page.has_more:
            return self._wait(tournament_id, limit, wait)
        return _answer(reader, page)

    def _start(self, tournament_id: UUID) -> tuple[Reader, Position]:
        """The caller's view as it is now, and where the client is."""
        reader = reader_of(principal_of(self.request), tournament_id)
        token = self.request.query_params.get("since")
        return reader, Position(START) if token is None else read_token(reader, token)

    def _wait(self, tournament_id: UUID, limit: int, wait: int) -> Response:
        """Ask again whenever something happened, until there is something to tell."""
        held = getattr(self.request._request, "scope", {}).get(HELD, False)
        if held or not _waiting_places.acquire(blocking=False):
            headers = {} if held else {"Retry-After": str(RETRY_AFTER_SECONDS)}
            return Response(status=204, headers=headers)
        try:
            return self._hold(tournament_id, limit, time.monotonic() + wait)
        finally:
            _waiting_places.release()

    def _hold(self, tournament_id: UUID, limit: int, deadline: float) -> Response:
        changed = Event()
        with watcher.watching(tournament_id, changed.set):
            while True:
                changed.clear()
                reader, position = self._start(tournament_id)
                page = read_changes(reader, position, limit)
                if page.items or page.has_more:
                    return _answer(reader, page)
                if not connection.in_atomic_block:
                    connection.close()
                if not changed.wait(max(0.0, deadline - time.monotonic())):
                    return Response(status=204)


def _answer(reader: Reader, page: ChangePage) -> Response:
    return Response(page_body(reader, page), headers={"Cache-Control": "no-store"})
