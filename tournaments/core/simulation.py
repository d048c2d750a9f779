"""A whole open, played through the HTTP API by a made-up arbiter with a made-up field.

Everything that goes wrong in an open goes wrong here: players come late, leave,
ask for byes, a round has to be paired again, a pairing is changed by hand, and a
wrong result is found at each of the three moments of C.04.2 4.3.  The same seed
makes the same report file.

The simulation knows the API only by its addresses: it sends requests through a
:class:`Transport`, which is this very process or another server.
"""

from __future__ import annotations

import csv
import io
import json
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

PATIENCE_SECONDS = 600.0
PAUSE_SECONDS = 0.2
RESULTS_AT_ONCE = 30

FAMILIES = (
    "Abello",
    "Baranda",
    "Cotilla",
    "Darriba",
    "Escanciano",
    "Ferreiro",
    "Garmendia",
    "Hontanar",
    "Izaguirre",
    "Jaraiz",
    "Kortabarria",
    "Lamarca",
    "Mendiluce",
    "Noriega",
    "Olazabal",
    "Palomeque",
    "Quirante",
    "Recalde",
    "Santurde",
    "Tellaeche",
)
GIVEN = (
    "Aitana",
    "Bruno",
    "Candela",
    "Dario",
    "Elvira",
    "Fermin",
    "Gala",
    "Hugo",
    "Irene",
    "Jaime",
    "Leire",
    "Marcos",
    "Nadia",
    "Oriol",
    "Paula",
    "Quim",
    "Rosa",
    "Saul",
    "Teresa",
    "Unai",
)
TITLES = ((2500, "GM"), (2400, "IM"), (2300, "FM"), (2200, "CM"))


class SimulationFailed(Exception):
    """The server answered what it should not have."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers in lower case, and body of one answer."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    def json(self) -> Any:
        """The body as data."""
        return json.loads(self.content)


class Transport(Protocol):
    """Sends one request; ``path`` begins with ``/``."""

    def send(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """Size of the event; ``late`` players come to rounds 2 and 3."""

    players: int = 120
    rounds: int = 9
    seed: int = 1

    @property
    def late(self) -> int:
        return max(2, self.players // 30)


@dataclass(slots=True)
class Story:
    """What happened, for people and for tests."""

    tournament: str = ""
    players: int = 0
    requests: int = 0
    refused: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    report: bytes = b""
    seconds: float = 0.0

    def tell(self, text: str) -> None:
        """One more thing."""
        self.events.append(text)


class Caller:
    """Speaks to the API: tags, keys, pages, waiting where it is told to wait."""

    def __init__(self, transport: Transport, story: Story, chance: random.Random) -> None:
        self._transport, self._story, self._chance = transport, story, chance
        self._token = ""

    def sign_in(self, email: str, password: str) -> None:
        """Get a token."""
        answer = self.call("POST", "auth/login", {"email": email, "password": password})
        self._token = answer.json()["token"]

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        kind: str = "application/json",
        if_match: str = "",
        expected: tuple[int, ...] = (200, 201, 202, 204),
    ) -> Answer:
        """One request; anything but an expected status stops the simulation."""
        headers = {"content-type": kind, "accept": "*/*"}
        if self._token:
            headers["authorization"] = f"Bearer {self._token}"
        if if_match:
            headers["if-match"] = if_match
        if method in ("POST", "PATCH"):
            headers["idempotency-key"] = f"{self._chance.getrandbits(128):032x}"
        sent = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        answer = self._patiently(method, f"/api/v1/{path}", sent, headers)
        if answer.status not in expected:
            raise SimulationFailed(f"{method} {path}: {answer.status} {answer.content[:400]!r}")
        return answer

    def refused(self, method: str, path: str, body: Any, status: int, code: str) -> None:
        """A request that the server must refuse, and with which code."""
        tag = self.call("GET", path).headers.get("etag", "") if method == "PATCH" else ""
        answer = self.call(method, path, body, if_match=tag, expected=(status,))
        if answer.json()["code"] != code:
            raise SimulationFailed(f"{method} {path}: {answer.json()['code']} instead of {code}")
        self._story.refused.append(code)

    def change(self, path: str, body: Any, method: str = "PATCH") -> Any:
        """A change of what was just looked at."""
        tag = self.call("GET", path).headers["etag"]
        return self.call(method, path, body, if_match=tag).json()

    def all_of(self, path: str) -> Iterator[dict[str, Any]]:
        """Every row of a list."""
        cursor: str | None = ""
        while cursor is not None:
            joint = "&" if "?" in path else "?"
            following = f"&cursor={cursor}" if cursor else ""
            page = self.call("GET", f"{path}{joint}limit=200{following}").json()
            yield from page["data"]
            cursor = page["next_cursor"]

    def job_done(self, job: Mapping[str, Any]) -> None:
        """Wait until a job is done."""
        until = time.monotonic() + PATIENCE_SECONDS
        state = dict(job)
        while state["status"] in ("queued", "running"):
            if time.monotonic() > until:
                raise SimulationFailed(f"job {job['id']} does not end")
            time.sleep(PAUSE_SECONDS)
            state = self.call("GET", f"jobs/{job['id']}").json()
        if state["status"] != "done":
            raise SimulationFailed(f"job {job['id']}: {state['status']} {state['problem']}")

    def _patiently(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Too many requests are sent again when the server says so."""
        while True:
            self._story.requests += 1
            answer = self._transport.send(method, path, body, headers)
            if answer.status != 429:
                return answer
            time.sleep(float(answer.headers.get("retry-after", "1")))


