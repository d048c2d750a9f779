"""The people and tournaments of the REST tests, and a way to ask GraphQL."""

from __future__ import annotations

import pytest

from tests.api.conftest import (  # noqa: F401
    Speaker,
    _fresh_limits,
    api,
    club,
    event,
    make_tournament,
)

PATH = "/api/graphql"


class Asker:
    """Asks GraphQL for one speaker."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker

    def send(self, query: str, headers: dict | None = None, **variables):
        """The whole HTTP answer."""
        body = {"query": query, "variables": variables}
        return self.speaker.post(PATH, body, **(headers or {}))

    def data(self, query: str, **variables) -> dict:
        """The data of an answer without errors."""
        answer = self.send(query, **variables)
        body = answer.json()
        assert (answer.status_code, body.get("errors")) == (200, None), body
        return body["data"]

    def codes(self, query: str, **variables) -> list[str]:
        """The codes of the errors."""
        body = self.send(query, **variables).json()
        return [error["extensions"]["code"] for error in body.get("errors", ())]


@pytest.fixture
def ask(api):  # noqa: F811
    """``ask("arbiter").data("{ ... }")``."""
    return lambda role: Asker(getattr(api, role))


def nodes(connection: dict) -> list[dict]:
    """The rows of a page."""
    return [edge["node"] for edge in connection["edges"]]
