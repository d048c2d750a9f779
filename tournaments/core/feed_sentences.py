"""Sentences for what keeps others in step: change feed, live updates, webhooks, offline results."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

FEED_TEXTS: dict[str, Any] = {
    # The change feed.
    "feed.token_expired": _(
        "This position is too old; read everything anew (positions hold for %(days)s days)."
    ),
    "feed.token_foreign": _(
        "This position does not belong to this tournament; read everything anew."
    ),
    "feed.rights_changed": _(
        "What you may see of this tournament has changed; read everything anew."
    ),
    # Live updates and offline results.
    "live.not_here": _(
        "Live updates are served by another process than this one; ask for the changes instead."
    ),
    "live.full": _("Too many follow live at present; come back later."),
    "result.client_id_repeated": _("Names of results are repeated: %(client_ids)s."),
    "result.contradictory": _("Different results of one board in one request: %(results)s."),
    # Webhooks.
    "webhook.not_found": _("There is no such webhook endpoint, or none that you may see."),
    "webhook.invalid": _("The webhook endpoint cannot be stored like this; see “errors”."),
    "webhook.too_many": _("A club has at most %(most)s webhook endpoints."),
    "webhook.disabled": _("The webhook endpoint is disabled; enable it first."),
    "webhook.url_malformed": _("“%(url)s” is not an address that events can be sent to."),
    "webhook.url_not_https": _("Events are sent over https only."),
    "webhook.url_private": _("“%(host)s” is in a private network."),
    "webhook.event_type_unknown": _("There are no such events: %(types)s."),
    "webhook.span_reversed": _("The span ends before it begins."),
    "webhook.span_too_long": _("At most %(most)s events at once: choose a shorter span."),
    "webhook_delivery.not_found": _("There is no such delivery, or none that you may see."),
    "webhook_delivery.pending": _("The delivery is still to be sent."),
    "webhookendpoint.invalid": _("The webhook endpoint cannot be stored like this; see “errors”."),
    "webhookendpoint.stale": _("Somebody else changed the webhook endpoint first."),
    "webhookdelivery.stale": _("The delivery has changed meanwhile."),
}
