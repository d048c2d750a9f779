"""``manage.py pair_round TOURNAMENT ROUND``."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tournaments.core.console import ConsoleCommand, find_row
from tournaments.core.errors import Conflict
from tournaments.core.principal import SYSTEM
from tournaments.core.writing import get_or_refuse
from tournaments.events.models import Entry, Round, Tournament
from tournaments.jobs.models import PairingRun, RunStatus
from tournaments.jobs.services import request_pairing
from tournaments.play.services import publish_round

POLL_SECONDS = 0.5


class Command(ConsoleCommand):
    help = "Pair a round, by a worker if there is a broker, and print the pairings."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("tournament", help="Id or short name.")
        parser.add_argument("round", type=int)
        parser.add_argument("--publish", action="store_true", help="Publish it at once.")
        parser.add_argument(
            "--timeout", type=int, default=900, help="Seconds to wait for a worker."
        )

    def work(self, options: dict[str, Any]) -> dict[str, Any]:
        tournament = find_row(Tournament.objects.all(), options["tournament"], "tournament")
        rounds = Round.objects.filter(tournament=tournament)
        round = get_or_refuse(rounds, "round.not_found", number=options["round"])
        run = request_pairing(actor=SYSTEM, round_id=round.pk)
        self._wait(run, options["timeout"])
        if run.status != RunStatus.DONE:
            raise Conflict(run.error_code or "pairing_run.over", **run.error_params)
        if options["publish"]:
            publish_round(actor=SYSTEM, round_id=round.pk)
        self._show(tournament, run)
        return {
            "run": str(run.pk),
            "round": str(round.pk),
            "published": options["publish"],
            "boards": run.result["boards"],
            "notices": run.notices,
        }

    def _wait(self, run: PairingRun, timeout: int) -> None:
        deadline = time.monotonic() + timeout
        with self.progress("Pairing", run.progress_total or None) as line:
            while run.is_live:
                if time.monotonic() > deadline:
                    raise CommandError(
                        f"No worker has finished run {run.pk} within {timeout} seconds."
                    )
                time.sleep(POLL_SECONDS)
                run.refresh_from_db()
                line.at(run.progress_done, run.progress_total or None)

    def _show(self, tournament: Tournament, run: PairingRun) -> None:
        rows = Entry.objects.filter(tournament=tournament, pairing_number__isnull=False)
        names = dict(rows.values_list("pairing_number", "name"))
        for board, (white, black) in enumerate(run.result["boards"], start=1):
            if black is None:
                self.say(f"bye  {white:>4} {names[white]}")
            else:
                self.say(f"{board:>3}  {white:>4} {names[white]} – {black} {names[black]}")
