"""A letter to the organisers of a club whose endpoint was disabled."""

from __future__ import annotations

from django.core.mail import send_mail
from django.utils.translation import gettext, override

from tournaments.accounts.models import User
from tournaments.clubs.querysets import ORGANISING_ROLES

from ..models import WebhookEndpoint


def tell_organisers(endpoint: WebhookEndpoint) -> None:
    """One letter each, in the reader's language."""
    readers = User.objects.filter(
        is_active=True,
        memberships__club_id=endpoint.club_id,
        memberships__role__in=ORGANISING_ROLES,
    )
    for reader in readers.order_by("pk"):
        with override(reader.language):
            subject = gettext("Webhook of %(club)s disabled") % {"club": endpoint.club.name}
            text = gettext(
                "Events are no longer sent to %(url)s: %(reason)s.\n\n"
                "Enable the endpoint again when the receiver works, and ask for what it missed "
                "to be sent once more."
            ) % {"url": endpoint.url, "reason": endpoint.get_disabled_reason_display()}
        send_mail(subject, text, None, [reader.email])
