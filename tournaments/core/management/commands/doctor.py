"""``manage.py doctor``."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError

from tournaments.core.console import ConsoleCommand
from tournaments.core.diagnosis import Diagnosis, Level, diagnose

MARKS = {Level.OK: "ok     ", Level.WARNING: "warning", Level.FAILED: "FAILED "}
COLOURS = {Level.OK: "SUCCESS", Level.WARNING: "WARNING", Level.FAILED: "ERROR"}


class Command(ConsoleCommand):
    help = "Say what is wrong with this installation; exit code 1 if something must be mended."

    def work(self, options: dict[str, Any]) -> dict[str, Any]:
        found: list[Diagnosis] = []
        for diagnosis in diagnose():
            found.append(diagnosis)
            mark = getattr(self.style, COLOURS[diagnosis.level])(MARKS[diagnosis.level])
            self.say(f"{mark}  {diagnosis.check}: {diagnosis.sentence}")
        self.failed = sum(diagnosis.level is Level.FAILED for diagnosis in found)
        return {
            "healthy": not self.failed,
            "checks": [
                {"check": item.check, "level": item.level.value, "sentence": item.sentence}
                for item in found
            ],
        }

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        if self.failed and self.as_json:
            raise SystemExit(1)
        if self.failed:
            raise CommandError(f"{self.failed} of these must be mended.")
