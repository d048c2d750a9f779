"""Going back to an earlier state: exactly, all or nothing, and forward in the log."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import IntegrityError

from tests.factories import (
    add_players,
    board_of,
    changes_of,
    enter,
    entry_ids,
    make_player,
    make_tournament,
    member,
    pair,
    pair_and_publish,
    pairs_of,
    play,
    refreshed,
    round_of,
    stranger,
)
from tests.support.round_robins import make_round_robin, pair_all, play_pairs, publish_all
from tournaments.core.errors import Conflict, Forbidden, NotFound
from tournaments.core.principal import SYSTEM
from tournaments.desk.models import Correction, PairingSession
from tournaments.desk.sessions import end_session, start_session
from tournaments.events.models import Tournament
from tournaments.events.services import (
    add_entry,
    assign_pairing_numbers,
    prohibit_pairing,
    remove_entry,
    renumber_entries,
    request_bye,
    update_entry,
    update_tournament,
    withdraw_entry,
)
from tournaments.history import points, services
from tournaments.history.models import RestorePoint
from tournaments.history.services import keep_restore_point, preview, restore
from tournaments.history.snapshot import changed_settings, differences, state_of
from tournaments.history.tables import LEFT_ALONE, tables_of_a_tournament
from tournaments.jobs.services import request_pairing
from tournaments.play.models import Board
from tournaments.play.services import (
    pair_by_hand,
    publish_round,
    record_result,
    unpair_round,
)
from tournaments.schedules.models import CancelledGame
from tournaments.standings.selectors import standings_for

pytestmark = pytest.mark.django_db


def kept(tournament) -> RestorePoint:
    return keep_restore_point(actor=SYSTEM, tournament_id=tournament.pk, label="here")


def same(tournament, then) -> bool:
    """Whether the stored state is that one, versions and times left aside."""
    now = state_of(tournament)
    changed = [each.table.label for each in differences(now, then) if not each.is_empty]
    return (changed, changed_settings(now, then)) == ([], [])


def points_by_name(tournament, after_round):
    shown = standings_for(principal=SYSTEM, tournament_id=tournament.pk, after_round=after_round)
    return {row.entry.name: row.points for row in shown.rows}


def test_every_table_that_cannot_outlive_a_tournament_is_part_of_its_state_or_left_alone():
    inside = {table.model for table in tables_of_a_tournament()}
    assert {model._meta.label for model in inside} >= {
        "events.Entry",
        "events.ProhibitedPairing",
        "events.ProhibitedPairingMember",
        "events.RequestedBye",
        "events.Round",
        "play.Board",
        "play.Seat",
    }
    for model in set(apps.get_models(include_auto_created=True)) - inside - {Tournament}:
        owners = {
            field.remote_field.model
            for field in model._meta.concrete_fields
            if field.remote_field and not field.null
        }
        if owners & (inside | {Tournament}):
            assert model._meta.app_label in LEFT_ALONE, model


def test_what_others_refer_to_comes_first():
    order = [table.label for table in tables_of_a_tournament()]
    assert order.index("events.entry") < order.index("play.seat")
    assert order.index("events.round") < order.index("play.board") < order.index("play.seat")


def test_everything_returns_exactly_and_goes_forward_in_the_log():
    tournament = make_tournament(7, rounds=5)
    two = entry_ids(tournament)[2]
    request_bye(actor=SYSTEM, entry_id=two, round_number=2, kind="H")
    play(tournament, 1, {1: "1/2-1/2", 2: "0-1F"})
    pair_and_publish(tournament, 2)
    enter(round_of(tournament, 2), {1: "1-0"})
    then, point = state_of(tournament), kept(tournament)
    before = points_by_name(tournament, 1)
    etags = {row.pk: row.version for row in Board.objects.all()}

    wrong = board_of(round_of(tournament, 1), 1)
    record_result(actor=SYSTEM, board_id=wrong.pk, outcome="1-0", reason="Scoresheet")
    enter(round_of(tournament, 2), dict.fromkeys((1, 2, 3), "0-1"))
    withdraw_entry(actor=SYSTEM, entry_id=two)
    add_players(tournament, [2500])
    pair(tournament, 3)
    update_entry(actor=SYSTEM, entry_id=entry_ids(tournament)[4], rating=1000)
    last = refreshed(tournament).sequence
    assert not same(tournament, then)

    undo = restore(actor=SYSTEM, point_id=point.pk, reason="the wrong file")
    assert same(tournament, then)
    after = refreshed(tournament)
    assert (undo.occasion, undo.sequence, after.sequence) == ("restore", last, last + 1)
    change = tournament.changes.last()
    assert (change.type, change.seq) == ("tournament.restored", last + 1)
    assert change.data["reason"] == "the wrong file"
    assert change.data["tables"]["play.board"] == {"removed": 3, "returned": 0, "changed": 4}
    assert len(change.data["removed"]["board"]) == 3
    assert [seq for _, seq in seqs(tournament)] == list(range(1, last + 2))
    # Tags of what came back were never used before.
    changed = [board_of(round_of(tournament, number), 1) for number in (1, 2)]
    assert all(board.version > etags[board.pk] for board in changed)
    assert points_by_name(tournament, 1) == before

    restore(actor=SYSTEM, point_id=undo.pk)
    assert round_of(tournament, 3).status == "draft"
    assert board_of(round_of(tournament, 1), 1).outcome == "1-0"


def seqs(tournament):
    return list(tournament.changes.order_by("seq").values_list("type", "seq"))


def test_unpairing_takes_a_point_that_brings_the_same_boards_back():
    tournament = make_tournament(9)
    play(tournament, 1)
    second = pair_and_publish(tournament, 2)
    pairs, boards = pairs_of(second), set(second.boards.values_list("pk", "number"))
    unpair_round(actor=SYSTEM, round_id=second.pk)
    assert round_of(tournament, 2).status == "planned"
    (point,) = tournament.restore_points.all()
    assert (point.occasion, point.label) == ("unpair", "2")
    restore(actor=SYSTEM, point_id=point.pk)
    again = round_of(tournament, 2)
    assert (again.status, pairs_of(again)) == ("published", pairs)
    assert set(again.boards.values_list("pk", "number")) == boards
    assert again.version > second.version


def test_a_refused_act_leaves_no_point():
    tournament = make_tournament(4)
    play(tournament, 1)
    with pytest.raises(Conflict, match=r"round.has_results"):
        unpair_round(actor=SYSTEM, round_id=round_of(tournament, 1).pk)
    assert tournament.restore_points.count() == 0


def test_renumbering_takes_a_point_if_it_changes_something():
    tournament = make_tournament(4)
    assign_pairing_numbers(actor=SYSTEM, tournament_id=tournament.pk)
    assert tournament.restore_points.count() == 0
    ids = entry_ids(tournament)
    renumber_entries(
        actor=SYSTEM, tournament_id=tournament.pk, order=[ids[4], ids[3], ids[2], ids[1]]
    )
    restore(actor=SYSTEM, point_id=tournament.restore_points.get().pk)
    assert entry_ids(tournament) == ids


def test_fewer_rounds_and_what_was_asked_for_them_can_come_back():
    tournament = make_tournament(4, rounds=5)
    one = entry_ids(tournament)[1]
    request_bye(actor=SYSTEM, entry_id=one, round_number=5, kind="H")
    update_tournament(actor=SYSTEM, tournament_id=tournament.pk, round_count=3)
    restore(actor=SYSTEM, point_id=tournament.restore_points.get().pk)
    assert refreshed(tournament).round_count == 5
    assert list(tournament.rounds.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    assert round_of(tournament, 5).status == "planned"
    assert tournament.entries.get(pk=one).requested_byes.get().round_number == 5


def test_an_entry_that_was_removed_comes_back_with_its_number():
    tournament = make_tournament(3)
    two = tournament.entries.get(pairing_number=2)
    point = kept(tournament)
    remove_entry(actor=SYSTEM, entry_id=two.pk)
    restore(actor=SYSTEM, point_id=point.pk)
    again = tournament.entries.get(pairing_number=2)
    assert (again.pk, again.player_id) == (two.pk, two.player_id)
    assert again.version > two.version


def test_arbiters_put_pairings_back_and_organisers_settings():
    tournament = make_tournament(4)
    arbiter = member(tournament.event.club)
    point = keep_restore_point(actor=arbiter, tournament_id=tournament.pk)
    assert (point.made_by, point.occasion) == (arbiter.user, "by_hand")
    update_tournament(actor=SYSTEM, tournament_id=tournament.pk, city="Toledo")
    with pytest.raises(Forbidden, match=r"events.change_tournament"):
        restore(actor=arbiter, point_id=point.pk)
    assert refreshed(tournament).city == "Toledo"
    restore(actor=member(tournament.event.club, "organiser"), point_id=point.pk)
    assert refreshed(tournament).city == ""
    for nobody in (stranger(), member(tournament.event.club, "viewer")):
        with pytest.raises(NotFound, match=r"restore_point.not_found"):
            restore(actor=nobody, point_id=point.pk)
        with pytest.raises(NotFound, match=r"restore_point.not_found"):
            preview(principal=nobody, point_id=point.pk)
        with pytest.raises(Forbidden):
            keep_restore_point(actor=nobody, tournament_id=tournament.pk)


def test_what_changed_meanwhile_or_does_not_differ_is_refused():
    tournament = make_tournament(4)
    point = kept(tournament)
    with pytest.raises(Conflict, match=r"restore.nothing_differs"):
        restore(actor=SYSTEM, point_id=point.pk)
    pair_and_publish(tournament, 1)
    shown = preview(principal=SYSTEM, point_id=point.pk)[1]
    assert shown["tables"]["play.board"] == {"removed": 2, "returned": 0, "changed": 0}
    assert shown["settings"] == ["status"]
    enter(round_of(tournament, 1), {1: "1-0"})
    before = state_of(tournament)
    with pytest.raises(Conflict) as refusal:
        restore(actor=SYSTEM, point_id=point.pk, expected_sequence=shown["sequence"])
    assert refusal.value.code == "restore.changed_meanwhile"
    assert refusal.value.params["expected_sequence"] == shown["sequence"]
    assert same(tournament, before)
    assert tournament.restore_points.count() == 1


def test_a_round_that_is_being_paired_is_waited_for():
    tournament = make_tournament(4)
    point = kept(tournament)
    add_players(tournament, [1500])
    request_pairing(actor=SYSTEM, round_id=round_of(tournament, 1).pk)
    with pytest.raises(Conflict, match=r"restore.pairing_under_way"):
        restore(actor=SYSTEM, point_id=point.pk)
    assert tournament.entries.count() == 5


def test_a_state_of_another_version_of_the_program_is_refused(monkeypatch):
    tournament = make_tournament(2)
    point = kept(tournament)
    add_players(tournament, [1500])
    shape = points.pack.__globals__["_shape"]
    monkeypatch.setitem(
        points.pack.__globals__, "_shape", lambda: shape() | {"events.entry": ["id"]}
    )
    with pytest.raises(Conflict, match=r"restore.other_version"):
        restore(actor=SYSTEM, point_id=point.pk)
    assert tournament.entries.count() == 3


def test_a_failure_half_way_changes_nothing(monkeypatch):
    tournament = make_tournament(6)
    point = kept(tournament)
    play(tournament, 1)
    before = state_of(tournament)

    def broken(*args):
        raise IntegrityError("power cut")

    monkeypatch.setattr(services, "settings_of", broken)
    with pytest.raises(Conflict) as refusal:
        restore(actor=SYSTEM, point_id=point.pk)
    # The words of the database stay inside.
    assert (refusal.value.code, refusal.value.params) == ("restore.impossible", {})
    assert same(tournament, before)


def test_rows_that_name_somebody_who_is_gone_do_without():
    tournament = make_tournament(2)
    arbiter = member(tournament.event.club)
    pair_and_publish(tournament, 1)
    board = board_of(round_of(tournament, 1), 1)
    record_result(actor=arbiter, board_id=board.pk, outcome="1-0")
    point = kept(tournament)
    record_result(actor=SYSTEM, board_id=board.pk, outcome="0-1")
    arbiter.user.delete()
    restore(actor=SYSTEM, point_id=point.pk)
    board.refresh_from_db()
    assert (board.outcome, board.entered_by_id) == ("1-0", None)


def test_the_oldest_points_taken_by_themselves_make_room(monkeypatch):
    monkeypatch.setattr(points, "KEPT", 2)
    tournament = make_tournament(4)
    by_hand = kept(tournament)
    ids = entry_ids(tournament)
    for turn in range(3):
        order = [ids[n] for n in ((2, 1, 3, 4), (1, 2, 3, 4), (4, 3, 2, 1))[turn]]
        renumber_entries(actor=SYSTEM, tournament_id=tournament.pk, order=order)
    found = list(tournament.restore_points.order_by("created_at"))
    assert [each.occasion for each in found] == ["by_hand", "renumber", "renumber"]
    assert found[0] == by_hand


def test_a_closed_tournament_is_not_put_back():
    tournament = make_tournament(2, rounds=1)
    point = kept(tournament)
    play(tournament, 1)
    Tournament.objects.filter(pk=tournament.pk).update(status="finished")
    with pytest.raises(Conflict, match=r"tournament.closed"):
        restore(actor=SYSTEM, point_id=point.pk)


def test_prohibitions_and_drafts_paired_by_hand_come_back():
    tournament = make_tournament(4)
    ids = entry_ids(tournament)
    made = prohibit_pairing(
        actor=SYSTEM, tournament_id=tournament.pk, entry_ids=[ids[1], ids[2]], label="family"
    )
    pair_by_hand(
        actor=SYSTEM,
        round_id=round_of(tournament, 1).pk,
        boards=[(ids[1], ids[3]), (ids[4], ids[2])],
    )
    point = kept(tournament)
    unpair_round(actor=SYSTEM, round_id=round_of(tournament, 1).pk)
    tournament.prohibited_pairings.all().delete()
    restore(actor=SYSTEM, point_id=point.pk)
    assert pairs_of(round_of(tournament, 1)) == [(1, 3), (4, 2)]
    assert {entry.pk for entry in tournament.prohibited_pairings.get().members.all()} == {
        ids[1],
        ids[2],
    }
    assert tournament.prohibited_pairings.get().pk == made.pk


def test_who_enters_after_a_restoration_gets_the_next_number():
    tournament = make_tournament(4)
    point = kept(tournament)
    add_players(tournament, [1000, 900])
    restore(actor=SYSTEM, point_id=point.pk)
    late = add_entry(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        player_id=make_player(tournament.event.club).pk,
        rating=950,
    )
    assert late.pairing_number == 5
    assert "tournament.restored" in changes_of(tournament)


def test_what_the_desk_keeps_comes_back_with_the_round():
    """Claims, corrections and pairings by hand are part of the state, found by their keys."""
    tournament = make_tournament(6)
    play(tournament, 1)
    pair(tournament, 2)
    second = round_of(tournament, 2)
    session = start_session(actor=SYSTEM, round_id=second.pk)
    end_session(actor=SYSTEM, session_id=session.pk, confirmed=True, reason="as it is")
    publish_round(actor=SYSTEM, round_id=second.pk)
    first = board_of(round_of(tournament, 1), 1)
    record_result(actor=SYSTEM, board_id=first.pk, outcome="1/2-1/2", reason="Misread")
    then, point = state_of(tournament), kept(tournament)
    (correction,) = Correction.objects.all()
    record_result(actor=SYSTEM, board_id=first.pk, outcome="0-1", reason="Misread again")
    unpair_round(actor=SYSTEM, round_id=second.pk)
    assert (Correction.objects.count(), PairingSession.objects.get().status) == (2, "undone")
    restore(actor=SYSTEM, point_id=point.pk)
    assert same(tournament, then)
    assert Correction.objects.get() == correction
    assert PairingSession.objects.get().status == "ended"


def test_a_round_robin_comes_back_with_its_draw_and_its_cancelled_games():
    tournament = make_round_robin(7)
    pair_all(tournament)
    publish_all(tournament)
    play_pairs(round_of(tournament, 1))
    then, point = state_of(tournament), kept(tournament)
    one = tournament.entries.get(pairing_number=1)
    withdraw_entry(actor=SYSTEM, entry_id=one.pk)
    play_pairs(round_of(tournament, 2))
    assert CancelledGame.objects.filter(round__tournament=tournament).exists()
    restore(actor=SYSTEM, point_id=point.pk)
    assert same(tournament, then)
    assert CancelledGame.objects.filter(round__tournament=tournament).count() == 0
    play_pairs(round_of(tournament, 2))
    assert round_of(tournament, 2).status == "completed"
