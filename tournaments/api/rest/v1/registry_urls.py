"""Routes that keep a registry clean and fill a field."""

from __future__ import annotations

from django.urls import path

from . import registry

urlpatterns = [
    path(
        "clubs/<uuid:club_id>/players/duplicates",
        registry.DuplicatePlayers.as_view(),
        name="duplicate-players",
    ),
    path("players/<uuid:player_id>/merge", registry.PlayerMerging.as_view(), name="player-merge"),
    path(
        "players/<uuid:player_id>/unmerge",
        registry.PlayerUnmerging.as_view(),
        name="player-unmerge",
    ),
]
