"""Writes of events, tournaments, entries and rounds, one module per subject."""

from .byes import cancel_bye, request_bye
from .check_in import check_in_entry, put_off_the_absent, undo_check_in
from .entries import (
    add_entry,
    assign_pairing_numbers,
    remove_entry,
    renumber_entries,
    return_entry,
    update_entry,
    withdraw_entry,
)
from .events import create_event, update_event
from .invitations import (
    accept_invitation,
    invite_to_club,
    invite_to_event,
    withdraw_invitation,
)
from .many_entries import enter_from_tournament, enter_players
from .memberships import add_event_member, change_event_role, remove_event_member
from .prohibitions import allow_pairing, prohibit_pairing
from .rounds import schedule_round
from .tournaments import change_status, create_tournament, update_tournament

__all__ = [
    "accept_invitation",
    "add_entry",
    "add_event_member",
    "allow_pairing",
    "assign_pairing_numbers",
    "cancel_bye",
    "change_event_role",
    "change_status",
    "check_in_entry",
    "create_event",
    "create_tournament",
    "enter_from_tournament",
    "enter_players",
    "invite_to_club",
    "invite_to_event",
    "prohibit_pairing",
    "put_off_the_absent",
    "remove_entry",
    "remove_event_member",
    "renumber_entries",
    "request_bye",
    "return_entry",
    "schedule_round",
    "undo_check_in",
    "update_entry",
    "update_event",
    "update_tournament",
    "withdraw_entry",
    "withdraw_invitation",
]
