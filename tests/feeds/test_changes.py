"""The change feed: windows, tombstones, tokens, waiting."""

from __future__ import annotations

import threading
from datetime import timedelta
from uuid import UUID

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    add_players,
    board_of,
    enter,
    make_event,
    make_tournament,
    member,
    pair,
    pair_and_publish,
    play,
    round_of,
    stranger,
)
from tests.support.feed_follower import Follower
from tournaments.clubs.models import Membership
from tournaments.core.clock import now
from tournaments.core.principal import SYSTEM
from tournaments.desk.rounds import unpublish_round
from tournaments.events.models import Tournament
from tournaments.events.services import (
    change_status,
    remove_entry,
    request_bye,
    schedule_round,
    update_entry,
    update_event,
    update_tournament,
)
from tournaments.history.services import keep_restore_point, restore
from tournaments.play.services import publish_round, record_result, unpair_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament(6, rounds=4)


@pytest.fixture
def public(tournament) -> Follower:
    """Somebody without an account who has everything up to now."""
    follower = Follower.of(tournament)
    follower.catch_up()
    return follower


@pytest.fixture
def runner(tournament) -> Follower:
    """An arbiter's app that has everything up to now."""
    follower = Follower.of(tournament, member(tournament.event.club))
    follower.catch_up()
    return follower


def told(changes: list[dict]) -> list[tuple[str, str]]:
    return [(change["op"], change["type"]) for change in changes]


def test_the_first_read_gives_everything_dependencies_first(tournament):
    play(tournament, 1)
    public, runner = Follower.of(tournament), Follower.of(tournament, member(tournament.event.club))
    everything = ["tournament"] + ["entry"] * 6 + ["round"] + ["board"] * 3
    assert told(public.poll()) == [("upsert", kind) for kind in everything]
    assert [kind for _, kind in told(runner.poll())].count("round") == 4
    assert (public.has_more, runner.has_more) == (False, False)


def test_nothing_new_is_an_empty_answer_with_one_query(public):
    with CaptureQueriesContext(connection) as queries:
        answer = public.ask(public.address())
    assert answer.json()["changes"] == []
    assert answer["Cache-Control"] == "no-store"
    assert len(queries) == 1


def test_an_object_that_changed_often_comes_once_as_it_is_now(public, tournament):
    entry = tournament.entries.get(pairing_number=3)
    for name in ("First", "Second", "Third"):
        update_entry(actor=SYSTEM, entry_id=entry.pk, name=name)
    sequence = Tournament.objects.get(pk=tournament.pk).sequence
    (change,) = public.poll()
    assert (change["type"], change["op"], change["id"]) == ("entry", "upsert", str(entry.pk))
    assert (change["seq"], change["version"]) == (sequence, 4)
    assert (change["data"]["name"], change["data"]["version"]) == ("Third", 4)


def test_one_result_is_less_than_a_kilobyte(public, tournament):
    round = pair_and_publish(tournament, 1)
    public.catch_up()
    enter(round, {2: "1-0"})
    answer = public.ask(public.address())
    assert told(answer.json()["changes"]) == [("upsert", "board")]
    assert len(answer.content) < 1000


def test_who_moves_down_when_somebody_enters_is_told(public, tournament):
    (newcomer,) = add_players(tournament, [2275])
    assert newcomer.pairing_number == 4
    changes = public.poll()
    assert sorted(change["data"]["pairing_number"] for change in changes) == [4, 5, 6, 7]


def test_a_removed_entry_is_a_tombstone_and_others_move_up(public, tournament):
    entry = tournament.entries.get(pairing_number=4)
    remove_entry(actor=SYSTEM, entry_id=entry.pk)
    changes = public.poll()
    assert told(changes) == [("delete", "entry")] + [("upsert", "entry")] * 2
    assert changes[0] == {
        "seq": changes[0]["seq"],
        "type": "entry",
        "id": str(entry.pk),
        "version": 2,
        "op": "delete",
    }


def test_a_draft_is_told_only_to_those_who_run_the_tournament(public, runner, tournament):
    pair(tournament, 1)
    assert public.poll() == []
    assert told(runner.poll()) == [("upsert", "round")] + [("upsert", "board")] * 3
    publish_round(actor=SYSTEM, round_id=round_of(tournament, 1).pk)
    assert told(public.poll()) == [
        ("upsert", "tournament"),
        ("upsert", "round"),
        *[("upsert", "board")] * 3,
    ]


