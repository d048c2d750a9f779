"""Failures of the tie-break package: a dotted code and parameters, as in ``pairing.errors``."""

from __future__ import annotations

from pairing.errors import PairingError


class TiebreakError(PairingError):
    """The list of tie-breaks, or what is asked of it, cannot be computed.

    Codes are documented where they are raised; ``tiebreak.*`` concern one
    announced code, ``standings.*`` the whole request.
    """
