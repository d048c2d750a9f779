"""Sentences for going back to an earlier state of a tournament."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

HISTORY_TEXTS: dict[str, Any] = {
    "restore.changed_meanwhile": _(
        "The tournament changed meanwhile: change %(sequence)s is the last one, not "
        "%(expected_sequence)s."
    ),
    "restore.impossible": _("This state cannot be put back: it contradicts what exists by now."),
    "restore.nothing_differs": _("The tournament is in this state already."),
    "restore.other_version": _(
        "Another version of the program kept this state; it cannot be used."
    ),
    "restore.pairing_under_way": _("Round %(round)s is being paired; wait, or call that off."),
    "restore.players_merged": _(
        "Two players of that state are one by now: %(name)s would be entered twice."
    ),
    "restore.rows_missing": _("That state names what no longer exists: %(rows)s."),
    "restore_point.not_found": _("There is no such restore point, or you may not see it."),
}
