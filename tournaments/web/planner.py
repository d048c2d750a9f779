"""The planner as a page: how long an event takes in each format, without JavaScript or cookies."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pairing.planner import LARGEST, SMALLEST, Plan, Planner, quarters_text
from tournaments.core.errors import DomainError, Invalid
from tournaments.core.schedule_sentences import FORMATS
from tournaments.core.texts import text_for
from tournaments.schedules.plans import (
    USUAL_CONTROL,
    USUAL_HOURS,
    control_from,
    plans_for,
    session_from,
)

USUAL_PLAYERS = "8"
LANGUAGES = dict(settings.LANGUAGES)


@require_safe
def planner(request: HttpRequest) -> HttpResponse:
    """A form, and below it every format that fits; 400 for what cannot be understood."""
    wanted = request.GET.get("language", "")
    with translation.override(wanted if wanted in LANGUAGES else translation.get_language()):
        return _page(request)


def _page(request: HttpRequest) -> HttpResponse:
    given = {
        "players": request.GET.get("players", USUAL_PLAYERS),
        "time_control": request.GET.get("time_control", USUAL_CONTROL),
        "session_hours": request.GET.get("session_hours", USUAL_HOURS),
    }
    shown: dict[str, Any] = {"fault": "", "advice": "", "rows": []}
    status = 200
    try:
        shown |= _result(_planned(given))
    except DomainError as refusal:
        shown["fault"] = text_for(refusal.code, refusal.params, 400)
        status = 400
    context = {
        "t": _texts(),
        "heads": _heads(),
        "language": translation.get_language() or "en",
        "languages": [
            {"code": code, "name": name, "address": f"?{urlencode(given | {'language': code})}"}
            for code, name in LANGUAGES.items()
        ],
        "given": given,
        **shown,
    }
    answer = render(request, "web/planner.html", context, status=status)
    answer["Content-Language"] = translation.get_language() or "en"
    return answer


def _planned(given: dict[str, str]) -> Planner:
    text = given["players"].strip()
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise Invalid("planner.players", players=text[:20], smallest=SMALLEST, largest=LARGEST)
    return plans_for(
        int(text), control_from(given["time_control"]), session_from(given["session_hours"])
    )


def _result(found: Planner) -> dict[str, Any]:
    code, params = found.advice
    return {"advice": text_for(code, params, 200), "rows": [_row(plan) for plan in found.plans]}


def _row(plan: Plan) -> dict[str, Any]:
    texts = (
        plan.rounds,
        f"{plan.games} (+{plan.extra_games})" if plan.extra_games else plan.games,
        plan.boards,
        plan.byes,
        quarters_text(plan.quarters),
        plan.sessions,
    )
    return {
        "name": FORMATS[plan.format],
        "cells": [{"head": head, "text": text} for head, text in zip(_heads(), texts, strict=True)],
        "notes": [text_for(code, params, 200) for code, params in plan.notices],
    }


def _heads() -> list[str]:
    return [_("Rounds"), _("Games"), _("Boards"), _("Byes"), _("Hours"), _("Sessions")]


def _texts() -> dict[str, str]:
    return {
        "site": _("Chess tournament server"),
        "languages": _("Language"),
        "title": _("How long will it take?"),
        "lead": _("Rounds, games and evenings of each format, and which one suits your club."),
        "players": _("Players"),
        "time_control": _("Time control"),
        "time_control_hint": _("minutes and seconds, such as G/60 d5, 90+30 or 25"),
        "session_hours": _("Hours of a session"),
        "ask": _("Plan"),
        "format": _("Format"),
        "remarks": _("Remarks"),
        "estimate": _(
            "The estimate: a player may need the base time and as many minutes as the increment or "
            "delay has seconds; a game twice that; a round is scheduled for the longest game and "
            "15 minutes."
        ),
        "foot": _("The same as an API:"),
        "api": _("GET /api/v1/tools/planner"),
    }
