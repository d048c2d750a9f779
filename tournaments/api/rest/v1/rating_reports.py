"""Rating reports of finished tournaments, for those who run them and for their federation."""

from __future__ import annotations

import base64
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.texts import text_for
from tournaments.events.models import Tournament
from tournaments.federations.models import RatingReport, ReportFile, ReportStatus
from tournaments.federations.report_check import SEVERITIES
from tournaments.federations.reports import decide_report, make_report, submit_report
from tournaments.play.trf.export import FORMATS

from ... import parameters
from ...conditional import Representation, etag, is_known, version_seen
from ...idempotency import idempotent
from ...pagination import page
from ...schema import compares_versions, operation
from ...serializers import instant
from ...views import Endpoint
from .exports import FileAnswer, FileRenderer
from .links import address

LONGEST_FINDING = 500
MOST_FINDINGS = 200


class ReportFindingRead(serializers.Serializer[Any]):
    """A remark of the check; an error keeps the report from being submitted."""

    severity = serializers.ChoiceField(choices=SEVERITIES)
    code = serializers.CharField()
    message = serializers.CharField(help_text="In the reader's language.")
    params = serializers.DictField()


class DecisionFindingWrite(serializers.Serializer[Any]):
    """What the federation found."""

    text = serializers.CharField(max_length=LONGEST_FINDING)
    entry = serializers.IntegerField(
        min_value=1, max_value=9999, required=False, help_text="Pairing number."
    )
    round = serializers.IntegerField(min_value=1, max_value=99, required=False)


class ReportFileRead(serializers.Serializer[Any]):
    """One format: the file's hash, or why it cannot be made."""

    format = serializers.ChoiceField(choices=FORMATS)
    name = serializers.CharField()
    bytes = serializers.IntegerField()
    sha256 = serializers.CharField()
    problem = serializers.CharField(help_text="Code; empty if there is a file.")
    message = serializers.CharField(help_text="The problem in the reader's language.")


class ReportRead(serializers.Serializer[Any]):
    """A rating report."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    tournament = serializers.UUIDField()
    tournament_name = serializers.CharField()
    number = serializers.IntegerField()
    federation = serializers.CharField()
    status = serializers.ChoiceField(choices=ReportStatus.values)
    findings = ReportFindingRead(many=True)
    decision = DecisionFindingWrite(many=True)
    files = ReportFileRead(many=True)
    made_at = serializers.DateTimeField()
    submitted_at = serializers.DateTimeField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)


class DecisionWrite(serializers.Serializer[Any]):
    """Accepted, or rejected with findings."""

    accepted = serializers.BooleanField()
    findings = serializers.ListField(
        child=DecisionFindingWrite(), max_length=MOST_FINDINGS, required=False
    )


def read(report: RatingReport) -> dict[str, Any]:
    """One report."""
    return {
        "id": str(report.pk),
        "version": report.version,
        "tournament": str(report.tournament_id),
        "tournament_name": report.tournament.full_name,
        "number": report.number,
        "federation": report.federation,
        "status": report.status,
        "findings": [
            {**each, "message": text_for(each["code"], each["params"], 422)}
            for each in report.findings
        ],
        "decision": report.decision,
        "files": [_file(each) for each in report.files.all()],
        "made_at": instant(report.created_at),
        "submitted_at": instant(report.submitted_at),
        "decided_at": instant(report.decided_at),
    }


def _file(file: ReportFile) -> dict[str, Any]:
    return {
        "format": file.format,
        "name": file.name,
        "bytes": len(file.content),
        "sha256": file.sha256,
        "problem": file.problem,
        "message": text_for(file.problem, file.params, 409) if file.problem else "",
    }


def represent(report: RatingReport) -> tuple[Representation, str]:
    """A report and its tag."""
    return lambda: read(report), etag(report)


class ReportEndpoint(Endpoint):
    """Base: reports that the principal may see."""

    def report(self, report_id: UUID) -> RatingReport:
        rows = RatingReport.objects.visible_to(self.principal).select_related("tournament__event")
        return self.found(rows.prefetch_related("files"), pk=report_id)


class TournamentReports(ReportEndpoint):
    """Reports of one tournament."""

    paged = True

    @operation(
        "List the rating reports of a tournament (arbiter, federation)",
        name="tournament_reports_list",
        answer=ReportRead,
        paged=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        rows = RatingReport.objects.visible_to(self.principal).filter(tournament_id=tournament_id)
        if not rows.exists():
            self.found(Tournament.objects.visible_to(self.principal), pk=tournament_id)
        rows = rows.select_related("tournament__event").prefetch_related("files")
        return self.told(page(request, rows, "-number").response(request, read))

    @operation(
        "Check a finished tournament and make its rating report (arbiter)",
        name="tournament_reports_create",
        answer=ReportRead,
        status=201,
        problems=[403, 409],
    )
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        made = make_report(actor=self.principal, tournament_id=tournament_id)
        data, tag = represent(self.report(made.pk))
        location = address(request, "report", made.pk)
        return self.shown(data, tag, status=201, Location=location)


class FederationReports(Endpoint):
    """Reports that were submitted to the key's federation."""

    paged = True
    open_to_none = True
    query: ClassVar = (
        OpenApiParameter("status", str, enum=ReportStatus.values, description="Only with this."),
    )

    @operation(
        "List the reports submitted to a federation (federation key)",
        name="feeds_reports_list",
        answer=ReportRead,
        paged=True,
    )
    def get(self, request: Request) -> Response:
        rows = RatingReport.objects.visible_to(self.principal)
        status = parameters.choice(request, "status", ["", *ReportStatus.values], "")
        if status:
            rows = rows.filter(status=status)
        rows = rows.select_related("tournament__event").prefetch_related("files")
        return self.told(page(request, rows, "-created_at", "id").response(request, read))


