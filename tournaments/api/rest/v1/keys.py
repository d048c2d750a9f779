"""API keys: machines of a club or a federation."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.clubs.models import Club
from tournaments.core.scopes import Scope
from tournaments.federations.keys import create_club_key, create_federation_key, revoke_key
from tournaments.federations.models import ApiKey

from ...conditional import content_etag
from ...pagination import page
from ...schema import operation
from ...serializers import Body
from ...views import Endpoint


class KeyRead(serializers.ModelSerializer[ApiKey]):
    """A key, without its secret part; `prefix` is how its text begins."""

    id = serializers.UUIDField(source="public_id")
    club = serializers.UUIDField(source="club_id", allow_null=True)
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry_date", allow_null=True)

    class Meta:
        model = ApiKey
        fields: ClassVar[tuple[str, ...]] = (
            "id",
            "prefix",
            "name",
            "club",
            "federation",
            "scopes",
            "created_at",
            "expires_at",
            "last_used_at",
            "revoked",
        )


class KeyMade(KeyRead):
    """A new key; `key` is shown only now."""

    key = serializers.CharField(help_text="Send it as `Authorization: Api-Key <key>`.")

    class Meta(KeyRead.Meta):
        fields: ClassVar[tuple[str, ...]] = (*KeyRead.Meta.fields, "key")


class KeyWrite(Body):
    """What a key is for; those of clubs have scopes that begin with `results:` only."""

    name = serializers.CharField(max_length=50)
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    expires_at = serializers.DateTimeField(required=False, allow_null=True)


def _made(key: ApiKey, text: str) -> Response:
    data = {**KeyRead(key).data, "key": text}
    return Response(data, status=201, headers={"Cache-Control": "no-store"})


class ClubKeys(Endpoint):
    """Keys of a club, for its owners."""

    paged = True

    @operation("List the keys of a club (owner)", name="club_keys_list", answer=KeyRead, paged=True)
    def get(self, request: Request, club_id: UUID) -> Response:
        club = self.found(Club.objects.visible_to(self.principal), pk=club_id)
        rows = ApiKey.objects.visible_to(self.principal).filter(club=club)
        found = page(request, rows, "public_id")
        return self.told(found.response(request, lambda key: KeyRead(key).data))

    @operation(
        "Make a key of a club (owner)",
        name="club_keys_create",
        body=KeyWrite,
        answer=KeyMade,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        given = self.body(KeyWrite)
        return _made(*create_club_key(actor=self.principal, club_id=club_id, **given))


class FederationKeys(Endpoint):
    """Keys of a federation, for superusers."""

    paged = True

    @operation(
        "List the keys of a federation (superuser)",
        name="federation_keys_list",
        answer=KeyRead,
        paged=True,
    )
    def get(self, request: Request, federation: str) -> Response:
        rows = ApiKey.objects.visible_to(self.principal).filter(
            federation=federation, club__isnull=True
        )
        found = page(request, rows, "public_id")
        return self.told(found.response(request, lambda key: KeyRead(key).data))

    @operation(
        "Make a key of a federation (superuser)",
        name="federation_keys_create",
        body=KeyWrite,
        answer=KeyMade,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    def post(self, request: Request, federation: str) -> Response:
        given: dict[str, Any] = self.body(KeyWrite)
        return _made(*create_federation_key(actor=self.principal, federation=federation, **given))


class KeyDetail(Endpoint):
    """One key."""

    @operation("Read a key", name="api_keys_read", answer=KeyRead)
    def get(self, request: Request, key_id: UUID) -> Response:
        key = ApiKey.objects.visible_to(self.principal).filter(public_id=key_id).first()
        if key is None:
            raise NotFound
        data = dict(KeyRead(key).data)
        return self.shown(data, content_etag(data))

    @operation("Revoke a key for good", name="api_keys_revoke", status=204, problems=[403])
    def delete(self, request: Request, key_id: UUID) -> Response:
        revoke_key(actor=self.principal, key_id=key_id)
        return Response(status=204)
