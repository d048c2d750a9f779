"""What a document may ask for, decided before anything runs.

Depth and aliases bound its shape.  Its cost is the number of objects that it
may return: a field with a selection counts once for each row it may have, so
the sizes of nested lists multiply.  Wrappers of connections (``edges``,
``node``, ``pageInfo``) are free; a list without ``first`` counts as
:data:`LIST_SIZE`, a computed table :data:`TABLE_COST` in addition.

A fragment is counted once and multiplied where it is spread, so documents
whose expansion is exponential are counted in linear time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
    get_named_type,
    is_composite_type,
)
from graphql.type import GraphQLField, GraphQLList, GraphQLNonNull

from ..problems import ApiError
from .connections import DEFAULT_SIZE

MAX_DEPTH = 15
MAX_ALIASES = 30
MAX_ROOT_FIELDS = 20
LIST_SIZE = 10
TABLE_COST = 100
FREE = frozenset({"edges", "node", "pageInfo"})
ONE = "number"
"""A filter that at most one row below a parent passes."""
TABLES = frozenset({"bracket", "crosstable", "standings"})


@dataclass(frozen=True, slots=True)
class Shape:
    """Of a selection with its fragments expanded."""

    depth: int = 0
    aliases: int = 0


def check_shape(document: DocumentNode) -> None:
    """Raise ``ApiError(400)`` with ``graphql.too_deep`` or ``graphql.too_many_aliases``.

    Needs no valid document: cycles of fragments are left to validation.
    """
    measure = _Measure(fragments_of(document))
    for operation in document.definitions:
        if not isinstance(operation, OperationDefinitionNode):
            continue
        shape = measure.selection(operation.selection_set, frozenset())
        if shape.depth > MAX_DEPTH:
            raise ApiError(400, "graphql.too_deep", {"most": MAX_DEPTH})
        if shape.aliases > MAX_ALIASES:
            raise ApiError(
                400, "graphql.too_many_aliases", {"aliases": shape.aliases, "most": MAX_ALIASES}
            )
        roots = measure.roots(operation.selection_set, frozenset())
        if roots > MAX_ROOT_FIELDS:
            raise ApiError(
                400, "graphql.too_many_fields", {"fields": roots, "most": MAX_ROOT_FIELDS}
            )


def fragments_of(document: DocumentNode) -> dict[str, FragmentDefinitionNode]:
    """Fragments by name."""
    return {
        each.name.value: each
        for each in document.definitions
        if isinstance(each, FragmentDefinitionNode)
    }


class _Measure:
    """Depth and aliases; a fragment is measured once."""

    def __init__(self, fragments: Mapping[str, FragmentDefinitionNode]) -> None:
        self._fragments = fragments
        self._known: dict[str, Shape] = {}

    def selection(self, selection: SelectionSetNode | None, inside: frozenset[str]) -> Shape:
        """The shape of a selection; ``inside`` names the fragments around it."""
        depth = aliases = 0
        for node in selection.selections if selection else ():
            if isinstance(node, FieldNode):
                below = self.selection(node.selection_set, inside)
                own = node.name.value not in ("__schema", "__type")
                depth = max(depth, 1 + below.depth if own else 1)
                aliases += below.aliases + (node.alias is not None)
            else:
                below = self._spread(node, inside)
                depth = max(depth, below.depth)
                aliases += below.aliases
        return Shape(depth, aliases)

    def roots(self, selection: SelectionSetNode, inside: frozenset[str]) -> int:
        """How many fields of the root are asked for."""
        found = 0
        for node in selection.selections:
            if isinstance(node, FieldNode):
                found += 1
            elif isinstance(node, InlineFragmentNode):
                found += self.roots(node.selection_set, inside)
            elif isinstance(node, FragmentSpreadNode):
                name = node.name.value
                if name in self._fragments and name not in inside:
                    found += self.roots(self._fragments[name].selection_set, inside | {name})
            if found > MAX_ROOT_FIELDS:
                break
        return found

    def _spread(self, node: Any, inside: frozenset[str]) -> Shape:
        if isinstance(node, InlineFragmentNode):
            return self.selection(node.selection_set, inside)
        name = node.name.value
        if name in inside or name not in self._fragments:
            return Shape()
        if name not in self._known:
            self._known[name] = self.selection(self._fragments[name].selection_set, inside | {name})
        return self._known[name]


@dataclass(slots=True)
class _Prices:
    """Cost of selections for one parent row."""

    schema: GraphQLSchema
    fragments: Mapping[str, FragmentDefinitionNode]
    variables: Mapping[str, Any]
    _known: dict[tuple[str, str], int] = field(default_factory=dict)

    def selection(self, selection: SelectionSetNode, of: GraphQLNamedType) -> int:
        return sum(self._node(node, of) for node in selection.selections)

    def _node(self, node: Any, of: GraphQLNamedType) -> int:
        if isinstance(node, FieldNode):
            return self._field(node, of)
        if isinstance(node, InlineFragmentNode):
            condition = node.type_condition
            inner = self.schema.get_type(condition.name.value) if condition else of
            return self.selection(node.selection_set, inner or of)
        name = node.name.value
        if (name, of.name) not in self._known:
            fragment = self.fragments[name]
            inner = self.schema.get_type(fragment.type_condition.name.value)
            self._known[name, of.name] = self.selection(fragment.selection_set, inner or of)
        return self._known[name, of.name]

    def _field(self, node: FieldNode, of: GraphQLNamedType) -> int:
        name = node.name.value
        definition: GraphQLField | None = getattr(of, "fields", {}).get(name)
        if definition is None or node.selection_set is None:
            return 0
        inner = get_named_type(definition.type)
        if not is_composite_type(inner):
            return 0
        below = self.selection(node.selection_set, inner)
        if name in FREE:
            return below
        extra = TABLE_COST if name in TABLES else 0
        return extra + self._size(node, definition) * (1 + below)

    def _size(self, node: FieldNode, definition: GraphQLField) -> int:
        """How many rows the field may have."""
        if any(each.name.value == ONE for each in node.arguments):
            return 1
        if "first" in definition.args:
            return self._first(node)
        kind = definition.type
        if isinstance(kind, GraphQLNonNull):
            kind = kind.of_type
        return LIST_SIZE if isinstance(kind, GraphQLList) else 1

    def _first(self, node: FieldNode) -> int:
        given: Any = DEFAULT_SIZE
        for argument in node.arguments:
            if argument.name.value != "first":
                continue
            if isinstance(argument.value, IntValueNode):
                given = int(argument.value.value)
            elif isinstance(argument.value, VariableNode):
                given = self.variables.get(argument.value.name.value)
        size = given if isinstance(given, int) else DEFAULT_SIZE
        return min(max(size, 1), settings.API_MAX_PAGE_SIZE)


def cost_of(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Mapping[str, Any],
) -> int:
    """How many objects a valid document may return."""
    root = schema.get_root_type(operation.operation)
    if not isinstance(root, GraphQLObjectType):
        return 0
    given = {**dict(_defaults(operation)), **variables}
    return _Prices(schema, fragments_of(document), given).selection(operation.selection_set, root)


def require_affordable(cost: int) -> None:
    """Raise ``ApiError(400, "graphql.too_costly")`` for what is beyond the budget."""
    if cost > settings.GRAPHQL_BUDGET:
        raise ApiError(400, "graphql.too_costly", {"cost": cost, "budget": settings.GRAPHQL_BUDGET})


def _defaults(operation: OperationDefinitionNode) -> Iterator[tuple[str, Any]]:
    for each in operation.variable_definitions:
        if isinstance(each.default_value, IntValueNode):
            yield each.variable.name.value, int(each.default_value.value)
