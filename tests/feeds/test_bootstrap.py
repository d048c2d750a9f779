"""One request for a whole tournament."""

from __future__ import annotations

import gzip
import random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    enter,
    make_club,
    make_event,
    make_tournament,
    member,
    pair,
    pair_and_publish,
    play,
)
from tests.support.feed_follower import Follower
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Entry, Round, Tournament
from tournaments.events.services import request_bye, update_entry
from tournaments.play.models import Board, Seat

pytestmark = pytest.mark.django_db

MEASURED_BYTES = 140_000
"""What 300 players and 9 rounds took when this was written, rounded up; the limit is 200,000."""


def get(tournament, **headers):
    return Client().get(f"/api/v1/tournaments/{tournament.pk}/bootstrap", headers=headers)


def test_it_holds_what_the_lists_and_the_standings_say():
    tournament = make_tournament(7, rounds=3)
    play(tournament, 1)
    round = pair_and_publish(tournament, 2)
    enter(round, {1: "1/2-1/2"})
    body = get(tournament).json()
    follower = Follower.of(tournament)
    follower.catch_up()
    assert body["tournament"] == follower.get(f"tournaments/{tournament.pk}")
    assert [entry["pairing_number"] for entry in body["entries"]] == [1, 2, 3, 4, 5, 6, 7]
    assert [round["number"] for round in body["rounds"]] == [1, 2]
    assert [len(round["byes"]) for round in body["rounds"]] == [1, 1]
    assert len(body["boards"]) == 6
    assert follower.kept() == follower.full_read()
    full = follower.get(f"tournaments/{tournament.pk}/standings?limit=200")
    assert body["standings"]["order"] == full["order"]
    assert [
        {name: row[name] for name in ("rank", "shared", "entry", "points", "decided_by")}
        | {"values": [each["value"] for each in row["tie_breaks"]]}
        for row in full["data"]
    ] == body["standings"]["rows"]
    assert body["standings"]["open_boards"] == 2


def test_the_feed_goes_on_from_its_token():
    tournament = make_tournament(4, rounds=2)
    follower = Follower.of(tournament)
    follower.token = get(tournament).json()["next"]
    assert follower.poll() == []
    pair_and_publish(tournament, 1)
    assert {change["type"] for change in follower.poll()} == {"tournament", "round", "board"}


def test_it_is_known_again_without_reading_a_row_of_it():
    tournament = make_tournament(6, rounds=2)
    play(tournament, 1)
    get(tournament)
    first = get(tournament)
    assert first["ETag"].startswith('W/"')
    with CaptureQueriesContext(connection) as queries:
        same = get(tournament, if_none_match=first["ETag"])
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert len(queries) == 2
    entry = tournament.entries.get(pairing_number=2)
    update_entry(actor=SYSTEM, entry_id=entry.pk, name="Renamed, Player")
    assert get(tournament, if_none_match=first["ETag"]).status_code == 200


def test_a_draft_and_announced_absences_are_only_for_those_who_run_it():
    club = make_club()
    tournament = make_tournament(4, rounds=3, event=make_event(club))
    entry = tournament.entries.get(pairing_number=1)
    request_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2, kind="H")
    pair(tournament, 1)
    public = Follower.of(tournament).get(f"tournaments/{tournament.pk}/bootstrap")
    mine = Follower.of(tournament, member(club)).get(f"tournaments/{tournament.pk}/bootstrap")
    assert (len(public["rounds"]), len(public["boards"])) == (0, 0)
    assert (len(mine["rounds"]), len(mine["boards"])) == (3, 2)
    assert public["entries"][0]["requested_byes"] is None
    assert mine["entries"][0]["requested_byes"][0]["kind"] == "H"


@pytest.mark.parametrize("size", [10, 100])
def test_the_number_of_queries_does_not_grow(size):
    tournament = make_tournament(size, rounds=2)
    play(tournament, 1)
    get(tournament)
    with CaptureQueriesContext(connection) as queries:
        get(tournament)
    assert len(queries) == 12


def large_tournament(players: int, rounds: int) -> Tournament:
    """Everybody plays in every round; names, ratings and results of all sorts."""
    choose = random.Random(7)
    tournament = make_tournament(0, rounds=rounds, name="XXIII Open Internacional")
    club = tournament.event.club
    from tournaments.players.models import Player

    syllables = (
        "al",
        "ber",
        "car",
        "do",
        "es",
        "fer",
        "gar",
        "her",
        "iv",
        "jo",
        "kov",
        "mar",
        "tor",
    )

    def word() -> str:
        return "".join(choose.choices(syllables, k=choose.randrange(2, 4))).capitalize()

    people = [Player(club=club, name=f"{word()}, {word()} {word()}") for _ in range(players)]
    Player.objects.bulk_create(people)
    entries = [
        Entry(
            tournament=tournament,
            player=person,
            name=person.name,
            pairing_number=number,
            rating=2600 - 4 * number - choose.randrange(4),
            title=choose.choice(["", "", "", "FM", "IM", "GM", "WFM"]),
            federation=choose.choice(["ESP", "FRA", "POR", "ARG", "GER", "IND"]),
            club_name=f"Club {word()}",
        )
        for number, person in enumerate(people, start=1)
    ]
    Entry.objects.bulk_create(entries)
    for round in Round.objects.filter(tournament=tournament).order_by("number"):
        order = choose.sample(entries, len(entries))
        boards = [
            Board(
                round=round,
                number=number,
                outcome=choose.choice(["1-0", "0-1", "1/2-1/2", "1-0F"]),
                confirmed=True,
                version=2,
            )
            for number in range(1, players // 2 + 1)
        ]
        Board.objects.bulk_create(boards)
        Seat.objects.bulk_create(
            Seat(round=round, entry=order.pop(), board=board, side=side)
            for board in boards
            for side in "wb"
        )
    Round.objects.filter(tournament=tournament).update(status="completed")
    Tournament.objects.filter(pk=tournament.pk).update(status="running")
    return tournament


def test_300_players_and_9_rounds_are_under_200_kilobytes():
    tournament = large_tournament(300, 9)
    answer = get(tournament, accept_encoding="gzip")
    assert answer["Content-Encoding"] == "gzip"
    body = gzip.decompress(answer.content)
    assert (body.count(b'"white":'), body.count(b'"rank":')) == (1350, 300)
    assert len(answer.content) < MEASURED_BYTES < 200_000
