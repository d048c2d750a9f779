"""Working on a run: claim, compute, publish.  Every step may happen twice.

* Claim: one conditional ``UPDATE`` takes a queued run, or a running one whose
  lease ran out because its worker died.
* Compute: outside any transaction, while a heartbeat prolongs the lease for as
  long as the process lives.  A run that was cancelled meanwhile stops at its
  next report of progress.
* Publish: one short transaction under the tournament's lock.  If anything
  that the engine read has changed, nothing is published and the run is queued
  again.  The engine is a function of the record, so of two workers that
  finish the same run it does not matter which one publishes.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import F, Q

from pairing.errors import PairingError
from pairing.proposal import RoundPairing
from pairing.record import TournamentInfo, TournamentRecord
from pairing.roundrobin.fixed import remaining_rounds
from pairing.systems import pair_round, system
from tournaments.core.clock import now
from tournaments.core.errors import DomainError
from tournaments.core.principal import SYSTEM, Kind, Principal
from tournaments.core.writing import append_change, apply, lock_tournament, save_changes
from tournaments.events.models import Entry, Round, Tournament
from tournaments.play.readiness import require_ready
from tournaments.play.record import build_record
from tournaments.play.services.rounds import store_draft
from tournaments.schedules.proposals import beside

from .heartbeat import heartbeat, lease
from .models import PairingRun, RunStatus
from .services import send

log = structlog.get_logger("tournaments.jobs")

MAX_ATTEMPTS = 5
"""A run that killed its worker, or whose input changed, so often is given up."""
PROGRESS_EVERY_SECONDS = 0.25


Pairings = tuple[RoundPairing, ...]
"""One round, or with the whole schedule that round and all after it."""


class RunSuperseded(Exception):
    """The run was cancelled or finished by somebody else while it was being computed."""


@dataclass(frozen=True, slots=True)
class _Input:
    """What a worker read before computing."""

    record: TournamentRecord
    system: str
    sequence: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why a run failed: a code and parameters."""

    code: str
    params: dict[str, Any]


_EXHAUSTED = _Failure("pairing.attempts_exhausted", {"attempts": MAX_ATTEMPTS})


def execute_run(run_id: UUID) -> timedelta | None:
    """Do what is to be done for a run.

    Returns ``None`` when that is nothing (any more), else how long another
    worker may still hold the run before it can be taken over.
    """
    run = claim(run_id)
    if run is None:
        return _remaining_lease(run_id)
    try:
        given = _read_input(run)
        exhausted = run.attempts > MAX_ATTEMPTS
        if exhausted:
            found: Pairings | _Failure = _EXHAUSTED
        else:
            with heartbeat(run.pk):
                found = _compute(run, given)
        _finish(run, given, found)
    except RunSuperseded:
        log.info("run_superseded", run=str(run_id))
    return None


def claim(run_id: UUID) -> PairingRun | None:
    """Take a run for this worker, or ``None`` if it is over or in other hands."""
    at = now()
    claimed = (
        PairingRun.objects.filter(pk=run_id)
        .filter(Q(status=RunStatus.QUEUED) | Q(status=RunStatus.RUNNING, lease_until__lt=at))
        .update(
            status=RunStatus.RUNNING,
            lease_until=at + lease(),
            attempts=F("attempts") + 1,
            started_at=at,
            progress_done=0,
            version=F("version") + 1,
            updated_at=at,
        )
    )
    if not claimed:
        return None
    return PairingRun.objects.select_related("round", "requested_by").get(pk=run_id)


def fingerprint(record: TournamentRecord) -> str:
    """Hash of everything in a record that an engine reads."""
    bare = replace(
        record,
        info=TournamentInfo(),
        participants=tuple(
            replace(person, name="", club="", national=()) for person in record.participants
        ),
    )
    return hashlib.sha256(repr(bare).encode()).hexdigest()


def _remaining_lease(run_id: UUID) -> timedelta | None:
    held = PairingRun.objects.filter(pk=run_id, status=RunStatus.RUNNING).first()
    if held is None or held.lease_until is None:
        return None
    return max(held.lease_until - now(), timedelta(seconds=1))


def _read_input(run: PairingRun) -> _Input:
    tournament = Tournament.objects.select_related("event").get(pk=run.round.tournament_id)
    # The sequence is read first: a change that commits during the reading is noticed later.
    sequence = tournament.sequence
    record = build_record(tournament, through_round=run.round.number - 1)
    given = _Input(record, tournament.system, sequence, fingerprint(record))
    run.based_on_sequence = sequence
    run.input_fingerprint = given.fingerprint
    run.progress_total = len(record.participants)
    run.save(update_fields=["based_on_sequence", "input_fingerprint", "progress_total"])
    return given


