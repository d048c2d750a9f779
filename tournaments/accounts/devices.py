"""Signing devices in and out: one token per phone or browser, revocable one by one."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db.models import Q, QuerySet

from tournaments.core.clock import now
from tournaments.core.errors import NotFound
from tournaments.core.principal import Principal

from .models import DeviceToken, User

LONGEST_NAME = 80
USE_NOTED_EVERY = timedelta(minutes=1)


def sign_in_device(user: User, name: str) -> tuple[DeviceToken, str]:
    """A new device of a user and its token, which is shown only now.

    Devices that were not used for so long that they are signed out are forgotten.
    """
    DeviceToken.objects.filter(user=user, expiry__lte=now()).delete()
    row, token = DeviceToken.objects.create(user=user, name=name.strip()[:LONGEST_NAME])
    return row, token


def devices_of(principal: Principal) -> QuerySet[DeviceToken]:
    """One's own devices that are still signed in."""
    rows: QuerySet[DeviceToken] = DeviceToken.objects.all()
    if principal.user is None:
        return rows.none()
    return rows.filter(Q(expiry__isnull=True) | Q(expiry__gt=now()), user=principal.user)


def sign_out_device(*, actor: Principal, device_id: UUID) -> None:
    """Sign one of one's own devices out.  Raises ``NotFound("device.not_found")``."""
    deleted, _ = devices_of(actor).filter(public_id=device_id).delete()
    if not deleted:
        raise NotFound("device.not_found", device=str(device_id))


def sign_out_everywhere(user: User) -> None:
    """Sign all devices of a user out: whoever knew the old password is out too."""
    DeviceToken.objects.filter(user=user).delete()


def note_use(device: DeviceToken) -> None:
    """Remember that a device was used, to the minute."""
    at = now()
    if device.last_used_at is None or device.last_used_at < at - USE_NOTED_EVERY:
        DeviceToken.objects.filter(pk=device.pk).update(last_used_at=at)
        device.last_used_at = at
