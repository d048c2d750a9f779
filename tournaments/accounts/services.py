"""Writes of accounts."""

from __future__ import annotations

from typing import TypedDict, Unpack
from uuid import UUID

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from tournaments.core.errors import Forbidden, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    apply,
    get_or_refuse,
    insert,
    require_version,
    save_changes,
    validate,
)

from .models import User


class ProfileFields(TypedDict, total=False):
    """What people change about themselves."""

    name: str
    language: str
    time_zone: str


@transaction.atomic
def create_user(
    *, actor: Principal, email: str, password: str, **fields: Unpack[ProfileFields]
) -> User:
    """A new account.  Only the system and superusers make accounts for others.

    Raises ``Forbidden("permission.denied")`` and ``Invalid`` (``user.invalid``,
    ``user.password_weak``).
    """
    if not actor.is_unrestricted:
        raise Forbidden("permission.denied", permission="accounts.create")
    user = User(email=email.strip().lower(), **fields)
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Invalid(
            "user.password_weak",
            errors=[
                {"field": "password", "code": fault.code or "invalid", "params": {}}
                for fault in error.error_list
            ],
        ) from None
    user.set_password(password)
    validate(user, exclude=["password"])
    insert(user)
    user.vouch_for_address()
    return user


class AccountFields(ProfileFields, total=False):
    """What superusers change about accounts."""

    is_active: bool
    is_staff: bool


@transaction.atomic
def administer_user(
    *,
    actor: Principal,
    user_id: UUID,
    expected_version: int | None = None,
    **changes: Unpack[AccountFields],
) -> User:
    """Change any account: close it, open the admin site to it (superusers).

    Raises ``Forbidden("permission.denied")``, ``NotFound``, ``Stale``, ``Invalid``.
    """
    if not actor.is_unrestricted:
        raise Forbidden("permission.denied", permission="accounts.administer")
    user = get_or_refuse(User.objects.select_for_update(), "user.not_found", pk=user_id)
    return _change(user, expected_version, dict(changes))


@transaction.atomic
def update_profile(
    *,
    actor: Principal,
    user_id: UUID,
    expected_version: int | None = None,
    **changes: Unpack[ProfileFields],
) -> User:
    """Change one's own profile (superusers: anybody's).

    Raises ``NotFound`` for somebody else's account, ``Stale`` and ``Invalid``.
    """
    rows = User.objects.select_for_update()
    if not actor.is_unrestricted:
        rows = rows.filter(pk=actor.user_id) if actor.user_id else rows.none()
    user = get_or_refuse(rows, "user.not_found", pk=user_id)
    return _change(user, expected_version, dict(changes))


def _change(user: User, expected_version: int | None, changes: dict[str, object]) -> User:
    require_version(user, expected_version)
    changed = apply(user, changes)
    if changed:
        validate(user, exclude=["password"])
        save_changes(user, changed)
    return user
