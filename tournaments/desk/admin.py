"""What lies on the desk, in the admin site."""

from __future__ import annotations

from django.contrib import admin

from tournaments.core.admin import ReadOnlyAdmin

from .models import Claim, Correction, PairingSession


@admin.register(PairingSession)
class PairingSessionAdmin(ReadOnlyAdmin):
    """Pairings by hand."""

    list_display = ("round", "status", "started_by", "ended_by", "ended_at", "reason")
    list_select_related = ("round__tournament", "started_by", "ended_by")
    list_filter = ("status",)
    search_fields = ("round__tournament__name",)


@admin.register(Correction)
class CorrectionAdmin(ReadOnlyAdmin):
    """Counted results that were replaced."""

    list_display = ("board", "moment", "old", "new", "reason", "by", "at")
    list_select_related = ("board__round__tournament", "by")
    list_filter = ("moment",)
    search_fields = ("board__round__tournament__name", "reason")


@admin.register(Claim)
class ClaimAdmin(ReadOnlyAdmin):
    """What players say came out."""

    list_display = ("board", "side", "outcome", "by", "at")
    list_select_related = ("board__round__tournament", "by")
