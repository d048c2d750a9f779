"""The registry in the admin site."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from tournaments.core.admin import ReadOnlyAdmin, ServiceAdmin

from .models import NationalId, Player, PlayerMerge, Rating
from .querysets import PlayerQuerySet
from .services import create_player, update_player


@admin.register(Player)
class PlayerAdmin(ServiceAdmin):
    """Players, found whatever their accents."""

    list_display = ("name", "federation", "fide_id", "title", "club")
    list_select_related = ("club",)
    list_filter = ("title", "sex")
    search_fields = ("search_key",)
    writable = (
        "name",
        "name_latin",
        "federation",
        "fide_id",
        "birth_date",
        "birth_year",
        "sex",
        "title",
    )
    create = staticmethod(create_player)
    update = staticmethod(update_player)
    parent = {"club": "club_id"}  # noqa: RUF012
    argument = "player_id"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        assert isinstance(queryset, PlayerQuerySet)
        return queryset.search(search_term), False


@admin.register(NationalId)
class NationalIdAdmin(ReadOnlyAdmin):
    """Numbers in national registers."""

    list_display = ("player", "federation", "number")
    list_select_related = ("player",)
    search_fields = ("number", "player__search_key")


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    """Ratings by list and date."""

    list_display = ("player", "list_name", "kind", "value", "as_of")
    list_select_related = ("player",)
    list_filter = ("list_name", "kind")
    search_fields = ("player__search_key",)


@admin.register(PlayerMerge)
class PlayerMergeAdmin(ReadOnlyAdmin):
    """Who was registered twice, and whether that was taken back."""

    list_display = ("merged", "survivor", "reason", "by", "at", "undone_at")
    list_select_related = ("merged", "survivor", "by")
    search_fields = ("merged__search_key", "survivor__search_key")
