"""Routes of round robins and their relatives: draws, schedules, groups, teams, planner."""

from __future__ import annotations

from django.urls import path

from . import grids, groups, planner, schedules, teams

T = "tournaments/<uuid:tournament_id>"

urlpatterns = [
    path(f"{T}/draw", schedules.TournamentDraw.as_view(), name="draw"),
    path(f"{T}/schedule", schedules.TournamentSchedule.as_view(), name="schedule"),
    path(f"{T}/schedule/pair", schedules.SchedulePairing.as_view(), name="schedule-pair"),
    path(f"{T}/schedule/publish", schedules.SchedulePublication.as_view(), name="schedule-publish"),
    path(f"{T}/schedule/unpair", schedules.ScheduleUnpairing.as_view(), name="schedule-unpair"),
    path(f"{T}/groups", groups.TournamentGroups.as_view(), name="groups"),
    path(f"{T}/qualifiers", groups.TournamentQualifiers.as_view(), name="qualifiers"),
    path(f"{T}/sections", groups.TournamentSections.as_view(), name="sections"),
    path(f"{T}/grid", grids.TournamentGrid.as_view(), name="grid"),
    path(f"{T}/teams", teams.Teams.as_view(), name="teams"),
    path(f"{T}/team-standings", teams.TeamStandings.as_view(), name="team-standings"),
    path(
        f"{T}/team-standings/<uuid:team_id>/working",
        teams.TeamStandingsWorking.as_view(),
        name="team-standings-working",
    ),
    path("teams/<uuid:team_id>", teams.TeamDetail.as_view(), name="team"),
    path("teams/<uuid:team_id>/withdraw", teams.TeamWithdrawal.as_view(), name="team-withdraw"),
    path(
        "entries/<uuid:entry_id>/substitute",
        schedules.EntrySubstitution.as_view(),
        name="entry-substitute",
    ),
    path("tools/planner", planner.EventPlanner.as_view(), name="planner"),
]
