"""Every error as a problem document (RFC 9457), in the reader's language.

``code`` is stable and meant for programs; ``title`` and ``detail`` are for
people.  ``errors`` points at the fields that are wrong.  Whatever is raised
below ends here: refusals of services (:class:`DomainError`), of the engines
and codecs (:class:`PairingError`), of the framework, and plain faults.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

import structlog
from django.core.exceptions import (
    ObjectDoesNotExist,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    ValidationError,
)
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import RawPostDataException
from django.utils.translation import get_language
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.views import set_rollback

from pairing.errors import NoLegalPairing, PairingError
from tournaments.core.errors import DomainError
from tournaments.core.texts import text_for, title_for

log = structlog.get_logger("tournaments.api")

MEDIA_TYPE = "application/problem+json"


class ApiError(exceptions.APIException):
    """A refusal of the HTTP layer itself, with a code of our own.

    ``errors`` lists ``{"pointer" or "parameter", "code", "detail"}``;
    ``extra`` are further members of the document.
    """

    def __init__(
        self,
        status: int,
        code: str,
        params: Mapping[str, Any] | None = None,
        *,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail=code, code=code)
        self.status_code = status
        self.code = code
        self.errors = list(errors)
        self.headers = dict(headers or {})
        self.extra = dict(extra or {})
        self.params = dict(params or {})


FRAMEWORK_CODES: dict[type[exceptions.APIException], str] = {
    exceptions.ParseError: "request.malformed",
    exceptions.NotAuthenticated: "auth.required",
    exceptions.AuthenticationFailed: "auth.failed",
    exceptions.PermissionDenied: "auth.forbidden",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "request.method_not_allowed",
    exceptions.NotAcceptable: "request.not_acceptable",
    exceptions.UnsupportedMediaType: "request.unsupported_media_type",
    exceptions.Throttled: "request.throttled",
}


def document(
    request: HttpRequest,
    status: int,
    code: str,
    params: Mapping[str, Any] | None = None,
    *,
    errors: Sequence[Mapping[str, Any]] = (),
    extra: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The members of one problem document."""
    body: dict[str, Any] = {
        "type": request.build_absolute_uri(f"/api/v1/problems/{code}"),
        "title": title_for(status),
        "status": status,
        "detail": text_for(code, params or {}, status),
        "instance": request.path,
        "code": code,
        "request_id": getattr(request, "request_id", None),
    }
    if params:
        body["params"] = dict(params)
    if errors:
        body["errors"] = [dict(each) for each in errors]
    return body | dict(extra or {})


def handle(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """DRF's exception handler: every exception becomes a problem document."""
    request = context["request"]._request
    problem = translated(error)
    if problem is None:
        log.exception("unhandled", code="server.error")
        got_request_exception.send(sender=type(context["view"]), request=request)
        problem = ApiError(500, "server.error")
    set_rollback()
    body = document(
        request,
        problem.status_code,
        problem.code,
        problem.params,
        errors=problem.errors,
        extra=problem.extra,
    )
    # Not a Response of DRF: a problem is JSON whatever the view itself would render.
    return HttpResponse(
        JSONRenderer().render(body),
        status=problem.status_code,
        headers=problem.headers,
        content_type=MEDIA_TYPE,
    )


def translated(error: Exception) -> ApiError | None:
    """The refusal that ``error`` means; ``None`` for a fault of ours."""
    match error:
        case ApiError():
            return error
        case DomainError():
            return _from_domain(error)
        case PairingError():
            status = 409 if isinstance(error, NoLegalPairing) else 422
            return ApiError(status, error.code, error.params)
        case exceptions.ValidationError():
            return ApiError(422, "request.invalid", errors=list(field_errors(error.detail)))
        case exceptions.APIException():
            return _from_framework(error)
        case ValidationError():
            return ApiError(422, "request.invalid", errors=list(_model_errors(error)))
        case Http404() | ObjectDoesNotExist():
            return ApiError(404, "not_found")
        case PermissionDenied():
            return ApiError(403, "auth.forbidden")
        case RequestDataTooBig():
            return ApiError(413, "request.too_large")
        case SuspiciousOperation() | RawPostDataException():
            return ApiError(400, "request.malformed")
    return None


def _from_domain(error: DomainError) -> ApiError:
    params = dict(error.params)
    errors = [
        {
            "pointer": pointer(str(fault.get("field", "")).split(".")),
            "code": _fault_code(fault["code"]),
            "detail": fault.get("detail") or _fault_text(fault, error.status),
        }
        for fault in params.pop("errors", ())
    ]
    return ApiError(error.status, error.code, params, errors=errors)


def _fault_code(code: str) -> str:
    """Codes of validators are single words and go under ``field.``."""
    return code if "." in code else f"field.{code}"


def _fault_text(fault: Mapping[str, Any], status: int) -> str:
    return text_for(_fault_code(fault["code"]), fault.get("params", {}), status)


def _from_framework(error: exceptions.APIException) -> ApiError:
    code = next(
        (code for kind, code in FRAMEWORK_CODES.items() if isinstance(error, kind)),
        "request.refused",
    )
    headers = {}
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    params: dict[str, Any] = {}
    if wait := getattr(error, "wait", None):
        params["seconds"] = max(1, ceil(wait))
        headers["Retry-After"] = str(params["seconds"])
    return ApiError(error.status_code, code, params, headers=headers)


def pointer(path: Sequence[str]) -> str:
    """JSON pointer (RFC 6901) into the request's body, as a URI fragment."""
    parts = [part.replace("~", "~0").replace("/", "~1") for part in path if part]
    return "#" + "".join(f"/{part}" for part in parts)


def field_errors(detail: Any, path: tuple[str, ...] = ()) -> Iterator[dict[str, Any]]:
    """DRF's nested error detail as a flat list."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            step = () if name == "non_field_errors" else (str(name),)
            yield from field_errors(inner, path + step)
    elif isinstance(detail, list) and detail and isinstance(detail[0], (Mapping, list)):
        for index, inner in enumerate(detail):
            if inner:
                yield from field_errors(inner, (*path, str(index)))
    elif isinstance(detail, list):
        for inner in detail:
            yield from field_errors(inner, path)
    else:
        code = getattr(detail, "code", "invalid")
        yield {"pointer": pointer(path), "code": f"field.{code}", "detail": str(detail)}


def _model_errors(error: ValidationError) -> Iterator[dict[str, Any]]:
    faults = error.error_dict if hasattr(error, "error_dict") else {"": error.error_list}
    for name, found in faults.items():
        for each in found:
            yield {
                "pointer": pointer([] if name == "__all__" else [name]),
                "code": f"field.{each.code or 'invalid'}",
                "detail": " ".join(each.messages),
            }


def response(request: HttpRequest, status: int, code: str) -> HttpResponse:
    """A problem document outside DRF, for Django's own error handlers."""
    answer = HttpResponse(
        JSONRenderer().render(document(request, status, code)),
        status=status,
        content_type=MEDIA_TYPE,
    )
    answer["Content-Language"] = get_language() or "en"
    return answer
