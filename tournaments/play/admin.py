"""Boards and seats in the admin site."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.core.admin import ReadOnlyAdmin, each

from .models import Board, Seat
from .services import confirm_result


@admin.register(Board)
class BoardAdmin(ReadOnlyAdmin):
    """Boards; results are entered through the API."""

    list_display = ("round", "number", "outcome", "confirmed", "entered_by", "entered_at")
    list_select_related = ("round__tournament", "entered_by")
    list_filter = ("outcome", "confirmed")
    search_fields = ("round__tournament__name",)
    actions = ("confirm",)

    @admin.action(description=_("Confirm the result"))
    def confirm(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        each(request, rows, confirm_result, "board_id")


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    """Who sat where."""

    list_display = ("round", "entry", "board", "side", "bye")
    list_select_related = ("round__tournament", "entry", "board")
    list_filter = ("bye",)
    search_fields = ("entry__name",)
