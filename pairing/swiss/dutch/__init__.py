"""FIDE (Dutch) System, C.04.3 in force from 1 February 2026."""

from __future__ import annotations

from ...proposal import RoundPairing
from ...record import TournamentRecord


def pair_round(
    record: TournamentRecord, *, explain: bool = False, progress: object = None
) -> RoundPairing:
    raise NotImplementedError
