"""Results: enter, correct, confirm."""

from __future__ import annotations

from typing import Any

import graphene

from tournaments.core.principal import Principal
from tournaments.play.services import confirm_result, record_result

from ..types.rounds import BoardType
from .base import EXPECTED, EXPECTED_OPTIONAL, Change, identified, shown


class RecordResultInput(graphene.InputObjectType):
    """The result of a board: `1-0`, `1/2-1/2`, `0-1F`, ... as in REST."""

    board = graphene.ID(required=True)
    result = graphene.String(required=True)
    reason = graphene.String(description="Why a result is corrected.")
    expected_version = EXPECTED


class ConfirmResultInput(graphene.InputObjectType):
    """Which board's result shall count."""

    board = graphene.ID(required=True)
    expected_version = EXPECTED_OPTIONAL


class RecordResult(Change):
    """Enter or correct the result of a board (arbiter, or player where allowed)."""

    class Arguments:
        input = RecordResultInput(required=True)

    board = graphene.Field(graphene.NonNull(BoardType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        board = record_result(
            actor=actor,
            board_id=identified(given, "board", "board.not_found"),
            outcome=given["result"],
            expected_version=given["expected_version"],
            reason=given.get("reason") or "",
        )
        return {"board": shown(board)}


class ConfirmResult(Change):
    """Let a result count that players entered (arbiter)."""

    class Arguments:
        input = ConfirmResultInput(required=True)

    board = graphene.Field(graphene.NonNull(BoardType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        board_id = identified(given, "board", "board.not_found")
        return {"board": shown(confirm_result(actor=actor, board_id=board_id, **given))}


class ResultMutations:
    """Results."""

    record_result = RecordResult.Field()
    confirm_result = ConfirmResult.Field()
