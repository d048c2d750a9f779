"""Steps of the test that kills a worker, each run in a process of its own.

``python -m tests.support.killed_worker ask`` makes a tournament of 20 and asks
for the pairing of round 1; ``... report RUN`` says what has become of it.  Both
print one JSON object.
"""

from __future__ import annotations

import json
import sys

import django

django.setup()

from tests.factories import make_tournament, round_of  # noqa: E402
from tournaments.core.principal import SYSTEM  # noqa: E402
from tournaments.jobs.models import PairingRun  # noqa: E402
from tournaments.jobs.services import request_pairing  # noqa: E402
from tournaments.play.models import Board, Seat  # noqa: E402


def ask() -> dict[str, object]:
    """Queue the run."""
    round = round_of(make_tournament(20), 1)
    return {"run": str(request_pairing(actor=SYSTEM, round_id=round.pk).pk)}


def report(run_id: str) -> dict[str, object]:
    """The run, the round and the log."""
    run = PairingRun.objects.select_related("round__tournament").get(pk=run_id)
    seats = Seat.objects.filter(round=run.round)
    return {
        "status": run.status,
        "attempts": run.attempts,
        "error": run.error_code,
        "round": run.round.status,
        "boards": Board.objects.filter(round=run.round).count(),
        "seats": seats.count(),
        "players": seats.values("entry").distinct().count(),
        "runs": PairingRun.objects.count(),
        "paired": run.round.tournament.changes.filter(type="round.paired").count(),
    }


if __name__ == "__main__":
    print(json.dumps(ask() if sys.argv[1] == "ask" else report(sys.argv[2])))
