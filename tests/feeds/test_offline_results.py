"""Results entered offline: one outcome each, in any order, as often as one likes."""

from __future__ import annotations

import itertools
import json
import random
import uuid

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from knox.models import get_token_model

from tests.factories import (
    board_of,
    enter,
    make_club,
    make_event,
    make_tournament,
    member,
    pair,
    pair_and_publish,
    stranger,
)
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Tournament
from tournaments.events.services import add_event_member
from tournaments.feeds.offline import OfflineResult, enter_offline_results
from tournaments.play.models import Board
from tournaments.play.outcomes import BoardOutcome
from tournaments.play.services import record_result
from tournaments.players.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def arbiter(club):
    return member(club)


@pytest.fixture
def tournament(club):
    return make_tournament(8, rounds=3, event=make_event(club))


@pytest.fixture
def round(tournament):
    return pair_and_publish(tournament, 1)


def send(tournament, principal, items, *, key=None, expect=200):
    """The answer's outcomes by client id, through HTTP."""
    _, token = get_token_model().objects.create(user=principal.user)
    headers = {"authorization": f"Bearer {token}"} | ({"idempotency-key": key} if key else {})
    answer = Client().post(
        f"/api/v1/tournaments/{tournament.pk}/results:batch",
        json.dumps({"results": items}),
        content_type="application/json",
        headers=headers,
    )
    assert answer.status_code == expect, answer.content
    return answer


def item(board, result, version=1, name=None):
    return {
        "client_id": name or f"c{board.number}",
        "board": str(board.pk),
        "result": result,
        "base_version": version,
    }


def outcomes(answer) -> dict[str, str]:
    return {each["client_id"]: each["outcome"] for each in answer.json()["results"]}


def test_results_are_applied_and_sending_them_again_changes_nothing(tournament, round, arbiter):
    items = [item(board_of(round, number), "1-0") for number in (3, 1, 4, 2)]
    first = send(tournament, arbiter, items)
    assert list(outcomes(first).items()) == [(f"c{n}", "applied") for n in (3, 1, 4, 2)]
    board = first.json()["results"][0]["board"]
    assert (board["version"], board["result"], board["confirmed"]) == (2, "1-0", True)
    assert board["entered_by"] == {"id": str(arbiter.user_id), "name": arbiter.user.name}
    sequence = Tournament.objects.get(pk=tournament.pk).sequence
    again = send(tournament, arbiter, items)
    assert set(outcomes(again).values()) == {"already_there"}
    assert Tournament.objects.get(pk=tournament.pk).sequence == sequence


def test_a_conflict_shows_what_stands_there_and_who_entered_it(tournament, round, arbiter, club):
    deputy = member(club, name="Deputy")
    enter(round, {1: "0-1"}, actor=deputy)
    answer = send(
        tournament,
        arbiter,
        [item(board_of(round, 1), "1-0"), item(board_of(round, 2), "1-0")],
    )
    assert outcomes(answer) == {"c1": "conflict", "c2": "applied"}
    conflict = answer.json()["results"][0]
    assert conflict["problem"]["code"] == "board.stale"
    assert conflict["board"] | {"entered_at": None} == {
        "id": str(board_of(round, 1).pk),
        "version": 2,
        "result": "0-1",
        "confirmed": True,
        "entered_by": {"id": str(deputy.user_id), "name": "Deputy"},
        "entered_at": None,
    }
    assert board_of(round, 1).outcome == "0-1"


def test_the_same_result_by_somebody_else_is_no_conflict(tournament, round, arbiter):
    enter(round, {1: "1-0"})
    answer = send(tournament, arbiter, [item(board_of(round, 1), "1-0")])
    assert outcomes(answer) == {"c1": "already_there"}
    assert board_of(round, 1).version == 2


def test_a_correction_based_on_what_stands_there_is_applied(tournament, round, arbiter):
    enter(round, {1: "1-0"})
    answer = send(tournament, arbiter, [item(board_of(round, 1), "0-1", version=2)])
    assert outcomes(answer) == {"c1": "applied"}
    assert board_of(round, 1).outcome == "0-1"


