"""Last resorts for ties in the standings."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.standings.decisions import (
    HIGHEST_SEED,
    call_lots_off,
    draw_lots,
    order_ties,
)

from ...idempotency import idempotent
from ...schema import compares_versions, operation
from ...serializers import Body
from .tournaments import TournamentEndpoint, TournamentRead, represent

MAX_NAMED = 10_000


class LotsWrite(Body):
    """Without a seed the server draws one."""

    seed = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=HIGHEST_SEED
    )


class ManualOrderWrite(Body):
    """Tied entries in their order; decides every tied group that it names completely."""

    entries = serializers.ListField(
        child=serializers.UUIDField(),
        max_length=MAX_NAMED,
        help_text="Empty takes the decision back.",
    )


class TieEndpoint(TournamentEndpoint):
    """Base of the decisions."""

    def decided(self, tournament_id: UUID, decide: Any, **choice: Any) -> Response:
        """The tournament after a decision."""
        return self.conditionally(
            lambda: self.tournament(tournament_id),
            represent,
            lambda version: decide(
                actor=self.principal,
                tournament_id=tournament_id,
                expected_version=version,
                **choice,
            ),
        )


class Lots(TieEndpoint):
    """Drawing of lots."""

    @operation(
        "Draw lots for the ties that are left (arbiter)",
        name="standings_draw_lots",
        body=LotsWrite,
        answer=TournamentRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        return self.decided(tournament_id, draw_lots, seed=self.body(LotsWrite).get("seed"))


class LotsCalledOff(TieEndpoint):
    """Calling a drawing of lots off."""

    @operation(
        "Call the drawing of lots off (arbiter)",
        name="standings_call_lots_off",
        answer=TournamentRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        return self.decided(tournament_id, call_lots_off)


class ManualOrder(TieEndpoint):
    """An order by hand."""

    @operation(
        "Order tied entries by hand (arbiter)",
        name="standings_order_ties",
        body=ManualOrderWrite,
        answer=TournamentRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        entries = self.body(ManualOrderWrite)["entries"]
        return self.decided(tournament_id, order_ties, entry_ids=entries)
