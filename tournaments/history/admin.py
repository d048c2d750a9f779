"""Restore points in the admin site."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from tournaments.core.admin import ReadOnlyAdmin

from .models import RestorePoint


@admin.register(RestorePoint)
class RestorePointAdmin(ReadOnlyAdmin):
    """Which states are kept; putting one back is for those who run the tournament."""

    list_display = ("tournament", "occasion", "label", "sequence", "rows", "created_at", "used_at")
    list_filter = ("occasion",)
    list_select_related = ("tournament",)
    exclude: ClassVar = ("content",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("content")
