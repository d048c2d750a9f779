"""Tournament Report Files in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Any, ClassVar
from uuid import UUID

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.trf import Finding, Severity
from tournaments.core.texts import text_for
from tournaments.formats.portable_import import import_document
from tournaments.play.trf.services import TrfImport, import_trf, import_trf_into

from ... import parameters
from ...conditional import version_seen, written
from ...idempotency import idempotent
from ...schema import compares_versions, operation
from ...views import Endpoint
from .links import address
from .tournaments import TournamentEndpoint, TournamentRead, represent

BOOLEANS = {"true": True, "false": False}
STRICT = OpenApiParameter(
    "strict", bool, description="Refuse a file that would need an adjustment."
)
ENCODING = OpenApiParameter(
    "encoding", str, description="Of the file, if it is neither UTF-8 nor declares it."
)
NAME = OpenApiParameter("name", str, description="Replaces the name in the file.")
MAX_NAME = 160


class FindingRead(serializers.Serializer[Any]):
    """One remark about a file; `line` and `column` count from 1, 0 means all of it."""

    severity = serializers.ChoiceField(choices=[each.value for each in Severity])
    code = serializers.CharField()
    line = serializers.IntegerField()
    column = serializers.IntegerField()
    read = serializers.CharField(help_text="What stands there.")
    assumed = serializers.CharField(help_text="What was taken instead.")
    params = serializers.DictField()
    message = serializers.CharField(help_text="The remark in the reader's language.")


class ImportRead(serializers.Serializer[Any]):
    """What came of a file, and every adjustment that was made."""

    tournament = TournamentRead()
    findings = FindingRead(many=True)


class FileParser(BaseParser):
    """The body as it is."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None
    ) -> dict[str, bytes]:
        return {"content": stream.read()}


class TextParser(FileParser):
    """A file sent as text."""

    media_type = "text/plain"


class DocumentParser(FileParser):
    """A whole tournament as it was exported elsewhere."""

    media_type = "application/json"


class BytesParser(FileParser):
    """A file sent as bytes."""

    media_type = "application/octet-stream"


def shown(finding: Finding) -> dict[str, Any]:
    """A finding with its sentence in the reader's language."""
    values = {"read": finding.read, "assumed": finding.assumed, **finding.params}
    return {
        "severity": finding.severity.value,
        "code": finding.code,
        "line": finding.line,
        "column": finding.column,
        "read": finding.read,
        "assumed": finding.assumed,
        "params": dict(finding.params),
        "message": text_for(finding.code, values, 200),
    }


class ImportEndpoint(Endpoint):
    """Base of both imports."""

    parser_classes: Sequence[type[BaseParser]] = (TextParser, BytesParser)
    max_body_bytes = settings.API_MAX_UPLOAD_BYTES

    def content(self, request: Request) -> bytes:
        """The file; nothing sent is an empty one."""
        sent = request.data
        return bytes(sent["content"]) if isinstance(sent, dict) and "content" in sent else b""

    def reading(self, request: Request) -> dict[str, Any]:
        """Parameters of the reader."""
        return {
            "strict": BOOLEANS[parameters.choice(request, "strict", BOOLEANS, "false")],
            "encoding": request.query_params.get("encoding", "")[:40],
        }

    def answer(self, request: Request, made: TrfImport, status: int) -> Response:
        """The tournament and the findings."""
        data, tag = represent(made.tournament)
        body = {"tournament": written(data), "findings": [shown(each) for each in made.findings]}
        location = address(request, "tournament", made.tournament.pk)
        return Response(body, status=status, headers={"ETag": tag, "Location": location})


class TournamentImport(ImportEndpoint, TournamentEndpoint):
    """Filling an empty tournament."""

    write_query: ClassVar = (STRICT, ENCODING)

    @operation(
        "Import a report file into an empty tournament (organiser)",
        name="tournaments_import",
        body={"text/plain": OpenApiTypes.BINARY, "application/octet-stream": OpenApiTypes.BINARY},
        answer=ImportRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = self.tournament(tournament_id)
        made = import_trf_into(
            actor=self.principal,
            tournament_id=tournament_id,
            content=self.content(request),
            expected_version=version_seen(request, tournament, *represent(tournament)),
            **self.reading(request),
        )
        return self.answer(request, made, 200)


class EventImport(ImportEndpoint):
    """A new tournament from a file."""

    parser_classes = (TextParser, BytesParser, DocumentParser)
    write_query: ClassVar = (NAME, STRICT, ENCODING)

    @operation(
        "Import a report file, or a document of another server, as a new tournament (organiser)",
        name="events_import",
        body={
            "text/plain": OpenApiTypes.BINARY,
            "application/octet-stream": OpenApiTypes.BINARY,
            "application/json": OpenApiTypes.OBJECT,
        },
        answer=ImportRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, event_id: UUID) -> Response:
        given: dict[str, Any] = {
            "actor": self.principal,
            "event_id": event_id,
            "content": self.content(request),
            "name": request.query_params.get("name", "")[:MAX_NAME],
        }
        if request.content_type.partition(";")[0].strip() == DocumentParser.media_type:
            made = import_document(**given)
        else:
            made = import_trf(**given, **self.reading(request))
        return self.answer(request, made, 201)
