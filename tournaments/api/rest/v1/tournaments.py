"""Tournaments (sections) of an event."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

import django_filters
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.scoring import PointSystem
from pairing.systems import SYSTEMS
from tournaments.core.texts import text_for
from tournaments.events.models import (
    KNOCKOUT_SYSTEM,
    Event,
    Tournament,
    TournamentStatus,
)
from tournaments.events.services import change_status, create_tournament, update_tournament
from tournaments.events.warnings import Warning, warnings_for
from tournaments.schedules.models import ScheduleSettings
from tournaments.schedules.options import NAMES

from ...conditional import Representation, collection_etag, etag
from ...idempotency import idempotent
from ...pagination import page, page_of
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Body, ModelBody
from ...views import Endpoint
from .links import address

DEFAULT_SYSTEM = Tournament._meta.get_field("system").default
POINT_FIELDS = tuple(f"points_{name}" for name in PointSystem.__slots__)
SETTINGS = (
    "name",
    "slug",
    "system",
    "edition",
    "round_count",
    "initial_colour",
    "acceleration",
    "virtual_points",
    "abnormal_points",
    "tie_breaks",
    "tie_break_edition",
    "unrated_rating",
    "results_policy",
    "rating_kind",
    "rating_list",
    "rated",
    "half_point_byes",
    "final_rounds_without_byes",
    "check_in",
    "starting_order_key",
    *POINT_FIELDS,
    "city",
    "federation",
    "start",
    "end",
    "chief_arbiter",
    "deputy_arbiters",
    "time_control",
    "time_control_code",
    "type_text",
    "type_code",
    "starting_rank_method",
    "pairing_controller",
    "report_comments",
)


# Set by actions of their own.
DRAWN = ("starting_order_seed", "lots_seed", "manual_order")
SCHEDULE_SETTINGS = NAMES


class VirtualPointsItem(serializers.Serializer[Any]):
    """Acceleration: extra points for pairing only, in tenths."""

    points = serializers.IntegerField()
    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField()
    first_entry = serializers.UUIDField()
    last_entry = serializers.UUIDField()


class AbnormalPointsItem(serializers.Serializer[Any]):
    """Deviating points, in tenths; without outcome a bonus or penalty."""

    outcome = serializers.CharField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    entries = serializers.ListField(child=serializers.UUIDField())


class ScheduleSettingsRead(serializers.ModelSerializer[ScheduleSettings]):
    """What is announced for round robins, their relatives and ladders."""

    keizer = serializers.DictField()

    class Meta:
        model = ScheduleSettings
        fields = SCHEDULE_SETTINGS


class ScheduleSettingsWrite(ModelBody):
    """Only what the tournament's system knows; `match_*` in tenths.

    `keizer` holds what deviates: shares are texts such as `1/2` or `0.35`.
    """

    keizer = serializers.DictField(required=False)

    class Meta:
        model = ScheduleSettings
        fields = SCHEDULE_SETTINGS
        extra_kwargs: ClassVar = {name: {"required": False} for name in SCHEDULE_SETTINGS}


class TournamentRead(serializers.ModelSerializer[Tournament]):
    """One section; `points_*` are in tenths, null follows the usual rule.

    `schedule` is null for systems that have no schedule and are no ladder.
    """

    event = serializers.UUIDField(source="event_id")
    status = serializers.ChoiceField(choices=TournamentStatus.choices)
    tie_breaks = serializers.ListField(child=serializers.CharField())
    manual_order = serializers.ListField(child=serializers.UUIDField())
    virtual_points = VirtualPointsItem(many=True)
    abnormal_points = AbnormalPointsItem(many=True)
    deputy_arbiters = serializers.ListField(child=serializers.CharField())
    report_comments = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Tournament
        fields = (*RESOURCE_FIELDS, "event", "status", *SETTINGS, *DRAWN)


class TournamentWrite(ModelBody):
    """What organisers set; most of it is frozen once round 1 is paired."""

    slug = serializers.SlugField(max_length=80, required=False)
    tie_breaks = serializers.ListField(child=serializers.CharField(max_length=40), required=False)
    virtual_points = serializers.ListField(child=serializers.DictField(), required=False)
    abnormal_points = serializers.ListField(child=serializers.DictField(), required=False)
    deputy_arbiters = serializers.ListField(
        child=serializers.CharField(max_length=160), required=False
    )
    report_comments = serializers.ListField(
        child=serializers.CharField(max_length=500), required=False
    )
    schedule = ScheduleSettingsWrite(required=False)

    class Meta:
        model = Tournament
        fields = (*SETTINGS, "schedule")


@extend_schema_serializer(
    examples=[
        OpenApiExample("A Swiss", value={"name": "Open A", "round_count": 7}),
        OpenApiExample(
            "A double round robin, numbers by lot",
            value={
                "name": "Championship",
                "system": "round-robin",
                "schedule": {"cycles": 2, "numbering": "lot"},
            },
        ),
        OpenApiExample(
            "Four groups from pots",
            value={
                "name": "Preliminary",
                "system": "groups",
                "schedule": {"group_count": 4, "group_draw": "pots"},
            },
        ),
    ]
)
class TournamentCreate(TournamentWrite):
    """A draft is seen only by those who run it.

    How many rounds a round robin or a knockout has follows when it is drawn; any
    other system needs `round_count`.
    """

    draft = serializers.BooleanField(required=False, default=False)

    class Meta(TournamentWrite.Meta):
        fields = (*SETTINGS, "schedule", "draft")
        extra_kwargs: ClassVar = {"round_count": {"required": False}}

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        """The number of rounds, unless it follows from the field."""
        code = given.get("system", DEFAULT_SYSTEM)
        system = SYSTEMS.get(code)
        follows = code == KNOCKOUT_SYSTEM or (system is not None and system.predetermined)
        if "round_count" not in given and not follows:
            missing = serializers.ErrorDetail(_("This field is required."), "required")
            raise serializers.ValidationError({"round_count": [missing]})
        return given


class StatusWrite(Body):
    """Where the tournament goes."""

    status = serializers.ChoiceField(choices=TournamentStatus.choices)


def represent(tournament: Tournament) -> tuple[Representation, str]:
    """Representation and tag of a tournament."""
    return lambda: dict(TournamentRead(tournament).data), etag(tournament)


class WarningRead(serializers.Serializer[Any]):
    """Something to know before round 1."""

    code = serializers.CharField()
    message = serializers.CharField()
    params = serializers.DictField()


class TournamentFilter(django_filters.FilterSet):
    """Exact filters."""

    status = django_filters.ChoiceFilter(
        choices=TournamentStatus.choices, help_text="Where in its life it is."
    )

    class Meta:
        model = Tournament
        fields = ("status",)


class EventTournaments(Endpoint):
    """Tournaments of one event."""

    paged = True
    filterset = TournamentFilter

    @operation("List tournaments", name="tournaments_list", answer=TournamentRead, paged=True)
    def get(self, request: Request, event_id: UUID) -> Response:
        event = self.found(Event.objects.visible_to(self.principal), pk=event_id)
        seen = Tournament.objects.visible_to(self.principal).select_related("schedule_settings")
        rows = self.filtered(seen.filter(event=event))
        # Few columns of all of them: there are few, and each has a sequence of its own.
        versions = list(seen.filter(event=event).order_by("pk").values_list("pk", "version"))
        return self.listed(
            collection_etag(versions),
            lambda: page(request, rows, "name", "id").response(
                request, lambda tournament: TournamentRead(tournament).data
            ),
        )

    @operation(
        "Create a tournament (organiser)",
        name="tournaments_create",
        body=TournamentCreate,
        answer=TournamentRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, event_id: UUID) -> Response:
        tournament = create_tournament(
            actor=self.principal, event_id=event_id, **self.body(TournamentCreate)
        )
        data, tag = represent(tournament)
        location = address(request, "tournament", tournament.pk)
        return self.shown(data, tag, status=201, Location=location)


class TournamentEndpoint(Endpoint):
    """Base of what concerns one tournament."""

    def tournament(self, tournament_id: UUID) -> Tournament:
        """The tournament, if the caller may see it."""
        rows = Tournament.objects.visible_to(self.principal).select_related("schedule_settings")
        return self.found(rows, pk=tournament_id)


class TournamentDetail(TournamentEndpoint):
    """One tournament."""

    @operation("Read a tournament", name="tournaments_read", answer=TournamentRead)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        known = self.known(etag(self.outline(tournament_id)))
        return known or self.shown(*represent(self.tournament(tournament_id)))

    @operation(
        "Change settings (organiser)",
        name="tournaments_update",
        body=TournamentWrite,
        answer=TournamentRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, tournament_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.tournament(tournament_id),
            represent,
            lambda version: update_tournament(
                actor=self.principal,
                tournament_id=tournament_id,
                expected_version=version,
                **self.body(TournamentWrite, partial=True),
            ),
        )


class TournamentStatusChange(TournamentEndpoint):
    """Steps in the life of a tournament."""

    @operation(
        "Open, hide, finish, reopen or archive (organiser)",
        name="tournaments_change_status",
        body=StatusWrite,
        answer=TournamentRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.tournament(tournament_id),
            represent,
            lambda version: change_status(
                actor=self.principal,
                tournament_id=tournament_id,
                expected_version=version,
                **self.body(StatusWrite),
            ),
        )


class TournamentWarnings(TournamentEndpoint):
    """What may go wrong with a tournament as it stands."""

    paged = True

    @operation("List warnings", name="tournaments_warnings", answer=WarningRead, paged=True)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        return self.listed(
            self.list_tag(self.outline(tournament_id)),
            lambda: page_of(request, warnings_for(self.tournament(tournament_id))).response(
                request, _warning
            ),
        )


def _warning(each: Warning) -> dict[str, Any]:
    message = text_for(each.code, each.params, 200)
    return {"code": each.code, "message": message, "params": each.params}
