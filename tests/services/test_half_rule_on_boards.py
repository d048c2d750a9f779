"""The 50 % rule as it changes stored boards (C.05 6.6), case D13 and its neighbours."""

from __future__ import annotations

import pytest

from tests.factories import changes_of, entry_ids, refreshed, round_of
from tests.support.round_robins import (
    board_between,
    make_round_robin,
    outcomes,
    pair_all,
    play_pairs,
    play_round,
    publish_all,
)
from tournaments.core.errors import Conflict
from tournaments.core.models import ChangeLogEntry
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Entry
from tournaments.events.services import return_entry, withdraw_entry
from tournaments.history.services import keep_restore_point, restore
from tournaments.play.models import Board, Seat
from tournaments.play.services import publish_round, record_result, unpair_round
from tournaments.schedules.models import CancelledGame
from tournaments.standings.selectors import standings_for

pytestmark = pytest.mark.django_db

FOUR = {(4, 5): "1-0", (6, 4): "1/2-1/2", (4, 7): "0-1"}
"""Player 4 of case D13 (a): three of six games."""
ONE = {(1, 2): "0-1", (3, 1): "0-1"}
"""Player 1 of case D13 (b): two of six games, and a bye."""


def seven(results, rounds=3):
    """Seven players after so many rounds."""
    tournament = make_round_robin(7)
    for number in range(1, rounds + 1):
        play_round(tournament, number, results)
    return refreshed(tournament)


def withdraw(tournament, number, from_round=None) -> Entry:
    return withdraw_entry(
        actor=SYSTEM, entry_id=entry_ids(tournament)[number], from_round=from_round
    )


def points(tournament) -> dict[int, tuple[int | None, int]]:
    """Number -> (rank, points in tenths)."""
    table = standings_for(principal=SYSTEM, tournament_id=tournament.pk)
    return {row.entry.pairing_number: (row.rank, row.points) for row in table.rows}


def test_d13_a_half_of_the_games_stay_and_the_opponents_get_a_plus():
    tournament = seven(FOUR)
    assert withdraw(tournament, 4).status_from_round == 4
    for number in range(4, 8):
        play_round(tournament, number)
    assert outcomes(tournament, 4) == {(7, 5): "1-0", (1, 4): "1-0F", (2, 3): "1-0"}
    assert outcomes(tournament, 5)[4, 2] == "0-1F"
    assert outcomes(tournament, 6)[3, 4] == "1-0F"
    rank, tenths = points(tournament)[4]
    assert tenths == 15 and rank is not None
    statuses = set(tournament.rounds.values_list("status", flat=True))
    assert statuses == {"completed"}


def test_d13_a_with_every_round_published_before():
    tournament = pair_all(make_round_robin(7))
    publish_all(tournament)
    for number in (1, 2, 3):
        play_pairs(round_of(tournament, number), FOUR)
    withdraw(tournament, 4)
    found = {number: outcomes(tournament, number) for number in (4, 5, 6, 7)}
    assert found[4] == {(7, 5): "", (1, 4): "1-0F", (2, 3): ""}
    assert found[5] == {(4, 2): "0-1F", (5, 1): "", (6, 7): ""}
    assert found[6] == {(1, 6): "", (2, 5): "", (3, 4): "1-0F"}
    assert found[7] == {(5, 3): "", (6, 2): "", (7, 1): ""}
    assert Seat.objects.filter(round__tournament=tournament, bye="U").count() == 6
    (rest,) = CancelledGame.objects.filter(round__tournament=tournament)
    assert (rest.round.number, rest.white.pairing_number, rest.black) == (7, 4, None)
    assert withdrawn_log(tournament) == {
        "from_round": 4, "completed": 3, "games": 6, "needed": 3, "counts": True,
    }  # fmt: skip


