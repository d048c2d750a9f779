"""Round robins on the server: drawn, paired at once or round by round, left and returned to."""

from __future__ import annotations

import pytest

from pairing.roundrobin.berger import berger
from tests.factories import (
    make_tournament,
    pair,
    pairs_of,
    refreshed,
    round_of,
)
from tournaments.core.principal import SYSTEM
from tournaments.jobs.execution import execute_run
from tournaments.jobs.services import request_schedule

pytestmark = pytest.mark.django_db


def make_round_robin(players, system="round-robin", **fields):
    """A round robin whose numbers are those of the list."""
    schedule = {"numbering": "list", **fields.pop("schedule", {})}
    return make_tournament(players, rounds=1, system=system, schedule=schedule, **fields)


def test_pair_round_one():
    t = make_round_robin(7)
    assert t.tie_breaks == ["PTS", "SB", "DE", "KS"]
    assert t.points_pairing_allocated_bye == 0
    run = pair(t, 1)
    assert run.status == "done", run.error_code
    t = refreshed(t)
    assert t.round_count == 7
    assert pairs_of(round_of(t, 1)) == list(berger(7)[0])


def test_whole():
    t = make_round_robin(6, schedule={"cycles": 2})
    run = request_schedule(actor=SYSTEM, tournament_id=t.pk)
    execute_run(run.pk)
    run.refresh_from_db()
    assert run.status == "done", (run.error_code, run.error_params)
    t = refreshed(t)
    assert t.round_count == 10
    assert [r.status for r in t.rounds.order_by("number")] == ["draft"] * 10
