"""Making, finding and revoking API keys.

A key is shown once, when it is made.  Keys of a club are made by its owners,
keys of a federation by superusers.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from tournaments.clubs.models import Club
from tournaments.core.clock import now
from tournaments.core.errors import Invalid
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.scopes import CLUB_SCOPES, Scope
from tournaments.core.writing import append_change, get_or_refuse, lock_club, validate

from .models import ApiKey

USE_NOTED_EVERY = timedelta(minutes=1)


@transaction.atomic
def create_club_key(
    *,
    actor: Principal,
    club_id: UUID,
    name: str,
    scopes: Collection[str],
    expires_at: datetime | None = None,
) -> tuple[ApiKey, str]:
    """A key of a club and its text, which nobody can read again (owners).

    Raises ``NotFound``, ``Forbidden("permission.denied")`` and
    ``Invalid("api_key.scopes_unknown" | "api_key.expired" | "apikey.invalid")``.
    """
    get_or_refuse(Club.objects.visible_to(actor), "club.not_found", pk=club_id)
    club = lock_club(club_id)
    require(actor, "keys.manage", club)
    _check(scopes, CLUB_SCOPES, expires_at)
    key, text = _make(actor, name, scopes, expires_at, club=club)
    _log("api_key.created", actor, key)
    return key, text


@transaction.atomic
def create_federation_key(
    *,
    actor: Principal,
    federation: str,
    name: str,
    scopes: Collection[str],
    expires_at: datetime | None = None,
) -> tuple[ApiKey, str]:
    """A key of a federation and its text (superusers).  Raises as :func:`create_club_key`."""
    require(actor, "keys.manage_federations")
    _check(scopes, tuple(Scope), expires_at)
    return _make(actor, name, scopes, expires_at, federation=federation)


@transaction.atomic
def revoke_key(*, actor: Principal, key_id: UUID) -> ApiKey:
    """End a key for good; ending it twice changes nothing.  Raises ``NotFound``."""
    seen = ApiKey.objects.visible_to(actor)
    key: ApiKey = get_or_refuse(seen, "api_key.not_found", public_id=key_id)
    if key.club_id is not None:
        require(actor, "keys.manage", lock_club(key.club_id))
    else:
        require(actor, "keys.manage_federations")
    if not key.revoked:
        key.revoked = True
        key.save(update_fields=["revoked"])
        _log("api_key.revoked", actor, key)
    return key


def key_for(text: str) -> ApiKey | None:
    """The key with this text if it is valid now; notes that it was used, to the minute."""
    prefix, _, _ = text.partition(".")
    key: ApiKey | None = ApiKey.objects.filter(prefix=prefix, revoked=False).first()
    if key is None or not key.is_valid(text) or key.has_expired:
        return None
    at = now()
    if key.last_used_at is None or key.last_used_at < at - USE_NOTED_EVERY:
        stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=at - USE_NOTED_EVERY)
        ApiKey.objects.filter(stale, pk=key.pk).update(last_used_at=at)
        key.last_used_at = at
    return key


def _check(scopes: Collection[str], possible: Collection[str], expires_at: datetime | None) -> None:
    unknown = sorted(set(scopes) - set(possible))
    if unknown or not scopes:
        raise Invalid("api_key.scopes_unknown", scopes=unknown, possible=list(possible))
    if expires_at is not None and expires_at <= now():
        raise Invalid("api_key.expired", expires_at=expires_at.isoformat())


def _make(
    actor: Principal,
    name: str,
    scopes: Collection[str],
    expires_at: datetime | None,
    *,
    club: Club | None = None,
    federation: str = "",
) -> tuple[ApiKey, str]:
    key = ApiKey(
        name=name.strip(),
        club=club,
        federation=federation,
        scopes=sorted(set(scopes)),
        expiry_date=expires_at,
        created_by=actor.user,
    )
    text: str = ApiKey.objects.assign_key(key)
    validate(key)
    key.save(force_insert=True)
    return key, text


def _log(type: str, actor: Principal, key: ApiKey) -> None:
    """Keys of a federation belong to no club, whose log could hold them."""
    if key.club is not None:
        append_change(
            type,
            actor=actor,
            subject=key.club,
            club=key.club,
            internal=True,
            data={"key": str(key.public_id), "name": key.name, "scopes": key.scopes},
        )
