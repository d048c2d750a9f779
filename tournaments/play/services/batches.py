"""Many results of one tournament, entered one by one under one lock of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Required, TypedDict
from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Conflict, DomainError
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse, lock_tournament
from tournaments.events.models import Round

from ..models import Board
from ..querysets import BoardQuerySet
from .results import enter_outcome, possible_outcome

_NOT_HIS_TO_SEE = ("board.not_found", "permission.denied")


@dataclass(frozen=True, slots=True)
class Entered:
    """What became of a result: the board as it is now, if the actor may know it.

    ``changed`` says whether anything was stored, ``refusal`` why nothing could be.
    """

    board: Board | None
    changed: bool = False
    refusal: DomainError | None = None


class ResultSheet:
    """Boards of a tournament that is locked until the surrounding transaction ends.

    Each result stands or falls by itself.
    """

    def __init__(self, *, actor: Principal, tournament_id: UUID, boards: BoardQuerySet) -> None:
        self._actor = actor
        self._boards = boards.visible_to(actor).for_entering()
        self._tournament = lock_tournament(tournament_id)

    def enter(
        self,
        board_id: UUID,
        results: Collection[str],
        versions: Collection[int] | None,
        reason: str = "",
        *,
        agreeing: bool = False,
    ) -> Entered:
        """Enter a result of a board that had one of ``versions`` when it was seen.

        More than one result is refused as ``Conflict("result.contradictory")``.
        With ``agreeing``, what stands there already may be entered again
        whatever version was seen: that agrees with it, or confirms it.
        """
        try:
            with transaction.atomic():
                return self._entered(board_id, results, versions, reason, agreeing)
        except DomainError as refusal:
            # What was counted on in memory is undone with the rest.
            self._tournament = lock_tournament(self._tournament.pk)
            hidden = refusal.code in _NOT_HIS_TO_SEE
            board = None if hidden else self._boards.filter(pk=board_id).first()
            return Entered(board, refusal=refusal)

    def _entered(
        self,
        board_id: UUID,
        results: Collection[str],
        versions: Collection[int] | None,
        reason: str,
        agreeing: bool,
    ) -> Entered:
        board = get_or_refuse(self._boards, "board.not_found", pk=board_id)
        board.round.tournament = self._tournament
        require(self._actor, "play.record_result", board)
        outcomes = {possible_outcome(each) for each in results}
        if len(outcomes) > 1:
            raise Conflict("result.contradictory", results=sorted(outcomes))
        (outcome,) = outcomes
        stands = agreeing and board.outcome == outcome
        if stands and board.confirmed:
            return Entered(board)
        before = board.version
        expected = before if stands else _expected(before, versions)
        enter_outcome(self._actor, board, outcome, expected, reason)
        return Entered(board, changed=board.version != before)


def _expected(current: int, versions: Collection[int] | None) -> int | None:
    if not versions:
        return None
    return current if current in versions else min(versions)


class ResultEntry(TypedDict, total=False):
    """One line of :func:`record_results`; ``version`` is what was seen of the board."""

    board: Required[UUID]
    result: Required[str]
    version: int | None
    reason: str


@transaction.atomic
def record_results(
    *, actor: Principal, round_id: UUID, results: Sequence[ResultEntry]
) -> list[Board | DomainError]:
    """Enter many results of one round; each stands or falls by itself.

    Returns for each the board, or why it was refused as
    :func:`~tournaments.play.services.record_result` would
    (``NotFound("board.not_found")`` for one of another round).  Raises
    ``NotFound("round.not_found")``.
    """
    round = get_or_refuse(Round.objects.visible_to(actor), "round.not_found", pk=round_id)
    boards = Board.objects.filter(round=round)
    sheet = ResultSheet(actor=actor, tournament_id=round.tournament_id, boards=boards)
    return [_recorded(sheet, entry) for entry in results]


def _recorded(sheet: ResultSheet, entry: ResultEntry) -> Board | DomainError:
    version = entry.get("version")
    found = sheet.enter(
        entry["board"],
        [entry["result"]],
        None if version is None else [version],
        entry.get("reason", ""),
    )
    if found.refusal is not None:
        return found.refusal
    assert found.board is not None
    return found.board
