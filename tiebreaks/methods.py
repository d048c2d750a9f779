"""The two shapes of a tie-break: a value of one's own, or a place inside a tied group."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from .codes import Criterion
from .tables import Tables
from .values import Notice, Working


class Method(ABC):
    """A tie-break whose value does not depend on who is tied.

    ``decimals`` is the unit of the value, ``worth_decimals`` and
    ``counted_decimals`` those of its contributions.  ``undefined`` says why
    nobody has a value: then it decides nothing.
    """

    decimals = 0
    worth_decimals = 0
    counted_decimals = 0
    undefined: Notice | None = None

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        self.tables = tables
        self.field = tables.field
        self.criterion = criterion

    @abstractmethod
    def working(self, position: int) -> Working:
        """The value of the participant at ``position`` and what it is made of."""


class GroupMethod(ABC):
    """A tie-break that exists only inside a group tied on everything before it."""

    decimals = 0
    worth_decimals = 0
    counted_decimals = 0

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        self.tables = tables
        self.field = tables.field
        self.criterion = criterion

    @abstractmethod
    def values(self, group: Sequence[int]) -> dict[int, int]:
        """The value of each of the ``group`` (at least two positions)."""

    @abstractmethod
    def working(self, group: Sequence[int], position: int) -> Working:
        """The value of one of the ``group`` and what it is made of."""


def places(ordered: Sequence[Sequence[int]]) -> dict[int, int]:
    """Places inside a group from its parts in order, 1, 2, 2, 4; all 0 if it stayed whole."""
    if len(ordered) == 1:
        return dict.fromkeys(ordered[0], 0)
    result: dict[int, int] = {}
    place = 1
    for part in ordered:
        result.update(dict.fromkeys(part, place))
        place += len(part)
    return result