def test_d13_b_fewer_than_half_counts_for_nobody_and_later_games_do_not_exist():
    tournament = seven(ONE)
    before = points(tournament)
    assert (before[1][1], before[2][1], before[3][1]) == (10, 20, 10)
    withdraw(tournament, 1)
    # 2 loses the point taken from 1, 3 was beaten by 1 and loses nothing.
    at_once = points(tournament)
    assert (at_once[1][0], at_once[2][1], at_once[3][1]) == (None, 10, 10)
    for number in range(4, 8):
        play_round(tournament, number)
    assert [sorted(outcomes(tournament, number)) for number in (4, 5, 6, 7)] == [
        [(2, 3), (7, 5)],
        [(4, 2), (6, 7)],
        [(2, 5), (3, 4)],
        [(5, 3), (6, 2)],
    ]
    assert not Board.objects.filter(round__tournament=tournament, outcome__endswith="F").exists()
    after = points(tournament)
    assert after[1][0] is None
    assert sorted(rank for rank, _ in after.values() if rank) == [1, 2, 3, 4, 5, 6]
    # Five games of each of the others: fifteen in all, every one of them decided.
    assert sum(tenths for number, (_, tenths) in after.items() if number != 1) == 150
    gone = CancelledGame.objects.filter(round__tournament=tournament)
    assert sorted(
        (game.round.number, game.white.pairing_number, game.black.pairing_number)
        for game in gone
        if game.black
    ) == [(4, 1, 4), (5, 5, 1), (6, 1, 6), (7, 7, 1)]


def withdrawn_log(tournament) -> dict:
    return ChangeLogEntry.objects.filter(tournament=tournament, type="entry.withdrawn").get().data


def all_published(results, played):
    """Seven players, every round published, so many of them played."""
    tournament = pair_all(make_round_robin(7))
    publish_all(tournament)
    for number in range(1, played + 1):
        play_pairs(round_of(tournament, number), results)
    return refreshed(tournament)


def test_d13_b_with_every_round_published_takes_boards_out_and_logs_them():
    tournament = all_published(ONE, 3)
    withdraw(tournament, 1)
    assert [sorted(outcomes(tournament, number)) for number in (4, 5, 6, 7)] == [
        [(2, 3), (7, 5)],
        [(4, 2), (6, 7)],
        [(2, 5), (3, 4)],
        [(5, 3), (6, 2)],
    ]
    assert withdrawn_log(tournament)["counts"] is False
    assert changes_of(tournament).count("board.cancelled") == 4
    rows = ChangeLogEntry.objects.filter(tournament=tournament, type="board.cancelled")
    assert [row.data["round"] for row in rows.order_by("seq")] == [4, 5, 6, 7]
    assert points(tournament)[1][0] is None


@pytest.mark.parametrize("results", [FOUR, ONE], ids=["half", "less"])
def test_c05_6_6_a_withdrawal_can_be_undone_as_if_it_had_never_been(results):
    leaver = 4 if results is FOUR else 1
    tournament = all_published(results, 3)
    boards = {number: outcomes(tournament, number) for number in range(1, 8)}
    table = points(tournament)
    rests = Seat.objects.filter(round__tournament=tournament, bye="U").count()
    withdraw(tournament, leaver)
    assert points(tournament) != table or results is FOUR
    return_entry(actor=SYSTEM, entry_id=entry_ids(tournament)[leaver])
    assert {number: outcomes(tournament, number) for number in range(1, 8)} == boards
    assert points(tournament) == table
    assert Seat.objects.filter(round__tournament=tournament, bye="U").count() == rests
    assert not CancelledGame.objects.exists()
    statuses = list(tournament.rounds.order_by("number").values_list("status", flat=True))
    assert statuses == ["completed"] * 3 + ["published"] * 4


def test_c05_6_6_a_returned_player_meets_those_whose_boards_were_never_made():
    tournament = seven(ONE)
    withdraw(tournament, 1)
    play_round(tournament, 4)
    assert (1, 4) not in outcomes(tournament, 4)
    assert round_of(tournament, 4).status == "completed"
    return_entry(actor=SYSTEM, entry_id=entry_ids(tournament)[1])
    assert outcomes(tournament, 4)[1, 4] == ""
    assert round_of(tournament, 4).status == "published"


