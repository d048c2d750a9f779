"""Registry of pairing systems: code -> what it does and what it supports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import RecordError
from .proposal import RoundPairing
from .record import TournamentRecord
from .roundrobin import fixed, keizer, monrad, schedules
from .roundrobin.schedules import Schedule
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

    Systems with a fixed schedule give the whole of it (``schedule``) and say
    how many rounds so many cycles take (``rounds``); their results may come in
    any order.  ``type_code`` is the 192 code to write for a record, where it is
    not simply the first of ``type_codes``.  ``bye_points`` is the value of the
    PAB (tenths) unless another one is announced, ``None`` that of a win.
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
    min_participants: int = 2
    schedule: Callable[[TournamentRecord], Schedule] | None = None
    rounds: Callable[[TournamentRecord, int], int] | None = None
    type_code: Callable[[TournamentRecord], str] | None = None
    bye_points: int | None = None

    @property
    def predetermined(self) -> bool:
        """Whether the pairings do not depend on results (C.07 15.2)."""
        return self.schedule is not None


MAX_CYCLES = 99
"""Largest n of a ``_Gn`` type code that is read."""


def _berger_codes(team: str = "") -> tuple[str, ...]:
    """The type codes of round robins by Berger tables."""
    kinds = (
        f"{name}_{team}{kind}"
        for kind in ("ROUNDROBIN", "DOUBLEROUNDROBIN")
        for name in ("BERGER", "FIDE")
    )
    return (*kinds, *_cycle_codes(f"BERGER_{team}ROUNDROBIN"))


def _cycle_codes(code: str) -> tuple[str, ...]:
    return tuple(f"{code}_G{cycles}" for cycles in range(1, MAX_CYCLES + 1))


def _fixed(
    code: str,
    title: str,
    schedule: Callable[[TournamentRecord], Schedule],
    rounds: Callable[[TournamentRecord, int], int],
    type_code: Callable[[TournamentRecord], str],
    *,
    type_codes: tuple[str, ...] = (),
    pair_round: Callable[..., RoundPairing] | None = None,
    smallest: int = 2,
    largest: int = 1000,
    teams: bool = False,
) -> System:
    """A system that follows a schedule; a rest is worth nothing unless announced."""
    return System(
        code=code,
        title=title,
        type_codes=type_codes,
        pair_round=pair_round or fixed.pairer(schedule),
        editions=("2026",),
        min_participants=smallest,
        max_participants=largest,
        teams=teams,
        schedule=schedule,
        rounds=rounds,
        type_code=type_code,
        bye_points=0,
    )


def _custom(code: str) -> Callable[[TournamentRecord], str]:
    return lambda record: code


_ROUND_ROBINS = (
    _fixed(
        "round-robin",
        "Round robin (Berger tables)",
        schedules.round_robin,
        schedules.round_robin_rounds,
        schedules.round_robin_type,
        type_codes=_berger_codes(),
    ),
    _fixed(
        "crenshaw",
        "Round robin (Crenshaw-Berger tables)",
        schedules.crenshaw_berger,
        schedules.round_robin_rounds,
        _custom("CUSTOM_ROUNDROBIN"),
    ),
    _fixed(
        "berger-reversed",
        "Round robin (Berger tables, rounds reversed)",
        schedules.berger_reversed,
        schedules.round_robin_rounds,
        _custom("CUSTOM_ROUNDROBIN"),
    ),
    _fixed(
        "quads",
        "Quads",
        schedules.quads,
        schedules.quads_rounds,
        _custom("CUSTOM_ROUNDROBIN"),
        pair_round=fixed.pair_quads,
        smallest=4,
        largest=10_000,
    ),
    _fixed(
        "groups",
        "Round robins in groups",
        schedules.groups,
        schedules.groups_rounds,
        _custom("CUSTOM_ROUNDROBIN"),
        smallest=4,
        largest=10_000,
    ),
    _fixed(
        "scheveningen",
        "Scheveningen",
        schedules.scheveningen_match,
        schedules.scheveningen_rounds,
        schedules.scheveningen_type,
        type_codes=(
            "FIDE_SCHEVENINGEN",
            "FIDE_DOUBLESCHEVENINGEN",
            *_cycle_codes("FIDE_SCHEVENINGEN"),
        ),
        teams=True,
        largest=400,
    ),
    _fixed(
        "skalitzka",
        "Skalitzka (three teams at once)",
        schedules.skalitzka_match,
        schedules.skalitzka_rounds,
        _custom("CUSTOM_TEAM_ROUNDROBIN"),
        teams=True,
        smallest=6,
    ),
    _fixed(
        "team-round-robin",
        "Team round robin or match (Berger tables)",
        schedules.team_round_robin,
        schedules.team_round_robin_rounds,
        schedules.team_round_robin_type,
        type_codes=_berger_codes("TEAM_"),
        teams=True,
        largest=10_000,
    ),
)
_LADDERS = (
    System(
        code="keizer",
        title="Keizer",
        type_codes=(),
        pair_round=keizer.pair_round,
        editions=("2026",),
        max_participants=1000,
        type_code=_custom("CUSTOM_SWISS"),
    ),
    System(
        code="monrad",
        title="Monrad (house rules)",
        type_codes=(),
        pair_round=monrad.pair_round,
        editions=("2026",),
        max_participants=1000,
        type_code=_custom("CUSTOM_SWISS"),
    ),
)


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
    **{entry.code: entry for entry in (*_ROUND_ROBINS, *_LADDERS)},
}


def system(code: str) -> System:
    """The registered system; raises ``RecordError("system.unknown")``."""
    try:
        return SYSTEMS[code]
    except KeyError:
        raise RecordError("system.unknown", system=code, known=sorted(SYSTEMS)) from None


def type_code(record: TournamentRecord, system_code: str) -> str:
    """The TRF26 192 code to write for a record that this system pairs, without ``_BAKU``.

    Raises ``RecordError("system.unknown")`` and what the system's schedule raises.
    """
    entry = system(system_code)
    return entry.type_code(record) if entry.type_code else entry.type_codes[0]


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
