"""Server-sent events and long polls of the ASGI application."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from datetime import timedelta

import pytest
from django.core.asgi import get_asgi_application
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.utils import CaptureQueriesContext
from knox.models import get_token_model

from tests.factories import (
    enter,
    make_club,
    make_event,
    make_tournament,
    make_user,
    member,
    pair,
    pair_and_publish,
    round_of,
)
from tests.support.asgi_client import Connection
from tests.support.feed_follower import Follower
from tournaments.api.live import access, broadcast
from tournaments.api.live.access import Caller, views_of
from tournaments.api.live.asgi import LiveApplication
from tournaments.clubs.models import Membership
from tournaments.core.clock import now
from tournaments.core.principal import SYSTEM
from tournaments.events.models import EventMembership
from tournaments.events.services import change_status, update_entry, update_event
from tournaments.federations.keys import create_club_key, revoke_key
from tournaments.feeds.watching import watcher
from tournaments.play.services import publish_round, unpair_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """No connection outlives its request, and nobody waits for long."""
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    monkeypatch.setattr(broadcast, "PAUSE_SECONDS", 0)


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def tournament(club):
    return make_tournament(6, rounds=3, event=make_event(club))


def live(test: Callable[[LiveApplication], Coroutine]) -> None:
    """Run a test against a fresh application, and take everything down again."""

    async def run() -> None:
        application = LiveApplication(get_asgi_application())
        try:
            await test(application)
        finally:
            await application.hub.close()
            application.hub._pool.shutdown()
            await asyncio.to_thread(watcher.stop)

    asyncio.run(run())


async def database(work, *args, **kwargs):
    """Change something in a thread of its own, as another process would."""

    def run():
        try:
            return work(*args, **kwargs)
        finally:
            connections.close_all()

    return await asyncio.to_thread(run)


def bearer(principal) -> dict[str, str]:
    _, token = get_token_model().objects.create(user=principal.user)
    return {"authorization": f"Bearer {token}"}


def events_of(tournament, query: str = "", headers=None) -> Connection:
    return Connection(f"/api/v1/tournaments/{tournament.pk}/events{query}", headers or {})


def is_ready(stream: Connection) -> bool:
    return bool(stream.events) or stream.ended


def has_pages(count: int) -> Callable[[Connection], bool]:
    return lambda stream: len(stream.pages) >= count


def kinds(page: dict) -> list[tuple[str, str]]:
    return [(change["op"], change["type"]) for change in page["changes"]]


def test_a_stream_begins_with_where_it_is_and_tells_what_happens(tournament):
    async def test(application):
        stream = events_of(tournament, headers={"accept": "text/event-stream"}).open(application)
        await stream.until(is_ready)
        assert stream.status == 200
        assert stream.answered["content-type"] == "text/event-stream; charset=utf-8"
        assert stream.answered["cache-control"] == "no-store"
        assert stream.answered["x-accel-buffering"] == "no"
        assert "content-length" not in stream.answered
        assert stream.data.startswith(b"retry: 5000\n\nid: ")
        ((name, id, data),) = stream.events
        assert (name, data) == ("ready", {"next": id})
        await database(pair_and_publish, tournament, 1)
        await stream.until(has_pages(1))
        _, id, page = stream.events[1]
        assert page["next"] == id
        assert ("upsert", "board") in kinds(page)
        stream.hang_up()
        await stream.end()
        assert application.hub.connections == 0

    live(test)


def test_a_client_that_comes_back_gets_what_it_missed(tournament):
    follower = Follower.of(tournament)
    follower.catch_up()

    async def test(application):
        await database(pair_and_publish, tournament, 1)
        for headers, query in (
            ({"last-event-id": follower.token}, ""),
            ({}, f"?since={follower.token}"),
            # The header is newer than the address, which browsers keep.
            ({"last-event-id": follower.token}, "?since=forgotten"),
        ):
            stream = events_of(tournament, query, headers).open(application)
            await stream.until(has_pages(1))
            follower_now = Follower(follower.tournament, token=follower.token)
            follower_now.store = {kind: dict(rows) for kind, rows in follower.store.items()}
            for page in stream.pages:
                follower_now.take(page)
            assert follower_now.kept() == await database(follower_now.full_read)
            stream.hang_up()
            await stream.end()

    live(test)


def test_nothing_of_a_draft_reaches_the_public(tournament, club):
    arbiter = member(club)

    async def test(application):
        public = events_of(tournament).open(application)
        mine = events_of(tournament, headers=await database(bearer, arbiter)).open(application)
        for stream in (public, mine):
            await stream.until(is_ready)
        await database(pair, tournament, 1)
        await mine.until(has_pages(1))
        await database(unpair_round, actor=SYSTEM, round_id=round_of_id)
        await mine.until(has_pages(2))
        await database(pair, tournament, 1)
        await database(publish_round, actor=SYSTEM, round_id=round_of_id)
        await public.until(has_pages(1))
        (page,) = public.pages
        assert {kind for kind, _ in kinds(page)} == {"upsert"}
        assert len([each for each in page["changes"] if each["type"] == "board"]) == 3
        mine.hang_up()
        public.hang_up()

    round_of_id = round_of(tournament, 1).pk
    live(test)


def test_a_thousand_listeners_are_read_for_once(tournament, monkeypatch):
    readings = []
    plain = broadcast.read_news

    def counted(*args):
        readings.append(args)
        return plain(*args)

    monkeypatch.setattr(broadcast, "read_news", counted)

    async def test(application):
        streams = [events_of(tournament).open(application) for _ in range(30)]
        for stream in streams:
            await stream.until(is_ready)
        readings.clear()
        entry = await database(tournament.entries.get, pairing_number=1)
        await database(update_entry, actor=SYSTEM, entry_id=entry.pk, name="New, Name")
        for stream in streams:
            await stream.until(has_pages(1))
        assert len({stream.data for stream in streams}) <= 2
        assert len(readings) <= 2
        for stream in streams:
            stream.hang_up()

    live(test)


@pytest.mark.parametrize("how", ["role", "token", "account", "event", "draft"])
def test_who_may_not_listen_any_more_is_let_go(how, tournament, club):
    arbiter = member(club)

    def take_away() -> None:
        if how == "role":
            Membership.objects.filter(user=arbiter.user).delete()
        elif how == "token":
            get_token_model().objects.all().delete()
        elif how == "account":
            type(arbiter.user).objects.filter(pk=arbiter.user_id).update(is_active=False)
        elif how == "event":
            Membership.objects.filter(user=arbiter.user).update(role="viewer")
            update_event(actor=SYSTEM, event_id=tournament.event_id, visibility="hidden")
        else:
            Membership.objects.filter(user=arbiter.user).delete()
            change_status(actor=SYSTEM, tournament_id=tournament.pk, status="draft")

    async def test(application):
        stream = events_of(tournament, headers=await database(bearer, arbiter)).open(application)
        await stream.until(is_ready)
        await database(take_away)
        await database(pair, tournament, 1)
        await stream.end()
        assert stream.ended
        # Not even what happened at the same time was told.
        assert stream.pages == []

    live(test)


def test_it_is_asked_again_also_when_nothing_happens(tournament, club, monkeypatch):
    monkeypatch.setattr(broadcast, "CHECK_SECONDS", 0.05)
    arbiter = member(club)

    async def test(application):
        stream = events_of(tournament, headers=await database(bearer, arbiter)).open(application)
        await stream.until(is_ready)
        await database(Membership.objects.filter(user=arbiter.user).delete)
        await stream.end()
        assert stream.ended

    live(test)


def test_a_role_that_is_given_starts_the_stream_over(tournament, club):
    viewer = member(club, "viewer")

    async def test(application):
        headers = await database(bearer, viewer)
        stream = events_of(tournament, headers=headers).open(application)
        await stream.until(is_ready)
        await database(Membership.objects.filter(user=viewer.user).update, role="arbiter")
        await database(pair, tournament, 1)
        await stream.end()
        again = events_of(tournament, headers=headers | {"last-event-id": stream.events[-1][1]})
        again.open(application)
        await again.end()
        assert (again.status, again.json()["code"]) == (410, "feed.rights_changed")

    live(test)


def test_an_idle_stream_is_kept_alive_by_comments(tournament, monkeypatch):
    monkeypatch.setattr(broadcast, "HEARTBEAT_SECONDS", 0.01)

    async def test(application):
        stream = events_of(tournament).open(application)
        await stream.until(lambda each: each.heartbeats >= 3)
        assert [name for name, _, _ in stream.events] == ["ready"]
        stream.hang_up()

    live(test)


def test_who_does_not_take_what_is_sent_is_let_go(tournament, monkeypatch):
    monkeypatch.setattr(broadcast, "MAX_WAITING_BYTES", 1000)

    async def test(application):
        stream = events_of(tournament).open(application)
        await stream.until(is_ready)
        stream.stuck = True
        for number in (1, 2, 3, 4, 5):
            entry = await database(tournament.entries.get, pairing_number=number)
            await database(update_entry, actor=SYSTEM, entry_id=entry.pk, name=f"New, {number}")
            await asyncio.sleep(0.05)
        await stream.end()
        assert application.hub.connections == 0

    live(test)


def test_refusals_are_those_of_the_feed(tournament):
    hidden = make_tournament(2, event=make_event(make_club("Other"), visibility="hidden"))

    async def test(application):
        for target, query, status, code in (
            (hidden, "", 404, "tournament.not_found"),
            (tournament, "?since=forged", 410, "feed.token_foreign"),
            (tournament, "?after=1", 400, "query.invalid"),
        ):
            stream = events_of(target, query).open(application)
            await stream.end()
            assert (stream.status, stream.json()["code"]) == (status, code)
            assert stream.answered["content-type"] == "application/problem+json"
        stream = events_of(tournament, headers={"authorization": "Bearer wrong"}).open(application)
        await stream.end()
        assert (stream.status, stream.json()["code"]) == (401, "auth.failed")

    live(test)


def test_a_process_that_is_full_says_so(tournament, settings):
    settings.LIVE_MAX_CONNECTIONS = 1

    async def test(application):
        first = events_of(tournament).open(application)
        await first.until(is_ready)
        second = events_of(tournament).open(application)
        await second.end()
        assert (second.status, second.json()["code"]) == (503, "live.full")
        assert second.answered["retry-after"] == "30"
        first.hang_up()

    live(test)


def test_streams_hold_no_database_connection(tournament):
    async def test(application):
        streams = [events_of(tournament).open(application) for _ in range(20)]
        for stream in streams:
            await stream.until(is_ready)
        held = await database(open_connections)
        # The watcher's one or two and that of the database thread.
        assert held <= 3
        for stream in streams:
            stream.hang_up()

    connection.close()
    live(test)


def open_connections() -> int:
    """Database connections of this process.

    The server would not do, which hears of the end of one a little later, nor
    would open files: SQLite keeps those of closed connections for a while.
    """
    found = [each for each in gc.get_objects() if issubclass(type(each), BaseDatabaseWrapper)]
    return sum(each.connection is not None for each in found)


def test_the_application_ends_its_streams_when_it_stops(tournament):
    async def test(application):
        stream = events_of(tournament).open(application)
        await stream.until(is_ready)
        told = []
        messages = [{"type": "lifespan.shutdown"}, {"type": "lifespan.startup"}]

        async def receive():
            return messages.pop()

        async def send(message):
            told.append(message["type"])

        await application({"type": "lifespan"}, receive, send)
        await stream.end()
        assert stream.ended
        assert told == ["lifespan.startup.complete", "lifespan.shutdown.complete"]

    live(test)


def poll_of(follower: Follower, wait: int = 25) -> Connection:
    return Connection(f"/api/v1/{follower.address(wait=wait)}")


def test_a_long_poll_is_held_without_a_thread_until_something_is_published(tournament):
    follower = Follower.of(tournament)
    follower.catch_up()

    async def test(application):
        polls = [poll_of(follower).open(application) for _ in range(20)]
        while not watcher.is_watched(tournament.pk):
            await asyncio.sleep(0.01)
        await database(pair, tournament, 1)
        await asyncio.sleep(0.3)
        assert [poll.status for poll in polls] == [None] * 20
        await database(publish_round, actor=SYSTEM, round_id=round_of_id)
        for poll in polls:
            await poll.end()
            assert poll.status == 200
            assert ("upsert", "board") in kinds(poll.json())

    round_of_id = round_of(tournament, 1).pk
    live(test)


def test_a_held_poll_ends_with_204_or_with_what_django_refuses(tournament, club):
    arbiter = member(club)
    runner = Follower.of(tournament, arbiter)
    runner.catch_up()
    public = Follower.of(tournament)
    public.catch_up()

    async def test(application):
        quiet = poll_of(public, wait=1).open(application)
        await quiet.end()
        assert (quiet.status, quiet.data) == (204, b"")
        mine = poll_of(runner)
        mine.headers["authorization"] = runner.authorization
        mine.open(application)
        while not watcher.is_watched(tournament.pk):
            await asyncio.sleep(0.01)
        await database(Membership.objects.filter(user=arbiter.user).update, role="viewer")
        await database(pair_and_publish, tournament, 1)
        await mine.end()
        assert (mine.status, mine.json()["code"]) == (410, "feed.rights_changed")
        wrong = poll_of(public, wait=99).open(application)
        await wrong.end()
        assert wrong.status == 400

    live(test)


def test_a_client_that_hangs_up_ends_its_poll(tournament):
    follower = Follower.of(tournament)
    follower.catch_up()

    async def test(application):
        poll = poll_of(follower).open(application)
        while not watcher.is_watched(tournament.pk):
            await asyncio.sleep(0.01)
        poll.hang_up()
        await poll.end()
        assert poll.status is None
        assert not watcher.is_watched(tournament.pk)

    live(test)


def test_everything_else_is_djangos(tournament):
    async def test(application):
        plain = Connection(f"/api/v1/tournaments/{tournament.pk}").open(application)
        await plain.end()
        assert (plain.status, plain.json()["id"]) == (200, str(tournament.pk))

    live(test)


def test_the_other_process_says_that_it_does_not_serve_streams(tournament, client):
    answer = client.get(f"/api/v1/tournaments/{tournament.pk}/events")
    assert (answer.status_code, answer.json()["code"]) == (503, "live.not_here")


@pytest.mark.needs("postgresql-as-database")
def test_a_lost_listening_connection_is_replaced(tournament):
    """While it is away sequence numbers are compared instead."""

    def cut() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND query LIKE 'LISTEN%%'"
            )

    async def test(application):
        stream = events_of(tournament).open(application)
        await stream.until(is_ready)
        await asyncio.sleep(0.5)
        await database(cut)
        await database(pair_and_publish, tournament, 1)
        await stream.until(has_pages(1))
        stream.hang_up()

    live(test)


def test_notices_of_one_transaction_wake_once_it_commits(tournament):
    async def test(application):
        stream = events_of(tournament).open(application)
        await stream.until(is_ready)
        round = await database(pair_and_publish, tournament, 1)
        await database(enter, round, {1: "1-0", 2: "1-0", 3: "1-0"})
        await stream.until(
            lambda each: any(
                change["data"]["status"] == "completed"
                for page in each.pages
                for change in page["changes"]
                if change["type"] == "round"
            )
        )
        stream.hang_up()

    live(test)


def world_of_callers(visibility: str, status: str):
    """A tournament, and a caller of each sort by name."""
    club = make_club()
    tournament = make_tournament(2, event=make_event(club, visibility=visibility))
    type(tournament).objects.filter(pk=tournament.pk).update(status=status)
    people = {role: member(club, role).user for role in ("owner", "organiser", "arbiter", "viewer")}
    people |= {"stranger": make_user(), "superuser": make_user(superuser=True)}
    for role in ("arbiter", "viewer"):
        people[f"event_{role}"] = make_user()
        EventMembership.objects.create(
            event=tournament.event, user=people[f"event_{role}"], role=role
        )
    callers = {"anonymous": Caller()}
    for name, user in people.items():
        token, _ = get_token_model().objects.create(user=user)
        callers[name] = Caller(token=token.digest)
    key, _ = create_club_key(actor=SYSTEM, club_id=club.pk, name="k", scopes=["results:read"])
    callers["key"] = Caller(key=key.public_id)
    return tournament, callers, key


@pytest.mark.parametrize("status", ["draft", "running"])
@pytest.mark.parametrize("visibility", ["public", "club", "hidden"])
def test_all_callers_at_once_see_what_each_would_see(visibility, status):
    tournament, callers, _ = world_of_callers(visibility, status)
    together = views_of(tournament.pk, callers.values())
    alone = {}
    for caller in callers.values():
        alone |= views_of(tournament.pk, [caller])
    assert together == alone
    names = {name for name, caller in callers.items() if caller in together}
    runners = {"owner", "organiser", "arbiter", "event_arbiter", "superuser"}
    wanted = {
        "public": set(callers),
        "club": runners | {"viewer", "event_viewer", "key"},
        "hidden": runners | {"event_viewer"},
    }[visibility]
    assert names == (runners if status == "draft" else wanted)
    assert {name for name in names if together[callers[name]]} == runners


def test_a_key_that_was_revoked_sees_nothing_more():
    tournament, callers, key = world_of_callers("club", "running")
    revoke_key(actor=SYSTEM, key_id=key.public_id)
    assert callers["key"] not in views_of(tournament.pk, callers.values())


def test_expired_tokens_see_nothing_more():
    tournament, callers, _ = world_of_callers("public", "running")
    get_token_model().objects.update(expiry=now() - timedelta(seconds=1))
    assert set(views_of(tournament.pk, callers.values())) == {Caller(), callers["key"]}


@pytest.mark.parametrize("many", [10, 100])
def test_the_number_of_questions_does_not_grow_with_the_listeners(many, club, tournament):
    users = [make_user() for _ in range(many)]
    callers = [
        Caller(token=get_token_model().objects.create(user=user)[0].digest) for user in users
    ]
    with CaptureQueriesContext(connection) as queries:
        assert len(views_of(tournament.pk, callers)) == many
    assert len(queries) == 7


def test_chunks_of_callers_are_put_together(tournament, monkeypatch):
    monkeypatch.setattr(access, "CHUNK", 3)
    callers = [
        Caller(token=get_token_model().objects.create(user=make_user())[0].digest) for _ in range(8)
    ]
    assert set(views_of(tournament.pk, callers)) == set(callers)


def test_a_tournament_that_is_gone_is_seen_by_nobody(tournament):
    other = type(tournament)(pk="01a00000-0000-7000-8000-000000000000")
    assert views_of(other.pk, [Caller()]) == {}
