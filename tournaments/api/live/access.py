"""Whether those who listen still may see what they listen to, in a few queries for all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q
from knox.models import get_token_model
from rest_framework.request import Request

from tournaments.clubs.models import Membership
from tournaments.core.clock import now
from tournaments.core.errors import NotFound
from tournaments.core.principal import ANONYMOUS, Principal
from tournaments.events.models import EventMembership, Tournament
from tournaments.federations.models import ApiKey
from tournaments.feeds.readers import reader_of

CHUNK = 500

Roles = dict[UUID, tuple[str, str]]
"""User -> the roles in the club and in the event."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who listens, as far as it takes to ask again: a device token, an API key, or neither."""

    token: str = ""
    key: UUID | None = None


def caller_of(request: Request) -> Caller:
    """Who opened the connection."""
    auth: Any = request.auth
    if isinstance(auth, ApiKey):
        return Caller(key=auth.public_id)
    return Caller(token=auth.digest) if auth is not None else Caller()


def views_of(tournament_id: UUID, callers: Collection[Caller]) -> dict[Caller, bool]:
    """Who of the callers sees the tournament now, and whether all of it or what is published.

    A caller whose token was revoked, whose account was closed or who may not
    see the tournament any more is left out.  What a person sees follows from
    the roles in the club and in the event, so one person of each pair of roles
    is asked for all of them.
    """
    rows = Tournament.objects.filter(pk=tournament_id).values_list("event__club_id", "event_id")
    place = rows.first()
    if place is None:
        return {}
    people = dict(_people(callers))
    roles = _roles(*place, [principal.user_id for principal in people.values()])
    answers: dict[object, bool | None] = {}
    found: dict[Caller, bool] = {}
    for caller, principal in [*_without_account(callers), *people.items()]:
        alike = _alike(caller, principal, roles)
        if alike not in answers:
            answers[alike] = _view(principal, tournament_id)
        view = answers[alike]
        if view is not None:
            found[caller] = view
    return found


def _alike(caller: Caller, principal: Principal, roles: Roles) -> object:
    """What two callers have in common who see the same."""
    if principal.user is None:
        return caller
    return (principal.is_unrestricted, *roles.get(principal.user.pk, ("", "")))


def _view(principal: Principal, tournament_id: UUID) -> bool | None:
    try:
        return reader_of(principal, tournament_id).sees_unpublished
    except NotFound:
        return None


def _people(callers: Collection[Caller]) -> Iterator[tuple[Caller, Principal]]:
    digests = [caller.token for caller in callers if caller.token]
    tokens = get_token_model().objects.select_related("user")
    valid = tokens.filter(Q(expiry__isnull=True) | Q(expiry__gt=now()), user__is_active=True)
    for start in range(0, len(digests), CHUNK):
        for token in valid.filter(digest__in=digests[start : start + CHUNK]):
            yield Caller(token=token.digest), Principal.for_user(token.user)


def _without_account(callers: Collection[Caller]) -> Iterator[tuple[Caller, Principal]]:
    if Caller() in callers:
        yield Caller(), ANONYMOUS
    keys = [caller.key for caller in callers if caller.key is not None]
    if keys:
        for key in ApiKey.objects.filter(public_id__in=keys, revoked=False):
            if not key.has_expired:
                yield Caller(key=key.public_id), Principal.for_key(key)


def _roles(club_id: UUID, event_id: UUID, user_ids: Collection[UUID | None]) -> Roles:
    users = [user_id for user_id in user_ids if user_id is not None]
    club: dict[UUID, str] = {}
    event: dict[UUID, str] = {}
    for start in range(0, len(users), CHUNK):
        some = users[start : start + CHUNK]
        rows = Membership.objects.filter(club_id=club_id, user_id__in=some)
        club |= dict(rows.values_list("user_id", "role"))
        held = EventMembership.objects.filter(event_id=event_id, user_id__in=some)
        event |= dict(held.values_list("user_id", "role"))
    return {user: (club.get(user, ""), event.get(user, "")) for user in club.keys() | event.keys()}
