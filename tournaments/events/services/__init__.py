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
from .prohibitions import allow_pairing, prohibit_pairing
from .rounds import schedule_round
from .tournaments import change_status, create_tournament, update_tournament

__all__ = [
    "add_entry",
    "allow_pairing",
    "assign_pairing_numbers",
    "cancel_bye",
    "change_status",
    "check_in_entry",
    "create_event",
    "create_tournament",
    "prohibit_pairing",
    "put_off_the_absent",
    "remove_entry",
    "renumber_entries",
    "request_bye",
    "return_entry",
    "schedule_round",
    "undo_check_in",
    "update_entry",
    "update_event",
    "update_tournament",
    "withdraw_entry",
]