def test_a_published_round_that_is_taken_back_leaves_tombstones(public, runner, tournament):
    round = pair_and_publish(tournament, 1)
    boards = {str(pk) for pk in round.boards.values_list("pk", flat=True)}
    public.catch_up()
    runner.catch_up()
    unpair_round(actor=SYSTEM, round_id=round.pk)
    changes = public.poll()
    # Boards go before the round that they name.
    assert told(changes) == [("delete", "board")] * 3 + [("delete", "round")]
    assert {change["id"] for change in changes[:3]} == boards
    assert [change["version"] for change in changes] == [2, 2, 2, 4]
    assert told(runner.poll()) == [("delete", "board")] * 3 + [("upsert", "round")]
    pair(tournament, 1)
    assert public.poll() == []


def test_a_draft_that_is_taken_back_leaves_nothing_for_others(public, runner, tournament):
    round = pair(tournament, 1).round
    runner.catch_up()
    unpair_round(actor=SYSTEM, round_id=round.pk)
    assert public.poll() == []
    assert told(runner.poll()) == [("delete", "board")] * 3 + [("upsert", "round")]


def test_a_published_round_that_is_a_draft_again_leaves_tombstones(public, runner, tournament):
    round = pair_and_publish(tournament, 1)
    boards = set(map(str, round.boards.values_list("pk", flat=True)))
    public.catch_up()
    runner.catch_up()
    unpublish_round(actor=SYSTEM, round_id=round.pk)
    unpair_round(actor=SYSTEM, round_id=round.pk)
    changes = public.poll()
    assert told(changes) == [("delete", "board")] * 3 + [("delete", "round")]
    assert {change["id"] for change in changes[:3]} == boards
    assert told(runner.poll()) == [("delete", "board")] * 3 + [("upsert", "round")]


def test_what_goes_when_an_earlier_state_comes_back(public, runner, tournament):
    point = keep_restore_point(actor=SYSTEM, tournament_id=tournament.pk)
    first = pair_and_publish(tournament, 1)
    enter(first, {1: "1-0", 2: "1-0", 3: "1-0"})
    boards = set(map(str, first.boards.values_list("pk", flat=True)))
    public.catch_up()
    draft = pair(tournament, 2).round
    runner.catch_up()
    drafted = set(map(str, draft.boards.values_list("pk", flat=True)))
    restore(actor=SYSTEM, point_id=point.pk)
    gone = {each["id"] for each in public.poll() if each["op"] == "delete"}
    assert gone == boards | {str(first.pk)}
    gone = {each["id"] for each in runner.poll() if each["op"] == "delete"}
    assert gone == boards | drafted
    for follower in (public, runner):
        follower.catch_up()
        assert follower.kept() == follower.full_read()


def test_the_schedule_of_a_round_that_is_not_published_is_not_told(public, runner, tournament):
    schedule_round(actor=SYSTEM, round_id=round_of(tournament, 2).pk, starts_at=now())
    assert public.poll() == []
    assert told(runner.poll()) == [("upsert", "round")]


def test_rounds_that_are_given_up_go_quietly(public, runner, tournament):
    gone = str(round_of(tournament, 4).pk)
    update_tournament(actor=SYSTEM, tournament_id=tournament.pk, round_count=3)
    assert "round" not in {change["type"] for change in public.poll()}
    assert [change["id"] for change in runner.poll() if change["op"] == "delete"] == [gone]


def test_who_will_be_absent_is_told_only_to_those_who_run_the_tournament(
    public, runner, tournament
):
    entry = tournament.entries.get(pairing_number=2)
    request_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2, kind="H")
    (seen,), (known,) = public.poll(), runner.poll()
    assert (seen["version"], known["version"]) == (2, 2)
    assert seen["data"]["requested_byes"] is None
    (bye,) = known["data"]["requested_byes"]
    assert (bye["round"], bye["kind"]) == (2, "H")


def test_pages_hold_every_change_once_and_the_token_comes_from_the_last(public, tournament):
    round = pair_and_publish(tournament, 1)
    enter(round, {1: "1-0", 2: "0-1", 3: "1/2-1/2"})
    pages = []
    while not pages or public.has_more:
        pages.append(public.poll(limit=2))
    assert [len(page) for page in pages] == [2, 2, 1]
    named = [change["id"] for page in pages for change in page]
    assert len(named) == len(set(named)) == 5
    assert public.poll() == []
    assert public.kept() == public.full_read()


