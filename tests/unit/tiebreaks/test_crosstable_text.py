"""Pasted cross tables: the notations people use, and what is pointed out."""

from __future__ import annotations

import pytest

from pairing.record import Cell, check_record
from pairing.scoring import THREE_ONE_ZERO, Colour, Outcome
from tests.support.tiebreak_tables import S5, column, golden_vector, in_order, record_of
from tiebreaks import TiebreakError
from tiebreaks.crosstable_text import parse_crosstable

BYES = {"PAB": "+", "HPB": "H", "ZPB": "-"}


def as_typed(table: str) -> str:
    """The worked Swiss as a person would type it."""
    for printed, typed in BYES.items():
        table = table.replace(printed, typed)
    return table.replace("11w-", "11-").replace("9b+", "9+")


def cells_of(text: str) -> tuple[Cell, ...]:
    """Cells of player 1 in a table whose other lines make his games mutual."""
    return parse_crosstable(text).record.participants[0].cells


def codes(text: str, **options) -> list[tuple[str, str, int, int]]:
    return [
        (item.severity, item.code, item.number, item.round)
        for item in parse_crosstable(text, **options).findings
    ]


def test_worked_swiss_as_typed_gives_the_same_values():
    table = parse_crosstable(as_typed(S5))
    assert table.findings == ()
    assert table.has_errors is False
    check_record(table.record)
    printed = record_of(S5)
    for code in ("PTS", "BH/C1", "SB", "DE", "ARO", "PS"):
        assert column(table.record, code) == column(printed, code)


@pytest.mark.parametrize("separator", ["\t", " | ", ";", ","])
def test_columns_may_be_separated_in_every_usual_way(separator):
    lines = [
        separator.join(["No", "Name", "Rtg", "Pts", "1", "2", "3", "4", "5"]),
        *(
            separator.join([*line.split()[:1], "Somebody", *line.split()[1:]])
            for line in as_typed(S5).strip().splitlines()
        ),
    ]
    table = parse_crosstable("\n".join(lines))
    assert table.findings == ()
    assert {person.name for person in table.record.participants} == {"Somebody"}
    assert in_order(column(table.record, "BH/C1")) == in_order(column(record_of(S5), "BH/C1"))


@pytest.mark.parametrize(
    ("cell", "outcome", "colour"),
    [
        ("2w1", Outcome.WIN, Colour.WHITE),
        ("2W1", Outcome.WIN, Colour.WHITE),
        ("2b1", Outcome.WIN, Colour.BLACK),
        ("2s1", Outcome.WIN, Colour.BLACK),
        ("W2", Outcome.WIN, None),
        ("+2", Outcome.WIN, None),
        ("W2w", Outcome.WIN, Colour.WHITE),
        ("2 w 1", Outcome.WIN, Colour.WHITE),
        ("2+", Outcome.FORFEIT_WIN, None),
        ("2w+", Outcome.FORFEIT_WIN, Colour.WHITE),
    ],
)
def test_ways_to_write_a_win(cell, outcome, colour):
    reply = "1-" if outcome is Outcome.FORFEIT_WIN else "L1"
    assert cells_of(f"1 Ann {cell}\n2 Bob {reply}") == (Cell(outcome, 2, colour),)
    assert codes(f"1 Ann {cell}\n2 Bob {reply}") == []


@pytest.mark.parametrize("cell", ["2w=", "2w½", "2w1/2", "2w0.5", "2wd", "2=", "2d", "D2", "=2"])
def test_ways_to_write_a_draw(cell):
    table = parse_crosstable(f"1 Ann {cell}\n2 Bob 1=")
    assert table.findings == ()
    assert table.record.participants[0].cells[0].outcome is Outcome.DRAW


@pytest.mark.parametrize(
    ("cell", "outcome"),
    [
        ("+", Outcome.PAIRING_ALLOCATED_BYE),
        ("bye", Outcome.PAIRING_ALLOCATED_BYE),
        ("U", Outcome.PAIRING_ALLOCATED_BYE),
        ("H", Outcome.HALF_POINT_BYE),
        ("½", Outcome.HALF_POINT_BYE),
        ("F", Outcome.FULL_POINT_BYE),
        ("-", Outcome.ZERO_POINT_BYE),
        ("Z", Outcome.ZERO_POINT_BYE),
    ],
)
def test_ways_to_write_a_bye(cell, outcome):
    table = parse_crosstable(f"1 Ann 2w1 {cell}\n2 Bob 1b0 -")
    assert table.findings == ()
    assert table.record.participants[0].cells[1] == Cell(outcome)


