"""Rounds, boards, seats."""

from __future__ import annotations

from typing import Any

import graphene
from graphene_django import DjangoObjectType

from tournaments.accounts.models import User
from tournaments.core.permissions import may
from tournaments.events.models import Entry, Round, Tournament
from tournaments.play.models import Board, Seat
from tournaments.play.outcomes import Side

from ..batches import by_key, loaded, parent
from ..connections import Page, connected, connection_of, page_below
from ..context import Info, who
from .common import Resource
from .entries import EntryType

ROUND_ORDER = ("number", "id")
BOARD_ORDER = ("number", "id")
BYE_ORDER = ("entry__pairing_number", "id")


def _entry_of(seat: Seat, info: Info) -> Any:
    return parent(seat, "entry_id", lambda: Entry.objects.visible_to(who(info)))


def _seats_of(board: Board, info: Info) -> dict[str, Seat]:
    """Both seats by side, loaded for all boards of the batch."""

    def load(siblings: list[Board]) -> dict[Any, dict[str, Seat]]:
        rows = Seat.objects.visible_to(who(info)).filter(board__in=siblings)
        found: dict[Any, dict[str, Seat]] = {}
        for seat in by_key(rows).values():
            found.setdefault(seat.board_id, {})[seat.side] = seat
        return found

    return loaded(board, "seats", load) or {}


def _round_of(row: Any, info: Info) -> Any:
    rows = Round.objects.select_related("tournament__event")
    return parent(row, "round_id", lambda: rows.visible_to(who(info)))


class Author(graphene.ObjectType):
    """Who entered a result."""

    id = graphene.ID(required=True)
    name = graphene.String(required=True)


class BoardType(DjangoObjectType):
    """One pairing.  `result` is null until there is one; it counts when `confirmed`."""

    class Meta:
        name = "Board"
        model = Board
        interfaces = (Resource,)
        convert_choices_to_enum = False
        fields = ("number", "confirmed", "entered_at")

    round = graphene.Field(graphene.NonNull(lambda: RoundType))
    white = graphene.Field(EntryType)
    black = graphene.Field(EntryType)
    result = graphene.String(description="`1-0`, `1/2-1/2`, ... as in REST; `F` by forfeit.")
    entered_by = graphene.Field(Author, description="For those who run the tournament.")

    @staticmethod
    def resolve_round(board: Board, info: Info) -> Any:
        return _round_of(board, info)

    @staticmethod
    def resolve_white(board: Board, info: Info) -> Any:
        seat = _seats_of(board, info).get(Side.WHITE)
        return None if seat is None else _entry_of(seat, info)

    @staticmethod
    def resolve_black(board: Board, info: Info) -> Any:
        seat = _seats_of(board, info).get(Side.BLACK)
        return None if seat is None else _entry_of(seat, info)

    @staticmethod
    def resolve_result(board: Board, info: Info) -> str | None:
        return board.outcome or None

    @staticmethod
    def resolve_entered_by(board: Board, info: Info) -> Any:
        if board.entered_by_id is None:
            return None
        if not may(who(info), "play.confirm_result", _round_of(board, info)):
            return None
        return parent(board, "entered_by_id", User.objects.all)


class SeatType(graphene.ObjectType):
    """One entry's place in one round: at a side of a board, or on a bye."""

    class Meta:
        name = "Seat"

    entry = graphene.Field(graphene.NonNull(EntryType))
    round = graphene.Field(graphene.NonNull(lambda: RoundType))
    board = graphene.Field(BoardType)
    colour = graphene.String(description="`w` or `b`, null on a bye or if it is not known.")
    bye = graphene.String(description="`U` allocated, `H`, `F` or `Z`; null at a board.")
    opponent = graphene.Field(EntryType)

    @staticmethod
    def resolve_entry(seat: Seat, info: Info) -> Any:
        return _entry_of(seat, info)

    @staticmethod
    def resolve_round(seat: Seat, info: Info) -> Any:
        return _round_of(seat, info)

    @staticmethod
    def resolve_board(seat: Seat, info: Info) -> Any:
        return parent(seat, "board_id", lambda: Board.objects.visible_to(who(info)))

    @staticmethod
    def resolve_colour(seat: Seat, info: Info) -> str | None:
        board = SeatType.resolve_board(seat, info)
        return seat.side if board is not None and board.colours_known else None

    @staticmethod
    def resolve_bye(seat: Seat, info: Info) -> str | None:
        return seat.bye or None

    @staticmethod
    def resolve_opponent(seat: Seat, info: Info) -> Any:
        board = SeatType.resolve_board(seat, info)
        if board is None:
            return None
        other = Side.BLACK if seat.side == Side.WHITE else Side.WHITE
        facing = _seats_of(board, info).get(other)
        return None if facing is None else _entry_of(facing, info)


BoardConnection = connection_of(BoardType)
SeatConnection = connection_of(SeatType)


class RoundType(DjangoObjectType):
    """One round; `day` is local to the event, `startsAt` an instant."""

    class Meta:
        name = "Round"
        model = Round
        interfaces = (Resource,)
        convert_choices_to_enum = False
        fields = ("number", "status", "day", "starts_at")

    tournament = graphene.Field(
        graphene.NonNull("tournaments.api.graphql.types.events.TournamentType")
    )
    boards = connected(BoardConnection, "In board order.", number=graphene.Int())
    byes = connected(SeatConnection, "Who has no board, and why.")

    @staticmethod
    def resolve_tournament(round: Round, info: Info) -> Any:
        return parent(round, "tournament_id", lambda: Tournament.objects.visible_to(who(info)))

    @staticmethod
    def resolve_boards(round: Round, info: Info, **arguments: Any) -> Page:
        rows = Board.objects.visible_to(who(info))
        if arguments.get("number") is not None:
            rows = rows.filter(number=arguments["number"])
        return page_below(round, rows, "round_id", BOARD_ORDER, "Round.boards", arguments)

    @staticmethod
    def resolve_byes(round: Round, info: Info, **arguments: Any) -> Page:
        rows = Seat.objects.visible_to(who(info)).filter(board=None).select_related("entry")
        return page_below(round, rows, "round_id", BYE_ORDER, "Round.byes", arguments)


RoundConnection = connection_of(RoundType)
