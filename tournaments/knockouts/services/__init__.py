"""The only writers of brackets and matches."""

from .consolation import cancel_consolation, draw_consolation
from .departures import disqualify_entrant, readmit_entrant, withdraw_entrant
from .draws import (
    admit_latecomer,
    call_reserve,
    cancel_draw,
    draw_bracket,
    publish_bracket,
    swap_slots,
)
from .games import record_bid, record_game, remove_game
from .qualifying import Taking, take_qualifiers
from .rulings import remove_ruling, rule_match
from .settings import KnockoutFields, PresetFields, update_knockout

__all__ = [
    "KnockoutFields",
    "PresetFields",
    "Taking",
    "admit_latecomer",
    "call_reserve",
    "cancel_consolation",
    "cancel_draw",
    "disqualify_entrant",
    "draw_bracket",
    "draw_consolation",
    "publish_bracket",
    "readmit_entrant",
    "record_bid",
    "record_game",
    "remove_game",
    "remove_ruling",
    "rule_match",
    "swap_slots",
    "take_qualifiers",
    "update_knockout",
    "withdraw_entrant",
]