def test_contradicting_results_of_one_board_are_not_entered(tournament, round, arbiter):
    board = board_of(round, 1)
    items = [item(board, "1-0", name="a"), item(board, "0-1", name="b")]
    for order in (items, items[::-1]):
        answer = send(tournament, arbiter, order)
        assert outcomes(answer) == {"a": "conflict", "b": "conflict"}
        assert {each["problem"]["code"] for each in answer.json()["results"]} == {
            "result.contradictory"
        }
    assert board_of(round, 1).outcome == ""


def test_the_same_result_twice_in_one_batch_is_applied_once(tournament, round, arbiter):
    board = board_of(round, 1)
    items = [item(board, "1-0", name="a"), item(board, "1-0", version=7, name="b")]
    assert outcomes(send(tournament, arbiter, items)) == {"a": "applied", "b": "applied"}
    assert board_of(round, 1).version == 2


def test_what_cannot_be_is_refused_one_by_one(tournament, round, arbiter):
    other = pair_and_publish(make_tournament(4, event=make_event(name="Other")), 1)
    items = [
        item(board_of(round, 1), "1-0"),
        item(board_of(other, 1), "1-0", name="elsewhere"),
        item(board_of(round, 2), "1-0") | {"board": str(uuid.uuid4()), "client_id": "nowhere"},
    ]
    answer = send(tournament, arbiter, items)
    assert outcomes(answer) == {"c1": "applied", "elsewhere": "refused", "nowhere": "refused"}
    for refused in answer.json()["results"][1:]:
        assert (refused["board"], refused["problem"]["status"]) == (None, 404)
        assert refused["problem"]["code"] == "board.not_found"
    assert board_of(other, 1).outcome == ""


def test_a_draft_takes_no_results_and_is_not_there_for_players(tournament, round, arbiter):
    enter(round, dict.fromkeys(range(1, 5), "1-0"))
    draft = pair(tournament, 2).round
    answer = send(tournament, arbiter, [item(board_of(draft, 1), "1-0")])
    refused = answer.json()["results"][0]
    assert (refused["outcome"], refused["problem"]["code"]) == ("refused", "round.not_published")
    assert send(tournament, stranger(), [item(board_of(draft, 1), "1-0")]).json()["results"][0][
        "problem"
    ]["code"] == ("board.not_found")


def test_players_enter_their_own_boards_where_that_is_allowed(club, arbiter):
    tournament = make_tournament(
        4, event=make_event(club, name="Casual"), results_policy="confirmed_by_arbiter"
    )
    round = pair_and_publish(tournament, 1)
    player = stranger()
    mine, other = board_of(round, 1), board_of(round, 2)
    seat = mine.seats.select_related("entry").first()
    Player.objects.filter(pk=seat.entry.player_id).update(user=player.user)
    answer = send(tournament, player, [item(mine, "1-0"), item(other, "1-0")])
    assert outcomes(answer) == {"c1": "applied", "c2": "refused"}
    own, refused = answer.json()["results"]
    assert (own["board"]["confirmed"], refused["board"]) == (False, None)
    assert refused["problem"]["code"] == "permission.denied"
    # The arbiter enters the same without having seen it: that confirms it.
    assert outcomes(send(tournament, arbiter, [item(mine, "1-0")])) == {"c1": "applied"}
    assert board_of(round, 1).confirmed
    assert outcomes(send(tournament, player, [item(mine, "1-0")])) == {"c1": "already_there"}


def test_who_may_enter_none_of_them_is_told_so(tournament, round):
    answer = send(tournament, stranger(), [item(board_of(round, 1), "1-0")], expect=403)
    assert answer.json()["code"] == "permission.denied"
    assert board_of(round, 1).outcome == ""


def test_the_same_key_answers_the_same_again(tournament, round, arbiter):
    items = [item(board_of(round, 1), "1-0")]
    first = send(tournament, arbiter, items, key="offline-1")
    again = send(tournament, arbiter, items, key="offline-1")
    assert (again.content, again["Idempotent-Replayed"]) == (first.content, "true")
    assert send(tournament, arbiter, [], key="offline-1", expect=422).json()["code"] == (
        "idempotency.key_reused"
    )


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"result": "2-0"}, "#/results/0/result"),
        ({"base_version": 0}, "#/results/0/base_version"),
        ({"board": "x"}, "#/results/0/board"),
        ({"client_id": ""}, "#/results/0/client_id"),
        ({"extra": 1}, "#/results/0/extra"),
    ],
)
def test_what_an_item_cannot_be(tournament, round, arbiter, change, pointer):
    board = board_of(round, 1)
    answer = send(tournament, arbiter, [item(board, "1-0") | change], expect=422)
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


