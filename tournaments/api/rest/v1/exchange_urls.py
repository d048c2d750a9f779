"""Routes of keys, rating lists, federations and exports."""

from __future__ import annotations

from django.urls import path

from . import exports, inbound, keys, rating_lists, rating_reports, results_feed

urlpatterns = [
    path("clubs/<uuid:club_id>/api-keys", keys.ClubKeys.as_view(), name="club-keys"),
    path("federations/<str:federation>/api-keys", keys.FederationKeys.as_view(), name="fed-keys"),
    path("api-keys/<uuid:key_id>", keys.KeyDetail.as_view(), name="api-key"),
    path(
        "tournaments/<uuid:tournament_id>/export",
        exports.TournamentExport.as_view(),
        name="tournament-export",
    ),
    path("feeds/results", results_feed.ResultsFeed.as_view(), name="results-feed"),
    path("feeds/results/bulk", results_feed.ResultsBulk.as_view(), name="results-bulk"),
    path("feeds/results/push", inbound.InboundResults.as_view(), name="results-push"),
    path("feeds/players/push", inbound.InboundPlayers.as_view(), name="players-push"),
    path("feeds/quarantine", inbound.Quarantine.as_view(), name="quarantine"),
    path(
        "feeds/quarantine/<uuid:item_id>", inbound.QuarantinedDetail.as_view(), name="quarantined"
    ),
    path(
        "feeds/quarantine/<uuid:item_id>/retry",
        inbound.QuarantinedRetry.as_view(),
        name="quarantined-retry",
    ),
    path("feeds/reports", rating_reports.FederationReports.as_view(), name="federation-reports"),
    path(
        "tournaments/<uuid:tournament_id>/reports",
        rating_reports.TournamentReports.as_view(),
        name="tournament-reports",
    ),
    path("reports/<uuid:report_id>", rating_reports.ReportDetail.as_view(), name="report"),
    path(
        "reports/<uuid:report_id>/submit",
        rating_reports.ReportSubmission.as_view(),
        name="report-submit",
    ),
    path(
        "reports/<uuid:report_id>/decision",
        rating_reports.ReportDecision.as_view(),
        name="report-decision",
    ),
    path(
        "reports/<uuid:report_id>/files/<str:file_format>",
        rating_reports.ReportContent.as_view(),
        name="report-file",
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
