"""Where everything begins: what this is, and the way to its parts."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ...conditional import content_etag
from ...schema import operation
from ...views import Endpoint

CACHE_CONTROL = "public, max-age=3600"

NAMES = {
    "clubs": "v1:clubs",
    "events": "v1:events",
    "rating_lists": "v1:rating-lists",
    "tie_breaks": "v1:tie-breaks",
    "event_types": "v1:event-types",
    "problems": "v1:problems",
    "login": "v1:login",
    "account": "v1:me",
    "schema": "schema",
    "docs": "docs",
    "graphql": "graphql",
    "status": "readyz",
}
"""Links by their names, and the routes that they lead to."""
OF_A_TOURNAMENT = {
    "tournament": "v1:tournament",
    "bootstrap": "v1:tournament-bootstrap",
    "changes": "v1:changes",
    "live": "v1:live",
}
"""Links with a place for the id of a tournament."""
PLACE = "{tournament}"
_ANY_ID = UUID(int=0)


def links() -> dict[str, str]:
    """Every link by its name, from the root of this host."""
    found = {name: reverse(route) for name, route in NAMES.items()}
    for name, route in OF_A_TOURNAMENT.items():
        found[name] = reverse(route, args=[_ANY_ID]).replace(str(_ANY_ID), PLACE)
    return found


LINKS_EXAMPLE = {
    "clubs": "/api/v1/clubs",
    "events": "/api/v1/events",
    "live": "/api/v1/tournaments/{tournament}/events",
    "schema": "/api/v1/schema",
    "status": "/readyz",
}


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Some of the links",
            value={"name": "Chess tournament server", "version": "1", "links": LINKS_EXAMPLE},
        )
    ]
)
class IndexRead(serializers.Serializer[Any]):
    """`links` are paths on this host; `{tournament}` stands for the id of one."""

    name = serializers.CharField()
    version = serializers.CharField(help_text="Of the interface; it changes by additions only.")
    links = serializers.DictField(child=serializers.CharField())


class Index(Endpoint):
    """What this is, and the way to its parts."""

    @operation("Read where to begin", name="index_read", answer=IndexRead)
    def get(self, request: Request) -> Response:
        about = settings.SPECTACULAR_SETTINGS
        data = {"name": about["TITLE"], "version": about["VERSION"], "links": links()}
        answer = self.shown(data, content_etag(data))
        answer["Cache-Control"] = CACHE_CONTROL
        return answer
