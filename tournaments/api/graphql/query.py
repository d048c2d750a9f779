"""The root of everything that can be read."""

from __future__ import annotations

from typing import Any

import graphene

from tournaments.clubs.models import Club
from tournaments.events.models import Entry, Event, Round, Tournament
from tournaments.jobs.models import PairingRun
from tournaments.play.models import Board

from .connections import Page, connected, connection_of, page
from .context import Info, first_visible, who
from .types.entries import EntryType, listed_entries
from .types.events import (
    EVENT_ORDER,
    TOURNAMENT_ORDER,
    ClubType,
    EventConnection,
    EventType,
    TournamentConnection,
    TournamentType,
    with_status,
)
from .types.jobs import JobType
from .types.rounds import BoardType, RoundType
from .types.search import SearchConnection, search
from .types.standings import CrosstableType, StandingsType, standings_table

CLUB_ORDER = ("name", "id")
_ID = {"id": graphene.ID(required=True)}
_TABLE = {
    "tournament": graphene.ID(required=True),
    "after_round": graphene.Int(description="By default the last with a result."),
}


class Query(graphene.ObjectType):
    """What you may see.  Anything hidden or missing is null."""

    club = graphene.Field(ClubType, **_ID)
    event = graphene.Field(EventType, **_ID)
    tournament = graphene.Field(TournamentType, **_ID)
    entry = graphene.Field(EntryType, **_ID)
    round = graphene.Field(RoundType, **_ID)
    board = graphene.Field(BoardType, **_ID)
    job = graphene.Field(JobType, **_ID)
    clubs = connected(connection_of(ClubType), "All clubs.", federation=graphene.String())
    events = connected(
        EventConnection,
        "Latest first.",
        federation=graphene.String(),
        start_from=graphene.Date(description="First day not before."),
        start_to=graphene.Date(description="First day not after."),
    )
    tournaments = connected(TournamentConnection, "By name.", status=graphene.String())
    search = connected(
        SearchConnection,
        "Events, tournaments and entries whose names hold every word.",
        text=graphene.String(required=True),
    )
    standings = graphene.Field(StandingsType, **_TABLE)
    crosstable = graphene.Field(CrosstableType, **_TABLE)

    @staticmethod
    def resolve_club(root: None, info: Info, id: str) -> Any:
        return first_visible(Club.objects.visible_to(who(info)), id)

    @staticmethod
    def resolve_event(root: None, info: Info, id: str) -> Any:
        return first_visible(Event.objects.visible_to(who(info)), id)

    @staticmethod
    def resolve_tournament(root: None, info: Info, id: str) -> Any:
        return first_visible(Tournament.objects.visible_to(who(info)), id)

    @staticmethod
    def resolve_entry(root: None, info: Info, id: str) -> Any:
        return first_visible(listed_entries(Entry.objects.visible_to(who(info))), id)

    @staticmethod
    def resolve_round(root: None, info: Info, id: str) -> Any:
        return first_visible(Round.objects.visible_to(who(info)), id)

    @staticmethod
    def resolve_board(root: None, info: Info, id: str) -> Any:
        return first_visible(Board.objects.visible_to(who(info)), id)

    @staticmethod
    def resolve_job(root: None, info: Info, id: str) -> Any:
        return first_visible(PairingRun.objects.visible_to(who(info)), id)

    @staticmethod
    def resolve_clubs(root: None, info: Info, **arguments: Any) -> Page:
        rows = Club.objects.visible_to(who(info))
        if arguments.get("federation") is not None:
            rows = rows.filter(federation=arguments["federation"])
        return page(rows, CLUB_ORDER, "clubs", arguments)

    @staticmethod
    def resolve_events(root: None, info: Info, **arguments: Any) -> Page:
        rows = Event.objects.visible_to(who(info))
        filters = {"federation": "federation", "start_from": "start__gte", "start_to": "start__lte"}
        for name, lookup in filters.items():
            if arguments.get(name) is not None:
                rows = rows.filter(**{lookup: arguments[name]})
        return page(rows, EVENT_ORDER, "events", arguments)

    @staticmethod
    def resolve_tournaments(root: None, info: Info, **arguments: Any) -> Page:
        rows = with_status(Tournament.objects.visible_to(who(info)), arguments)
        return page(rows, TOURNAMENT_ORDER, "tournaments", arguments)

    @staticmethod
    def resolve_search(root: None, info: Info, text: str, **arguments: Any) -> Page:
        return search(info, text, arguments)

    @staticmethod
    def resolve_standings(root: None, info: Info, tournament: str, **asked: Any) -> Any:
        found = first_visible(Tournament.objects.visible_to(who(info)), tournament)
        return found and standings_table(info, found.pk, asked.get("after_round"))

    @staticmethod
    def resolve_crosstable(root: None, info: Info, tournament: str, **asked: Any) -> Any:
        found = first_visible(Tournament.objects.visible_to(who(info)), tournament)
        return found and standings_table(info, found.pk, asked.get("after_round"))
