"""A client that knows a tournament only from its change feed, and full reads to compare it with."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.test import Client
from knox.models import get_token_model

from tournaments.core.principal import Principal


@dataclass
class Follower:
    """``store`` holds what the feed told, by kind and id; ``known`` every id that it ever named."""

    tournament: str
    authorization: str = ""
    token: str | None = None
    store: dict[str, dict[str, dict]] = field(default_factory=dict)
    known: dict[str, set[str]] = field(default_factory=dict)
    statuses_of_rounds: set[str] = field(default_factory=set)
    pages: int = 0
    has_more: bool = False

    @classmethod
    def of(cls, tournament, principal: Principal | None = None) -> Follower:
        """A client of the principal, or of nobody in particular."""
        if principal is None:
            return cls(str(tournament.pk))
        _, token = get_token_model().objects.create(user=principal.user)
        return cls(str(tournament.pk), f"Bearer {token}")

    def ask(self, path: str):
        """The plain answer to a GET."""
        headers = {"authorization": self.authorization} if self.authorization else {}
        return Client().get(f"/api/v1/{path}", headers=headers)

    def get(self, path: str):
        """The body of a GET that succeeds."""
        answer = self.ask(path)
        assert answer.status_code == 200, (answer.status_code, answer.content)
        return answer.json()

    def address(self, **query) -> str:
        """Where the next page of the feed is."""
        asked = query | ({"since": self.token} if self.token else {})
        text = "&".join(f"{name}={value}" for name, value in asked.items())
        return f"tournaments/{self.tournament}/changes?{text}"

    def poll(self, limit: int = 500) -> list[dict]:
        """One page; its changes are applied and returned."""
        page = self.get(self.address(limit=limit))
        self.take(page)
        return page["changes"]

    def poll_unless_hidden(self, limit: int) -> None:
        """As :meth:`poll`, but the tournament may have been hidden again meanwhile."""
        answer = self.ask(self.address(limit=limit))
        assert answer.status_code in (200, 404), (answer.status_code, answer.content)
        if answer.status_code == 200:
            self.take(answer.json())

    def take(self, page: dict) -> None:
        """Apply the changes of a page and remember where it ends."""
        self.pages += 1
        for change in page["changes"]:
            self._apply(change)
        self.token, self.has_more = page["next"], page["has_more"]

    def catch_up(self, limit: int = 500) -> None:
        """Poll until there is nothing more."""
        while self.poll(limit) or self.has_more:
            pass

    def _apply(self, change: dict) -> None:
        kind, id = change["type"], change["id"]
        self.known.setdefault(kind, set()).add(id)
        objects = self.store.setdefault(kind, {})
        if change["op"] == "delete":
            objects.pop(id, None)
            return
        assert change["data"]["id"] == id and change["data"]["version"] == change["version"]
        if kind == "round":
            self.statuses_of_rounds.add(change["data"]["status"])
        objects[id] = change["data"]

    def kept(self) -> dict[str, list[dict]]:
        """What the client has, in the order of a full read."""
        kinds = ("tournament", "entry", "round", "board")
        return {kind: _sorted(self.store.get(kind, {}).values()) for kind in kinds}

    def full_read(self) -> dict[str, list[dict]]:
        """The same from the bootstrap."""
        body = self.get(f"tournaments/{self.tournament}/bootstrap")
        return {
            "tournament": [body["tournament"]],
            "entry": _sorted(body["entries"]),
            "round": _sorted(body["rounds"]),
            "board": _sorted(body["boards"]),
        }

    def all_of(self, path: str) -> list[dict]:
        """Every row of a paged list."""
        rows, cursor = [], ""
        while cursor is not None:
            page = self.get(f"{path}?limit=200" + (f"&cursor={cursor}" if cursor else ""))
            rows, cursor = rows + page["data"], page["next_cursor"]
        return rows

    def lists(self) -> dict[str, list]:
        """What the ordinary lists of the API say."""
        rounds = self.all_of(f"tournaments/{self.tournament}/rounds")
        return {
            "tournament": self.get(f"tournaments/{self.tournament}"),
            "entries": _sorted(self.all_of(f"tournaments/{self.tournament}/entries")),
            "rounds": rounds,
            "boards": [self.all_of(f"rounds/{round['id']}/boards") for round in rounds],
            "byes": [self.all_of(f"rounds/{round['id']}/byes") for round in rounds],
        }

    def lists_from_store(self) -> dict[str, list]:
        """The same lists, put together from what the feed told."""
        entries = self.store.get("entry", {})

        def player(id: str) -> dict:
            return {"entry": id, **{k: entries[id][k] for k in ("pairing_number", "name")}}

        def board(row: dict) -> dict:
            return {**row, "white": player(row["white"]), "black": player(row["black"])}

        boards = [board(row) for row in self.store.get("board", {}).values()]
        rounds = sorted(self.store.get("round", {}).values(), key=lambda row: row["number"])
        byes = [
            sorted(
                ({**player(bye["entry"]), "kind": bye["kind"]} for bye in round["byes"]),
                key=lambda bye: bye["pairing_number"],
            )
            for round in rounds
        ]
        (tournament,) = self.store["tournament"].values()
        return {
            "tournament": tournament,
            "entries": _sorted(
                {k: v for k, v in entry.items() if k != "requested_byes"}
                for entry in entries.values()
            ),
            "rounds": [{k: v for k, v in round.items() if k != "byes"} for round in rounds],
            "boards": [
                sorted(
                    (row for row in boards if row["round"] == round["id"]),
                    key=lambda row: row["number"],
                )
                for round in rounds
            ],
            "byes": byes,
        }


def _sorted(rows) -> list[dict]:
    return sorted(rows, key=lambda row: row["id"])


def without_authors(lists: dict) -> dict:
    """Who entered a result has a name in the lists and only an id in the feed."""
    boards = [
        [{k: v for k, v in row.items() if k != "entered_by"} for row in rows]
        for rows in lists["boards"]
    ]
    return {**lists, "boards": boards}
