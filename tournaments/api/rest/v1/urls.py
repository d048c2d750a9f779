"""Routes of REST version 1."""

from __future__ import annotations

from django.urls import path

from . import (
    attendance,
    auth,
    boards,
    clubs,
    desk_urls,
    entries,
    events,
    exchange_urls,
    feed_urls,
    history_urls,
    index,
    insight_urls,
    jobs,
    knockout_urls,
    people,
    players,
    problems,
    registry_urls,
    reports,
    rounds,
    schedule_urls,
    tournaments,
)

app_name = "v1"

urlpatterns = [
    path("", index.Index.as_view(), name="index"),
    path("auth/login", auth.Login.as_view(), name="login"),
    path("auth/logout", auth.Logout.as_view(), name="logout"),
    path("auth/me", auth.OwnAccount.as_view(), name="me"),
    path("auth/devices", auth.Devices.as_view(), name="devices"),
    path("auth/devices/<uuid:device_id>", auth.DeviceDetail.as_view(), name="device"),
    path("clubs", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<uuid:club_id>", clubs.ClubDetail.as_view(), name="club"),
    path("clubs/<uuid:club_id>/memberships", clubs.Memberships.as_view(), name="memberships"),
    path("clubs/<uuid:club_id>/players", players.Players.as_view(), name="players"),
    path("clubs/<uuid:club_id>/events", events.ClubEvents.as_view(), name="club-events"),
    path("clubs/<uuid:club_id>/invitations", people.ClubInvitations.as_view(), name="invitations"),
    path("invitations/accept", people.InvitationAcceptance.as_view(), name="invitation-accept"),
    path("invitations/<uuid:invitation_id>", people.InvitationDetail.as_view(), name="invitation"),
    path("events/<uuid:event_id>/memberships", people.EventMembers.as_view(), name="event-members"),
    path(
        "events/<uuid:event_id>/invitations",
        people.EventInvitations.as_view(),
        name="event-invitations",
    ),
    path(
        "event-memberships/<uuid:membership_id>",
        people.EventMemberDetail.as_view(),
        name="event-membership",
    ),
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
    path(
        "entries/<uuid:entry_id>/check-in", attendance.EntryCheckIn.as_view(), name="entry-check-in"
    ),
    path("entries/<uuid:entry_id>/byes", entries.EntryByes.as_view(), name="entry-byes"),
    path(
        "entries/<uuid:entry_id>/byes/<int:round_number>",
        entries.EntryBye.as_view(),
        name="entry-bye",
    ),
    path("events/<uuid:event_id>/import", reports.EventImport.as_view(), name="event-import"),
    path(
        "tournaments/<uuid:tournament_id>/import",
        reports.TournamentImport.as_view(),
        name="tournament-import",
    ),
    path(
        "tournaments/<uuid:tournament_id>/warnings",
        tournaments.TournamentWarnings.as_view(),
        name="tournament-warnings",
    ),
    path("tournaments/<uuid:tournament_id>/rounds", rounds.Rounds.as_view(), name="rounds"),
    path("rounds/<uuid:round_id>", rounds.RoundDetail.as_view(), name="round"),
    path("rounds/<uuid:round_id>/publish", rounds.RoundPublication.as_view(), name="round-publish"),
    path("rounds/<uuid:round_id>/pair", jobs.RoundPairing.as_view(), name="round-pair"),
    path("rounds/<uuid:round_id>/unpair", rounds.RoundUnpairing.as_view(), name="round-unpair"),
    path(
        "rounds/<uuid:round_id>/pair-by-hand",
        rounds.RoundHandPairing.as_view(),
        name="round-pair-by-hand",
    ),
    path("rounds/<uuid:round_id>/boards", rounds.RoundBoards.as_view(), name="boards"),
    path("rounds/<uuid:round_id>/byes", rounds.RoundByes.as_view(), name="round-byes"),
    path("boards/<uuid:board_id>", boards.BoardDetail.as_view(), name="board"),
    path(
        "boards/<uuid:board_id>/confirm", boards.BoardConfirmation.as_view(), name="board-confirm"
    ),
    path("jobs/<uuid:job_id>", jobs.JobDetail.as_view(), name="job"),
    path("jobs/<uuid:job_id>/cancel", jobs.JobCancellation.as_view(), name="job-cancel"),
    *desk_urls.urlpatterns,
    *exchange_urls.urlpatterns,
    *feed_urls.urlpatterns,
    *history_urls.urlpatterns,
    *registry_urls.urlpatterns,
    *insight_urls.urlpatterns,
    *schedule_urls.urlpatterns,
    *knockout_urls.urlpatterns,
    path("problems", problems.ProblemCodes.as_view(), name="problems"),
    path("problems/<str:code>", problems.ProblemDetail.as_view(), name="problem"),
]