def test_a_batch_has_a_size(tournament, round, arbiter):
    board = board_of(round, 1)
    many = [item(board, "1-0", name=f"n{n}") for n in range(201)]
    assert send(tournament, arbiter, many, expect=422)
    assert send(tournament, arbiter, [], expect=422)
    twice = [item(board, "1-0", name="same")] * 2
    answer = send(tournament, arbiter, twice, expect=422)
    assert answer.json()["code"] == "result.client_id_repeated"


@pytest.mark.parametrize("seed", range(5))
def test_neither_the_order_of_the_items_nor_of_the_batches_matters(seed, club, arbiter):
    """Two devices that saw the same board: whoever comes first, nothing is lost silently."""
    choose = random.Random(seed)

    def run(order) -> tuple[dict[int, str], dict[str, str]]:
        tournament = make_tournament(8, rounds=1, event=make_event(club, name=str(uuid.uuid4())))
        round = pair_and_publish(tournament, 1)
        boards = {board.number: board.pk for board in Board.objects.filter(round=round)}
        found = {}
        for batch in order:
            results = [OfflineResult(n, boards[b], r, v) for n, b, r, v in batch]
            for each in enter_offline_results(
                actor=SYSTEM, tournament_id=tournament.pk, items=results
            ):
                found[each.item.client_id] = each.outcome.value
        return dict(round.boards.values_list("number", "outcome")), found

    items = [
        (f"n{n}", choose.randrange(1, 5), choose.choice(BoardOutcome.values[:3]), 1)
        for n in range(6)
    ]
    in_order = run([items])
    for _ in range(3):
        assert run([choose.sample(items, len(items))]) == in_order
    # In batches of one the first result of a board stays, and every other is told.
    stored, found = run([[each] for each in items])
    for number, group in itertools.groupby(sorted(items, key=lambda x: x[1]), lambda x: x[1]):
        first, *later = list(group)
        assert stored[number] == first[2]
        assert found[first[0]] == "applied"
        assert [found[each[0]] for each in later] == [
            "already_there" if each[2] == first[2] else "conflict" for each in later
        ]


DRAWS = ("1/2-1/2", "½-½", "½–½", "½\u2212½")


def entered(tournament, actor, *items) -> list[str]:
    """The outcomes of ``(board, result, base version[, reason])``, or why they are refused."""
    results = [
        OfflineResult(f"c{place}", board.pk, *rest) for place, (board, *rest) in enumerate(items)
    ]
    found = enter_offline_results(actor=actor, tournament_id=tournament.pk, items=results)
    return [each.refusal.code if each.refusal else each.outcome.value for each in found]


def test_a_draw_is_a_draw_however_it_is_written(tournament, round, arbiter):
    boards = [board_of(round, number) for number in range(1, 5)]
    each = list(zip(boards, DRAWS, [1] * 4, strict=True))
    assert entered(tournament, arbiter, *each) == ["applied"] * 4
    assert list(round.boards.values_list("outcome", flat=True)) == ["1/2-1/2"] * 4
    # Of one board in four spellings: they agree with each other and with what stands there.
    assert (
        entered(tournament, arbiter, *((boards[0], text, 1) for text in DRAWS))
        == ["already_there"] * 4
    )
    assert send(tournament, arbiter, [item(boards[0], text, name=text) for text in DRAWS[:2]])


def test_a_result_after_the_next_pairing_needs_its_reason_a_forfeit_none(tournament, arbiter):
    first = pair_and_publish(tournament, 1)
    enter(first, dict.fromkeys(range(1, 5), "1-0"))
    second = pair_and_publish(tournament, 2)
    old, new = board_of(first, 1), board_of(second, 1)
    assert entered(tournament, arbiter, (old, "0-1", 2), (new, "0-0F", 1)) == [
        "result.reason_required",
        "applied",
    ]
    assert (board_of(first, 1).outcome, board_of(second, 1).outcome) == ("1-0", "0-0F")
    assert entered(tournament, arbiter, (old, "0-1", 2, "scoresheets")) == ["applied"]
    correction = board_of(first, 1).corrections.get()
    assert (correction.old, correction.new, correction.reason) == ("1-0", "0-1", "scoresheets")


