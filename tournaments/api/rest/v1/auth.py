"""Signing in: one token per device, revocable, stored hashed."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.devices import devices_of, sign_in_device, sign_out_device
from tournaments.accounts.models import DeviceToken, User
from tournaments.accounts.services import update_profile
from tournaments.accounts.sign_in import SignInRefused, TooManyAttempts, prove

from ...conditional import Representation, etag
from ...idempotency import idempotent
from ...limits import LoginLimit, PrincipalLimit
from ...pagination import page
from ...problems import ApiError
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Body, ModelBody
from ...views import Endpoint


class Me(serializers.ModelSerializer[User]):
    """One's own account."""

    class Meta:
        model = User
        fields = (*RESOURCE_FIELDS, "email", "name", "language", "time_zone")


def represent(user: User) -> tuple[Representation, str]:
    """Representation and tag of an account."""
    return lambda: dict(Me(user).data), etag(user)


class Profile(ModelBody):
    """What people change about themselves."""

    class Meta:
        model = User
        fields = ("name", "language", "time_zone")


class Credentials(Body):
    """E-mail address and password, and the code of a second factor where one is set up."""

    email = serializers.EmailField()
    password = serializers.CharField(trim_whitespace=False, max_length=1000)
    code = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=20,
        help_text="From the app, or a recovery code.",
    )
    device = serializers.CharField(
        required=False, max_length=80, help_text="How it is called in the list of devices."
    )


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
        device = given.pop("device", request.headers.get("User-Agent", ""))
        try:
            user = prove(request._request, **given)
        except SignInRefused as refusal:
            headers = {"WWW-Authenticate": "Bearer"}
            raise ApiError(401, refusal.code, refusal.params, headers=headers) from None
        except TooManyAttempts as refusal:
            headers = {"Retry-After": str(refusal.params["seconds"])}
            raise ApiError(429, refusal.code, refusal.params, headers=headers) from None
        row, token = sign_in_device(user, device)
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


class DeviceRead(serializers.ModelSerializer[DeviceToken]):
    """A device that is signed in; `current` is the one that asks."""

    id = serializers.UUIDField(source="public_id")
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry", allow_null=True)
    current = serializers.SerializerMethodField()

    class Meta:
        model = DeviceToken
        fields: ClassVar[tuple[str, ...]] = (
            "id",
            "name",
            "created_at",
            "expires_at",
            "last_used_at",
            "current",
        )

    def get_current(self, device: DeviceToken) -> bool:
        """Whether the token of this request is this device's."""
        return bool(self.context["auth"] == device)


class Devices(Endpoint):
    """One's own signed-in devices."""

    paged = True

    @operation("List my devices", name="devices_list", answer=DeviceRead, paged=True)
    def get(self, request: Request) -> Response:
        signed_in(request)
        context = {"auth": request.auth}
        found = page(request, devices_of(self.principal), "public_id")
        return self.told(
            found.response(request, lambda device: DeviceRead(device, context=context).data)
        )


class DeviceDetail(Endpoint):
    """One of one's own devices."""

    @operation("Sign a device out", name="devices_delete", status=204)
    def delete(self, request: Request, device_id: UUID) -> Response:
        signed_in(request)
        sign_out_device(actor=self.principal, device_id=device_id)
        return Response(status=204)
