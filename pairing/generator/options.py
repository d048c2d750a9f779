"""What a generated tournament looks like."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import RecordError
from ..scoring import STANDARD, PointSystem

ACCELERATIONS = ("none", "baku", "mixed")

Range = tuple[int, int]
"""Smallest and largest value, both included."""


@dataclass(frozen=True, slots=True)
class GeneratorOptions:
    """Sizes and rates; every rate is in millionths (see :mod:`pairing.draws`).

    ========================= ====================================================
    ``draws``                 games drawn between equally rated players (less often
                              between unequal ones)
    ``forfeits``              pairings decided because one side did not come
    ``double_forfeits``       pairings where neither side came
    ``half_point_byes`` ...   requested byes per player and round
    ``late_entries``          players who arrive after round 1
    ``withdrawals``           players who leave before the end
    ``prohibited_pairs``      number of pairs that must not meet
    ``acceleration``          ``none``, ``baku``, or ``mixed`` (either, by lot)
    ``rating_spread``         standard deviation of the ratings
    ========================= ====================================================

    Raises ``RecordError`` (``generate.bad_range``, ``generate.bad_acceleration``,
    ``generate.baku_points``) for values that make no tournament.
    """

    players: Range = (40, 120)
    rounds: Range = (9, 9)
    draws: int = 300_000
    forfeits: int = 15_000
    double_forfeits: int = 2_000
    half_point_byes: int = 15_000
    zero_point_byes: int = 10_000
    full_point_byes: int = 0
    late_entries: int = 30_000
    withdrawals: int = 40_000
    prohibited_pairs: Range = (0, 0)
    acceleration: str = "none"
    points: PointSystem = STANDARD
    rating_average: int = 1800
    rating_spread: int = 250

    def __post_init__(self) -> None:
        for name, smallest, largest in (
            ("players", 2, 9999),
            ("rounds", 1, 99),
            ("prohibited_pairs", 0, 9999),
            ("rating_average", 1000, 2900),
            ("rating_spread", 0, 1000),
        ):
            given = getattr(self, name)
            low, high = given if isinstance(given, tuple) else (given, given)
            if not smallest <= low <= high <= largest:
                raise RecordError(
                    "generate.bad_range",
                    option=name,
                    value=f"{low}-{high}" if isinstance(given, tuple) else given,
                    smallest=smallest,
                    largest=largest,
                )
        if self.acceleration not in ACCELERATIONS:
            raise RecordError(
                "generate.bad_acceleration", value=self.acceleration, known=list(ACCELERATIONS)
            )
        # C.04.7 1.1: the virtual points presume win = two draws and loss = 0.
        fair = self.points.win == 2 * self.points.draw and self.points.loss == 0
        if self.acceleration != "none" and not fair:
            raise RecordError("generate.baku_points", win=self.points.win, draw=self.points.draw)
