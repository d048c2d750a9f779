"""Byes, virtual points, prohibited pairings and abnormal points."""

from __future__ import annotations

import pytest

from pairing.points import total_points
from pairing.record import AbnormalPoints, ProhibitedPairing, VirtualPoints
from pairing.scoring import Outcome
from pairing.swiss.acceleration import virtual_points
from pairing.trf import read_trf, write_trf16, write_trf26
from tests.support.trf_files import player_line, sample, trf

PLAYERS = tuple(player_line(number) for number in range(1, 13))


def document(*lines: str):
    return read_trf(trf("142 9", "152 W", *lines, *PLAYERS))


def record(*lines: str):
    return document(*lines).record


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("250       1.0   1   2    1   10",), (VirtualPoints(10, 1, 2, 1, 10),)),
        (("250  0.0  0.5   3   4    1   10",), (VirtualPoints(5, 3, 4, 1, 10),)),
        (
            ("XXA    1  1.0  1.0  0.5", "XXA    2  1.0  1.0  0.5", "XXA    4  1.0"),
            (
                VirtualPoints(10, 1, 2, 1, 2),
                VirtualPoints(5, 3, 3, 1, 2),
                VirtualPoints(10, 1, 1, 4, 4),
            ),
        ),
        (
            ("XXA 3 0.0 1.0 0.0 1.0",),
            (VirtualPoints(10, 2, 2, 3, 3), VirtualPoints(10, 4, 4, 3, 3)),
        ),
        (("XXA    1       1.0",), (VirtualPoints(10, 2, 2, 1, 1),)),
        (("XXA    1  0.0",), (VirtualPoints(0, 1, 1, 1, 1),)),
    ],
    ids=["250", "zero match points", "XXA", "XXA by blanks", "XXA blank value", "XXA zero"],
)
def test_virtual_points(lines, expected):
    assert record(*lines).virtual_points == expected


def test_c04_7_baku_is_written_as_explicit_values_in_trf16():
    accelerated = record("192 FIDE_DUTCH_2026_BAKU")
    assert accelerated.baku
    again = read_trf(write_trf16(accelerated)).record
    assert again.virtual_points == (VirtualPoints(10, 1, 3, 1, 6), VirtualPoints(5, 4, 5, 1, 6))
    for round_number in range(1, 10):
        before, after = (
            virtual_points(accelerated, round_number),
            virtual_points(again, round_number),
        )
        assert [before(number) for number in range(1, 13)] == [
            after(number) for number in range(1, 13)
        ]


def test_c04_7_1_3_the_last_member_of_group_a_is_written_to_trf26_as_ranges():
    from dataclasses import replace

    moved = replace(record("192 FIDE_DUTCH_2026_BAKU"), baku_last_number=7)
    again = read_trf(write_trf26(moved)).record
    assert again.baku
    assert again.virtual_points == (VirtualPoints(10, 1, 3, 1, 7), VirtualPoints(5, 4, 5, 1, 7))


def test_acceleration_without_type_code_is_written_to_trf26_as_ranges():
    from dataclasses import replace

    unnamed = replace(record("192 FIDE_DUTCH_2026_BAKU"), system="")
    again = read_trf(write_trf26(unnamed)).record
    assert (again.system, again.baku) == ("", False)
    assert again.virtual_points == (VirtualPoints(10, 1, 3, 1, 6), VirtualPoints(5, 4, 5, 1, 6))


def test_many_ranges_for_single_players_are_compared_quickly():
    lines = [f"250       1.0   1   9 {number:>4} {number:>4}" for number in range(1, 2001)]
    assert "trf.250.not_compared" not in {finding.code for finding in document(*lines).findings}


def test_thousands_of_nested_ranges_are_not_compared_at_all():
    lines = [f"250       1.0   1   9 {1:>4} {9999 - number:>4}" for number in range(1500)]
    codes = [finding.code for finding in document(*lines).findings]
    assert codes.count("trf.250.not_compared") == 1


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("260   1   9    2    6", ProhibitedPairing((2, 6), 1, 9)),
        ("260   2   3    2    6   11", ProhibitedPairing((2, 6, 11), 2, 3)),
        ("260           2    6", ProhibitedPairing((2, 6), 1, 999)),
        ("XXP 2 6 2", ProhibitedPairing((2, 6), 1, 999)),
    ],
)
def test_prohibited_pairings(line, expected):
    assert record(line).prohibited == (expected,)


