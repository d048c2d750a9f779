"""What a club types into the planner, and the plans that come of it."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from pairing.errors import PairingError
from pairing.planner import Planner, TimeControl, parse_time_control, plan
from tournaments.core.errors import Invalid

USUAL_CONTROL = "G/25 d5"
USUAL_HOURS = "3"
LONGEST_SESSION = 24 * 60
_LOST_PLUS = re.compile(r"(?<=\d) (?=\d)")
"""``90+30`` in an address that did not write the plus as ``%2B``."""


def control_from(text: str) -> TimeControl:
    """A control such as ``G/60 d5`` or ``90+30``.  Raises ``Invalid("planner.time_control")``."""
    try:
        return parse_time_control(_LOST_PLUS.sub("+", text.strip()))
    except PairingError as error:
        raise Invalid(error.code, **error.params) from None


def session_from(text: str) -> int:
    """Minutes of a session given in hours, such as ``3``, ``2.5`` or ``2,25``.

    Raises ``Invalid("planner.session_unreadable")``.
    """
    try:
        minutes = Decimal(text.strip().replace(",", ".")) * 60
    except InvalidOperation:
        minutes = Decimal(0)
    if not minutes.is_finite() or not 1 <= minutes <= LONGEST_SESSION or minutes % 1:
        raise Invalid("planner.session_unreadable", read=text[:40])
    return int(minutes)


def plans_for(players: int, control: TimeControl, session: int) -> Planner:
    """Every format for a number of players.  Raises ``Invalid("planner.players")``."""
    try:
        return plan(players, control, session)
    except PairingError as error:
        raise Invalid(error.code, **error.params) from None
