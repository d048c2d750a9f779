"""The sentence for each problem code.

Codes come from everywhere below; texts live only here and in the catalogues.
``tests/contract`` holds that every code raised anywhere has its sentence.
Placeholders are the problem's parameters; lists are written with commas.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing.trf.messages import SENTENCES

TITLES: dict[int, Any] = {
    400: _("Bad request"),
    401: _("Sign-in required"),
    403: _("Not allowed"),
    404: _("Not found"),
    405: _("Method not allowed"),
    406: _("Not acceptable"),
    409: _("Conflict"),
    410: _("Gone"),
    412: _("Changed meanwhile"),
    413: _("Too large"),
    415: _("Unsupported media type"),
    422: _("Invalid data"),
    428: _("Precondition required"),
    429: _("Too many requests"),
    500: _("Server error"),
    503: _("Unavailable"),
}

TEXTS: dict[str, Any] = {
    # The HTTP layer.
    "auth.failed": _("The token or password is not valid."),
    "auth.forbidden": _("You may not do this."),
    "auth.required": _("Sign in first."),
    "idempotency.in_progress": _("The first request with this key is still running; ask again."),
    "idempotency.key_malformed": _(
        "An idempotency key has 1 to %(longest)s printable ASCII characters."
    ),
    "idempotency.key_reused": _("This key was already used for another request."),
    "not_found": _("There is nothing at this address, or nothing that you may see."),
    "precondition.required": _("Say in If-Match which version you have seen (its ETag)."),
    "precondition.stale": _("Somebody else changed it first; “current” is what is stored now."),
    "query.invalid": _("A query parameter cannot be used; see “errors”."),
    "request.invalid": _("Some values are not acceptable; see “errors”."),
    "request.malformed": _("The request cannot be read."),
    "request.method_not_allowed": _("This address does not support the method."),
    "request.not_acceptable": _("The answer is available as JSON only."),
    "request.refused": _("The request was refused."),
    "request.throttled": _("Too many requests; try again in %(seconds)s s."),
    "request.too_large": _("The request is too large."),
    "request.unsupported_media_type": _("The body's media type is not supported here."),
    "server.error": _("Something went wrong on our side; it has been logged."),
}


class _Params(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "?"


def _written(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_written(each) for each in value)
    if isinstance(value, Mapping):
        return " ".join(_written(each) for each in value.values())
    return str(value)


def text_for(code: str, params: Mapping[str, Any], status: int) -> str:
    """The sentence for ``code``; the status's title if the code has none."""
    written = _Params({name: _written(value) for name, value in params.items()})
    if code in TEXTS:
        return str(TEXTS[code]) % written
    if code in SENTENCES:
        return gettext(SENTENCES[code]).format_map(written)
    return title_for(status)


def title_for(status: int) -> str:
    """Short title of an HTTP status."""
    return str(TITLES.get(status, status))
