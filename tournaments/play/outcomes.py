"""The results a board can have, as text, and what they mean for each side."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from pairing.scoring import Outcome


class BoardOutcome(models.TextChoices):
    """Every result that exists (C.04.2, C.05); ``F`` forfeit, ``U`` not rated."""

    WHITE_WINS = "1-0", _("White wins")
    DRAW = "1/2-1/2", _("draw")
    BLACK_WINS = "0-1", _("Black wins")
    BOTH_LOSE = "0-0", _("both lose")
    HALF_ZERO = "1/2-0", _("half a point for White, nothing for Black")
    ZERO_HALF = "0-1/2", _("nothing for White, half a point for Black")
    WHITE_WINS_FORFEIT = "1-0F", _("White wins by forfeit")
    BLACK_WINS_FORFEIT = "0-1F", _("Black wins by forfeit")
    DOUBLE_FORFEIT = "0-0F", _("both forfeit")
    WHITE_WINS_UNRATED = "1-0U", _("White wins, not rated")
    DRAW_UNRATED = "1/2-1/2U", _("draw, not rated")
    BLACK_WINS_UNRATED = "0-1U", _("Black wins, not rated")
    POSTPONED = "POSTPONED", _("postponed")


NO_RESULT = ""

SIDES: dict[str, tuple[Outcome, Outcome]] = {
    NO_RESULT: (Outcome.UNKNOWN, Outcome.UNKNOWN),
    BoardOutcome.WHITE_WINS: (Outcome.WIN, Outcome.LOSS),
    BoardOutcome.DRAW: (Outcome.DRAW, Outcome.DRAW),
    BoardOutcome.BLACK_WINS: (Outcome.LOSS, Outcome.WIN),
    BoardOutcome.BOTH_LOSE: (Outcome.LOSS, Outcome.LOSS),
    BoardOutcome.HALF_ZERO: (Outcome.DRAW, Outcome.LOSS),
    BoardOutcome.ZERO_HALF: (Outcome.LOSS, Outcome.DRAW),
    BoardOutcome.WHITE_WINS_FORFEIT: (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    BoardOutcome.BLACK_WINS_FORFEIT: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    BoardOutcome.DOUBLE_FORFEIT: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    BoardOutcome.WHITE_WINS_UNRATED: (Outcome.UNRATED_WIN, Outcome.UNRATED_LOSS),
    BoardOutcome.DRAW_UNRATED: (Outcome.UNRATED_DRAW, Outcome.UNRATED_DRAW),
    BoardOutcome.BLACK_WINS_UNRATED: (Outcome.UNRATED_LOSS, Outcome.UNRATED_WIN),
    BoardOutcome.POSTPONED: (Outcome.ADJOURNED, Outcome.ADJOURNED),
}
"""Outcome text -> (White's outcome, Black's outcome)."""

_WRITTEN_OTHERWISE = str.maketrans({"½": "1/2", "\u2013": "-", "\u2212": "-"})


def read_outcome(text: str) -> str:
    """The result as it is stored: ``½-½`` and dashes of print are what they look like.

    >>> read_outcome("½–½")
    '1/2-1/2'
    """
    return text.translate(_WRITTEN_OTHERWISE)


FROM_SIDES: dict[tuple[Outcome, Outcome], str] = {sides: str(text) for text, sides in SIDES.items()}
"""The inverse of :data:`SIDES`; a pair that is missing here is an impossible result."""


class SeatBye(models.TextChoices):
    """Why an entry has no board in a round; the value is the report's letter."""

    ALLOCATED = "U", _("pairing-allocated bye")
    HALF = "H", _("half-point bye")
    FULL = "F", _("full-point bye")
    ZERO = "Z", _("zero-point bye")


class Side(models.TextChoices):
    """Side of the board."""

    WHITE = "w", _("White")
    BLACK = "b", _("Black")
