"""Several people at one round robin: draws, the whole schedule, withdrawals among results."""

from __future__ import annotations

import pytest

from tests.concurrency.test_races import at_once
from tests.factories import changes_of, entry_ids, refreshed, round_of
from tests.support.round_robins import (
    make_round_robin,
    outcomes,
    pair_all,
    play_pairs,
    publish_all,
    table_of,
)
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Entry
from tournaments.events.services import return_entry, withdraw_entry
from tournaments.jobs.models import PairingRun
from tournaments.jobs.services import request_schedule
from tournaments.play.models import Board
from tournaments.play.services import record_result
from tournaments.schedules.models import CancelledGame, Draw
from tournaments.schedules.services.draw import draw_numbers
from tournaments.standings.computation import compute
from tournaments.standings.selectors import standings_for

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_draws_at_once_leave_the_numbers_of_one():
    tournament = make_round_robin(8, numbered=False)
    seeds = (1, 2, 3)
    answers = at_once(
        [
            lambda seed=seed: draw_numbers(actor=SYSTEM, tournament_id=tournament.pk, seed=seed)
            for seed in seeds
        ]
    )
    assert all(isinstance(answer, Draw) for answer in answers)
    kept = Draw.objects.get(tournament=tournament)
    assert kept.seed in seeds
    ids = entry_ids(tournament)
    assert [str(ids[number]) for number in range(1, 9)] == kept.order
    assert changes_of(tournament).count("numbers.drawn") == 3


def test_two_requests_for_the_whole_schedule_pair_it_once():
    tournament = make_round_robin(6)
    answers = at_once([lambda: request_schedule(actor=SYSTEM, tournament_id=tournament.pk)] * 2)
    runs = [answer for answer in answers if isinstance(answer, PairingRun)]
    refused = [answer for answer in answers if isinstance(answer, str)]
    assert len(runs) == 1
    assert refused[0] in ("round.pairing_in_progress", "round.none_left")
    tournament = refreshed(tournament)
    assert set(tournament.rounds.values_list("status", flat=True)) == {"draft"}
    assert changes_of(tournament).count("round.paired") == 5


def test_a_withdrawal_while_a_result_arrives_keeps_boards_and_rule_together():
    """Player 1 has two of six games; the third arrives as he leaves."""
    tournament = pair_all(make_round_robin(7))
    publish_all(tournament)
    for number in (1, 2, 3):
        play_pairs(round_of(tournament, number))
    entry = entry_ids(tournament)[1]
    fourth = Board.objects.get(
        round=round_of(tournament, 4),
        seats__entry=entry,
    )
    answers = at_once(
        [
            lambda: withdraw_entry(actor=SYSTEM, entry_id=entry, from_round=4),
            lambda: record_result(actor=SYSTEM, board_id=fourth.pk, outcome="1-0"),
        ]
    )
    left = tournament.entries.get(pk=entry).status == "withdrawn"
    assert left == isinstance(answers[0], Entry)
    if left:
        # The board was gone when the result arrived.
        assert answers[1] == "board.not_found"
        assert CancelledGame.objects.filter(round__number=4, white=entry).count() == 1
        assert (1, 4) not in outcomes(tournament, 4)
    else:
        assert answers[0] == "schedule.played_later"
        assert outcomes(tournament, 4)[1, 4] == "1-0"
    assert_standings_agree(tournament)


def test_leaving_and_coming_back_at_once_ends_in_one_of_the_two_states():
    tournament = pair_all(make_round_robin(6))
    publish_all(tournament)
    play_pairs(round_of(tournament, 1))
    table = table_of(tournament)
    entry = entry_ids(tournament)[2]
    withdraw_entry(actor=SYSTEM, entry_id=entry)
    at_once(
        [
            lambda: return_entry(actor=SYSTEM, entry_id=entry),
            lambda: withdraw_entry(actor=SYSTEM, entry_id=entry),
            lambda: return_entry(actor=SYSTEM, entry_id=entry),
        ]
    )
    if tournament.entries.get(pk=entry).status == "active":
        assert table_of(tournament) == table
        assert not CancelledGame.objects.exists()
    else:
        assert CancelledGame.objects.count() == 4
    assert_standings_agree(tournament)


def assert_standings_agree(tournament) -> None:
    """What is shown equals what is computed anew."""
    shown = standings_for(principal=SYSTEM, tournament_id=tournament.pk)
    computed = compute(tournament.pk, shown.after_round)
    assert [(row.rank, row.entry.pk, row.points) for row in shown.rows] == [
        (place.rank, place.entry_id, place.points) for place in computed.places
    ]
