"""Whole events with random sizes, draws, results and withdrawals."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.draws import Draws
from pairing.record import Participant, check_record
from pairing.roundrobin.fixed import withdrawals
from pairing.roundrobin.groups import from_pots, snake
from pairing.roundrobin.keizer import keizer_table
from pairing.roundrobin.schedules import round_robin
from pairing.roundrobin.varma import GROUPS, LETTERS, groups_of, varma
from pairing.scoring import Outcome
from pairing.systems import pair_round, system
from tests.support.effort import EFFORT
from tests.support.scheduled_events import field_of, next_boards, with_round
from tiebreaks import standings
from tiebreaks.crosstable import crosstable

EXAMPLES = settings(derandomize=True, max_examples=60 * EFFORT, deadline=None, database=None)
PLAYED = [Outcome.WIN, Outcome.DRAW, Outcome.LOSS]


@st.composite
def events(draw: st.DrawFn):
    """A round robin in which some leave after some round."""
    size = draw(st.integers(3, 9))
    cycles = draw(st.integers(1, 2))
    rounds = system("round-robin").rounds(field_of(size, 1), cycles)
    leaving = draw(
        st.dictionaries(st.integers(1, size), st.integers(0, rounds - 1), max_size=size - 2)
    )
    return field_of(size, rounds, system="FIDE_DOUBLEROUNDROBIN"), leaving, draw(st.randoms())


@EXAMPLES
@given(events())
def test_event_with_withdrawals_runs_to_its_end(event):
    record, leaving, luck = event
    while record.completed < record.rounds:
        gone = tuple(sorted(n for n, after in leaving.items() if after <= record.completed))
        record = replace(record, schedule=replace(record.schedule, withdrawn=gone))
        pairing = pair_round(record, "round-robin")

        def outcome(number, white, black, gone=gone):
            if white in gone:
                return Outcome.FORFEIT_LOSS
            return Outcome.FORFEIT_WIN if black in gone else luck.choice(PLAYED)

        boards = tuple((board.white, board.black) for board in pairing.boards)
        cancelled = {
            verdict.number
            for verdict in withdrawals(record, round_robin(record))
            if not verdict.counts
        }
        assert cancelled.isdisjoint(player for board in boards for player in board)
        record = with_round(record, boards, outcome)
    check_record(record)
    verdicts = withdrawals(record, round_robin(record))
    unplaced = {verdict.number for verdict in verdicts if not verdict.counts}
    if len(unplaced) == len(record.participants):
        return
    table = standings(record, ["PTS", "SB", "DE", "KS"])
    assert {row.number for row in table.rows if row.rank is None} == unplaced
    grid = crosstable(record, table)
    shown = Counter(len(games) for line in grid.lines for games in line.cells)
    games = sum(
        cell.opponent is not None for person in record.participants for cell in person.cells
    )
    assert sum(number * times for number, times in shown.items()) == games


@EXAMPLES
@given(
    st.lists(st.sampled_from(["", "NOR", "ESP", "GER", "FRA", "ITA"]), min_size=2, max_size=28),
    st.integers(0, 2**32),
)
def test_varma_gives_every_number_once_and_keeps_contingents_together(federations, seed):
    people = [
        Participant(number, f"Player {number:02}", federation=federation)
        for number, federation in enumerate(federations, start=1)
    ]
    draw = varma(people, seed)
    assert sorted(draw.order) == [person.number for person in people]
    assert len(draw.log) == len(people)
    sizes = Counter(code for code in federations if code)
    free = not groups_of(len(people)) or max(sizes.values(), default=0) > max(
        map(len, groups_of(len(people)))
    )
    assert (draw.method == "lot") == free
    if free:
        return
    scattered = {params["federation"] for _, params in draw.notices}
    for federation, size in sizes.items():
        groups = {step["group"] for step in draw.log if step["federation"] == federation}
        assert len(groups) == 1 or size == 1 or federation in scattered
    for step in draw.log:
        table = GROUPS[len(people) + len(people) % 2]
        assert step["number"] in table[LETTERS.index(step["group"])]


@EXAMPLES
@given(
    st.integers(1, 8),
    st.integers(2, 6),
    st.data(),
    st.integers(0, 2**32),
)
def test_groups_take_one_of_each_row_and_only_crowded_clubs_are_named(groups, rows, data, seed):
    extra = data.draw(st.integers(0, groups - 1))
    numbers = range(1, groups * rows + extra + 1)
    clubs = {
        number: club
        for number in numbers
        if (club := data.draw(st.sampled_from(["", "", "Reds", "Blues", "Greens"])))
    }
    for draw in (
        snake(numbers, groups, clubs),
        from_pots(numbers, groups, Draws(random.Random(seed)), clubs),
    ):
        assert sorted(number for group in draw.groups for number in group) == list(numbers)
        for group in draw.groups:
            places = [(number - 1) // groups for number in group]
            assert places in (list(range(rows)), list(range(rows + 1)))
            members = Counter(clubs[number] for number in group if number in clubs)
            named = {params["club"] for _, params in draw.notices}
            assert {club for club, count in members.items() if count > 1} <= named


@EXAMPLES
@given(st.integers(2, 12), st.integers(1, 6), st.randoms(), st.sampled_from(["keizer", "monrad"]))
def test_ladders_pair_everybody_who_is_there_the_same_way_every_time(size, rounds, luck, code):
    record = field_of(size, rounds)
    # So long everybody can still meet half of the others, and a pairing surely exists.
    for _ in range(min(rounds, size // 2)):
        boards = next_boards(record, code)
        assert boards == next_boards(record, code)
        assert sorted(p for board in boards for p in board if p) == list(range(1, size + 1))
        assert sum(black is None for _, black in boards) == size % 2
        record = with_round(record, boards, lambda *board: luck.choice(PLAYED))
        check_record(record)
        if code == "monrad":
            met = Counter(
                frozenset((person.number, cell.opponent))
                for person in record.participants
                for cell in person.cells
                if cell.opponent
            )
            assert set(met.values()) <= {2}
    ranking = [row.number for row in keizer_table(record).rows]
    assert sorted(ranking) == list(range(1, size + 1))