def test_what_changes_between_two_pages_is_not_lost(public, tournament):
    round = pair_and_publish(tournament, 1)
    first = public.poll(limit=2)
    assert told(first) == [("upsert", "tournament"), ("upsert", "round")]
    unpair_round(actor=SYSTEM, round_id=round.pk)
    public.catch_up(limit=2)
    assert public.kept() == public.full_read()
    assert public.kept()["board"] == []


@pytest.mark.parametrize("size", [10, 100])
def test_the_number_of_queries_does_not_grow(size):
    tournament = make_tournament(size, rounds=3)
    play(tournament, 1)
    pair(tournament, 2)
    counts = {}
    for name, principal in (("public", None), ("runner", member(tournament.event.club))):
        follower = Follower.of(tournament, principal)
        with CaptureQueriesContext(connection) as queries:
            follower.poll()
        counts[name, "start"] = len(queries)
        follower.catch_up()
        entry = tournament.entries.get(pairing_number=1)
        update_entry(actor=SYSTEM, entry_id=entry.pk, name=f"New {name}")
        if name == "public":
            for number in (1, 2):
                board = board_of(round_of(tournament, 1), number)
                record_result(actor=SYSTEM, board_id=board.pk, outcome="0-1", reason="Mistaken")
        with CaptureQueriesContext(connection) as queries:
            follower.poll()
        counts[name, "later"] = len(queries)
    assert counts == {
        ("public", "start"): 10,
        ("public", "later"): 6,
        ("runner", "start"): 14,
        ("runner", "later"): 7,
    }


def refusal(follower: Follower) -> tuple[int, str]:
    answer = follower.ask(follower.address())
    return answer.status_code, answer.json()["code"]


def test_a_token_of_another_tournament_is_gone(public):
    other = make_tournament(2, event=make_event(name="Other"))
    public.tournament = str(other.pk)
    assert refusal(public) == (410, "feed.token_foreign")


@pytest.mark.parametrize("token", ["", "nonsense", "5", "5.1xY6CC.forged", "é", "~.~.~"])
def test_a_token_that_was_never_given_out_is_gone(public, token):
    public.token = token or "%20"
    assert refusal(public) == (410, "feed.token_foreign")


def test_a_changed_token_is_gone(public):
    number, rest = public.token.split(".", 1)
    public.token = f"{int(number) - 1}.{rest}"
    assert refusal(public) == (410, "feed.token_foreign")


def test_a_token_expires_after_thirty_days(public):
    with time_machine.travel(now() + timedelta(days=29, hours=23)):
        assert public.poll() == []
        renewed = public.token
    with time_machine.travel(now() + timedelta(days=59)):
        assert public.poll() == []
    public.token = renewed
    with time_machine.travel(now() + timedelta(days=60, hours=1)):
        assert refusal(public) == (410, "feed.token_expired")


def test_a_token_from_before_a_restored_backup_is_gone(public, tournament):
    Tournament.objects.filter(pk=tournament.pk).update(sequence=2)
    assert refusal(public) == (410, "feed.token_foreign")


def test_who_sees_more_or_less_than_before_starts_over(tournament, runner):
    membership = Membership.objects.get(club=tournament.event.club)
    membership.role = "viewer"
    membership.save()
    assert refusal(runner) == (410, "feed.rights_changed")
    runner.token, runner.store = None, {}
    runner.catch_up()
    membership.role = "arbiter"
    membership.save()
    assert refusal(runner) == (410, "feed.rights_changed")


def test_readers_of_the_same_view_may_share_a_token(tournament, public):
    reader = Follower.of(tournament, stranger())
    reader.token = public.token
    assert reader.poll() == []


@pytest.mark.parametrize("hide", ["draft", "event"])
def test_a_tournament_that_is_hidden_is_not_there(tournament, public, runner, hide):
    if hide == "draft":
        change_status(actor=SYSTEM, tournament_id=tournament.pk, status="draft")
    else:
        update_event(actor=SYSTEM, event_id=tournament.event_id, visibility="hidden")
    assert refusal(public) == (404, "tournament.not_found")
    runner.poll()
    assert runner.kept() == runner.full_read()


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=501", "limit=x", "wait=26", "wait=-1", "after=5"]
)
def test_what_the_parameters_cannot_be(public, query):
    assert public.ask(f"tournaments/{public.tournament}/changes?{query}").status_code == 400


