"""Remarks: what was guessed, adjusted or cannot be used, as codes with parameters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to look at; ``line`` counts from 1 in the file, 0 is all of it."""

    code: str
    line: int = 0
    params: dict[str, Any] = field(default_factory=dict)


def note(code: str, line: int = 0, **params: Any) -> Remark:
    """A remark."""
    return Remark(code, line, params)
