"""Groups played to the end, their standings, and the knockout that follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.knockout.qualification import cross_groups
from pairing.options import ScheduleOptions
from pairing.roundrobin.groups import Ranked, group_record, qualifiers, snake
from pairing.roundrobin.schedules import groups
from pairing.scoring import Outcome
from tests.support.scheduled_events import field_of, played
from tiebreaks import Options, TiebreakError, standings
from tiebreaks.qualifying import group_order

GROUPS = snake(range(1, 17), 4).groups
ORDER = ["PTS", "DE", "SB", "TPN"]


def stronger_wins(round_number: int, white: int, black: int) -> Outcome:
    return Outcome.WIN if white < black else Outcome.LOSS


def finished_groups(result=stronger_wins):
    record = field_of(16, 3, schedule=ScheduleOptions(groups=GROUPS), system="CUSTOM_ROUNDROBIN")
    record = played(record, "groups", result)
    return [group_record(record, group.numbers, 3) for group in groups(record).groups]


def test_order_of_a_group_with_points_and_what_can_be_compared():
    order = group_order(standings(finished_groups()[0], ORDER), 2)
    # SB in hundredths; the pairing number is better if smaller; DE is left out.
    assert order == (
        Ranked(1, 30, (300, -1)),
        Ranked(8, 20, (100, -8)),
        Ranked(9, 10, (0, -9)),
        Ranked(16, 0, (0, -16)),
    )


def test_four_groups_of_four_two_each_cross_so_that_group_mates_are_apart():
    orders = [group_order(standings(record, ORDER), 2) for record in finished_groups()]
    draw = cross_groups(qualifiers(orders, 2))
    # A1-B2, C1-D2 | B1-A2, D1-C2.
    assert draw.slots == (1, 7, 3, 5, 2, 8, 4, 6)


def test_shared_place_that_qualifies_must_be_settled_first():
    (record, *_) = finished_groups(lambda *board: Outcome.DRAW)
    table = standings(record, ["PTS", "SB"])
    with pytest.raises(TiebreakError) as caught:
        group_order(table, 2)
    assert (caught.value.code, caught.value.params) == (
        "standings.level_at_the_cut",
        {"numbers": [1, 8, 9, 16], "places": 2},
    )
    settled = standings(record, ["PTS", "SB"], options=Options(lots_seed=3))
    assert len(group_order(settled, 2)) == 4


def test_shared_place_below_the_cut_does_not_matter():
    def result(number: int, white: int, black: int) -> Outcome:
        return Outcome.DRAW if {white, black} == {9, 16} else stronger_wins(number, white, black)

    (record, *_) = finished_groups(result)
    table = standings(record, ["PTS"])
    assert [item.number for item in group_order(table, 2)][:2] == [1, 8]
    with pytest.raises(TiebreakError):
        group_order(table, 3)


def test_c05_6_6_who_has_no_place_does_not_qualify():
    (record, *_) = finished_groups()
    gone = replace(record, schedule=ScheduleOptions(withdrawn=(8,)))
    left = replace(
        gone,
        participants=tuple(replace(person, cells=person.cells[:1]) for person in gone.participants),
        completed=1,
    )
    assert [item.number for item in group_order(standings(left, ["PTS", "TPN"]), 1)] == [1, 9, 16]
