"""Random draws that come out the same on every machine and Python version.

Of the standard generator (Mersenne Twister, seeded with an integer) only
``getrandbits`` is used: its words are fixed by the algorithm.  What the
library builds on top (``randrange``, ``shuffle``, ``choices``, ``gauss``...)
has changed between versions and may change again, and floating-point
functions differ between C libraries; so the few draws needed are made here,
from integers only.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import TypeVar

from .errors import RecordError

T = TypeVar("T")

MILLION = 1_000_000
"""Probabilities are whole numbers of millionths."""


def share(text: str) -> int:
    """Millionths from a decimal between 0 and 1: ``share("0.25") == 250_000``.

    Raises ``RecordError("generate.bad_share")``.
    """
    try:
        value = Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        raise RecordError("generate.bad_share", value=text) from None
    if not value.is_finite() or not 0 <= value <= 1:
        raise RecordError("generate.bad_share", value=text)
    return int(value * MILLION)


class Draws:
    """Whole-number draws from one ``random.Random``."""

    def __init__(self, source: random.Random) -> None:
        self._bits = source.getrandbits

    def below(self, bound: int) -> int:
        """Uniform in ``0 <= value < bound`` (bound >= 1), by rejection."""
        width = (bound - 1).bit_length()
        while True:
            value = self._bits(width) if width else 0
            if value < bound:
                return value

    def between(self, lowest: int, highest: int) -> int:
        """Uniform, both ends included."""
        return lowest + self.below(highest - lowest + 1)

    def happens(self, millionths: int) -> bool:
        """True with the given probability."""
        return self.below(MILLION) < millionths

    def one_of(self, items: Sequence[T]) -> T:
        """One element of a non-empty sequence, uniformly."""
        return items[self.below(len(items))]

    def some_of(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` different elements in random order."""
        pool = list(items)
        return [pool.pop(self.below(len(pool))) for _ in range(count)]

    def bell(self, spread: int) -> int:
        """Roughly normal around 0 with standard deviation ``spread``.

        The sum of twelve uniform draws has a variance of one unit squared.
        """
        total = sum(self.below(2 * 1000 + 1) - 1000 for _ in range(12))
        return total * spread // 2000
