"""What every endpoint has in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from rest_framework.exceptions import NotAuthenticated, NotFound
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tournaments.core.principal import ANONYMOUS, Principal

from . import conditional, limits, parameters, problems
from .pagination import PARAMETERS as PAGE_PARAMETERS

MAX_JSON_BYTES = 1_000_000


class Endpoint(APIView):
    """Base of all views: principal, limits, closed query parameters, problem documents.

    ``filters`` names the query parameters of GET besides those of a paged
    list (``paged``).  Whoever writes must be signed in, unless ``open_to_all``.
    """

    filters: ClassVar[Sequence[str]] = ()
    paged: ClassVar[bool] = False
    open_to_all: ClassVar[bool] = False
    max_body_bytes: ClassVar[int] = MAX_JSON_BYTES
    throttle_classes: ClassVar[Sequence[type[BaseThrottle]]] = (limits.PrincipalLimit,)

    principal: Principal = ANONYMOUS

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response]:
        return problems.handle

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Authentication and limits first, then what is wrong with the request as such."""
        super().initial(request, *args, **kwargs)
        user = request.user
        self.principal = Principal.for_user(user) if user.is_authenticated else ANONYMOUS
        self._refuse_oversized(request._request)
        if request.method not in SAFE_METHODS and not self.open_to_all:
            if not request.user.is_authenticated:
                raise NotAuthenticated
            parameters.refuse_unknown(request, ())
        elif request.method != "OPTIONS":
            paging = PAGE_PARAMETERS if self.paged else ()
            parameters.refuse_unknown(request, (*self.filters, *paging))

    def _refuse_oversized(self, request: HttpRequest) -> None:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdigit():
            raise problems.ApiError(400, "request.malformed")
        if int(length) > self.max_body_bytes:
            raise problems.ApiError(413, "request.too_large", bytes=self.max_body_bytes)

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        response = super().finalize_response(request, response, *args, **kwargs)
        for name, value in limits.headers(request._request).items():
            response[name] = value
        response.setdefault("Cache-Control", "no-cache")
        response["Content-Language"] = get_language() or settings.LANGUAGE_CODE
        patch_vary_headers(response, ("Accept", "Accept-Language", "Authorization"))
        return response

    def shown(
        self, data: Mapping[str, Any], tag: str, *, status: int = 200, **headers: str
    ) -> Response:
        """One resource with its tag, or 304 if the reader has just that."""
        if self.request.method in ("GET", "HEAD") and conditional.is_known(self.request, tag):
            return Response(status=304, headers={"ETag": tag})
        return Response(data, status=status, headers={"ETag": tag, **headers})

    def body(
        self, serializer: type[BaseSerializer[Any]], *, partial: bool = False
    ) -> dict[str, Any]:
        """The validated body of a write."""
        given = serializer(data=self.request.data, partial=partial)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)


class UnknownRoute(Endpoint):
    """Whatever has no route of its own."""

    schema = None
    open_to_all = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """There is nothing here, whatever the method and the query."""
        super(Endpoint, self).initial(request, *args, **kwargs)
        raise NotFound
