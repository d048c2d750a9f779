"""What holds in every field: fields of up to 60 players, whole tournaments.

``EXAMPLES=20`` plays twenty times as many tournaments.
"""

import random
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairing.errors import NoLegalPairing
from pairing.generator import GeneratorOptions, generate_tournament
from pairing.record import ProhibitedPairing
from pairing.scoring import STANDARD, THREE_ONE_ZERO, Colour, Outcome, PointSystem
from pairing.systems import pair_round
from tests.support.effort import EFFORT

MILLION = 1_000_000

fields = settings(
    derandomize=True,
    max_examples=50 * EFFORT,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def tournaments(draw):
    """A finished tournament of 2-60 players, paired by the engine."""
    standard = draw(st.booleans())
    size = draw(st.integers(2, 12) | st.integers(20, 60))
    options = GeneratorOptions(
        players=(size, size),
        rounds=(draw(st.integers(4, 9)),) * 2,
        draws=draw(st.sampled_from((0, 3, 9))) * MILLION // 10,
        forfeits=draw(st.sampled_from((0, 5))) * MILLION // 100,
        double_forfeits=draw(st.sampled_from((0, 3))) * MILLION // 100,
        half_point_byes=draw(st.sampled_from((0, 5))) * MILLION // 100,
        zero_point_byes=draw(st.sampled_from((0, 5))) * MILLION // 100,
        full_point_byes=draw(st.sampled_from((0, 2))) * MILLION // 100,
        late_entries=draw(st.sampled_from((0, 20))) * MILLION // 100,
        withdrawals=draw(st.sampled_from((0, 20))) * MILLION // 100,
        prohibited_pairs=draw(st.sampled_from(((0, 0), (1, 8)))),
        acceleration=draw(st.sampled_from(("none", "baku"))) if standard else "none",
        points=STANDARD
        if standard
        else draw(st.sampled_from((THREE_ONE_ZERO, PointSystem(pairing_allocated_bye=5)))),
    )
    return generate_tournament(options, random.Random(draw(st.integers(0, 2**32))))


def paired_rounds(record):
    """(record before the round, its pairing, (white, black) list) for each round."""
    for completed in range(record.completed):
        before = record.truncated(completed)
        yield before, boards(before), list(record.boards(completed + 1))


def boards(record):
    """Boards of the next round, ``None`` if there is no legal pairing."""
    try:
        return [(board.white, board.black) for board in pair_round(record).boards]
    except NoLegalPairing:
        return None


@fields
@given(tournaments())
def test_c04_1_2_nobody_meets_the_same_opponent_twice(record):
    for person in record.participants:
        met = [cell.opponent for cell in person.cells if cell.outcome.is_game]
        assert len(met) == len(set(met))


@fields
@given(tournaments())
def test_c04_1_3_everybody_present_is_paired_once_and_at_most_one_has_the_bye(record):
    for before, found, _ in paired_rounds(record):
        away = {bye.number for bye in before.planned_byes}
        present = sorted(p.number for p in before.participants if p.number not in away)
        seats = sorted(number for board in found for number in board if number is not None)
        assert seats == present
        byes = [white for white, black in found if black is None]
        assert len(byes) == len(present) % 2
        assert byes == [white for white, _ in found[-1:]][: len(byes)]


@fields
@given(tournaments())
def test_c04_1_4_no_bye_after_a_bye_or_a_win_without_play(record):
    for person in record.participants:
        outcomes = [cell.outcome for cell in person.cells]
        if Outcome.PAIRING_ALLOCATED_BYE in outcomes:
            first = outcomes.index(Outcome.PAIRING_ALLOCATED_BYE)
            assert outcomes.count(Outcome.PAIRING_ALLOCATED_BYE) == 1
            assert Outcome.FORFEIT_WIN not in outcomes[:first]
            assert Outcome.FULL_POINT_BYE not in outcomes[:first]


@fields
@given(tournaments())
def test_c04_1_6_and_7_colours_stay_in_balance_before_the_last_round(record):
    for person in record.participants:
        colours = [
            cell.colour for cell in person.cells[: record.rounds - 1] if cell.outcome.is_game
        ]
        for length in range(1, len(colours) + 1):
            past = colours[:length]
            assert abs(past.count(Colour.WHITE) - past.count(Colour.BLACK)) <= 2
            assert len(past) < 3 or len(set(past[-3:])) == 2


@fields
@given(tournaments())
def test_prohibited_pairs_never_meet(record):
    for ban in record.prohibited:
        for number in ban.numbers:
            for cell in record.participant(number).cells:
                assert cell.opponent not in ban.numbers


@fields
@given(tournaments())
def test_same_record_same_pairing(record):
    """The generator paired each round once; pairing it again changes nothing."""
    for before, found, recorded in paired_rounds(record):
        assert sorted(found, key=str) == sorted(recorded, key=str)
        assert boards(before) == found


@fields
@given(tournaments(), st.randoms(use_true_random=False))
def test_order_of_the_participants_in_the_record_changes_nothing(record, shuffler):
    for before, found, _ in paired_rounds(record):
        people = list(before.participants)
        byes = list(before.planned_byes)
        shuffler.shuffle(people)
        shuffler.shuffle(byes)
        other = replace(before, participants=tuple(people), planned_byes=tuple(byes))
        assert boards(other) == found


@fields
@given(tournaments())
def test_names_and_ratings_change_nothing(record):
    for before, found, _ in paired_rounds(record):
        anonymous = tuple(replace(p, name="", rating=None) for p in before.participants)
        assert boards(replace(before, participants=anonymous)) == found


@fields
@given(tournaments())
def test_c04_3_5_exchanging_white_and_black_exchanges_all_colours(record):
    """No rule prefers White: the mirrored history has the mirrored pairing."""

    def mirrored(person):
        cells = tuple(
            replace(cell, colour=cell.colour and cell.colour.opposite) for cell in person.cells
        )
        return replace(person, cells=cells)

    for before, found, _ in paired_rounds(record):
        mirror = replace(
            before,
            participants=tuple(mirrored(person) for person in before.participants),
            initial_colour=before.initial_colour.opposite,
        )
        assert boards(mirror) == [
            (white, None) if black is None else (black, white) for white, black in found
        ]


@fields
@given(tournaments())
def test_doubling_every_point_value_changes_nothing(record):
    """Only the order of the scores and half of the maximum matter (1.2, 1.8)."""
    points = record.points
    doubled = PointSystem(
        win=2 * points.win,
        draw=2 * points.draw,
        loss=2 * points.loss,
        pairing_allocated_bye=2 * points.pab,
    )
    virtual = tuple(replace(span, points=2 * span.points) for span in record.virtual_points)
    for before, found, _ in paired_rounds(record):
        assert boards(replace(before, points=doubled, virtual_points=virtual)) == found


@fields
@given(tournaments())
def test_c04_2_2_4_gaps_in_the_numbers_change_nothing(record):
    """Numbers are compared, and counted for 5.2.5; gaps between them do not matter."""

    def wider(number):
        return None if number is None else 3 * number + 1

    def renumbered(person):
        cells = tuple(replace(cell, opponent=wider(cell.opponent)) for cell in person.cells)
        return replace(person, number=wider(person.number), cells=cells)

    for before, found, _ in paired_rounds(record):
        other = replace(
            before,
            participants=tuple(renumbered(person) for person in before.participants),
            planned_byes=tuple(
                replace(bye, number=wider(bye.number)) for bye in before.planned_byes
            ),
            prohibited=tuple(
                ProhibitedPairing(
                    tuple(wider(number) for number in ban.numbers), ban.first_round, ban.last_round
                )
                for ban in before.prohibited
            ),
            virtual_points=tuple(
                replace(
                    span,
                    first_number=wider(span.first_number),
                    last_number=wider(span.last_number),
                )
                for span in before.virtual_points
            ),
            baku_last_number=wider(before.baku_last_number),
        )
        assert boards(other) == [(wider(white), wider(black)) for white, black in found]
