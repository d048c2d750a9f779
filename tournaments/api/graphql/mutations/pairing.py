"""Rounds: pair, pair by hand, publish, take back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import graphene

from tournaments.core.principal import Principal
from tournaments.jobs.services import cancel_run, request_pairing
from tournaments.play.services import pair_by_hand, publish_round, unpair_round

from ..types.jobs import JobType
from ..types.rounds import RoundType
from .base import EXPECTED_OPTIONAL, Change, identified, shown


class PairRoundInput(graphene.InputObjectType):
    """Which round to pair."""

    round = graphene.ID(required=True)
    expected_version = EXPECTED_OPTIONAL


class PublishRoundInput(PairRoundInput):
    """Which round to publish."""


class UnpairRoundInput(PairRoundInput):
    """Which round's pairing to take back."""


class HandPairing(graphene.InputObjectType):
    """One board; `black` null for the pairing-allocated bye."""

    white = graphene.ID(required=True)
    black = graphene.ID()


class PairRoundByHandInput(PairRoundInput):
    """The whole round in board order; names every present entry exactly once."""

    boards = graphene.List(graphene.NonNull(HandPairing), required=True)


class CancelJobInput(graphene.InputObjectType):
    """Which job."""

    job = graphene.ID(required=True)
    expected_version = EXPECTED_OPTIONAL


class PairRound(Change):
    """Ask for the pairing of a round (arbiter); look at the job to see what became of it."""

    class Arguments:
        input = PairRoundInput(required=True)

    job = graphene.Field(graphene.NonNull(JobType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        round_id = identified(given, "round", "round.not_found")
        return {"job": shown(request_pairing(actor=actor, round_id=round_id, **given))}


class CancelJob(Change):
    """Cancel a queued or running job (arbiter)."""

    class Arguments:
        input = CancelJobInput(required=True)

    job = graphene.Field(graphene.NonNull(JobType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        run_id = identified(given, "job", "pairing_run.not_found")
        return {"job": shown(cancel_run(actor=actor, run_id=run_id, **given))}


class PairRoundByHand(Change):
    """The arbiter's own pairing, for what the system leaves to the arbiter."""

    class Arguments:
        input = PairRoundByHandInput(required=True)

    round = graphene.Field(graphene.NonNull(RoundType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        round_id = identified(given, "round", "round.not_found")
        boards = [_pair(dict(each)) for each in given.pop("boards")]
        round = pair_by_hand(actor=actor, round_id=round_id, boards=boards, **given)
        return {"round": shown(round)}


class PublishRound(Change):
    """Publish the pairings (arbiter)."""

    class Arguments:
        input = PublishRoundInput(required=True)

    round = graphene.Field(graphene.NonNull(RoundType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        round_id = identified(given, "round", "round.not_found")
        return {"round": shown(publish_round(actor=actor, round_id=round_id, **given))}


class UnpairRound(Change):
    """Take the pairing of the last paired round back (arbiter)."""

    class Arguments:
        input = UnpairRoundInput(required=True)

    round = graphene.Field(graphene.NonNull(RoundType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        round_id = identified(given, "round", "round.not_found")
        return {"round": shown(unpair_round(actor=actor, round_id=round_id, **given))}


def _pair(board: dict[str, Any]) -> tuple[UUID, UUID | None]:
    white = identified(board, "white", "entry.not_found")
    black = identified(board, "black", "entry.not_found") if board.get("black") else None
    return white, black


class PairingMutations:
    """Rounds."""

    pair_round = PairRound.Field()
    cancel_job = CancelJob.Field()
    pair_round_by_hand = PairRoundByHand.Field()
    publish_round = PublishRound.Field()
    unpair_round = UnpairRound.Field()
