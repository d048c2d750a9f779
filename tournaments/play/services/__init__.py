"""Writes of rounds and results."""

from .batches import ResultEntry, ResultSheet, record_results
from .results import confirm_result, record_result
from .rounds import pair_by_hand, publish_round, unpair_round

__all__ = [
    "ResultEntry",
    "ResultSheet",
    "confirm_result",
    "pair_by_hand",
    "publish_round",
    "record_result",
    "record_results",
    "unpair_round",
]
