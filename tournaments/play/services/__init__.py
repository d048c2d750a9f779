"""Writes of rounds and results."""

from .results import ResultEntry, confirm_result, record_result, record_results
from .rounds import pair_by_hand, publish_round, unpair_round

__all__ = [
    "ResultEntry",
    "confirm_result",
    "pair_by_hand",
    "publish_round",
    "record_result",
    "record_results",
    "unpair_round",
]
