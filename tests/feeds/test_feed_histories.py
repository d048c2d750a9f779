"""Whoever follows the feed has what a full read gives, and saw nothing that was not published."""

from __future__ import annotations

import os
import random
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import make_club, make_event, make_tournament, member, refreshed
from tests.support.feed_follower import Follower, without_authors
from tests.support.feed_history import History
from tournaments.events.services import change_status

EXAMPLES = int(os.environ.get("FEED_EXAMPLES", "6"))
SEEDS = range(int(os.environ.get("FEED_SEEDS", "3")))
STEPS = 40


def world():
    """A small tournament, its arbiter, and one follower for each view."""
    club = make_club(slug=f"club-{uuid.uuid4()}")
    arbiter = member(club, "organiser")
    tournament = make_tournament(6, rounds=4, event=make_event(club))
    followers = [Follower.of(tournament), Follower.of(tournament, arbiter)]
    return tournament, arbiter, followers


def show(tournament, arbiter) -> None:
    """Let everybody see the tournament, if that is not so."""
    if refreshed(tournament).status == "draft":
        change_status(actor=arbiter, tournament_id=tournament.pk, status="registration")


def check_end(history_of_all: list[History], followers: list[Follower]) -> None:
    """The state at the end, and what was told on the way."""
    published = {"round": set(), "board": set()}
    drafts: set[str] = set()
    for history in history_of_all:
        drafts |= history.drafts
        for kind, ids in published.items():
            ids |= history.published[kind]
    public = followers[0]
    for follower in followers:
        follower.catch_up()
        assert follower.kept() == follower.full_read()
        fresh = Follower(follower.tournament, follower.authorization)
        fresh.catch_up(limit=7)
        assert fresh.kept() == follower.kept()
        assert without_authors(follower.lists()) == without_authors(follower.lists_from_store())
    for kind, ids in published.items():
        assert public.known.get(kind, set()) <= ids
    assert public.statuses_of_rounds <= {"published", "completed"}
    assert not (drafts - published["board"]) & public.known.get("board", set())
    assert all(entry["requested_byes"] is None for entry in public.store["entry"].values())
    assert all(board["entered_by"] is None for board in public.store.get("board", {}).values())


@pytest.mark.django_db
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    seed=st.integers(0, 2**32), polling=st.lists(st.integers(1, 9), min_size=STEPS, max_size=STEPS)
)
def test_after_any_history_the_follower_has_what_a_full_read_gives(seed, polling):
    tournament, arbiter, followers = world()
    history = History(tournament, arbiter, random.Random(seed))
    for limit in polling:
        history.step()
        for follower in followers:
            if limit < 4:
                follower.poll_unless_hidden(limit)
    show(tournament, arbiter)
    check_end([history], followers)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", SEEDS)
def test_with_writers_and_readers_at_once(seed):
    tournament, arbiter, followers = world()
    writers = [
        History(tournament, arbiter, random.Random(f"{seed}-{number}")) for number in range(2)
    ]
    written = threading.Event()

    def write(history: History) -> None:
        try:
            for _ in range(STEPS):
                history.step()
        finally:
            connection.close()

    def read(follower: Follower, limits: random.Random) -> None:
        try:
            while not written.is_set():
                follower.poll_unless_hidden(limits.randrange(1, 9))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        reading = [
            pool.submit(read, follower, random.Random(f"{seed}-{number}-reader"))
            for number, follower in enumerate(followers)
        ]
        writing = [pool.submit(write, history) for history in writers]
        for each in writing:
            each.exception()
        written.set()
        for each in [*writing, *reading]:
            each.result()
    show(tournament, arbiter)
    check_end(writers, followers)
    assert all(follower.pages > 3 for follower in followers)
