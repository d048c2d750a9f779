"""Pasted tables of everybody against everybody."""

from __future__ import annotations

import pytest

from pairing.scoring import Outcome
from tests.support.tiebreak_tables import column, golden_record, in_order
from tiebreaks import TiebreakError, standings
from tiebreaks.crosstable import Order, crosstable, crosstable_text
from tiebreaks.crosstable_text import parse_crosstable

# The round robin of six of the worked examples.
SIX = """\
No Name  Rtg  1 2 3 4 5 6 Pts
1  Ana   2200 * 1 1 0 ½ 1 3.5
2  Bo    2150 0 * ½ 1 1 1 3.5
3  Cai   2100 0 ½ * 1 1 1 3.5
4  Dee   2050 1 0 0 * 0 ½ 1.5
5  Eve   1950 ½ 0 0 1 * - 1.5
6  Fay   2000 0 0 0 ½ + * 1.5
"""
ROUNDS_UNKNOWN = ("warning", "crosstable.rounds_unknown", 0, 0)


def codes(text):
    findings = parse_crosstable(text).findings
    return [(each.severity, each.code, each.number, each.round) for each in findings]


def test_c07_section_14_round_robin_of_six_as_a_grid():
    record = parse_crosstable(SIX).record
    assert codes(SIX) == [ROUNDS_UNKNOWN]
    assert [(person.name, person.rating) for person in record.participants] == [
        *(("Ana", 2200), ("Bo", 2150), ("Cai", 2100)),
        *(("Dee", 2050), ("Eve", 1950), ("Fay", 2000)),
    ]
    assert in_order(column(record, "SB")) == ["9.25", "6.25", "6.25", "4.25", "3.25", "2.25"]
    assert in_order(column(record, "KS")) == ["2.0", "0.5", "0.5", "1.0", "0.5", "0.0"]
    assert in_order(column(record, "DE")) == ["1", "2", "2", "3", "2", "1"]
    assert in_order(column(record, "ARO")) == ["2050", "2060", "2070", "2080", "2125", "2125"]


def test_every_pair_meets_once_in_the_rounds_of_the_berger_table():
    record = parse_crosstable(SIX).record
    assert (record.rounds, record.completed) == (5, 5)
    assert [[cell.opponent for cell in person.cells] for person in record.participants] == [
        [6, 2, 3, 4, 5],
        [5, 1, 6, 3, 4],
        [4, 5, 1, 2, 6],
        [3, 6, 5, 1, 2],
        [2, 3, 4, 6, 1],
        [1, 4, 2, 5, 3],
    ]


@pytest.mark.parametrize("mark", ["x", "X", "×", "■", ""])
@pytest.mark.parametrize("separator", ["\t", ";", "|"])
def test_the_diagonal_may_look_otherwise_or_be_empty(mark, separator):
    text = "\n".join(separator.join(line.split()).replace("*", mark) for line in SIX.splitlines())
    record = parse_crosstable(text).record
    assert in_order(column(record, "SB")) == ["9.25", "6.25", "6.25", "4.25", "3.25", "2.25"]


@pytest.mark.parametrize("order", Order)
def test_what_the_command_prints_is_read_again(order):
    record = golden_record("rr6-26")
    printed = crosstable_text(crosstable(record, standings(record, ["PTS", "SB"]), order=order))
    again = parse_crosstable(printed)
    assert [each.code for each in again.findings] == ["crosstable.rounds_unknown"]
    values = dict(
        zip(
            (p.name for p in again.record.participants),
            in_order(column(again.record, "SB")),
            strict=True,
        )
    )
    expected = dict(
        zip((p.name for p in record.participants), in_order(column(record, "SB")), strict=True)
    )
    assert values == expected


