"""Draws, schedule settings, teams and cancelled games in the admin site."""

from __future__ import annotations

from django.contrib import admin

from tournaments.core.admin import ReadOnlyAdmin

from .models import CancelledGame, Draw, ScheduleSettings, Team, TeamMember


@admin.register(ScheduleSettings)
class ScheduleSettingsAdmin(ReadOnlyAdmin):
    """What is announced."""

    list_display = ("tournament", "cycles", "swap_last_rounds", "numbering", "half_rule")
    list_select_related = ("tournament",)
    search_fields = ("tournament__name",)


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin):
    """What was drawn, with the seed."""

    list_display = ("tournament", "method", "seed", "rounds", "drawn_at")
    list_select_related = ("tournament",)
    list_filter = ("method",)


@admin.register(Team)
class TeamAdmin(ReadOnlyAdmin):
    """Teams."""

    list_display = ("tournament", "number", "name")
    list_select_related = ("tournament",)
    search_fields = ("name", "tournament__name")


@admin.register(TeamMember)
class TeamMemberAdmin(ReadOnlyAdmin):
    """Who plays on which board."""

    list_display = ("team", "board", "entry")
    list_select_related = ("team", "entry")


@admin.register(CancelledGame)
class CancelledGameAdmin(ReadOnlyAdmin):
    """Boards that do not exist because somebody left too early."""

    list_display = ("round", "number", "white", "black")
    list_select_related = ("round__tournament", "white", "black")
