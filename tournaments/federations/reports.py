"""The rating report of a finished tournament: checked, submitted, accepted or rejected.

====================  ====================================================================
``make_report``       checks, and keeps the exact bytes of TRF16 and TRF26 with their hashes
``submit_report``     hands it to the federation, if nothing has changed since and no error
                      was found
``decide_report``     the federation accepts it, or rejects it with its findings
====================  ====================================================================

A report never changes: after a correction another one is made, with the next
number.  At most one is with the federation (submitted or accepted).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from tournaments.core.clock import now
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.permissions import require
from tournaments.core.principal import SYSTEM, Principal
from tournaments.core.writing import (
    append_change,
    get_or_refuse,
    lock_tournament,
    require_version,
    save_changes,
    validate,
)
from tournaments.events.access import locked_tournament
from tournaments.events.models import Tournament, TournamentStatus
from tournaments.play.trf.export import FORMATS, export_trf

from .models import RatingReport, ReportFile, ReportStatus
from .report_check import ERROR, ReportFinding, check_report, error, warning

MAKE, SUBMIT, DECIDE = "reports.make", "reports.submit", "reports.decide"
_WITH_THE_FEDERATION = (ReportStatus.SUBMITTED, ReportStatus.ACCEPTED)


class DecisionFinding(TypedDict):
    """What a federation has against a report; ``entry`` is a pairing number."""

    text: str
    entry: NotRequired[int | None]
    round: NotRequired[int | None]


@transaction.atomic
def make_report(*, actor: Principal, tournament_id: UUID) -> RatingReport:
    """Check a finished tournament and keep its report files (arbiters).

    Raises ``NotFound``, ``Forbidden``, ``Conflict("report.tournament_not_finished" |
    "report.not_rated" | "report.with_the_federation" | "standings.not_final")``.
    """
    tournament = locked_tournament(actor, tournament_id, MAKE)
    if tournament.status not in (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED):
        raise Conflict("report.tournament_not_finished", status=tournament.status)
    if not tournament.rated:
        raise Conflict("report.not_rated")
    _refuse_second(tournament)
    files = _files(tournament)
    findings = [*check_report(tournament), *_of_the_files(files)]
    last = tournament.reports.aggregate(last=Max("number"))["last"] or 0
    report = RatingReport(
        tournament=tournament,
        number=last + 1,
        federation=tournament.event.federation,
        findings=[each.as_json() for each in findings],
        made_by=actor.user,
    )
    report.save()
    for file in files:
        file.report = report
    ReportFile.objects.bulk_create(files)
    _log("report.checked", actor, report)
    return report


@transaction.atomic
def submit_report(
    *, actor: Principal, report_id: UUID, expected_version: int | None = None
) -> RatingReport:
    """Hand a report to the federation (arbiters); handing it in twice changes nothing.

    Raises ``NotFound``, ``Forbidden``, ``Stale("ratingreport.stale")``,
    ``Conflict("report.has_errors" | "report.outdated" | "report.decided" |
    "report.with_the_federation")``.
    """
    report, tournament = _locked(actor, report_id, SUBMIT)
    require_version(report, expected_version)
    if report.status == ReportStatus.SUBMITTED:
        return report
    if report.status != ReportStatus.CHECKED:
        raise Conflict("report.decided", status=report.status)
    codes = [each["code"] for each in report.findings if each["severity"] == ERROR]
    if codes:
        raise Conflict("report.has_errors", codes=codes)
    _refuse_second(tournament)
    kept = {file.format: file.sha256 for file in report.files.all()}
    if kept != {file.format: file.sha256 for file in _files(tournament)}:
        raise Conflict("report.outdated", number=report.number)
    report.status = ReportStatus.SUBMITTED
    report.submitted_by, report.submitted_at = actor.user, now()
    save_changes(report, ["status", "submitted_by", "submitted_at"])
    _log("report.submitted", actor, report)
    return report


@transaction.atomic
def decide_report(
    *,
    actor: Principal,
    report_id: UUID,
    accepted: bool,
    findings: Sequence[DecisionFinding] = (),
    expected_version: int | None = None,
) -> RatingReport:
    """Accept or reject a submitted report (key of the federation, ``reports:decide``).

    Deciding the same again changes nothing.  Raises ``NotFound``,
    ``Forbidden``, ``Stale``, ``Conflict("report.not_submitted")`` and
    ``Invalid("report.reason_missing")`` for a rejection without a finding.
    """
    report, _ = _locked(actor, report_id, DECIDE)
    require_version(report, expected_version)
    status = ReportStatus.ACCEPTED if accepted else ReportStatus.REJECTED
    decision = [dict(each) for each in findings]
    if report.status == status and report.decision == decision:
        return report
    if report.status != ReportStatus.SUBMITTED:
        raise Conflict("report.not_submitted", status=report.status)
    if not accepted and not findings:
        raise Invalid("report.reason_missing")
    report.status, report.decision, report.decided_at = status, decision, now()
    report.decided_by = actor.key.prefix if actor.key else ""
    validate(report)
    save_changes(report, ["status", "decision", "decided_at", "decided_by"])
    _log(f"report.{status.value}", actor, report)
    return report


def _locked(actor: Principal, report_id: UUID, permission: str) -> tuple[RatingReport, Tournament]:
    seen = RatingReport.objects.visible_to(actor)
    found = get_or_refuse(seen, "report.not_found", pk=report_id)
    tournament = lock_tournament(found.tournament_id)
    report = get_or_refuse(seen, "report.not_found", pk=report_id)
    report.tournament = tournament
    require(actor, permission, report)
    return report, tournament


def _refuse_second(tournament: Tournament) -> None:
    other = tournament.reports.filter(status__in=_WITH_THE_FEDERATION).first()
    if other is not None:
        raise Conflict("report.with_the_federation", number=other.number, status=other.status)


def _files(tournament: Tournament) -> list[ReportFile]:
    """The report in each format, unsaved; full birth dates are what a federation needs."""
    files = []
    for format in FORMATS:
        try:
            made = export_trf(
                principal=SYSTEM, tournament_id=tournament.pk, format=format, report=True
            )
        except Conflict as refused:
            if refused.code == "standings.not_final":
                raise
            problem = {"problem": refused.code, "params": refused.params}
            files.append(ReportFile(format=format, **problem))
            continue
        digest = hashlib.sha256(made.content).hexdigest()
        files.append(ReportFile(format=format, name=made.name, content=made.content, sha256=digest))
    return files


def _of_the_files(files: Sequence[ReportFile]) -> list[ReportFinding]:
    """Formats that cannot hold this tournament; it is an error if none can."""
    failed = [file for file in files if file.problem]
    tell = error if len(failed) == len(files) else warning
    return [
        tell("report.format_impossible", format=file.format, reason=file.problem) for file in failed
    ]


def _log(type: str, actor: Principal, report: RatingReport) -> None:
    data: dict[str, Any] = {"report": str(report.pk), "number": report.number}
    append_change(
        type,
        actor=actor,
        subject=report,
        tournament=report.tournament,
        internal=True,
        data=data,
    )
