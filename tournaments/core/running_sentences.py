"""Sentences for running an event: attendance, byes, rounds and results as people work."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

RUNNING_TEXTS: dict[str, Any] = {
    # Byes and check-in.
    "bye.not_allowed": _("%(name)s may not have half-point byes."),
    "bye.too_late": _("No half-point bye after round %(last)s."),
    "bye.limit_reached": _(
        "At most %(limit)s half-point byes; there are some in rounds %(rounds)s."
    ),
    "bye.confirmation_needed": _(
        "A second bye with points (others: rounds %(rounds)s) and a full-point bye "
        "must be confirmed."
    ),
    "tournament.no_check_in": _("This tournament has no check-in."),
}
