"""Who sees which events, tournaments, entries and rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import models
from django.db.models import Q

from tournaments.clubs.querysets import RUNNING_ROLES, clubs_of, clubs_run_by
from tournaments.core.folding import fold
from tournaments.core.principal import Principal
from tournaments.core.scopes import Scope

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import (  # noqa: F401
        Entry,
        Event,
        EventMembership,
        Invitation,
        ProhibitedPairing,
        RequestedBye,
        Round,
        Tournament,
    )


ORGANISING_ROLES = ("owner", "organiser")
"""Roles that set events up."""
PUBLISHED_STATUSES = ("published", "completed")
"""Statuses of a round whose pairings everybody may see."""


EventIds = models.QuerySet["EventMembership", UUID]


def events_of(principal: Principal) -> EventIds:
    """Subquery: ids of the events in which the principal has a role of his own."""
    from .models import EventMembership

    everybodys = EventMembership.objects.values_list("event_id", flat=True)
    if principal.user_id is None:
        return everybodys.none()
    return everybodys.filter(user_id=principal.user_id)


def events_run_by(principal: Principal) -> EventIds:
    """Subquery: ids of the events that the principal runs although perhaps not their club."""
    return events_of(principal).filter(role__in=RUNNING_ROLES)


def clubs_with_events_run_by(principal: Principal) -> EventIds:
    """Subquery: ids of the clubs of :func:`events_run_by`, whose registry is needed there."""
    from .models import EventMembership

    running = EventMembership.objects.filter(event_id__in=events_run_by(principal))
    return running.values_list("event__club_id", flat=True)


def run_by(principal: Principal, prefix: str = "") -> Q:
    """Those run by the principal, who sees everything of them; ``prefix`` leads to the event."""
    own = Q(**{f"{prefix}pk__in": events_run_by(principal)})
    return Q(**{f"{prefix}club_id__in": clubs_run_by(principal)}) | own


def _seen_by_key(principal: Principal, prefix: str) -> Q:
    """Beyond what is public: what the club of the key, or the key's federation, shows to members.

    Hidden events and unpublished rounds stay with those who run them.
    """
    key = principal.key
    if key is None or not principal.holds(Scope.RESULTS_READ):
        return Q(pk__in=())
    own = {"club_id": key.club_id} if key.club_id else {"federation": key.federation}
    return Q(**{f"{prefix}visibility": "club", **{f"{prefix}{k}": v for k, v in own.items()}})


def visible_events(principal: Principal, prefix: str = "") -> Q:
    """Events the principal may see; ``prefix`` leads to the event (``"event__"``)."""
    if principal.is_unrestricted:
        return Q()
    public = Q(**{f"{prefix}visibility": "public"})
    if principal.key is not None:
        return public | _seen_by_key(principal, prefix)
    if principal.user_id is None:
        return public
    club = Q(**{f"{prefix}visibility": "club", f"{prefix}club_id__in": clubs_of(principal)})
    own = Q(**{f"{prefix}pk__in": events_of(principal)})
    return public | club | own | run_by(principal, prefix)


def visible_tournaments(principal: Principal, prefix: str = "") -> Q:
    """Tournaments the principal may see: those of visible events, drafts for those who run them."""
    if principal.is_unrestricted:
        return Q()
    seen = visible_events(principal, f"{prefix}event__") & ~Q(**{f"{prefix}status": "draft"})
    if principal.key is not None and principal.key.federation:
        seen &= Q(**{f"{prefix}rated": True}) | Q(**{f"{prefix}event__visibility": "public"})
    if principal.user_id is None:
        return seen
    return seen | run_by(principal, f"{prefix}event__")


def visible_rounds(principal: Principal, prefix: str = "") -> Q:
    """Rounds the principal may see: published ones, all of them for those who may pair."""
    if principal.is_unrestricted:
        return Q()
    seen = Q(**{f"{prefix}status__in": PUBLISHED_STATUSES}) & visible_tournaments(
        principal, f"{prefix}tournament__"
    )
    if principal.user_id is None:
        return seen
    return seen | run_by(principal, f"{prefix}tournament__event__")


def _names_hold(text: str) -> Q:
    """Rows whose name holds every word; short names are folded, as they are made of the names."""
    found = Q()
    for word in text.split():
        found &= Q(name__icontains=word) | Q(slug__contains=fold(word))
    return found


def is_open_to_all(tournament: Tournament) -> bool:
    """Whether everybody sees a tournament, whatever else :func:`visible_tournaments` grants."""
    return tournament.status != "draft" and tournament.event.visibility == "public"


def outline_of(prefix: str = "") -> list[str]:
    """Columns that the tags of a tournament are made of and that say who may see it."""
    own = ("version", "sequence", "status")
    event = ("club_id", "federation", "visibility")
    return [f"{prefix}{name}" for name in (*own, *(f"event__{each}" for each in event))]


class EventQuerySet(models.QuerySet["Event"]):
    """Events."""

    def visible_to(self, principal: Principal) -> EventQuerySet:
        return self.filter(visible_events(principal))

    def search(self, text: str) -> EventQuerySet:
        """Events whose names hold every word of ``text``."""
        return self.filter(_names_hold(text))


class EventMembershipQuerySet(models.QuerySet["EventMembership"]):
    """Roles in events: seen by their holders, the members of the club and those of the event."""

    def visible_to(self, principal: Principal) -> EventMembershipQuerySet:
        if principal.is_unrestricted:
            return self
        return self.filter(
            Q(event__club_id__in=clubs_of(principal)) | Q(event_id__in=events_of(principal))
        )


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Invitations: those to a club for its owners, those to an event for its organisers too."""

    def visible_to(self, principal: Principal) -> InvitationQuerySet:
        if principal.is_unrestricted:
            return self
        owned = clubs_of(principal).filter(role="owner")
        organised = clubs_of(principal).filter(role__in=ORGANISING_ROLES)
        own = events_of(principal).filter(role__in=ORGANISING_ROLES)
        to_event = Q(club_id__in=organised) | Q(event_id__in=own)
        return self.filter(Q(club_id__in=owned) | (Q(event__isnull=False) & to_event))


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Tournaments."""

    def visible_to(self, principal: Principal) -> TournamentQuerySet:
        return self.filter(visible_tournaments(principal))

    def search(self, text: str) -> TournamentQuerySet:
        """Tournaments whose names hold every word of ``text``."""
        return self.filter(_names_hold(text))

    def outline(self, principal: Principal, tournament_id: UUID) -> Tournament | None:
        """A tournament that the principal may see, with no more than its tags are made of.

        Apps ask again and again whether something changed: what everybody may
        see is found by the primary key, and roles are looked up for the rest only.
        """
        rows = self.filter(pk=tournament_id).order_by().select_related("event").only(*outline_of())
        found = next(iter(rows), None)
        if found is None or is_open_to_all(found):
            return found
        return found if self.visible_to(principal).filter(pk=tournament_id).exists() else None


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries."""

    def visible_to(self, principal: Principal) -> EntryQuerySet:
        return self.filter(visible_tournaments(principal, "tournament__"))

    def search(self, text: str) -> EntryQuerySet:
        """Entries whose players' names hold every word, whatever accents and case."""
        found = self
        for word in fold(text).split():
            found = found.filter(player__search_key__contains=word)
        return found


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds; an unpublished one does not exist for those who may not pair it."""

    def visible_to(self, principal: Principal) -> RoundQuerySet:
        return self.filter(visible_rounds(principal))

    def outline(self, principal: Principal, round_id: UUID) -> Round | None:
        """A round that the principal may see, as :meth:`TournamentQuerySet.outline` has it."""
        columns = ("version", "number", "status", *outline_of("tournament__"))
        rows = self.filter(pk=round_id).order_by().select_related("tournament__event")
        found = next(iter(rows.only(*columns)), None)
        if found is None or (found.is_published and is_open_to_all(found.tournament)):
            return found
        return found if self.visible_to(principal).filter(pk=round_id).exists() else None

    def published(self) -> RoundQuerySet:
        return self.filter(status__in=PUBLISHED_STATUSES)


class RequestedByeQuerySet(models.QuerySet["RequestedBye"]):
    """Requested byes: those who run the tournament see them, and the player concerned."""

    def visible_to(self, principal: Principal) -> RequestedByeQuerySet:
        if principal.is_unrestricted:
            return self
        if principal.user_id is None:
            return self.none()
        mine = Q(entry__player__user_id=principal.user_id)
        seen = visible_tournaments(principal, "entry__tournament__")
        return self.filter((mine & seen) | run_by(principal, "entry__tournament__event__"))


class ProhibitedPairingQuerySet(models.QuerySet["ProhibitedPairing"]):
    """Prohibited pairings: only for those who run the tournament."""

    def visible_to(self, principal: Principal) -> ProhibitedPairingQuerySet:
        if principal.is_unrestricted:
            return self
        return self.filter(run_by(principal, "tournament__event__"))


InvitationManager = models.Manager.from_queryset(InvitationQuerySet)
EventMembershipManager = models.Manager.from_queryset(EventMembershipQuerySet)
EventManager = models.Manager.from_queryset(EventQuerySet)
TournamentManager = models.Manager.from_queryset(TournamentQuerySet)
EntryManager = models.Manager.from_queryset(EntryQuerySet)
RoundManager = models.Manager.from_queryset(RoundQuerySet)
RequestedByeManager = models.Manager.from_queryset(RequestedByeQuerySet)
ProhibitedPairingManager = models.Manager.from_queryset(ProhibitedPairingQuerySet)
