"""Writes of rounds and results."""

from .results import confirm_result, record_result
from .rounds import pair_by_hand, publish_round, unpair_round

__all__ = [
    "confirm_result",
    "pair_by_hand",
    "publish_round",
    "record_result",
    "unpair_round",
]
