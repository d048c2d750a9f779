"""A real worker, a real broker, several server processes: D10 and what may go wrong."""

from __future__ import annotations

import os
import signal
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.e2e.conftest import WORKER_COMMAND, Installation

# One installation serves all of them, so they run in one process.
pytestmark = [
    pytest.mark.needs("postgresql", "redis"),
    pytest.mark.xdist_group("production"),
]


class Arbiter:
    """Somebody with a club, working through HTTP only."""

    def __init__(self, server: Installation) -> None:
        self.server = server
        known = {"email": "demo@example.org", "password": "sesenta-y-cuatro-squares"}
        self.token = server.request("POST", "auth/login", known).json()["token"]
        club = self("POST", "clubs", {"name": f"Club {uuid.uuid4().hex[:8]}"}, expect=201)
        days = {"start": "2026-11-28", "end": "2026-12-02"}
        path = f"clubs/{club['id']}/events"
        self.event = self("POST", path, {"name": "Open", **days}, expect=201)["id"]

    def __call__(self, method, path, body=None, *, expect=200, **options):
        answer = self.server.request(method, path, body, token=self.token, **options)
        assert answer.status == expect, (answer.status, answer.body)
        return answer.json() if answer.body else None

    def tournament(self, players: int, rounds: int) -> str:
        """A tournament with that many players, nothing played."""
        lines = [f"012 Field of {players}", f"XXR {rounds}", "XXC white1"]
        for n in range(1, players + 1):
            name = f"Player, {n:04}"
            lines.append(f"001 {n:4}      {name:33} {2700 - n:4}{'0.0':>32} {n:4}")
        made = self(
            "POST",
            f"events/{self.event}/import",
            raw="\n".join(lines).encode(),
            content_type="text/plain",
            expect=201,
        )
        return made["tournament"]["id"]

    def round(self, tournament: str, number: int) -> str:
        (row,) = self("GET", f"tournaments/{tournament}/rounds?number={number}")["data"]
        return row["id"]

    def all(self, path: str) -> list[dict]:
        rows, cursor = [], ""
        while cursor is not None:
            page = self("GET", f"{path}?limit=200" + (f"&cursor={cursor}" if cursor else ""))
            rows, cursor = rows + page["data"], page["next_cursor"]
        return rows

    def wait_for(self, job: str, seconds: float = 60) -> dict:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = self("GET", f"jobs/{job}")
            if found["status"] not in ("queued", "running"):
                return found
            time.sleep(0.1)
        pytest.fail(f"job still {found['status']} after {seconds} s\n{self.server.logs()}")

    def wait_for_standings(self, tournament: str, seconds: float = 60) -> None:
        """Those of a large field are computed by a worker, and say when they are behind."""
        deadline = time.monotonic() + seconds
        while not self("GET", f"tournaments/{tournament}/standings?limit=1")["current"]:
            assert time.monotonic() < deadline, self.server.logs()
            time.sleep(0.1)

    def play(self, tournament: str, number: int) -> str:
        """Pair, publish and enter White wins everywhere; the round's id."""
        round_id = self.round(tournament, number)
        job = self("POST", f"rounds/{round_id}/pair", expect=202)
        assert self.wait_for(job["id"])["status"] == "done"
        self("POST", f"rounds/{round_id}/publish")
        for board in self.all(f"rounds/{round_id}/boards"):
            self("PATCH", f"boards/{board['id']}", {"result": "1-0"}, if_match="*")
        return round_id


@pytest.fixture
def arbiter(production) -> Arbiter:
    return Arbiter(production)


def everybody_once(arbiter: Arbiter, round_id: str, players: int) -> None:
    """The round has every player at one board."""
    boards = arbiter.all(f"rounds/{round_id}/boards")
    seated = [board[side]["pairing_number"] for board in boards for side in ("white", "black")]
    assert sorted(seated) == list(range(1, players + 1))


def test_d10_two_requests_at_once_pair_the_round_once(arbiter):
    tournament = arbiter.tournament(20, 5)
    for number in (1, 2):
        arbiter.play(tournament, number)
    third = arbiter.round(tournament, 3)
    start = threading.Barrier(2)

    def ask(key):
        start.wait()
        return arbiter.server.request(
            "POST", f"rounds/{third}/pair", token=arbiter.token, idempotency_key=key
        )

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(ask, ("a", "b"))
    assert sorted((first.status, second.status)) == [202, 409]
    winner, key = (first, "a") if first.status == 202 else (second, "b")
    assert arbiter.wait_for(winner.json()["id"])["status"] == "done"
    again = arbiter.server.request(
        "POST", f"rounds/{third}/pair", token=arbiter.token, idempotency_key=key
    )
    assert (again.status, again.body) == (202, winner.body)
    assert again.headers["Idempotent-Replayed"] == "true"
    everybody_once(arbiter, third, 20)


