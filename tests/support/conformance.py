"""Whether an answer is one that the OpenAPI document describes, to the letter.

Stricter than the document's schemas are for clients: a member that is not
described is a fault here, because nobody could know of it.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema_rs

from tests.support import openapi


def _closed(value: Any) -> Any:
    """The schema with every object limited to the members that it describes."""
    if isinstance(value, list):
        return [_closed(each) for each in value]
    if not isinstance(value, dict):
        return value
    closed = {name: _closed(each) for name, each in value.items()}
    if isinstance(value.get("properties"), dict) and value.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed


@cache
def _components() -> dict[str, Any]:
    return _closed(openapi.document()["components"])


@cache
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(
        {**json.loads(schema), "components": _components()}, validate_formats=True
    )


def schema_faults(schema: dict[str, Any], value: Any) -> list[str]:
    """What is wrong with a value, each with its place."""
    validator = _validator(json.dumps(_closed(schema), sort_keys=True))
    return [
        f"{'/'.join(map(str, each.instance_path))}: {each.message}"
        for each in validator.iter_errors(value)
    ]


def faults(operation: dict[str, Any], status: int, media_type: str, content: bytes) -> list[str]:
    """How an answer differs from what the operation promises."""
    described = operation["responses"].get(str(status))
    if described is None:
        return [f"status {status} is not described: {content[:300]!r}"]
    media_type = media_type.split(";")[0].strip()
    bodies = described.get("content", {})
    if not bodies:
        return [f"a body that is not described: {content[:300]!r}"] if content else []
    if media_type not in bodies:
        return [f"media type {media_type!r} is not described with {status}"]
    if media_type not in ("application/json", "application/problem+json"):
        return []
    return schema_faults(bodies[media_type]["schema"], json.loads(content))
