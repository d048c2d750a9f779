"""C.07 art. 4: the list applied in order, shared places, last resorts, what cannot be ranked."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pairing.errors import RecordError
from pairing.record import Cell, Participant, TournamentRecord
from pairing.scoring import Outcome
from tests.support.tiebreak_tables import S5, places, record_of
from tiebreaks import Options, TiebreakError, Value, standings
from tiebreaks.lots import draw

RECORD = record_of(S5)
# Four drew everything: nothing separates them but what the event adds.
LEVEL = record_of(
    """
    1 0 1.5  2w= 3b= 4w=
    2 0 1.5  1b= 4w= 3b=
    3 0 1.5  4b= 1w= 2w=
    4 0 1.5  3w= 2b= 1b=
    5 0 3.0  6w1 7w1 6b1
    6 0 0.0  5b0 ZPB 5w0
    7 0 0.0  ZPB 5b0 ZPB
    """
)


def test_c07_4_2_still_tied_groups_move_to_the_next_criterion():
    table = standings(RECORD, ["PTS", "BH/C1", "BH", "SB"])
    assert [(row.rank, row.number) for row in table.rows] == [
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 1),
        (5, 16),
        (6, 6),
        (7, 8),
        (8, 11),
        (9, 5),
        (10, 15),
        (11, 12),
        (12, 14),
        (13, 7),
        (14, 13),
        (15, 9),
        (16, 10),
    ]
    decided = {row.number: row.decided_by for row in table.rows}
    assert (decided[2], decided[3], decided[4], decided[16]) == ("", "PTS", "BH/C1", "SB")
    assert table.order == ("PTS", "BH/C1", "BH", "SB")
    assert (table.after_round, table.rounds, table.final) == (5, 5, True)


def test_values_are_exact_numbers_with_the_text_of_the_regulations():
    row = next(row for row in standings(RECORD, ["PTS", "SB", "AOB"]).rows if row.number == 14)
    assert [(value.text, value.fraction) for value in row.values] == [
        ("2.0", Fraction(2)),
        ("4.50", Fraction(9, 2)),
        ("13.00", Fraction(13)),
    ]
    assert Value(None, 2).text is None
    assert Value(None, 2).fraction is None


def test_c07_4_2_remaining_ties_share_the_place():
    table = standings(LEVEL, ["PTS", "BH", "DE", "WIN"])
    assert [(row.rank, row.number, row.shared) for row in table.rows] == [
        (1, 5, False),
        (2, 1, True),
        (2, 2, True),
        (2, 3, True),
        (2, 4, True),
        (6, 6, False),
        (7, 7, False),
    ]
    assert [row.decided_by for row in table.rows] == ["", "PTS", "", "", "", "PTS", "BH"]


def test_c07_4_undefined_values_rank_behind_defined_ones():
    # 2 and 3 have one point each; 3 played nobody and has no average.
    record = record_of("1 2000 1.0 2w1 ZPB\n2 1900 1.0 1b0 FPB\n3 1800 1.0 FPB ZPB")
    table = standings(record, ["PTS", "ARO"])
    assert [(row.number, row.values[1].text) for row in table.rows] == [
        (2, "2000"),
        (1, "1900"),
        (3, None),
    ]


def test_c07_4_direct_encounter_looks_at_the_groups_left_by_what_stands_before_it():
    # By points 1, 2 and 3 are level and beat each other in a circle; wins leave 1 and 2.
    record = record_of(
        """
        1 0 2.0  2w1 3b0 4w1 ZPB ZPB
        2 0 2.0  1b0 4w1 3w1 ZPB ZPB
        3 0 2.0  4b= 1w1 2b0 HPB ZPB
        4 0 0.5  3w= 2b0 1b0 ZPB ZPB
        """
    )
    assert places(record, ["PTS", "DE", "TPN/R"])[:3] == [3, 2, 1]
    assert places(record, ["PTS", "WIN", "DE"])[:3] == [1, 2, 3]


def test_interim_standings_are_those_of_the_record_cut_to_the_round():
    order = ["PTS", "BH/C1", "SB", "DE", "PS", "WIN"]
    for number in range(6):
        cut = standings(RECORD.truncated(number), order)
        interim = standings(RECORD, order, after_round=number)
        assert interim.rows == cut.rows


def test_c07_section_14_interim_trap_future_rounds_are_no_byes():
    announced = record_of(S5, rounds=9)
    table = standings(announced, ["PTS", "BH"])
    assert {row.number: row.values[1].text for row in table.rows}[1] == "12.5"
    assert (table.after_round, table.rounds) == (5, 9)


def test_missing_results_make_the_standings_provisional():
    record = record_of("1 0 1.0 2w1 3w1\n2 0 0.0 1b0 4w1\n3 0 1.0 4b1 1b0\n4 0 0.0 3w0 2b0")
    people = list(record.participants)
    for number, outcome in ((2, Outcome.UNKNOWN), (4, Outcome.UNKNOWN)):
        cells = people[number - 1].cells
        cells = (cells[0], replace(cells[1], outcome=outcome))
        people[number - 1] = replace(people[number - 1], cells=cells)
    pending = replace(record, participants=tuple(people))
    table = standings(pending, ["PTS", "BH"])
    assert table.final is False
    assert [(notice.code, notice.params) for notice in table.notices] == [
        ("standings.results_pending", {"boards": [{"round": 2, "first": 2, "second": 4}]})
    ]
    assert standings(pending, ["PTS"], after_round=1).final is True


def test_d11_c_postponed_game_counts_as_a_draw_for_both():
    record = TournamentRecord(
        (
            Participant(1, "A", (Cell(Outcome.ADJOURNED, 2),)),
            Participant(2, "B", (Cell(Outcome.ADJOURNED, 1),)),
        ),
        rounds=1,
        completed=1,
    )
    table = standings(record, ["PTS"])
    assert [row.values[0].text for row in table.rows] == ["0.5", "0.5"]
    assert table.final is False


# ------------------------------------------------------------------ last resorts


def test_drawing_of_lots_is_repeatable_and_moves_only_the_tied():
    first = standings(LEVEL, ["PTS"], options=Options(lots_seed=20260501))
    again = standings(LEVEL, ["PTS"], options=Options(lots_seed=20260501))
    assert first == again
    assert [row.rank for row in first.rows] == [1, 2, 3, 4, 5, 6, 7]
    numbers = [row.number for row in first.rows]
    assert numbers[0] == 5
    assert set(numbers[1:5]) == {1, 2, 3, 4}
    assert set(numbers[5:]) == {6, 7}
    assert [row.decided_by for row in first.rows] == [
        "",
        "PTS",
        "LOTS",
        "LOTS",
        "LOTS",
        "PTS",
        "LOTS",
    ]
    (notice,) = first.notices
    assert notice.code == "standings.lots_drawn"
    assert notice.params == {"seed": 20260501, "groups": [numbers[1:5], numbers[5:]]}


def test_different_seeds_give_different_orders():
    orders = {
        tuple(places(LEVEL, ["PTS"], options=Options(lots_seed=seed)))[1:5] for seed in range(40)
    }
    assert len(orders) > 10


def test_lots_do_not_depend_on_results_or_on_later_entries():
    lots = draw([1, 2, 3, 4], 7)
    assert draw([4, 3, 2, 1], 7) == lots
    assert {number: lot for number, lot in draw(range(1, 9), 7).items() if number <= 4} == lots


def test_no_lots_are_drawn_where_nobody_is_tied():
    table = standings(RECORD, ["PTS", "TPN"], options=Options(lots_seed=1))
    assert [row.number for row in table.rows] == places(RECORD, ["PTS", "TPN"])
    assert table.notices == ()


def test_an_order_by_hand_that_decides_nothing_is_no_news():
    for order in ((1, 2), (1,)):
        table = standings(LEVEL, ["PTS"], options=Options(manual_order=order))
        assert [row.rank for row in table.rows] == [1, 2, 2, 2, 2, 6, 6]
        assert table.notices == ()


def test_manual_order_settles_the_groups_it_names_completely():
    options = Options(manual_order=(3, 1, 4, 2, 7))
    table = standings(LEVEL, ["PTS"], options=options)
    assert [(row.rank, row.number) for row in table.rows] == [
        (1, 5),
        (2, 3),
        (3, 1),
        (4, 4),
        (5, 2),
        (6, 6),
        (6, 7),
    ]
    assert [row.decided_by for row in table.rows[1:5]] == ["PTS", "MANUAL", "MANUAL", "MANUAL"]
    (notice,) = table.notices
    assert (notice.code, notice.params) == (
        "standings.manual_order",
        {"groups": [[3, 1, 4, 2]]},
    )


def test_manual_order_never_outweighs_a_criterion():
    options = Options(manual_order=(7, 6, 4, 3, 2, 1, 5))
    numbers = places(LEVEL, ["PTS"], options=options)
    assert numbers == [5, 4, 3, 2, 1, 7, 6]


def test_lots_settle_what_the_manual_order_leaves():
    options = Options(manual_order=(4, 3, 2, 1), lots_seed=3)
    table = standings(LEVEL, ["PTS"], options=options)
    assert [row.number for row in table.rows[:5]] == [5, 4, 3, 2, 1]
    assert [row.rank for row in table.rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [notice.code for notice in table.notices] == [
        "standings.manual_order",
        "standings.lots_drawn",
    ]


@pytest.mark.parametrize(
    ("order", "code"),
    [((1, 1), "standings.manual_order_repeated"), ((9,), "standings.unknown_participant")],
)
def test_wrong_manual_order_is_refused(order, code):
    with pytest.raises(TiebreakError) as caught:
        standings(LEVEL, ["PTS"], options=Options(manual_order=order))
    assert caught.value.code == code


def test_organisers_own_criterion_takes_its_values_from_outside():
    order = ["PTS", "OTHER_PLAYOFF"]
    values = {"OTHER_PLAYOFF": {1: 2, 2: 4, 3: 1, 4: 3}}
    assert places(LEVEL, order, options=Options(own_values=values)) == [5, 2, 4, 1, 3, 6, 7]
    table = standings(LEVEL, order)
    assert [(notice.code, notice.params) for notice in table.notices] == [
        ("tiebreak.values_not_supplied", {"tiebreak": "OTHER_PLAYOFF"})
    ]


# ----------------------------------------------------------------------- refusals


@pytest.mark.parametrize("number", [-1, 6])
def test_round_that_is_not_recorded_is_refused(number):
    with pytest.raises(TiebreakError) as caught:
        standings(RECORD, ["PTS"], after_round=number)
    assert caught.value.code == "standings.round_out_of_range"
    assert caught.value.params == {"round": number, "completed": 5}


def test_unknown_edition_is_refused():
    with pytest.raises(TiebreakError) as caught:
        standings(RECORD, ["PTS"], edition="2025")
    assert caught.value.code == "standings.unknown_edition"


@pytest.mark.parametrize(
    ("people", "code"),
    [
        ((Participant(1, "", (Cell(Outcome.WIN, 7),)),), "record.unknown_opponent"),
        ((Participant(1, "", (Cell(Outcome.WIN),)),), "record.opponent_missing"),
        ((Participant(1, "", ()),), "record.cell_count"),
        (
            (
                Participant(1, "", (Cell(Outcome.ZERO_POINT_BYE),)),
                Participant(1, "", (Cell(Outcome.ZERO_POINT_BYE),)),
            ),
            "record.duplicate_number",
        ),
    ],
)
def test_records_that_contradict_themselves_are_refused(people, code):
    with pytest.raises(RecordError) as caught:
        standings(TournamentRecord(people, rounds=1, completed=1), ["PTS"])
    assert caught.value.code == code


def test_no_participants_and_no_rounds_give_empty_and_level_standings():
    order = ["PTS", "BH/C1", "AOB", "SB", "DE", "KS", "PS/C1", "TPR", "PTP", "ARO/M1", "USMM"]
    assert standings(TournamentRecord((), rounds=5), order).rows == ()
    before = standings(RECORD, order, after_round=0)
    assert {row.rank for row in before.rows} == {1}
    assert [row.number for row in before.rows] == list(range(1, 17))
