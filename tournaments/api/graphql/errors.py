"""Errors with the codes of REST: ``extensions`` hold what a problem document holds."""

from __future__ import annotations

from typing import Any

import structlog
from django.core.signals import got_request_exception
from graphql import GraphQLError
from rest_framework.request import Request

from .. import problems
from ..problems import ApiError

log = structlog.get_logger("tournaments.graphql")

# Members of a problem document that say nothing here: the address is always the same.
_LEFT_OUT = ("type", "title", "instance", "detail", "request_id")


def described(request: Request, error: GraphQLError) -> dict[str, Any]:
    """An error of the answer.

    What a resolver raised has its own code; what graphql-core itself objects
    to (a value that a type cannot be) is ``graphql.invalid`` with its words.
    """
    cause = error.original_error
    if cause is None:
        return _formatted(request, ApiError(400, "graphql.invalid"), error, error.message)
    problem = problems.translated(cause)
    if problem is None:
        log.error("unhandled", code="server.error", exc_info=cause)
        got_request_exception.send(sender=type(cause), request=request._request)
        problem = ApiError(500, "server.error")
    return _formatted(request, problem, error)


def refused(request: Request, problem: ApiError) -> dict[str, Any]:
    """Why a whole document was not run."""
    return _formatted(request, problem, None)


def _formatted(
    request: Request, problem: ApiError, error: GraphQLError | None, message: str = ""
) -> dict[str, Any]:
    document = problems.document(
        request._request,
        problem.status_code,
        problem.code,
        problem.params,
        errors=problem.errors,
        extra=problem.extra,
    )
    formatted: dict[str, Any] = {"message": message or document["detail"]}
    if error is not None and error.locations:
        formatted["locations"] = [each.formatted for each in error.locations]
    if error is not None and error.path:
        formatted["path"] = error.path
    extensions = {name: value for name, value in document.items() if name not in _LEFT_OUT}
    return {**formatted, "extensions": extensions}
