"""The page at the root of the server."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this server is, and where its doors are."""
    texts = {
        "language": get_language() or "en",
        "title": _("Chess tournament server"),
        "what": _("Pairings, results, standings and reports of chess tournaments."),
        "doors": [
            {"address": "/tools/tiebreaks", "text": _("Tie-break calculator")},
            {"address": "/api/docs/", "text": _("Try the API")},
            {"address": "/api/v1/schema", "text": _("OpenAPI document")},
            {"address": "/api/v1/events", "text": _("Public events")},
            {"address": "/tools/planner", "text": _("Plan an event")},
            {"address": "/admin/", "text": _("Administration")},
        ],
    }
    return render(request, "web/home.html", texts)