class Simulation:
    """One open from its announcement to its report."""

    def __init__(self, transport: Transport, plan: Plan) -> None:
        if plan.players < 16 or plan.rounds < 9:
            raise SimulationFailed("at least 16 players and nine rounds")
        self.plan, self.story = plan, Story()
        self._chance = random.Random(plan.seed)
        # Keys need not be the same each time, so they are not drawn from the same source.
        self._caller = Caller(transport, self.story, random.SystemRandom())
        self._people = _people(plan, self._chance)
        self._ratings: dict[str, int] = {}
        self._chosen: set[str] = set()

    def run(self, email: str, password: str) -> Story:
        """Play it; the story holds the report file at the end."""
        begun = time.monotonic()
        self._caller.sign_in(email, password)
        self._announce()
        self._enter_field()
        for number in range(1, self.plan.rounds + 1):
            self._before(number)
            self._play(number)
        self._finish()
        self.story.seconds = time.monotonic() - begun
        return self.story

    # Announcing and entering.

    def _announce(self) -> None:
        call = self._caller.call
        plan = self.plan
        club = call("POST", "clubs", {"name": f"Simulated club {plan.seed}"}).json()["id"]
        event = call(
            "POST",
            f"clubs/{club}/events",
            {"name": f"Simulated open {plan.seed}", "start": "2026-11-20", "end": "2026-11-28"},
        ).json()["id"]
        made = call(
            "POST",
            f"events/{event}/tournaments",
            {
                "name": "Open",
                "round_count": plan.rounds,
                "initial_colour": self._chance.choice("wb"),
                "half_point_byes": 2,
                "final_rounds_without_byes": 2,
            },
        ).json()
        self._club, self.story.tournament = club, made["id"]
        self._path = f"tournaments/{made['id']}"

    def _enter_field(self) -> None:
        """Almost everybody from one table, previewed and applied."""
        table = _table(self._people[: -self.plan.late])
        path = f"{self._path}/entries"
        preview = self._caller.call(
            "POST", f"{path}/preview", table, kind="text/csv; charset=utf-8"
        ).json()
        if preview["counts"].get("refused"):
            raise SimulationFailed(f"rows refused: {preview['counts']}")
        self._caller.call(
            "POST", f"{path}/import?preview={preview['token']}", table, kind="text/csv"
        )
        self._look_at_field()
        self.story.tell(f"{len(self._entries)} players from a table")

    def _look_at_field(self) -> None:
        rows = list(self._caller.all_of(f"{self._path}/entries"))
        self._entries = {row["name"]: row for row in rows}
        self._ratings = {row["id"]: row["rating"] or 1000 for row in rows}
        self.story.players = len(rows)

    def _enter_late(self, people: list[dict[str, Any]], number: int) -> None:
        for person in people:
            player = self._caller.call(
                "POST", f"clubs/{self._club}/players", {"name": person["name"]}
            ).json()["id"]
            body = {"player": player, "rating": person["rating"], "title": person["title"]}
            self._caller.call("POST", f"{self._path}/entries", body)
        self._look_at_field()
        self.story.tell(f"{len(people)} late entries for round {number}")

    # What happens before a round is paired.

    def _before(self, number: int) -> None:
        late = self._people[-self.plan.late :]
        half = len(late) // 2
        if number == 2:
            self._enter_late(late[:half], number)
        if number == 3:
            self._enter_late(late[half:], number)
            self._correct_first_moment()
        if number in (2, 4, 5):
            self._byes(number)
        if number in (4, 6):
            self._withdraw(self._somebody(), number)
        if number == 7:
            self._return(number)

    def _byes(self, number: int) -> None:
        kinds = ("H", "H", "Z")[: 1 + self.plan.players // 60]
        for kind in kinds:
            entry = self._somebody()
            self._caller.call("POST", f"entries/{entry}/byes", {"round": number, "kind": kind})
            self.story.tell(f"bye {kind} in round {number}")

    def _withdraw(self, entry: str, number: int) -> None:
        self._caller.call("POST", f"entries/{entry}/withdraw", {"from_round": number})
        self._gone = entry
        self.story.tell(f"withdrawal from round {number}")

    def _return(self, number: int) -> None:
        self._caller.call("POST", f"entries/{self._gone}/return", {"from_round": number})
        self.story.tell(f"return in round {number}")

    def _somebody(self) -> str:
        """An entry that plays and has no bye asked for: each is chosen once."""
        active = sorted(
            (row["pairing_number"], row["id"])
            for row in self._entries.values()
            if row["pairing_number"] and row["id"] not in self._chosen
        )
        entry: str = self._chance.choice(active)[1]
        self._chosen.add(entry)
        return entry

    # Rounds.

    def _play(self, number: int) -> None:
        round_id = self._pair(number)
        if number == 5:
            round_id = self._pair_again(number, round_id)
        if number == 6:
            self._change_by_hand(number, round_id)
        self._caller.call("POST", f"rounds/{round_id}/publish")
        boards = list(self._caller.all_of(f"rounds/{round_id}/boards"))
        if number == 4:
            self._results(round_id, boards[:1])
            self._correct_second_moment()
            boards = boards[1:]
        self._results(round_id, boards)
        if number == 7:
            self._correct_third_moment()
        self.story.tell(f"round {number}: {len(boards)} boards")

    def _round(self, number: int) -> dict[str, Any]:
        (found,) = self._caller.all_of(f"{self._path}/rounds?number={number}")
        return found

    def _pair(self, number: int) -> str:
        round_id: str = self._round(number)["id"]
        job = self._caller.call("POST", f"rounds/{round_id}/pair").json()
        self._caller.job_done(job)
        return round_id

    def _pair_again(self, number: int, round_id: str) -> str:
        """Somebody says too late that he leaves: published, taken back, paired again."""
        self._caller.call("POST", f"rounds/{round_id}/publish")
        self._caller.call("POST", f"rounds/{round_id}/unpair")
        self.story.tell(f"round {number} is taken back and paired again")
        self._withdraw(self._somebody(), number)
        return self._pair(number)

    def _change_by_hand(self, number: int, round_id: str) -> None:
        """The arbiter exchanges two opponents and says why."""
        session = self._caller.call("POST", f"rounds/{round_id}/pairing-session").json()
        boards = session["boards"]
        games = [place for place, board in enumerate(boards) if board["black"]]
        one, other = games[len(games) // 2], games[len(games) // 2 + 1]
        boards[one]["black"], boards[other]["black"] = boards[other]["black"], boards[one]["black"]
        path = f"pairing-sessions/{session['id']}"
        self._caller.change(path, {"boards": boards})
        self._caller.call(
            "POST", f"{path}/end", {"confirmed": True, "reason": "Two who travel together"}
        )
        self.story.tell(f"round {number}: two opponents exchanged by hand")

    def _results(self, round_id: str, boards: list[dict[str, Any]]) -> None:
        """All results of a round, some dozens in one request."""
        lines = [
            {"board": board["id"], "version": board["version"], "result": self._result(board)}
            for board in boards
        ]
        for start in range(0, len(lines), RESULTS_AT_ONCE):
            answer = self._caller.call(
                "POST",
                f"rounds/{round_id}/results",
                {"results": lines[start : start + RESULTS_AT_ONCE]},
            ).json()
            failed = [each for each in answer["results"] if each["status"] != 200]
            if failed:
                raise SimulationFailed(f"results refused: {failed[:3]}")

    def _result(self, board: Mapping[str, Any]) -> str:
        """As the ratings would have it; one game in fifty is not played."""
        white, black = (self._ratings[board[side]["entry"]] for side in ("white", "black"))
        expected = 1 / (1 + 10 ** ((black - white - 35) / 400))
        drawn = 0.3 * min(expected, 1 - expected) * 2
        luck = self._chance.random()
        if self._chance.random() < 0.02:
            return "1-0F" if luck < 0.5 else "0-1F"
        if luck < drawn:
            return "1/2-1/2"
        return "1-0" if luck < drawn + (expected - drawn / 2) else "0-1"

    # Wrong results, at the three moments of C.04.2 4.3.

    def _played_board(self, number: int) -> dict[str, Any]:
        boards = self._caller.all_of(f"rounds/{self._round(number)['id']}/boards")
        games = [board for board in boards if board["result"] in ("1-0", "0-1")]
        return self._chance.choice(games)

    def _correct_first_moment(self) -> None:
        """Before the next pairing: as if it had been right at once."""
        board = self._played_board(2)
        self._caller.change(f"boards/{board['id']}", {"result": "1/2-1/2", "reason": "Misread"})
        self.story.tell("a result of round 2 is corrected before round 3 is paired")

    def _correct_second_moment(self) -> None:
        """While the next round runs: what is paired stays."""
        board = self._played_board(3)
        self._caller.refused(
            "PATCH", f"boards/{board['id']}", {"result": "1/2-1/2"}, 422, "result.reason_required"
        )
        body = {"result": "1/2-1/2", "reason": "Both players say so"}
        self._caller.change(f"boards/{board['id']}", body)
        self.story.tell("a result of round 3 is corrected while round 4 runs")

    def _correct_third_moment(self) -> None:
        """Later: for the rating report only."""
        board = self._played_board(4)
        body = {"result": "1/2-1/2", "reason": "The score sheets say so"}
        path = f"boards/{board['id']}"
        self._caller.refused("PATCH", path, body, 409, "result.for_rating_only")
        tag = self._caller.call("GET", path).headers["etag"]
        self._caller.call("POST", f"{path}/rating-correction", body, if_match=tag)
        self.story.tell("a result of round 4 is corrected in round 7, for the rating report only")

    def _finish(self) -> None:
        self._caller.call("POST", f"{self._path}/status", {"status": "finished"})
        answer = self._caller.call("GET", f"{self._path}/export?format=trf26&report=true")
        self.story.report = answer.content
        self.story.tell("finished")


def _people(plan: Plan, chance: random.Random) -> list[dict[str, Any]]:
    """As many made-up people as the plan has, no two with one name."""
    names = [f"{family}, {given}" for family in FAMILIES for given in GIVEN]
    chosen = chance.sample(names, plan.players)
    people = []
    for name in chosen:
        rating = int(min(2600, max(1200, chance.gauss(1900, 280))))
        title = next((title for least, title in TITLES if rating >= least), "")
        people.append({"name": name, "rating": rating, "title": title})
    return people


def _table(people: list[dict[str, Any]]) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";")
    writer.writerow(("Name", "Rating", "Title"))
    writer.writerows((each["name"], each["rating"], each["title"]) for each in people)
    return stream.getvalue().encode()
