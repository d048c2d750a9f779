"""A whole tournament in one request, for an app that opens it the first time."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.errors import Conflict
from tournaments.core.principal import Principal
from tournaments.feeds.kinds import KINDS
from tournaments.feeds.readers import Reader, reader_of
from tournaments.feeds.tokens import FORMAT, Position, write_token
from tournaments.standings.rows import StandingsRow, StandingsTable
from tournaments.standings.selectors import last_computed, standings_for

from ...schema import operation
from ...views import Endpoint
from .objects import BoardObject, EntryObject, ObjectWriter, RoundObject
from .tournaments import TournamentRead


class StandingObject(serializers.Serializer[Any]):
    """A line of the standings; `values` are in the order of `order`, `points` in tenths."""

    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    entry = serializers.UUIDField()
    points = serializers.IntegerField()
    values = serializers.ListField(child=serializers.CharField(allow_null=True))
    decided_by = serializers.CharField()


class NoticeObject(serializers.Serializer[Any]):
    """Something to know about the tie-breaks, as a code with its parameters."""

    code = serializers.CharField()
    params = serializers.DictField()


class StandingsObject(serializers.Serializer[Any]):
    """Standings after `round` rounds, as `GET /standings` gives them in full."""

    round = serializers.IntegerField()
    order = serializers.ListField(child=serializers.CharField())
    complete = serializers.BooleanField()
    final = serializers.BooleanField()
    open_boards = serializers.IntegerField()
    current = serializers.BooleanField(help_text="False while newer ones are being computed.")
    notices = NoticeObject(many=True)
    rows = StandingObject(many=True)


class BootstrapRead(serializers.Serializer[Any]):
    """Everything of a tournament; follow its change feed from `next` on.

    `standings` is null while the tie-breaks that were announced cannot be
    applied; `GET /standings` says why.
    """

    tournament = TournamentRead()
    entries = EntryObject(many=True)
    rounds = RoundObject(many=True)
    boards = BoardObject(many=True)
    standings = StandingsObject(allow_null=True)
    next = serializers.CharField(help_text="`since` of the change feed.")


MEMBERS = {"tournament": "tournament", "entry": "entries", "round": "rounds", "board": "boards"}
ORDER = {
    "tournament": ("id",),
    "entry": ("pairing_number", "id"),
    "round": ("number",),
    "board": ("round__number", "number"),
}


def standing(row: StandingsRow) -> dict[str, Any]:
    """One line."""
    return {
        "rank": row.rank,
        "shared": row.shared,
        "entry": str(row.entry.pk),
        "points": row.points,
        "values": [value.text for value in row.values],
        "decided_by": row.decided_by,
    }


def standings(table: StandingsTable) -> dict[str, Any]:
    """The table, without the names that the entries have."""
    return {
        "round": table.after_round,
        "order": list(table.order),
        "complete": table.complete,
        "final": table.final,
        "open_boards": table.open_boards,
        "current": table.current,
        "notices": [{"code": each.code, "params": dict(each.params)} for each in table.notices],
        "rows": [standing(row) for row in table.rows],
    }


def bootstrap(principal: Principal, reader: Reader) -> dict[str, Any]:
    """Everything the reader sees; the token is of the moment before it was read."""
    writer = ObjectWriter(reader)
    body: dict[str, Any] = {}
    for kind in KINDS:
        rows = kind.complete(kind.rows(reader).order_by(*ORDER[kind.name]), reader)
        body[MEMBERS[kind.name]] = [writer.object(kind.name, row) for row in rows]
    (body["tournament"],) = body["tournament"]
    try:
        table = standings_for(
            principal=principal, tournament_id=reader.tournament.pk, may_be_behind=True
        )
    except Conflict:
        body["standings"] = None
    else:
        body["standings"] = standings(table)
    return body | {"next": write_token(reader, Position(reader.tournament.sequence))}


@method_decorator(gzip_page, name="dispatch")
class Bootstrap(Endpoint):
    """One tournament, whole."""

    @operation("Read a whole tournament", name="tournaments_bootstrap", answer=BootstrapRead)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        reader = reader_of(self.principal, tournament_id)
        computed = last_computed(reader.tournament)
        tag = self.list_tag(reader.tournament, FORMAT, computed)
        return self.listed(tag, lambda: Response(bootstrap(self.principal, reader)))
