"""Results as the players claim them, and results found to be wrong."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.desk.corrections import correct_for_rating
from tournaments.desk.models import Claim, Correction, Moment
from tournaments.play.outcomes import BoardOutcome, Side

from ...idempotency import idempotent
from ...pagination import page
from ...schema import compares_versions, operation
from ...serializers import Body
from .boards import Author, BoardEndpoint, ResultField
from .tournaments import TournamentEndpoint

MAX_REASON = 500


class ClaimRead(serializers.ModelSerializer[Claim]):
    """What one player of a board says."""

    side = serializers.ChoiceField(choices=Side.choices)
    result = serializers.ChoiceField(source="outcome", choices=BoardOutcome.choices)
    by = Author(allow_null=True)

    class Meta:
        model = Claim
        fields = ("side", "result", "by", "at")


class CorrectionRead(serializers.ModelSerializer[Correction]):
    """A counted result that was replaced.

    Rounds up to `paired_through` were paired with the old one.
    """

    board = serializers.UUIDField(source="board_id")
    round = serializers.IntegerField(source="board.round.number")
    number = serializers.IntegerField(source="board.number")
    moment = serializers.ChoiceField(choices=Moment.choices)
    by = Author(allow_null=True)

    class Meta:
        model = Correction
        fields = (
            "id",
            "board",
            "round",
            "number",
            "moment",
            "old",
            "new",
            "reason",
            "paired_through",
            "by",
            "at",
        )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Found at home", value={"result": "0-1", "reason": "The score sheets say so"}
        )
    ]
)
class RatingCorrection(Body):
    """The right result, and why the wrong one was there."""

    result = ResultField()
    reason = serializers.CharField(max_length=MAX_REASON)


class BoardClaims(BoardEndpoint):
    """What the two players say; for them and for those who run the tournament."""

    paged = True

    @operation("List the players' claims", name="claims_list", answer=ClaimRead, paged=True)
    def get(self, request: Request, board_id: UUID) -> Response:
        board = self.board(board_id)
        rows = Claim.objects.visible_to(self.principal).filter(board=board)
        found = page(request, rows.select_related("by"), "id")
        return self.told(found.response(request, lambda claim: ClaimRead(claim).data))


class TournamentCorrections(TournamentEndpoint):
    """Every counted result that was replaced, oldest first; for those who run the tournament."""

    paged = True

    @operation("List corrected results", name="corrections_list", answer=CorrectionRead, paged=True)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = self.tournament(tournament_id)
        rows = Correction.objects.visible_to(self.principal)
        rows = rows.filter(board__round__tournament=tournament).select_related("board__round", "by")
        found = page(request, rows, "id")
        return self.told(found.response(request, lambda row: CorrectionRead(row).data))


class BoardRatingCorrection(BoardEndpoint):
    """A wrong result found after the next round: the rating report alone gets the right one."""

    @operation(
        "Correct a result for the rating report only (arbiter)",
        name="boards_correct_for_rating",
        body=RatingCorrection,
        answer=CorrectionRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, board_id: UUID) -> Response:
        found: dict[str, Any] = {}

        def write(version: int | None) -> Any:
            given = self.body(RatingCorrection)
            found["correction"] = correct_for_rating(
                actor=self.principal,
                board_id=board_id,
                outcome=given["result"],
                reason=given["reason"],
                expected_version=version,
            )
            return self.board(board_id)

        answer = self.conditionally(lambda: self.board(board_id), self.represent, write)
        return Response(CorrectionRead(found["correction"]).data, headers={"ETag": answer["ETag"]})
