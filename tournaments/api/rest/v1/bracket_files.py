"""Files of a bracket: its picture, and its games by rating list."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import Count, Sum
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.errors import NotFound
from tournaments.knockouts.export import FORMATS, LISTS, export_games
from tournaments.knockouts.loading import load
from tournaments.knockouts.models import Bracket
from tournaments.knockouts.picture import FORMS, TREE, pages_of, policy_for
from tournaments.knockouts.selectors import bracket_of

from ... import conditional, parameters
from ...schema import operation
from ...views import Endpoint
from .exports import FileAnswer, FileRenderer

MOST_PAGES = 99


class SvgRenderer(BaseRenderer):
    """A picture as it is."""

    media_type = "image/svg+xml"
    format = "svg"
    charset = "utf-8"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        return data


class BracketPicture(Endpoint):
    """The picture of the bracket."""

    renderer_classes = (SvgRenderer,)
    query: ClassVar = (
        OpenApiParameter(
            "form",
            str,
            enum=FORMS,
            default=TREE,
            description="`print`: larger, on more pages; `list`: in the width of a phone.",
        ),
        OpenApiParameter("page", int, default=1, description="`X-Pages` says how many there are."),
    )

    @operation(
        "Picture of the bracket",
        name="bracket_picture",
        others={
            (200, "image/svg+xml"): OpenApiResponse(OpenApiTypes.BINARY, "A page of the picture.")
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        form = parameters.choice(request, "form", FORMS, TREE)
        number = parameters.integer(request, "page", lowest=1, highest=MOST_PAGES) or 1
        bracket = bracket_of(principal=self.principal, tournament_id=tournament_id)
        tag = _tag(bracket, form, number)
        if conditional.is_known(request, tag):
            return Response(status=304, headers={"ETag": tag})
        pages = pages_of(load(bracket), form)
        if number > len(pages):
            raise NotFound("bracket.page_missing", page=number, pages=len(pages))
        picture = pages[number - 1]
        headers = {
            "ETag": tag,
            "X-Pages": str(len(pages)),
            "Content-Security-Policy": policy_for(picture),
        }
        if number < len(pages):
            query = request.query_params.copy()
            query["page"] = str(number + 1)
            address = request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
            headers["Link"] = f'<{address}>; rel="next"'
        return Response(picture, headers=headers)


def _tag(bracket: Bracket, form: str, page: int) -> str:
    """Everything that is in the picture: facts, names, language."""
    names = bracket.tournament.entries.aggregate(sum=Sum("version"), count=Count("pk"))
    return conditional.collection_etag(
        str(bracket.pk),
        bracket.version,
        bracket.tournament.name,
        names["sum"],
        names["count"],
        form,
        page,
        get_language(),
    )


class BracketExport(Endpoint):
    """The games of one rating list."""

    renderer_classes = (FileRenderer,)
    query: ClassVar = (
        OpenApiParameter("format", str, enum=FORMATS, default="trf16", description="Format."),
        OpenApiParameter(
            "list",
            str,
            enum=LISTS,
            default="standard",
            description="Only games of stages that count for this list; `unrated`: for none.",
        ),
    )

    @operation(
        "Export the games of a rating list: report file or PGN headers",
        name="bracket_export",
        problems=[409],
        others={(200, "text/plain"): OpenApiResponse(OpenApiTypes.BINARY, "The file, in UTF-8.")},
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        file = export_games(
            principal=self.principal,
            tournament_id=tournament_id,
            rated=parameters.choice(request, "list", LISTS, "standard"),
            format=parameters.choice(request, "format", FORMATS, "trf16"),
        )
        disposition = f'attachment; filename="{file.name}"'
        return self.told(FileAnswer(file.content, headers={"Content-Disposition": disposition}))
