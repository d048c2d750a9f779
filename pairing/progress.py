"""Progress of the long commands: a bar on a terminal, silence elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def steps(items: Iterable[T], label: str, total: int) -> Iterator[T]:
    """Pass ``items`` on; standard error shows how far it got if it is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    # Only a person at a terminal waits for this import.
    from rich.console import Console
    from rich.progress import track

    yield from track(items, description=label, total=total, console=Console(stderr=True))
