"""Who calls: a person with a device token, or a machine with an API key.

Both come in the ``Authorization`` field, never in a cookie, so no page of
another site can act in a visitor's name.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework_api_key.permissions import KeyParser

from tournaments.accounts.devices import note_use
from tournaments.accounts.models import DeviceToken, User
from tournaments.core.clock import now
from tournaments.core.principal import ANONYMOUS, Principal
from tournaments.federations.keys import key_for
from tournaments.federations.models import ApiKey


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """What takes the place of a user where a machine calls."""

    pk: UUID
    is_authenticated: bool = True


class DeviceAuthentication(TokenAuthentication):
    """``Authorization: Bearer <token>``; notes that the device was used.

    The device is found by the hash of its token in one query; knox would look
    at all devices of the person each time, for those to forget.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[User, DeviceToken]:
        """Whose token it is.  One that has expired is forgotten."""
        digest = hash_token(token.decode("utf-8", "replace"))
        rows = DeviceToken.objects.select_related("user").order_by().filter(pk=digest)
        device = next(iter(rows), None)
        if device is None:
            raise AuthenticationFailed
        if device.expiry is not None:
            if device.expiry < now():
                device.delete()
                raise AuthenticationFailed
            self.renew_token(device)
        return self.validate_user(device)

    def validate_user(self, auth_token: DeviceToken) -> tuple[User, DeviceToken]:
        """The person whose token it is, unless the account is closed."""
        user, device = super().validate_user(auth_token)
        note_use(device)
        return user, device


class ApiKeyAuthentication(BaseAuthentication):
    """``Authorization: Api-Key <key>``."""

    def authenticate(self, request: Request) -> tuple[KeyHolder, ApiKey] | None:
        text = KeyParser().get(request)
        if text is None:
            return None
        key = key_for(text)
        if key is None:
            raise AuthenticationFailed
        return KeyHolder(key.public_id), key


def principal_of(request: Request) -> Principal:
    """The caller, as services know it."""
    if isinstance(request.auth, ApiKey):
        return Principal.for_key(request.auth)
    return Principal.for_user(request.user) if request.user.is_authenticated else ANONYMOUS
