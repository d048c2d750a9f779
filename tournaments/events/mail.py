"""The mail that invites somebody, in the language of the account if there is one."""

from __future__ import annotations

from urllib.parse import urljoin
from uuid import UUID

from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils.translation import gettext, override

from tournaments.accounts.models import User

from .models import Invitation
from .services.invitations import token_of


def invitation_address(invitation: Invitation) -> str:
    """Where the link of an invitation leads."""
    return urljoin(str(settings.PUBLIC_URL), reverse("invitation", args=[token_of(invitation)]))


def send_invitation(invitation_id: UUID) -> None:
    """Mail an invitation unless it is no longer open."""
    rows = Invitation.objects.select_related("club", "event", "invited_by")
    invitation = rows.filter(pk=invitation_id).first()
    if invitation is None or not invitation.is_open:
        return
    account = User.objects.filter(email=invitation.email).first()
    with override(account.language if account else settings.LANGUAGE_CODE):
        send_mail(
            gettext("Invitation: %(where)s") % {"where": _where(invitation)},
            _text(invitation),
            settings.DEFAULT_FROM_EMAIL,
            [invitation.email],
        )


def _where(invitation: Invitation) -> str:
    return invitation.event.name if invitation.event else invitation.club.name


def _text(invitation: Invitation) -> str:
    return gettext(
        "%(who)s invites you to %(where)s (%(club)s) as %(role)s.\n\n"
        "Open this link, signed in with the address %(email)s, to accept:\n\n%(address)s\n\n"
        "It is valid until %(until)s (UTC). If you do not know why you get this, ignore it."
    ) % {
        "who": invitation.invited_by or invitation.club.name,
        "where": _where(invitation),
        "club": invitation.club.name,
        "role": invitation.get_role_display(),
        "email": invitation.email,
        "address": invitation_address(invitation),
        "until": f"{invitation.expires_at:%Y-%m-%d %H:%M}",
    }
