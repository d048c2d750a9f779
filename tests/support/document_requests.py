"""Requests made from the OpenAPI document, with objects that exist."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from hypothesis import strategies as st

from tests.api.matrix import MATRIX, sent
from tests.support import openapi

READERS = ("superuser", "owner", "stranger", "federation_key", "anonymous")


def path_of(method: str, row_path: str) -> str | None:
    """The document's path for the path of a row of the matrix."""
    asked = f"/api/v1/{row_path.split('?')[0]}".split("/")
    for other, path, _ in openapi.operations():
        parts = path.split("/")
        if other == method and len(parts) == len(asked) and _fits(parts, asked):
            return path
    return None


def _fits(parts: list[str], asked: list[str]) -> bool:
    """Written-out parts must be the same; a parameter takes anything."""
    return all(
        part == given or part.startswith("{") for part, given in zip(parts, asked, strict=True)
    )


class Objects:
    """The world of the permission matrix, by the names that the document uses."""

    def __init__(self, world: SimpleNamespace) -> None:
        self.names = vars(world)
        self.parameters: dict[str, list[str]] = defaultdict(list)
        self.bodies: dict[tuple[str, str], list[Any]] = defaultdict(list)
        for method, row_path, body, _ in MATRIX:
            path = path_of(method, row_path)
            assert path, row_path
            self._learn(path, row_path)
            if body is not None:
                self.bodies[method, path].append(sent(body, self.names))
        self.ids = sorted({str(each) for each in self.names.values() if isinstance(each, UUID)})

    def _learn(self, path: str, row_path: str) -> None:
        asked = f"/api/v1/{row_path.split('?')[0]}".split("/")
        for part, given in zip(path.split("/"), asked, strict=True):
            if part.startswith("{"):
                value = given.format(**self.names)
                if value not in self.parameters[part.strip("{}")]:
                    self.parameters[part.strip("{}")].append(value)

    @staticmethod
    def _named(value: Any) -> bool:
        try:
            UUID(value)
        except (TypeError, ValueError, AttributeError):
            return False
        return True

    def existing(self, draw: st.DrawFn, value: Any) -> Any:
        """A body whose ids are, more often than not, those of objects."""
        if isinstance(value, dict):
            return {name: self.existing(draw, each) for name, each in value.items()}
        if isinstance(value, list):
            return [self.existing(draw, each) for each in value]
        if self._named(value) and draw(st.integers(0, 3)) < 3:
            return draw(st.sampled_from(self.ids))
        return value


@st.composite
def requests(draw: st.DrawFn, operation: Any, objects: Objects) -> tuple[str, Any]:
    """A reader and a case of the operation.

    The objects in the address exist three times in four.  A body is as the
    document has it, or one that is known to work with some members of such a
    one, so that more than the first check of a service is reached.
    """
    case = draw(operation.as_strategy())
    reader = draw(st.sampled_from(READERS))
    if isinstance(case.path_parameters, dict):
        for name in case.path_parameters:
            if objects.parameters[name] and draw(st.integers(0, 3)) < 3:
                case.path_parameters[name] = draw(st.sampled_from(objects.parameters[name]))
    if "If-Match" in (case.headers or {}) and draw(st.integers(0, 3)) < 3:
        case.headers["If-Match"] = "*"
    known = objects.bodies[operation.method.upper(), operation.path]
    if isinstance(case.body, dict | list):
        case.body = objects.existing(draw, case.body)
    if known and draw(st.integers(0, 1)) < 1:
        case.body = _crossed(draw, draw(st.sampled_from(known)), case.body)
    return reader, case


def _crossed(draw: st.DrawFn, works: dict[str, Any], generated: Any) -> Any:
    """A body that works, with some members as they were generated."""
    if "raw" in works:
        return generated if isinstance(generated, dict) else works["raw"]
    body = works["body"]
    if not (isinstance(body, dict) and isinstance(generated, dict) and generated):
        return body
    chosen = draw(st.sets(st.sampled_from(sorted(generated))))
    return body | {name: generated[name] for name in sorted(chosen)}
