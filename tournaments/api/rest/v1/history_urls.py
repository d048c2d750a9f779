"""Routes of the change log and restore points."""

from __future__ import annotations

from django.urls import path

from . import history

urlpatterns = [
    path(
        "tournaments/<uuid:tournament_id>/log",
        history.TournamentLog.as_view(),
        name="tournament-log",
    ),
    path("clubs/<uuid:club_id>/log", history.ClubLog.as_view(), name="club-log"),
    path(
        "tournaments/<uuid:tournament_id>/restore-points",
        history.RestorePoints.as_view(),
        name="restore-points",
    ),
    path(
        "restore-points/<uuid:point_id>",
        history.RestorePointDetail.as_view(),
        name="restore-point",
    ),
    path(
        "restore-points/<uuid:point_id>/restore",
        history.Restoration.as_view(),
        name="restore-point-restore",
    ),
]
