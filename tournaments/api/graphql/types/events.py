"""Clubs, events, tournaments."""

from __future__ import annotations

from typing import Any

import graphene
from graphene_django import DjangoObjectType

from tournaments.clubs.models import Club
from tournaments.events.models import Entry, Event, Round, Tournament

from ..batches import parent
from ..connections import Page, connected, connection_of, page_below
from ..context import Info, who
from .brackets import Bracket, bracket_of
from .common import Resource
from .entries import ENTRY_ORDER, EntryConnection, listed_entries
from .rounds import ROUND_ORDER, RoundConnection

EVENT_ORDER = ("-start", "id")
TOURNAMENT_ORDER = ("name", "id")


class ClubType(DjangoObjectType):
    """An organisation that runs events."""

    class Meta:
        name = "Club"
        model = Club
        interfaces = (Resource,)
        convert_choices_to_enum = False
        fields = ("name", "slug", "federation", "city", "time_zone", "website")

    events = connected(lambda: EventConnection, "Events that you may see, latest first.")

    @staticmethod
    def resolve_events(club: Club, info: Info, **arguments: Any) -> Page:
        rows = Event.objects.visible_to(who(info))
        return page_below(club, rows, "club_id", EVENT_ORDER, "Club.events", arguments)


class EventType(DjangoObjectType):
    """A festival or a single tournament evening; dates are local days in `timeZone`."""

    class Meta:
        name = "Event"
        model = Event
        interfaces = (Resource,)
        convert_choices_to_enum = False
        fields = (
            "name",
            "slug",
            "city",
            "federation",
            "time_zone",
            "start",
            "end",
            "visibility",
        )

    club = graphene.Field(graphene.NonNull(ClubType))
    tournaments = connected(
        lambda: TournamentConnection, "Tournaments that you may see.", status=graphene.String()
    )

    @staticmethod
    def resolve_club(event: Event, info: Info) -> Any:
        return parent(event, "club_id", lambda: Club.objects.visible_to(who(info)))

    @staticmethod
    def resolve_tournaments(event: Event, info: Info, **arguments: Any) -> Page:
        rows = with_status(Tournament.objects.visible_to(who(info)), arguments)
        return page_below(event, rows, "event_id", TOURNAMENT_ORDER, "Event.tournaments", arguments)


class TournamentType(DjangoObjectType):
    """One section: a field of entries played by one system."""

    class Meta:
        name = "Tournament"
        model = Tournament
        interfaces = (Resource,)
        convert_choices_to_enum = False
        fields = (
            "name",
            "slug",
            "status",
            "system",
            "edition",
            "round_count",
            "acceleration",
            "results_policy",
            "rating_kind",
            "rating_list",
            "rated",
            "city",
            "federation",
            "start",
            "end",
            "chief_arbiter",
            "time_control",
        )

    tie_breaks = graphene.List(
        graphene.NonNull(graphene.String), required=True, description="Order of the standings."
    )
    event = graphene.Field(graphene.NonNull(EventType))
    entries = connected(EntryConnection, "By pairing number.", status=graphene.String())
    rounds = connected(RoundConnection, "Rounds that you may see.", number=graphene.Int())

    bracket = graphene.Field(Bracket, description="Of a knockout, once you may see its draw.")

    @staticmethod
    def resolve_bracket(tournament: Tournament, info: Info) -> Any:
        return bracket_of(tournament, info)

    @staticmethod
    def resolve_event(tournament: Tournament, info: Info) -> Any:
        return parent(tournament, "event_id", lambda: Event.objects.visible_to(who(info)))

    @staticmethod
    def resolve_entries(tournament: Tournament, info: Info, **arguments: Any) -> Page:
        rows = with_status(listed_entries(Entry.objects.visible_to(who(info))), arguments)
        return page_below(
            tournament, rows, "tournament_id", ENTRY_ORDER, "Tournament.entries", arguments
        )

    @staticmethod
    def resolve_rounds(tournament: Tournament, info: Info, **arguments: Any) -> Page:
        rows = Round.objects.visible_to(who(info))
        if arguments.get("number") is not None:
            rows = rows.filter(number=arguments["number"])
        return page_below(
            tournament, rows, "tournament_id", ROUND_ORDER, "Tournament.rounds", arguments
        )


EventConnection: type = connection_of(EventType)
TournamentConnection: type = connection_of(TournamentType)


def with_status(rows: Any, arguments: dict[str, Any]) -> Any:
    """Rows of the status that is asked for, if one is."""
    status = arguments.get("status")
    return rows if status is None else rows.filter(status=status)
