"""Routes of keys, rating lists, federations and exports."""

from __future__ import annotations

from django.urls import path

from . import exports, keys, rating_lists

urlpatterns = [
    path("clubs/<uuid:club_id>/api-keys", keys.ClubKeys.as_view(), name="club-keys"),
    path("federations/<str:federation>/api-keys", keys.FederationKeys.as_view(), name="fed-keys"),
    path("api-keys/<uuid:key_id>", keys.KeyDetail.as_view(), name="api-key"),
    path(
        "tournaments/<uuid:tournament_id>/export",
        exports.TournamentExport.as_view(),
        name="tournament-export",
    ),
    path("rating-lists", rating_lists.RatingLists.as_view(), name="rating-lists"),
    path(
        "rating-lists/<str:name>/players",
        rating_lists.ListedPlayers.as_view(),
        name="listed-players",
    ),
    path(
        "tournaments/<uuid:tournament_id>/rating-check",
        rating_lists.RatingCheck.as_view(),
        name="rating-check",
    ),
]
