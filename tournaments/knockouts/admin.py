"""Brackets in the admin site: to look at; the API writes them."""

from __future__ import annotations

from django.contrib import admin

from tournaments.core.admin import ReadOnlyAdmin

from .models import (
    Bid,
    Bracket,
    Departure,
    Drawing,
    Entrant,
    Game,
    Match,
    Qualified,
    Ruling,
    Slot,
    SlotChange,
)


@admin.register(Bracket)
class BracketAdmin(ReadOnlyAdmin):
    """What is announced, and where it stands."""

    list_display = ("tournament", "status", "policy", "double_elimination", "updated_at")
    list_select_related = ("tournament",)
    list_filter = ("status", "policy", "double_elimination")
    search_fields = ("tournament__name",)


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Rows of matches; who is in them follows from the facts."""

    list_display = ("bracket", "code", "version", "updated_at")
    list_select_related = ("bracket__tournament",)
    search_fields = ("code", "bracket__tournament__name")


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games as entered."""

    list_display = ("match", "stage", "number", "outcome", "entered_by", "entered_at")
    list_select_related = ("match__bracket__tournament", "entered_by")
    list_filter = ("outcome",)
    search_fields = ("match__code", "match__bracket__tournament__name")


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin):
    """Decisions of arbiters."""

    list_display = ("match", "kind", "entered_by", "entered_at")
    list_select_related = ("match__bracket__tournament", "entered_by")
    list_filter = ("kind",)
    search_fields = ("match__code",)


@admin.register(Departure)
class DepartureAdmin(ReadOnlyAdmin):
    """Who has left."""

    list_display = ("entrant", "kind", "entered_by", "entered_at")
    list_select_related = ("entrant__entry", "entered_by")
    list_filter = ("kind",)
    search_fields = ("entrant__entry__name",)


@admin.register(Drawing)
class DrawingAdmin(ReadOnlyAdmin):
    """Logs of draws."""

    list_display = ("bracket", "part", "policy", "seed", "attempts", "clashes", "at")
    list_select_related = ("bracket__tournament",)
    list_filter = ("part", "policy")
    search_fields = ("bracket__tournament__name",)


@admin.register(Entrant)
class EntrantAdmin(ReadOnlyAdmin):
    """Entries in brackets."""

    list_display = ("bracket", "number", "entry", "club", "federation")
    list_select_related = ("bracket__tournament", "entry")
    search_fields = ("entry__name",)


@admin.register(Qualified)
class QualifiedAdmin(ReadOnlyAdmin):
    """How entries qualified."""

    list_display = ("bracket", "entry", "group", "place", "points")
    list_select_related = ("bracket__tournament", "entry")
    search_fields = ("entry__name",)


for _model in (Bid, Slot, SlotChange):
    admin.site.register(_model, ReadOnlyAdmin)
