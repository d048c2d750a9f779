"""What the regulations of an event announce for one kind of pairing system only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

LAST_QUAD_ROUND_ROBIN = "round_robin"
LAST_QUAD_SWISS = "swiss"


@dataclass(frozen=True, slots=True)
class ScheduleOptions:
    """Announcements for systems whose pairings do not depend on results.

    * ``swap_last_rounds``: the last two rounds of a cycle in the opposite
      order where another cycle follows.  ``None``: as the type code says
      (``BERGER_...``: no), otherwise yes.
    * ``groups``: pairing numbers of each group in the order of its starting
      numbers; for ``groups``, and for ``quads`` in place of the order of the list.
    * ``last_quad``: what five to seven left over play, ``round_robin`` or
      ``swiss`` (three rounds); ``avoid_seven`` makes 5 + 6 of eleven left over.
    * ``toss_seed``: draws the colours that tables leave to a toss; ``None``
      keeps them as printed.
    * ``withdrawn``: who has left for good; ``half_rule``: whether the results
      of those who left before half of their games are cancelled (C.05 6.6).
    """

    swap_last_rounds: bool | None = None
    groups: tuple[tuple[int, ...], ...] = ()
    last_quad: str = LAST_QUAD_ROUND_ROBIN
    avoid_seven: bool = False
    toss_seed: int | None = None
    withdrawn: tuple[int, ...] = ()
    half_rule: bool = True


@dataclass(frozen=True, slots=True)
class KeizerOptions:
    """Announcements for a Keizer ladder.

    ``base`` is the value of the first in the ranking (``None``: the number of
    players), ``step`` what each place below is worth less.  ``win`` ...
    ``forfeit_loss`` are shares of the opponent's value, ``bye`` ...
    ``absence`` of one's own; ``club_match`` is an absence for the club
    (recorded as a full-point bye, which the system does not know).
    ``paid_absences`` absences are paid, each by half of the one before if
    ``halved_absences``.  ``fixed_absence`` and ``late_entry`` are amounts in
    points that replace the share: for an absence, and for a round before the
    first one that a player took part in.  ``self_victory`` adds one's own
    value once.  ``frozen`` values every round by the ranking at that time.
    ``repeat_after`` is the least distance in rounds between two games of the
    same players.
    """

    base: int | None = None
    step: int = 1
    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    forfeit_win: Fraction = Fraction(1)
    forfeit_loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(1, 2)
    half_point_bye: Fraction = Fraction(1, 2)
    absence: Fraction = Fraction(35, 100)
    club_match: Fraction = Fraction(70, 100)
    paid_absences: int = 5
    halved_absences: bool = False
    fixed_absence: int | None = None
    late_entry: int | None = None
    self_victory: bool = True
    frozen: bool = False
    repeat_after: int = 3
