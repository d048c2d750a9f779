"""One id per request: taken from the caller or made here, echoed, and on every log line."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse

log = structlog.get_logger("tournaments.requests")

# What a caller may choose: nothing that could break a header or a log line.
_ACCEPTABLE = re.compile(r"[A-Za-z0-9._-]{1,128}")
_QUIET = ("/livez", "/readyz")
# Links in mails end with a secret that is nothing for a log.
_SECRET = re.compile(r"^(/accounts/(?:confirm-email|password/reset/key)/|/invitations/).+")


class RequestIdMiddleware:
    """``X-Request-Id`` in and out, and one log line for each request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-Id", "")
        request_id = given if _ACCEPTABLE.fullmatch(given) else uuid.uuid4().hex
        request.request_id = request_id  # type: ignore[attr-defined]
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        started = time.perf_counter()
        response = self.get_response(request)
        response["X-Request-Id"] = request_id
        if request.path not in _QUIET:
            log.info(
                "request",
                method=request.method,
                path=_SECRET.sub(r"\1...", request.path),
                status=response.status_code,
                milliseconds=round((time.perf_counter() - started) * 1000, 1),
            )
        structlog.contextvars.clear_contextvars()
        return response
