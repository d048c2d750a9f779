"""Entries: players in a tournament, and the players behind them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import graphene
from django.db.models import IntegerField, QuerySet, Value
from django.db.models.functions import Coalesce
from graphene_django import DjangoObjectType

from tournaments.events.models import Entry, RequestedBye, Tournament
from tournaments.play.models import Seat
from tournaments.players.models import Player

from ..batches import loaded, parent
from ..connections import Page, connected, connection_of, page_below
from ..context import Info, who
from .common import Resource

ENTRY_ORDER = ("place", "id")
SEAT_ORDER = ("round__number", "id")
UNNUMBERED = 2**31 - 1
"""Sorts those without a pairing number last."""


def listed_entries(rows: QuerySet[Entry]) -> QuerySet[Any]:
    """With the sort key of lists, which is never null."""
    place = Coalesce("pairing_number", Value(UNNUMBERED), output_field=IntegerField())
    return rows.annotate(place=place)


class PlayerType(DjangoObjectType):
    """A person in a club's registry, which its members see."""

    class Meta:
        name = "Player"
        model = Player
        interfaces = (Resource,)
        convert_choices_to_enum = False
        fields = ("name", "name_latin", "federation", "fide_id", "sex", "title")

    birth = graphene.String(required=True, description="`YYYY-MM-DD`, `YYYY`, or empty.")


class RequestedByeType(graphene.ObjectType):
    """An announced absence; seen by the player and by those who run the tournament."""

    class Meta:
        name = "RequestedBye"

    round = graphene.Int(required=True)
    kind = graphene.String(required=True, description="`H`, `F` or `Z`.")


class EntryType(DjangoObjectType):
    """A player in one tournament, as it stood for this tournament."""

    class Meta:
        name = "Entry"
        model = Entry
        interfaces = (Resource,)
        convert_choices_to_enum = False
        fields = (
            "pairing_number",
            "name",
            "title",
            "federation",
            "club_name",
            "rating",
            "status",
            "status_from_round",
            "entered_from_round",
        )

    tournament = graphene.Field(
        graphene.NonNull("tournaments.api.graphql.types.events.TournamentType")
    )
    player_id = graphene.ID(required=True)
    player = graphene.Field(PlayerType, description="Null for those who do not see the registry.")
    seats = connected(
        lambda: _seat_connection(), "Where this entry sits in the rounds that you may see."
    )
    requested_byes = graphene.List(
        graphene.NonNull(RequestedByeType),
        required=True,
        description="Empty for those who may not see them.",
    )

    @staticmethod
    def resolve_tournament(entry: Entry, info: Info) -> Any:
        return parent(entry, "tournament_id", lambda: Tournament.objects.visible_to(who(info)))

    @staticmethod
    def resolve_player(entry: Entry, info: Info) -> Any:
        return parent(entry, "player_id", lambda: Player.objects.visible_to(who(info)))

    @staticmethod
    def resolve_seats(entry: Entry, info: Info, **arguments: Any) -> Page:
        rows = Seat.objects.visible_to(who(info)).select_related("round")
        return page_below(entry, rows, "entry_id", SEAT_ORDER, "Entry.seats", arguments)

    @staticmethod
    def resolve_requested_byes(entry: Entry, info: Info) -> list[dict[str, Any]]:
        def load(siblings: list[Entry]) -> dict[Any, list[dict[str, Any]]]:
            rows = RequestedBye.objects.visible_to(who(info)).filter(entry__in=siblings)
            found = defaultdict(list)
            for bye in rows.order_by("round_number"):
                found[bye.entry_id].append({"round": bye.round_number, "kind": bye.kind})
            return found

        return loaded(entry, "requested_byes", load) or []


EntryConnection = connection_of(EntryType)


def _seat_connection() -> type:
    from .rounds import SeatConnection

    return SeatConnection