class Waiting(threading.Thread):
    """A long poll on its own connection."""

    def __init__(self, follower: Follower, wait: int = 25) -> None:
        super().__init__()
        self.follower, self.wait, self.answer = follower, wait, None

    def run(self) -> None:
        try:
            self.answer = self.follower.ask(self.follower.address(wait=self.wait))
        finally:
            connection.close()


def begins_to_wait(thread: Waiting) -> None:
    from tournaments.feeds.watching import watcher

    thread.start()
    while not watcher.is_watched(UUID(thread.follower.tournament)):
        assert thread.is_alive()


@pytest.mark.django_db(transaction=True)
def test_a_long_poll_answers_as_soon_as_something_is_published(tournament, public, runner):
    waiting = Waiting(public)
    begins_to_wait(waiting)
    pair(tournament, 1)
    # The draft wakes those who run the tournament; nobody else hears of it.
    while not runner.poll():
        pass
    assert waiting.is_alive()
    publish_round(actor=SYSTEM, round_id=round_of(tournament, 1).pk)
    waiting.join(20)
    assert waiting.answer.status_code == 200
    public.take(waiting.answer.json())
    assert public.kept() == public.full_read()
    assert len(public.kept()["board"]) == 3


@pytest.mark.django_db(transaction=True)
def test_a_long_poll_without_change_ends_with_204(public):
    answer = public.ask(public.address(wait=1))
    assert (answer.status_code, answer.content) == (204, b"")


@pytest.mark.django_db(transaction=True)
def test_while_it_waits_it_holds_no_database_connection(tournament, public, monkeypatch):
    from tournaments.api.rest.v1 import feed

    held = []

    class Looking(threading.Event):
        def wait(self, timeout=None):
            held.append(connection.connection)
            return super().wait(0)

    monkeypatch.setattr(feed, "Event", Looking)
    assert public.ask(public.address(wait=25)).status_code == 204
    assert set(held) == {None}


@pytest.mark.django_db(transaction=True)
def test_rights_that_change_while_it_waits_end_the_wait(tournament, runner):
    waiting = Waiting(runner)
    begins_to_wait(waiting)
    Membership.objects.filter(club=tournament.event.club).update(role="viewer")
    pair_and_publish(tournament, 1)
    waiting.join(20)
    assert (waiting.answer.status_code, waiting.answer.json()["code"]) == (
        410,
        "feed.rights_changed",
    )


@pytest.mark.django_db(transaction=True)
def test_more_waiting_requests_than_threads_for_it_are_answered_at_once(public, monkeypatch):
    from tournaments.api.rest.v1 import feed

    monkeypatch.setattr(feed, "_waiting_places", threading.BoundedSemaphore(1))
    feed._waiting_places.acquire()
    answer = public.ask(public.address(wait=25))
    assert (answer.status_code, answer["Retry-After"]) == (204, "15")


def test_the_board_in_the_feed_says_who_entered_it_to_those_who_run_it(tournament, public, runner):
    arbiter = member(tournament.event.club)
    round = pair_and_publish(tournament, 1)
    enter(round, {1: "1-0"}, actor=arbiter)
    authors = {}
    for name, follower in (("public", public), ("runner", runner)):
        follower.catch_up()
        board = follower.store["board"][str(board_of(round, 1).pk)]
        authors[name] = board["entered_by"]
    assert authors == {"public": None, "runner": str(arbiter.user_id)}


def test_round_1_as_a_draft_moves_nothing_public_with_accelerated_pairings():
    tournament = make_tournament(8, rounds=9, acceleration="baku")
    public = Follower.of(tournament)
    public.catch_up()
    version = Tournament.objects.get(pk=tournament.pk).version
    for _ in range(2):
        round = pair(tournament, 1).round
        row = Tournament.objects.get(pk=tournament.pk)
        assert (row.version, row.baku_last_entry.pairing_number) == (version, 4)
        assert public.kept() == public.full_read()
        unpair_round(actor=SYSTEM, round_id=round.pk)
        row = Tournament.objects.get(pk=tournament.pk)
        assert (row.version, row.baku_last_entry) == (version, None)
        assert public.poll() == []
        assert public.kept() == public.full_read()
