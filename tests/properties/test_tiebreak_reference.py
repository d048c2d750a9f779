"""BH, SB, PS, DE and KS against a second computation, on tournaments with every kind of round."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.record import Cell, Participant, TournamentRecord
from pairing.scoring import STANDARD, THREE_ONE_ZERO, Colour, Outcome, PointSystem
from tests.support.effort import EFFORT
from tests.support.tiebreak_reference import Reference
from tests.support.tiebreak_tables import column
from tiebreaks import Options, explain, standings

W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
PAIRED = (
    *((W, L), (W, L), (D, D), (L, W), (L, L), (D, L)),
    (Outcome.UNRATED_WIN, Outcome.UNRATED_LOSS),
    (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
)
ALONE = (
    Outcome.PAIRING_ALLOCATED_BYE,
    Outcome.FULL_POINT_BYE,
    Outcome.HALF_POINT_BYE,
    Outcome.ZERO_POINT_BYE,
    Outcome.ZERO_POINT_BYE,
)
SYSTEMS = (
    STANDARD,
    STANDARD,
    THREE_ONE_ZERO,
    PointSystem(pairing_allocated_bye=5),
    PointSystem(zero_point_bye=0, loss=0, win=20, draw=10),
)


@st.composite
def tournaments(draw, most_players: int = 9) -> TournamentRecord:
    """Any pairings, repeated ones too, with games, forfeits and byes of all kinds."""
    size = draw(st.integers(2, most_players))
    rounds = draw(st.integers(1, 6))
    cells: list[list[Cell]] = [[] for _ in range(size)]
    for _ in range(rounds):
        order = draw(st.permutations(range(size)))
        while order:
            if len(order) > 1 and draw(st.integers(0, 4)):
                white, black = order.pop(), order.pop()
                first, second = draw(st.sampled_from(PAIRED))
                cells[white].append(Cell(first, black + 1, Colour.WHITE))
                cells[black].append(Cell(second, white + 1, Colour.BLACK))
            else:
                cells[order.pop()].append(Cell(draw(st.sampled_from(ALONE))))
    people = tuple(
        Participant(index + 1, f"P{index + 1}", tuple(row), 1500 + index)
        for index, row in enumerate(cells)
    )
    return TournamentRecord(people, rounds, rounds, points=draw(st.sampled_from(SYSTEMS)))


def examples(number: int):
    return settings(max_examples=number * EFFORT, deadline=None, derandomize=True)


def numbers_of(values: dict[int, str | None]) -> dict[int, Fraction | None]:
    return {n: None if text is None else Fraction(text) for n, text in values.items()}


@examples(60)
@given(tournaments())
def test_c07_8_1_and_16_buchholz_and_its_cuts(record):
    for edition, caps in (("2026", True), ("2024", False)):
        reference = Reference(record, caps=caps)
        for code, cut in (("BH", 0), ("BH/C1", 1), ("BH/C2", 2)):
            expected = {n: reference.buchholz(n, cut) for n in reference.people}
            assert numbers_of(column(record, code, edition=edition)) == expected


@examples(60)
@given(tournaments())
def test_c07_9_1_sonneborn_berger_and_its_cuts(record):
    for edition, caps in (("2026", True), ("2024", False)):
        reference = Reference(record, caps=caps)
        for code, cut in (("SB", 0), ("SB/C1", 1), ("SB/C2", 2)):
            expected = {n: reference.sonneborn_berger(n, cut) for n in reference.people}
            assert numbers_of(column(record, code, edition=edition)) == expected


@examples(40)
@given(tournaments())
def test_c07_15_2_round_robin_values(record):
    options = Options(round_robin=True, half_rule=False, buchholz_in_round_robin=True)
    reference = Reference(record, round_robin=True)
    for code, value in (
        ("BH/C1", lambda n: reference.buchholz(n, 1)),
        ("SB", reference.sonneborn_berger),
        ("SB/C1", lambda n: reference.sonneborn_berger(n, 1)),
    ):
        expected = {n: value(n) for n in reference.people}
        assert numbers_of(column(record, code, options=options)) == expected


@examples(40)
@given(tournaments())
def test_c07_7_5_progressive_scores(record):
    reference = Reference(record)
    for code, cut in (("PS", 0), ("PS/C1", 1), ("PS/C2", 2)):
        expected = {n: reference.progressive(n, cut) for n in reference.people}
        assert numbers_of(column(record, code)) == expected


@examples(40)
@given(tournaments())
def test_c07_9_2_koya(record):
    reference = Reference(record)
    assert numbers_of(column(record, "KS")) == {n: reference.koya(n) for n in reference.people}


@examples(80)
@given(tournaments(most_players=5))
def test_c07_6_direct_encounter(record):
    for round_robin in (False, True):
        reference = Reference(record, round_robin=round_robin)
        options = Options(round_robin=round_robin, half_rule=False)
        computed = column(record, "DE", options=options)
        groups: dict[Fraction, list[int]] = {}
        for number in reference.people:
            groups.setdefault(reference.score(number), []).append(number)
        for group in groups.values():
            expected = reference.direct_encounter(group)
            assert {n: int(computed[n] or 0) for n in group} == expected


@examples(40)
@given(tournaments())
def test_c07_8_3_fore_buchholz_is_buchholz_with_the_last_round_drawn(record):
    drawn = replace(
        record,
        participants=tuple(
            replace(
                person,
                cells=(
                    *person.cells[:-1],
                    person.cells[-1]
                    if person.cells[-1].opponent is None
                    else replace(person.cells[-1], outcome=D),
                ),
            )
            for person in record.participants
        ),
    )
    for suffix in ("", "/C1", "/M1"):
        assert column(record, "FB" + suffix) == column(drawn, "BH" + suffix)


ORDER = ["PTS", "DE", "BH/C1", "SB/C1", "ARO", "WIN", "PS"]


@examples(40)
@given(tournaments(), st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_the_list(record, random):
    people = list(record.participants)
    random.shuffle(people)
    assert standings(replace(record, participants=tuple(people)), ORDER) == standings(record, ORDER)


@examples(40)
@given(tournaments(), st.integers())
def test_lots_keep_every_participant_inside_the_shared_place(record, seed):
    before = {row.number: row for row in standings(record, ORDER).rows}
    after = standings(record, ORDER, options=Options(lots_seed=seed)).rows
    size_of = {}
    for row in before.values():
        size_of[row.rank] = size_of.get(row.rank, 0) + 1
    assert [row.rank for row in after] == list(range(1, len(before) + 1))
    for row in after:
        first = before[row.number].rank
        assert first <= row.rank < first + size_of[first]
        assert row.values == before[row.number].values


@examples(30)
@given(tournaments())
def test_working_carries_the_value_of_the_standings(record):
    table = standings(record, ORDER)
    printed = {row.number: [value.text for value in row.values] for row in table.rows}
    for working in explain(record, ORDER):
        assert [item.value for item in working.tie_breaks] == printed[working.number]
