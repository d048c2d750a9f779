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
    # Signing in.
    "auth.email_unverified": _("Open the link in the mail that we sent you first."),
    "auth.code_required": _("Give the code of your second factor too (“code”)."),
    "auth.code_wrong": _("This code is not valid (any more)."),
    "auth.too_many_attempts": _("Too many failed attempts; try again in %(seconds)s s."),
    "device.not_found": _("There is no such device among yours."),
    # Roles and invitations.
    "eventmembership.stale": _("Somebody else changed the role first."),
    "eventmembership.invalid": _("The role cannot be stored like this; see “errors”."),
    "invitation.not_found": _("There is no such invitation, or none that you may see."),
    "invitation.stale": _("Somebody else changed the invitation first."),
    "invitation.invalid": _("The invitation cannot be stored like this; see “errors”."),
    "invitation.accepted": _("The invitation was accepted already; end the role instead."),
    "invitation.closed": _("The invitation has expired or was withdrawn; ask for another."),
    "invitation.other_address": _("Sign in with the address that the invitation was sent to."),
    "tournament.no_check_in": _("This tournament has no check-in."),
}