def test_c05_6_6_two_who_have_left_and_count_forfeit_both():
    tournament = all_published({}, 4)
    withdraw(tournament, 2)
    withdraw(tournament, 4)
    assert outcomes(tournament, 5)[4, 2] == "0-0F"


def test_c05_6_6_a_game_between_one_who_counts_and_one_who_does_not_is_none():
    tournament = all_published({}, 2)
    record = {number: outcomes(tournament, number) for number in (3, 4, 5)}
    assert (1, 4) in record[4]
    withdraw(tournament, 1)
    assert (1, 4) not in outcomes(tournament, 4)
    for number in (3, 4):
        play_pairs(round_of(tournament, number))
    withdraw(tournament, 4)
    assert withdrawn_log_of(tournament, 4)["counts"] is True
    assert (1, 4) not in outcomes(tournament, 4)
    assert outcomes(tournament, 5)[4, 2] == "0-1F"


def withdrawn_log_of(tournament, number) -> dict:
    rows = ChangeLogEntry.objects.filter(tournament=tournament, type="entry.withdrawn")
    return rows.get(subject_id=entry_ids(tournament)[number]).data


def test_c05_6_6_a_corrected_result_changes_whether_the_results_stay():
    tournament = all_published(FOUR, 3)
    withdraw(tournament, 4)
    assert outcomes(tournament, 4)[1, 4] == "1-0F"
    board = board_between(tournament, 6, 4)
    # It turns out that the game was never played: two of six are left.
    record_result(actor=SYSTEM, board_id=board.pk, outcome="1-0F")
    assert [(1, 4) in outcomes(tournament, 4), (4, 2) in outcomes(tournament, 5)] == [False, False]
    assert points(tournament)[4][0] is None
    record_result(actor=SYSTEM, board_id=board.pk, outcome="1/2-1/2")
    assert outcomes(tournament, 4)[1, 4] == "1-0F"
    assert points(tournament)[4][0] is not None


def test_c05_6_6_a_postponed_game_of_a_leaver_is_not_played_any_more():
    tournament = all_published(FOUR | {(4, 7): "POSTPONED"}, 3)
    withdraw(tournament, 4)
    # Two completed games of six: the postponed one is no game, and goes too.
    assert (4, 7) not in outcomes(tournament, 3)
    assert withdrawn_log(tournament)["completed"] == 2


def test_a_result_entered_by_hand_after_a_withdrawal_stays():
    tournament = all_published(FOUR, 3)
    withdraw(tournament, 4)
    board = board_between(tournament, 1, 4)
    record_result(actor=SYSTEM, board_id=board.pk, outcome="0-1")
    withdraw(tournament, 7, from_round=4)
    assert outcomes(tournament, 4)[1, 4] == "0-1"


def test_a_result_that_came_back_with_an_earlier_state_stays():
    tournament = all_published(FOUR, 4)
    board = board_between(tournament, 1, 4)
    played = outcomes(tournament, 4)
    assert played[1, 4] == "1-0"
    point = keep_restore_point(actor=SYSTEM, tournament_id=tournament.pk)
    record_result(actor=SYSTEM, board_id=board.pk, outcome="POSTPONED", reason="a wrong board")
    withdraw(tournament, 4, from_round=4)
    assert outcomes(tournament, 4)[1, 4] == "1-0F"
    restore(actor=SYSTEM, point_id=point.pk)
    withdraw(tournament, 7)
    assert outcomes(tournament, 4) == played


