"""What every endpoint has in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django_filters import FilterSet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotAuthenticated, NotFound
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tournaments.clubs.models import Club
from tournaments.core.errors import Stale
from tournaments.core.models import Versioned
from tournaments.core.permissions import may
from tournaments.core.principal import ANONYMOUS, Principal
from tournaments.events.models import Tournament

from . import conditional, limits, parameters, problems
from .authentication import principal_of
from .conditional import Representation, written
from .pagination import PARAMETERS as PAGE_PARAMETERS
from .pagination import Page

MAX_JSON_BYTES = 1_000_000

Row = TypeVar("Row", bound=Versioned)
AnyRow = TypeVar("AnyRow", bound=Model)
AnyResponse = TypeVar("AnyResponse", bound=HttpResponse)


class Endpoint(APIView):
    """Base of all views: principal, limits, closed query parameters, problem documents.

    ``filterset`` and ``query`` say which query parameters GET has, besides
    those of a paged list (``paged``), ``write_query`` which writes have.
    Whoever writes must be signed in, unless ``open_to_all``; whoever reads
    need not, unless nothing there is for everybody (``open_to_none``).  Answers
    to GET have a tag, unless they are never stored (``tagged`` is off).
    """

    filterset: ClassVar[type[FilterSet] | None] = None
    query: ClassVar[Sequence[OpenApiParameter]] = ()
    write_query: ClassVar[Sequence[OpenApiParameter]] = ()
    paged: ClassVar[bool] = False
    open_to_all: ClassVar[bool] = False
    open_to_none: ClassVar[bool] = False
    tagged: ClassVar[bool] = True
    max_body_bytes: ClassVar[int] = MAX_JSON_BYTES
    throttle_classes: Sequence[type[BaseThrottle]] = (limits.PrincipalLimit,)

    principal: Principal = ANONYMOUS

    @classmethod
    def query_parameters(cls) -> list[str]:
        """Names of the query parameters of GET."""
        names = [each.name for each in cls.query]
        names += cls.filterset.base_filters if cls.filterset else ()
        return [*names, *(PAGE_PARAMETERS if cls.paged else ())]

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], HttpResponse]:
        return problems.handle

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Authentication and limits first, then what is wrong with the request as such."""
        super().initial(request, *args, **kwargs)
        self.principal = principal_of(request)
        self._refuse_oversized(request._request)
        if self.open_to_none and not request.user.is_authenticated:
            raise NotAuthenticated
        if request.method in SAFE_METHODS:
            parameters.refuse_unknown(request, self.query_parameters())
        elif not (self.open_to_all or request.user.is_authenticated):
            raise NotAuthenticated
        else:
            parameters.refuse_unknown(request, [each.name for each in self.write_query])

    def _refuse_oversized(self, request: HttpRequest) -> None:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdigit():
            raise problems.ApiError(400, "request.malformed")
        if int(length) > self.max_body_bytes:
            raise problems.ApiError(413, "request.too_large", {"bytes": self.max_body_bytes})

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        if response.status_code == HTTPStatus.NOT_MODIFIED and request.user.is_authenticated:
            limits.give_back(request._request)
        for name, value in limits.headers(request._request).items():
            response[name] = value
        response.headers.setdefault("Cache-Control", "no-cache")
        response["Content-Language"] = get_language() or settings.LANGUAGE_CODE
        patch_vary_headers(response, ("Accept", "Accept-Language", "Authorization"))
        return response

    def found(self, rows: QuerySet[Row], **lookup: Any) -> Row:
        """The one row that matches; what is hidden is as good as missing."""
        # Not ``first()``: it would have the database sort the one row.
        row = next(iter(rows.filter(**lookup).order_by()[:1]), None)
        if row is None:
            raise NotFound
        return row

    def outline(self, tournament_id: UUID) -> Tournament:
        """The tournament as far as tags and permissions need it."""
        found = Tournament.objects.outline(self.principal, tournament_id)
        if found is None:
            raise NotFound
        return found

    def filtered(self, rows: QuerySet[AnyRow]) -> QuerySet[AnyRow]:
        """The rows that the query parameters ask for; 400 if one cannot be understood."""
        if self.filterset is None or self.filterset.base_filters.keys().isdisjoint(
            self.request.query_params
        ):
            return rows
        chosen = self.filterset(self.request.query_params, queryset=rows, request=self.request)
        if not chosen.is_valid():
            errors = [
                {
                    "parameter": name,
                    "code": f"query.{fault['code'] or 'invalid'}",
                    "detail": fault["message"],
                }
                for name, faults in chosen.errors.get_json_data().items()
                for fault in faults
            ]
            raise problems.ApiError(400, "query.invalid", errors=errors)
        found: QuerySet[AnyRow] = chosen.qs
        return found

    def shown(
        self, data: Representation, tag: str, *, status: int = 200, **headers: str
    ) -> Response:
        """One resource with its tag, or 304 if the reader has just that."""
        known = self.known(tag) if self.request.method in SAFE_METHODS else None
        return known or Response(written(data), status=status, headers={"ETag": tag, **headers})

    def known(self, tag: str) -> Response | None:
        """304 if the reader has just that, ``None`` if it is to be sent."""
        if conditional.is_known(self.request, tag):
            return Response(status=304, headers={"ETag": tag})
        return None

    def list_tag(self, tournament: Tournament, *parts: object) -> str:
        """Weak tag of a list of a tournament: its sequence, what the caller sees, the language.

        ``parts`` are whatever else decides the content.  The tournament must
        have been read before the rows, its event with it.
        """
        sees_all = may(self.principal, "events.see_unpublished", tournament)
        return conditional.collection_etag(
            tournament.pk, tournament.sequence, sees_all, get_language(), *parts
        )

    def versioned(
        self, found: Page, serialize: Callable[[Any], Any], embedded: str | None = None
    ) -> Response:
        """A page whose tag is made of its rows' versions: no sequence number covers the list.

        ``embedded`` leads to a row that each row shows.
        """
        shown = [
            (row.pk, row.version, getattr(row, embedded).version if embedded else 0)
            for row in found.rows
        ]
        tag = conditional.collection_etag(get_language(), found.next_cursor is None, shown)
        return self.listed(tag, lambda: found.response(self.request, serialize))

    def of_club(
        self,
        club: Club,
        found: Callable[[], Page],
        serialize: Callable[[Any], Any],
        *parts: object,
    ) -> Response:
        """A list of what the members of a club see, which changes only with its sequence.

        ``parts`` are whatever else decides the content.  Others see few rows or
        none: the tag is made of those, so nothing tells them what else happens.
        """
        held = self.principal.held_in_club(club.pk)
        if held is None and not self.principal.is_unrestricted:
            return self.told(found().response(self.request, serialize))
        tag = conditional.collection_etag(
            club.pk, club.sequence, self.principal.user_id, held, get_language(), *parts
        )
        return self.listed(tag, lambda: found().response(self.request, serialize))

    def told(self, found: Response) -> Response:
        """An answer whose tag is made of what it says: nothing cheaper knows when it changes."""
        data = found.data
        if isinstance(data, dict):
            # A cursor is signed anew each time; it follows from the rows.
            data = {name: value for name, value in data.items() if name != "next_cursor"}
        # Rendered, because sentences that are not translated yet have no repr of their own.
        said = JSONRenderer().render(data)
        return self.listed(conditional.collection_etag(said), lambda: found)

    def listed(self, tag: str, answer: Callable[[], AnyResponse]) -> AnyResponse | Response:
        """A list with its tag, or 304 before any row is read if the reader has just that."""
        if known := self.known(tag):
            return known
        found = answer()
        found["ETag"] = tag
        return found

    def conditionally(
        self,
        load: Callable[[], Row],
        represent: Callable[[Row], tuple[Representation, str]],
        write: Callable[[int | None], Row | None],
    ) -> Response:
        """A write that compares versions: what ``If-Match`` saw must be what is stored.

        ``write`` gets the version seen and hands it to the service, which
        compares again under its lock.  Answers the new representation, or 204
        if ``write`` returns nothing because the row is gone.
        """
        row = load()
        data, tag = represent(row)
        seen = conditional.version_seen(self.request, row, data, tag)
        try:
            changed = write(seen)
        except Stale:
            raise conditional.stale(*represent(load())) from None
        if changed is None:
            return Response(status=204)
        data, tag = represent(changed)
        return Response(written(data), headers={"ETag": tag})

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
        APIView.initial(self, request, *args, **kwargs)
        raise NotFound
