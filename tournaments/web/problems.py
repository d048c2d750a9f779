"""Django's error handlers: a page for people, a problem document under ``/api/``."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.api import problems
from tournaments.core.texts import text_for, title_for


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler400``."""
    return _answer(request, 400, "request.malformed")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler403``."""
    return _answer(request, 403, "auth.forbidden")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler404``."""
    return _answer(request, 404, "not_found")


def server_error(request: HttpRequest) -> HttpResponse:
    """``handler500``: without a template, which may be what failed."""
    if _is_program(request):
        return problems.response(request, 500, "server.error")
    text = f"500 {title_for(500)}\n\n{text_for('server.error', {}, 500)}\n"
    return HttpResponse(text, status=500, content_type="text/plain; charset=utf-8")


def _answer(request: HttpRequest, status: int, code: str) -> HttpResponse:
    if _is_program(request):
        return problems.response(request, status, code)
    language = get_language() or "en"
    texts = {
        "language": language,
        "site": _("Chess tournament server"),
        "title": title_for(status),
        "status": status,
        "what": text_for(code, {}, status),
    }
    page = render(request, "web/problem.html", texts, status=status)
    page["Content-Language"] = language
    return page


def _is_program(request: HttpRequest) -> bool:
    return f"{request.path}/".startswith("/api/")
