"""Routes of REST version 1."""

from __future__ import annotations

from django.urls import path

from . import auth, clubs, entries, events, players, problems, tournaments

app_name = "v1"

urlpatterns = [
    path("auth/login", auth.Login.as_view(), name="login"),
    path("auth/logout", auth.Logout.as_view(), name="logout"),
    path("auth/me", auth.OwnAccount.as_view(), name="me"),
    path("clubs", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<uuid:club_id>", clubs.ClubDetail.as_view(), name="club"),
    path("clubs/<uuid:club_id>/memberships", clubs.Memberships.as_view(), name="memberships"),
    path("clubs/<uuid:club_id>/players", players.Players.as_view(), name="players"),
    path("clubs/<uuid:club_id>/events", events.ClubEvents.as_view(), name="club-events"),
    path("memberships/<uuid:membership_id>", clubs.MembershipDetail.as_view(), name="membership"),
    path("players/<uuid:player_id>", players.PlayerDetail.as_view(), name="player"),
    path("events", events.Events.as_view(), name="events"),
    path("events/<uuid:event_id>", events.EventDetail.as_view(), name="event"),
    path(
        "events/<uuid:event_id>/tournaments",
        tournaments.EventTournaments.as_view(),
        name="tournaments",
    ),
    path(
        "tournaments/<uuid:tournament_id>",
        tournaments.TournamentDetail.as_view(),
        name="tournament",
    ),
    path(
        "tournaments/<uuid:tournament_id>/status",
        tournaments.TournamentStatusChange.as_view(),
        name="tournament-status",
    ),
    path("tournaments/<uuid:tournament_id>/entries", entries.Entries.as_view(), name="entries"),
    path(
        "tournaments/<uuid:tournament_id>/pairing-numbers",
        entries.PairingNumbers.as_view(),
        name="pairing-numbers",
    ),
    path("entries/<uuid:entry_id>", entries.EntryDetail.as_view(), name="entry"),
    path(
        "entries/<uuid:entry_id>/withdraw",
        entries.EntryWithdrawal.as_view(),
        name="entry-withdraw",
    ),
    path("entries/<uuid:entry_id>/return", entries.EntryReturn.as_view(), name="entry-return"),
    path("entries/<uuid:entry_id>/byes", entries.EntryByes.as_view(), name="entry-byes"),
    path(
        "entries/<uuid:entry_id>/byes/<int:round_number>",
        entries.EntryBye.as_view(),
        name="entry-bye",
    ),
    path("problems", problems.ProblemCodes.as_view(), name="problems"),
    path("problems/<str:code>", problems.ProblemDetail.as_view(), name="problem"),
]