@pytest.mark.parametrize("dash", ["−", "–", "—", "‐", "‑", "－"])
def test_every_dash_is_a_minus_sign_but_in_a_name(dash):
    text = f"1 Ann{dash}Lou 2w{dash} {dash}\n2 Bob 1 b + +"
    table = parse_crosstable(text)
    assert table.findings == ()
    first = table.record.participants[0]
    assert first.name == f"Ann{dash}Lou"
    absence = Cell(Outcome.ZERO_POINT_BYE)
    assert first.cells == (Cell(Outcome.FORFEIT_LOSS, 2, Colour.WHITE), absence)


@pytest.mark.parametrize("unseen", ["\u200b", "\u00ad", "\u200e", "\u2060", "\ufeff"])
def test_characters_of_no_width_are_no_part_of_a_cell(unseen):
    text = f"1{unseen} Ann 2w1{unseen} {unseen}H\n2 Bob 1b{unseen}0 -"
    assert codes(text) == []
    assert [cell.outcome.value for cell in parse_crosstable(text).record.participants[0].cells] == [
        "1",
        "H",
    ]


def test_table_of_the_case_collection_with_its_own_signs():
    """D3, as it is printed there."""
    table = parse_crosstable(
        """| # | R1 | R2 | R3 | R4 | Pts |
        |---|---|---|---|---|---|
        | 1 | 2w1 | 3b1 | 4w½ | 7w1 | 3.5 |
        | 2 | 1b0 | 4w0 | 6w½ | PAB | 1.5 |
        | 3 | 8b1 | 1w0 | PAB | ZPB | 2.0 |
        | 4 | 5w1 | 2b1 | 1b½ | 5b− | 2.5 |
        | 5 | 4b0 | 7w1 | 9w1 | 4w+ | 3.0 |
        | 6 | 7w1 | 8w1 | 2b½ | 9b0 | 2.5 |
        | 7 | 6b0 | 5b0 | 8w0 | 1b0 | 0.0 |
        | 8 | 3w0 | 6b0 | 7b1 | HPB | 1.5 |
        | 9 | HPB | PAB | 5b0 | 6w1 | 2.5 |"""
    )
    assert table.findings == ()
    values = in_order(column(table.record, "BH"))
    assert values == ["6.5", "10.0", "9.0", "10.5", "7.5", "5.5", "10.5", "6.5", "9.5"]


LETTERS = """\
Pair | Player Name            |Total|Round|Round|Round|Round|
 Num | ID / Rtg (Pre->Post)   | Pts |  1  |  2  |  3  |  4  |
---------------------------------------------------------------
   1 | ANNE W ONE             |2.5  |W   2|D   3|X    |U    |
  NY | 1544 / R: 1794 ->1817  |N:2  |W    |B    |     |     |
---------------------------------------------------------------
   2 | BOB TWO                |2.0  |L   1|B    |W   3|F    |
   3 | CARL THREE             |1.0  |H    |D   1|L   2|Z    |
"""


def test_letters_of_us_chess():
    table = parse_crosstable(LETTERS)
    assert table.findings == ()
    first, second, third = table.record.participants
    assert [person.name for person in (first, second, third)] == [
        "ANNE W ONE",
        "BOB TWO",
        "CARL THREE",
    ]
    full, half, none = (
        Cell(Outcome.FULL_POINT_BYE),
        Cell(Outcome.HALF_POINT_BYE),
        Cell(Outcome.ZERO_POINT_BYE),
    )
    assert first.cells == (Cell(Outcome.WIN, 2), Cell(Outcome.DRAW, 3), full, none)
    bye = Cell(Outcome.PAIRING_ALLOCATED_BYE)
    assert second.cells == (Cell(Outcome.LOSS, 1), bye, Cell(Outcome.WIN, 3), none)
    assert third.cells == (half, Cell(Outcome.DRAW, 1), Cell(Outcome.LOSS, 2), none)
    values = in_order(column(table.record, "USSOL"))
    assert values == ["3.5", "4.0", "4.5"]


def test_letters_with_dashes_and_forfeits_against_somebody():
    table = parse_crosstable("1 Ann W2 X3 B---\n2 Bob L1 H--- F3\n3 Cid U--- F1 X2")
    assert table.findings == ()
    assert [
        cell.outcome.value for person in table.record.participants for cell in person.cells
    ] == [
        *("1", "+", "U"),
        *("0", "H", "-"),
        *("Z", "-", "+"),
    ]


