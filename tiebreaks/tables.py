"""What several tie-breaks share: the field under one edition and one reading of the rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from .field import Field
from .readings import Readings

T = TypeVar("T")


class Tables:
    """The field with the rules to read it by, and a cache of what was derived from both.

    ``unrated`` is the rating announced for players without one (art. 10).
    ``checker_defects`` repeats known faults of FIDE's checker (digest 17.2)
    and exists for comparisons with it only.
    """

    def __init__(
        self,
        field: Field,
        edition: str,
        readings: Readings | None = None,
        *,
        unrated: int | None = None,
        checker_defects: bool = False,
    ) -> None:
        self.field = field
        self.edition = edition
        self.readings = readings or Readings()
        self.unrated = unrated
        self.checker_defects = checker_defects
        self._derived: dict[Hashable, Any] = {}

    def derived(self, key: Hashable, compute: Callable[[], T]) -> T:
        """The result of ``compute``, computed once for ``key``."""
        if key not in self._derived:
            self._derived[key] = compute()
        return cast(T, self._derived[key])
