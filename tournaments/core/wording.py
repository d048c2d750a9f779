"""Sentences for refusals.

The domain speaks in codes.  What turns them into text belongs to the doors,
one of which registers its function here when Django starts; the admin site and
the commands ask for sentences without knowing where they come from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .errors import DomainError

Speaker = Callable[[str, Mapping[str, Any], int], str]
"""From code, parameters and status to a sentence in the active language."""

_speakers: list[Speaker] = []


def speak_with(speaker: Speaker) -> None:
    """Let this function find the sentences from now on."""
    _speakers[:] = [speaker]


def sentence(refusal: DomainError) -> str:
    """The sentence and the code of a refusal; only the code if nobody has sentences."""
    if not _speakers:
        return str(refusal)
    text = _speakers[0](refusal.code, refusal.params, refusal.status)
    return f"{text} ({refusal.code})"
