"""Pairings edited by hand, and the steps back in the life of a round."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.texts import text_for
from tournaments.desk.hand import warnings_of
from tournaments.desk.models import PairingSession, SessionStatus
from tournaments.desk.rounds import close_round, reopen_round, unpublish_round
from tournaments.desk.sessions import (
    abandon_session,
    edit_session,
    end_session,
    start_session,
    unplaced_of,
)

from ...conditional import Representation, etag, version_seen
from ...idempotency import idempotent
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Body
from ...views import Endpoint
from .links import address
from .rounds import HandPairing, HandPairings, RoundEndpoint, RoundRead
from .rounds import represent as represent_round


class SessionPerson(serializers.Serializer[Any]):
    """One entry."""

    entry = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()


class SessionWarning(serializers.Serializer[Any]):
    """One rule that a board breaks."""

    code = serializers.CharField()
    message = serializers.CharField()
    entries = SessionPerson(many=True)


class SessionRead(serializers.ModelSerializer[PairingSession]):
    """A pairing edited by hand; `unplaced` are still without a board.

    `warnings` are what the boards break as they stand, or what was confirmed.
    """

    round = serializers.UUIDField(source="round_id")
    status = serializers.ChoiceField(choices=SessionStatus.choices)
    boards = HandPairing(many=True)
    unplaced = SessionPerson(many=True)
    warnings = SessionWarning(many=True)

    class Meta:
        model = PairingSession
        fields = (
            *RESOURCE_FIELDS,
            "round",
            "status",
            "boards",
            "unplaced",
            "warnings",
            "reason",
            "ended_at",
        )

    def to_representation(self, session: PairingSession) -> dict[str, Any]:
        is_open = session.status == SessionStatus.OPEN
        return {
            "id": str(session.pk),
            "version": session.version,
            "updated_at": session.updated_at,
            "round": str(session.round_id),
            "status": session.status,
            "boards": [{"white": white, "black": black} for white, black in session.boards],
            "unplaced": [
                {"entry": str(entry.pk), "number": entry.pairing_number, "name": entry.name}
                for entry in (unplaced_of(session) if is_open else ())
            ],
            "warnings": [
                each | {"message": text_for(each["code"], {}, 200)}
                for each in (warnings_of(session) if is_open else session.warnings)
            ],
            "reason": session.reason,
            "ended_at": session.ended_at,
        }


@extend_schema_serializer(
    examples=[
        OpenApiExample("A rematch on purpose", value={"confirmed": True, "reason": "Two families"})
    ]
)
class SessionEnd(Body):
    """How a session ends."""

    confirmed = serializers.BooleanField(
        required=False, default=False, help_text="The warnings are known and accepted."
    )
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


class Reason(Body):
    """Why."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


def represent(session: PairingSession) -> tuple[Representation, str]:
    """Representation and tag of a session."""
    return lambda: dict(SessionRead(session).data), etag(session)


class RoundSessions(RoundEndpoint):
    """Beginning to edit."""

    @operation(
        "Edit the pairing by hand (arbiter)",
        name="pairing_sessions_create",
        answer=SessionRead,
        status=201,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, round_id: UUID) -> Response:
        round = self.round(round_id)
        session = start_session(
            actor=self.principal,
            round_id=round_id,
            expected_version=version_seen(request, round, *represent_round(round)),
        )
        data, tag = represent(session)
        location = address(request, "pairing-session", session.pk)
        return self.shown(data, tag, status=201, Location=location)


class SessionEndpoint(Endpoint):
    """Base of what concerns one session."""

    def session(self, session_id: UUID) -> PairingSession:
        """The session, if the caller may pair its round."""
        rows = PairingSession.objects.visible_to(self.principal)
        return self.found(rows.select_related("round__tournament__event"), pk=session_id)


class SessionDetail(SessionEndpoint):
    """One pairing edited by hand."""

    @operation("Read a pairing by hand", name="pairing_sessions_read", answer=SessionRead)
    def get(self, request: Request, session_id: UUID) -> Response:
        return self.shown(*represent(self.session(session_id)))

    @operation(
        "Change the boards (arbiter)",
        name="pairing_sessions_update",
        body=HandPairings,
        answer=SessionRead,
        problems=[403, 409, 412, 413, 415, 422, 428],
    )
    @compares_versions
    @idempotent
    def patch(self, request: Request, session_id: UUID) -> Response:
        boards = [(each["white"], each["black"]) for each in self.body(HandPairings)["boards"]]
        return self.conditionally(
            lambda: self.session(session_id),
            represent,
            lambda version: edit_session(
                actor=self.principal,
                session_id=session_id,
                boards=boards,
                expected_version=version,
            ),
        )

    @operation(
        "Leave the round as it was (arbiter)",
        name="pairing_sessions_abandon",
        answer=SessionRead,
        problems=[403, 409, 412, 428],
    )
    @compares_versions
    def delete(self, request: Request, session_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.session(session_id),
            represent,
            lambda version: abandon_session(
                actor=self.principal, session_id=session_id, expected_version=version
            ),
        )


class SessionEnding(SessionEndpoint):
    """Making the boards the round's draft."""

    @operation(
        "End the session (arbiter)",
        name="pairing_sessions_end",
        body=SessionEnd,
        answer=SessionRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, session_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.session(session_id),
            represent,
            lambda version: end_session(
                actor=self.principal,
                session_id=session_id,
                expected_version=version,
                **self.body(SessionEnd),
            ),
        )


class RoundUnpublication(RoundEndpoint):
    """Taking pairings off the site."""

    @operation(
        "Take the pairings off the site (arbiter)",
        name="rounds_unpublish",
        answer=RoundRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, round_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.round(round_id),
            represent_round,
            lambda version: unpublish_round(
                actor=self.principal, round_id=round_id, expected_version=version
            ),
        )


class RoundReopening(RoundEndpoint):
    """Holding a round open."""

    @operation(
        "Reopen a completed round (arbiter)",
        name="rounds_reopen",
        body=Reason,
        answer=RoundRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, round_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.round(round_id),
            represent_round,
            lambda version: reopen_round(
                actor=self.principal,
                round_id=round_id,
                expected_version=version,
                **self.body(Reason),
            ),
        )


class RoundClosing(RoundEndpoint):
    """Letting a reopened round complete."""

    @operation(
        "Close a reopened round (arbiter)",
        name="rounds_close",
        answer=RoundRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, round_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.round(round_id),
            represent_round,
            lambda version: close_round(
                actor=self.principal, round_id=round_id, expected_version=version
            ),
        )
