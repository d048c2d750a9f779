"""The planner as a page: how long an event takes in each format."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
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


@require_safe
def planner(request: HttpRequest) -> HttpResponse:
    """A form, and below it every format that fits; 400 for what cannot be understood."""
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
    return render(request, "web/planner.html", _texts() | {"given": given, **shown}, status=status)


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
    return {
        "name": FORMATS[plan.format],
        "numbers": [
            plan.rounds,
            f"{plan.games} (+{plan.extra_games})" if plan.extra_games else plan.games,
            plan.boards,
            plan.byes,
            quarters_text(plan.quarters),
            plan.sessions,
        ],
        "notes": [text_for(code, params, 200) for code, params in plan.notices],
    }


def _texts() -> dict[str, Any]:
    return {
        "language": get_language() or "en",
        "title": _("How long will it take?"),
        "players": _("Players"),
        "time_control": _("Time control"),
        "time_control_hint": _("minutes and seconds, such as G/60 d5, 90+30 or 25"),
        "session_hours": _("Hours of a session"),
        "ask": _("Plan"),
        "heads": [
            _("Format"),
            _("Rounds"),
            _("Games"),
            _("Boards"),
            _("Byes"),
            _("Hours"),
            _("Sessions"),
            _("Remarks"),
        ],
        "estimate": _(
            "The estimate: a player may need the base time and as many minutes as the increment or "
            "delay has seconds; a game twice that; a round is scheduled for the longest game and "
            "15 minutes."
        ),
    }
