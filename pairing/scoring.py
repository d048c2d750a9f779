"""Point systems.  Every score in this package is an ``int`` in tenths of a point.

Tenths hold each value that the Tournament Report File can write (``11.5``),
so sums and comparisons are exact; nothing here is ever a float.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Colour(Enum):
    """Side of the board."""

    WHITE = "w"
    BLACK = "b"

    __hash__ = object.__hash__

    @property
    def opposite(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Outcome(Enum):
    """What one participant got out of one round (the value is the TRF letter).

    ========================= ======= ====== ======== =====================
    outcome                   game?   rated  voluntary default points
    ========================= ======= ====== ======== =====================
    WIN DRAW LOSS             yes     yes    -        1, 0.5, 0
    UNRATED_WIN/_DRAW/_LOSS   yes     no     -        1, 0.5, 0
    ADJOURNED                 yes     yes    -        draw, provisionally
    UNKNOWN                   yes     -      -        0; no result entered yet
    FORFEIT_WIN               no      no     no       1
    FORFEIT_LOSS              no      no     yes      0; both sides: double forfeit
    PAIRING_ALLOCATED_BYE     no      no     no       as a win unless announced
    FULL_POINT_BYE            no      no     no       1
    HALF_POINT_BYE            no      no     yes      0.5
    ZERO_POINT_BYE            no      no     yes      0; absence, not yet entered,
                                                      withdrawn
    ========================= ======= ====== ======== =====================

    A game whose two sides were scored apart (arbiter's 0.5-0, 0-0) is simply
    DRAW on one side and LOSS on the other: outcomes belong to participants.
    """

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    PAIRING_ALLOCATED_BYE = "U"
    FULL_POINT_BYE = "F"
    HALF_POINT_BYE = "H"
    ZERO_POINT_BYE = "Z"
    ADJOURNED = "X"
    UNKNOWN = "?"

    # Members are singletons; Enum's own hash is a Python call, felt in large fields.
    __hash__ = object.__hash__

    @property
    def is_game(self) -> bool:
        """Played over the board: counts for colours and for having met."""
        return self in _GAMES

    @property
    def is_forfeit(self) -> bool:
        """Paired, but not played."""
        return self in _FORFEITS

    @property
    def is_bye(self) -> bool:
        """No opponent was scheduled."""
        return self in _BYES

    @property
    def is_pending(self) -> bool:
        """Paired, result still to come."""
        return self is Outcome.UNKNOWN or self is Outcome.ADJOURNED

    @property
    def is_requested_bye(self) -> bool:
        """Bye or absence that was asked for (not allocated by the pairing)."""
        return self in _REQUESTED


_GAMES = frozenset(
    {
        Outcome.WIN,
        Outcome.DRAW,
        Outcome.LOSS,
        Outcome.UNRATED_WIN,
        Outcome.UNRATED_DRAW,
        Outcome.UNRATED_LOSS,
        Outcome.ADJOURNED,
        Outcome.UNKNOWN,
    }
)
_FORFEITS = frozenset({Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS})
_REQUESTED = frozenset({Outcome.FULL_POINT_BYE, Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE})
_BYES = _REQUESTED | {Outcome.PAIRING_ALLOCATED_BYE}


@dataclass(frozen=True, slots=True)
class PointSystem:
    """Points per outcome, in tenths.

    ``None`` means "follows": forfeit win, full-point bye and PAB follow the
    win; half-point bye and adjourned follow the draw; forfeit loss follows
    the zero-point bye; ``*_black`` follow the value for White.
    """

    win: int = 10
    draw: int = 5
    loss: int = 0
    zero_point_bye: int = 0
    pairing_allocated_bye: int | None = None
    forfeit_win: int | None = None
    forfeit_loss: int | None = None
    full_point_bye: int | None = None
    half_point_bye: int | None = None
    adjourned: int | None = None
    win_black: int | None = None
    draw_black: int | None = None
    loss_black: int | None = None

    @property
    def pab(self) -> int:
        """Value of the pairing-allocated bye (C.04.1 art. 3)."""
        return self.win if self.pairing_allocated_bye is None else self.pairing_allocated_bye

    @property
    def highest(self) -> int:
        """Largest value one round can be worth by a game."""
        return max(self.win, self.draw, self.win_black or 0, self.draw_black or 0)

    def points(self, outcome: Outcome, colour: Colour | None = None) -> int:
        """Tenths earned by ``outcome``; ``colour`` matters only with ``*_black`` values."""
        value = self._table()[outcome]
        if colour is Colour.BLACK:
            black = _BLACK_FIELD.get(outcome)
            override = getattr(self, black) if black else None
            if override is not None:
                return int(override)
        return value

    def _table(self) -> dict[Outcome, int]:
        cached = _TABLES.get(self)
        if cached is None:
            cached = _TABLES[self] = self._build_table()
        return cached

    def _build_table(self) -> dict[Outcome, int]:
        def follow(value: int | None, default: int) -> int:
            return default if value is None else value

        return {
            Outcome.WIN: self.win,
            Outcome.UNRATED_WIN: self.win,
            Outcome.DRAW: self.draw,
            Outcome.UNRATED_DRAW: self.draw,
            Outcome.LOSS: self.loss,
            Outcome.UNRATED_LOSS: self.loss,
            Outcome.FORFEIT_WIN: follow(self.forfeit_win, self.win),
            Outcome.FORFEIT_LOSS: follow(self.forfeit_loss, self.zero_point_bye),
            Outcome.PAIRING_ALLOCATED_BYE: self.pab,
            Outcome.FULL_POINT_BYE: follow(self.full_point_bye, self.win),
            Outcome.HALF_POINT_BYE: follow(self.half_point_bye, self.draw),
            Outcome.ZERO_POINT_BYE: self.zero_point_bye,
            Outcome.ADJOURNED: follow(self.adjourned, self.draw),
            Outcome.UNKNOWN: 0,
        }


_BLACK_FIELD = {
    Outcome.WIN: "win_black",
    Outcome.UNRATED_WIN: "win_black",
    Outcome.DRAW: "draw_black",
    Outcome.UNRATED_DRAW: "draw_black",
    Outcome.LOSS: "loss_black",
    Outcome.UNRATED_LOSS: "loss_black",
}
_TABLES: dict[PointSystem, dict[Outcome, int]] = {}

STANDARD = PointSystem()
THREE_ONE_ZERO = PointSystem(win=30, draw=10, loss=0)


def format_points(tenths: int) -> str:
    """Display text with one decimal: ``format_points(85) == "8.5"``."""
    sign = "-" if tenths < 0 else ""
    whole, rest = divmod(abs(tenths), 10)
    return f"{sign}{whole}.{rest}"


def parse_points(text: str) -> int:
    """Tenths from ``8``, ``8.5``, ``8,5`` or ``8½``; raises ``ValueError`` otherwise."""
    cleaned = text.strip().replace(",", ".")
    negative = cleaned.startswith("-")
    cleaned = cleaned.removeprefix("-").removeprefix("+")
    if cleaned.endswith("½"):
        cleaned = (cleaned[:-1] or "0") + ".5"
    whole, dot, decimals = cleaned.partition(".")
    decimals = decimals.rstrip("0")
    if not (whole + decimals).isascii() or not (whole or "0").isdigit():
        raise ValueError(text)
    if len(decimals) > 1 or (decimals and not decimals.isdigit()) or not (whole or decimals or dot):
        raise ValueError(text)
    value = int(whole or 0) * 10 + int(decimals or 0)
    return -value if negative else value
