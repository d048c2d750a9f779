"""OpenAPI: what is common to operations is said once, here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from rest_framework.serializers import BaseSerializer

from .examples import examples_for
from .problems import MEDIA_TYPE
from .serializers import Problem, page_of

F = TypeVar("F", bound=Callable[..., Any])
Shape = type[BaseSerializer[Any]]

_TYPES: dict[str, Any] = {
    "UUIDFilter": OpenApiTypes.UUID,
    "DateFilter": OpenApiTypes.DATE,
    "IntegerFilter": OpenApiTypes.INT,
}


class KnoxScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Device tokens."""

    target_class = "tournaments.api.authentication.DeviceAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of `POST /auth/login`: `Authorization: Bearer <token>`.",
        }


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Keys of machines."""

    target_class = "tournaments.api.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "A key of a club or a federation: `Authorization: Api-Key <key>`.",
        }


class Schema(AutoSchema):
    """Adds the headers and parameters that follow from how a view is built."""

    view: Any

    def get_override_parameters(self) -> list[Any]:
        handler = getattr(self.view, self.method.lower())
        reads = self.method == "GET"
        found: list[Any] = list(self.view.query if reads else self.view.write_query)
        found += _filter_parameters(self.view) if reads else ()
        if reads and self.view.tagged:
            found.append(IF_NONE_MATCH)
        if getattr(handler, "honours_idempotency_key", False):
            found.append(IDEMPOTENCY_KEY)
        if getattr(handler, "compares_versions", False):
            found.append(IF_MATCH_OPTIONAL if self.method == "POST" else IF_MATCH)
        return found

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """The operation, with the answer to a reader who has what is stored."""
        found: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if found is not None and self.method == "GET" and self.view.tagged:
            responses = {**found["responses"], "304": NOT_MODIFIED}
            found["responses"] = dict(sorted(responses.items()))
        return found

    def get_auth(self) -> list[dict[str, list[str]]]:
        """What is for everybody needs no credentials."""
        found: list[dict[str, list[str]]] = super().get_auth()
        reads = self.method == "GET"
        for_all = self.view.open_to_all or (reads and not self.view.open_to_none)
        return [*found, {}] if found and for_all else found

    def get_examples(self) -> list[OpenApiExample]:
        return examples_for(self.get_operation_id())

    def get_tags(self) -> list[str]:
        return [self.view.__module__.rsplit(".", 1)[-1]]


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Makes the request safe to repeat: the same key answers the same again for a day.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="`ETag` of the answer you have; 304 if it is still what would be sent.",
)
NOT_MODIFIED = {"description": "You have it already: nothing changed."}
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="`ETag` of the version you have seen; 412 if it is no longer the current one.",
)
IF_MATCH_OPTIONAL = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="Given, the action happens only if this is still the current version (else 412).",
)
LIMIT = OpenApiParameter(
    "limit", {"type": "integer", "minimum": 1, "maximum": 200, "default": 50}, description="Rows."
)
CURSOR = OpenApiParameter("cursor", str, description="`next_cursor` of the page before.")


def _filter_parameters(view: Any) -> list[OpenApiParameter]:
    found = [
        OpenApiParameter(
            name,
            _filter_type(each),
            description=str(each.extra.get("help_text", "")),
            enum=[value for value, _ in each.extra.get("choices", ())] or None,
        )
        for name, each in (view.filterset.base_filters.items() if view.filterset else ())
    ]
    if view.paged:
        found += [LIMIT, CURSOR]
    return found


def _filter_type(each: Any) -> Any:
    return _TYPES.get(type(each).__name__, str)


def operation(
    summary: str,
    *,
    answer: Shape | PolymorphicProxySerializer | None = None,
    body: Any = None,
    status: int = 200,
    paged: bool = False,
    problems: Sequence[int] = (),
    others: Mapping[Any, Any] | None = None,
    parameters: Sequence[OpenApiParameter] = (),
    name: str | None = None,
) -> Callable[[F], F]:
    """Describe one method of a view.

    ``problems`` are the statuses of refusals that this operation has of its
    own; those that every operation has are added.  ``others`` takes the place
    of ``answer`` where that is not JSON.
    """
    shape: Any = page_of(answer) if paged and isinstance(answer, type) else answer
    responses: dict[Any, Any] = dict(others) if others else {status: OpenApiResponse(shape)}
    for each in sorted({*problems, 400, 401, 404, 406, 429}):
        responses[(each, MEDIA_TYPE)] = Problem
    return extend_schema(
        operation_id=name,
        summary=summary,
        request=body,
        responses=responses,
        parameters=list(parameters),
    )


def compares_versions(handler: F) -> F:
    """Mark a write that heeds ``If-Match``: required by PATCH and DELETE, optional with POST."""
    handler.compares_versions = True  # type: ignore[attr-defined]
    return handler
