"""The objects of a tournament as clients keep them: what the feed sends and the bootstrap holds.

They name each other by id and repeat nothing, so a change of a name is one
changed object.  Nothing in them depends on the reader's language.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from tournaments.events.models import Entry, Round
from tournaments.feeds.changes import Item
from tournaments.feeds.kinds import KINDS
from tournaments.feeds.readers import Reader
from tournaments.play.models import Board, Seat
from tournaments.play.outcomes import BoardOutcome, SeatBye

from ...serializers import RESOURCE_FIELDS
from .entries import ByeRead, EntryRead
from .rounds import RoundRead
from .tournaments import TournamentRead


class EntryObject(EntryRead):
    """A player in the tournament; `requested_byes` is null for those who do not run it."""

    requested_byes = ByeRead(many=True, allow_null=True)

    class Meta:
        model = Entry
        fields = (*EntryRead.Meta.fields, "requested_byes")


class RoundBye(serializers.ModelSerializer[Seat]):
    """An entry without a board in this round, and why."""

    entry = serializers.UUIDField(source="entry_id")
    kind = serializers.ChoiceField(source="bye", choices=SeatBye.choices)

    class Meta:
        model = Seat
        fields = ("entry", "kind")


class RoundObject(RoundRead):
    """A round and its byes."""

    byes = RoundBye(many=True)

    class Meta:
        model = Round
        fields = (*RoundRead.Meta.fields, "byes")


class BoardObject(serializers.ModelSerializer[Board]):
    """A pairing; `white` and `black` are entries.  `entered_by`: for those who run it."""

    round = serializers.UUIDField(source="round_id")
    white = serializers.UUIDField(source="white_id")
    black = serializers.UUIDField(source="black_id")
    result = serializers.ChoiceField(
        source="outcome", choices=BoardOutcome.choices, allow_null=True
    )
    entered_by = serializers.UUIDField(source="entered_by_id", allow_null=True)

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


SHAPES: dict[str, type[serializers.ModelSerializer[Any]]] = {
    "tournament": TournamentRead,
    "entry": EntryObject,
    "round": RoundObject,
    "board": BoardObject,
}
"""Kind of object -> its representation."""

ANY_OBJECT = PolymorphicProxySerializer(
    component_name="TournamentObject",
    serializers=list(SHAPES.values()),
    resource_type_field_name=None,
)


class ObjectWriter:
    """Representations for one reader; rows are those of :mod:`tournaments.feeds.kinds`."""

    def __init__(self, reader: Reader) -> None:
        self._sees_all = reader.sees_unpublished
        self._shapes = {name: shape() for name, shape in SHAPES.items()}
        if not self._sees_all:
            del self._shapes["entry"].fields["requested_byes"]

    def object(self, kind: str, row: Any) -> dict[str, Any]:
        """One object."""
        data: dict[str, Any] = self._shapes[kind].to_representation(row)
        if kind == "board":
            data["result"] = row.outcome or None
        if not self._sees_all and kind in _PRIVATE:
            data[_PRIVATE[kind]] = None
        return data

    def change(self, item: Item) -> dict[str, Any]:
        """One item of the feed."""
        gone = item.row is None
        described = {
            "seq": item.seq,
            "type": item.kind,
            "id": str(item.id),
            "version": item.version,
            "op": "delete" if gone else "upsert",
        }
        return described if gone else described | {"data": self.object(item.kind, item.row)}


_PRIVATE = {"entry": "requested_byes", "board": "entered_by"}
"""What only those who run the tournament see."""

KIND_NAMES = [kind.name for kind in KINDS]
