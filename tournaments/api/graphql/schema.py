"""The schema; ``docs/schema.graphql`` is it in words."""

from __future__ import annotations

import graphene

from .mutations import Mutation
from .query import Query

schema = graphene.Schema(query=Query, mutation=Mutation)
