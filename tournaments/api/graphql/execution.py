"""From the text of a document to the answer: parse, bound, validate, price, run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    execute,
    parse,
    specified_rules,
    validate,
)
from graphql.execution import ExecutionResult
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from tournaments.core.principal import Kind, Principal

from ..problems import ApiError
from .context import Context
from .errors import described, refused
from .limits import MAX_DEPTH, check_shape, cost_of, require_affordable
from .schema import schema as described_schema

MAX_TOKENS = 4000
MAX_ERRORS = 20
SCHEMA: GraphQLSchema = described_schema.graphql_schema


@dataclass(frozen=True, slots=True)
class Asked:
    """The body of a request."""

    query: str
    variables: dict[str, Any]
    operation_name: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The body of the answer and its status: 400 if nothing was run."""

    body: dict[str, Any]
    status: int

    @property
    def is_refusal(self) -> bool:
        """Nothing came of it: every field failed, or the document was not run."""
        data = self.body.get("data") or {}
        return "errors" in self.body and not any(value is not None for value in data.values())


def run(request: Request, principal: Principal, asked: Asked) -> Answer:
    """Run a document.  Raises ``NotAuthenticated`` for a change by nobody in particular."""
    try:
        document = _parsed(asked.query)
        check_shape(document)
        errors = validate(SCHEMA, document, specified_rules, max_errors=MAX_ERRORS)
        if errors:
            return Answer({"errors": [described(request, each) for each in errors]}, 400)
        operation = _chosen(document, asked.operation_name)
        cost = cost_of(SCHEMA, document, operation, asked.variables)
        require_affordable(cost)
    except ApiError as problem:
        return Answer({"errors": [refused(request, problem)]}, 400)
    except GraphQLError as error:
        return Answer({"errors": [_syntax(request, error)]}, 400)
    except RecursionError:
        too_deep = ApiError(400, "graphql.too_deep", {"most": MAX_DEPTH})
        return Answer({"errors": [refused(request, too_deep)]}, 400)
    if operation.operation is OperationType.MUTATION and principal.kind is Kind.ANONYMOUS:
        raise NotAuthenticated
    return _executed(request, principal, document, asked, cost)


def _executed(
    request: Request, principal: Principal, document: DocumentNode, asked: Asked, cost: int
) -> Answer:
    result = execute(
        SCHEMA,
        document,
        context_value=Context(request, principal),
        variable_values=asked.variables,
        operation_name=asked.operation_name,
    )
    assert isinstance(result, ExecutionResult)
    body: dict[str, Any] = {}
    if result.errors:
        body["errors"] = [described(request, each) for each in result.errors]
    if result.data is None and result.errors and all(not each.path for each in result.errors):
        return Answer(body, 400)
    body["data"] = result.data
    body["extensions"] = {"cost": {"requested": cost, "budget": settings.GRAPHQL_BUDGET}}
    return Answer(body, 200)


def _parsed(text: str) -> DocumentNode:
    return parse(text, max_tokens=MAX_TOKENS)


def _chosen(document: DocumentNode, name: str | None) -> OperationDefinitionNode:
    operations = [
        each for each in document.definitions if isinstance(each, OperationDefinitionNode)
    ]
    for operation in operations:
        own = operation.name.value if operation.name else None
        if own == name or (name is None and len(operations) == 1):
            return operation
    raise ApiError(
        400,
        "graphql.operation_unknown",
        {"known": [each.name.value for each in operations if each.name]},
    )


def _syntax(request: Request, error: GraphQLError) -> dict[str, Any]:
    said = refused(request, ApiError(400, "graphql.syntax"))
    locations = [each.formatted for each in error.locations or ()]
    return {**said, "message": error.message, "locations": locations}
