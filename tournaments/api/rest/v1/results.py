"""Many results of one round in one request."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.errors import DomainError
from tournaments.play.models import Board
from tournaments.play.services import ResultEntry, record_results

from ...idempotency import idempotent
from ...problems import document
from ...schema import operation
from ...serializers import Body
from .boards import ResultField
from .rounds import RoundEndpoint

MAX_RESULTS = 500

_OTHER = "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f02"
_LINE = {"board": "01960b2e-7a4c-7d11-8f0a-5b6c7d8e9f01", "result": "1-0", "version": 1}


class ResultLine(Body):
    """One result; `version` is that of the board as the caller saw it."""

    board = serializers.UUIDField()
    result = ResultField()
    version = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Two boards",
            value={
                "results": [_LINE, _LINE | {"board": _OTHER, "result": "1/2-1/2", "version": 3}]
            },
        )
    ]
)
class ResultLines(Body):
    """Results of one round."""

    results = ResultLine(many=True, allow_empty=False, max_length=MAX_RESULTS)  # type: ignore[call-arg]


class ResultOutcome(serializers.Serializer[Any]):
    """What became of one line: the board as it is now, or the problem (`status` as for one)."""

    board = serializers.UUIDField()
    status = serializers.IntegerField()
    result = serializers.CharField(allow_null=True)
    version = serializers.IntegerField(allow_null=True)
    confirmed = serializers.BooleanField(allow_null=True)
    problem = serializers.DictField(allow_null=True)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "One stored, one that somebody else had changed",
            value={
                "results": [
                    {
                        "board": _LINE["board"],
                        "status": 200,
                        "result": "1-0",
                        "version": 2,
                        "confirmed": True,
                        "problem": None,
                    },
                    {
                        "board": _OTHER,
                        "status": 412,
                        "result": None,
                        "version": None,
                        "confirmed": None,
                        "problem": {
                            "code": "board.stale",
                            "status": 412,
                            "detail": "Somebody else entered a result first.",
                            "params": {"version": 4, "outcome": "0-1", "confirmed": True},
                        },
                    },
                ]
            },
        )
    ]
)
class ResultOutcomes(serializers.Serializer[Any]):
    """One outcome for each line, in their order."""

    results = ResultOutcome(many=True)


class RoundResults(RoundEndpoint):
    """Entering the results of a round line by line."""

    @operation(
        "Enter many results (arbiter, or player where allowed)",
        name="rounds_results",
        body=ResultLines,
        answer=ResultOutcomes,
        problems=[409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, round_id: UUID) -> Response:
        """Each line stands or falls by itself; the answer is 200 with an outcome for each."""
        lines: list[ResultEntry] = self.body(ResultLines)["results"]
        self.round(round_id)
        found = record_results(actor=self.principal, round_id=round_id, results=lines)
        outcomes = [
            _outcome(request, line["board"], each) for line, each in zip(lines, found, strict=True)
        ]
        return Response(ResultOutcomes({"results": outcomes}).data)


def _outcome(request: Request, board_id: UUID, found: Board | DomainError) -> dict[str, Any]:
    if isinstance(found, DomainError):
        problem = document(request._request, found.status, found.code, found.params)
        return {
            "board": board_id,
            "status": found.status,
            "result": None,
            "version": None,
            "confirmed": None,
            "problem": problem,
        }
    return {
        "board": board_id,
        "status": 200,
        "result": found.outcome or None,
        "version": found.version,
        "confirmed": found.confirmed,
        "problem": None,
    }