def _compute(run: PairingRun, given: _Input) -> Pairings | _Failure:
    chosen = system(given.system)
    try:
        if run.whole_schedule and chosen.schedule is not None:
            return remaining_rounds(given.record, chosen.schedule(given.record))
        progress = _progress(run)
        return (pair_round(given.record, given.system, explain=True, progress=progress),)
    except PairingError as error:
        return _Failure(error.code, dict(error.params))
    except RunSuperseded:
        raise
    except SoftTimeLimitExceeded:
        return _Failure("pairing.time_limit", {})
    except Exception:
        # Whatever went wrong, the round must not stay locked behind a dead run.
        log.exception("pairing_crashed", run=str(run.pk))
        return _Failure("pairing.internal_error", {})


def _progress(run: PairingRun) -> Callable[[int, int], None]:
    """Progress by bracket: what reaches the row is no new version, and not every small bracket.

    Each report that does also asks whether the run was called off.
    """
    last = time.monotonic()

    def report(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last < PROGRESS_EVERY_SECONDS:
            return
        last = time.monotonic()
        alive = PairingRun.objects.filter(pk=run.pk, status=RunStatus.RUNNING).update(
            progress_done=done, progress_total=total
        )
        if not alive:
            raise RunSuperseded

    return report


@transaction.atomic
def _finish(run: PairingRun, given: _Input, found: Pairings | _Failure) -> None:
    """Publish the draft, or note the failure, unless what was read has changed."""
    tournament = lock_tournament(run.round.tournament_id)
    current = PairingRun.objects.select_for_update(of=("self",)).get(pk=run.pk)
    if current.status != RunStatus.RUNNING:
        raise RunSuperseded
    run.version = current.version
    run.round.refresh_from_db()
    run.round.tournament = tournament
    try:
        require_ready(tournament, run.round)
    except DomainError as refusal:
        _fail(run, tournament, _Failure(refusal.code, refusal.params))
        return
    if tournament.sequence != given.sequence:
        record = build_record(tournament, through_round=run.round.number - 1)
        if fingerprint(record) != given.fingerprint and found is not _EXHAUSTED:
            _queue_again(run, tournament)
            return
    if isinstance(found, _Failure):
        _fail(run, tournament, found)
        return
    first, *later = found
    _publish(run, tournament, given.record, first)
    rounds = {round.number: round for round in tournament.rounds.filter(status="planned")}
    for pairing in later:
        if pairing.round in rounds:
            _publish(_follower(run, rounds[pairing.round]), tournament, given.record, pairing)


def _publish(
    run: PairingRun, tournament: Tournament, record: TournamentRecord, pairing: RoundPairing
) -> None:
    pairs = [(board.white, board.black) for board in pairing.boards]
    store_draft(
        _requester(run),
        tournament,
        run.round,
        pairs,
        data={"run": str(run.pk)},
        said=beside(tournament, record, pairing),
    )
    run.notices = [{"code": code, "params": params} for code, params in pairing.notices]
    run.result = {
        "boards": pairs,
        "explanation": None if pairing.explanation is None else asdict(pairing.explanation),
    }
    run.progress_done = run.progress_total
    _close(run, RunStatus.DONE, "notices", "result", "progress_done")


def _follower(run: PairingRun, round: Round) -> PairingRun:
    """The run of a later round that ``run`` pairs too; publishing it makes it a finished one."""
    round.tournament = run.round.tournament
    return PairingRun.objects.create(
        round=round,
        status=RunStatus.DONE,
        requested_by=run.requested_by,
        attempts=run.attempts,
        based_on_sequence=run.based_on_sequence,
        input_fingerprint=run.input_fingerprint,
        progress_total=run.progress_total,
        started_at=run.started_at,
    )


def _fail(run: PairingRun, tournament: Tournament, failure: _Failure) -> None:
    run.error_code = failure.code
    run.error_params = failure.params | _people(tournament, failure.params)
    _close(run, RunStatus.FAILED, "error_code", "error_params")
    append_change(
        "pairing.failed",
        actor=_requester(run),
        subject=run,
        tournament=tournament,
        round=run.round,
        internal=True,
        data={"round": run.round.number, "code": failure.code},
    )


def _queue_again(run: PairingRun, tournament: Tournament) -> None:
    if run.attempts >= MAX_ATTEMPTS:
        _fail(run, tournament, _EXHAUSTED)
        return
    changed = apply(run, {"status": RunStatus.QUEUED.value, "lease_until": None})
    save_changes(run, changed)
    send(run)


def _close(run: PairingRun, status: RunStatus, *fields: str) -> None:
    changed = apply(run, {"status": status.value, "finished_at": now(), "lease_until": None})
    save_changes(run, [*changed, *fields])


def _people(tournament: Tournament, params: dict[str, Any]) -> dict[str, Any]:
    """Entries behind the pairing numbers with which an engine says who blocks whom."""
    named = [*params.get("groups", ()), params.get("bridges", ())]
    numbers = {number for group in named for number in group}
    if not numbers:
        return {}
    rows = Entry.objects.filter(tournament=tournament, pairing_number__in=numbers)
    return {
        "entries": [
            {"entry": str(entry.pk), "number": entry.pairing_number, "name": entry.name}
            for entry in rows.order_by("pairing_number")
        ]
    }


def _requester(run: PairingRun) -> Principal:
    return Principal(Kind.USER, run.requested_by) if run.requested_by else SYSTEM
