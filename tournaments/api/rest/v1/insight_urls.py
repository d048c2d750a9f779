"""Routes of standings and their working, explanations of pairings, and tools."""

from __future__ import annotations

from django.urls import path

from . import explanations, standings, ties, tools, workings

urlpatterns = [
    path(
        "tournaments/<uuid:tournament_id>/standings",
        standings.TournamentStandings.as_view(),
        name="standings",
    ),
    path(
        "tournaments/<uuid:tournament_id>/standings/<uuid:entry_id>/working",
        workings.StandingsWorking.as_view(),
        name="standings-working",
    ),
    path("tournaments/<uuid:tournament_id>/standings/lots", ties.Lots.as_view(), name="lots"),
    path(
        "tournaments/<uuid:tournament_id>/standings/lots/call-off",
        ties.LotsCalledOff.as_view(),
        name="lots-call-off",
    ),
    path(
        "tournaments/<uuid:tournament_id>/standings/manual-order",
        ties.ManualOrder.as_view(),
        name="manual-order",
    ),
    path(
        "tournaments/<uuid:tournament_id>/crosstable",
        standings.TournamentCrosstable.as_view(),
        name="crosstable",
    ),
    path(
        "rounds/<uuid:round_id>/explanation",
        explanations.RoundExplanations.as_view(),
        name="round-explanation",
    ),
    path("tie-breaks", standings.TieBreaks.as_view(), name="tie-breaks"),
    path("tools/tiebreaks", tools.TieBreakCalculator.as_view(), name="tool-tiebreaks"),
    path("tools/prizes", tools.PrizeCalculator.as_view(), name="tool-prizes"),
]
