"""The committed OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import yaml

from tests.paths import ROOT

PATH = ROOT / "docs" / "openapi.yaml"


@cache
def document() -> dict[str, Any]:
    """The document, read once."""
    return yaml.load(PATH.read_text(), Loader=yaml.CSafeLoader)


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """``(method, path, operation)`` of all routes."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation
