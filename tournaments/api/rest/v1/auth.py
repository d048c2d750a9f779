"""Signing in: one token per device, revocable, stored hashed."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate
from knox.models import get_token_model
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.models import User
from tournaments.accounts.services import update_profile

from ...conditional import etag
from ...idempotency import idempotent
from ...limits import LoginLimit, PrincipalLimit
from ...problems import ApiError
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Body, ModelBody
from ...views import Endpoint


class Me(serializers.ModelSerializer[User]):
    """One's own account."""

    class Meta:
        model = User
        fields = (*RESOURCE_FIELDS, "email", "name", "language", "time_zone")


def represent(user: User) -> tuple[dict[str, Any], str]:
    """Representation and tag of an account."""
    return dict(Me(user).data), etag(user)


class Profile(ModelBody):
    """What people change about themselves."""

    class Meta:
        model = User
        fields = ("name", "language", "time_zone")


class Credentials(Body):
    """E-mail address and password."""

    email = serializers.EmailField()
    password = serializers.CharField(trim_whitespace=False, max_length=1000)


class Token(serializers.Serializer[Any]):
    """A token of one device; it is shown only now."""

    token = serializers.CharField()
    expires_at = serializers.DateTimeField(allow_null=True)
    user = Me()


class Login(Endpoint):
    """Give credentials, get a token."""

    open_to_all = True
    authentication_classes = ()
    throttle_classes = (LoginLimit, PrincipalLimit)

    @operation("Sign in", name="login", body=Credentials, answer=Token, problems=[413, 415, 422])
    def post(self, request: Request) -> Response:
        given = self.body(Credentials)
        user = authenticate(
            request._request, username=given["email"].lower(), password=given["password"]
        )
        if not isinstance(user, User):
            raise ApiError(401, "auth.failed", headers={"WWW-Authenticate": "Bearer"})
        row, token = get_token_model().objects.create(user=user)
        answer = {"token": token, "expires_at": row.expiry, "user": user}
        return Response(Token(answer).data, headers={"Cache-Control": "no-store"})


def signed_in(request: Request) -> User:
    """The person whose token it is; an API key is nobody's."""
    if not isinstance(request.user, User):
        raise ApiError(401, "auth.required", headers={"WWW-Authenticate": "Bearer"})
    return request.user


class Logout(Endpoint):
    """Revoke the token used."""

    @operation("Sign out this device", name="logout", status=204)
    def post(self, request: Request) -> Response:
        signed_in(request)
        if request.auth is not None:
            request.auth.delete()
        return Response(status=204)


class OwnAccount(Endpoint):
    """The account that the token belongs to."""

    @operation("Who am I", name="me", answer=Me)
    def get(self, request: Request) -> Response:
        return self.shown(*represent(signed_in(request)))

    @operation(
        "Change my profile",
        name="me_update",
        body=Profile,
        answer=Me,
        problems=[412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request) -> Response:
        user_id = signed_in(request).pk
        return self.conditionally(
            lambda: self.found(User.objects.all(), pk=user_id),
            represent,
            lambda version: update_profile(
                actor=self.principal,
                user_id=user_id,
                expected_version=version,
                **self.body(Profile, partial=True),
            ),
        )
