"""Steps back in the life of a round: off the site again, open again."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Conflict
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, require_version, save_changes
from tournaments.events.access import locked_round, require_open, require_paired_rounds
from tournaments.events.models import Round, RoundStatus, Tournament
from tournaments.play.outcomes import NO_RESULT
from tournaments.play.readiness import describe_board
from tournaments.play.services.rounds import PAIR
from tournaments.play.settling import settle_round


@transaction.atomic
def unpublish_round(
    *, actor: Principal, round_id: UUID, expected_version: int | None = None
) -> Round:
    """Take the pairings of the last round off the site; they are a draft again (arbiters).

    Raises ``Conflict("round.not_published_anywhere" | "round.later_round_paired" |
    "round.has_results")``, ``Stale("round.stale")``.
    """
    round, tournament = _locked(actor, round_id, expected_version)
    if not round.is_published:
        raise Conflict("round.not_published_anywhere", round=round.number, status=round.status)
    decided = round.boards.exclude(outcome=NO_RESULT).with_seats().select_related("round")
    boards = [describe_board(board) for board in decided.order_by("number")]
    if boards:
        raise Conflict("round.has_results", round=round.number, boards=boards)
    hidden = list(map(str, round.boards.order_by("number").values_list("pk", flat=True)))
    wanted = {"status": RoundStatus.DRAFT.value, "reopened": False}
    save_changes(round, apply(round, wanted))
    # Not bound to the publication of the round: those who saw it must hear that it is gone.
    append_change(
        "round.unpublished",
        actor=actor,
        subject=round,
        tournament=tournament,
        data={"round": round.number, "boards": hidden},
    )
    return round


@transaction.atomic
def reopen_round(
    *, actor: Principal, round_id: UUID, reason: str = "", expected_version: int | None = None
) -> Round:
    """Hold the last round open although all its results are in (arbiters).

    The next round cannot be paired until it is closed.  Raises
    ``Conflict("round.not_completed" | "round.later_round_paired")``.
    """
    round, tournament = _locked(actor, round_id, expected_version)
    if round.status != RoundStatus.COMPLETED:
        raise Conflict("round.not_completed", round=round.number, status=round.status)
    wanted = {"status": RoundStatus.PUBLISHED.value, "reopened": True}
    save_changes(round, apply(round, wanted))
    append_change(
        "round.reopened",
        actor=actor,
        subject=round,
        tournament=tournament,
        round=round,
        data={"reason": reason.strip()},
    )
    return round


@transaction.atomic
def close_round(*, actor: Principal, round_id: UUID, expected_version: int | None = None) -> Round:
    """Let a reopened round complete, now or with its last result (arbiters).

    Raises ``Conflict("round.not_reopened")``.
    """
    round, tournament = _locked(actor, round_id, expected_version)
    if not round.reopened:
        raise Conflict("round.not_reopened", round=round.number)
    save_changes(round, apply(round, {"reopened": False}))
    append_change("round.closed", actor=actor, subject=round, tournament=tournament, round=round)
    settle_round(actor, tournament, round)
    return round


def _locked(
    actor: Principal, round_id: UUID, expected_version: int | None
) -> tuple[Round, Tournament]:
    """The round, of which no later one is paired, and its locked tournament."""
    round, tournament = locked_round(actor, round_id, PAIR)
    require_version(round, expected_version)
    require_open(tournament)
    require_paired_rounds(tournament)
    later = tournament.rounds.filter(number__gt=round.number).exclude(status="planned").first()
    if later is not None:
        raise Conflict("round.later_round_paired", round=round.number, later=later.number)
    return round, tournament