def test_a_number_in_a_name_is_not_the_points():
    table = parse_crosstable("1 Team 2 Bergen 1900 1.0 2w1\n2 Team 2 Oslo 1800 0 1b0")
    assert table.findings == ()
    assert [person.name for person in table.record.participants] == ["Team 2 Bergen", "Team 2 Oslo"]


def test_name_rating_and_points_are_told_from_the_cells():
    table = parse_crosstable("1. Ng, Ánh van der 2105 1.5 2w1 H\n2) O'Brien 0.0 1b0 -")
    first, second = table.record.participants
    assert (first.name, first.rating) == ("Ng, Ánh van der", 2105)
    assert (second.name, second.rating) == ("O'Brien", None)
    assert table.findings == ()


def test_points_behind_the_cells_are_checked_too():
    assert codes("1 Ann 2w1 H 1½\n2 Bob 1b0 - 0.5") == [
        ("warning", "crosstable.points_differ", 2, 0)
    ]
    assert codes("1 Ann 2w1 3\n2 Bob 1b0 0", points=THREE_ONE_ZERO) == []


def test_columns_of_tiebreaks_behind_the_points_are_passed_over():
    text = (
        "Rk. Name Rtg 1.Rd 2.Rd Pts TB1 TB2\n1 Ann 2100 2w1 H 1,5 12,25 3\n2 Bob 1900 1b0 - 0 1 0"
    )
    assert codes(text) == []
    assert [len(person.cells) for person in parse_crosstable(text).record.participants] == [2, 2]


def test_blank_rating_column_is_no_round():
    text = "No\tName\tRtg\t1\t2\n1\tAnn\t\t2w1\tH\n2\tBob\t1900\t1b0\t-\n3\tCid\t\t\tU"
    table = parse_crosstable(text)
    assert table.findings == ()
    assert [len(person.cells) for person in table.record.participants] == [2, 2, 2]
    assert [cell.outcome for cell in table.record.participants[2].cells] == [
        Outcome.ZERO_POINT_BYE,
        Outcome.PAIRING_ALLOCATED_BYE,
    ]


def test_signs_are_byes_beside_coloured_cells_and_results_elsewhere():
    coloured = parse_crosstable("1 Ann 2w1 -1 -½ -0\n2 Bob 1b0 - - -").record
    assert [cell.outcome for cell in coloured.participants[0].cells[1:]] == [
        Outcome.PAIRING_ALLOCATED_BYE,
        Outcome.HALF_POINT_BYE,
        Outcome.ZERO_POINT_BYE,
    ]
    plain = parse_crosstable("1 Ann +2\n2 Bob -1").record
    assert plain.participants[1].cells == (Cell(Outcome.LOSS, 1),)


def test_headings_rulers_and_blank_lines_are_passed_over():
    text = "Final table\n\nNo Name Rtg 1.Rd 2.Rd\n-----\n1 Ann 2w1\n2 Bob 1b0\n"
    assert len(parse_crosstable(text).record.participants) == 2
    assert codes(text) == []


def test_colour_noted_by_one_side_only_is_taken_for_both():
    record = parse_crosstable("1 Ann 2w1\n2 Bob L1").record
    assert record.participants[1].cells == (Cell(Outcome.LOSS, 1, Colour.BLACK),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "1 Ann 2w1\n2 Bob 1b1",
            [("error", "crosstable.result_differs", 1, 1)],
        ),
        (
            "1 Ann 2w1\n2 Bob 1b=",
            [("error", "crosstable.result_differs", 1, 1)],
        ),
        (
            "1 Ann 2w+\n2 Bob 1b0",
            [("error", "crosstable.result_differs", 1, 1)],
        ),
        (
            "1 Ann 2w0\n2 Bob 1b0",
            [("warning", "crosstable.unusual_result", 1, 1)],
        ),
        (
            "1 Ann 2w=\n2 Bob 1b0",
            [("warning", "crosstable.unusual_result", 1, 1)],
        ),
        ("1 Ann 2-\n2 Bob 1-", []),
        (
            "1 Ann 2w1\n2 Bob 1w0",
            [("error", "crosstable.colour_differs", 1, 1)],
        ),
        (
            "1 Ann 7w1\n2 Bob -",
            [("error", "crosstable.unknown_opponent", 1, 1)],
        ),
        (
            "1 Ann 1w1\n2 Bob -",
            [("error", "crosstable.self_pairing", 1, 1)],
        ),
        (
            "1 Ann 2w1\n2 Bob 3b0\n3 Cid 2w1",
            [("error", "crosstable.opponent_differs", 1, 1)],
        ),
        (
            "1 Ann 2w1 2b1\n2 Bob 1b0",
            [
                ("error", "crosstable.opponent_silent", 1, 2),
                ("warning", "crosstable.rounds_missing", 2, 0),
            ],
        ),
        (
            "1 Ann 2w1 2x1\n2 Bob 1b0 -",
            [("error", "crosstable.unreadable_cell", 1, 2)],
        ),
        (
            "1 Ann 2w1 21\n2 Bob 1b0 - 3b1 -\n3 Cid - - 2w0 -",
            [
                ("warning", "crosstable.points_differ", 1, 0),
                ("warning", "crosstable.rounds_missing", 1, 0),
            ],
        ),
        (
            "1 Ann 2w1\n2 Bob 1b0\n2 Cid 1b0",
            [("error", "crosstable.duplicate_number", 2, 0)],
        ),
        (
            "Ann 2w1\nBob 1b0",
            [
                ("warning", "crosstable.numbered_by_order", 1, 0),
                ("warning", "crosstable.numbered_by_order", 2, 0),
            ],
        ),
    ],
)
def test_what_is_wrong_is_pointed_out(text, expected):
    assert sorted(codes(text)) == sorted(expected)
    check_record(parse_crosstable(text).record)


