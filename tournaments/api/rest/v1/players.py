"""The registry of players of a club."""

from __future__ import annotations

from uuid import UUID

import django_filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.clubs.models import Club
from tournaments.players.models import NationalId, Player, Rating
from tournaments.players.services import create_player, update_player

from ...conditional import Representation, etag
from ...filters import WordsFilter
from ...idempotency import idempotent
from ...pagination import page
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, ModelBody
from ...views import Endpoint
from .links import address

PLAYER_FIELDS = (
    "name",
    "name_latin",
    "federation",
    "fide_id",
    "birth_date",
    "birth_year",
    "sex",
    "title",
)


class NationalIdItem(ModelBody):
    """A number in one federation's own register."""

    class Meta:
        model = NationalId
        fields = ("federation", "number")


class RatingItem(ModelBody):
    """A rating as one list gave it on one date."""

    class Meta:
        model = Rating
        fields = ("list_name", "kind", "value", "as_of")


class PlayerRead(serializers.ModelSerializer[Player]):
    """A person in a club's registry."""

    club = serializers.UUIDField(source="club_id")
    national_ids = NationalIdItem(many=True)
    ratings = RatingItem(many=True)
    merged_into = serializers.UUIDField(
        source="merged_into_id",
        allow_null=True,
        help_text="Who goes on for a player who was registered twice; null for everybody else.",
    )

    class Meta:
        model = Player
        fields = (
            *RESOURCE_FIELDS,
            "club",
            *PLAYER_FIELDS,
            "national_ids",
            "ratings",
            "merged_into",
        )


class PlayerWrite(ModelBody):
    """What arbiters set; lists replace what is stored."""

    national_ids = NationalIdItem(many=True, required=False)
    ratings = RatingItem(many=True, required=False)

    class Meta:
        model = Player
        fields = (*PLAYER_FIELDS, "national_ids", "ratings")


def represent(player: Player) -> tuple[Representation, str]:
    """Representation and tag of a player."""
    return lambda: dict(PlayerRead(player).data), etag(player)


class PlayerFilter(django_filters.FilterSet):
    """Finding players."""

    q = WordsFilter(help_text="Words of the name, whatever accents and case.")
    fide_id = django_filters.CharFilter(help_text="The player with this FIDE id.")
    federation = django_filters.CharFilter(help_text="Three capital letters.")

    class Meta:
        model = Player
        fields = ("fide_id", "federation")


class Players(Endpoint):
    """Players of one club, for its members."""

    paged = True
    filterset = PlayerFilter

    @operation("List players", name="players_list", answer=PlayerRead, paged=True)
    def get(self, request: Request, club_id: UUID) -> Response:
        club = self.found(Club.objects.visible_to(self.principal), pk=club_id)
        rows = self.filtered(Player.objects.visible_to(self.principal).current().filter(club=club))
        rows = rows.prefetch_related("national_ids", "ratings")
        return self.of_club(
            club,
            lambda: page(request, rows, "search_key", "id"),
            lambda player: PlayerRead(player).data,
        )

    @operation(
        "Register a player (arbiter)",
        name="players_create",
        body=PlayerWrite,
        answer=PlayerRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, club_id: UUID) -> Response:
        player = create_player(actor=self.principal, club_id=club_id, **self.body(PlayerWrite))
        data, tag = represent(player)
        return self.shown(data, tag, status=201, Location=address(request, "player", player.pk))


class PlayerDetail(Endpoint):
    """One player."""

    def _player(self, player_id: UUID) -> Player:
        rows = Player.objects.visible_to(self.principal)
        return self.found(rows.prefetch_related("national_ids", "ratings"), pk=player_id)

    @operation("Read a player", name="players_read", answer=PlayerRead)
    def get(self, request: Request, player_id: UUID) -> Response:
        return self.shown(*represent(self._player(player_id)))

    @operation(
        "Change a player (arbiter)",
        name="players_update",
        body=PlayerWrite,
        answer=PlayerRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, player_id: UUID) -> Response:
        return self.conditionally(
            lambda: self._player(player_id),
            represent,
            lambda version: update_player(
                actor=self.principal,
                player_id=player_id,
                expected_version=version,
                **self.body(PlayerWrite, partial=True),
            ),
        )
