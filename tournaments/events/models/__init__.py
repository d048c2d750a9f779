"""Event and roles in it, Tournament, Round, Entry, requested byes, prohibited pairings."""

from .entries import ByeKind, Entry, EntryStatus, RequestedBye
from .events import Event, Visibility
from .invitations import Invitation
from .memberships import EVENT_ROLES, EventMembership
from .prohibitions import ProhibitedPairing, ProhibitedPairingMember
from .rounds import Round, RoundStatus
from .tournaments import (
    CUSTOM_SYSTEM,
    DEFAULT_ROUND_ROBIN_TIE_BREAKS,
    DEFAULT_SWISS_TIE_BREAKS,
    KNOCKOUT_SYSTEM,
    MAX_ROUNDS,
    Acceleration,
    InitialColour,
    ResultsPolicy,
    StartingOrderKey,
    TieBreakEdition,
    Tournament,
    TournamentStatus,
    default_tie_breaks,
)

__all__ = [
    "CUSTOM_SYSTEM",
    "DEFAULT_ROUND_ROBIN_TIE_BREAKS",
    "DEFAULT_SWISS_TIE_BREAKS",
    "EVENT_ROLES",
    "KNOCKOUT_SYSTEM",
    "MAX_ROUNDS",
    "Acceleration",
    "ByeKind",
    "Entry",
    "EntryStatus",
    "Event",
    "EventMembership",
    "InitialColour",
    "Invitation",
    "ProhibitedPairing",
    "ProhibitedPairingMember",
    "RequestedBye",
    "ResultsPolicy",
    "Round",
    "RoundStatus",
    "StartingOrderKey",
    "TieBreakEdition",
    "Tournament",
    "TournamentStatus",
    "Visibility",
    "default_tie_breaks",
]