def test_finding_says_where_and_what_both_wrote():
    (finding,) = parse_crosstable("No Name\n1 Ann 2w1\n2 Bob 1b1").findings
    assert (finding.line, finding.number, finding.round) == (2, 1, 1)
    assert finding.params == {"opponent": 2, "text": "2w1", "opponent_text": "1b1"}


def test_game_without_an_opponent_keeps_its_points_like_a_bye():
    table = parse_crosstable("1 Ann 7w1 8b= 9w0\n2 Bob - - -")
    assert [cell.outcome for cell in table.record.participants[0].cells] == [
        Outcome.FULL_POINT_BYE,
        Outcome.HALF_POINT_BYE,
        Outcome.ZERO_POINT_BYE,
    ]
    assert [finding.params["counted_as"] for finding in table.findings] == ["F", "H", "Z"]
    assert table.has_errors is True


def test_numbers_may_have_zeros_in_front():
    table = parse_crosstable("001 Ann 1900 002w1\n002 Bob 1800 001b0")
    assert table.findings == ()
    assert [person.number for person in table.record.participants] == [1, 2]
    assert table.record.participants[0].cells == (Cell(Outcome.WIN, 2, Colour.WHITE),)


def test_report_file_is_recognised():
    vector = golden_vector("swiss5-26")
    table = parse_crosstable(vector["trf"])
    assert table.has_errors is False
    assert in_order(column(table.record, "BH")) == list(vector["expected"]["BH"].values())


@pytest.mark.parametrize("text", ["", "\n\n", "nothing that looks like a table\nat all"])
def test_text_without_players_is_refused(text):
    with pytest.raises(TiebreakError) as caught:
        parse_crosstable(text)
    assert caught.value.code == "crosstable.empty"


@pytest.mark.parametrize("filler", [" ", "\u00a0", "1 ", "9", "w"])
def test_long_runs_of_one_character_are_read_in_passing(filler):
    table = parse_crosstable(f"1 Ann {filler * 200_000} 2w1\n2 Bob 1b0")
    assert table.record.participants[0].cells[-1].opponent == 2


def test_more_rounds_than_any_event_has_are_refused():
    with pytest.raises(TiebreakError) as caught:
        parse_crosstable("1 Ann 2w1" + " -" * 100 + "\n2 Bob 1b0")
    assert (caught.value.code, caught.value.params) == (
        "crosstable.too_many_rounds",
        {"rounds": 101, "limit": 100},
    )


def test_too_long_a_text_is_refused():
    with pytest.raises(TiebreakError) as caught:
        parse_crosstable("1 Ann 2w1\n" * 100_001)
    assert (caught.value.code, caught.value.params) == (
        "crosstable.too_long",
        {"characters": 1_000_010, "limit": 1_000_000},
    )


def test_more_lines_than_any_table_has_are_refused_and_blank_ones_do_not_count():
    blank = "\n \n" * 20_000
    assert len(parse_crosstable(f"1 Ann 2w1{blank}2 Bob 1b0").record.participants) == 2
    with pytest.raises(TiebreakError) as caught:
        parse_crosstable("x\n" * 20_001)
    assert (caught.value.code, caught.value.params) == (
        "crosstable.too_many_lines",
        {"lines": 20_001, "limit": 20_000},
    )
