"""A run may be worked on twice, stopped, overtaken or broken: the round is paired once or not."""

from __future__ import annotations

import time
from datetime import timedelta
from uuid import UUID

import pytest

from pairing import systems
from pairing.proposal import RoundPairing
from tests.factories import (
    add_players,
    board_numbers,
    changes_of,
    enter,
    entry_ids,
    make_tournament,
    pair,
    pair_and_publish,
    pairs_of,
    play,
    round_of,
)
from tournaments.core.clock import now
from tournaments.core.errors import Conflict
from tournaments.core.principal import SYSTEM
from tournaments.events.services import schedule_round, withdraw_entry
from tournaments.jobs import execution, tasks
from tournaments.jobs.execution import MAX_ATTEMPTS, claim, execute_run, fingerprint
from tournaments.jobs.models import PairingRun
from tournaments.jobs.services import cancel_run, request_pairing
from tournaments.play.models import Board, Seat
from tournaments.play.record import build_record
from tournaments.play.services import pair_by_hand

pytestmark = pytest.mark.django_db


def queued(players: int = 4) -> PairingRun:
    """The queued run of round 1 of a new tournament."""
    tournament = make_tournament(players)
    return request_pairing(actor=SYSTEM, round_id=round_of(tournament, 1).pk)


def during_the_computation(monkeypatch, act) -> None:
    """Call ``act`` once, after the engine has computed and before its answer is used."""
    original, calls = execution.pair_round, []

    def pair_and_act(*args: object, **options: object) -> RoundPairing:
        answer = original(*args, **options)
        if not calls:
            calls.append(act())
        return answer

    monkeypatch.setattr(execution, "pair_round", pair_and_act)


def test_without_a_broker_the_round_is_paired_on_commit(django_capture_on_commit_callbacks):
    assert tasks.run_pairing.app.conf.task_always_eager, "the tests run without a broker"
    tournament = make_tournament(4)
    round = round_of(tournament, 1)
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        run = request_pairing(actor=SYSTEM, round_id=round.pk)
        assert run.status == "queued"
    assert len(callbacks) == 1
    run.refresh_from_db()
    assert (run.status, run.attempts) == ("done", 1)
    assert pairs_of(round) == [(1, 3), (4, 2)]


def test_a_finished_run_is_not_worked_on_again():
    run = queued()
    assert execute_run(run.pk) is None
    before = list(Board.objects.values_list("pk", flat=True))
    assert execute_run(run.pk) is None
    assert list(Board.objects.values_list("pk", flat=True)) == before
    assert changes_of(run.round.tournament).count("round.paired") == 1


def test_a_run_that_does_not_exist_is_nothing_to_do():
    assert execute_run(UUID("01890000-0000-7000-8000-000000000000")) is None


def test_only_one_worker_claims_a_run_until_its_lease_ends():
    run = queued()
    first = claim(run.pk)
    assert first is not None and (first.status, first.attempts) == ("running", 1)
    assert claim(run.pk) is None
    held_for = execute_run(run.pk)
    assert held_for is not None and timedelta(0) < held_for <= execution.lease()
    assert Seat.objects.count() == 0
    PairingRun.objects.filter(pk=run.pk).update(lease_until=now() - timedelta(seconds=1))
    assert execute_run(run.pk) is None
    run.refresh_from_db()
    assert (run.status, run.attempts) == ("done", 2)
    assert Seat.objects.count() == 4


def test_progress_reaches_the_row_and_is_no_new_version(monkeypatch):
    run = queued(20)
    monkeypatch.setattr(execution, "PROGRESS_EVERY_SECONDS", 0.0)
    seen = []

    def watch(record: object, system: str, *, explain: bool, progress: systems.Progress) -> object:
        seen.append(PairingRun.objects.get(pk=run.pk))
        progress(10, 20)
        seen.append(PairingRun.objects.get(pk=run.pk))
        return systems.pair_round(record, system, explain=explain)

    monkeypatch.setattr(execution, "pair_round", watch)
    execute_run(run.pk)
    before, halfway = seen
    assert (halfway.progress_done, halfway.progress_total) == (10, 20)
    assert halfway.version == before.version


@pytest.mark.django_db(transaction=True)
def test_the_heartbeat_keeps_the_lease_while_the_engine_thinks(settings, monkeypatch):
    settings.PAIRING_LEASE_SECONDS = 0.3
    run = PairingRun.objects.create(round=round_of(make_tournament(4), 1))

    def think(record: object, system: str, **options: object) -> object:
        first = PairingRun.objects.get(pk=run.pk).lease_until
        deadline = time.monotonic() + 30
        while PairingRun.objects.get(pk=run.pk).lease_until <= first:
            assert time.monotonic() < deadline, "no heartbeat"
            time.sleep(0.05)
        return systems.pair_round(record, system)

    monkeypatch.setattr(execution, "pair_round", think)
    execute_run(run.pk)
    run.refresh_from_db()
    assert (run.status, run.attempts, run.lease_until) == ("done", 1, None)


