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

from tournaments.core.errors import DomainError, Forbidden, Invalid, Stale
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse
from tournaments.events.models import Tournament
from tournaments.play.models import Board
from tournaments.play.services import ResultSheet
from tournaments.play.services.batches import Entered


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
    boards = Board.objects.filter(round__tournament=tournament_id)
    sheet = ResultSheet(actor=actor, tournament_id=tournament_id, boards=boards)
    found: dict[str, ItemOutcome] = {}
    for board_id in sorted({item.board_id for item in items}):
        same_board = [item for item in items if item.board_id == board_id]
        found |= {each.item.client_id: each for each in _entered(sheet, same_board)}
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


def _entered(sheet: ResultSheet, items: list[OfflineResult]) -> Iterator[ItemOutcome]:
    """The items of one board: they agree, or none of them is entered."""
    found = sheet.enter(
        items[0].board_id,
        {item.result for item in items},
        {item.base_version for item in items},
        max(item.reason for item in items),
        agreeing=True,
    )
    for item in items:
        yield ItemOutcome(item, _outcome_of(found), found.board, found.refusal)


def _outcome_of(found: Entered) -> Outcome:
    refusal = found.refusal
    if refusal is None:
        return Outcome.APPLIED if found.changed else Outcome.ALREADY_THERE
    if isinstance(refusal, Stale) or refusal.code == "result.contradictory":
        return Outcome.CONFLICT
    return Outcome.REFUSED
