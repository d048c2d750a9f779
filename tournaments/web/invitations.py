"""The page behind the link of an invitation."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.core.errors import DomainError, NotFound
from tournaments.core.principal import Principal
from tournaments.core.texts import sentence
from tournaments.events.models import Invitation
from tournaments.events.services.invitations import accept_invitation, invitation_of


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show what is offered; accept it at the push of the button."""
    try:
        offered = invitation_of(token)
    except NotFound:
        raise Http404 from None
    problem = ""
    if request.method == "POST":
        try:
            accept_invitation(actor=Principal.for_user(request.user), token=token)  # type: ignore[arg-type]
        except DomainError as refusal:
            problem = sentence(refusal)
        else:
            return redirect(request.path)
    return render(request, "web/invitation.html", _texts(offered, problem))


def _texts(offered: Invitation, problem: str) -> dict[str, object]:
    where = offered.event.name if offered.event else offered.club.name
    return {
        "language": get_language() or "en",
        "title": _("Invitation: %(where)s") % {"where": where},
        "what": _("You are invited as: %(role)s.") % {"role": offered.get_role_display()},
        "problem": problem,
        "is_open": offered.is_open,
        "accepted": _("Accepted.") if offered.accepted_at else "",
        "closed": _("The invitation has expired or was withdrawn; ask for another."),
        "accept": _("Accept"),
    }
