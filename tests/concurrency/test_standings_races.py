"""Results and readers of the standings at once, with real transactions in real threads."""

from __future__ import annotations

import pytest

from tests.concurrency.test_races import at_once
from tests.factories import (
    board_numbers,
    changes_of,
    make_tournament,
    pair_and_publish,
    refreshed,
)
from tiebreaks import standings
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.play.record import build_record
from tournaments.play.services import record_result
from tournaments.standings.decisions import draw_lots
from tournaments.standings.models import Place, StoredStandings
from tournaments.standings.selectors import standings_for

pytestmark = pytest.mark.django_db(transaction=True)

OUTCOMES = ("1-0", "1/2-1/2", "0-1", "1-0F")


def test_standings_are_those_of_the_record_whoever_computed_last():
    tournament = make_tournament(40, rounds=3)
    round = pair_and_publish(tournament, 1)
    boards = {board.number: board.pk for board in round.boards.all()}

    def enter(number):
        outcome = OUTCOMES[number % 4]
        return record_result(actor=SYSTEM, board_id=boards[number], outcome=outcome).version

    def read(_):
        table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
        return sum(row.points for row in table.rows)

    actions = [
        lambda act=act, number=number: act(number)
        for number in board_numbers(round)
        for act in (enter, read)
    ]
    answers = at_once(actions, threads=6)
    assert len(answers) == 40
    assert not [answer for answer in answers if isinstance(answer, str)]
    # Whoever came while another computed went on; a reader gets what holds even so.
    assert standings_for(principal=ANONYMOUS, tournament_id=tournament.pk).current
    stored = StoredStandings.objects.get(tournament=tournament, after_round=1)
    assert stored.is_current
    record = build_record(refreshed(tournament), through_round=1, planned=False)
    ranked = standings(record, tournament.tie_breaks)
    places = Place.objects.filter(standings=stored).order_by("position")
    assert [place.position for place in places] == list(range(1, 41))
    assert list(places.values_list("rank", "entry__pairing_number")) == [
        (row.rank, row.number) for row in ranked.rows
    ]


def test_two_first_readers_store_one_row():
    tournament = make_tournament(6, rounds=3)
    answers = at_once(
        [
            lambda: len(standings_for(principal=ANONYMOUS, tournament_id=tournament.pk).rows)
            for _ in range(4)
        ]
    )
    assert answers == [6] * 4
    assert StoredStandings.objects.filter(tournament=tournament).count() == 1
    assert Place.objects.count() == 6


def test_two_arbiters_who_draw_lots_at_once_draw_one_lot():
    tournament = make_tournament(6, rounds=3, tie_breaks=["PTS"])
    answers = at_once(
        [
            lambda seed=seed: draw_lots(actor=SYSTEM, tournament_id=tournament.pk, seed=seed)
            for seed in (1, 2, 3)
        ]
    )
    seeds = [answer.lots_seed for answer in answers if not isinstance(answer, str)]
    refused = [answer for answer in answers if isinstance(answer, str)]
    assert refused == ["standings.lots_drawn_already"] * 2
    assert seeds == [refreshed(tournament).lots_seed]
    assert changes_of(tournament).count("standings.lots_drawn") == 1