def test_a_prohibition_that_names_an_unknown_player_is_left_out_with_an_error():
    found = document("260   1   9    2   66")
    assert found.record.prohibited == ()
    assert [str(finding) for finding in found.findings] == [
        "line 3: unknown number in: 66; dropped"
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("299 +         2.5    1    1", AbnormalPoints(Outcome.FORFEIT_WIN, 25, 1, (1,))),
        ("299 +        2.5   1    1", AbnormalPoints(Outcome.FORFEIT_WIN, 25, 1, (1,))),
        ("299 +  2.0   2.5    1    1", AbnormalPoints(Outcome.FORFEIT_WIN, 25, 1, (1,), 20)),
        ("299 +  2.0  2.5   1    1", AbnormalPoints(Outcome.FORFEIT_WIN, 25, 1, (1,), 20)),
        ("299 + 2.0 2.5 1 1 12", AbnormalPoints(Outcome.FORFEIT_WIN, 25, 1, (1, 12), 20)),
        ("299          -0.5         7", AbnormalPoints(None, -5, None, (7,))),
        ("299          -0.5  000    7   12", AbnormalPoints(None, -5, None, (7, 12))),
        ("299 W         0.5", AbnormalPoints(Outcome.WIN, 5)),
        ("299 z         0.5    3", AbnormalPoints(Outcome.ZERO_POINT_BYE, 5, 3)),
        ("299 -  1.0         3    2", AbnormalPoints(Outcome.FORFEIT_LOSS, None, 3, (2,), 10)),
    ],
    ids=[
        "Handbook columns",
        "TEC columns",
        "Handbook columns with match points",
        "TEC columns with match points",
        "by blanks",
        "penalty",
        "round 000",
        "everybody",
        "lower case",
        "match points only",
    ],
)  # fmt: skip
def test_abnormal_points_in_either_layout(line, expected):
    assert record(line).abnormal_points == (expected,)


def test_abnormal_points_count_in_the_totals_of_trf26():
    found = read_trf(sample("open-trf26.trf"), strict=True).record
    totals = [total_points(found, person) for person in found.participants]
    assert totals == [15, 20, 25, 15, 20, 5, 0, 5]
    written = write_trf26(found).decode().splitlines()
    assert [line[80:84] for line in written if line.startswith("001")] == [
        " 1.5",
        " 2.0",
        " 2.5",
        " 1.5",
        " 2.0",
        " 0.5",
        " 0.0",
        " 0.5",
    ]


def test_totals_in_trf16_are_the_sum_of_the_letters():
    found = read_trf(sample("open-trf26.trf")).record
    written = write_trf16(found).decode().splitlines()
    # Player 2's half-point bye and player 7's results without bonus or penalty;
    # player 5 has a half-point bye in the coming round.
    assert [line[80:84] for line in written if line.startswith("001")] == [
        " 1.5",
        " 2.5",
        " 2.5",
        " 1.5",
        " 2.5",
        " 0.5",
        " 0.5",
        " 0.5",
    ]


@pytest.mark.parametrize(
    ("points", "accepted"),
    [("0.0", True), ("0.5", True), ("1.0", True), ("1.5", True), ("2.0", False)],
    ids=["results", "coming bye", "virtual points", "both", "neither"],
)
def test_totals_may_include_coming_byes_and_virtual_points(points, accepted):
    data = trf(
        "142 3",
        "152 W",
        "250       1.0   1   2    2    2",
        player_line(1, "   2 w 1", points="1.0"),
        player_line(2, "   1 b 0", "0000 - H", points=points),
    )
    codes = [finding.code for finding in read_trf(data).findings]
    assert codes == ([] if accepted else ["trf.points.mismatch"])


@pytest.mark.parametrize(
    ("points", "cells", "rounds", "proposal"),
    [
        ("0.5", ("        ",), [1], "H"),
        ("1.0", ("        ",), [1], "F"),
        ("0.5", ("        ", "        "), [1, 2], ""),
        ("2.5", ("        ",), [1], ""),
    ],
)
def test_byes_hidden_in_the_total_are_proposed_but_not_filled_in(points, cells, rounds, proposal):
    count = len(cells)
    data = trf(
        "142 5",
        player_line(1, *["   2 w 1"] * count, points=f"{count}.0"),
        player_line(2, *["   1 b 0"] * count, points="0.0"),
        player_line(3, *cells, points=points),
    )
    found = read_trf(data)
    hidden = [finding for finding in found.findings if finding.code == "trf.points.hidden_bye"]
    assert [(finding.params["rounds"], finding.params["proposal"]) for finding in hidden] == [
        (rounds, proposal)
    ]
    assert {cell.outcome for cell in found.record.participants[2].cells} == {Outcome.ZERO_POINT_BYE}
