"""Results that devices collected while they had no connection."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.feeds.offline import ItemOutcome, OfflineResult, Outcome, enter_offline_results
from tournaments.play.outcomes import BoardOutcome

from ...idempotency import idempotent
from ...problems import document
from ...schema import operation
from ...serializers import Body, Problem
from ...views import Endpoint
from .boards import Author, ResultField

MOST_RESULTS = 200


class OfflineItem(Body):
    """One result, and the version of the board that the device had seen."""

    client_id = serializers.CharField(max_length=100, help_text="The device's own name for it.")
    board = serializers.UUIDField()
    result = ResultField()
    base_version = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=500,
        help_text="Why a result is corrected.",
    )


class OfflineBatch(Body):
    """Results in any order."""

    # ``many`` takes the arguments of a list, of which the stubs know nothing.
    results = OfflineItem(many=True, max_length=MOST_RESULTS, allow_empty=False)  # type: ignore[call-arg]


class BoardState(serializers.Serializer[Any]):
    """What stands on the board now, and who entered it when."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    result = serializers.ChoiceField(choices=BoardOutcome.choices, allow_null=True)
    confirmed = serializers.BooleanField()
    entered_by = Author(allow_null=True)
    entered_at = serializers.DateTimeField(allow_null=True)


class OfflineOutcome(serializers.Serializer[Any]):
    """What became of one result.

    `already_there`: the board has it, whoever entered it.  `conflict`: another
    one was entered since; `board` is what stands there.  `refused`: see `problem`.
    """

    client_id = serializers.CharField()
    outcome = serializers.ChoiceField(choices=[each.value for each in Outcome])
    board = BoardState(allow_null=True)
    problem = Problem(allow_null=True)


class OfflineOutcomes(serializers.Serializer[Any]):
    """One outcome for each result, in the order they were sent."""

    results = OfflineOutcome(many=True)


def board_state(found: ItemOutcome) -> dict[str, Any] | None:
    """The board of an outcome, if the sender may know."""
    board = found.board
    if board is None:
        return None
    data = BoardState(
        {
            "id": board.pk,
            "version": board.version,
            "result": board.outcome,
            "confirmed": board.confirmed,
            "entered_by": board.entered_by,
            "entered_at": board.entered_at,
        }
    ).data
    return {**data, "result": board.outcome or None}


class ResultsBatch(Endpoint):
    """Many results at once."""

    @operation(
        "Enter results collected offline (arbiter, or players where allowed)",
        name="results_batch",
        body=OfflineBatch,
        answer=OfflineOutcomes,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        items = [
            OfflineResult(
                each["client_id"],
                each["board"],
                each["result"],
                each["base_version"],
                each["reason"],
            )
            for each in self.body(OfflineBatch)["results"]
        ]
        outcomes = enter_offline_results(
            actor=self.principal, tournament_id=tournament_id, items=items
        )
        return Response({"results": [self._shown(each) for each in outcomes]})

    def _shown(self, found: ItemOutcome) -> dict[str, Any]:
        refusal = found.refusal
        return {
            "client_id": found.item.client_id,
            "outcome": found.outcome.value,
            "board": board_state(found),
            "problem": refusal
            and document(self.request._request, refusal.status, refusal.code, refusal.params),
        }
