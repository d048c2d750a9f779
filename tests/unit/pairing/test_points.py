"""Points of rounds with deviating points (TRF26 record 299), in tenths."""

import pytest

from pairing.points import round_points, total_points
from pairing.record import AbnormalPoints
from pairing.scoring import Outcome, PointSystem, format_points, parse_points
from tests.support.records import record

TABLE = "3w1 4bW\n4b= 3w-\n1b0 2b+\n2w= 1wL"


def totals(*rules, **facts):
    position = record(TABLE, rounds=4, abnormal_points=rules, **facts)
    return [total_points(position, person) for person in position.participants]


def test_without_deviations():
    assert totals() == [20, 5, 10, 5]


def test_a_deviating_win_counts_rated_or_not():
    assert totals(AbnormalPoints(Outcome.WIN, 30)) == [60, 5, 10, 5]


def test_a_deviation_of_one_round_and_some_players():
    assert totals(AbnormalPoints(Outcome.DRAW, 0, round=1, numbers=(4,))) == [20, 5, 10, 0]
    assert totals(AbnormalPoints(Outcome.FORFEIT_WIN, 5, round=2)) == [20, 5, 5, 5]
    assert totals(AbnormalPoints(Outcome.FORFEIT_WIN, 5, round=1)) == [20, 5, 10, 5]


def test_a_bonus_is_added_once():
    assert totals(AbnormalPoints(None, -10, numbers=(1,))) == [10, 5, 10, 5]
    position = record(
        TABLE, rounds=4, abnormal_points=(AbnormalPoints(None, 5, round=2, numbers=(1,)),)
    )
    first = position.participants[0]
    assert [round_points(position, first, number) for number in (1, 2)] == [10, 15]


def test_other_point_systems():
    assert totals(points=PointSystem(win=30, draw=10)) == [60, 10, 30, 10]
    assert totals(points=PointSystem(win=10, forfeit_loss=2, loss=1)) == [20, 7, 11, 6]
    assert totals(points=PointSystem(win_black=12)) == [22, 5, 10, 5]


@pytest.mark.parametrize(
    ("text", "tenths"),
    [
        ("8.5", 85),
        ("8,5", 85),
        ("8½", 85),
        ("½", 5),
        ("12", 120),
        ("-1.0", -10),
        (".5", 5),
        ("3.", 30),
    ],
)
def test_points_are_read(text, tenths):
    assert parse_points(text) == tenths


@pytest.mark.parametrize("text", ["", "x", "1.25", "1.x", "--1", "1..5", "٣"])
def test_what_is_not_points_is_refused(text):
    with pytest.raises(ValueError):
        parse_points(text)


def test_points_are_shown_with_one_decimal():
    assert [format_points(tenths) for tenths in (0, 5, 85, -10, 1005)] == [
        "0.0",
        "0.5",
        "8.5",
        "-1.0",
        "100.5",
    ]
