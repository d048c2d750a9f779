"""What federations send: corrections of players, results, and what waits for certainty."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.texts import text_for
from tournaments.core.validators import validate_federation, validate_fide_id
from tournaments.events.models import MAX_ROUNDS
from tournaments.federations.inbound import (
    KINDS,
    MOST_ITEMS,
    OUTCOMES,
    PLAYERS,
    REFUSED,
    RESULTS,
    ItemOutcome,
    correct_players,
    dismiss,
    push_results,
    require_federation,
    retry,
)
from tournaments.federations.models import Quarantined
from tournaments.play.outcomes import BoardOutcome
from tournaments.players.models import FIDE_LIST, HIGHEST_RATING, RatingKind, Title

from ... import parameters, problems
from ...conditional import Representation, etag
from ...idempotency import idempotent
from ...pagination import page
from ...schema import compares_versions, operation
from ...serializers import instant
from ...views import Endpoint

LONGEST_REF = 80
LONGEST_NUMBER = 20


class Ids(serializers.Serializer[Any]):
    """What both sides know a person by."""

    fide_id = serializers.CharField(max_length=11, required=False, validators=[validate_fide_id])
    national_id = serializers.CharField(
        max_length=LONGEST_NUMBER, required=False, help_text="In the federation's own register."
    )


class RatingWrite(serializers.Serializer[Any]):
    """A rating as the federation's list, or FIDE's, gave it."""

    value = serializers.IntegerField(min_value=1, max_value=HIGHEST_RATING)
    as_of = serializers.DateField()
    kind = serializers.ChoiceField(choices=RatingKind.values, default=RatingKind.STANDARD.value)
    list = serializers.ChoiceField(
        choices=[FIDE_LIST], required=False, help_text="The federation's own if not given."
    )


class PlayerCorrection(Ids):
    """What is right."""

    federation = serializers.CharField(
        max_length=3, required=False, validators=[validate_federation]
    )
    title = serializers.ChoiceField(choices=Title.choices, allow_blank=True, required=False)
    birth_date = serializers.DateField(required=False)
    birth_year = serializers.IntegerField(min_value=1850, max_value=2200, required=False)
    ratings = serializers.ListField(child=RatingWrite(), required=False, max_length=20)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError("", code="required")
        if "birth_date" in attrs and "birth_year" in attrs:
            raise serializers.ValidationError({"birth_year": [""]}, code="birth_stated_twice")
        return attrs


class PlayerItem(Ids):
    """One person."""

    ref = serializers.CharField(max_length=LONGEST_REF, help_text="The sender's name of the item.")
    set = PlayerCorrection()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not ("fide_id" in attrs or "national_id" in attrs):
            raise serializers.ValidationError({"fide_id": [""]}, code="required")
        return attrs


class SideItem(Ids):
    """One of the two; every id that is given must name the same entry."""

    number = serializers.IntegerField(
        min_value=1, max_value=9999, required=False, help_text="Pairing number."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError({"number": [""]}, code="required")
        return attrs


class ResultItem(serializers.Serializer[Any]):
    """One game."""

    ref = serializers.CharField(max_length=LONGEST_REF, help_text="The sender's name of the item.")
    tournament = serializers.UUIDField()
    round = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    white = SideItem()
    black = SideItem()
    result = serializers.ChoiceField(choices=BoardOutcome.choices)
    version = serializers.IntegerField(
        min_value=1, required=False, help_text="Of the board, if it has been read."
    )


class PlayerItems(serializers.Serializer[Any]):
    """Each item has its own outcome; one that is malformed does not harm the others."""

    items = PlayerItem(many=True)


class ResultItems(serializers.Serializer[Any]):
    """Each item has its own outcome; one that is malformed does not harm the others."""

    items = ResultItem(many=True)


class InboundOutcomeRead(serializers.Serializer[Any]):
    """What became of one item."""

    ref = serializers.CharField()
    status = serializers.ChoiceField(choices=OUTCOMES)
    code = serializers.CharField(help_text="Why it was not applied; else empty.")
    message = serializers.CharField(help_text="The code in the reader's language.")
    params = serializers.DictField()
    faults = serializers.ListField(child=serializers.DictField(), help_text="Of a malformed item.")
    changed = serializers.ListField(child=serializers.CharField())
    current = serializers.DictField(allow_null=True, help_text="With `conflict`: what is stored.")
    id = serializers.UUIDField(allow_null=True, help_text="Of the board, or of what is kept.")


class InboundOutcomesRead(serializers.Serializer[Any]):
    """In the order of the items."""

    outcomes = InboundOutcomeRead(many=True)


class QuarantinedRead(serializers.Serializer[Any]):
    """An item that waits."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=KINDS)
    ref = serializers.CharField()
    item = serializers.DictField()
    code = serializers.CharField()
    message = serializers.CharField()
    params = serializers.DictField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


def outcome_read(outcome: ItemOutcome) -> dict[str, Any]:
    """One outcome."""
    params = dict(outcome.params)
    return {
        "ref": outcome.ref,
        "status": outcome.status,
        "code": outcome.code,
        "message": text_for(outcome.code, params, 422) if outcome.code else "",
        "faults": params.pop("errors", []),
        "params": params,
        "changed": list(outcome.changed),
        "current": outcome.current,
        "id": None if outcome.subject is None else str(outcome.subject),
    }


