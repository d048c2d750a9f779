"""Keeping a registry clean: who may be registered twice, and making them one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.players.duplicates import REASONS, Duplicate, duplicates_in
from tournaments.players.merging import merge_players, unmerge_player
from tournaments.players.models import Player

from ...idempotency import idempotent
from ...pagination import page_of
from ...schema import compares_versions, operation
from ...serializers import Body
from ...views import Endpoint
from .players import PlayerRead, represent


class DuplicateRead(serializers.Serializer[Any]):
    """Two players who may be one person, the older registration first."""

    reasons = serializers.ListField(
        child=serializers.ChoiceField(choices=REASONS),
        help_text="`name` alone is the weakest: of at least one the birth is not known.",
    )
    players = PlayerRead(many=True)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Registered twice",
            value={
                "into": "01a22e7b-0000-7000-8000-00000000000a",
                "reason": "The same person, entered without FIDE id",
            },
        )
    ]
)
class MergeWrite(Body):
    """Who goes on, and why."""

    into = serializers.UUIDField(help_text="The player who goes on for both.")
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


@extend_schema_serializer(
    examples=[OpenApiExample("Father and son", value={"reason": "Father and son"})]
)
class UnmergeWrite(Body):
    """Why they are two persons after all."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


class DuplicatePlayers(Endpoint):
    """Pairs of players who may be one person."""

    paged = True
    open_to_none = True

    @operation(
        "List players who may be registered twice (arbiter)",
        name="players_duplicates",
        answer=DuplicateRead,
        paged=True,
        problems=[403],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        shown = page_of(request, duplicates_in(principal=self.principal, club_id=club_id))
        ids = {pk for each in shown.rows for pk in (each.first, each.second)}
        rows = Player.objects.filter(pk__in=ids).prefetch_related("national_ids", "ratings")
        players = {row.pk: PlayerRead(row).data for row in rows}

        def represented(each: Duplicate) -> dict[str, Any]:
            return {
                "reasons": each.reasons,
                "players": [players[each.first], players[each.second]],
            }

        return self.told(shown.response(request, represented))


class PlayerEndpoint(Endpoint):
    """Base of what concerns one registered player."""

    def player(self, player_id: UUID) -> Player:
        """The player, merged or not, if the caller may see the registry."""
        rows = Player.objects.visible_to(self.principal)
        return self.found(rows.prefetch_related("national_ids", "ratings"), pk=player_id)


class PlayerMerging(PlayerEndpoint):
    """Two registrations become one."""

    @operation(
        "Merge a player into another; answers who goes on (organiser)",
        name="players_merge",
        body=MergeWrite,
        answer=PlayerRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, player_id: UUID) -> Response:
        given = self.body(MergeWrite)
        return self.conditionally(
            lambda: self.player(player_id),
            represent,
            lambda version: merge_players(
                actor=self.principal,
                player_id=player_id,
                into_id=given["into"],
                reason=given["reason"],
                expected_version=version,
            ),
        )


class PlayerUnmerging(PlayerEndpoint):
    """One registration becomes two again."""

    @operation(
        "Make a merged player independent again (organiser)",
        name="players_unmerge",
        body=UnmergeWrite,
        answer=PlayerRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, player_id: UUID) -> Response:
        given = self.body(UnmergeWrite)
        return self.conditionally(
            lambda: self.player(player_id),
            represent,
            lambda version: unmerge_player(
                actor=self.principal,
                player_id=player_id,
                reason=given["reason"],
                expected_version=version,
            ),
        )
