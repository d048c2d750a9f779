"""What the regulations of an event add to its list of tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import TiebreakError

HIGHEST_RATING = 3999


@dataclass(frozen=True, slots=True)
class Options:
    """What the regulations of the event add to the list of tie-breaks.

    * ``round_robin``: ``None`` reads it from the record.
    * ``individuals``: rank the players of a team event one by one.
    * ``unrated``: the rating of players without one (art. 10); ``ratings``
      sets single ratings (pairing number -> rating) before that.
    * ``withdrawn``: who left a round robin; ``None`` takes those whom the
      record names, and if it names nobody judges everybody at the end and
      nobody before.  ``half_rule`` switches the 50 % rule off.
    * ``lots_seed``: draws lots for the ties that are left.
    * ``manual_order``: pairing numbers; orders the tied groups it names
      completely, before lots are drawn.
    * ``own_values``: values of ``OTHER_xxx`` criteria, larger first
      (code -> pairing number -> whole number); ``own_decimals``: how many of
      its digits are decimals (code -> number), none by default.
    * ``buchholz_in_round_robin`` and ``checker_defects`` are for comparisons
      with FIDE's checker.
    """

    round_robin: bool | None = None
    individuals: bool = False
    unrated: int | None = None
    ratings: Mapping[int, int] = field(default_factory=dict)
    withdrawn: frozenset[int] | None = None
    half_rule: bool = True
    lots_seed: int | None = None
    manual_order: tuple[int, ...] = ()
    own_values: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    own_decimals: Mapping[str, int] = field(default_factory=dict)
    buchholz_in_round_robin: bool = False
    checker_defects: bool = False


def checked(options: Options) -> Options:
    """The same options; raises ``standings.bad_rating`` for a rating that is none."""
    given = [options.unrated] if options.unrated is not None else []
    for rating in (*given, *options.ratings.values()):
        if not 1 <= rating <= HIGHEST_RATING:
            raise TiebreakError("standings.bad_rating", rating=rating)
    return options
