"""``POST /api/graphql``: one document, one answer.

Callers are known by the ``Authorization`` field only.  Bodies over 20 kB are
refused before they are read.  With ``GRAPHIQL=1``, for development, a browser
that opens the address gets GraphiQL, whose parts come from a CDN.
"""

from __future__ import annotations

from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from graphene_django.views import GraphQLView
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from ..idempotency import idempotent
from ..parsers import JSONParser
from ..problems import ApiError
from ..views import Endpoint
from .execution import Asked, run

MAX_BODY_BYTES = 20_000
CDN = "https://cdn.jsdelivr.net"
_MEMBERS = {"query", "variables", "operationName", "extensions"}


class GraphQLResponseRenderer(JSONRenderer):
    """The media type of GraphQL over HTTP."""

    media_type = "application/graphql-response+json"


class GraphQLEndpoint(Endpoint):
    """Queries for everybody, mutations for those who are signed in."""

    schema = None
    open_to_all = True
    max_body_bytes = MAX_BODY_BYTES
    parser_classes = (JSONParser,)
    renderer_classes = (JSONRenderer, GraphQLResponseRenderer)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        reads = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if settings.GRAPHIQL and reads:
            return _explorer(request)
        return super().dispatch(request, *args, **kwargs)

    @idempotent
    def post(self, request: Request) -> Response:
        answer = run(request, self.principal, _asked(request.data))
        response = Response(answer.body, status=answer.status)
        response.is_refusal = answer.is_refusal  # type: ignore[attr-defined]
        return response


def _asked(data: Any) -> Asked:
    """The body, if it is one request; batches are refused."""
    if not isinstance(data, dict) or not set(data) <= _MEMBERS:
        raise ApiError(400, "graphql.body_malformed")
    query, variables, name = data.get("query"), data.get("variables"), data.get("operationName")
    variables = {} if variables is None else variables
    if not (
        isinstance(query, str)
        and isinstance(variables, dict)
        and (name is None or isinstance(name, str))
    ):
        raise ApiError(400, "graphql.body_malformed")
    return Asked(query, variables, name)


@csp_update(
    {
        "script-src": [SELF, CDN, UNSAFE_INLINE],
        "style-src": [SELF, CDN, UNSAFE_INLINE],
        "font-src": [SELF, CDN, "data:"],
    }
)
def _explorer(request: HttpRequest) -> HttpResponse:
    """GraphiQL, with the parts that graphene-django names."""
    parts: dict[str, Any] = {
        name: getattr(GraphQLView, name)
        for name in dir(GraphQLView)
        if name.endswith(("_version", "_sri"))
    }
    parts["graphiql_header_editor_enabled"] = True
    return render(request, GraphQLView.graphiql_template, parts)
