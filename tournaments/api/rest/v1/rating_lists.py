"""Rating lists: which are in use, who is on them, and the entries that differ."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import django_filters
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.formats.models import ListedPlayer, ListStatus, RatingList
from tournaments.formats.rating_lists.checking import (
    FIELDS,
    REMARKS,
    Choice,
    Difference,
    Outcome,
    apply_differences,
    check_entries,
)
from tournaments.players.models import RatingKind

from ...conditional import collection_etag
from ...idempotency import idempotent
from ...pagination import page, page_of
from ...schema import operation
from ...serializers import RESOURCE_FIELDS, Body, Pages
from ...views import Endpoint


class RatingListRead(serializers.ModelSerializer[RatingList]):
    """A list in use."""

    class Meta:
        model = RatingList
        fields = (*RESOURCE_FIELDS, "name", "as_of", "format", "rows_stored", "finished_at")


class RatingLists(Endpoint):
    """Lists in use."""

    paged = True

    @operation("List the rating lists", name="rating_lists_list", answer=RatingListRead, paged=True)
    def get(self, request: Request) -> Response:
        rows = RatingList.objects.filter(status=ListStatus.CURRENT)
        return self.versioned(page(request, rows, "name"), lambda row: RatingListRead(row).data)


class ListedPlayerRead(serializers.ModelSerializer[ListedPlayer]):
    """A line of a list; ratings are null where there is none."""

    class Meta:
        model = ListedPlayer
        fields = (
            "number",
            "fide_id",
            "name",
            "federation",
            "sex",
            "title",
            "womens_title",
            "other_titles",
            "birth_year",
            "flag",
            *(f"{kind}{part}" for kind in RatingKind.values for part in ("", "_games", "_k")),
        )


class ListedPlayerFilter(django_filters.FilterSet):
    """Finding somebody on a list."""

    q = django_filters.CharFilter(
        method="by_name", help_text="How the name begins, whatever accents and case."
    )
    number = django_filters.CharFilter(help_text="The list's own id.")
    fide_id = django_filters.CharFilter(help_text="The FIDE id.")
    federation = django_filters.CharFilter(help_text="Three capital letters.")

    class Meta:
        model = ListedPlayer
        fields = ("number", "fide_id", "federation")

    def by_name(self, rows: Any, name: str, value: str) -> Any:
        """Lines whose names begin so."""
        return rows.named(value)


class ListedPlayers(Endpoint):
    """Players on a list, for everybody who is signed in."""

    open_to_none = True
    paged = True
    filterset = ListedPlayerFilter

    @operation(
        "Find players on a rating list",
        name="listed_players_list",
        answer=ListedPlayerRead,
        paged=True,
    )
    def get(self, request: Request, name: str) -> Response:
        version = RatingList.objects.current(name)
        if version is None:
            raise NotFound
        rows = self.filtered(ListedPlayer.objects.filter(list=version))
        # The lines of a version never change.
        return self.listed(
            collection_etag(version.pk),
            lambda: page(request, rows, "search_key", "id").response(
                request, lambda row: ListedPlayerRead(row).data
            ),
        )


class DifferenceRead(serializers.Serializer[Any]):
    """What an entry says and the list says otherwise.

    A field that is `applicable` can be taken over; `name`, `birth` and
    `not_listed` are remarks for the arbiter.
    """

    entry = serializers.UUIDField()
    pairing_number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    field = serializers.ChoiceField(choices=[*FIELDS, *REMARKS])
    current = serializers.CharField(help_text="Empty: nothing.")
    listed = serializers.CharField(help_text="Empty: nothing.")
    listed_number = serializers.CharField(help_text="Whom the list means.")
    listed_name = serializers.CharField()
    applicable = serializers.BooleanField()


class CheckPage(Pages):
    """A page of differences, and the list they are from."""

    list = RatingListRead()


CheckPage._declared_fields["data"] = DifferenceRead(many=True)


class ChoiceWrite(Body):
    """A difference to take over, as it was shown."""

    entry = serializers.UUIDField()
    listed = serializers.CharField(allow_blank=True, max_length=40)


# In the class body the name would hide the method of serializers.
ChoiceWrite._declared_fields["field"] = serializers.ChoiceField(choices=list(FIELDS))


class Choices(Body):
    """Which differences to take over."""

    apply = serializers.ListField(child=ChoiceWrite(), allow_empty=False, max_length=1000)


class OutcomeRead(serializers.Serializer[Any]):
    """What became of one choice; `stale`: it no longer stands as it was shown."""

    entry = serializers.UUIDField()
    field = serializers.CharField()
    status = serializers.ChoiceField(choices=["applied", "stale", "refused"])
    code = serializers.CharField(help_text="Why it was refused; empty otherwise.")


class Outcomes(serializers.Serializer[Any]):
    """One outcome for each choice, in their order."""

    outcomes = OutcomeRead(many=True)


def _shown(difference: Difference) -> dict[str, Any]:
    return {
        "entry": str(difference.entry.pk),
        "pairing_number": difference.entry.pairing_number,
        "name": difference.entry.name,
        "field": difference.field,
        "current": difference.current,
        "listed": difference.listed,
        "listed_number": difference.listed_number,
        "listed_name": difference.listed_name,
        "applicable": difference.can_be_applied,
    }


def _became(outcome: Outcome) -> dict[str, Any]:
    choice = outcome.choice
    return {
        "entry": str(choice.entry_id),
        "field": choice.field,
        "status": outcome.status,
        "code": outcome.code,
    }


class RatingCheck(Endpoint):
    """Entries against the list in use."""

    open_to_none = True
    paged = True

    @operation(
        "Check the entries against the rating list (arbiter)",
        name="rating_check_read",
        answer=CheckPage,
        problems=[403],
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        check = check_entries(principal=self.principal, tournament_id=tournament_id)
        answer = page_of(request, check.differences).response(request, _shown)
        answer.data["list"] = RatingListRead(check.version).data
        return self.told(answer)

    @operation(
        "Take over chosen differences (arbiter)",
        name="rating_check_apply",
        body=Choices,
        answer=Outcomes,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        choices = [
            Choice(each["entry"], each["field"], each["listed"])
            for each in self.body(Choices)["apply"]
        ]
        outcomes = apply_differences(
            actor=self.principal, tournament_id=tournament_id, choices=choices
        )
        return Response({"outcomes": [_became(each) for each in outcomes]})
