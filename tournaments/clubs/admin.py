"""Clubs in the admin site."""

from __future__ import annotations

from django.contrib import admin
from django.db import models

from tournaments.core.admin import ReadOnlyAdmin, ServiceAdmin

from .models import Club, Membership
from .services import create_club, update_club


@admin.register(Club)
class ClubAdmin(ServiceAdmin):
    """Clubs."""

    list_display = ("name", "slug", "federation", "city")
    search_fields = ("name", "slug", "city")
    writable = ("name", "slug", "federation", "city", "time_zone", "website")
    create = staticmethod(create_club)
    update = staticmethod(update_club)
    argument = "club_id"
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}  # noqa: RUF012


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    """Roles; owners give them through the API."""

    list_display = ("user", "club", "role", "first_board", "last_board")
    list_filter = ("role",)
    list_select_related = ("user", "club")
    search_fields = ("user__email", "club__name")