@pytest.mark.parametrize(
    ("second", "expected", "stands"),
    [("1-0", "applied", ("1-0", True)), ("0-1", "board.stale", ("1-0", False))],
)
def test_the_phones_of_two_players(club, second, expected, stands):
    tournament = make_tournament(
        4, event=make_event(club, name="Casual"), results_policy="agreed_by_players"
    )
    board = board_of(pair_and_publish(tournament, 1), 1)
    players = [stranger(), stranger()]
    for player, seat in zip(players, board.seats.select_related("entry"), strict=True):
        Player.objects.filter(pk=seat.entry.player_id).update(user=player.user)
    assert entered(tournament, players[0], (board, "1-0", 1)) == ["applied"]
    assert entered(tournament, players[1], (board, second, 1)) == [expected]
    board.refresh_from_db()
    assert (board.outcome, board.confirmed) == stands


def test_a_helper_enters_his_boards_and_is_told_of_the_others(tournament, round):
    helper = stranger()
    add_event_member(
        actor=SYSTEM,
        event_id=tournament.event_id,
        email=helper.user.email,
        role="helper",
        first_board=2,
        last_board=3,
    )
    items = [(board_of(round, number), "1-0", 1) for number in (1, 2, 3, 4)]
    denied = "permission.denied"
    assert entered(tournament, helper, *items) == [denied, "applied", "applied", denied]
    assert list(round.boards.values_list("outcome", flat=True)) == ["", "1-0", "1-0", ""]


def test_every_order_of_good_and_bad_items_ends_alike(tournament, round, arbiter):
    """What is undone with a refusal, sequence numbers above all, leaves no trace."""
    enter(round, {3: "0-1"})
    items = [
        (board_of(round, 1), "1-0", 1),
        (board_of(round, 2), "2-0", 1),
        (board_of(round, 3), "1-0", 1),
        (board_of(round, 4), "1/2-1/2", 1),
    ]
    before = Tournament.objects.get(pk=tournament.pk).sequence
    ends = set()
    for order in itertools.permutations(items):
        with transaction.atomic():
            found = entered(tournament, arbiter, *order)
            told = {each[0].number: what for each, what in zip(order, found, strict=True)}
            sequence = Tournament.objects.get(pk=tournament.pk).sequence
            rows = tuple(round.boards.values_list("number", "outcome", "version"))
            ends.add((rows, sequence - before, *sorted(told.items())))
            transaction.set_rollback(True)
    assert ends == {
        (
            ((1, "1-0", 2), (2, "", 1), (3, "0-1", 2), (4, "1/2-1/2", 2)),
            2,
            (1, "applied"),
            (2, "result.impossible"),
            (3, "board.stale"),
            (4, "applied"),
        )
    }


def test_a_repeated_batch_is_there_already_also_when_all_is_finished(tournament, round, arbiter):
    items = [(board_of(round, number), "1-0", 1) for number in (1, 2)]
    assert entered(tournament, arbiter, *items) == ["applied"] * 2
    Tournament.objects.filter(pk=tournament.pk).update(status="finished")
    assert entered(tournament, arbiter, *items) == ["already_there"] * 2
    assert entered(tournament, arbiter, (items[0][0], "0-1", 2)) == ["tournament.closed"]


def notices() -> int:
    """PostgreSQL is told of each change besides, for those who listen."""
    return 1 if connection.vendor == "postgresql" else 0


def test_what_a_result_costs_under_the_lock(tournament, round, arbiter, django_assert_num_queries):
    """Savepoint (2), lock, board, role, three writes, listeners (3), whether the round is over."""
    board = board_of(round, 1)
    with django_assert_num_queries(12 + notices()):
        record_result(actor=arbiter, board_id=board.pk, outcome="1-0", expected_version=1)


def test_each_further_result_of_a_batch_costs_ten(tournament, round, arbiter):
    """Beside that its savepoint (2), tournament and lock; the role is read once."""
    counts = []
    for numbers in ((1,), (2, 3)):
        items = [(board_of(round, number), "1/2-1/2", 1) for number in numbers]
        with CaptureQueriesContext(connection) as queries:
            assert set(entered(tournament, arbiter, *items)) == {"applied"}
        counts.append(len(queries))
    assert counts == [4 + 10 + notices() + 1, 4 + 2 * (10 + notices())]
