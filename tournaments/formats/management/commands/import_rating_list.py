"""``manage.py import_rating_list FILE``."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tournaments.core.console import ConsoleCommand, ProgressLine
from tournaments.core.principal import SYSTEM
from tournaments.players.models import FIDE_LIST, RatingKind

from ...models import RatingList
from ...rating_lists.csv_mapping import KNOWN, mapping_from
from ...rating_lists.importing import ListFile, Progress, import_rating_list

SAY_EVERY_PER_CENT = 5


class Command(ConsoleCommand):
    help = (
        "Load a rating list: FIDE's text or XML, zipped or not, or a national table. "
        "After an interruption the same command goes on where it was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--as-of", help="Day of the list, YYYY-MM-DD; by default the first of this month."
        )
        parser.add_argument(
            "--mapping",
            help=f"The file is a table: a known list ({', '.join(KNOWN)}) or a JSON file.",
        )
        parser.add_argument(
            "--kind", default="", choices=RatingKind.values, help="Of a list that has only one."
        )
        parser.add_argument(
            "--accept", action="store_true", help="Use the list even if it looks implausible."
        )

    def work(self, options: dict[str, Any]) -> dict[str, Any]:
        mapping = mapping_from(options["mapping"]) if options["mapping"] else None
        file = ListFile(
            path=options["file"],
            name=mapping.list_name if mapping else FIDE_LIST,
            as_of=_day(options["as_of"]),
            mapping=mapping,
            kind=options["kind"],
        )
        with self.progress(f"Loading {file.name}") as bar:
            version = import_rating_list(
                actor=SYSTEM,
                file=file,
                accept=options["accept"],
                progress=self._reporter(bar),
            )
        return self._report(version)

    def _reporter(self, bar: ProgressLine) -> Progress:
        """A bar on a terminal; elsewhere, unless JSON is wanted, a line now and then."""
        said = 0

        def report(done: int, total: int) -> None:
            nonlocal said
            bar.at(done, total)
            share = 100 * done // max(total, 1)
            if not self.stdout.isatty() and share >= said + SAY_EVERY_PER_CENT:
                said = share
                self.say(f"{share} %")

        return report

    def _report(self, version: RatingList) -> dict[str, Any]:
        self.say(f"{version.name} of {version.as_of} is in use: {version.rows_stored} players.")
        for sample in version.rejected:
            self.say(f"not read: line {sample['place']} ({sample['code']}): {sample['text']}")
        if version.rows_rejected:
            self.say(f"{version.rows_rejected} lines could not be read.")
        return {
            "list": str(version.pk),
            "name": version.name,
            "as_of": version.as_of,
            "format": version.format,
            "status": version.status,
            "rows_read": version.rows_read,
            "rows_stored": version.rows_stored,
            "rows_repeated": version.rows_repeated,
            "rows_rejected": version.rows_rejected,
            "rejected": version.rejected,
        }


def _day(text: str | None) -> date:
    if text is None:
        return date.today().replace(day=1)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{text!r} is not a day.") from None
