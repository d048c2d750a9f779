"""Events, tournaments, rounds and entries in the admin site."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.core.admin import ReadOnlyAdmin, ServiceAdmin, each
from tournaments.jobs.services import request_pairing
from tournaments.play.services import publish_round, unpair_round

from .models import (
    Entry,
    Event,
    EventMembership,
    Invitation,
    ProhibitedPairing,
    RequestedBye,
    Round,
    Tournament,
)
from .services import (
    create_event,
    create_tournament,
    update_event,
    update_tournament,
    withdraw_entry,
)


@admin.register(Event)
class EventAdmin(ServiceAdmin):
    """Events."""

    list_display = ("name", "club", "start", "end", "visibility")
    list_select_related = ("club",)
    list_filter = ("visibility",)
    search_fields = ("name", "slug", "city")
    writable = (
        "name",
        "slug",
        "city",
        "federation",
        "time_zone",
        "start",
        "end",
        "visibility",
    )
    create = staticmethod(create_event)
    update = staticmethod(update_event)
    parent = {"club": "club_id"}  # noqa: RUF012
    argument = "event_id"


@admin.register(Tournament)
class TournamentAdmin(ServiceAdmin):
    """Tournaments; what was announced is frozen once round 1 is paired."""

    list_display = ("name", "event", "system", "round_count", "status")
    list_select_related = ("event",)
    list_filter = ("status", "system")
    search_fields = ("name", "slug", "event__name")
    writable = (
        "name",
        "slug",
        "round_count",
        "initial_colour",
        "acceleration",
        "tie_breaks",
        "results_policy",
        "chief_arbiter",
        "time_control",
    )
    create = staticmethod(create_tournament)
    update = staticmethod(update_tournament)
    parent = {"event": "event_id"}  # noqa: RUF012
    argument = "tournament_id"


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """Rounds, with what is done to them."""

    list_display = ("tournament", "number", "status", "starts_at")
    list_select_related = ("tournament",)
    list_filter = ("status",)
    search_fields = ("tournament__name",)
    actions = ("pair", "publish", "unpair")

    @admin.action(description=_("Pair"))
    def pair(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        each(request, rows, request_pairing, "round_id")

    @admin.action(description=_("Publish"))
    def publish(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        each(request, rows, publish_round, "round_id")

    @admin.action(description=_("Take the pairing back"))
    def unpair(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        each(request, rows, unpair_round, "round_id")


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Entries."""

    list_display = ("tournament", "pairing_number", "name", "rating", "status")
    list_select_related = ("tournament",)
    list_filter = ("status",)
    search_fields = ("name", "tournament__name")
    actions = ("withdraw",)

    @admin.action(description=_("Withdraw from the next round on"))
    def withdraw(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        each(request, rows, withdraw_entry, "entry_id")


@admin.register(RequestedBye)
class RequestedByeAdmin(ReadOnlyAdmin):
    """Announced absences."""

    list_display = ("entry", "round_number", "kind")
    list_select_related = ("entry",)
    list_filter = ("kind",)


@admin.register(ProhibitedPairing)
class ProhibitedPairingAdmin(ReadOnlyAdmin):
    """Prohibited pairings."""

    list_display = ("tournament", "label", "first_round", "last_round", "soft")
    list_select_related = ("tournament",)


@admin.register(EventMembership)
class EventMembershipAdmin(ReadOnlyAdmin):
    """Roles in one event; organisers give them through the API."""

    list_display = ("user", "event", "role", "first_board", "last_board")
    list_select_related = ("user", "event")
    list_filter = ("role",)
    search_fields = ("user__email", "event__name")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Offers of roles, sent by mail."""

    list_display = ("email", "club", "event", "role", "expires_at", "accepted_at", "withdrawn_at")
    list_select_related = ("club", "event")
    list_filter = ("role",)
    search_fields = ("email", "club__name", "event__name")