def test_the_same_key_fired_twenty_times_in_parallel_makes_one_club(arbiter):
    name = f"Once {uuid.uuid4().hex}"

    def ask(_):
        return arbiter.server.request(
            "POST", "clubs", {"name": name}, token=arbiter.token, idempotency_key=name
        )

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(ask, range(20)))
    assert {answer.status for answer in answers} <= {201, 409}
    made = {answer.json()["id"] for answer in answers if answer.status == 201}
    assert len(made) == 1
    assert all(
        answer.json()["code"] == "idempotency.in_progress"
        for answer in answers
        if answer.status == 409
    )


def test_d15_two_hundred_results_at_once_are_all_there(arbiter):
    tournament = arbiter.tournament(400, 5)
    first = arbiter.round(tournament, 1)
    job = arbiter("POST", f"rounds/{first}/pair", expect=202)
    assert arbiter.wait_for(job["id"])["status"] == "done"
    arbiter("POST", f"rounds/{first}/publish")
    boards = arbiter.all(f"rounds/{first}/boards")
    assert len(boards) == 200
    results = ("1-0", "0-1", "1/2-1/2", "1-0F")

    def enter(board):
        result = results[board["number"] % 4]
        arbiter("PATCH", f"boards/{board['id']}", {"result": result}, if_match="*")
        return result

    with ThreadPoolExecutor(16) as pool:
        entered = list(pool.map(enter, boards))
    stored = arbiter.all(f"rounds/{first}/boards")
    assert [board["result"] for board in stored] == entered
    # The standings against points counted here from the stored boards.
    worth = {"1-0": (10, 0), "0-1": (0, 10), "1/2-1/2": (5, 5), "1-0F": (10, 0)}
    wanted = {}
    for board in stored:
        for side, points in zip(("white", "black"), worth[board["result"]], strict=True):
            wanted[board[side]["pairing_number"]] = points
    arbiter.wait_for_standings(tournament)
    standings = arbiter.all(f"tournaments/{tournament}/standings")
    assert {row["pairing_number"]: row["points"] for row in standings} == wanted


def test_a_worker_killed_in_the_middle_of_a_pairing_pairs_the_round_once(arbiter, production):
    """The message comes back, another worker takes the run over, and nothing is there twice."""
    tournament = arbiter.tournament(40, 5)
    first = arbiter.round(tournament, 1)
    regular = production.processes[1]
    os.killpg(regular.pid, signal.SIGKILL)
    regular.wait()
    # A worker that stops dead when it begins to compute.
    victim = production.start(
        *WORKER_COMMAND,
        *("--concurrency", "1", "--hostname", "victim@host"),
        *("--include", "tests.e2e.stuck"),
        CELERY_VISIBILITY_TIMEOUT="4",
        CELERY_RESTORE_INTERVAL="1",
    )
    job = arbiter("POST", f"rounds/{first}/pair", expect=202)["id"]
    deadline = time.monotonic() + 30
    while arbiter("GET", f"jobs/{job}")["status"] != "running":
        assert time.monotonic() < deadline, production.logs()
        time.sleep(0.1)
    os.killpg(victim.pid, signal.SIGKILL)
    victim.wait()
    production.processes.remove(victim)
    assert arbiter("GET", f"jobs/{job}")["status"] == "running"
    production.processes[1] = production.start(
        *WORKER_COMMAND,
        *("--concurrency", "2", "--hostname", "second@host"),
        CELERY_VISIBILITY_TIMEOUT="4",
        CELERY_RESTORE_INTERVAL="1",
    )
    production.processes.pop()
    assert arbiter.wait_for(job)["status"] == "done"
    everybody_once(arbiter, first, 40)
    log = production.manage(
        "shell",
        "--no-imports",
        "--command",
        "from tournaments.core.models import ChangeLogEntry as C;"
        f"print(C.objects.filter(tournament='{tournament}', type='round.paired').count())",
    )
    assert log.strip() == "1"
