"""Pairing, publishing and unpairing a round through the services."""

from __future__ import annotations

import pytest

from tests.factories import (
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
from tournaments.core.errors import Conflict, Forbidden, Invalid, NotFound, Stale
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.events.models import RequestedBye
from tournaments.events.services import (
    add_entry,
    request_bye,
    schedule_round,
    update_tournament,
    withdraw_entry,
)
from tournaments.jobs.models import PairingRun
from tournaments.jobs.services import cancel_run, request_pairing
from tournaments.play.models import Board, Seat
from tournaments.play.services import (
    pair_by_hand,
    publish_round,
    record_result,
    unpair_round,
)

pytestmark = pytest.mark.django_db


def test_round_one_becomes_a_draft_with_every_player_once():
    tournament = make_tournament(7)
    run = pair(tournament, 1)
    round = round_of(tournament, 1)
    assert (run.status, run.attempts, run.progress_done, run.progress_total) == ("done", 1, 7, 7)
    assert run.result["boards"] == [[1, 4], [5, 2], [3, 6], [7, None]]
    assert pairs_of(round) == [(1, 4), (5, 2), (3, 6), (7, None)]
    assert (round.status, round.version) == ("draft", 2)
    assert Seat.objects.filter(round=round).count() == 7
    assert changes_of(tournament)[-2:] == ["pairing.requested", "round.paired"]
    assert refreshed(tournament).status == "registration"


def test_publishing_round_one_starts_the_tournament_and_everybody_sees_it():
    tournament = make_tournament(4)
    pair(tournament, 1)
    assert not Board.objects.visible_to(ANONYMOUS).exists()
    round = publish_round(actor=SYSTEM, round_id=round_of(tournament, 1).pk, expected_version=2)
    assert (round.status, round.version) == ("published", 3)
    assert refreshed(tournament).status == "running"
    assert Board.objects.visible_to(ANONYMOUS).count() == 2
    assert changes_of(tournament)[-2:] == ["tournament.started", "round.published"]


def test_publishing_is_refused_for_what_is_no_draft():
    tournament = make_tournament(4)
    with pytest.raises(Conflict) as refusal:
        publish_round(actor=SYSTEM, round_id=round_of(tournament, 1).pk)
    assert refusal.value.code == "round.not_draft"
    pair_and_publish(tournament, 1)
    with pytest.raises(Conflict) as refusal:
        publish_round(actor=SYSTEM, round_id=round_of(tournament, 1).pk)
    assert refusal.value.params == {"round": 1, "status": "published"}


def test_a_round_completes_with_its_last_result_and_the_next_is_paired():
    tournament = make_tournament(6)
    round = pair_and_publish(tournament, 1)
    enter(round, {1: "1-0", 2: "1/2-1/2"})
    assert round_of(tournament, 1).status == "published"
    enter(round, {3: "0-1"})
    assert round_of(tournament, 1).status == "completed"
    assert changes_of(tournament)[-1] == "round.completed"
    assert pair(tournament, 2).status == "done"
    assert len(pairs_of(round_of(tournament, 2))) == 3


def test_who_may_pair_and_what_the_others_see_of_it():
    tournament = make_tournament(4)
    round = round_of(tournament, 1)
    club = tournament.event.club
    viewer, arbiter = member(club, "viewer"), member(club, "arbiter")
    for principal in (ANONYMOUS, stranger(), viewer):
        with pytest.raises(NotFound) as hidden:
            request_pairing(actor=principal, round_id=round.pk)
        assert hidden.value.code == "round.not_found"
    assert PairingRun.objects.count() == 0
    assert pair(tournament, 1, arbiter).status == "done"
    publish_round(actor=arbiter, round_id=round.pk)
    with pytest.raises(Forbidden) as refusal:
        unpair_round(actor=viewer, round_id=round.pk)
    assert refusal.value.params == {"permission": "events.pair_round"}
    assert PairingRun.objects.visible_to(viewer).count() == 0
    assert PairingRun.objects.visible_to(arbiter).count() == 1


def test_a_second_request_while_one_is_queued_is_refused():
    tournament = make_tournament(4)
    round = round_of(tournament, 1)
    run = request_pairing(actor=SYSTEM, round_id=round.pk)
    with pytest.raises(Conflict) as refusal:
        request_pairing(actor=SYSTEM, round_id=round.pk)
    assert refusal.value.code == "round.pairing_in_progress"
    assert refusal.value.params == {"round": 1, "run": str(run.pk)}
    assert PairingRun.objects.count() == 1


def test_a_paired_round_is_not_paired_again():
    tournament = make_tournament(4)
    pair(tournament, 1)
    before = changes_of(tournament)
    with pytest.raises(Conflict) as refusal:
        request_pairing(actor=SYSTEM, round_id=round_of(tournament, 1).pk)
    assert refusal.value.params == {"round": 1, "status": "draft"}
    assert changes_of(tournament) == before


def test_rounds_are_paired_in_order():
    tournament = make_tournament(4)
    with pytest.raises(Conflict) as refusal:
        request_pairing(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    assert refusal.value.code == "round.previous_not_published"
    assert refusal.value.params == {"round": 1, "status": "planned"}
    pair(tournament, 1)
    with pytest.raises(Conflict) as refusal:
        request_pairing(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    assert refusal.value.params == {"round": 1, "status": "draft"}


def test_a_stale_version_of_the_round_is_refused():
    tournament = make_tournament(4)
    round = round_of(tournament, 1)
    with pytest.raises(Stale) as refusal:
        request_pairing(actor=SYSTEM, round_id=round.pk, expected_version=7)
    assert refusal.value.params["version"] == 1
    assert PairingRun.objects.count() == 0


def test_the_initial_colour_is_drawn_once_if_nobody_set_it():
    tournament = make_tournament(4, initial_colour="")
    pair(tournament, 1)
    assert refreshed(tournament).initial_colour in ("w", "b")
    assert "initial_colour.drawn" in changes_of(tournament)


def test_d11a_a_missing_result_is_named_and_nothing_is_created():
    tournament = make_tournament(8)
    round = pair_and_publish(tournament, 1)
    enter(round, {1: "1-0", 2: "1-0", 3: "0-1"})
    before = changes_of(tournament)
    with pytest.raises(Conflict) as refusal:
        request_pairing(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    assert refusal.value.code == "round.results_missing"
    (board,) = refusal.value.params["boards"]
    assert (board["round"], board["board"], board["outcome"]) == (1, 4, "")
    assert (board["white"]["number"], board["black"]["number"]) == (8, 4)
    assert round_of(tournament, 2).status == "planned"
    assert Board.objects.filter(round__number=2).count() == 0
    assert PairingRun.objects.filter(round__number=2).count() == 0
    assert changes_of(tournament) == before


def test_d11b_an_unconfirmed_result_does_not_count():
    tournament = make_tournament(8, results_policy="confirmed_by_arbiter")
    round = pair_and_publish(tournament, 1)
    enter(round, {1: "1-0", 2: "1-0", 3: "0-1"})
    board = board_of(round, 4)
    player = stranger()
    board.seats.get(side="b").entry.player.__class__.objects.filter(
        entries__seats__board=board, entries__seats__side="b"
    ).update(user=player.user)
    result = record_result(actor=player, board_id=board.pk, outcome="0-1", expected_version=1)
    assert (result.outcome, result.confirmed, result.version) == ("0-1", False, 2)
    with pytest.raises(Conflict) as refusal:
        request_pairing(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    (missing,) = refusal.value.params["boards"]
    assert (missing["board"], missing["outcome"], missing["confirmed"]) == (4, "0-1", False)


def test_d11c_a_postponed_game_lets_the_next_round_be_paired_as_a_draw():
    tournament = make_tournament(8)
    round = pair_and_publish(tournament, 1)
    enter(round, {1: "1-0", 2: "0-1", 3: "1-0", 4: "POSTPONED"})
    assert round_of(tournament, 1).status == "published"
    assert pair(tournament, 2).status == "done"
    # 8 and 4 are a score group of their own (half a point each) between winners and losers.
    first = {frozenset(pair) for pair in pairs_of(round)}
    second = pairs_of(round_of(tournament, 2))
    assert frozenset((8, 4)) in first
    assert not first & {frozenset(pair) for pair in second}


def test_d11d_a_late_result_leaves_the_next_round_alone():
    tournament = make_tournament(8)
    round = pair_and_publish(tournament, 1)
    enter(round, {1: "1-0", 2: "0-1", 3: "1-0", 4: "POSTPONED"})
    pair_and_publish(tournament, 2)
    before = pairs_of(round_of(tournament, 2))
    enter(round, {4: "0-1"})
    assert round_of(tournament, 1).status == "completed"
    assert pairs_of(round_of(tournament, 2)) == before
    assert changes_of(tournament)[-2:] == ["result.corrected", "round.completed"]


@pytest.mark.parametrize("active", [0, 1], ids=["nobody", "one player"])
def test_d12ab_no_active_players(active):
    tournament = make_tournament(6)
    play(tournament, 1)
    play(tournament, 2)
    for entry in tournament.entries.order_by("pairing_number")[active:]:
        withdraw_entry(actor=SYSTEM, entry_id=entry.pk)
    before = changes_of(tournament)
    with pytest.raises(Conflict) as refusal:
        request_pairing(actor=SYSTEM, round_id=round_of(tournament, 3).pk)
    assert refusal.value.code == "round.no_active_players"
    assert refusal.value.params == {"round": 3, "present": active}
    assert Seat.objects.filter(round__number=3).count() == 0
    assert PairingRun.objects.filter(round__number=3).count() == 0
    assert changes_of(tournament) == before


def test_d12c_no_legal_pairing_names_the_players_and_hand_pairing_remains():
    tournament = make_tournament(4, rounds=5)
    for number in (1, 2, 3):
        play(tournament, number)
    run = pair(tournament, 4)
    assert (run.status, run.error_code) == ("failed", "pairing.no_legal_pairing")
    assert [person["number"] for person in run.error_params["entries"]] == [1, 2, 3, 4]
    assert run.error_params["groups"] == [[1], [2], [3], [4]]
    reasons = {(*pair["players"], pair["reason"]) for pair in run.error_params["refused"]}
    assert reasons == {(a, b, "C1") for a in range(1, 5) for b in range(a + 1, 5)}
    assert round_of(tournament, 4).status == "planned"
    assert Seat.objects.filter(round__number=4).count() == 0
    assert refreshed(tournament).status == "running"
    assert changes_of(tournament)[-2:] == ["pairing.requested", "pairing.failed"]
    ids = entry_ids(tournament)
    pair_by_hand(
        actor=SYSTEM,
        round_id=round_of(tournament, 4).pk,
        boards=[(ids[1], ids[2]), (ids[4], ids[3])],
    )
    assert pairs_of(round_of(tournament, 4)) == [(1, 2), (4, 3)]
    assert round_of(tournament, 4).status == "draft"


def test_d12e_two_who_have_met_get_no_byes():
    tournament = make_tournament(2, rounds=3)
    play(tournament, 1)
    run = pair(tournament, 2)
    assert (run.status, run.error_code) == ("failed", "pairing.no_legal_pairing")
    assert Seat.objects.filter(round__number=2).count() == 0


def test_hand_pairing_must_name_everybody_once():
    tournament = make_tournament(5)
    ids = entry_ids(tournament)
    round = round_of(tournament, 1)
    with pytest.raises(Invalid) as refusal:
        pair_by_hand(actor=SYSTEM, round_id=round.pk, boards=[(ids[1], ids[2]), (ids[1], ids[3])])
    assert refusal.value.code == "pairing.incomplete"
    assert refusal.value.params["missing"] == [str(ids[4]), str(ids[5])]
    assert refusal.value.params["repeated"] == [str(ids[1])]
    with pytest.raises(Invalid) as refusal:
        pair_by_hand(
            actor=SYSTEM,
            round_id=round.pk,
            boards=[(ids[1], ids[2]), (ids[3], None), (ids[4], None), (ids[5], None)],
        )
    assert refusal.value.code == "pairing.second_bye"
    assert Seat.objects.count() == 0
    assert round_of(tournament, 1).status == "planned"


def test_requested_byes_are_kept_in_the_round_and_survive_unpairing():
    tournament = make_tournament(5)
    ids = entry_ids(tournament)
    request_bye(actor=SYSTEM, entry_id=ids[2], round_number=1, kind="H")
    pair(tournament, 1)
    round = round_of(tournament, 1)
    assert list(Seat.objects.filter(round=round, bye="H").values_list("entry_id", flat=True)) == [
        ids[2]
    ]
    assert pairs_of(round) == [(1, 4), (5, 3)]
    unpair_round(actor=SYSTEM, round_id=round.pk)
    assert Seat.objects.count() == 0 and Board.objects.count() == 0
    assert pair(tournament, 1).status == "done"
    assert pairs_of(round_of(tournament, 1)) == [(1, 4), (5, 3)]


def test_unpairing_a_published_round_logs_what_it_was():
    tournament = make_tournament(4)
    round = pair_and_publish(tournament, 1)
    unpair_round(actor=SYSTEM, round_id=round.pk, expected_version=round.version)
    assert round_of(tournament, 1).status == "planned"
    change = tournament.changes.get(type="round.unpaired")
    assert (change.internal, change.round_id) == (False, None)
    assert change.data["published"] is True
    numbers = [(b["white"]["number"], b["black"]["number"]) for b in change.data["boards"]]
    assert numbers == [(1, 3), (4, 2)]


def test_a_round_with_results_or_a_later_round_is_not_unpaired():
    tournament = make_tournament(4)
    round = play(tournament, 1)
    with pytest.raises(Conflict) as refusal:
        unpair_round(actor=SYSTEM, round_id=round.pk)
    assert refusal.value.code == "round.has_results"
    assert [board["board"] for board in refusal.value.params["boards"]] == [1, 2]
    pair(tournament, 2)
    with pytest.raises(Conflict) as refusal:
        unpair_round(actor=SYSTEM, round_id=round.pk)
    assert refusal.value.params == {"round": 1, "later": 2}
    assert Board.objects.count() == 4


def test_c04_2_2_4_a_late_entry_gets_its_number_when_its_round_is_paired():
    tournament = make_tournament(4)
    late = add_entry(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        player_id=make_player(tournament.event.club).pk,
        rating=2275,
        from_round=2,
    )
    assert late.pairing_number is None
    play(tournament, 1)
    assert pairs_of(round_of(tournament, 1)) == [(1, 3), (4, 2)]
    pair(tournament, 2)
    assert pairs_of(round_of(tournament, 1)) == [(1, 3), (5, 2)]
    late.refresh_from_db()
    assert late.pairing_number == 4
    assert Seat.objects.filter(round__number=1, entry=late).count() == 0
    assert Seat.objects.filter(round__number=2, entry=late).count() == 1
    assert "entry.arrived" in changes_of(tournament)


def test_a_cancelled_run_pairs_nothing():
    tournament = make_tournament(4)
    run = request_pairing(actor=SYSTEM, round_id=round_of(tournament, 1).pk)
    cancelled = cancel_run(actor=SYSTEM, run_id=run.pk)
    assert (cancelled.status, cancelled.is_live) == ("cancelled", False)
    assert cancel_run(actor=SYSTEM, run_id=run.pk).version == cancelled.version
    assert changes_of(tournament).count("pairing.cancelled") == 1
    done = pair(tournament, 1)
    assert done.status == "done"
    with pytest.raises(Conflict) as refusal:
        cancel_run(actor=SYSTEM, run_id=done.pk)
    assert refusal.value.params == {"status": "done"}


def test_settings_are_frozen_once_round_one_is_paired():
    tournament = make_tournament(4)
    pair(tournament, 1)
    with pytest.raises(Conflict) as refusal:
        update_tournament(
            actor=SYSTEM, tournament_id=tournament.pk, round_count=7, points_win=30, name="Open B"
        )
    assert refusal.value.code == "tournament.settings_frozen"
    assert refusal.value.params == {"fields": ["points_win", "round_count"]}
    kept = refreshed(tournament)
    assert (kept.round_count, kept.points_win, kept.name) == (5, 10, "Open A")
    renamed = update_tournament(actor=SYSTEM, tournament_id=tournament.pk, name="Open B")
    assert renamed.name == "Open B"


def test_a_draft_round_may_still_be_scheduled():
    tournament = make_tournament(4)
    pair(tournament, 1)
    round = schedule_round(
        actor=SYSTEM, round_id=round_of(tournament, 1).pk, day=tournament.event.start
    )
    assert (round.day, round.starts_at) == (tournament.event.start, None)


def test_baku_remembers_who_was_last_in_group_a():
    tournament = make_tournament(10, acceleration="baku")
    pair_and_publish(tournament, 1)
    last = refreshed(tournament).baku_last_entry
    assert last is not None and last.pairing_number == 6
    unpair_round(actor=SYSTEM, round_id=round_of(tournament, 1).pk)
    assert refreshed(tournament).baku_last_entry is None


def test_fewer_rounds_forget_the_byes_asked_for_the_others():
    tournament = make_tournament(4, rounds=5)
    for number in (2, 5):
        request_bye(actor=SYSTEM, entry_id=entry_ids(tournament)[1], round_number=number, kind="Z")
    update_tournament(actor=SYSTEM, tournament_id=tournament.pk, round_count=4)
    assert list(RequestedBye.objects.values_list("round_number", flat=True)) == [2]
