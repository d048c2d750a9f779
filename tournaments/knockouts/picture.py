"""The picture of a bracket for a reader."""

from __future__ import annotations

import base64
import hashlib
import re

from pairing.knockout.picture import bracket_list, bracket_pages

from .loading import Loaded
from .presentation import word

TREE, LIST = "tree", "list"
FORMS = (TREE, LIST)

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def pages_of(loaded: Loaded, form: str = TREE) -> tuple[str, ...]:
    """SVG documents: the tree page by page, or one list in the width of a phone."""
    names = {number: each.entry.name for number, each in loaded.entrants.items()}
    title = loaded.bracket.tournament.name
    if form == LIST:
        return (bracket_list(loaded.drawn, names, title=title, word=word),)
    return bracket_pages(loaded.drawn, names, title=title, word=word)


def policy_for(picture: str) -> str:
    """A content security policy that allows the picture's own style and nothing else."""
    digests = (
        base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        for style in _STYLE.findall(picture)
    )
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    return f"default-src 'none'; style-src {allowed}; frame-ancestors 'self'"
