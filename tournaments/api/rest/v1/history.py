"""What happened, and going back: the change log and restore points."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import django_filters
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.models import ChangeLogEntry
from tournaments.events.models import Tournament
from tournaments.history.models import Occasion, RestorePoint
from tournaments.history.selectors import log_of_club, log_of_tournament
from tournaments.history.services import keep_restore_point, preview, restore

from ...filters import IntegerFilter
from ...idempotency import idempotent
from ...pagination import page
from ...schema import operation
from ...serializers import Body
from ...views import Endpoint
from .links import address


class ActorRead(serializers.Serializer[Any]):
    """Who did it."""

    kind = serializers.ChoiceField(choices=["user", "api_key", "system", "anonymous"])
    id = serializers.UUIDField(allow_null=True, help_text="The account, for people.")
    name = serializers.CharField(help_text="Of the account; empty for others.")
    key = serializers.CharField(help_text="Prefix of the API key; empty for others.")


class LogRead(serializers.Serializer[Any]):
    """One change. `data` holds old and new values and the reason, as far as there are any."""

    seq = serializers.IntegerField(help_text="Counts from 1 without gaps in its log.")
    type = serializers.CharField(help_text="Such as `result.corrected`.")
    at = serializers.DateTimeField()
    actor = ActorRead()
    subject_type = serializers.CharField()
    subject = serializers.UUIDField()
    subject_version = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    internal = serializers.BooleanField(help_text="Never shown to anybody else.")


# ``data`` and ``label`` are attributes of every serializer or field, so they are declared by name.
LogRead._declared_fields["data"] = serializers.DictField()


def logged(change: ChangeLogEntry) -> dict[str, Any]:
    """Representation of a change."""
    return {
        "seq": change.seq,
        "type": change.type,
        "at": change.at,
        "actor": {
            "kind": change.actor_kind,
            "id": change.actor_id,
            "name": change.actor.name if change.actor else "",
            "key": change.actor_key,
        },
        "subject_type": change.subject_type,
        "subject": change.subject_id,
        "subject_version": change.subject_version,
        "round": change.round.number if change.round else None,
        "internal": change.internal,
        "data": change.data,
    }


class LogFilter(django_filters.FilterSet):
    """Finding changes."""

    type = django_filters.CharFilter(
        method="by_type", help_text="A type (`result.corrected`), or all of a kind (`result`)."
    )
    actor = django_filters.UUIDFilter(field_name="actor_id", help_text="Changes by this account.")
    subject = django_filters.UUIDFilter(
        field_name="subject_id", help_text="Changes of this board, entry, round ..."
    )
    round = IntegerFilter(field_name="round__number", help_text="Changes that concern this round.")
    after_seq = IntegerFilter(
        field_name="seq", lookup_expr="gt", help_text="Changes after this one."
    )
    since = django_filters.IsoDateTimeFilter(
        field_name="at", lookup_expr="gte", help_text="Changes made at this instant or later."
    )
    until = django_filters.IsoDateTimeFilter(
        field_name="at", lookup_expr="lt", help_text="Changes made before this instant."
    )
    order = django_filters.ChoiceFilter(
        choices=[("oldest", "oldest"), ("newest", "newest")],
        method="keep_order",
        help_text="Oldest first unless said otherwise.",
    )

    class Meta:
        model = ChangeLogEntry
        fields = ("type", "actor", "subject", "round")

    def by_type(self, rows: Any, name: str, value: str) -> Any:
        """One type, or all that begin with a word and a dot."""
        if "." in value:
            return rows.filter(type=value)
        return rows.filter(type__startswith=f"{value}.")

    def keep_order(self, rows: Any, name: str, value: str) -> Any:
        """The page asks for the order, not the filter."""
        return rows


class LogEndpoint(Endpoint):
    """Base of both logs."""

    paged = True
    filterset = LogFilter
    open_to_none = True

    def answer(self, request: Request, rows: Any) -> Response:
        """A page in the order asked for."""
        chosen = self.filtered(rows)
        order = "-seq" if request.query_params.get("order") == "newest" else "seq"
        found = page(request, chosen, order)
        return self.told(found.response(request, lambda change: LogRead(logged(change)).data))


class TournamentLog(LogEndpoint):
    """Everything that happened in a tournament."""

    @operation(
        "Read the change log (arbiter)",
        name="tournaments_log",
        answer=LogRead,
        paged=True,
        problems=[403],
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        rows = log_of_tournament(principal=self.principal, tournament_id=tournament_id)
        return self.answer(request, rows)


class ClubLog(LogEndpoint):
    """What happened in a club outside its tournaments."""

    @operation(
        "Read the club's change log (arbiter)",
        name="clubs_log",
        answer=LogRead,
        paged=True,
        problems=[403],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        return self.answer(request, log_of_club(principal=self.principal, club_id=club_id))


class RestorePointRead(serializers.ModelSerializer[RestorePoint]):
    """A state that was kept."""

    tournament = serializers.UUIDField(source="tournament_id")
    occasion = serializers.ChoiceField(
        choices=Occasion.choices, help_text="What was about to happen."
    )
    sequence = serializers.IntegerField(help_text="The last change that the state contains.")
    made_by = serializers.UUIDField(source="made_by_id", allow_null=True)

    class Meta:
        model = RestorePoint
        fields = (
            "id",
            "tournament",
            "occasion",
            "label",
            "sequence",
            "rows",
            "made_by",
            "created_at",
            "used_at",
        )


class RestorePreviewRead(RestorePointRead):
    """What putting it back would do."""

    current_sequence = serializers.IntegerField(
        help_text="The last change so far; give it as `sequence` to put back exactly this."
    )
    settings = serializers.ListField(child=serializers.CharField())
    tables = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="Rows by table: `removed`, `returned`, `changed`.",
    )

    class Meta(RestorePointRead.Meta):
        fields = (*RestorePointRead.Meta.fields, "current_sequence", "settings", "tables")  # type: ignore[assignment]


@extend_schema_serializer(
    examples=[OpenApiExample("Before a try", value={"label": "Before the sections are divided"})]
)
class RestorePointWrite(Body):
    """A name for the state, to find it again."""


RestorePointWrite._declared_fields["label"] = serializers.CharField(
    required=False, default="", allow_blank=True, max_length=120
)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "What was looked at",
            value={"reason": "The wrong round was taken back", "sequence": 217},
        )
    ]
)
class RestoreWrite(Body):
    """Why, and what you have seen."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)
    sequence = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2**53,
        help_text="Refuse if anything changed after this number.",
    )


