"""``manage.py seed_demo``."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from tournaments.accounts.devices import sign_in_device
from tournaments.core.console import ConsoleCommand
from tournaments.core.demo import PASSWORD, Demo, seed


class Command(ConsoleCommand):
    help = "Make the sample club with one running open, if it is not there, and a token for it."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--force",
            action="store_true",
            help="Also on a database server: everybody knows the password of the sample account.",
        )

    def work(self, options: dict[str, Any]) -> dict[str, Any]:
        if not (settings.EMBEDDED or settings.DEBUG or options["force"]):
            raise CommandError(
                "The password of the sample account is public; use --force if that is meant here."
            )
        demo = self._seed()
        following = demo.next_round
        _, token = sign_in_device(demo.user, "seed_demo")
        data = {
            "created": demo.created,
            "email": demo.user.email,
            "password": PASSWORD,
            "token": token,
            "club": str(demo.tournament.event.club_id),
            "event": str(demo.tournament.event_id),
            "tournament": str(demo.tournament.pk),
            "tournament_name": f"{demo.tournament.event.name}, {demo.tournament.name}",
            "next_round": following.number if following else None,
        }
        self.say("Made the sample club." if demo.created else "The sample club is there.")
        self.say(f"  account   {data['email']}, password {data['password']}")
        self.say(f"  token     {data['token']}")
        self.say(f"  sample    {data['tournament_name']} ({data['tournament']})")
        if following:
            self.say(f"  round     {following.number} waits to be paired")
        return data

    def _seed(self) -> Demo:
        with self.progress("Sample club") as line:
            for step in seed():
                if isinstance(step, Demo):
                    return step
                line.step(step)
        raise AssertionError("seeding ends with its result")
