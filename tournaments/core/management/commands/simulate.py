"""``manage.py simulate``."""

from __future__ import annotations

import http.client
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.test import Client

from tournaments.accounts.services import create_user
from tournaments.core.console import ConsoleCommand
from tournaments.core.principal import SYSTEM
from tournaments.core.simulation import Answer, Plan, Simulation, SimulationFailed, Story

TIMEOUT_SECONDS = 120


class InProcess:
    """Requests that go through the whole server without a network."""

    def __init__(self) -> None:
        self._client = Client(raise_request_exception=True)

    def send(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """One request."""
        others = {name: value for name, value in headers.items() if name != "content-type"}
        hosts = [host for host in settings.ALLOWED_HOSTS if "*" not in host] or ["localhost"]
        answer = self._client.generic(
            method,
            path,
            body,
            content_type=headers["content-type"],
            headers={**others, "host": hosts[0].lstrip(".")},
            secure=settings.SECURE_SSL_REDIRECT,
        )
        found = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.status_code, found, answer.getvalue())


class OverNetwork:
    """Requests to a server at an address."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise CommandError(f"{url!r} is no address of a server.")
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        self._connection = kind(parts.hostname, parts.port, timeout=TIMEOUT_SECONDS)

    def send(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """One request."""
        self._connection.request(method, path, body, dict(headers))
        answer = self._connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, found, answer.read())


class Command(ConsoleCommand):
    help = (
        "Play a whole open through the HTTP API, with everything that goes wrong in one, and "
        "have the pairing program check the report."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--players", type=int, default=120, help="With the late ones.")
        parser.add_argument("--seed", type=int, default=1, help="The same seed, the same report.")
        parser.add_argument("--output", type=Path, help="Where the report file goes.")
        parser.add_argument("--url", help="Of a running server; without it, this process.")
        parser.add_argument("--email", help="Of an account on that server.")
        parser.add_argument("--password", help="Of that account.")

    def work(self, options: dict[str, Any]) -> dict[str, Any]:
        plan = Plan(players=options["players"], seed=options["seed"])
        try:
            story = self._play(plan, options)
        except SimulationFailed as failure:
            raise CommandError(str(failure)) from None
        for event in story.events:
            self.say(f"  {event}")
        output = options["output"] or Path(tempfile.mkdtemp()) / "simulated.trf"
        output.write_bytes(story.report)
        checked = self._check(output)
        self.say(f"{story.requests} requests in {story.seconds:.1f} s; report in {output}")
        return {
            "tournament": story.tournament,
            "players": story.players,
            "requests": story.requests,
            "refused": story.refused,
            "events": story.events,
            "seconds": round(story.seconds, 1),
            "report": str(output),
            "check": checked,
        }

    def _play(self, plan: Plan, options: dict[str, Any]) -> Story:
        if options["url"]:
            if not (options["email"] and options["password"]):
                raise CommandError("A server needs --email and --password.")
            transport = OverNetwork(options["url"])
            return Simulation(transport, plan).run(options["email"], options["password"])
        # Of no use to anybody else: nobody learns the password.
        email, password = f"{secrets.token_hex(8)}@simulation.invalid", secrets.token_urlsafe(24)
        create_user(actor=SYSTEM, email=email, password=password, name="Simulated arbiter")
        return Simulation(InProcess(), plan).run(email, password)

    def _check(self, report: Path) -> list[str]:
        """What the pairing program says of the report; differences end the command."""
        command = [sys.executable, "-m", "pairing", "check", str(report)]
        done = subprocess.run(
            command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
        )
        lines = [*done.stdout.splitlines(), *done.stderr.splitlines()]
        for line in lines:
            self.say(line)
        if done.returncode:
            raise CommandError(f"The report does not stand the check: {' / '.join(lines[-3:])}")
        return lines
