"""Random tournaments: simulated players, results, absences; pairings by the engine.

One seed gives the same tournaments on every machine and Python version
(:mod:`pairing.draws` says how).
"""

from .options import GeneratorOptions
from .simulation import generate_tournament, seeded

__all__ = ["GeneratorOptions", "generate_tournament", "seeded"]
