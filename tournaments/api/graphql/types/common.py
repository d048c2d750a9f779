"""What several types share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import graphene
from graphene.types.generic import GenericScalar

from tournaments.core.texts import text_for


class Resource(graphene.Interface):
    """Everything that has a stable id and counts its changes."""

    id = graphene.ID(required=True)
    version = graphene.Int(required=True, description="One more with every change.")
    updated_at = graphene.DateTime(required=True)


class Notice(graphene.ObjectType):
    """A stable code with its parameters, and a sentence in the reader's language."""

    code = graphene.String(required=True)
    message = graphene.String(required=True)
    params = GenericScalar(required=True)


def noticed(code: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """What a :class:`Notice` is made of."""
    return {"code": code, "message": text_for(code, params, 200), "params": dict(params)}
