"""Entries: players in a tournament, their byes and withdrawals."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import django_filters
from django.db.models import IntegerField, Value
from django.db.models.functions import Coalesce
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.events.models import (
    ByeKind,
    Entry,
    EntryStatus,
    RequestedBye,
)
from tournaments.events.services import (
    add_entry,
    assign_pairing_numbers,
    cancel_bye,
    remove_entry,
    renumber_entries,
    request_bye,
    return_entry,
    update_entry,
    withdraw_entry,
)

from ...conditional import Representation, etag
from ...filters import IntegerFilter, WordsFilter
from ...idempotency import idempotent
from ...pagination import page
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Body, ModelBody
from ...views import Endpoint
from .links import address

CORRECTABLE = ("name", "title", "federation", "club_name", "rating", "byes_allowed")
UNNUMBERED = 2**31 - 1
"""Sorts those without a pairing number last."""


class EntryRead(serializers.ModelSerializer[Entry]):
    """A player in one tournament, as it stood for this tournament."""

    tournament = serializers.UUIDField(source="tournament_id")
    player = serializers.UUIDField(source="player_id")
    pairing_number = serializers.IntegerField(
        allow_null=True, help_text="Null until the player arrives (late entries)."
    )
    status = serializers.ChoiceField(choices=EntryStatus.choices)

    class Meta:
        model = Entry
        fields = (
            *RESOURCE_FIELDS,
            "tournament",
            "player",
            "pairing_number",
            *CORRECTABLE,
            "status",
            "status_from_round",
            "entered_from_round",
            "checked_in_at",
        )


class EntryCorrection(ModelBody):
    """What may be corrected in an entry."""

    class Meta:
        model = Entry
        fields = CORRECTABLE


class EntryCreate(ModelBody):
    """Whom to enter; what is not given is taken from the registry."""

    player = serializers.UUIDField(help_text="A player of the club's registry.")
    name = serializers.CharField(max_length=120, required=False)
    from_round = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="First round; by default the next."
    )

    class Meta:
        model = Entry
        fields = ("player", "from_round", *CORRECTABLE)


class FromRound(Body):
    """From which round on; by default the next one to be paired."""

    from_round = serializers.IntegerField(required=False, min_value=1, max_value=99)


class ByeRead(serializers.ModelSerializer[RequestedBye]):
    """An announced absence in a round that is not paired yet."""

    round = serializers.IntegerField(source="round_number")
    kind = serializers.ChoiceField(choices=ByeKind.choices)

    class Meta:
        model = RequestedBye
        fields = ("round", "kind", "confirmed")


class ByeWrite(Body):
    """Which round, worth what: `H` half a point, `F` a full point, `Z` nothing."""

    round = serializers.IntegerField(min_value=1, max_value=99)
    kind = serializers.ChoiceField(choices=ByeKind.choices)
    confirmed = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Grants a second bye with points, or a full-point bye, on your responsibility.",
    )


class Order(Body):
    """The starting list, strongest first; without it: rating, title, then as announced."""

    order = serializers.ListField(
        child=serializers.UUIDField(), required=False, help_text="Each numbered entry once."
    )


def represent(entry: Entry) -> tuple[Representation, str]:
    """Representation and tag of an entry."""
    return lambda: dict(EntryRead(entry).data), etag(entry)


class EntryFilter(django_filters.FilterSet):
    """Words of the name and exact filters."""

    q = WordsFilter(help_text="Words of the name, whatever accents and case.")
    status = django_filters.ChoiceFilter(choices=EntryStatus.choices, help_text="Still playing?")
    pairing_number = IntegerFilter(help_text="The entry with this number.")

    class Meta:
        model = Entry
        fields = ("status", "pairing_number")


class Entries(Endpoint):
    """Entries of one tournament, by pairing number."""

    paged = True
    filterset = EntryFilter

    @operation("List entries", name="entries_list", answer=EntryRead, paged=True)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = self.outline(tournament_id)
        rows = self.filtered(Entry.objects.filter(tournament=tournament))
        place = Coalesce("pairing_number", Value(UNNUMBERED), output_field=IntegerField())
        rows = rows.annotate(place=place)

        def represented(entry: Entry) -> Any:
            return EntryRead(entry).data

        if request.query_params.get("q"):
            # Players are renamed without the tournament: other entries may be found then.
            return self.versioned(page(request, rows, "place", "id"), represented)
        return self.listed(
            self.list_tag(tournament),
            lambda: page(request, rows, "place", "id").response(request, represented),
        )

    @operation(
        "Enter a player (arbiter)",
        name="entries_create",
        body=EntryCreate,
        answer=EntryRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        given = self.body(EntryCreate)
        entry = add_entry(
            actor=self.principal,
            tournament_id=tournament_id,
            player_id=given.pop("player"),
            **given,
        )
        data, tag = represent(entry)
        return self.shown(data, tag, status=201, Location=address(request, "entry", entry.pk))


class EntryEndpoint(Endpoint):
    """Base of what concerns one entry."""

    def entry(self, entry_id: UUID) -> Entry:
        """The entry, if the caller may see its tournament."""
        return self.found(Entry.objects.visible_to(self.principal), pk=entry_id)


class EntryDetail(EntryEndpoint):
    """One entry."""

    @operation("Read an entry", name="entries_read", answer=EntryRead)
    def get(self, request: Request, entry_id: UUID) -> Response:
        return self.shown(*represent(self.entry(entry_id)))

    @operation(
        "Correct an entry (arbiter)",
        name="entries_update",
        body=EntryCorrection,
        answer=EntryRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, entry_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.entry(entry_id),
            represent,
            lambda version: update_entry(
                actor=self.principal,
                entry_id=entry_id,
                expected_version=version,
                **self.body(EntryCorrection, partial=True),
            ),
        )

    @operation(
        "Delete an entry that has not played (arbiter)",
        name="entries_delete",
        status=204,
        problems=[403, 409, 412, 428],
    )
    @compares_versions
    def delete(self, request: Request, entry_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.entry(entry_id),
            represent,
            lambda version: remove_entry(
                actor=self.principal, entry_id=entry_id, expected_version=version
            ),
        )


class EntryWithdrawal(EntryEndpoint):
    """Leaving the tournament."""

    @operation(
        "Withdraw from a round on (arbiter)",
        name="entries_withdraw",
        body=FromRound,
        answer=EntryRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, entry_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.entry(entry_id),
            represent,
            lambda version: withdraw_entry(
                actor=self.principal,
                entry_id=entry_id,
                expected_version=version,
                **self.body(FromRound),
            ),
        )


class EntryReturn(EntryEndpoint):
    """Coming back."""

    @operation(
        "Play again from a round on (arbiter)",
        name="entries_return",
        body=FromRound,
        answer=EntryRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, entry_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.entry(entry_id),
            represent,
            lambda version: return_entry(
                actor=self.principal,
                entry_id=entry_id,
                expected_version=version,
                **self.body(FromRound),
            ),
        )


class EntryByes(EntryEndpoint):
    """Requested byes; seen by those who run the tournament and by the player."""

    paged = True

    @operation("List requested byes", name="byes_list", answer=ByeRead, paged=True)
    def get(self, request: Request, entry_id: UUID) -> Response:
        seen = Entry.objects.visible_to(self.principal).select_related("tournament__event")
        entry = self.found(seen, pk=entry_id)
        rows = RequestedBye.objects.visible_to(self.principal).filter(entry=entry)
        # The player concerned sees them too.
        return self.listed(
            self.list_tag(entry.tournament, self.principal.user_id),
            lambda: page(request, rows, "round_number", "id").response(
                request, lambda bye: ByeRead(bye).data
            ),
        )

    @operation(
        "Note a requested bye (arbiter)",
        name="byes_create",
        body=ByeWrite,
        answer=ByeRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, entry_id: UUID) -> Response:
        given = self.body(ByeWrite)
        bye = request_bye(
            actor=self.principal,
            entry_id=entry_id,
            round_number=given.pop("round"),
            **given,
        )
        return Response(ByeRead(bye).data, status=201)


class EntryBye(EntryEndpoint):
    """One requested bye."""

    @operation(
        "Cancel a requested bye (arbiter)",
        name="byes_delete",
        status=204,
        problems=[403, 409, 422],
    )
    def delete(self, request: Request, entry_id: UUID, round_number: int) -> Response:
        cancel_bye(actor=self.principal, entry_id=entry_id, round_number=round_number)
        return Response(status=204)


class PairingNumbers(Endpoint):
    """Numbers by strength, or in an order of the arbiter's."""

    @operation(
        "Number all entries (arbiter)",
        name="entries_number",
        body=Order,
        status=204,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        order = self.body(Order).get("order")
        if order is None:
            assign_pairing_numbers(actor=self.principal, tournament_id=tournament_id)
        else:
            renumber_entries(actor=self.principal, tournament_id=tournament_id, order=order)
        return Response(status=204)
