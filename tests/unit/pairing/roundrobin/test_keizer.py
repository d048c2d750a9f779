"""The Keizer ladder: the worked example, every kind of absence, pairing down the ranking."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pairing.errors import NoLegalPairing, RecordError
from pairing.options import KeizerOptions
from pairing.record import Cell, Participant, PlannedBye, ProhibitedPairing, TournamentRecord
from pairing.roundrobin.keizer import keizer_table
from pairing.scoring import Colour, Outcome
from pairing.systems import pair_round
from tests.support.scheduled_events import with_round


def club(count: int = 7, rounds: int = 9, **options) -> TournamentRecord:
    people = tuple(
        Participant(number, f"Player {number}", rating=2200 - 100 * number)
        for number in range(1, count + 1)
    )
    return TournamentRecord(people, rounds, keizer=KeizerOptions(**options))


def result(letters: dict[tuple[int, int], str]):
    return lambda number, white, black: Outcome(letters[white, black])


def first_round(**options) -> TournamentRecord:
    """1-2 draw, 4-3 1-0, 5-6 0-1, 7 rests."""
    boards = ((1, 2), (4, 3), (5, 6), (7, None))
    letters = {(1, 2): "=", (4, 3): "1", (5, 6): "0"}
    return with_round(club(**options), boards, result(letters))


def points(record: TournamentRecord) -> dict[int, float]:
    return {row.number: row.doubled_points / 2 for row in keizer_table(record).rows}


def test_worked_example_ranking_of_each_pass():
    table = keizer_table(first_round())
    assert table.passes == (
        (1, 2, 4, 3, 6, 5, 7),
        (1, 2, 4, 6, 3, 5, 7),
        (1, 2, 4, 6, 3, 5, 7),
    )
    assert table.alternating is False


def test_worked_example_points_and_values_at_the_end():
    rows = keizer_table(first_round()).rows
    assert [(row.rank, row.number, row.value, row.doubled_points) for row in rows] == [
        (1, 1, 7, 20),
        (2, 2, 6, 19),
        (3, 4, 5, 16),
        (4, 6, 4, 12),
        (5, 3, 3, 6),
        (6, 5, 2, 4),
        (7, 7, 1, 3),
    ]


def test_worked_example_second_round_by_our_bye_rule():
    proposal = pair_round(first_round(), "keizer")
    # 7 has had a bye, so 5 rests; 1 and 2 have just met, so 1 meets 4.
    boards = [{board.white, board.black} for board in proposal.boards]
    assert boards == [{1, 4}, {2, 6}, {3, 7}, {5, None}]
    assert proposal.notices == ()


def test_first_round_is_ranked_by_rating_and_nothing_is_earned():
    table = keizer_table(club())
    assert [row.number for row in table.rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [row.value for row in table.rows] == [7, 6, 5, 4, 3, 2, 1]
    assert {row.doubled_points for row in table.rows} == {0}
    boards = [(board.white, board.black) for board in pair_round(club(), "keizer").boards]
    assert boards == [(1, 2), (4, 3), (5, 6), (7, None)]


def test_tradition_of_fifty_down_to_sixteen_for_35_players():
    values = [row.value for row in keizer_table(club(35, base=50)).rows]
    assert (values[0], values[-1]) == (50, 16)


def test_step_spreads_the_values():
    values = [row.value for row in keizer_table(club(4, base=40, step=10)).rows]
    assert values == [40, 30, 20, 10]


def test_without_victory_over_oneself_two_rankings_alternate_and_are_averaged():
    # By hand: 4 2 1 6 7 3 5, then 1 2 4 7 6 3 5, then 2 1 4 7 6 3 5, then 1 2 4 ... again.
    # The points of the last two passes: 1 has 3 and 3.5, 2 has 3.5 and 3.
    table = keizer_table(first_round(self_victory=False))
    assert table.alternating is True
    assert table.passes == (
        (4, 2, 1, 6, 7, 3, 5),
        (1, 2, 4, 7, 6, 3, 5),
        (2, 1, 4, 7, 6, 3, 5),
        (1, 2, 4, 7, 6, 3, 5),
    )
    assert [(row.number, row.doubled_points) for row in table.rows] == [
        (1, 7),
        (2, 7),
        (4, 4),
        (7, 4),
        (6, 2),
        (3, 0),
        (5, 0),
    ]


def one_cell(outcome: Outcome, **options) -> float:
    """What player 2 of four (value 3) earns by a single cell without opponent."""
    record = club(4, **{"self_victory": False, "frozen": True, **options})
    people = tuple(
        replace(person, cells=(Cell(outcome if person.number == 2 else Outcome.ZERO_POINT_BYE),))
        for person in record.participants
    )
    return points(replace(record, participants=people, completed=1))[2]


@pytest.mark.parametrize(
    ("outcome", "earned"),
    [
        (Outcome.PAIRING_ALLOCATED_BYE, 1.5),
        (Outcome.HALF_POINT_BYE, 1.5),
        (Outcome.ZERO_POINT_BYE, 1.0),  # 0.35 x 3 = 1.05
        (Outcome.FULL_POINT_BYE, 2.0),  # club match: 0.70 x 3 = 2.1
    ],
)
def test_not_playing_pays_a_share_of_the_own_value_to_the_nearest_half(outcome, earned):
    assert one_cell(outcome) == earned


def test_traditional_shares():
    assert one_cell(Outcome.PAIRING_ALLOCATED_BYE, bye=Fraction(2, 3)) == 2.0
    assert one_cell(Outcome.ZERO_POINT_BYE, absence=Fraction(1, 3)) == 1.0
    assert one_cell(Outcome.FULL_POINT_BYE, club_match=Fraction(2, 3)) == 2.0


def test_halves_are_rounded_up():
    # 0.25 x 3 = 0.75 is half way between 0.5 and 1.
    assert one_cell(Outcome.ZERO_POINT_BYE, absence=Fraction(1, 4)) == 1.0


def test_fixed_amount_replaces_the_share_of_an_absence():
    assert one_cell(Outcome.ZERO_POINT_BYE, fixed_absence=15) == 15.0


def absences(count: int, **options) -> float:
    """What a player (value 20 throughout) earns by so many absences after one rest."""
    record = club(2, base=20, step=0, self_victory=False, **options)
    rest, away = Cell(Outcome.PAIRING_ALLOCATED_BYE), Cell(Outcome.ZERO_POINT_BYE)
    rows = {1: (rest, *[away] * count), 2: (rest,) * (count + 1)}
    people = tuple(replace(p, cells=rows[p.number]) for p in record.participants)
    return points(replace(record, participants=people, completed=count + 1))[1] - 10


@pytest.mark.parametrize(("count", "earned"), [(0, 0), (1, 7), (5, 35), (6, 35), (8, 35)])
def test_at_most_five_absences_are_paid(count, earned):
    assert absences(count) == earned


def test_absences_may_be_halved_one_after_the_other():
    # 7, 3.5, 1.5 (half of 3.5 in whole half points), 0.5
    assert [absences(count, halved_absences=True) for count in (1, 2, 3, 4)] == [7, 10.5, 12, 12.5]


def test_club_matches_are_not_counted_as_absences():
    record = club(2, base=20, step=0, self_victory=False, paid_absences=1)
    rows = {
        1: (Cell(Outcome.FULL_POINT_BYE), *[Cell(Outcome.ZERO_POINT_BYE)] * 2),
        2: (Cell(Outcome.PAIRING_ALLOCATED_BYE),) * 3,
    }
    people = tuple(replace(p, cells=rows[p.number]) for p in record.participants)
    assert points(replace(record, participants=people, completed=3))[1] == 14 + 7


def test_late_entrant_has_a_fixed_amount_for_each_round_missed():
    record = club(2, base=20, step=0, self_victory=False, late_entry=4)
    away, there = Cell(Outcome.ZERO_POINT_BYE), Cell(Outcome.PAIRING_ALLOCATED_BYE)
    rows = {1: (away, away, there, away), 2: (there,) * 4}
    people = tuple(replace(p, cells=rows[p.number]) for p in record.participants)
    assert points(replace(record, participants=people, completed=4))[1] == 4 + 4 + 10 + 7


@pytest.mark.parametrize(
    ("letter", "white", "black"), [("+", 1, 0), ("-", 0, 1), ("1", 1, 0), ("=", 0.5, 0.5)]
)
def test_results_count_by_the_opponents_value_forfeits_like_games(letter, white, black):
    record = club(2, base=20, step=0, self_victory=False)
    record = with_round(record, ((1, 2),), result({(1, 2): letter}))
    assert points(record) == {1: 20 * white, 2: 20 * black}


def test_free_keizer_pays_a_sixth_for_a_loss():
    record = club(2, base=30, step=0, self_victory=False, loss=Fraction(1, 6))
    record = with_round(record, ((1, 2),), result({(1, 2): "0"}))
    assert points(record) == {2: 30, 1: 5}


def test_missing_result_earns_nothing_yet():
    record = with_round(club(2, self_victory=False), ((1, 2),), result({(1, 2): "1"}))
    cell = Cell(Outcome.UNKNOWN, 2, Colour.WHITE)
    first = replace(record.participants[0], cells=(cell,))
    second = replace(record.participants[1], cells=(Cell(Outcome.UNKNOWN, 1, Colour.BLACK),))
    assert points(replace(record, participants=(first, second))) == {1: 0, 2: 0}


def test_frozen_rounds_keep_the_values_of_their_time():
    record = first_round(frozen=True, self_victory=False)
    # 4 beat 3 when 3 was worth 5.
    assert points(record)[4] == 5
    later = with_round(record, ((3, 7), (1, 4), (2, 6), (5, None)), result(
        {(3, 7): "0", (1, 4): "=", (2, 6): "="}
    ))  # fmt: skip
    before = {row.number: row.value for row in keizer_table(record).rows}
    assert points(later)[7] == 0.5 + before[3]


def test_rankings_that_go_round_in_fours_end_after_twenty_passes():
    people = tuple(Participant(number, f"Player {number}", rating=2000) for number in (1, 2, 3))
    record = TournamentRecord(people, 9, keizer=KeizerOptions(self_victory=False, base=9, step=4))
    for boards in (((1, 2), (3, None)), ((2, 3), (1, None)), ((3, 1), (2, None))):
        record = with_round(record, boards, lambda *board: Outcome.WIN)
    table = keizer_table(record)
    assert len(table.passes) == 20
    assert (table.passes[-1] == table.passes[-5], table.alternating) == (True, False)


def test_ties_are_ranked_by_rating_then_name():
    people = (
        Participant(1, "Zoe", rating=1800),
        Participant(2, "Adam", rating=1800),
        Participant(3, "Bob", rating=1900),
        Participant(4, "Carl"),
    )
    assert [row.number for row in keizer_table(TournamentRecord(people, 5)).rows] == [3, 2, 1, 4]


# -------------------------------------------------------------------------- pairing


def test_two_may_meet_again_after_three_rounds():
    record = club(4, self_victory=True)
    for boards in (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))):
        record = with_round(record, boards, lambda *board: Outcome.DRAW)
    ranked = [row.number for row in keizer_table(record).rows]
    boards = [{board.white, board.black} for board in pair_round(record, "keizer").boards]
    assert boards == [set(ranked[:2]), set(ranked[2:])]


def test_repeat_stands_where_nobody_else_is_left():
    record = club(4)
    record = with_round(record, ((1, 2), (3, 4)), lambda *board: Outcome.DRAW)
    record = with_round(record, ((1, 3), (2, 4)), lambda *board: Outcome.DRAW)
    proposal = pair_round(record, "keizer")
    boards = [{board.white, board.black} for board in proposal.boards]
    assert boards == [{1, 4}, {2, 3}]
    again = with_round(record, ((1, 4), (2, 3)), lambda *board: Outcome.DRAW)
    proposal = pair_round(replace(again, keizer=KeizerOptions(repeat_after=9)), "keizer")
    assert [code for code, _ in proposal.notices] == ["keizer.repeat_unavoidable"] * 2


def test_forfeit_is_no_meeting():
    record = with_round(club(2), ((1, 2),), result({(1, 2): "+"}))
    proposal = pair_round(record, "keizer")
    assert proposal.notices == ()
    assert {proposal.boards[0].white, proposal.boards[0].black} == {1, 2}


def test_prohibited_pairings_are_never_made():
    barred = (ProhibitedPairing((1, 2)),)
    boards = pair_round(replace(club(4), prohibited=barred), "keizer").boards
    assert [{board.white, board.black} for board in boards] == [{1, 3}, {2, 4}]
    # 1-2 would leave 3 and 4, who may not meet.
    barred = (ProhibitedPairing((3, 4)),)
    boards = pair_round(replace(club(4), prohibited=barred), "keizer").boards
    assert [{board.white, board.black} for board in boards] == [{1, 3}, {2, 4}]
    with pytest.raises(NoLegalPairing) as caught:
        pair_round(replace(club(2), prohibited=(ProhibitedPairing((1, 2)),)), "keizer")
    assert caught.value.params == {"round": 1, "players": 2}


def test_absentees_are_not_paired_and_keep_their_place():
    record = replace(club(5), planned_byes=(PlannedBye(1, 2),))
    boards = [{board.white, board.black} for board in pair_round(record, "keizer").boards]
    assert boards == [{1, 3}, {4, 5}]


def test_colours_equalise_then_alternate():
    record = club(2, repeat_after=1)
    for expected in ((1, 2), (2, 1), (1, 2), (2, 1)):
        proposal = pair_round(record, "keizer")
        boards = tuple((board.white, board.black) for board in proposal.boards)
        assert boards == (expected,)
        record = with_round(record, boards, lambda *board: Outcome.DRAW)


def test_explanation_is_the_ladder():
    record = first_round()
    assert pair_round(record, "keizer", explain=True).explanation == keizer_table(record)


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (replace(club(4, 1), completed=1), "round.none_left"),
        (replace(club(2), planned_byes=(PlannedBye(1, 2),)), "round.no_active_players"),
    ],
)
def test_round_that_cannot_be_paired_is_refused(record, code):
    with pytest.raises(RecordError) as caught:
        pair_round(record, "keizer")
    assert caught.value.code == code
