"""Jobs: long work as something to look at."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.jobs.models import LIVE_STATUSES, PairingRun, RunStatus
from tournaments.jobs.services import cancel_run, request_pairing

from ...conditional import Representation, etag, version_seen
from ...idempotency import idempotent
from ...problems import document
from ...schema import compares_versions, operation
from ...serializers import RESOURCE_FIELDS, Problem
from ...views import Endpoint
from .explanations import NoticeRead, notice
from .links import address
from .rounds import RoundEndpoint
from .rounds import represent as represent_round

POLL_SECONDS = 1
FAILURE_STATUS = 409


class JobRead(serializers.ModelSerializer[PairingRun]):
    """The pairing of one round, or with `whole_schedule` of that round and all after it.

    Progress counts players whose bracket is settled.  `problem` says why a
    `failed` job failed (and who blocks whom, if that is the reason); the round
    is still there to be paired.  When it is `done`, the round's boards are a draft.
    """

    round = serializers.UUIDField(source="round_id")
    status = serializers.ChoiceField(choices=RunStatus.choices)
    notices = serializers.SerializerMethodField()
    problem = serializers.SerializerMethodField()

    class Meta:
        model = PairingRun
        fields = (
            *RESOURCE_FIELDS,
            "round",
            "whole_schedule",
            "status",
            "created_at",
            "started_at",
            "finished_at",
            "progress_done",
            "progress_total",
            "notices",
            "problem",
        )

    @extend_schema_field(NoticeRead(many=True))
    def get_notices(self, run: PairingRun) -> list[dict[str, Any]]:
        """Wishes that had to give way."""
        return [notice(each) for each in run.notices]

    @extend_schema_field(Problem(allow_null=True))
    def get_problem(self, run: PairingRun) -> dict[str, Any] | None:
        """Why it failed."""
        if not run.error_code:
            return None
        request = self.context["request"]._request
        return document(request, FAILURE_STATUS, run.error_code, run.error_params)


class JobEndpoint(Endpoint):
    """Base of what concerns one job."""

    def job(self, job_id: UUID) -> PairingRun:
        """The job, if the caller may pair its round."""
        rows = PairingRun.objects.visible_to(self.principal).defer("result")
        return self.found(rows, pk=job_id)

    def represent(self, run: PairingRun) -> tuple[Representation, str]:
        """Representation and tag of a job."""
        # Why it failed, and what had to give way, is said in the reader's language.
        tag = etag(run, variant=get_language() or "")
        return lambda: representation(self.request, run), tag


def representation(request: Request, run: PairingRun) -> dict[str, Any]:
    """The job, and why it failed as a problem document."""
    return dict(JobRead(run, context={"request": request}).data)


class JobDetail(JobEndpoint):
    """One job."""

    @operation("Read a job", name="jobs_read", answer=JobRead)
    def get(self, request: Request, job_id: UUID) -> Response:
        run = self.job(job_id)
        # Progress changes without a new version, so a running job has no tag.
        if run.status in LIVE_STATUSES:
            return Response(
                representation(request, run), headers={"Retry-After": str(POLL_SECONDS)}
            )
        return self.shown(*self.represent(run))


class JobCancellation(JobEndpoint):
    """Calling a job off."""

    @operation(
        "Cancel a queued or running job (arbiter)",
        name="jobs_cancel",
        answer=JobRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, job_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.job(job_id),
            self.represent,
            lambda version: cancel_run(
                actor=self.principal, run_id=job_id, expected_version=version
            ),
        )


class RoundPairing(RoundEndpoint):
    """Asking for the pairing of a round."""

    @operation(
        "Pair the round (arbiter)",
        name="rounds_pair",
        answer=JobRead,
        status=202,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, round_id: UUID) -> Response:
        round = self.round(round_id)
        run = request_pairing(
            actor=self.principal,
            round_id=round_id,
            expected_version=version_seen(request, round, *represent_round(round)),
        )
        return Response(
            representation(request, run),
            status=202,
            headers={
                "Location": address(request, "job", run.pk),
                "Retry-After": str(POLL_SECONDS),
            },
        )
