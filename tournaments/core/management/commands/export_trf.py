"""``manage.py export_trf TOURNAMENT``."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tournaments.core.console import ConsoleCommand, find_row
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Tournament
from tournaments.play.trf.export import FORMATS, export_trf


class Command(ConsoleCommand):
    help = "Write the Tournament Report File of a tournament, to a file or standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("tournament", help="Id or short name.")
        parser.add_argument("--format", choices=FORMATS, default=FORMATS[0])
        parser.add_argument("--out", type=Path, help="File to write; a directory takes its name.")
        parser.add_argument("--ascii", action="store_true", help="Transcribe names to ASCII.")
        parser.add_argument(
            "--report",
            action="store_true",
            help="The rating report: only of a complete tournament.",
        )

    def work(self, options: dict[str, Any]) -> dict[str, Any]:
        out: Path | None = options["out"]
        if self.as_json and out is None:
            raise CommandError("With --json the file itself needs --out.")
        tournament = find_row(Tournament.objects.all(), options["tournament"], "tournament")
        file = export_trf(
            principal=SYSTEM,
            tournament_id=tournament.pk,
            format=options["format"],
            report=options["report"],
            ascii_only=options["ascii"],
        )
        if out is None:
            sys.stdout.buffer.write(file.content)
            return {}
        path = out / file.name if out.is_dir() else out
        try:
            path.write_bytes(file.content)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
        self.say(f"Wrote {path}, {len(file.content)} bytes.")
        return {
            "file": str(path),
            "format": options["format"],
            "bytes": len(file.content),
            "sha256": hashlib.sha256(file.content).hexdigest(),
        }
