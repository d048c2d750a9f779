"""Serve one machine: migrate, fill with a sample club the first time, listen.

Gunicorn with threads in one process, as in production but for the number of
processes: with SQLite a second process would only wait for the first one's
write lock, and counters of the request limits are per process.
Runs inside the virtual environment.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import catalogues
from environment import ROOT, stop

sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError
from gunicorn.app.base import BaseApplication

THREADS = 8


class Server(BaseApplication):
    """Gunicorn, configured here instead of by a file."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        from config.wsgi import application

        return application


def prepare() -> None:
    """Bring catalogues and tables up to date."""
    catalogues.compile_all()
    django.setup()
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except OperationalError as error:
        stop(f"The database cannot be used: {str(error).splitlines()[0]}")


def sample() -> dict[str, Any]:
    """What ``seed_demo`` made, the first time and as remembered later.

    Tokens are stored hashed, so what it said is kept beside the database for
    the next start, readable by its owner only.  A database that does not know
    the sample (any more) gets it again.
    """
    from tournaments.events.models import Tournament

    kept: Path = settings.VAR_DIR / "demo.json"
    if kept.exists():
        said = json.loads(kept.read_text())
        if Tournament.objects.filter(pk=said["tournament"]).exists():
            return dict(said)
    output = io.StringIO()
    call_command("seed_demo", json=True, stdout=output)
    kept.touch(mode=0o600)
    kept.write_text(output.getvalue())
    return dict(json.loads(output.getvalue()))


def greeting(address: str, demo: dict[str, Any] | None) -> str:
    """What to open and how to get in."""
    lines = [
        f"The server runs at {address}/ (stop it with Ctrl-C)",
        f"  API       {address}/api/docs/",
        f"  admin     {address}/admin/ (for staff: make one with manage.py createsuperuser)",
    ]
    if demo is not None:
        lines += [
            f"  account   {demo['email']}, password {demo['password']}",
            f"  token     {demo['token']}",
            f"  sample    {demo['tournament_name']}, some rounds played and one to pair",
            f"            {address}/api/v1/tournaments/{demo['tournament']}",
        ]
    return "\n".join(lines)


def main() -> None:
    """Prepare, then serve until stopped."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    args = parser.parse_args()
    prepare()
    # Sample people with a known password belong in a laptop's own file, nowhere else.
    demo = sample() if settings.EMBEDDED else None
    text = greeting(f"http://{args.host}:{args.port}", demo)
    sys.argv = sys.argv[:1]
    Server(
        {
            "bind": f"{args.host}:{args.port}",
            "worker_class": "gthread",
            "threads": THREADS,
            "control_socket_disable": True,
            "loglevel": "warning",
            "when_ready": lambda server: print(text, flush=True),
        }
    ).run()


if __name__ == "__main__":
    main()
