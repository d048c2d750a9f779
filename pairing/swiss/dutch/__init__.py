"""FIDE (Dutch) System, C.04.3 in force from 1 February 2026."""

from .engine import pair_round

__all__ = ["pair_round"]