def quarantined_read(row: Quarantined) -> dict[str, Any]:
    """One item that waits."""
    return {
        "id": str(row.pk),
        "version": row.version,
        "kind": row.kind,
        "ref": row.ref,
        "item": row.item,
        "code": row.code,
        "message": text_for(row.code, row.params, 422),
        "params": row.params,
        "created_at": instant(row.created_at),
        "updated_at": instant(row.updated_at),
    }


Write = Callable[..., list[ItemOutcome]]


class InboundEndpoint(Endpoint):
    """Base: items are checked one by one, and applied one by one."""

    kind: ClassVar[str]
    item: ClassVar[type[serializers.Serializer[Any]]]

    def take_in(self, request: Request, apply: Write) -> Response:
        """The outcomes of a batch, in the order of its items."""
        require_federation(self.principal, self.kind)
        outcomes: dict[int, ItemOutcome] = {}
        good: dict[int, dict[str, Any]] = {}
        for place, raw in enumerate(self._items(request)):
            given = self.item(data=raw)
            if given.is_valid():
                # Plain JSON, as it is kept if it has to wait.
                good[place] = json.loads(JSONRenderer().render(given.validated_data))
            else:
                outcomes[place] = _malformed(raw, given.errors)
        made = apply(actor=self.principal, items=list(good.values()))
        outcomes |= dict(zip(good, made, strict=True))
        return Response({"outcomes": [outcome_read(outcomes[n]) for n in sorted(outcomes)]})

    def _items(self, request: Request) -> Sequence[Any]:
        data = request.data
        items = data.get("items") if isinstance(data, dict) else None
        if not isinstance(items, list) or len(items) > MOST_ITEMS:
            errors = [{"pointer": "#/items", "code": "field.invalid", "detail": f"1-{MOST_ITEMS}"}]
            raise problems.ApiError(422, "request.invalid", errors=errors)
        return items


def _malformed(raw: Any, errors: Any) -> ItemOutcome:
    ref = raw.get("ref") if isinstance(raw, dict) else None
    name = ref[:LONGEST_REF] if isinstance(ref, str) else ""
    faults = list(problems.field_errors(errors))
    return ItemOutcome(name, REFUSED, "request.invalid", {"errors": faults})


class InboundPlayers(InboundEndpoint):
    """Corrections of players."""

    kind, item = PLAYERS, PlayerItem

    @operation(
        "Correct ids, titles and ratings of players (federation key)",
        name="feeds_players_push",
        body=PlayerItems,
        answer=InboundOutcomesRead,
        problems=[403, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        return self.take_in(request, correct_players)


class InboundResults(InboundEndpoint):
    """Results of the federation's own tournaments."""

    kind, item = RESULTS, ResultItem

    @operation(
        "Enter results of tournaments rated in the federation (federation key)",
        name="feeds_results_push",
        body=ResultItems,
        answer=InboundOutcomesRead,
        problems=[403, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        return self.take_in(request, push_results)


class Quarantine(Endpoint):
    """What waits."""

    paged = True
    open_to_none = True
    query: ClassVar = (OpenApiParameter("kind", str, enum=KINDS, description="Only of this kind."),)

    @operation(
        "List items of which it is not certain who or what is meant (federation key)",
        name="feeds_quarantine_list",
        answer=QuarantinedRead,
        paged=True,
    )
    def get(self, request: Request) -> Response:
        rows = Quarantined.objects.visible_to(self.principal)
        kind = parameters.choice(request, "kind", ["", *KINDS], "")
        if kind:
            rows = rows.filter(kind=kind)
        found = page(request, rows, "created_at", "id")
        return self.told(found.response(request, quarantined_read))


class QuarantinedDetail(Endpoint):
    """One item that waits."""

    @operation("Read an item that waits", name="feeds_quarantine_read", answer=QuarantinedRead)
    def get(self, request: Request, item_id: UUID) -> Response:
        return self.shown(*_represent(self._row(item_id)))

    @operation(
        "Forget an item that waits",
        name="feeds_quarantine_dismiss",
        status=204,
        problems=[403, 412, 428],
    )
    @compares_versions
    def delete(self, request: Request, item_id: UUID) -> Response:
        return self.conditionally(
            lambda: self._row(item_id),
            _represent,
            lambda seen: dismiss(
                actor=self.principal, quarantined_id=item_id, expected_version=seen
            ),
        )

    def _row(self, item_id: UUID) -> Quarantined:
        return self.found(Quarantined.objects.visible_to(self.principal), pk=item_id)


def _represent(row: Quarantined) -> tuple[Representation, str]:
    return lambda: quarantined_read(row), etag(row)


class QuarantinedRetry(Endpoint):
    """Another attempt."""

    @operation(
        "Try an item that waits again",
        name="feeds_quarantine_retry",
        answer=InboundOutcomeRead,
        problems=[403],
    )
    @idempotent
    def post(self, request: Request, item_id: UUID) -> Response:
        return Response(outcome_read(retry(actor=self.principal, quarantined_id=item_id)))
