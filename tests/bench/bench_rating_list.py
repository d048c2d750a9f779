"""How fast a rating list of FIDE's size is loaded, in how much memory, and who has to wait.

    python -m tests.bench.bench_rating_list [--rows N] [--xml]

Makes a list in FIDE's exact format, loads it with ``manage.py
import_rating_list`` in a process of its own, and meanwhile enters ten results a
second, whose slowest is printed too.  Then the list is loaded again as the next
month's, so that a version is replaced.  ``DATABASE_URL`` names a PostgreSQL
server, on which a database is made and dropped; without it SQLite is used.
Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.paths import ROOT
from tests.support.rating_lists import Listed, txt, write, xml

ROWS = 1_900_000
DATABASE = "bench_rating_list"
RESULTS_PER_SECOND = 10


def players(number: int) -> Iterator[Listed]:
    """So many players, three fifths of them unrated as in the real list."""
    for n in range(number):
        rated = n % 5 < 2
        yield Listed(
            number=str(1_000_000 + n),
            name=f"Family{n * 7919 % number:07d}, Given{n % 1000}",
            fed=("ESP", "GER", "FRA", "IND", "USA")[n % 5],
            sex="MF"[n % 7 == 0],
            title="FM" if n % 400 == 0 else "",
            standard=str(1400 + n % 1400) if rated else "0",
            standard_k="20" if rated else "0",
            rapid=str(1400 + n % 1300) if n % 5 == 0 else "0",
            birth=str(1950 + n % 65),
            flag="i" if n % 3 == 0 else "",
        )


@contextmanager
def database(folder: Path) -> Iterator[str]:
    """The address of an empty database."""
    given = os.environ.get("DATABASE_URL", "")
    if not given.startswith("postgres"):
        yield f"sqlite:///{folder / 'bench.sqlite3'}"
        return
    import psycopg

    with psycopg.connect(given, autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {DATABASE}")
        server.execute(f"CREATE DATABASE {DATABASE}")
    try:
        yield urlunsplit(urlsplit(given)._replace(path=f"/{DATABASE}"))
    finally:
        with psycopg.connect(given, autocommit=True) as server:
            server.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)")


def environment(url: str, folder: Path) -> dict[str, str]:
    """Variables of the processes that work on that database."""
    return os.environ | {
        "DATABASE_URL": url,
        "ENV_FILE": "",
        "VAR_DIR": str(folder),
        "SECRET_KEY": "of the bench only, not of any installation",
        "HTTPS": "0",
        "STATIC_MANIFEST": "0",
        "LOG_LEVEL": "ERROR",
        "CELERY_BROKER_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


def manage(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "manage.py"), *arguments]


class Club:
    """A round whose results are entered while the list is loaded."""

    def __init__(self) -> None:
        from tests.factories import make_tournament, pair_and_publish

        round = pair_and_publish(make_tournament(20, rounds=5), 1)
        self._boards = list(round.boards.values_list("pk", flat=True))
        self._entered = 0
        self.seconds: list[float] = []

    def enter_one(self) -> None:
        """Enter or correct one result and note how long that took."""
        from django.db import close_old_connections

        from tournaments.core.principal import SYSTEM
        from tournaments.play.services import record_result

        board = self._boards[self._entered % len(self._boards)]
        outcome = ("1-0", "0-1")[self._entered // len(self._boards) % 2]
        self._entered += 1
        start = time.perf_counter()
        record_result(actor=SYSTEM, board_id=board, outcome=outcome)
        self.seconds.append(time.perf_counter() - start)
        close_old_connections()


def load(path: Path, as_of: str, variables: dict[str, str], club: Club) -> dict[str, object]:
    """Load a list in its own process while results are entered."""
    command = manage("import_rating_list", str(path), "--as-of", as_of, "--json")
    start = time.perf_counter()
    with subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True) as process:
        while process.poll() is None:
            club.enter_one()
            time.sleep(1 / RESULTS_PER_SECOND)
        assert process.stdout is not None
        answer: dict[str, object] = json.loads(process.stdout.read())
    answer["seconds"] = time.perf_counter() - start
    return answer


def report(name: str, path: Path, answer: dict[str, object], club: Club) -> None:
    """One line of numbers."""
    rows, seconds = int(str(answer["rows_stored"])), float(str(answer["seconds"]))
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(
        f"{name}: {rows:,} rows ({path.stat().st_size / 1e6:.0f} MB) in {seconds:.0f} s, "
        f"{rows / seconds:,.0f} rows/s, peak {memory:.0f} MB; "
        f"{len(club.seconds)} results entered meanwhile, the slowest in "
        f"{max(club.seconds) * 1000:.0f} ms",
        flush=True,
    )
    club.seconds.clear()


def main() -> None:
    """Make, load, replace, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--xml", action="store_true", help="Load the XML format instead.")
    arguments, _ = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as name, database(Path(name)) as url:
        folder = Path(name)
        variables = environment(url, folder)
        subprocess.run(manage("migrate", "--verbosity", "0"), env=variables, check=True)
        os.environ.update(variables)
        import django

        django.setup()
        club = Club()
        make = xml if arguments.xml else txt
        path = write(folder / "list", make(players(arguments.rows)))
        for what, day in (("first version", "2026-10-01"), ("next version", "2026-11-01")):
            report(what, path, load(path, day, variables, club), club)


if __name__ == "__main__":
    main()
