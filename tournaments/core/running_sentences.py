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
    # Pairings by hand.
    "round.being_edited": _("The pairing of round %(round)s is being edited by hand."),
    "round.already_published": _("Round %(round)s is published; take it off the site first."),
    "round.held_open": _("Round %(round)s was reopened; close it first."),
    "round.not_published_anywhere": _("Round %(round)s is not published (%(status)s)."),
    "round.not_completed": _("Round %(round)s is not complete (%(status)s)."),
    "round.not_reopened": _("Round %(round)s is not held open."),
    "session.not_found": _("There is no such session, or none that you may see."),
    "session.over": _("The session is over (%(status)s)."),
    "session.warnings": _("The pairing of round %(round)s breaks rules; confirm “warnings”."),
    "pairingsession.stale": _("Somebody else changed the pairing first."),
    "pairing.impossible": _(
        "Nobody sits twice or without being there "
        "(repeated: %(repeated)s; not present: %(unexpected)s)."
    ),
    "review.rematch": _("They have played each other already."),
    "review.prohibited": _("They are prohibited to meet."),
    "review.third_colour": _("The same colour for the third time running."),
    "review.colour_difference": _("A third more of one colour than of the other."),
    "review.bye_ineligible": _("Had a bye, or a full point without playing, already."),
    # Results found wrong.
    "result.for_rating_only": _(
        "The next round is over: board %(board)s of round %(round)s can be corrected "
        "for the rating report only (C.04.2 4.3)."
    ),
    "result.still_counts": _(
        "The result of board %(board)s in round %(round)s still counts: correct it itself."
    ),
    "result.unchanged": _("That is the result already: %(outcome)s."),
    "result.reason_required": _("Say why the result is corrected (“reason”)."),
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
