"""``manage.py import_trf FILE --event EVENT``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import transaction

from pairing.trf import TrfError, read_trf
from tournaments.clubs.models import Club
from tournaments.core.clock import now
from tournaments.core.console import ConsoleCommand, find_row
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Event
from tournaments.events.services import create_event
from tournaments.play.trf.services import TrfImport, import_trf


class Command(ConsoleCommand):
    help = "Import a Tournament Report File as a new tournament."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)
        place = parser.add_mutually_exclusive_group(required=True)
        place.add_argument("--event", help="Id or short name of the event to put it in.")
        place.add_argument("--club", help="Club for which an event is made from the file's header.")
        parser.add_argument("--name", default="", help="Name instead of the file's.")
        parser.add_argument("--encoding", default="", help="Code page, instead of detecting it.")
        parser.add_argument("--strict", action="store_true", help="Refuse instead of adjusting.")

    def work(self, options: dict[str, Any]) -> dict[str, Any]:
        try:
            content = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        with self.progress("Importing"), transaction.atomic():
            event = self._event(options, content)
            done = import_trf(
                actor=SYSTEM,
                event_id=event.pk,
                content=content,
                name=options["name"],
                encoding=options["encoding"],
                strict=options["strict"],
            )
        return self._report(done)

    def _event(self, options: dict[str, Any], content: bytes) -> Event:
        if options["event"]:
            return find_row(Event.objects.all(), options["event"], "event")
        club = find_row(Club.objects.all(), options["club"], "club")
        try:
            info = read_trf(content, encoding=options["encoding"] or None).record.info
        except TrfError as error:
            raise CommandError(str(error)) from None
        start = info.start or now().date()
        return create_event(
            actor=SYSTEM,
            club_id=club.pk,
            name=options["name"] or info.name or options["file"].stem,
            city=info.city[:80],
            start=start,
            end=max(start, info.end or start),
        )

    def _report(self, done: TrfImport) -> dict[str, Any]:
        tournament = done.tournament
        entries = tournament.entries.count()
        rounds = tournament.rounds.exclude(status="planned").count()
        for finding in done.findings:
            self.say(f"{finding.severity.value}: {finding}")
        self.say(f"Imported {tournament.name}: {entries} entries, {rounds} rounds.")
        self.say(f"Its id is {tournament.pk}.")
        return {
            "tournament": str(tournament.pk),
            "event": str(tournament.event_id),
            "name": tournament.name,
            "entries": entries,
            "rounds": rounds,
            "findings": [finding.as_json() for finding in done.findings],
        }
