"""Standings are stored for each round, and never served as current when they are not."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest

from pairing.points import total_points
from tests.factories import (
    board_of,
    enter,
    entry_ids,
    make_player,
    make_tournament,
    pair,
    pair_and_publish,
    play,
    refreshed,
    round_of,
)
from tests.paths import ROOT
from tiebreaks import standings
from tournaments.core.clock import now
from tournaments.core.errors import Conflict
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.events.models import Tournament
from tournaments.events.services import (
    add_entry,
    assign_pairing_numbers,
    change_status,
    request_bye,
    schedule_round,
    update_entry,
    update_tournament,
    withdraw_entry,
)
from tournaments.jobs import tasks
from tournaments.play.record import build_record
from tournaments.play.services import record_result, unpair_round
from tournaments.standings import services
from tournaments.standings.models import Place, StoredStandings
from tournaments.standings.selectors import standings_for
from tournaments.standings.services import (
    ask_again,
    bring_up_to_date,
    compute_behind,
    forget_all,
    refresh,
    stored_for,
)

pytestmark = pytest.mark.django_db


def read(tournament, after_round=None, **options):
    return standings_for(
        principal=ANONYMOUS, tournament_id=tournament.pk, after_round=after_round, **options
    )


def lines(table) -> list[tuple]:
    """What a reader sees of each line."""
    return [
        (
            row.rank,
            row.entry.pairing_number,
            row.points,
            tuple((each.code, each.text) for each in row.values),
            row.shared,
            row.decided_by,
            tuple((c.round, c.opponent, c.colour, c.outcome, c.points) for c in row.cells),
        )
        for row in table.rows
    ]


def from_scratch(tournament: Tournament, after_round: int) -> list[tuple]:
    """The same straight from the record, past everything that is stored."""
    tournament = refreshed(tournament)
    record = build_record(tournament, through_round=after_round, planned=False)
    people = {person.number: person for person in record.participants}
    ranked = standings(record, tournament.tie_breaks)
    return [
        (
            row.rank,
            row.number,
            total_points(record, people[row.number]),
            tuple((c, v.text) for c, v in zip(ranked.order, row.values, strict=True)),
            row.shared,
            row.decided_by,
        )
        for row in ranked.rows
    ]


def behind() -> list[int]:
    rows = StoredStandings.objects.behind().order_by("after_round")
    return list(rows.values_list("after_round", flat=True))


@pytest.fixture
def computed(monkeypatch) -> list[int]:
    """The rounds whose standings were computed, in order."""
    rounds: list[int] = []
    original = services.compute

    def counted(tournament_id, after_round):
        rounds.append(after_round)
        return original(tournament_id, after_round)

    monkeypatch.setattr(services, "compute", counted)
    return rounds


def played(players: int = 8, rounds: int = 3) -> Tournament:
    tournament = make_tournament(players, rounds=5)
    for number in range(1, rounds + 1):
        play(tournament, number, {1: "1/2-1/2", 2: "0-1"})
    return tournament


def test_what_is_read_twice_is_computed_once(computed):
    tournament = played()
    first = read(tournament)
    again = read(tournament)
    assert computed == [3]
    assert lines(again) == lines(first)
    assert (again.current, again.computed_at) == (True, first.computed_at)
    assert Place.objects.count() == 8


def test_stored_lines_are_those_of_the_record():
    tournament = played(9)
    for after_round in range(4):
        table = read(tournament, after_round)
        assert [line[:6] for line in lines(table)] == from_scratch(tournament, after_round)
        assert all(sum(c.points for c in row.cells) == row.points for row in table.rows)


def test_a_result_is_counted_at_once_without_anybody_reading(
    computed, django_capture_on_commit_callbacks
):
    tournament = make_tournament(6, rounds=3)
    round = pair_and_publish(tournament, 1)
    with django_capture_on_commit_callbacks(execute=True):
        record_result(actor=SYSTEM, board_id=board_of(round, 1).pk, outcome="1-0")
    assert computed == [1]
    stored = StoredStandings.objects.get(tournament=tournament, after_round=1)
    assert (stored.is_current, stored.size) == (True, 6)
    assert read(tournament).rows[0].points == 10
    assert computed == [1]


def test_while_somebody_computes_other_writers_go_on(computed, django_capture_on_commit_callbacks):
    tournament = make_tournament(6, rounds=3)
    round = pair_and_publish(tournament, 1)
    with django_capture_on_commit_callbacks(execute=True):
        record_result(actor=SYSTEM, board_id=board_of(round, 1).pk, outcome="1-0")
    assert computed == [1]
    # Another writer is at it.
    StoredStandings.objects.update(requested_at=now())
    with django_capture_on_commit_callbacks(execute=True):
        record_result(actor=SYSTEM, board_id=board_of(round, 2).pk, outcome="1-0")
    assert (computed, behind()) == ([1], [1])
    # Readers never get what is behind; and who died while computing is not waited for.
    assert [row.points for row in read(tournament).rows[:2]] == [10, 10]
    assert (computed, behind()) == ([1, 1], [])
    StoredStandings.objects.update(requested_at=now() - services.ASK_AGAIN_AFTER * 2)
    with django_capture_on_commit_callbacks(execute=True):
        record_result(actor=SYSTEM, board_id=board_of(round, 3).pk, outcome="1-0")
    assert (computed, behind()) == ([1, 1, 1], [])
    assert StoredStandings.objects.get(after_round=1).requested_at is None


def test_a_writer_computes_once_more_for_those_who_came_meanwhile(
    monkeypatch, django_capture_on_commit_callbacks
):
    tournament = make_tournament(6, rounds=3)
    round = pair_and_publish(tournament, 1)
    original, meanwhile = services.compute, [board_of(round, 2).pk]
    counted = []

    def compute(tournament_id, after_round):
        counted.append(after_round)
        found = original(tournament_id, after_round)
        if meanwhile:
            record_result(actor=SYSTEM, board_id=meanwhile.pop(), outcome="0-1")
        return found

    monkeypatch.setattr(services, "compute", compute)
    with django_capture_on_commit_callbacks() as callbacks:
        record_result(actor=SYSTEM, board_id=board_of(round, 1).pk, outcome="1-0")
    callbacks[0]()
    assert (counted, behind()) == ([1, 1], [])


def test_a_correction_touches_its_round_and_those_after_it(
    computed, django_capture_on_commit_callbacks
):
    tournament = played(8, 2)
    third = pair_and_publish(tournament, 3)
    record_result(actor=SYSTEM, board_id=board_of(third, 1).pk, outcome="1-0")
    for after_round in range(4):
        read(tournament, after_round)
    assert behind() == []
    computed.clear()
    second = board_of(round_of(tournament, 2), 4)
    with django_capture_on_commit_callbacks() as callbacks:
        record_result(actor=SYSTEM, board_id=second.pk, outcome="0-1", reason="Misread")
    assert behind() == [2, 3]
    for callback in callbacks:
        callback()
    assert (computed, behind()) == ([3, 2], [])
    for after_round in range(4):
        assert [line[:6] for line in lines(read(tournament, after_round))] == from_scratch(
            tournament, after_round
        )
    assert computed == [3, 2]


def test_the_same_result_again_touches_nothing(computed):
    tournament = played(4, 1)
    read(tournament)
    board = board_of(round_of(tournament, 1), 1)
    record_result(actor=SYSTEM, board_id=board.pk, outcome=board.outcome)
    assert behind() == []
    read(tournament)
    assert computed == [1]


CHANGES = {
    "another name": lambda t, e: update_entry(actor=SYSTEM, entry_id=e, name="Other, Name"),
    "another rating": lambda t, e: update_entry(actor=SYSTEM, entry_id=e, rating=1111),
    "a withdrawal": lambda t, e: withdraw_entry(actor=SYSTEM, entry_id=e),
    "the tournament's name": lambda t, e: update_tournament(
        actor=SYSTEM, tournament_id=t.pk, name="Other"
    ),
    "a late entry": lambda t, e: add_entry(
        actor=SYSTEM, tournament_id=t.pk, player_id=make_player(t.event.club).pk, rating=2500
    ),
    "new numbers": lambda t, e: assign_pairing_numbers(actor=SYSTEM, tournament_id=t.pk),
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_else_changes_touches_all_rounds(what):
    tournament = played(6, 2)
    ids = entry_ids(tournament)
    update_entry(actor=SYSTEM, entry_id=ids[1], rating=2000)
    for after_round in (0, 1, 2):
        read(tournament, after_round)
    CHANGES[what](tournament, ids[2])
    assert behind() == [0, 1, 2]
    assert [line[:6] for line in lines(read(tournament))] == from_scratch(tournament, 2)


UNTOUCHED = {
    "the schedule": lambda t, e: schedule_round(
        actor=SYSTEM, round_id=round_of(t, 5).pk, day=t.event.end
    ),
    "a bye to come": lambda t, e: request_bye(actor=SYSTEM, entry_id=e, round_number=3, kind="H"),
    "a draft": lambda t, e: pair(t, 3),
}


@pytest.mark.parametrize("what", UNTOUCHED)
def test_what_no_standings_depend_on_touches_none(what, computed):
    tournament = played(6, 2)
    before = lines(read(tournament))
    read(tournament, 1)
    sequence = refreshed(tournament).sequence
    UNTOUCHED[what](tournament, entry_ids(tournament)[2])
    assert refreshed(tournament).sequence > sequence
    assert behind() == []
    assert lines(read(tournament)) == before
    assert [line[:6] for line in before] == from_scratch(tournament, 2)
    assert computed == [2, 1]


def test_every_change_that_is_said_to_touch_nothing_exists():
    """A misspelt type would never match and only cost time; one that is gone is dead."""
    sources = "\n".join(
        path.read_text()
        for path in (ROOT / "tournaments").rglob("*.py")
        if "standings" not in path.parts
    )
    written = set(re.findall(r'"([a-z_]+\.[a-z_]+)"', sources))
    assert services.TOUCH_NOTHING - written == set()


def test_finishing_the_tournament_keeps_what_is_stored(computed):
    tournament = make_tournament(2, rounds=1)
    play(tournament, 1)
    read(tournament)
    change_status(actor=SYSTEM, tournament_id=tournament.pk, status="finished")
    assert read(tournament, final=True).final
    assert computed == [1]


def test_a_change_between_reading_and_storing_is_not_forgotten(monkeypatch):
    """What was computed from the older state is stored, but not taken for current."""
    tournament = played(4, 1)
    board = board_of(round_of(tournament, 1), 1)
    original = services.compute

    def overtaken(tournament_id, after_round):
        found = original(tournament_id, after_round)
        record_result(actor=SYSTEM, board_id=board.pk, outcome="0-1")
        return found

    monkeypatch.setattr(services, "compute", overtaken)
    stored = bring_up_to_date(stored_for(tournament.pk, 1))
    assert not stored.is_current
    monkeypatch.undo()
    table = read(tournament)
    assert table.current
    assert [line[:6] for line in lines(table)] == from_scratch(tournament, 1)


def test_older_standings_never_replace_newer_ones(monkeypatch):
    tournament = played(4, 1)
    stored = stored_for(tournament.pk, 1)
    older = services.compute(tournament.pk, 1)
    record_result(actor=SYSTEM, board_id=board_of(round_of(tournament, 1), 1).pk, outcome="0-1")
    bring_up_to_date(stored)
    services._store(stored, older)
    stored.refresh_from_db()
    assert stored.is_current
    assert [line[:6] for line in lines(read(tournament))] == from_scratch(tournament, 1)


def test_a_pairing_taken_back_leaves_no_standings_of_its_round():
    tournament = played(4, 1)
    second = pair_and_publish(tournament, 2)
    assert read(tournament, 2).after_round == 2
    unpair_round(actor=SYSTEM, round_id=second.pk)
    assert behind() == [1]
    assert read(tournament).after_round == 1
    play(tournament, 2, {1: "0-1"})
    assert [line[:6] for line in lines(read(tournament, 2))] == from_scratch(tournament, 2)


def test_another_version_of_the_program_computes_anew(computed):
    tournament = played(4, 1)
    before = lines(read(tournament))
    forget_all()
    assert behind() == [1]
    assert lines(read(tournament)) == before
    assert computed == [1, 1]


def test_tie_breaks_that_cannot_be_applied_are_refused_when_read(
    django_capture_on_commit_callbacks,
):
    tournament = played(4, 1)
    Tournament.objects.filter(pk=tournament.pk).update(tie_breaks=["PTS", "MPvGP"])
    with django_capture_on_commit_callbacks(execute=True):
        record_result(actor=SYSTEM, board_id=board_of(round_of(tournament, 1), 1).pk, outcome="0-1")
    with pytest.raises(Conflict) as refusal:
        read(tournament)
    assert refusal.value.code == "tiebreak.teams_only"


def test_lines_are_read_like_a_sequence(django_assert_num_queries):
    tournament = played(8, 1)
    rows = read(tournament).rows
    everybody = [row.entry.pairing_number for row in rows]
    with django_assert_num_queries(1):
        assert [row.entry.pairing_number for row in rows[2:5]] == everybody[2:5]
    assert rows[0].entry.pairing_number == everybody[0]
    assert [row.entry.pairing_number for row in rows[-2:]] == everybody[-2:]
    assert list(rows[8:]) == []
    with pytest.raises(ValueError, match="in order"):
        rows[::2]


def test_any_order_of_changes_ends_with_the_standings_of_the_record(
    django_capture_on_commit_callbacks,
):
    chance = random.Random(5)
    tournament = played(8, 2)
    pair_and_publish(tournament, 3)
    outcomes = ("1-0", "0-1", "1/2-1/2", "1-0F", "0-0F", "POSTPONED")
    for _ in range(25):
        # The fourth board of round 3 plays on, so results of round 2 may still be corrected.
        board = board_of(round_of(tournament, chance.randint(2, 3)), chance.randint(1, 3))
        with django_capture_on_commit_callbacks(execute=chance.random() < 0.5):
            outcome = chance.choice(outcomes)
            record_result(actor=SYSTEM, board_id=board.pk, outcome=outcome, reason="Misread")
        after_round = chance.randint(0, 3)
        table = read(tournament, after_round)
        assert table.current
        assert [line[:6] for line in lines(table)] == from_scratch(tournament, after_round)


# ------------------------------------------------------------------ large fields and workers


@pytest.fixture
def workers(settings, monkeypatch) -> list[str]:
    """A broker, and every field is large; the tournaments that workers are asked for."""
    asked: list[str] = []
    settings.STANDINGS_INLINE_ENTRIES = 3
    settings.CELERY_TASK_ALWAYS_EAGER = False
    monkeypatch.setattr(tasks.compute_standings, "delay", asked.append)
    return asked


def test_a_worker_computes_large_fields_and_is_asked_once(
    workers, computed, django_capture_on_commit_callbacks
):
    tournament = make_tournament(6, rounds=3)
    round = pair_and_publish(tournament, 1)
    with django_capture_on_commit_callbacks(execute=True):
        enter(round, {1: "1-0", 2: "0-1", 3: "1/2-1/2"})
    assert (workers, computed) == ([str(tournament.pk)], [])
    assert compute_behind(tournament.pk) == 1
    assert (computed, behind()) == ([1], [])
    assert read(tournament).current


def test_what_comes_while_a_worker_computes_asks_again(
    workers, monkeypatch, django_capture_on_commit_callbacks
):
    tournament = make_tournament(4, rounds=3)
    round = pair_and_publish(tournament, 1)
    original = services.compute
    with django_capture_on_commit_callbacks(execute=True):
        enter(round, {1: "1-0"})

    def overtaken(tournament_id, after_round):
        found = original(tournament_id, after_round)
        monkeypatch.undo()
        enter(round, {2: "0-1"})
        return found

    monkeypatch.setattr(services, "compute", overtaken)
    asked = []
    monkeypatch.setattr(tasks.compute_standings, "delay", asked.append)
    with django_capture_on_commit_callbacks() as callbacks:
        compute_behind(tournament.pk)
    monkeypatch.setattr(tasks.compute_standings, "delay", asked.append)
    for callback in callbacks:
        callback()
    assert (asked, behind()) == ([str(tournament.pk)], [1])


def test_readers_who_can_tell_get_the_old_standings_meanwhile(workers, computed):
    tournament = played(6, 1)
    before = lines(read(tournament))
    assert computed == [1]
    record_result(actor=SYSTEM, board_id=board_of(round_of(tournament, 1), 3).pk, outcome="0-1")
    old = read(tournament, may_be_behind=True)
    assert (old.current, lines(old)) == (False, before)
    assert (computed, workers) == ([1], [str(tournament.pk)])
    compute_behind(tournament.pk)
    new = read(tournament, may_be_behind=True)
    assert new.current
    assert [line[:6] for line in lines(new)] == from_scratch(tournament, 1)


def test_whoever_needs_them_current_gets_them_current(workers, computed):
    tournament = played(6, 1)
    read(tournament)
    record_result(actor=SYSTEM, board_id=board_of(round_of(tournament, 1), 3).pk, outcome="0-1")
    table = read(tournament)
    assert table.current
    assert [line[:6] for line in lines(table)] == from_scratch(tournament, 1)
    assert computed == [1, 1]


def test_standings_that_never_were_are_computed_for_the_first_reader(workers, computed):
    tournament = played(6, 1)
    assert read(tournament, may_be_behind=True).current
    assert computed == [1]


def test_without_workers_large_fields_are_computed_for_the_reader(
    settings, computed, django_capture_on_commit_callbacks
):
    settings.STANDINGS_INLINE_ENTRIES = 3
    assert settings.CELERY_TASK_ALWAYS_EAGER
    tournament = make_tournament(6, rounds=3)
    round = pair_and_publish(tournament, 1)
    with django_capture_on_commit_callbacks(execute=True):
        enter(round, {1: "1-0", 2: "0-1"})
    assert computed == []
    assert read(tournament, may_be_behind=True).current
    assert computed == [1]


def test_a_lost_message_is_sent_again_after_a_minute(workers):
    tournament = played(6, 1)
    read(tournament)
    record_result(actor=SYSTEM, board_id=board_of(round_of(tournament, 1), 3).pk, outcome="0-1")
    refresh(tournament.pk)
    assert ask_again() == 0
    StoredStandings.objects.update(requested_at=now() - timedelta(minutes=2))
    assert tasks.ask_for_standings_again() == 1
    assert workers == [str(tournament.pk)] * 2
    assert tasks.compute_standings(str(tournament.pk)) == 1
    assert ask_again() == 0


def test_what_a_new_version_has_not_computed_yet_is_left_for_its_readers(workers):
    read(played(6, 1))
    forget_all()
    assert (ask_again(), workers) == (0, [])
