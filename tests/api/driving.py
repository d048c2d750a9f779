"""Driving a tournament through the API, with every answer checked."""

from __future__ import annotations

WON, LOST = "1-0", "0-1"


def all_of(speaker, path: str) -> list[dict]:
    """Every row of a paged list."""
    rows, cursor = [], ""
    while cursor is not None:
        joint = "&" if "?" in path else "?"
        answer = speaker.get(f"{path}{joint}limit=200" + (f"&cursor={cursor}" if cursor else ""))
        assert answer.status_code == 200, answer.content
        body = answer.json()
        rows += body["data"]
        cursor = body["next_cursor"]
    return rows


def import_file(speaker, event, content: bytes, **query) -> dict:
    """A new tournament from a report file; the whole answer."""
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    answer = speaker.post(
        f"events/{event.pk}/import?{asked}", raw=content, content_type="text/plain"
    )
    assert answer.status_code == 201, answer.content
    return answer.json()


def round_of(speaker, tournament, number: int) -> dict:
    """The round with this number, as the speaker sees it."""
    (row,) = all_of(speaker, f"tournaments/{tournament}/rounds?number={number}")
    return row


def pair(speaker, tournament, number: int) -> dict:
    """Ask for the pairing of a round and read the job that comes of it."""
    answer = speaker.post(f"rounds/{round_of(speaker, tournament, number)['id']}/pair")
    assert answer.status_code == 202, answer.content
    job = speaker.get(answer["Location"].removeprefix("http://testserver"))
    assert job.status_code == 200
    assert job.json()["id"] == answer.json()["id"]
    return job.json()


def pair_all(speaker, tournament) -> dict:
    """Ask for all rounds at once and read the job that comes of it."""
    answer = speaker.post(f"tournaments/{tournament}/schedule/pair")
    assert answer.status_code == 202, answer.content
    job = speaker.get(answer["Location"].removeprefix("http://testserver")).json()
    assert (job["status"], job["problem"]) == ("done", None)
    return job


def pair_and_publish(speaker, tournament, number: int) -> dict:
    """Pair, publish, and return the round."""
    job = pair(speaker, tournament, number)
    assert (job["status"], job["problem"]) == ("done", None)
    answer = speaker.post(f"rounds/{job['round']}/publish")
    assert answer.status_code == 200, answer.content
    return answer.json()


def pairings(speaker, round_id: str) -> list[tuple[int, int]]:
    """``(white, black)`` by pairing number in board order, ``(player, 0)`` for the PAB."""
    boards = all_of(speaker, f"rounds/{round_id}/boards")
    assert [board["number"] for board in boards] == list(range(1, len(boards) + 1))
    found = [(b["white"]["pairing_number"], b["black"]["pairing_number"]) for b in boards]
    byes = all_of(speaker, f"rounds/{round_id}/byes")
    return found + [(bye["pairing_number"], 0) for bye in byes if bye["kind"] == "U"]


def enter(speaker, board_id: str, result: str, **options):
    """Enter a result, having just looked at the board."""
    answer = speaker.change(f"boards/{board_id}", {"result": result}, **options)
    assert answer.status_code == 200, answer.content
    return answer


def enter_all(speaker, round_id: str, results: dict[int, str] | None = None) -> None:
    """Results by board number; White wins where none is given."""
    for board in all_of(speaker, f"rounds/{round_id}/boards"):
        enter(speaker, board["id"], (results or {}).get(board["number"], WON))


def entry_ids(speaker, tournament) -> dict[int, str]:
    """Entry ids by pairing number."""
    rows = all_of(speaker, f"tournaments/{tournament}/entries")
    return {row["pairing_number"]: row["id"] for row in rows}


def points(speaker, tournament, query: str = "") -> dict[int, int]:
    """Points in tenths by pairing number."""
    rows = all_of(speaker, f"tournaments/{tournament}/standings{query}")
    return {row["pairing_number"]: row["points"] for row in rows}


class Cup:
    """A knockout through one speaker."""

    def __init__(self, speaker, tournament):
        self.speaker, self.path = speaker, f"tournaments/{tournament.pk}"
        self.entries = entry_ids(speaker, tournament.pk)

    def sent(self, action, body=None, status=200, **options):
        """An action on the bracket, and what it answers."""
        answer = self.speaker.post(f"{self.path}/bracket/{action}", body, **options)
        assert answer.status_code == status, answer.content
        return answer.json()

    def bracket(self):
        return self.speaker.get(f"{self.path}/bracket").json()

    def matches(self, query=""):
        return {each["code"]: each for each in all_of(self.speaker, f"{self.path}/matches{query}")}

    def match(self, code):
        return self.matches()[code]

    def people(self, code):
        sides = self.match(code)["sides"]
        return [side["entry"] and side["entry"]["pairing_number"] for side in sides]

    def post(self, code, body, status=200, where="games", **options):
        """A write to a match, having just looked at it."""
        path = f"matches/{self.match(code)['id']}"
        options.setdefault("if_match", self.speaker.get(path)["ETag"])
        answer = self.speaker.post(f"{path}/{where}", body, **options)
        assert answer.status_code == status, answer.content
        return answer.json()

    def enter(self, code, *results):
        """The next games of a match."""
        for result in results:
            answer = self.post(code, {"result": result})
        return answer

    def win(self, code, number):
        """Somebody wins the game that is due."""
        white = self.match(code)["next_game"]["white"]["pairing_number"]
        return self.enter(code, WON if white == number else LOST)
