"""English sentences for the codes of all engines and codecs that have their own.

A template may use the parameters of the finding, notice or refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .roundrobin.messages import SENTENCES as ROUND_ROBIN
from .trf.messages import SENTENCES as REPORT_FILES

SENTENCES: dict[str, str] = {**REPORT_FILES, **ROUND_ROBIN}


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """The sentence for a code; lists are written with commas, an unknown code as it is."""
    if code not in SENTENCES:
        return f"{code} {dict(params)}"
    written = {
        name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        for name, value in params.items()
    }
    return SENTENCES[code].format_map(written)
