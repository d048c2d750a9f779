"""The field before and during the event, by the articles of C.04.1 and C.04.2."""

from __future__ import annotations

import pytest

from tests.factories import (
    add_players,
    entry_ids,
    make_tournament,
    pair,
    pair_and_publish,
    play,
    refreshed,
    round_of,
)
from tournaments.core.errors import Conflict
from tournaments.core.principal import SYSTEM
from tournaments.events.services import (
    allow_pairing,
    assign_pairing_numbers,
    prohibit_pairing,
    return_entry,
    update_entry,
    update_tournament,
    withdraw_entry,
)
from tournaments.events.services.tournaments import FROZEN_ONCE_PAIRED
from tournaments.events.warnings import warnings_for
from tournaments.play.record import build_record
from tournaments.play.services import unpair_round
from tournaments.standings.selectors import standings_for

pytestmark = pytest.mark.django_db

OTHER_VALUES = {
    "system": "custom",
    "edition": "2022",
    "round_count": 6,
    "initial_colour": "b",
    "acceleration": "baku",
    "virtual_points": [
        {"points": 10, "first_round": 1, "last_round": 1, "first_entry": "", "last_entry": ""}
    ],
    "abnormal_points": [{"outcome": "W", "points": 5, "round": 1, "entries": []}],
    "tie_breaks": ["PTS", "SB"],
    "tie_break_edition": "2024",
    "unrated_rating": 1400,
    "starting_order_key": "lot",
}


@pytest.mark.parametrize("field", sorted(FROZEN_ONCE_PAIRED - {"schedule"}))
def test_c04_1_1_what_was_announced_is_frozen_once_round_one_is_paired(field):
    tournament = make_tournament(4)
    pair(tournament, 1)
    before = getattr(refreshed(tournament), field)
    value = OTHER_VALUES.get(field, 7)
    assert before != value
    with pytest.raises(Conflict) as refusal:
        update_tournament(actor=SYSTEM, tournament_id=tournament.pk, **{field: value})
    assert refusal.value.code == "tournament.settings_frozen"
    assert refusal.value.params == {"fields": [field]}
    assert getattr(refreshed(tournament), field) == before


def test_prohibited_pairs_are_frozen_once_round_one_is_paired_and_open_again_when_it_is_not():
    tournament = make_tournament(6)
    ids = entry_ids(tournament)
    made = prohibit_pairing(actor=SYSTEM, tournament_id=tournament.pk, entry_ids=[ids[1], ids[2]])
    pair(tournament, 1)
    for action in (
        lambda: prohibit_pairing(
            actor=SYSTEM, tournament_id=tournament.pk, entry_ids=[ids[3], ids[4]]
        ),
        lambda: allow_pairing(actor=SYSTEM, prohibited_pairing_id=made.pk),
    ):
        with pytest.raises(Conflict) as refusal:
            action()
        assert refusal.value.params == {"fields": ["prohibited_pairings"]}
    assert tournament.prohibited_pairings.count() == 1
    unpair_round(actor=SYSTEM, round_id=round_of(tournament, 1).pk)
    allow_pairing(actor=SYSTEM, prohibited_pairing_id=made.pk)
    assert tournament.prohibited_pairings.count() == 0


def test_c04_2_2_3_numbers_that_do_not_follow_strength_are_told_while_they_may_be_corrected():
    tournament = make_tournament(10, rounds=5)
    assert warnings_for(tournament) == []
    weakest = tournament.entries.get(pairing_number=10)
    update_entry(actor=SYSTEM, entry_id=weakest.pk, rating=2295)
    (warning,) = warnings_for(tournament)
    assert warning.code == "entries.not_by_strength"
    assert warning.params == {"numbers": [2, 3, 4, 5, 6, 7, 8, 9, 10], "until_round": 4}
    assign_pairing_numbers(actor=SYSTEM, tournament_id=tournament.pk)
    assert warnings_for(tournament) == []
    for number in (1, 2, 3):
        play(tournament, number)
    update_entry(actor=SYSTEM, entry_id=weakest.pk, rating=1000)
    assert [each.code for each in warnings_for(tournament)] == ["entries.not_by_strength"]
    pair_and_publish(tournament, 4)
    assert warnings_for(tournament) == []


def codes_of(tournament, name):
    """The letters of somebody's rounds in the report."""
    record = build_record(refreshed(tournament), through_round=4)
    (person,) = [each for each in record.participants if each.name == name]
    return [(cell.opponent or 0, cell.outcome.value) for cell in person.cells]


def test_c04_2_2_4_a_late_entry_has_zero_point_byes_for_the_rounds_before():
    tournament = make_tournament(6, rounds=4)
    play(tournament, 1)
    play(tournament, 2)
    (late,) = add_players(tournament, [2295])
    play(tournament, 3)
    codes = codes_of(tournament, late.name)
    assert codes[:2] == [(0, "Z"), (0, "Z")]
    assert codes[2][1] in ("1", "0", "U")
    table = standings_for(principal=SYSTEM, tournament_id=tournament.pk, after_round=3)
    (row,) = [row for row in table.rows if row.entry.pk == late.pk]
    assert [cell.points for cell in row.cells][:2] == [0, 0]
    assert row.points == row.cells[2].points


def test_c04_2_3_2_who_withdraws_has_zero_point_byes_until_the_return():
    tournament = make_tournament(6, rounds=5)
    play(tournament, 1)
    one = tournament.entries.get(pairing_number=1)
    withdraw_entry(actor=SYSTEM, entry_id=one.pk, from_round=3)
    play(tournament, 2)
    play(tournament, 3)
    return_entry(actor=SYSTEM, entry_id=one.pk, from_round=4)
    play(tournament, 4)
    letters = [letter for _, letter in codes_of(tournament, one.name)]
    assert letters[2] == "Z"
    assert "Z" not in (letters[0], letters[1], letters[3])
