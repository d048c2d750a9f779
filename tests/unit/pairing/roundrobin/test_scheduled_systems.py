"""Systems with a fixed schedule as the registry offers them: rounds, type codes, the next round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.checker import case_from_record, check_case, system_for
from pairing.errors import RecordError
from pairing.options import ScheduleOptions
from pairing.record import ABSENT, check_record
from pairing.roundrobin.tables import meetings
from pairing.systems import SYSTEMS, pair_round, system, type_code
from tests.support.scheduled_events import (
    field_of,
    mixed,
    next_boards,
    played,
    team_field,
    white_wins,
    whole_schedule,
    with_round,
)
from tiebreaks.field import is_predetermined

DRAWN = ScheduleOptions(groups=((1, 4, 5, 8), (2, 3, 6, 7)))
EVENTS = {
    "round-robin": field_of(7, 14),
    "crenshaw": field_of(8, 7),
    "berger-reversed": field_of(6, 10),
    "quads": field_of(10, 5),
    "groups": field_of(8, 6, schedule=DRAWN),
    "scheveningen": team_field(2, 5, 10),
    "skalitzka": team_field(3, 4, 2),
    "team-round-robin": team_field(3, 4, 6),
}


def test_these_are_the_systems_with_a_schedule():
    assert {code for code, entry in SYSTEMS.items() if entry.predetermined} == set(EVENTS)


@pytest.mark.parametrize("code", EVENTS)
def test_next_round_is_that_of_the_schedule_round_by_round(code):
    record = EVENTS[code]
    expected = whole_schedule(record, code)
    finished = played(record, code, mixed)
    check_record(finished)
    for number, boards in enumerate(expected, start=1):
        assert sorted(finished.boards(number)) == sorted(boards)
    assert check_case(case_from_record("event", finished, code)).differences == ()


@pytest.mark.parametrize("code", EVENTS)
def test_one_round_too_many_is_refused(code):
    finished = played(EVENTS[code], code, mixed)
    with pytest.raises(RecordError) as caught:
        pair_round(finished, code)
    assert caught.value.code == "round.none_left"


@pytest.mark.parametrize("code", EVENTS)
def test_number_of_rounds_by_the_system_is_that_of_the_schedule(code):
    record = EVENTS[code]
    cycles = {"round-robin": 2, "berger-reversed": 2, "groups": 2, "scheveningen": 2}
    rounds = system(code).rounds(record, cycles.get(code, 2 if code == "team-round-robin" else 1))
    assert rounds == record.rounds == len(whole_schedule(record, code))


@pytest.mark.parametrize("code", EVENTS)
def test_results_are_predetermined_for_the_tie_breaks(code):
    assert is_predetermined(replace(EVENTS[code], system=type_code(EVENTS[code], code)))


def test_a_rest_is_worth_nothing_unless_announced():
    assert {system(code).bye_points for code in EVENTS} == {0}
    assert system("dutch").bye_points is None


def test_explanation_names_table_and_round():
    origin = pair_round(EVENTS["quads"], "quads", explain=True).explanation
    assert (origin.tables, origin.round) == (("crenshaw-4", "berger"), 1)
    assert pair_round(EVENTS["quads"], "quads").explanation is None


def test_progress_is_reported():
    seen = []
    pair_round(EVENTS["round-robin"], "round-robin", progress=lambda *done: seen.append(done))
    assert seen == [(7, 7)]


# --------------------------------------------------------------------- type codes


@pytest.mark.parametrize(
    ("players", "cycles", "swap", "code"),
    [
        (12, 1, None, "BERGER_ROUNDROBIN"),
        (12, 2, None, "FIDE_DOUBLEROUNDROBIN"),
        (12, 2, False, "BERGER_DOUBLEROUNDROBIN"),
        (12, 3, False, "BERGER_ROUNDROBIN_G3"),
        (12, 3, True, "CUSTOM_ROUNDROBIN"),
        (1, 1, None, "CUSTOM_ROUNDROBIN"),
        (2, 4, None, "BERGER_ROUNDROBIN_G4"),
    ],
)
def test_trf26_192_code_of_a_round_robin(players, cycles, swap, code):
    record = field_of(players, 1, schedule=ScheduleOptions(swap_last_rounds=swap))
    rounds = system("round-robin").rounds(record, cycles)
    assert type_code(replace(record, rounds=rounds), "round-robin") == code


@pytest.mark.parametrize(
    ("code", "system_code", "expected"),
    [
        (team_field(2, 4, 4), "scheveningen", "FIDE_SCHEVENINGEN"),
        (team_field(2, 4, 8), "scheveningen", "FIDE_DOUBLESCHEVENINGEN"),
        (team_field(2, 4, 12), "scheveningen", "FIDE_SCHEVENINGEN_G3"),
        (team_field(4, 4, 3), "team-round-robin", "BERGER_TEAM_ROUNDROBIN"),
        (team_field(4, 4, 6), "team-round-robin", "FIDE_TEAM_DOUBLEROUNDROBIN"),
        (team_field(2, 4, 6), "team-round-robin", "BERGER_TEAM_ROUNDROBIN_G6"),
        (team_field(2, 4, 5), "scheveningen", "CUSTOM_SCHEVENINGEN"),
        (field_of(4, 3), "scheveningen", "CUSTOM_SCHEVENINGEN"),
        (team_field(4, 4, 5), "team-round-robin", "CUSTOM_TEAM_ROUNDROBIN"),
        (field_of(4, 3), "team-round-robin", "CUSTOM_TEAM_ROUNDROBIN"),
        (field_of(12, 7), "round-robin", "CUSTOM_ROUNDROBIN"),
        (field_of(0, 5), "round-robin", "CUSTOM_ROUNDROBIN"),
        (team_field(3, 4, 2), "skalitzka", "CUSTOM_TEAM_ROUNDROBIN"),
        (field_of(8, 7), "crenshaw", "CUSTOM_ROUNDROBIN"),
        (field_of(8, 3), "quads", "CUSTOM_ROUNDROBIN"),
        (field_of(8, 3), "keizer", "CUSTOM_SWISS"),
        (field_of(8, 3), "dutch", "FIDE_DUTCH"),
    ],
)
def test_trf26_192_code_of_other_systems(code, system_code, expected):
    assert type_code(code, system_code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("BERGER_ROUNDROBIN", "round-robin"),
        ("FIDE_ROUNDROBIN", "round-robin"),
        ("FIDE_DOUBLEROUNDROBIN", "round-robin"),
        ("BERGER_ROUNDROBIN_G4", "round-robin"),
        ("FIDE_SCHEVENINGEN", "scheveningen"),
        ("FIDE_DOUBLESCHEVENINGEN", "scheveningen"),
        ("BERGER_TEAM_DOUBLEROUNDROBIN", "team-round-robin"),
    ],
)
def test_trf26_192_code_tells_the_system(code, expected):
    assert system_for(field_of(4, 3, system=code)) == expected


def test_trf26_192_custom_round_robin_stands_for_no_table():
    with pytest.raises(RecordError) as caught:
        system_for(field_of(4, 3, system="CUSTOM_ROUNDROBIN"))
    assert caught.value.code == "check.unsupported_system"


def test_trf26_192_berger_double_does_not_exchange_the_last_two_rounds_and_fides_does():
    plain = whole_schedule(field_of(6, 10, system="BERGER_DOUBLEROUNDROBIN"), "round-robin")
    fide = whole_schedule(field_of(6, 10, system="FIDE_DOUBLEROUNDROBIN"), "round-robin")
    assert (plain[3], plain[4]) == (fide[4], fide[3])
    assert plain[5:] == fide[5:]
    unnamed = whole_schedule(field_of(6, 10), "round-robin")
    assert unnamed == fide


# ------------------------------------------------------------------ what can go wrong


def test_seats_are_the_participants_in_the_order_of_the_list():
    record = field_of(4, 3)
    gaps = tuple(
        replace(person, number=number)
        for person, number in zip(record.participants, (2, 5, 7, 9), strict=True)
    )
    assert next_boards(replace(record, participants=gaps), "round-robin") == ((2, 9), (5, 7))


@pytest.mark.parametrize("rounds", [1, 10, 12, 23])
def test_rounds_that_are_no_whole_cycles_are_refused(rounds):
    with pytest.raises(RecordError) as caught:
        pair_round(field_of(12, rounds), "round-robin")
    assert (caught.value.code, caught.value.params) == (
        "schedule.rounds_impossible",
        {"rounds": rounds, "per_cycle": 11},
    )


def test_late_entry_after_round_1_is_refused():
    record = played(field_of(5, 5), "round-robin", mixed, rounds=1)
    late = tuple(replace(person, cells=(ABSENT,)) for person in field_of(7, 7).participants[5:])
    grown = replace(record, participants=(*record.participants, *late), rounds=7)
    with pytest.raises(RecordError) as caught:
        pair_round(grown, "round-robin")
    assert (caught.value.code, caught.value.params) == (
        "schedule.late_entry",
        {"number": 6, "rounds": [1]},
    )


def test_late_entry_as_the_last_of_an_even_table_takes_the_place_of_the_rest():
    record = played(field_of(5, 5), "round-robin", mixed, rounds=1)
    late = replace(field_of(6, 5).participants[5], cells=(ABSENT,))
    grown = replace(record, participants=(*record.participants, late))
    assert next_boards(grown, "round-robin") == ((6, 4), (5, 3), (1, 2))


def test_round_paired_by_hand_is_pointed_out_and_the_table_goes_on():
    record = with_round(field_of(6, 5), ((1, 2), (3, 4), (5, 6)), white_wins)
    with pytest.raises(RecordError) as caught:
        pair_round(record, "round-robin")
    assert caught.value.params == {"round": 2, "white": 1, "black": 2}
    other = with_round(field_of(6, 5), ((1, 5), (2, 6), (3, 4)), white_wins)
    pairing = pair_round(other, "round-robin")
    assert [(b.white, b.black) for b in pairing.boards] == [(6, 4), (5, 3), (1, 2)]
    assert pairing.notices == (("schedule.recorded_otherwise", {"rounds": [1]}),)


def test_double_round_robin_may_meet_twice_but_not_three_times():
    record = played(field_of(4, 6), "round-robin", mixed)
    counts = meetings(tuple(tuple(record.boards(number)) for number in range(1, 7)))
    assert set(counts.values()) == {2}
