"""From a criterion to the method that computes it."""

from __future__ import annotations

from .buchholz import AdjustedScore, AverageOfOpponentsBuchholz, Buchholz
from .codes import Criterion
from .direct_encounter import DirectEncounter, ExtendedDirectEncounter
from .koya import Koya
from .methods import GroupMethod, Method
from .own_results import PairingNumber, Points, ProgressiveScores, RoundCount, StandardPoints
from .performance import (
    AverageOfOpponents,
    AverageRating,
    PerfectPerformance,
    PerformanceRating,
    Rating,
)
from .sonneborn_berger import SonnebornBerger
from .tables import Tables
from .teams import BoardCount, BoardOrder, ScoreStrengthCombination
from .uschess import (
    USCumulative,
    USCumulativeOfOpposition,
    USKashdan,
    USOpponents,
    USOpposition,
    USResultBetweenTied,
    USSonnebornBerger,
)

METHODS: dict[str, type[Method] | type[GroupMethod]] = {
    **dict.fromkeys(("PTS", "MPTS", "GPTS", "MPvGP"), Points),
    **dict.fromkeys(("WIN", "WON", "BPG", "BWG", "REP", "VUR", "USBLK"), RoundCount),
    "PS": ProgressiveScores,
    "STD": StandardPoints,
    "TPN": PairingNumber,
    "DE": DirectEncounter,
    **dict.fromkeys(("BH", "FB"), Buchholz),
    "AOB": AverageOfOpponentsBuchholz,
    **dict.fromkeys(("ABH", "AFB"), AdjustedScore),
    **dict.fromkeys(("SB", "EMMSB", "EMGSB", "EGMSB", "EGGSB"), SonnebornBerger),
    "KS": Koya,
    "ARO": AverageRating,
    "TPR": PerformanceRating,
    "PTP": PerfectPerformance,
    **dict.fromkeys(("APRO", "APPO"), AverageOfOpponents),
    "RTNG": Rating,
    "BC": BoardCount,
    **dict.fromkeys(("TBR", "BBE"), BoardOrder),
    **dict.fromkeys(("EDE", "EDEC", "EDET", "EDEB", "EDEBT", "EDEBB"), ExtendedDirectEncounter),
    "SSSC": ScoreStrengthCombination,
    **dict.fromkeys(("USMM", "USSOL", "USMED"), USOpponents),
    "USCUM": USCumulative,
    "USCOP": USCumulativeOfOpposition,
    "USKAS": USKashdan,
    "USSB": USSonnebornBerger,
    "USRTP": USResultBetweenTied,
    **dict.fromkeys(("USOPR", "USAVG"), USOpposition),
}


def method_for(tables: Tables, criterion: Criterion) -> Method | GroupMethod:
    """The method of a criterion over these tables."""
    return METHODS[criterion.name](tables, criterion)
