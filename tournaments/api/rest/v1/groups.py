"""Groups of a divided field, who goes through from them, and sections by rating."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.scoring import format_points
from tournaments.players.models import HIGHEST_RATING
from tournaments.schedules.selectors import QualifiersView, groups_for, qualifiers_for
from tournaments.schedules.services.sections import divide_by_rating

from ... import parameters
from ...conditional import version_seen, written
from ...idempotency import idempotent
from ...pagination import page_of
from ...schema import compares_versions, operation
from ...serializers import Body, Pages
from ...views import Endpoint
from .reports import BOOLEANS
from .schedules import GroupRead, SeatRead, group, seat
from .tournaments import TournamentEndpoint, TournamentRead, represent

MOST_QUALIFIERS = 64
MOST_DECLINED = 200
EACH = OpenApiParameter(
    "each",
    {"type": "integer", "minimum": 1, "maximum": MOST_QUALIFIERS, "default": 1},
    description="How many go through from each group.",
)
DECLINED = OpenApiParameter(
    "declined", str, description="Entries, with commas between: the next one moves up."
)
FINAL = OpenApiParameter(
    "final", bool, description="Only when nothing can change any more; else 409."
)


class QualifierRead(SeatRead):
    """Who goes through; `points` in tenths."""

    group = serializers.CharField()
    place = serializers.IntegerField(help_text="In the group, after those who declined.")
    group_size = serializers.IntegerField()
    points = serializers.IntegerField()
    points_text = serializers.CharField()


class QualifiersPage(Pages):
    """Qualifiers group by group; `final`: nothing can change any more."""

    final = serializers.BooleanField()


QualifiersPage._declared_fields["data"] = QualifierRead(many=True)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Three sections: from 1800, from 1500, below", value={"limits": [1800, 1500]}
        )
    ]
)
class SectionsWrite(Body):
    """Lower limits of the rating bands, falling; one more band takes everybody below."""

    limits = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_RATING),
        min_length=1,
        max_length=25,
    )


class SectionsRead(serializers.Serializer[Any]):
    """The sections, the strongest first: the tournament itself."""

    sections = TournamentRead(many=True)


def qualifier_rows(view: QualifiersView) -> list[dict[str, Any]]:
    """One line for each qualifier."""
    return [
        {
            **seat(view.entries[each.entrant]),
            "group": each.group,
            "place": each.place,
            "group_size": each.group_size,
            "points": each.points,
            "points_text": format_points(each.points),
        }
        for each in view.qualifiers
    ]


class TournamentGroups(Endpoint):
    """The groups."""

    paged = True

    @operation("List groups", name="groups_list", answer=GroupRead, paged=True, problems=[409])
    def get(self, request: Request, tournament_id: UUID) -> Response:
        return self.listed(
            self.list_tag(self.outline(tournament_id)),
            lambda: self._groups(request, tournament_id),
        )

    def _groups(self, request: Request, tournament_id: UUID) -> Response:
        groups, entries = groups_for(principal=self.principal, tournament_id=tournament_id)
        return page_of(request, groups).response(request, lambda each: group(each, entries))


class TournamentQualifiers(Endpoint):
    """Who goes through."""

    paged = True
    query: ClassVar = (EACH, DECLINED, FINAL)

    @operation(
        "List qualifiers from groups",
        name="qualifiers_list",
        answer=QualifiersPage,
        problems=[409],
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        each = parameters.integer(request, "each", lowest=1, highest=MOST_QUALIFIERS)
        view = qualifiers_for(
            principal=self.principal,
            tournament_id=tournament_id,
            each=each or 1,
            declined=parameters.ids(request, "declined", most=MOST_DECLINED),
            final=BOOLEANS[parameters.choice(request, "final", BOOLEANS, "false")],
        )
        answer = page_of(request, qualifier_rows(view)).response(request, lambda row: row)
        answer.data["final"] = view.final
        return self.told(answer)


class TournamentSections(TournamentEndpoint):
    """Dividing a field by rating."""

    @operation(
        "Divide the field into sections by rating (organiser)",
        name="sections_create",
        body=SectionsWrite,
        answer=SectionsRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = self.tournament(tournament_id)
        sections = divide_by_rating(
            actor=self.principal,
            tournament_id=tournament_id,
            expected_version=version_seen(request, tournament, *represent(tournament)),
            **self.body(SectionsWrite),
        )
        return Response({"sections": [written(represent(each)[0]) for each in sections]})
