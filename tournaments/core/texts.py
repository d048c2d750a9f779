"""From a code and its parameters to a sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from pairing.messages import SENTENCES

from .errors import DomainError
from .reasons import blockers_text
from .sentences import TEXTS, TITLES

LONGEST_LIST = 10
"""A sentence names so many of a list; the parameters hold all."""


class _Params(dict[str, str]):
    """Parameters of a sentence; one that is missing leaves a mark instead of an error."""

    def __missing__(self, name: str) -> str:
        return "?"


def _written(value: Any) -> str:
    if isinstance(value, list | tuple):
        named = ", ".join(_pair_or_item(each) for each in value[:LONGEST_LIST])
        return f"{named} …" if len(value) > LONGEST_LIST else named or "-"
    if isinstance(value, Mapping):
        if "white" in value and "black" in value:
            return f"{value['board']} ({_written(value['white'])} – {_written(value['black'])})"
        return " ".join(_written(each) for name, each in value.items() if name != "entry")
    return str(value)


def _pair_or_item(value: Any) -> str:
    """A list inside a list is a pair of players."""
    return "–".join(map(str, value)) if isinstance(value, list | tuple) else _written(value)


def is_known(code: str) -> bool:
    """Whether the code has a sentence of its own."""
    return code in TEXTS or code in SENTENCES


def all_codes() -> list[str]:
    """Every code that has a sentence."""
    return sorted(TEXTS.keys() | SENTENCES.keys())


def template_for(code: str) -> str:
    """The sentence with its placeholders."""
    return str(TEXTS[code]) if code in TEXTS else gettext(SENTENCES[code])


def text_for(code: str, params: Mapping[str, Any], status: int) -> str:
    """The sentence for ``code``; the status's title if the code has none."""
    written = _Params({name: _written(value) for name, value in params.items()})
    if code in TEXTS:
        text = str(TEXTS[code]) % written
        more = blockers_text(params) if code == "pairing.no_legal_pairing" else ""
        return f"{text} {more}".rstrip()
    if code in SENTENCES:
        return gettext(SENTENCES[code]).format_map(written)
    return title_for(status)


def sentence(refusal: DomainError) -> str:
    """The sentence and the code of a refusal, for people at a terminal or in the admin site."""
    return f"{text_for(refusal.code, refusal.params, refusal.status)} ({refusal.code})"


def title_for(status: int) -> str:
    """Short title of an HTTP status."""
    return str(TITLES.get(status, status))
