"""Claims and corrections of results, pairings by hand."""

from .results import Claim, Correction, Moment
from .sessions import PairingSession, SessionStatus

__all__ = ["Claim", "Correction", "Moment", "PairingSession", "SessionStatus"]