def test_forfeits_that_came_back_with_an_earlier_state_go_when_the_player_returns():
    tournament = all_published(FOUR, 3)
    boards = {number: outcomes(tournament, number) for number in range(1, 8)}
    withdraw(tournament, 4)
    point = keep_restore_point(actor=SYSTEM, tournament_id=tournament.pk)
    return_entry(actor=SYSTEM, entry_id=entry_ids(tournament)[4])
    restore(actor=SYSTEM, point_id=point.pk)
    assert outcomes(tournament, 4)[1, 4] == "1-0F"
    return_entry(actor=SYSTEM, entry_id=entry_ids(tournament)[4])
    assert {number: outcomes(tournament, number) for number in range(1, 8)} == boards


def test_nobody_leaves_while_earlier_games_have_no_result():
    tournament = all_published(FOUR | {(4, 7): ""}, 3)
    with pytest.raises(Conflict) as refused:
        withdraw(tournament, 4)
    assert refused.value.code == "schedule.results_missing"
    assert [board["round"] for board in refused.value.params["boards"]] == [3]
    assert outcomes(tournament, 4)[1, 4] == ""
    assert tournament.entries.filter(status="withdrawn").count() == 0
    # Round 3 was not his any more: two games of six.
    withdraw(tournament, 4, from_round=3)
    assert withdrawn_log(tournament)["counts"] is False


def test_nobody_leaves_before_games_that_were_played():
    tournament = all_published({}, 4)
    with pytest.raises(Conflict) as refused:
        withdraw(tournament, 4, from_round=3)
    assert refused.value.code == "schedule.played_later"
    assert refused.value.params == {"from_round": 3, "rounds": [3, 4]}


def test_before_round_1_an_entry_is_deleted_instead():
    tournament = make_round_robin(7)
    with pytest.raises(Conflict) as refused:
        withdraw(tournament, 4)
    assert refused.value.code == "schedule.delete_instead"
    assert tournament.entries.filter(status="withdrawn").count() == 0


def test_an_announced_alternative_keeps_all_results():
    tournament = make_round_robin(7, schedule={"half_rule": False})
    for number in (1, 2, 3):
        play_round(tournament, number, ONE)
    withdraw(tournament, 1)
    play_round(tournament, 4)
    assert outcomes(tournament, 4)[1, 4] == "0-1F"
    assert points(refreshed(tournament))[1][0] is not None


def test_boards_that_leave_a_draft_are_nobody_elses_business():
    tournament = pair_all(make_round_robin(7))
    for number in (1, 2, 3):
        publish_round(actor=SYSTEM, round_id=round_of(tournament, number).pk)
        play_pairs(round_of(tournament, number), ONE)
    withdraw(tournament, 1)
    return_entry(actor=SYSTEM, entry_id=entry_ids(tournament)[1])
    rows = ChangeLogEntry.objects.filter(tournament=tournament, subject_type="board")
    moved = rows.filter(type__in=("board.cancelled", "board.restored"))
    assert sorted(moved.values_list("type", "internal")) == [
        *[("board.cancelled", True)] * 4,
        *[("board.restored", True)] * 4,
    ]


def test_drafts_show_no_result_before_they_are_published():
    tournament = pair_all(make_round_robin(7))
    for number in (1, 2, 3):
        publish_round(actor=SYSTEM, round_id=round_of(tournament, number).pk)
        play_pairs(round_of(tournament, number), FOUR)
    withdraw(tournament, 4)
    assert outcomes(tournament, 4)[1, 4] == ""
    publish_round(actor=SYSTEM, round_id=round_of(tournament, 4).pk)
    assert outcomes(tournament, 4)[1, 4] == "1-0F"


def test_a_round_with_forfeits_of_a_leaver_only_can_be_taken_back_and_paired_again():
    tournament = all_published(FOUR, 3)
    withdraw(tournament, 4)
    fifth = round_of(tournament, 5)
    unpair_round(actor=SYSTEM, round_id=fifth.pk)
    assert not fifth.boards.exists()
    play_round(tournament, 5)
    assert outcomes(tournament, 5)[4, 2] == "0-1F"
