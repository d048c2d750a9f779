"""What problem codes mean."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.texts import all_codes, is_known, template_for

from ...conditional import content_etag
from ...pagination import page_of
from ...schema import operation
from ...views import Endpoint


class ProblemCode(serializers.Serializer[Any]):
    """A stable word and its sentence, with placeholders as `%(name)s`."""

    code = serializers.CharField()
    text = serializers.CharField()


class ProblemCodes(Endpoint):
    """The codes of problem documents."""

    paged = True

    @operation("List problem codes", name="problems_list", answer=ProblemCode, paged=True)
    def get(self, request: Request) -> Response:
        rows = [{"code": code, "text": template_for(code)} for code in all_codes()]
        return self.told(page_of(request, rows).response(request, lambda row: row))


class ProblemDetail(Endpoint):
    """One code; the `type` of a problem document leads here."""

    @operation("Explain a problem code", name="problems_read", answer=ProblemCode)
    def get(self, request: Request, code: str) -> Response:
        if not is_known(code):
            raise NotFound
        data = {"code": code, "text": template_for(code)}
        return self.shown(data, content_etag(data))