def test_two_games_in_a_cell_are_two_cycles():
    record = parse_crosstable("1 Ann * 1½ 11\n2 Bob 0½ * 01\n3 Cid 00 10 *").record
    assert record.rounds == 6
    assert in_order(column(record, "PTS")) == ["3.5", "1.5", "1.0"]
    assert in_order(column(record, "SB")) == ["4.25", "2.75", "1.50"]


def test_games_to_come_count_for_nobody_and_nobody_has_left():
    table = parse_crosstable("1 Ann * 1 . .\n2 Bob 0 * . .\n3 Cid . . * ½\n4 Dan . . ½ *")
    assert [each.code for each in table.findings] == ["crosstable.rounds_unknown"]
    ranked = standings(table.record, ["PTS", "SB", "WIN"])
    assert [(row.rank, row.number, row.values[1].text) for row in ranked.rows] == [
        (1, 1, "0.00"),
        (2, 3, "0.25"),
        (2, 4, "0.25"),
        (4, 2, "0.00"),
    ]


def test_places_stand_for_numbers_that_are_missing_or_repeated():
    for first in ("", "1 "):
        text = f"{first}Ann * 1\n{first}Bob 0 *"
        assert codes(text) == [
            ROUNDS_UNKNOWN,
            ("warning", "crosstable.numbered_by_order", 1, 0),
            ("warning", "crosstable.numbered_by_order", 2, 0),
        ]
        assert in_order(column(parse_crosstable(text).record, "PTS")) == ["1.0", "0.0"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 Ann * 1\n2 Bob 1 *", ("error", "crosstable.result_differs", 1, 0)),
        ("1 Ann * 1\n2 Bob . *", ("error", "crosstable.opponent_silent", 1, 0)),
        ("1 Ann * 0\n2 Bob 0 *", ("warning", "crosstable.unusual_result", 1, 0)),
        ("1 Ann * 1 2\n2 Bob 0 * 0", ("warning", "crosstable.points_differ", 1, 0)),
    ],
)
def test_what_is_wrong_is_pointed_out_without_a_round(text, expected):
    assert codes(text) == [ROUNDS_UNKNOWN, expected]


@pytest.mark.parametrize(
    "text",
    [
        "1 Ann * 2½ 3\n2 Bob 1½ * 2\n3 Cid 1 2 *",  # matches of teams
        SIX.replace("0 ½ *", "0 ½ 1"),  # a player without a place on the diagonal
        SIX.replace("½ 0 0 1 * - 1.5", "½ 0 0 1 * 1.0"),  # a cell too few
        "1 Ann H +\n2 Bob - +",
        "1 Ann 3.5\n2 Bob 2",
    ],
)
def test_a_table_without_a_game_is_no_table_of_rounds(text):
    table = parse_crosstable(text)
    assert ("error", "crosstable.no_games") in [(f.severity, f.code) for f in table.findings]
    assert {cell.outcome.is_game for p in table.record.participants for cell in p.cells} <= {False}
    assert Outcome.WIN not in {cell.outcome for p in table.record.participants for cell in p.cells}


def test_more_rounds_than_any_event_has_are_refused():
    size = 102
    rows = (
        " ".join([f"{n} Name", *("*" if n == other else "½" for other in range(1, size + 1))])
        for n in range(1, size + 1)
    )
    with pytest.raises(TiebreakError) as caught:
        parse_crosstable("\n".join(rows))
    assert (caught.value.code, caught.value.params) == (
        "crosstable.too_many_rounds",
        {"rounds": 101, "limit": 100},
    )


@pytest.mark.parametrize(
    "text",
    [
        "1 *\n" * 20_000,
        "\n".join("1" + ";" * 1_000 for _ in range(300)),
        "\n".join("1" + ";1" * 500 for _ in range(300)),
        "\n".join("1 A " + "* " * 700 for _ in range(400)),
    ],
)
def test_tables_that_only_look_like_one_are_read_in_passing(text):
    table = parse_crosstable(text)
    assert "crosstable.no_games" in {finding.code for finding in table.findings}
