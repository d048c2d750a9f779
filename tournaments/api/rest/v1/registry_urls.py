"""Routes that keep a registry clean and fill a field."""

from __future__ import annotations

from django.urls import path

from . import entry_tables, registry

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
    path(
        "tournaments/<uuid:tournament_id>/entries/preview",
        entry_tables.EntryTablePreview.as_view(),
        name="entry-preview",
    ),
    path(
        "tournaments/<uuid:tournament_id>/entries/import",
        entry_tables.EntryTableImport.as_view(),
        name="entry-import",
    ),
    path(
        "tournaments/<uuid:tournament_id>/entries/from-players",
        entry_tables.EntriesFromPlayers.as_view(),
        name="entries-from-players",
    ),
    path(
        "tournaments/<uuid:tournament_id>/entries/from-tournament",
        entry_tables.EntriesFromTournament.as_view(),
        name="entries-from-tournament",
    ),
]
