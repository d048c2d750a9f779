"""A Python client made from the document follows a round that another one runs."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import pytest
from django.core.cache import cache

from tests.support import openapi
from tournaments.accounts.services import create_user
from tournaments.core.principal import SYSTEM
from tournaments.feeds.watching import watcher

# One process generates the client for all of them.
pytestmark = pytest.mark.xdist_group("generated-client")

PASSWORD = "Torre-y-alfil-64"
KINDS = {"tournament": "tournament", "entry": "entries", "round": "rounds", "board": "boards"}


class Library:
    """The generated package; every call must succeed with a body that the document describes."""

    def __init__(self, module, address: str) -> None:
        self.module = module
        self.client = module("client").Client(address, raise_on_unexpected_status=True)

    def model(self, name: str, /, **members):
        return getattr(self.module("models"), name)(**members)

    def answer(self, where: str, *ids, status: int = 200, **arguments):
        """The whole answer of ``<tag>.<operation>``."""
        call = self.module(f"api.{where}").sync_detailed
        found = call(*ids, client=self.client, **arguments)
        assert found.status_code == status, found.content
        return found

    def call(self, where: str, *ids, status: int = 200, **arguments):
        """What the answer says."""
        return self.answer(where, *ids, status=status, **arguments).parsed

    def sign_in(self, email: str) -> None:
        body = self.model("CredentialsRequest", email=email, password=PASSWORD, device="Laptop")
        token = self.call("auth.login", body=body).token
        self.client = self.module("client").AuthenticatedClient(
            self.client._base_url, token=token, raise_on_unexpected_status=True
        )


class Organiser(Library):
    """Runs a tournament of its own club."""

    def set_up(self, players: int) -> UUID:
        model, call = self.model, self.call
        club = call("clubs.clubs_create", body=model("ClubWriteRequest", name="Club"), status=201)
        day = date(2026, 10, 24)
        event = call(
            "events.events_create",
            club.id,
            body=model("EventWriteRequest", name="Open", start=day, end=day),
            status=201,
        )
        white = self.module("models").InitialColourEnum("w")
        body = model("TournamentCreateRequest", name="A", round_count=3, initial_colour=white)
        tournament = call("tournaments.tournaments_create", event.id, body=body, status=201)
        for number in range(players):
            person = model("PlayerWriteRequest", name=f"Player, {number + 1}")
            person = call("players.players_create", club.id, body=person, status=201)
            entry = model("EntryCreateRequest", player=person.id, rating=2000 - number)
            call("entries.entries_create", tournament.id, body=entry, status=201)
        return tournament.id

    def pair(self, tournament: UUID, number: int):
        """Pair a round; the round as it is then."""
        (planned,) = self.call("rounds.rounds_list", tournament, number=number).data
        job = self.call("jobs.rounds_pair", planned.id, status=202)
        assert self.call("jobs.jobs_read", job.id).status == "done"
        return self.call("rounds.rounds_read", planned.id)

    def boards(self, round) -> list:
        """The boards of a round, in order."""
        return self.call("rounds.boards_list", round.id).data

    def enter(self, tournament: UUID, *results):
        """Results collected without a connection: ``(board, result, version seen)``."""
        items = [
            self.model(
                "OfflineItemRequest",
                client_id=f"tablet-{index}",
                board=board.id,
                result=self.module("models").ResultEnum(result),
                base_version=version,
            )
            for index, (board, result, version) in enumerate(results)
        ]
        body = self.model("OfflineBatchRequest", results=items)
        found = self.call("offline.results_batch", tournament, body=body)
        return [(each.client_id, each.outcome.value, each.board.result) for each in found.results]


class Follower(Library):
    """Keeps a copy that it knows from one bootstrap and the change feed."""

    def begin(self, tournament: UUID) -> None:
        self.tournament = tournament
        self.store, self.token = self.full_read()

    def full_read(self) -> tuple[dict[str, dict[UUID, dict]], str]:
        found = self.call("bootstrap.tournaments_bootstrap", self.tournament)
        rows = {kind: getattr(found, member) for kind, member in KINDS.items()}
        rows["tournament"] = [rows["tournament"]]
        return {
            kind: {each.id: each.to_dict() for each in found} for kind, found in rows.items()
        }, found.next_

    def counted(self) -> dict[str, int]:
        """How many of each kind there are."""
        return {kind: len(rows) for kind, rows in self.store.items()}

    def results(self) -> dict[int, str]:
        """Results by board number."""
        return {row["number"]: row["result"] for row in self.store["board"].values()}

    def catch_up(self) -> list[tuple[str, str, int]]:
        """Apply what has changed; kind, operation and version of each change."""
        page = self.call("feed.changes_list", self.tournament, since=self.token)
        for change in page.changes:
            if change.op == "delete":
                del self.store[change.type_][change.id]
            else:
                self.store[change.type_][change.id] = change.data.to_dict()
        assert page.has_more is False
        self.token = page.next_
        return [(each.type_.value, each.op.value, each.version) for each in page.changes]


@pytest.fixture
def server(transactional_db, live_server):
    """A server on a port of its own, on the database of the tests."""
    cache.clear()
    yield live_server
    watcher.stop()


@pytest.fixture
def people(server, client_package):
    """An organiser who has signed in, and a follower without an account."""
    create_user(actor=SYSTEM, email="ana@example.org", password=PASSWORD, name="Ana")
    module, _, _ = client_package
    organiser = Organiser(module, server.url)
    organiser.sign_in("ana@example.org")
    return organiser, Follower(module, server.url)


def test_nothing_of_the_document_is_left_out_of_a_client(client_package):
    _, faults, folder = client_package
    assert faults == []
    operations = {
        f"{operation['tags'][0]}/{operation['operationId']}.py"
        for _, _, operation in openapi.operations()
    }
    made = {
        str(path.relative_to(folder / "api"))
        for path in (folder / "api").rglob("*.py")
        if path.name != "__init__.py"
    }
    assert made == operations


def test_every_module_of_the_client_can_be_used(client_package):
    module, _, folder = client_package
    names = [
        ".".join(path.relative_to(folder).with_suffix("").parts)
        for path in folder.rglob("*.py")
        if path.name != "__init__.py"
    ]
    assert len({module(name) for name in names}) == len(names) > 600


def test_a_client_follows_the_round_that_another_one_runs(people):
    organiser, follower = people
    tournament = organiser.set_up(players=4)
    follower.begin(tournament)
    assert follower.counted() == {"tournament": 1, "entry": 4, "round": 0, "board": 0}
    drafted = organiser.pair(tournament, 1)
    # Nobody hears of what is not published.
    assert (drafted.status, follower.catch_up()) == ("draft", [])

    organiser.call("rounds.rounds_publish", drafted.id)
    assert follower.catch_up() == [
        ("tournament", "upsert", 2),
        ("round", "upsert", 3),
        ("board", "upsert", 1),
        ("board", "upsert", 1),
    ]
    first, second = organiser.boards(drafted)
    sent = organiser.enter(tournament, (first, "1-0", 1), (second, "1/2-1/2", 1))
    assert sent == [("tablet-0", "applied", "1-0"), ("tablet-1", "applied", "1/2-1/2")]
    # The tablet heard no answer and sends again; somebody has seen the second game otherwise.
    again = organiser.enter(tournament, (first, "1-0", 1), (second, "0-1", 1))
    assert again == [("tablet-0", "already_there", "1-0"), ("tablet-1", "conflict", "1/2-1/2")]
    assert follower.catch_up() == [
        ("round", "upsert", 4),
        ("board", "upsert", 2),
        ("board", "upsert", 2),
    ]
    assert follower.results() == {1: "1-0", 2: "1/2-1/2"}
    assert follower.counted() == {"tournament": 1, "entry": 4, "round": 1, "board": 2}
    assert follower.store == follower.full_read()[0]


def test_a_client_takes_back_what_was_published_by_mistake(people):
    organiser, follower = people
    tournament = organiser.set_up(players=4)
    drafted = organiser.pair(tournament, 1)
    organiser.call("rounds.rounds_publish", drafted.id)
    follower.begin(tournament)
    assert follower.counted() == {"tournament": 1, "entry": 4, "round": 1, "board": 2}
    organiser.call("sessions.rounds_unpublish", drafted.id)
    assert follower.catch_up() == [
        ("board", "delete", 0),
        ("board", "delete", 0),
        ("round", "delete", 4),
    ]
    assert follower.counted() == {"tournament": 1, "entry": 4, "round": 0, "board": 0}
    assert follower.store == follower.full_read()[0]


def test_a_client_reads_the_refusal_of_a_stranger(people):
    organiser, follower = people
    tournament = organiser.set_up(players=2)
    drafted = organiser.pair(tournament, 1)
    answer = follower.answer("rounds.rounds_read", drafted.id, status=404)
    assert (answer.parsed.code, answer.parsed.status) == ("not_found", 404)
