"""What the management commands share: ``--json``, clear refusals, progress on terminals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from rich.console import Console
from rich.progress import Progress

from .errors import DomainError
from .texts import sentence

Row = TypeVar("Row", bound=models.Model)


class ConsoleCommand(BaseCommand):
    """A command that answers in words, or with ``--json`` in one JSON object.

    Subclasses implement :meth:`work`, which returns the data of that object
    and has said the same in words through :meth:`say`.  A refusal of a service
    is printed as its sentence and ends with exit code 1.
    """

    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="Answer in one JSON object.")

    def handle(self, *args: Any, **options: Any) -> None:
        self.as_json = bool(options["json"])
        try:
            data = self.work(options)
        except DomainError as refusal:
            self._refuse(refusal)
        else:
            if self.as_json:
                self.stdout.write(json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False))

    def work(self, options: dict[str, Any]) -> dict[str, Any]:
        """Do it; return what ``--json`` prints."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """One line for people."""
        if not self.as_json:
            self.stdout.write(text)

    @contextmanager
    def progress(self, description: str, total: int | None = None) -> Iterator[ProgressLine]:
        """A progress bar on a terminal, nothing elsewhere."""
        terminal = self.stdout.isatty() and not self.as_json
        with Progress(console=Console(stderr=True), disable=not terminal, transient=True) as bars:
            yield ProgressLine(bars, description, total)

    def _refuse(self, refusal: DomainError) -> None:
        if self.as_json:
            problem = {
                "code": refusal.code,
                "detail": sentence(refusal),
                "params": refusal.params,
            }
            self.stdout.write(json.dumps({"problem": problem}, cls=DjangoJSONEncoder))
            raise SystemExit(1)
        raise CommandError(sentence(refusal))


class ProgressLine:
    """One bar; ``done`` counts towards ``total``."""

    def __init__(self, bars: Progress, description: str, total: int | None) -> None:
        self._bars = bars
        self._task = bars.add_task(description, total=total)

    def at(self, done: int, total: int | None = None) -> None:
        """Move the bar."""
        self._bars.update(self._task, completed=done, total=total)

    def step(self, description: str) -> None:
        """Say what is being done now."""
        self._bars.update(self._task, description=description)


def find_row(rows: models.QuerySet[Row], text: str, what: str) -> Row:
    """The row with this id, or the only one with this slug; raises ``CommandError``."""
    try:
        found = list(rows.filter(pk=UUID(text)))
    except ValueError:
        found = list(rows.filter(slug=text).order_by("pk")[:10])
    if not found:
        raise CommandError(f"There is no {what} {text!r}.")
    if len(found) > 1:
        ids = ", ".join(str(row.pk) for row in found)
        raise CommandError(f"Several have the short name {text!r}; give an id: {ids}")
    return found[0]
