"""English sentences for finding codes; other languages translate the codes themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SENTENCES: dict[str, str] = {}


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """One sentence for a finding; falls back to the code and its parameters."""
    template = SENTENCES.get(code)
    if template is None:
        details = ", ".join(f"{name}={value}" for name, value in params.items() if value != "")
        return f"{code} ({details})" if details else code
    return template.format_map(params)
