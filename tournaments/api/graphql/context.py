"""What resolvers know of the request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from graphql import GraphQLResolveInfo
from rest_framework.request import Request

from tournaments.core.principal import Principal

Info = GraphQLResolveInfo


@dataclass(frozen=True, slots=True)
class Context:
    """One request."""

    request: Request
    principal: Principal


def who(info: Info) -> Principal:
    """Who asks."""
    context: Context = info.context
    return context.principal


def as_uuid(text: str) -> UUID | None:
    """An id, ``None`` if it is not one: nothing can have it."""
    try:
        return UUID(text)
    except ValueError:
        return None


def first_visible(rows: Any, key: str) -> Any:
    """The row with this id as a batch of its own; ``None`` if it is hidden or missing."""
    from .batches import alone

    row = rows.filter(pk=as_uuid(key)).first()
    return None if row is None else alone(row)
