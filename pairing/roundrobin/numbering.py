"""Starting numbers: by lot, by rating.  Varma's restricted draw is in :mod:`.varma`.

Numbers are given once, published, and kept; a draw is logged with its seed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..draws import Draws
from ..errors import RecordError
from ..record import Participant
from .tables import Notice


@dataclass(frozen=True, slots=True)
class Numbering:
    """Who has which starting number.

    ``order[i]`` is the pairing number, in the list before, of whoever gets
    number i + 1.  ``method`` is ``lot``, ``rating`` or ``varma``; ``seed`` drew
    it.  ``log`` has the steps of the draw as plain JSON data.
    """

    order: tuple[int, ...]
    method: str
    seed: int | None = None
    log: tuple[dict[str, Any], ...] = ()
    notices: tuple[Notice, ...] = ()

    def number_of(self, entrant: int) -> int:
        """The starting number drawn for a pairing number of the list before.

        Raises ``RecordError("record.unknown_participant")``.
        """
        try:
            return self.order.index(entrant) + 1
        except ValueError:
            raise RecordError("record.unknown_participant", number=entrant) from None


def by_lot(numbers: Sequence[int], seed: int) -> Numbering:
    """Everybody draws, in the order of the list; the same seed gives the same numbers."""
    draws = Draws(random.Random(seed))
    slips = draws.some_of(range(1, len(numbers) + 1), len(numbers))
    order = [0] * len(numbers)
    for entrant, slip in zip(numbers, slips, strict=True):
        order[slip - 1] = entrant
    log = tuple(
        {"entrant": entrant, "number": slip} for entrant, slip in zip(numbers, slips, strict=True)
    )
    return Numbering(tuple(order), "lot", seed, log)


def by_rating(people: Sequence[Participant]) -> Numbering:
    """The highest rated gets number 1, the unrated follow; equals keep the order of the list."""
    ranked = sorted(people, key=lambda person: -(person.rating or 0))
    return Numbering(tuple(person.number for person in ranked), "rating")
