"""A federation that mirrors what it may see, and tournaments it may see."""

from __future__ import annotations

from typing import Any

from tests.factories import make_club, make_event, make_tournament
from tournaments.core.principal import Principal
from tournaments.core.scopes import Scope
from tournaments.federations.feed import Cursor, read_everything, read_feed
from tournaments.federations.models import ApiKey

NEEDS = ("round_id", "white", "black", "entry")


def reader(federation: str = "ESP", scopes: tuple[str, ...] = tuple(Scope)) -> Principal:
    """A key of a federation, without the text."""
    return Principal.for_key(ApiKey(federation=federation, scopes=list(scopes), prefix="fed00001"))


def rated_tournament(players: int = 4, rounds: int = 5, federation: str = "ESP", **fields: Any):
    """A tournament of a new club, whose event is in the federation."""
    event = make_event(make_club(federation=federation), federation=federation)
    return make_tournament(players, rounds=rounds, event=event, **fields)


class Mirror:
    """A client that keeps nothing but what the feed told it."""

    def __init__(self, principal: Principal, limit: int = 7) -> None:
        self.principal, self.limit = principal, limit
        self.cursor: Cursor | None = None
        self.items: dict[str, tuple[str, int, dict[str, Any]]] = {}
        self.told: list[tuple[str, str, bool]] = []

    def follow(self) -> Mirror:
        """Read until there is nothing more."""
        while self.read():
            pass
        return self

    def read(self) -> bool:
        page = read_feed(principal=self.principal, cursor=self.cursor, limit=self.limit)
        for item in page.items:
            self.told.append((item.kind, item.key, item.deleted))
            if item.deleted:
                self.items.pop(item.key, None)
                continue
            known = self.items.get(item.key)
            assert known is None or known[1] <= item.version
            needed = [item.data[name] for name in NEEDS if item.data.get(name)]
            if item.kind != "tournament":
                needed.append(str(item.tournament_id))
            assert [key for key in needed if key not in self.items] == [], item.kind
            self.items[item.key] = (item.kind, item.version, item.data)
        self.cursor = page.cursor
        return page.has_more

    @property
    def state(self) -> dict[str, tuple[str, dict[str, Any]]]:
        return {key: (kind, data) for key, (kind, _, data) in self.items.items()}


def everything(principal: Principal) -> dict[str, tuple[str, dict[str, Any]]]:
    """What the bulk export holds."""
    _, items = read_everything(principal=principal)
    return {item.key: (item.kind, item.data) for item in items}