class RestorePoints(Endpoint):
    """States of a tournament that can be put back, the newest first."""

    paged = True

    @operation(
        "List restore points (arbiter)",
        name="restore_points_list",
        answer=RestorePointRead,
        paged=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = self.found(Tournament.objects.visible_to(self.principal), pk=tournament_id)
        rows = RestorePoint.objects.visible_to(self.principal).filter(tournament=tournament)
        found = page(request, rows.defer("content"), "-created_at", "-id")
        return self.told(found.response(request, lambda point: RestorePointRead(point).data))

    @operation(
        "Keep the present state (arbiter)",
        name="restore_points_create",
        body=RestorePointWrite,
        answer=RestorePointRead,
        status=201,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        point = keep_restore_point(
            actor=self.principal, tournament_id=tournament_id, **self.body(RestorePointWrite)
        )
        location = address(request, "restore-point", point.pk)
        return Response(RestorePointRead(point).data, status=201, headers={"Location": location})


class RestorePointDetail(Endpoint):
    """One state, compared with the present one."""

    @operation(
        "Read what putting a state back would do (arbiter)",
        name="restore_points_read",
        answer=RestorePreviewRead,
        problems=[409],
    )
    def get(self, request: Request, point_id: UUID) -> Response:
        point, found = preview(principal=self.principal, point_id=point_id)
        shown = {
            **RestorePointRead(point).data,
            "current_sequence": found["sequence"],
            "settings": found["settings"],
            "tables": found["tables"],
        }
        return self.told(Response(shown))


class Restoration(Endpoint):
    """Going back."""

    @operation(
        "Put a state back, all or nothing (arbiter)",
        name="restore_points_restore",
        body=RestoreWrite,
        answer=RestorePointRead,
        problems=[403, 409, 413, 415, 422],
    )
    @idempotent
    def post(self, request: Request, point_id: UUID) -> Response:
        given = self.body(RestoreWrite)
        undo = restore(
            actor=self.principal,
            point_id=point_id,
            reason=given["reason"],
            expected_sequence=given.get("sequence"),
        )
        return Response(RestorePointRead(undo).data)
