"""What the mutations share."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

import graphene
from graphql import GraphQLResolveInfo

from tournaments.core.errors import NotFound
from tournaments.core.principal import Principal

from ..batches import alone
from ..context import as_uuid, who

EXPECTED = graphene.Int(required=True, description="The version that you have seen.")
EXPECTED_OPTIONAL = graphene.Int(
    description="Given, it happens only if this is still the current version."
)


class Change(graphene.Mutation):
    """A mutation with one ``input``; subclasses do the work in :meth:`change`."""

    class Meta:
        abstract = True

    @classmethod
    def mutate(cls, root: None, info: GraphQLResolveInfo, input: dict[str, Any]) -> Any:
        return cls(**cls.change(who(info), dict(input)))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        """Call the service; what the payload shows."""
        raise NotImplementedError


def identified(given: dict[str, Any], name: str, code: str) -> UUID:
    """Take an id out of the input.  Raises ``NotFound(code)`` for what cannot be one."""
    text: str = given.pop(name)
    key = as_uuid(text)
    if key is None:
        raise NotFound(code, pk=text)
    return key


def shown(row: Any) -> Any:
    """A row for the payload, as a list of its own; read again if its lists need more of it."""
    return alone(row)


Inputs = ClassVar[type[graphene.InputObjectType]]
