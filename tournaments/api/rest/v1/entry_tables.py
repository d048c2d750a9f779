"""Filling a field: from a table, from the registry, from an earlier event."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.texts import text_for
from tournaments.events.services import enter_from_tournament, enter_players
from tournaments.formats.entry_tables.columns import FIELDS
from tournaments.formats.entry_tables.plans import ENTER, KNOWN, MATCHES, REFUSED, PlannedRow
from tournaments.formats.entry_tables.remarks import Remark
from tournaments.formats.entry_tables.services import (
    MODES,
    Options,
    Preview,
    apply_table,
    preview_table,
)

from ... import parameters
from ...idempotency import idempotent
from ...schema import operation
from ...serializers import Body
from ...views import Endpoint
from .entries import EntryRead
from .reports import BytesParser, FileParser, TextParser

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILE = {
    "text/csv": OpenApiTypes.BINARY,
    "text/plain": OpenApiTypes.BINARY,
    XLSX: OpenApiTypes.BINARY,
    "application/octet-stream": OpenApiTypes.BINARY,
}
OPTIONS = (
    OpenApiParameter("encoding", str, description="Of a text, such as `iso-8859-2`."),
    OpenApiParameter(
        "columns",
        str,
        description="What columns mean, by header: `name=Jugador;rating=Elo`. Fields: "
        + ", ".join(f"`{field}`" for field in FIELDS),
    ),
    OpenApiParameter(
        "match",
        str,
        enum=MATCHES,
        default=MATCHES[0],
        description="`names`: the only player with that name is meant, also without a birth date.",
    ),
    OpenApiParameter(
        "mode",
        str,
        enum=MODES,
        default=MODES[0],
        description="`possible`: rows that cannot be entered are left out; else nothing is.",
    ),
)
TOKEN = OpenApiParameter(
    "preview", str, required=True, description="`token` of the preview of just this file."
)


class CsvParser(FileParser):
    """A file sent as CSV."""

    media_type = "text/csv"


class XlsxParser(FileParser):
    """A file sent as a workbook."""

    media_type = XLSX


class RemarkRead(serializers.Serializer[Any]):
    """What was guessed or adjusted; `line` 0 is all of the file."""

    code = serializers.CharField()
    line = serializers.IntegerField()
    message = serializers.CharField(help_text="In the reader's language.")
    params = serializers.DictField()


class PlannedRowRead(serializers.Serializer[Any]):
    """What becomes of a row, and what the entry will say."""

    line = serializers.IntegerField(help_text="In the file, from 1.")
    outcome = serializers.ChoiceField(choices=[ENTER, KNOWN, REFUSED])
    code = serializers.CharField(help_text="Why it is refused; empty otherwise.")
    message = serializers.CharField(help_text="The same in the reader's language.")
    player = serializers.UUIDField(allow_null=True, help_text="Null for somebody new.")
    matched_by = serializers.CharField(
        help_text="`fide_id`, `national_id`, `name_birth` or `name`; empty for somebody new."
    )
    name = serializers.CharField()
    title = serializers.CharField()
    federation = serializers.CharField()
    fide_id = serializers.CharField()
    birth = serializers.CharField()
    sex = serializers.CharField()
    club_name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    rating_from = serializers.ChoiceField(choices=["table", "registry", "list", "none"])
    fills = serializers.ListField(
        child=serializers.CharField(), help_text="What the registry learns of a known player."
    )
    remarks = RemarkRead(many=True)


class EntryTablePreviewRead(serializers.Serializer[Any]):
    """Everything that applying would do, and every guess."""

    token = serializers.CharField(help_text="Give it as `preview` to apply exactly this.")
    mode = serializers.ChoiceField(choices=MODES)
    format = serializers.ChoiceField(choices=["csv", "xlsx"])
    columns = serializers.DictField(child=serializers.CharField(), help_text="Field to header.")
    counts = serializers.DictField(child=serializers.IntegerField())
    remarks = RemarkRead(many=True)
    rows = PlannedRowRead(many=True)


class LeftOutRead(serializers.Serializer[Any]):
    """A row that was announced as refused."""

    line = serializers.IntegerField()
    code = serializers.CharField()


class EnteredRead(serializers.Serializer[Any]):
    """Who was entered, in the order asked for."""

    entries = EntryRead(many=True)


class AppliedRead(EnteredRead):
    """What was done."""

    created = serializers.IntegerField(help_text="Players who are new in the registry.")
    completed = serializers.IntegerField(help_text="Players of whom the registry learnt more.")
    left_out = LeftOutRead(many=True)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Two players from the next round on",
            value={
                "players": [
                    "01a22e7b-0000-7000-8000-00000000000a",
                    "01a22e7b-0000-7000-8000-00000000000b",
                ]
            },
        )
    ]
)
class PlayersWrite(Body):
    """Whom to enter, and from which round on."""

    players = serializers.ListField(
        child=serializers.UUIDField(), allow_empty=False, max_length=2000
    )
    from_round = serializers.IntegerField(required=False, min_value=1, max_value=99)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Two who played last year",
            value={
                "tournament": "01a22e7b-0000-7000-8000-00000000000a",
                "entries": [
                    "01a22e7b-0000-7000-8000-00000000000a",
                    "01a22e7b-0000-7000-8000-00000000000b",
                ],
            },
        )
    ]
)
class SourceWrite(Body):
    """Which tournament, and who of it; by default all who had not withdrawn."""

    tournament = serializers.UUIDField()
    entries = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        allow_empty=False,
        max_length=2000,
        help_text="Entries of that tournament.",
    )
    from_round = serializers.IntegerField(required=False, min_value=1, max_value=99)


def _remark(remark: Remark) -> dict[str, Any]:
    return {
        "code": remark.code,
        "line": remark.line,
        "message": text_for(remark.code, remark.params, 200),
        "params": remark.params,
    }


def _row(row: PlannedRow) -> dict[str, Any]:
    person = row.person
    birth = person.birth_date.isoformat() if person.birth_date else str(person.birth_year or "")
    return {
        "line": row.line,
        "outcome": row.outcome,
        "code": row.code,
        "message": text_for(row.code, {}, 422) if row.code else "",
        "player": str(row.player) if row.player else None,
        "matched_by": row.matched_by,
        "name": row.name or person.name,
        "title": row.title,
        "federation": row.federation,
        "fide_id": person.fide_id,
        "birth": birth,
        "sex": person.sex,
        "club_name": person.club_name,
        "rating": row.rating,
        "rating_from": row.rating_from,
        "fills": list(row.fills),
        "remarks": [_remark(each) for each in row.remarks],
    }


def _shown(preview: Preview) -> dict[str, Any]:
    headers = preview.layout.headers
    return {
        "token": preview.token,
        "mode": preview.options.mode,
        "format": preview.sheet.kind,
        "columns": {
            field: headers[place] if headers else str(place + 1)
            for field, place in preview.layout.places.items()
        },
        "counts": preview.counts,
        "remarks": [_remark(each) for each in preview.remarks],
        "rows": [_row(row) for row in preview.rows],
    }


class TableEndpoint(Endpoint):
    """Base of preview and import."""

    parser_classes = (CsvParser, TextParser, XlsxParser, BytesParser)
    max_body_bytes = settings.API_MAX_UPLOAD_BYTES

    def content(self, request: Request) -> bytes:
        """The file; nothing sent is an empty one."""
        sent = request.data
        return bytes(sent["content"]) if isinstance(sent, dict) and "content" in sent else b""

    def reading(self, request: Request) -> Options:
        """How to read the file."""
        return Options(
            encoding=request.query_params.get("encoding", "")[:40],
            columns=request.query_params.get("columns", "")[:2000],
            match=parameters.choice(request, "match", MATCHES, MATCHES[0]),
            mode=parameters.choice(request, "mode", MODES, MODES[0]),
        )


class EntryTablePreview(TableEndpoint):
    """What a table would do."""

    write_query: ClassVar = OPTIONS

    @operation(
        "Preview entries from a CSV or XLSX file (arbiter); stores nothing",
        name="entries_preview",
        body=FILE,
        answer=EntryTablePreviewRead,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        preview = preview_table(
            principal=self.principal,
            tournament_id=tournament_id,
            content=self.content(request),
            options=self.reading(request),
        )
        return Response(_shown(preview))


class EntryTableImport(TableEndpoint):
    """Doing what a preview showed."""

    write_query: ClassVar = (*OPTIONS, TOKEN)

    @operation(
        "Enter what a preview showed, all of it or nothing (arbiter)",
        name="entries_import",
        body=FILE,
        answer=AppliedRead,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        done = apply_table(
            actor=self.principal,
            tournament_id=tournament_id,
            content=self.content(request),
            options=self.reading(request),
            token=request.query_params.get("preview", "")[:100],
        )
        return Response(
            {
                "entries": EntryRead(done.entries, many=True).data,
                "created": done.created,
                "completed": done.completed,
                "left_out": [{"line": row.line, "code": row.code} for row in done.left_out],
            }
        )


class EntriesFromPlayers(Endpoint):
    """Many players of the registry at once."""

    @operation(
        "Enter players of the registry, all or none (arbiter)",
        name="entries_from_players",
        body=PlayersWrite,
        answer=EnteredRead,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        given = self.body(PlayersWrite)
        entries = enter_players(
            actor=self.principal,
            tournament_id=tournament_id,
            player_ids=given["players"],
            from_round=given.get("from_round"),
        )
        return Response({"entries": EntryRead(entries, many=True).data})


class EntriesFromTournament(Endpoint):
    """Who played in an earlier tournament."""

    @operation(
        "Enter who played in an earlier tournament (arbiter)",
        name="entries_from_tournament",
        body=SourceWrite,
        answer=EnteredRead,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        given = self.body(SourceWrite)
        entries = enter_from_tournament(
            actor=self.principal,
            tournament_id=tournament_id,
            source_id=given["tournament"],
            entry_ids=given.get("entries"),
            from_round=given.get("from_round"),
        )
        return Response({"entries": EntryRead(entries, many=True).data})
