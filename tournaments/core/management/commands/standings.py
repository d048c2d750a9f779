"""``manage.py standings TOURNAMENT``."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console
from rich.table import Table

from pairing.scoring import format_points
from tournaments.core.console import ConsoleCommand, find_row
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Tournament
from tournaments.standings.rows import StandingsRow, StandingsTable
from tournaments.standings.selectors import standings_for

PLAIN_WIDTH = 120


class Command(ConsoleCommand):
    help = "Print the standings of a tournament."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("tournament", help="Id or short name.")
        parser.add_argument("--round", type=int, help="After this round instead of the last one.")
        parser.add_argument("--final", action="store_true", help="Refuse while results are open.")

    def work(self, options: dict[str, Any]) -> dict[str, Any]:
        tournament = find_row(Tournament.objects.all(), options["tournament"], "tournament")
        table = standings_for(
            principal=SYSTEM,
            tournament_id=tournament.pk,
            after_round=options["round"],
            final=options["final"],
        )
        if not self.as_json:
            self._print(table)
        return {
            "tournament": str(tournament.pk),
            "after_round": table.after_round,
            "final": table.final,
            "order": list(table.order),
            "rows": [_row(row) for row in table.rows],
        }

    def _print(self, table: StandingsTable) -> None:
        terminal = self.stdout.isatty()
        state = "final" if table.final else "not final"
        columns = Table(title=f"{table.tournament.name}, after round {table.after_round}, {state}")
        others = [code for code in table.order if code != "PTS"]
        for name in ("#", "No", "Name", "Pts", *others):
            columns.add_column(name, justify="left" if name == "Name" else "right")
        for row in table.rows:
            values = {value.code: value.text or "-" for value in row.values}
            columns.add_row(
                str(row.rank or "-"),
                str(row.entry.pairing_number),
                row.entry.name,
                format_points(row.points),
                *(values[code] for code in others),
            )
        console = Console(
            width=None if terminal else PLAIN_WIDTH,
            force_terminal=terminal,
            no_color=not terminal,
        )
        with console.capture() as text:
            console.print(columns)
        self.stdout.write(text.get())


def _row(row: StandingsRow) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "pairing_number": row.entry.pairing_number,
        "name": row.entry.name,
        "points": row.points,
        "values": {value.code: value.text for value in row.values},
    }
