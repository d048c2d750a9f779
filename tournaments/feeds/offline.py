"""Results that were entered on a device without a connection and arrive later, many at once.

Each names the version of the board that the device had seen.  What came of
each is told one by one; none stops the others.

================  =============================================================
``applied``       the board had the version seen, or no other result stood there
``already_there`` the board has this result, whoever entered it
``conflict``      another result was entered meanwhile; it stays
``refused``       not possible whatever the version: no right, no such board ...
================  =============================================================

The outcome does not depend on the order of the items, and sending them again
changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Conflict, DomainError, Forbidden, Invalid, Stale
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse, lock_tournament
from tournaments.events.models import Tournament
from tournaments.play.models import Board
from tournaments.play.services import record_result


class Outcome(Enum):
    """What became of an item."""

    APPLIED = "applied"
    ALREADY_THERE = "already_there"
    CONFLICT = "conflict"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class OfflineResult:
    """One result; ``client_id`` is the device's own name for it, ``reason`` why it is corrected."""

    client_id: str
    board_id: UUID
    result: str
    base_version: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ItemOutcome:
    """What became of an item, the board as it is now, and why if it was not applied."""

    item: OfflineResult
    outcome: Outcome
    board: Board | None
    refusal: DomainError | None


@transaction.atomic
def enter_offline_results(
    *, actor: Principal, tournament_id: UUID, items: Sequence[OfflineResult]
) -> list[ItemOutcome]:
    """Enter what can be entered; the outcomes are in the order of the items.

    All of one transaction under the tournament's lock.  Raises ``NotFound``,
    ``Forbidden("permission.denied")`` if the actor may enter none of them, and
    ``Invalid("result.client_id_repeated")``.
    """
    seen = Tournament.objects.visible_to(actor)
    get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    _require_distinct([item.client_id for item in items])
    lock_tournament(tournament_id)
    found: dict[str, ItemOutcome] = {}
    for board_id in sorted({item.board_id for item in items}):
        same_board = [item for item in items if item.board_id == board_id]
        found |= {each.item.client_id: each for each in _enter(actor, tournament_id, same_board)}
    outcomes = [found[item.client_id] for item in items]
    if outcomes and all(_is_denied(each.refusal) for each in outcomes):
        raise Forbidden("permission.denied", permission="play.record_result")
    return outcomes


def _require_distinct(names: list[str]) -> None:
    repeated = sorted(name for name, count in Counter(names).items() if count > 1)
    if repeated:
        raise Invalid("result.client_id_repeated", client_ids=repeated)


def _is_denied(refusal: DomainError | None) -> bool:
    return refusal is not None and refusal.code == "permission.denied"


def _enter(
    actor: Principal, tournament_id: UUID, items: list[OfflineResult]
) -> Iterator[ItemOutcome]:
    """The items of one board: they agree, or none of them is entered."""
    refusal: DomainError | None = None
    outcome = Outcome.REFUSED
    try:
        with transaction.atomic():
            board = _board(actor, tournament_id, items[0].board_id)
            require(actor, "play.record_result", board)
            results = {item.result for item in items}
            if len(results) > 1:
                raise Conflict("result.contradictory", results=sorted(results))
            seen = {item.base_version for item in items}
            reason = max(item.reason for item in items)
            outcome = _enter_result(actor, board, items[0].result, seen, reason)
    except Stale as stale:
        outcome, refusal = Outcome.CONFLICT, stale
    except DomainError as error:
        refusal = error
        if error.code == "result.contradictory":
            outcome = Outcome.CONFLICT
    current = None if _is_denied(refusal) else _visible_board(actor, tournament_id, items[0])
    for item in items:
        yield ItemOutcome(item, outcome, current, refusal)


def _board(actor: Principal, tournament_id: UUID, board_id: UUID) -> Board:
    rows = Board.objects.visible_to(actor).filter(round__tournament=tournament_id)
    rows = rows.select_related("round__tournament__event")
    return get_or_refuse(rows, "board.not_found", pk=board_id)


def _enter_result(
    actor: Principal, board: Board, result: str, seen: set[int], reason: str
) -> Outcome:
    """Enter a result if nobody entered another one since; raises what ``record_result`` does."""
    agrees = board.outcome == result
    if agrees and board.confirmed:
        return Outcome.ALREADY_THERE
    # Whoever enters what stands there agrees or confirms, whatever he had seen.
    expected = board.version if agrees or board.version in seen else min(seen)
    after = record_result(
        actor=actor, board_id=board.pk, outcome=result, expected_version=expected, reason=reason
    )
    return Outcome.ALREADY_THERE if agrees and after.version == board.version else Outcome.APPLIED


def _visible_board(actor: Principal, tournament_id: UUID, item: OfflineResult) -> Board | None:
    rows = Board.objects.visible_to(actor).filter(round__tournament=tournament_id)
    return rows.select_related("entered_by").filter(pk=item.board_id).first()
