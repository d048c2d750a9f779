"""FIDE (Dutch) System, C.04.3 in force from 1 February 2026.

Beside the articles:

============================ =====================================================
:mod:`.state`                article 1: scores, floats, colour preferences
:mod:`.criteria`             article 2: the criteria as predicates of a pair
:mod:`.completion`           1.9, C2, C4, C5: can the rest still be paired?
:mod:`.bracket`              1.3: who is in a bracket
:mod:`.bounds`               what the best candidate of a bracket can reach at most
:mod:`.certified`            articles 3, 4: the first candidate that meets the bounds
:mod:`.remainder`            4.2, 4.3 where that takes matchings or an exchange
:mod:`.lookahead`            C8
:mod:`.exact`                articles 2-4 as cheapest perfect matchings
:mod:`.colouring`            article 5
:mod:`.engine`               the round, bracket by bracket
:mod:`.evaluation`           a candidate's value, read off the definition
:mod:`.explanation`          the working as data
:mod:`.why`, :mod:`.blockers` answers to "why not?"
============================ =====================================================
"""

from .engine import pair_round
from .why import deciding_rule, why

__all__ = ["deciding_rule", "pair_round", "why"]
