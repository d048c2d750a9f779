"""A tournament as a file, in many formats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.events.models import MAX_ROUNDS
from tournaments.formats.exports.files import FORMATS, XLSX, ExportFile, Wanted, export
from tournaments.formats.exports.snapshot import state_of
from tournaments.formats.exports.tables import TABLES

from ... import parameters
from ...conditional import collection_etag, is_known
from ...schema import operation
from ...views import Endpoint
from .reports import BOOLEANS

DEFAULT = "trf16"
BINARY = frozenset({XLSX})


class FileRenderer(BaseRenderer):
    """Bytes as they are, in the media type of the format that is asked for."""

    media_type = "text/plain"
    format = "file"
    charset: str | None = "utf-8"
    render_style = "binary"

    def __init__(self, media_type: str = "text/plain") -> None:
        self.media_type = media_type
        self.charset = None if media_type in BINARY else "utf-8"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        return data


class FileAnswer(Response):
    """A file, which has its media type even if it is empty."""

    @property
    def rendered_content(self) -> Any:
        """The bytes; the framework takes an empty body for no body, which has no type."""
        content = super().rendered_content
        renderer = self.accepted_renderer
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        self.headers.setdefault("Content-Type", f"{renderer.media_type}{charset}")
        return content


MEDIA_TYPES = {each.media_type: each for each in FORMATS.values()}
ANSWERS = {
    (200, media_type): OpenApiResponse(OpenApiTypes.BINARY, "The file.")
    for media_type in MEDIA_TYPES
}


class TournamentExport(Endpoint):
    """The published rounds of a tournament as a file."""

    renderer_classes = (FileRenderer,)
    query: ClassVar = (
        OpenApiParameter("format", str, enum=list(FORMATS), default=DEFAULT, description="Format."),
        OpenApiParameter(
            "report", bool, description="The rating report: only when every game has its result."
        ),
        OpenApiParameter(
            "table", str, enum=list(TABLES), default="standings", description="What CSV holds."
        ),
        OpenApiParameter(
            "round", int, description="Only this published round (pairings as CSV, PGN)."
        ),
        OpenApiParameter(
            "forfeits", bool, description="With PGN: forfeited games too, without moves."
        ),
    )

    def get_renderers(self) -> list[BaseRenderer]:
        """The one of the format; what is no format is refused later, as a parameter."""
        chosen = FORMATS.get(self.request.query_params.get("format", DEFAULT))
        return [FileRenderer(chosen.media_type if chosen else "text/plain")]

    @operation(
        "Export a tournament",
        name="tournaments_export",
        problems=[409],
        others=ANSWERS,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        format = parameters.choice(request, "format", FORMATS, DEFAULT)
        wanted = Wanted(
            table=parameters.choice(request, "table", TABLES, "standings"),
            round_number=parameters.integer(request, "round", lowest=1, highest=MAX_ROUNDS),
            forfeits=BOOLEANS[parameters.choice(request, "forfeits", BOOLEANS, "false")],
            report=BOOLEANS[parameters.choice(request, "report", BOOLEANS, "false")],
        )
        state = state_of(self.principal, tournament_id)
        tag = collection_etag("export", format, wanted, state, get_language())
        if is_known(request, tag):
            return Response(status=304, headers={"ETag": tag})
        file = export(
            principal=self.principal, tournament_id=tournament_id, format=format, wanted=wanted
        )
        return self._sent(file, FORMATS[format].media_type, tag)

    def _sent(self, file: ExportFile, media_type: str, tag: str) -> HttpResponseBase:
        headers = {"Content-Disposition": f'attachment; filename="{file.name}"', "ETag": tag}
        if isinstance(file.content, Iterator):
            return StreamingHttpResponse(
                file.content, headers=headers, content_type=f"{media_type}; charset=utf-8"
            )
        return FileAnswer(file.content, headers=headers)
