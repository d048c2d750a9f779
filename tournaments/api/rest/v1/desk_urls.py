"""Routes of the arbiter's desk: results of a whole round, by hand, back, corrected, claimed."""

from __future__ import annotations

from django.urls import path

from . import corrections, results, sessions

urlpatterns = [
    path("rounds/<uuid:round_id>/results", results.RoundResults.as_view(), name="round-results"),
    path(
        "rounds/<uuid:round_id>/unpublish",
        sessions.RoundUnpublication.as_view(),
        name="round-unpublish",
    ),
    path("rounds/<uuid:round_id>/reopen", sessions.RoundReopening.as_view(), name="round-reopen"),
    path("rounds/<uuid:round_id>/close", sessions.RoundClosing.as_view(), name="round-close"),
    path(
        "rounds/<uuid:round_id>/pairing-session",
        sessions.RoundSessions.as_view(),
        name="pairing-sessions",
    ),
    path(
        "pairing-sessions/<uuid:session_id>",
        sessions.SessionDetail.as_view(),
        name="pairing-session",
    ),
    path(
        "pairing-sessions/<uuid:session_id>/end",
        sessions.SessionEnding.as_view(),
        name="pairing-session-end",
    ),
    path("boards/<uuid:board_id>/claims", corrections.BoardClaims.as_view(), name="claims"),
    path(
        "boards/<uuid:board_id>/rating-correction",
        corrections.BoardRatingCorrection.as_view(),
        name="rating-correction",
    ),
    path(
        "tournaments/<uuid:tournament_id>/corrections",
        corrections.TournamentCorrections.as_view(),
        name="corrections",
    ),
]