class ReportDetail(ReportEndpoint):
    """One report."""

    @operation("Read a rating report", name="reports_read", answer=ReportRead)
    def get(self, request: Request, report_id: UUID) -> Response:
        return self.shown(*represent(self.report(report_id)))


class ReportSubmission(ReportEndpoint):
    """Handing a report in."""

    @operation(
        "Submit a rating report to the federation (arbiter)",
        name="reports_submit",
        answer=ReportRead,
        problems=[403, 409, 412],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, report_id: UUID) -> Response:
        report = self.report(report_id)
        seen = version_seen(request, report, *represent(report))
        submit_report(actor=self.principal, report_id=report_id, expected_version=seen)
        return self.shown(*represent(self.report(report_id)))


class ReportDecision(ReportEndpoint):
    """The federation's answer."""

    @operation(
        "Accept or reject a submitted report (federation key)",
        name="reports_decide",
        body=DecisionWrite,
        answer=ReportRead,
        problems=[403, 409, 412, 413, 415, 422],
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, report_id: UUID) -> Response:
        given = self.body(DecisionWrite)
        report = self.report(report_id)
        seen = version_seen(request, report, *represent(report))
        decide_report(actor=self.principal, report_id=report_id, expected_version=seen, **given)
        return self.shown(*represent(self.report(report_id)))


class ReportContent(ReportEndpoint):
    """The exact bytes of a report."""

    def get_renderers(self) -> list[BaseRenderer]:
        return [FileRenderer()]

    @operation(
        "Read a report file, byte by byte as it was made",
        name="reports_file",
        others={
            (200, "text/plain"): OpenApiResponse(
                OpenApiTypes.BINARY, "The file; `Content-Digest` has its SHA-256 (RFC 9530)."
            )
        },
    )
    def get(self, request: Request, report_id: UUID, file_format: str) -> HttpResponse:
        file = self.report(report_id).files.filter(format=file_format, problem="").first()
        if file is None:
            raise NotFound
        tag = f'"{file.sha256}"'
        if is_known(request, tag):
            return Response(status=304, headers={"ETag": tag})
        digest = base64.b64encode(bytes.fromhex(file.sha256)).decode()
        headers = {
            "Content-Disposition": f'attachment; filename="{file.name}"',
            "Content-Digest": f"sha-256=:{digest}:",
            "Cache-Control": "private, no-cache",
            "ETag": tag,
        }
        return FileAnswer(bytes(file.content), headers=headers)