def test_a_run_cancelled_meanwhile_stops_and_pairs_nothing(monkeypatch):
    run = queued(8)
    monkeypatch.setattr(execution, "PROGRESS_EVERY_SECONDS", 0.0)

    def cancel_first(record: object, system: str, *, explain: bool, progress: systems.Progress):
        cancel_run(actor=SYSTEM, run_id=run.pk)
        progress(2, 8)
        raise AssertionError("the computation went on")

    monkeypatch.setattr(execution, "pair_round", cancel_first)
    execute_run(run.pk)
    run.refresh_from_db()
    assert run.status == "cancelled"
    assert Seat.objects.count() == 0
    assert "round.paired" not in changes_of(run.round.tournament)


def test_a_cancelled_run_stops_at_the_next_bracket(monkeypatch):
    tournament = make_tournament(16)
    play(tournament, 1, {1: "1/2-1/2", 2: "1/2-1/2"})
    run = request_pairing(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    monkeypatch.setattr(execution, "PROGRESS_EVERY_SECONDS", 0.0)
    settled = []

    def cancel_at_the_first(record, system, *, explain, progress):
        def report(done: int, total: int) -> None:
            settled.append((done, total))
            if len(settled) == 1:
                cancel_run(actor=SYSTEM, run_id=run.pk)
            progress(done, total)

        return systems.pair_round(record, system, explain=explain, progress=report)

    monkeypatch.setattr(execution, "pair_round", cancel_at_the_first)
    execute_run(run.pk)
    run.refresh_from_db()
    assert (settled, run.status) == ([(6, 16)], "cancelled")
    assert Seat.objects.filter(round=run.round).count() == 0


def test_progress_comes_by_bracket(monkeypatch):
    tournament = make_tournament(16)
    play(tournament, 1, {1: "1/2-1/2", 2: "1/2-1/2"})
    run = request_pairing(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    monkeypatch.setattr(execution, "PROGRESS_EVERY_SECONDS", 0.0)
    seen = []
    original = execution._progress

    def watched(run):
        report = original(run)

        def report_and_look(done: int, total: int) -> None:
            report(done, total)
            row = PairingRun.objects.get(pk=run.pk)
            seen.append((row.progress_done, row.progress_total))

        return report_and_look

    monkeypatch.setattr(execution, "_progress", watched)
    execute_run(run.pk)
    assert seen == [(6, 16), (10, 16), (16, 16)]


def test_small_brackets_do_not_each_reach_the_row(django_assert_num_queries, monkeypatch):
    run = claim(queued(4).pk)
    monkeypatch.setattr(execution, "PROGRESS_EVERY_SECONDS", 3600.0)
    report = execution._progress(run)
    with django_assert_num_queries(0):
        for done in range(100):
            report(done, 100)


def test_calling_off_twice_is_calling_off_once():
    run = queued(4)
    first = cancel_run(actor=SYSTEM, run_id=run.pk)
    again = cancel_run(actor=SYSTEM, run_id=run.pk)
    assert (first.status, again.status, again.version) == ("cancelled", "cancelled", first.version)
    assert changes_of(run.round.tournament).count("pairing.cancelled") == 1
    assert pair(run.round.tournament, 1).status == "done"


def test_what_is_done_cannot_be_called_off():
    run = queued(4)
    execute_run(run.pk)
    with pytest.raises(Conflict) as refusal:
        cancel_run(actor=SYSTEM, run_id=run.pk)
    assert (refusal.value.code, refusal.value.params) == ("pairing_run.over", {"status": "done"})
    assert Seat.objects.count() == 4


def test_a_run_cancelled_after_the_computation_pairs_nothing(monkeypatch):
    run = queued()
    during_the_computation(monkeypatch, lambda: cancel_run(actor=SYSTEM, run_id=run.pk))
    execute_run(run.pk)
    run.refresh_from_db()
    assert run.status == "cancelled"
    assert Seat.objects.count() == 0


def test_what_changed_meanwhile_is_paired_from_the_new_state(monkeypatch):
    run = queued(4)
    tournament = run.round.tournament
    during_the_computation(monkeypatch, lambda: add_players(tournament, [2400]))
    execute_run(run.pk)
    run.refresh_from_db()
    assert (run.status, run.attempts, run.lease_until) == ("queued", 1, None)
    assert Seat.objects.count() == 0
    execute_run(run.pk)
    run.refresh_from_db()
    assert (run.status, run.attempts) == ("done", 2)
    assert Seat.objects.count() == 5


def test_a_change_that_the_engine_does_not_read_does_not_matter(monkeypatch):
    run = queued(4)
    tournament = run.round.tournament
    late = tournament.rounds.get(number=5)

    def reschedule() -> None:
        schedule_round(actor=SYSTEM, round_id=late.pk, day=tournament.event.end)

    during_the_computation(monkeypatch, reschedule)
    execute_run(run.pk)
    run.refresh_from_db()
    assert (run.status, run.attempts) == ("done", 1)


def test_a_round_paired_by_hand_meanwhile_is_left_alone(monkeypatch):
    run = queued(2)
    tournament = run.round.tournament
    ids = entry_ids(tournament)
    during_the_computation(
        monkeypatch,
        lambda: pair_by_hand(actor=SYSTEM, round_id=run.round_id, boards=[(ids[2], ids[1])]),
    )
    execute_run(run.pk)
    run.refresh_from_db()
    assert (run.status, run.error_code) == ("failed", "round.already_paired")
    assert pairs_of(round_of(tournament, 1)) == [(2, 1)]


def test_a_field_that_empties_meanwhile_fails_with_the_reason(monkeypatch):
    run = queued(2)
    entry = run.round.tournament.entries.first()
    during_the_computation(monkeypatch, lambda: withdraw_entry(actor=SYSTEM, entry_id=entry.pk))
    execute_run(run.pk)
    run.refresh_from_db()
    assert (run.status, run.error_code) == ("failed", "round.no_active_players")
    assert run.error_params == {"round": 1, "present": 1}


def test_a_crash_of_the_engine_fails_the_run_and_frees_the_round(monkeypatch):
    run = queued()

    def crash(*args: object, **options: object) -> RoundPairing:
        raise ZeroDivisionError("engine")

    monkeypatch.setattr(execution, "pair_round", crash)
    execute_run(run.pk)
    run.refresh_from_db()
    assert (run.status, run.error_code, run.error_params) == (
        "failed",
        "pairing.internal_error",
        {},
    )
    monkeypatch.undo()
    assert pair(run.round.tournament, 1).status == "done"


def test_a_run_that_keeps_killing_its_worker_is_given_up():
    run = queued()
    PairingRun.objects.filter(pk=run.pk).update(attempts=MAX_ATTEMPTS)
    execute_run(run.pk)
    run.refresh_from_db()
    assert (run.status, run.error_code) == ("failed", "pairing.attempts_exhausted")
    assert Seat.objects.count() == 0


def test_abandoned_runs_are_sent_again_and_only_those(
    monkeypatch, django_capture_on_commit_callbacks
):
    sent: list[str] = []
    monkeypatch.setattr(tasks.run_pairing, "delay", sent.append)
    lost, held, fresh, done, stale = (queued(2) for _ in range(5))
    past = now() - timedelta(seconds=1)
    for run in (lost, held):
        claim(run.pk)
    PairingRun.objects.filter(pk=lost.pk).update(lease_until=past)
    execute_run(done.pk)
    PairingRun.objects.filter(pk=stale.pk).update(sent_at=now() - timedelta(minutes=6))
    with django_capture_on_commit_callbacks(execute=True):
        assert tasks.resend_expired_runs() == 2
    assert sorted(sent) == sorted([str(lost.pk), str(stale.pk)])
    stale.refresh_from_db()
    assert stale.sent_at > past
    assert PairingRun.objects.get(pk=fresh.pk).status == "queued"


def test_asking_again_takes_an_abandoned_run_over():
    run = queued()
    claim(run.pk)
    PairingRun.objects.filter(pk=run.pk).update(lease_until=now() - timedelta(seconds=1))
    again = request_pairing(actor=SYSTEM, round_id=run.round_id)
    assert again.pk == run.pk
    assert PairingRun.objects.count() == 1


def test_the_fingerprint_reads_what_the_engine_reads():
    tournament = make_tournament(4)
    first = pair_and_publish(tournament, 1)
    base = fingerprint(build_record(tournament, through_round=1))
    assert fingerprint(build_record(tournament, through_round=1)) == base
    tournament.name = "Another name"
    tournament.chief_arbiter = "Somebody"
    assert fingerprint(build_record(tournament, through_round=1)) == base
    enter(first, dict.fromkeys(board_numbers(first), "1-0"))
    assert fingerprint(build_record(tournament, through_round=1)) != base


def test_the_explanation_is_stored_with_the_run():
    tournament = make_tournament(4)
    run = pair(tournament, 1)
    assert (set(run.result), run.notices) == ({"boards", "explanation"}, [])
    assert run.result["boards"] == [[1, 3], [4, 2]]
