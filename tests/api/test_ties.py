"""Lots and an order by hand over the API: repeated, late, and of what nobody may see."""

from __future__ import annotations

import pytest

from tests.api.driving import enter_all, pair, pair_and_publish
from tests.factories import entry_ids
from tournaments.events.models import Tournament


@pytest.fixture
def tied(api, make_tournament) -> Tournament:
    """Eight players after a round of draws: everybody shares the first place."""
    tournament = make_tournament(8, rounds=3, tie_breaks=["PTS", "WIN"])
    round_id = pair_and_publish(api.arbiter, tournament.pk, 1)["id"]
    enter_all(api.arbiter, round_id, dict.fromkeys(range(1, 5), "1/2-1/2"))
    return tournament


def order(api, tournament) -> list[tuple]:
    body = api.anonymous.get(f"tournaments/{tournament.pk}/standings").json()
    return [(row["rank"], row["pairing_number"], row["decided_by"]) for row in body["data"]]


def send(api, tournament, path, body=None, **headers):
    address = f"tournaments/{tournament.pk}"
    headers.setdefault("if_match", api.arbiter.get(address)["ETag"])
    return api.arbiter.post(f"{address}/standings/{path}", body, **headers)


def logged(tournament) -> list[str]:
    kinds = tournament.changes.filter(type__startswith="standings.").order_by("seq")
    return list(kinds.values_list("type", flat=True))


def test_lots_sent_twice_with_one_key_are_drawn_once(api, tied):
    tag = api.arbiter.get(f"tournaments/{tied.pk}")["ETag"]
    first = send(api, tied, "lots", {}, if_match=tag, idempotency_key="a")
    drawn = order(api, tied)
    again = send(api, tied, "lots", {}, if_match=tag, idempotency_key="a")
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == first.json()
    assert order(api, tied) == drawn
    assert [rank for rank, _, _ in drawn] == list(range(1, 9))
    assert logged(tied) == ["standings.lots_drawn"]
    other = send(api, tied, "lots", {"seed": 5}, idempotency_key="b")
    assert (other.status_code, other.json()["code"]) == (409, "standings.lots_drawn_already")
    late = send(api, tied, "lots/call-off", if_match=tag)
    assert (late.status_code, late.json()["code"]) == (412, "precondition.stale")
    assert order(api, tied) == drawn


def test_lots_called_off_and_drawn_again_are_all_in_the_log(api, tied):
    seeds = []
    for seed in (1, 2):
        seeds.append(send(api, tied, "lots", {"seed": seed}).json()["lots_seed"])
        assert send(api, tied, "lots/call-off").json()["lots_seed"] is None
    assert seeds == [1, 2]
    assert order(api, tied) == [(1, number, "") for number in range(1, 9)]
    assert logged(tied) == ["standings.lots_drawn", "standings.lots_called_off"] * 2


def test_an_order_by_hand_moves_the_tied_and_nobody_else(api, tied):
    ids = entry_ids(tied)
    wanted = [5, 4, 3, 2, 1, 8, 7, 6]
    entries = [str(ids[number]) for number in wanted]
    assert send(api, tied, "manual-order", {"entries": entries}).status_code == 200
    assert [number for _, number, _ in order(api, tied)] == wanted
    # Once a round separates them, points come first and the order inside each of the two halves.
    round_id = pair_and_publish(api.arbiter, tied.pk, 2)["id"]
    enter_all(api.arbiter, round_id, dict.fromkeys(range(1, 5), "1-0"))
    body = api.anonymous.get(f"tournaments/{tied.pk}/standings").json()
    points = {row["pairing_number"]: row["points"] for row in body["data"]}
    numbers = [number for _, number, _ in order(api, tied)]
    assert numbers == sorted(points, key=lambda number: (-points[number], wanted.index(number)))
    assert sorted(points.values()) == [5] * 4 + [15] * 4
    assert [decided for _, _, decided in order(api, tied)] == [
        *("", "MANUAL", "MANUAL", "MANUAL"),
        *("PTS", "MANUAL", "MANUAL", "MANUAL"),
    ]


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("lots", {"seed": -1}, "request.invalid"),
        ("lots", {"seed": "x"}, "request.invalid"),
        ("lots", {"seed": 2**31}, "request.invalid"),
        ("manual-order", {}, "request.invalid"),
        ("manual-order", {"entries": ["x"]}, "request.invalid"),
        ("manual-order", {"entries": None}, "request.invalid"),
    ],
)
def test_what_cannot_be_decided_changes_nothing(api, tied, path, body, code):
    answer = send(api, tied, path, body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert order(api, tied) == [(1, number, "") for number in range(1, 9)]
    assert logged(tied) == []


def test_entries_of_other_tournaments_are_unknown(api, tied, make_tournament):
    foreign = str(entry_ids(make_tournament(2, name="Other"))[1])
    own = str(entry_ids(tied)[1])
    answer = send(api, tied, "manual-order", {"entries": [own, foreign]})
    assert (answer.status_code, answer.json()["code"]) == (422, "entry.unknown")
    assert answer.json()["params"] == {"entries": [foreign]}
    twice = send(api, tied, "manual-order", {"entries": [own, own]})
    assert (twice.status_code, twice.json()["code"]) == (422, "standings.manual_order_repeated")


def test_a_decision_says_nothing_of_a_round_that_is_not_published(api, tied):
    before = order(api, tied)
    pair(api.arbiter, tied.pk, 2)
    send(api, tied, "lots", {"seed": 3})
    body = api.anonymous.get(f"tournaments/{tied.pk}/standings").json()
    assert (body["round"], len(body["data"])) == (1, len(before))
    assert [notice["code"] for notice in body["notices"]] == ["standings.lots_drawn"]
    crosstable = api.anonymous.get(f"tournaments/{tied.pk}/crosstable").json()
    assert {len(line["rounds"]) for line in crosstable["data"]} == {1}
