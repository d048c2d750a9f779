"""Routes of knockouts."""

from __future__ import annotations

from django.urls import path

from . import bracket_files, brackets, matches

_BRACKET = "tournaments/<uuid:tournament_id>/bracket"

urlpatterns = [
    path(
        "tournaments/<uuid:tournament_id>/knockout",
        brackets.KnockoutSettings.as_view(),
        name="knockout",
    ),
    path(_BRACKET, brackets.TournamentBracket.as_view(), name="bracket"),
    path(f"{_BRACKET}.svg", bracket_files.BracketPicture.as_view(), name="bracket-picture"),
    path(f"{_BRACKET}/export", bracket_files.BracketExport.as_view(), name="bracket-export"),
    path(
        f"{_BRACKET}/qualifiers",
        brackets.BracketQualifiers.as_view(),
        name="bracket-qualifiers",
    ),
    path(f"{_BRACKET}/draw", brackets.BracketDraw.as_view(), name="bracket-draw"),
    path(f"{_BRACKET}/publish", brackets.BracketPublication.as_view(), name="bracket-publish"),
    path(f"{_BRACKET}/cancel", brackets.BracketCancellation.as_view(), name="bracket-cancel"),
    path(f"{_BRACKET}/swap", brackets.BracketSwap.as_view(), name="bracket-swap"),
    path(f"{_BRACKET}/reserve", brackets.BracketReserve.as_view(), name="bracket-reserve"),
    path(f"{_BRACKET}/latecomer", brackets.BracketLatecomer.as_view(), name="bracket-latecomer"),
    path(f"{_BRACKET}/depart", brackets.BracketDeparture.as_view(), name="bracket-depart"),
    path(f"{_BRACKET}/readmit", brackets.BracketReturn.as_view(), name="bracket-readmit"),
    path(
        f"{_BRACKET}/consolation",
        brackets.ConsolationDraw.as_view(),
        name="bracket-consolation",
    ),
    path(
        f"{_BRACKET}/consolation/cancel",
        brackets.ConsolationCancellation.as_view(),
        name="bracket-consolation-cancel",
    ),
    path(
        "tournaments/<uuid:tournament_id>/places", brackets.BracketPlaces.as_view(), name="places"
    ),
    path("tournaments/<uuid:tournament_id>/matches", matches.Matches.as_view(), name="matches"),
    path("matches/<uuid:match_id>", matches.MatchDetail.as_view(), name="match"),
    path("matches/<uuid:match_id>/games", matches.MatchGames.as_view(), name="match-games"),
    path(
        "matches/<uuid:match_id>/games/<int:stage>/<int:game>",
        matches.MatchGame.as_view(),
        name="match-game",
    ),
    path("matches/<uuid:match_id>/bids", matches.MatchBids.as_view(), name="match-bids"),
    path("matches/<uuid:match_id>/ruling", matches.MatchRuling.as_view(), name="match-ruling"),
]
