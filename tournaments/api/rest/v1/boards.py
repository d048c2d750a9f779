"""Boards: who plays whom, and the result."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import prefetch_related_objects
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.models import User
from tournaments.core.permissions import may
from tournaments.core.principal import Principal
from tournaments.events.models import Round
from tournaments.play.models import Board, Seat
from tournaments.play.outcomes import BoardOutcome, read_outcome
from tournaments.play.services import confirm_result, record_result

from ...conditional import Representation, etag
from ...idempotency import idempotent
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Body, instant
from ...views import Endpoint


class Player(serializers.ModelSerializer[Seat]):
    """One side of a board."""

    entry = serializers.UUIDField(source="entry_id")
    pairing_number = serializers.IntegerField(source="entry.pairing_number")
    name = serializers.CharField(source="entry.name")

    class Meta:
        model = Seat
        fields = ("entry", "pairing_number", "name")


class Author(serializers.ModelSerializer[User]):
    """Who entered a result."""

    class Meta:
        model = User
        fields = ("id", "name")


class BoardRead(serializers.ModelSerializer[Board]):
    """One pairing.

    `result` is null until there is one; it counts when `confirmed`.
    `entered_by` is shown to those who may enter the result.
    """

    # The fields say what there is; pages of hundreds are written by hand, four times as fast.

    round = serializers.UUIDField(source="round_id")
    white = Player()
    black = Player()
    result = serializers.ChoiceField(
        source="outcome", choices=BoardOutcome.choices, allow_null=True
    )
    entered_by = Author(allow_null=True)

    class Meta:
        model = Board
        fields = (
            *RESOURCE_FIELDS,
            "round",
            "number",
            "white",
            "black",
            "result",
            "confirmed",
            "entered_by",
            "entered_at",
        )

    def to_representation(self, board: Board) -> dict[str, Any]:
        author = board.entered_by if self.context["shows_author"] else None
        return {
            "id": str(board.pk),
            "version": board.version,
            "updated_at": instant(board.updated_at),
            "round": str(board.round_id),
            "number": board.number,
            "white": _player(board.white),
            "black": _player(board.black),
            "result": board.outcome or None,
            "confirmed": board.confirmed,
            "entered_by": {"id": str(author.pk), "name": author.name} if author else None,
            "entered_at": instant(board.entered_at),
        }


def _player(seat: Seat | None) -> dict[str, Any] | None:
    if seat is None:
        return None
    entry = seat.entry
    return {"entry": str(entry.pk), "pairing_number": entry.pairing_number, "name": entry.name}


class ResultField(serializers.ChoiceField):
    """A result; `½-½` is read as `1/2-1/2`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=BoardOutcome.choices, **options)

    def to_internal_value(self, data: Any) -> Any:
        """The result as it is stored."""
        return super().to_internal_value(read_outcome(data) if isinstance(data, str) else data)


class ResultWrite(Body):
    """The result: `F` by forfeit, `U` not rated."""

    result = ResultField()
    reason = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=500,
        help_text="Why it is corrected; needed once the next round is paired.",
    )


def shows_author(principal: Principal, round: Round) -> bool:
    """Whether this caller sees who entered the results of a round."""
    return may(principal, "play.confirm_result", round)


def tag_of(board: Board, *, with_author: bool) -> str:
    """Strong tag: the board, the entries it shows, and who entered the result if that is shown."""
    entries = [seat.entry if seat else None for seat in (board.white, board.black)]
    if with_author:
        return etag(board, *entries, board.entered_by, variant="author")
    return etag(board, *entries)


class BoardEndpoint(Endpoint):
    """Base of what concerns one board."""

    def board(self, board_id: UUID) -> Board:
        """The board, if the caller may see its round."""
        rows = Board.objects.visible_to(self.principal).with_seats()
        return self.found(rows.select_related("round__tournament__event"), pk=board_id)

    def represent(self, board: Board) -> tuple[Representation, str]:
        """Representation and tag of a board."""
        # A service returns the bare row: both players in two queries, not in one for each mention.
        prefetch_related_objects([board], "seats__entry")
        shows = may(self.principal, "play.record_result", board)
        read = BoardRead(board, context={"shows_author": shows})
        return lambda: dict(read.data), tag_of(board, with_author=shows)


class BoardDetail(BoardEndpoint):
    """One board."""

    @operation("Read a board", name="boards_read", answer=BoardRead)
    def get(self, request: Request, board_id: UUID) -> Response:
        return self.shown(*self.represent(self.board(board_id)))

    @operation(
        "Enter or correct the result (arbiter, or player where allowed)",
        name="boards_update",
        body=ResultWrite,
        answer=BoardRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, board_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.board(board_id),
            self.represent,
            lambda version: self._record(board_id, version, **self.body(ResultWrite)),
        )

    def _record(self, board_id: UUID, version: int | None, *, result: str, reason: str) -> Board:
        return record_result(
            actor=self.principal,
            board_id=board_id,
            outcome=result,
            expected_version=version,
            reason=reason,
        )


class BoardConfirmation(BoardEndpoint):
    """Letting a result count that players entered."""

    @operation(
        "Confirm the result (arbiter)",
        name="boards_confirm",
        answer=BoardRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, board_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.board(board_id),
            self.represent,
            lambda version: confirm_result(
                actor=self.principal, board_id=board_id, expected_version=version
            ),
        )
