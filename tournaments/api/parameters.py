"""Query parameters are a closed set: an unknown one is a 400, never ignored."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.request import Request

from .problems import ApiError


def refuse_unknown(request: Request, known: Iterable[str]) -> None:
    """400 that names each query parameter the route does not have, or that is given twice."""
    allowed = set(known)
    errors = [
        {"parameter": name, "code": "query.unknown", "detail": _("There is no such parameter.")}
        for name in request.query_params
        if name not in allowed
    ]
    errors += [
        {"parameter": name, "code": "query.repeated", "detail": _("Given more than once.")}
        for name, values in request.query_params.lists()
        if name in allowed and len(values) > 1
    ]
    if errors:
        raise ApiError(400, "query.invalid", errors=errors)


def integer(request: Request, name: str, *, lowest: int, highest: int) -> int | None:
    """The value of an integer parameter, ``None`` if it is not given."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if text.isascii() and text.isdigit() and len(text) < 10 and lowest <= int(text) <= highest:
        return int(text)
    raise invalid(
        name,
        "query.out_of_range",
        _("A whole number from %(lowest)s to %(highest)s.")
        % {"lowest": lowest, "highest": highest},
    )


def choice(request: Request, name: str, values: Iterable[str], default: str) -> str:
    """The value of a parameter that has a few possible ones."""
    text = request.query_params.get(name, default)
    if text not in (known := list(values)):
        raise invalid(
            name, "query.not_a_choice", _("One of: %(values)s.") % {"values": ", ".join(known)}
        )
    return text


def ids(request: Request, name: str, *, most: int) -> list[UUID]:
    """The ids that a parameter lists with commas between; none if it is not given."""
    text = request.query_params.get(name, "")
    words = [word for word in text.split(",") if word]
    try:
        found = [UUID(word) for word in words[: most + 1]]
    except ValueError:
        raise invalid(name, "query.not_ids", _("Ids with commas between.")) from None
    if len(found) > most:
        raise invalid(name, "query.too_many", _("At most %(most)s of them.") % {"most": most})
    return found


def missing(name: str) -> ApiError:
    """400 for a parameter that must be given."""
    return invalid(name, "query.required", _("This parameter must be given."))


def invalid(name: str, code: str, detail: str) -> ApiError:
    """400 for one parameter."""
    return ApiError(
        400, "query.invalid", errors=[{"parameter": name, "code": code, "detail": detail}]
    )
