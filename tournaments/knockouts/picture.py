"""The picture of a bracket for a reader."""

from __future__ import annotations

import base64
import hashlib
import re

from pairing.knockout import picture

from .loading import Loaded
from .presentation import word

TREE, PRINT, LIST = "tree", "print", "list"
FORMS = (TREE, PRINT, LIST)
"""On one page as far as it goes; in larger letters on more pages; in the width of a phone."""

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def pages_of(loaded: Loaded, form: str = TREE) -> tuple[str, ...]:
    """SVG documents, one a page."""
    names = {number: each.entry.name for number, each in loaded.entrants.items()}
    title = loaded.bracket.tournament.name
    if form == LIST:
        return (picture.bracket_list(loaded.drawn, names, title=title, word=word),)
    cutting = picture.PRINT if form == PRINT else picture.SCREEN
    return picture.bracket_pages(loaded.drawn, names, title=title, word=word, cutting=cutting)


def policy_for(document: str) -> str:
    """A content security policy that allows the picture's own style and nothing else."""
    digests = (
        base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        for style in _STYLE.findall(document)
    )
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    return f"default-src 'none'; style-src {allowed}; frame-ancestors 'self'"
