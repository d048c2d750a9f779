"""Registry of pairing systems: code -> what it does and what it supports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import RecordError
from .proposal import RoundPairing
from .record import TournamentRecord
from .swiss import dutch

Progress = Callable[[int, int], None]
"""Called with (participants settled, participants in all); may raise to cancel."""


Why = Callable[[TournamentRecord, int, int | None], Any]
"""From a record and two pairing numbers (``None``: the PAB): why these are not paired, as
a dataclass of JSON data."""

FirstDifference = Callable[
    [TournamentRecord, Sequence[tuple[int, int | None]], Sequence[tuple[int, int | None]]],
    str | None,
]
"""From a record and two sets of boards of its next round, the expected and the found
ones: the first criterion or ordering rule that decides between them, if there is one."""


@dataclass(frozen=True, slots=True)
class System:
    """One pairing system.

    ``type_codes`` are the TRF26 192 codes that mean it, without ``_BAKU``.
    ``pair_round`` takes a record and pairs round ``record.completed + 1``.
    """

    code: str
    title: str
    type_codes: tuple[str, ...]
    pair_round: Callable[..., RoundPairing]
    editions: tuple[str, ...]
    max_participants: int
    teams: bool = False
    acceleration: bool = False
    why: Why | None = None
    first_difference: FirstDifference | None = None


SYSTEMS: dict[str, System] = {
    "dutch": System(
        code="dutch",
        title="FIDE (Dutch) System",
        type_codes=("FIDE_DUTCH", "FIDE_DUTCH_2026", "FIDE_DUTCH_2025"),
        pair_round=dutch.pair_round,
        editions=("2026",),
        max_participants=100_000,
        acceleration=True,
        why=dutch.why,
        first_difference=dutch.deciding_rule,
    ),
}


def system(code: str) -> System:
    """The registered system; raises ``RecordError("system.unknown")``."""
    try:
        return SYSTEMS[code]
    except KeyError:
        raise RecordError("system.unknown", system=code, known=sorted(SYSTEMS)) from None


def pair_round(
    record: TournamentRecord,
    system_code: str = "dutch",
    *,
    explain: bool = False,
    progress: Progress | None = None,
) -> RoundPairing:
    """Pair round ``record.completed + 1``.

    Raises ``RecordError`` for a record that cannot be paired at all (unknown
    system, last round already recorded, results missing, nobody present) and
    ``NoLegalPairing`` when no complete legal pairing exists.
    """
    return system(system_code).pair_round(record, explain=explain, progress=progress)
