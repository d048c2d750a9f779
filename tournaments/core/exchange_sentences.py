"""Sentences for what other programs send and fetch: keys, federations, lists, files, GraphQL."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

EXCHANGE_TEXTS: dict[str, Any] = {
    # Keys of machines.
    "api_key.not_found": _("There is no such key, or none that you may see."),
    "api_key.expired": _("The key would have expired already: %(expires_at)s."),
    "api_key.scopes_unknown": _("Scopes are some of: %(possible)s (not: %(scopes)s)."),
    "apikey.invalid": _("The key cannot be stored like this; see “errors”."),
}
