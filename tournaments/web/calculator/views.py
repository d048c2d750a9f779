"""The route of the calculator."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings as django_settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from pairing.errors import PairingError
from tiebreaks.export import standings_csv
from tournaments.api.limits import seconds_to_wait
from tournaments.core.errors import DomainError
from tournaments.core.texts import text_for
from tournaments.standings.calculator import Calculation, calculate

from .form import Form, act, read
from .page import problem_text, result, settings, split
from .texts import EXAMPLE, page_texts

LANGUAGES = dict(django_settings.LANGUAGES)


# Nothing is stored and no cookie is set, so there is nothing that a forged request could do.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def calculator(request: HttpRequest) -> HttpResponse:
    """The form, and below it what comes of it."""
    wanted = request.GET.get("language", "")
    with translation.override(wanted if wanted in LANGUAGES else translation.get_language()):
        return _answer(request)


def _answer(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        text = EXAMPLE if "example" in request.GET else ""
        return _page(request, Form(text=text))
    form = read(request.POST)
    wait = seconds_to_wait(request)
    if wait:
        problem = text_for("request.throttled", {"seconds": wait}, 429)
        return _page(request, form, problem=problem, status=429)
    action = request.POST.get("do", "")
    try:
        form = act(form, action, request.POST.get("add", ""))
        if not form.text.strip():
            return _page(request, form)
        form, found = _calculated(form)
    except (DomainError, PairingError) as refusal:
        return _page(request, form, problem=problem_text(refusal), status=422)
    if action == "csv":
        return _file(found)
    return _page(request, form, found=found)


def _calculated(form: Form) -> tuple[Form, Calculation]:
    """The answer, and the form with the order that it was ranked by."""
    found = calculate(form.question())
    numbers = {row.number for row in found.table.rows}
    if form.explain in numbers:
        found = calculate(replace(form.question(), explain=(form.explain,)))
    return replace(form, order=found.order), found


def _page(
    request: HttpRequest,
    form: Form,
    *,
    found: Calculation | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "t": page_texts(),
        "language": translation.get_language(),
        "languages": [{"code": code, "name": name} for code, name in LANGUAGES.items()],
        "form": form,
        "problem": problem,
        **settings(form, found),
    }
    if found is not None:
        try:
            shares = split(form, found)
        except (DomainError, PairingError) as refusal:
            shares, context["prize_problem"] = None, problem_text(refusal)
        context["result"] = result(form, found, shares)
    answer = render(request, "web/tiebreaks.html", context, status=status)
    answer["Content-Language"] = translation.get_language() or "en"
    return answer


def _file(found: Calculation) -> HttpResponse:
    return HttpResponse(
        standings_csv(found.table),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": 'attachment; filename="standings.csv"'},
    )
