"""Asking for a pairing, and calling it off."""

from __future__ import annotations

import secrets
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from tournaments.core.clock import now
from tournaments.core.errors import Conflict
from tournaments.core.permissions import require
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    after_commit,
    append_change,
    apply,
    get_or_refuse,
    lock_tournament,
    require_version,
    save_changes,
)
from tournaments.events.access import locked_round, locked_tournament
from tournaments.events.models import (
    CUSTOM_SYSTEM,
    InitialColour,
    Round,
    RoundStatus,
    Tournament,
)
from tournaments.events.services import put_off_the_absent
from tournaments.play.readiness import require_ready
from tournaments.play.services.rounds import PAIR, number_arrivals
from tournaments.schedules.options import is_predetermined, results_decide
from tournaments.schedules.services.draw import ensure_drawn

from .models import LIVE_STATUSES, PairingRun, RunStatus
from .querysets import PairingRunQuerySet

RESEND_AFTER = timedelta(minutes=5)
"""A queued run that nobody took for so long is sent again."""


def request_pairing(
    *, actor: Principal, round_id: UUID, expected_version: int | None = None
) -> PairingRun:
    """Queue the pairing of a planned round (arbiters); returns its run.

    Without a broker the round is paired as soon as the transaction commits: the
    run returned is then finished, unless the caller holds a transaction of its own.

    Raises ``NotFound``, ``Forbidden("permission.denied")``, ``Stale("round.stale")``,
    what makes a round not ready (:mod:`tournaments.play.readiness`), and
    ``Conflict("round.pairing_in_progress", run=...)`` or
    ``Conflict("tournament.paired_by_hand")``; where numbers are drawn, what
    :func:`tournaments.schedules.services.draw.ensure_drawn` raises.  That no legal pairing
    exists is known only afterwards: the run fails with ``pairing.no_legal_pairing``.
    """
    with transaction.atomic():
        round, tournament = locked_round(actor, round_id, PAIR)
        require_version(round, expected_version)
        put_off_the_absent(actor, tournament, round)
        require_ready(tournament, round)
        if tournament.system == CUSTOM_SYSTEM:
            raise Conflict("tournament.paired_by_hand", system=tournament.system)
        ensure_drawn(actor, tournament)
        run = _abandoned_run(round) or _new_run(actor, tournament, round)
        send(run)
    run.refresh_from_db()
    return run


def request_schedule(
    *, actor: Principal, tournament_id: UUID, expected_version: int | None = None
) -> PairingRun:
    """Queue the pairing of all rounds that are not paired yet (arbiters); returns the run.

    Only where the pairings do not depend on results.  The run belongs to the
    first of these rounds and pairs all of them or none.  Raises what
    :func:`request_pairing` raises, ``Stale("tournament.stale")`` and
    ``Conflict("schedule.not_for_system" | "schedule.round_by_round" | "round.none_left")``.
    """
    with transaction.atomic():
        tournament = locked_tournament(actor, tournament_id, PAIR)
        require_version(tournament, expected_version)
        if not is_predetermined(tournament):
            raise Conflict("schedule.not_for_system", system=tournament.system)
        if results_decide(tournament):
            raise Conflict("schedule.round_by_round", system=tournament.system)
        round = tournament.rounds.filter(status=RoundStatus.PLANNED).order_by("number").first()
        if round is None:
            raise Conflict("round.none_left", rounds=tournament.round_count)
        round.tournament = tournament
        require_ready(tournament, round)
        ensure_drawn(actor, tournament)
        run = _abandoned_run(round) or _new_run(actor, tournament, round)
        run.whole_schedule = True
        run.save(update_fields=["whole_schedule"])
        send(run)
    run.refresh_from_db()
    return run


@transaction.atomic
def cancel_run(
    *, actor: Principal, run_id: UUID, expected_version: int | None = None
) -> PairingRun:
    """Call off a run that is queued or running (arbiters); its round stays planned.

    A worker that is at it stops after the bracket it is pairing.  Calling off
    what was called off already changes nothing.  Raises ``NotFound``,
    ``Stale("pairingrun.stale")``, ``Conflict("pairing_run.over")``.
    """
    seen = PairingRun.objects.visible_to(actor).select_related("round")
    found = get_or_refuse(seen, "pairing_run.not_found", pk=run_id)
    tournament = lock_tournament(found.round.tournament_id)
    run = get_or_refuse(PairingRun.objects.select_for_update(), "pairing_run.not_found", pk=run_id)
    require(actor, PAIR, tournament)
    require_version(run, expected_version)
    if run.status == RunStatus.CANCELLED:
        return run
    if not run.is_live:
        raise Conflict("pairing_run.over", status=run.status)
    changed = apply(run, {"status": RunStatus.CANCELLED.value, "finished_at": now()})
    save_changes(run, changed)
    append_change(
        "pairing.cancelled", actor=actor, subject=run, tournament=tournament, internal=True
    )
    return run


def send(run: PairingRun) -> None:
    """Hand a run to a worker (or run it here, without a broker) once the transaction commits.

    A broker that cannot be reached loses nothing: the row stays queued and is
    sent again by :func:`tournaments.jobs.tasks.resend_expired_runs`.
    """
    from .tasks import run_pairing

    run.sent_at = now()
    run.save(update_fields=["sent_at"])
    after_commit(run_pairing.delay, str(run.pk))


def abandoned_runs() -> PairingRunQuerySet:
    """Live runs that no worker holds: the lease ran out, or the message got lost."""
    return PairingRun.objects.filter(
        Q(status=RunStatus.RUNNING, lease_until__lt=now())
        | Q(status=RunStatus.QUEUED, sent_at__lt=now() - RESEND_AFTER)
    )


def _abandoned_run(round: Round) -> PairingRun | None:
    """The round's live run if nobody works on it; raises ``Conflict`` if somebody does."""
    live = PairingRun.objects.filter(round=round, status__in=LIVE_STATUSES).first()
    if live is None:
        return None
    if abandoned_runs().filter(pk=live.pk).exists():
        return live
    raise Conflict("round.pairing_in_progress", round=round.number, run=str(live.pk))


def _new_run(actor: Principal, tournament: Tournament, round: Round) -> PairingRun:
    number_arrivals(actor, tournament, round)
    needs_colour = round.number == 1 and not is_predetermined(tournament)
    if needs_colour and not tournament.initial_colour:
        _draw_colour(actor, tournament)
    run = PairingRun.objects.create(round=round, requested_by=actor.user)
    append_change(
        "pairing.requested",
        actor=actor,
        subject=run,
        tournament=tournament,
        round=round,
        internal=True,
        data={"round": round.number},
    )
    return run


def _draw_colour(actor: Principal, tournament: Tournament) -> None:
    """The lot of C.04.3 5.1, drawn when nobody set the colour before round 1."""
    colour = secrets.choice(InitialColour.values)
    changed = apply(tournament, {"initial_colour": colour})
    save_changes(tournament, changed)
    append_change(
        "initial_colour.drawn",
        actor=actor,
        subject=tournament,
        tournament=tournament,
        data=changed,
    )
