"""The results feed while others write: real transactions that commit late and out of order."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction

from tests.concurrency.test_races import at_once
from tests.factories import board_numbers, board_of, pair_and_publish
from tests.federations.conftest import Mirror, everything, rated_tournament, reader
from tournaments.core.principal import SYSTEM
from tournaments.play.services import record_result
from tournaments.players.services import update_player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.needs("postgresql-as-database")
@pytest.mark.parametrize("what", ["result", "player"])
def test_a_change_that_commits_late_is_not_skipped(what):
    """The slow one writes first and commits last; the feed has gone on meanwhile."""
    slow, quick = rated_tournament(4), rated_tournament(4)
    boards = [board_of(pair_and_publish(each, 1), 1) for each in (slow, quick)]
    entry = slow.entries.get(pairing_number=1)
    mirror = Mirror(reader()).follow()
    written, read = threading.Event(), threading.Event()

    def write_slowly():
        try:
            with transaction.atomic():
                if what == "result":
                    record_result(actor=SYSTEM, board_id=boards[0].pk, outcome="1-0")
                else:
                    update_player(actor=SYSTEM, player_id=entry.player_id, fide_id="99")
                written.set()
                assert read.wait(20)
        finally:
            connection.close()

    thread = threading.Thread(target=write_slowly)
    thread.start()
    try:
        assert written.wait(20)
        record_result(actor=SYSTEM, board_id=boards[1].pk, outcome="0-1")
        mirror.told.clear()
        mirror.follow()
        assert mirror.told == [("result", str(boards[1].pk), False)]
        position = mirror.cursor.position
    finally:
        read.set()
        thread.join()
    mirror.told.clear()
    mirror.follow()
    changed = ("result", boards[0].pk) if what == "result" else ("entry", entry.pk)
    assert mirror.told == [(changed[0], str(changed[1]), False)]
    assert mirror.cursor.position == position + 1
    assert mirror.state == everything(reader())


def test_readers_among_writers_end_with_everything():
    tournaments = [rated_tournament(6) for _ in range(3)]
    rounds = [pair_and_publish(each, 1) for each in tournaments]
    mirrors = [Mirror(reader(), limit=limit) for limit in (2, 50)]

    def write(round):
        for outcome in ("1-0", "0-1", "1/2-1/2"):
            for number in board_numbers(round):
                record_result(actor=SYSTEM, board_id=board_of(round, number).pk, outcome=outcome)

    def rename(tournament):
        for entry in tournament.entries.order_by("pairing_number"):
            number = str(entry.pairing_number)
            update_player(actor=SYSTEM, player_id=entry.player_id, fide_id=number)

    def follow(mirror):
        for _ in range(12):
            mirror.read()

    actions = [lambda each=each: write(each) for each in rounds]
    actions += [lambda: rename(tournaments[0])]
    actions += [lambda each=each: follow(each) for each in mirrors]
    answers = at_once(actions)
    assert answers == [None] * len(actions)
    whole = everything(reader())
    for mirror in mirrors:
        assert mirror.follow().state == whole
    results = [data for kind, data in whole.values() if kind == "result"]
    assert [each["result"] for each in results] == ["1/2-1/2"] * 9
    fide = [data["external_ids"]["fide"] for kind, data in whole.values() if kind == "entry"]
    assert sorted(filter(None, fide)) == list("123456")
