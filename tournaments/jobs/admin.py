"""Pairing runs in the admin site."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.core.admin import ReadOnlyAdmin, each

from .models import PairingRun
from .services import cancel_run


@admin.register(PairingRun)
class PairingRunAdmin(ReadOnlyAdmin):
    """What was asked, and what came of it."""

    list_display = ("round", "status", "attempts", "error_code", "created_at", "finished_at")
    list_select_related = ("round__tournament",)
    list_filter = ("status", "error_code")
    actions = ("cancel",)

    @admin.action(description=_("Call off"))
    def cancel(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        each(request, rows, cancel_run, "run_id")
