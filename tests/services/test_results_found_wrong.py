"""Wrong results found at each of the three moments (C.04.2 4.3), and what the players claim."""

from __future__ import annotations

import pytest

from pairing.checker import case_from_record, check_case
from pairing.trf import read_trf
from tests.factories import (
    board_of,
    changes_of,
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
from tournaments.clubs.services import add_member
from tournaments.core.errors import Conflict, DomainError, Forbidden, Invalid, Stale
from tournaments.core.principal import SYSTEM, Principal
from tournaments.desk.corrections import correct_for_rating
from tournaments.desk.models import Claim, Correction
from tournaments.events.services import change_status
from tournaments.play.services import record_result, record_results, unpair_round
from tournaments.play.trf.export import export_trf
from tournaments.standings.selectors import standings_for

pytestmark = pytest.mark.django_db


def points(tournament) -> dict[int, int]:
    """Points in tenths by pairing number."""
    rows = standings_for(principal=SYSTEM, tournament_id=tournament.pk).rows
    return {row.entry.pairing_number: row.points for row in rows}


def corrections_of(tournament) -> list[tuple]:
    rows = Correction.objects.filter(board__round__tournament=tournament)
    return [(each.moment, each.old, each.new, each.reason, each.paired_through) for each in rows]


def report(tournament, *, rating: bool = False):
    exported = export_trf(
        principal=SYSTEM, tournament_id=tournament.pk, format="trf26", report=rating
    )
    return read_trf(exported.content).record


def comments(record) -> list[str]:
    return [line for line in record.info.comments if line.startswith(("Result", "Pairing"))]


def test_before_the_next_pairing_everything_is_as_if_it_had_been_there():
    tournament = make_tournament(8)
    first = play(tournament, 1)
    board = board_of(first, 1)
    arbiter = member(tournament.event.club)
    corrected = record_result(
        actor=arbiter, board_id=board.pk, outcome="0-1", expected_version=board.version
    )
    assert (corrected.outcome, corrected.entered_by) == ("0-1", arbiter.user)
    assert corrections_of(tournament) == [("before_next_pairing", "1-0", "0-1", "", 1)]
    play(tournament, 2)
    record = report(tournament)
    assert comments(record) == []
    assert check_case(case_from_record("t", record)).differences == ()


def test_while_the_next_round_runs_it_counts_for_standings_and_later_pairings():
    tournament = make_tournament(8)
    first = play(tournament, 1)
    second = pair_and_publish(tournament, 2)
    boards = pairs_of(second)
    board = board_of(first, 1)
    white, black = pairs_of(first)[0]
    before = points(tournament)
    with pytest.raises(Invalid) as refusal:
        record_result(actor=SYSTEM, board_id=board.pk, outcome="0-1")
    assert refusal.value.code == "result.reason_required"
    assert points(tournament) == before
    record_result(actor=SYSTEM, board_id=board.pk, outcome="0-1", reason=" Scoresheet ")
    assert corrections_of(tournament) == [("next_round_runs", "1-0", "0-1", "Scoresheet", 2)]
    after = points(tournament)
    assert (before[white] - after[white], after[black] - before[black]) == (10, 10)
    assert pairs_of(second) == boards
    for number, _ in enumerate(boards, start=1):
        record_result(actor=SYSTEM, board_id=board_of(second, number).pk, outcome="1-0")
    play(tournament, 3)
    record = report(tournament)
    assert comments(record) == [
        f"Result amended: round 1, {white}-{black}; 1:0 in the pairings up to round 2; Scoresheet"
    ]
    assert check_case(case_from_record("t", record)).differences == ()
    # Without the line, nobody could say why round 2 was paired so.
    silent = read_trf(
        b"\n".join(
            line
            for line in export_trf(
                principal=SYSTEM, tournament_id=tournament.pk, format="trf26"
            ).content.splitlines()
            if b"Result amended" not in line
        )
    ).record
    assert [each.round for each in check_case(case_from_record("t", silent)).differences] == [2]


def test_later_it_is_right_in_the_rating_report_and_nowhere_else():
    tournament = make_tournament(8, rounds=3)
    first = play(tournament, 1)
    play(tournament, 2)
    play(tournament, 3)
    board = board_of(first, 1)
    white, black = pairs_of(first)[0]
    before = points(tournament)
    with pytest.raises(Conflict) as refusal:
        record_result(actor=SYSTEM, board_id=board.pk, outcome="0-1", reason="Scoresheet")
    assert refusal.value.code == "result.for_rating_only"
    assert refusal.value.params == {"round": 1, "board": 1}
    arbiter = member(tournament.event.club)
    correction = correct_for_rating(
        actor=arbiter,
        board_id=board.pk,
        outcome="0-1",
        reason="Scoresheet",
        expected_version=board.version,
    )
    assert (correction.old, correction.new, correction.by) == ("1-0", "0-1", arbiter.user)
    board.refresh_from_db()
    assert (board.outcome, board.version) == ("1-0", 3)
    assert points(tournament) == before
    assert report(tournament).participants[white - 1].cells[0].outcome.value == "1"
    rated = report(tournament, rating=True)
    assert rated.participants[white - 1].cells[0].outcome.value == "0"
    assert rated.participants[black - 1].cells[0].outcome.value == "1"
    assert comments(rated) == [
        f"Result amended: round 1, {white}-{black}; 1:0 in the pairings up to round 3; "
        "and in the standings Scoresheet"
    ]
    assert comments(report(tournament)) == [
        f"Result for rating only: round 1, {white}-{black}; 0:1"
    ]
    assert check_case(case_from_record("t", rated)).differences == ()
    assert changes_of(tournament).count("result.corrected_for_rating") == 1
    with pytest.raises(Conflict) as again:
        correct_for_rating(actor=arbiter, board_id=board.pk, outcome="0-1", reason="Scoresheet")
    assert again.value.code == "result.unchanged"
    with pytest.raises(Stale):
        correct_for_rating(
            actor=arbiter, board_id=board.pk, outcome="1/2-1/2", reason="x", expected_version=2
        )


def test_once_the_tournament_is_finished_only_the_rating_report_is_corrected():
    tournament = make_tournament(4, rounds=1)
    board = board_of(play(tournament, 1), 2)
    with pytest.raises(Conflict) as early:
        correct_for_rating(actor=SYSTEM, board_id=board.pk, outcome="0-1", reason="Late")
    assert early.value.code == "result.still_counts"
    change_status(actor=SYSTEM, tournament_id=tournament.pk, status="finished")
    with pytest.raises(Conflict) as closed:
        record_result(actor=SYSTEM, board_id=board.pk, outcome="0-1")
    assert closed.value.code == "tournament.closed"
    correct_for_rating(actor=SYSTEM, board_id=board.pk, outcome="0-1", reason="Late")
    assert corrections_of(tournament) == [("rating_only", "1-0", "0-1", "Late", 1)]


@pytest.mark.parametrize(
    ("outcome", "reason", "code"),
    [
        ("1-1", "Late", "result.impossible"),
        ("POSTPONED", "Late", "result.impossible"),
        ("0-1", " ", "result.reason_required"),
    ],
    ids=["impossible", "postponed", "no reason"],
)
def test_the_rating_report_takes_nothing_impossible(outcome, reason, code):
    tournament = make_tournament(4, rounds=3)
    first = play(tournament, 1)
    play(tournament, 2)
    with pytest.raises(DomainError) as refusal:
        correct_for_rating(
            actor=SYSTEM, board_id=board_of(first, 1).pk, outcome=outcome, reason=reason
        )
    assert refusal.value.code == code
    assert Correction.objects.count() == 0


def test_who_may_correct_what():
    tournament = make_tournament(8)
    first = play(tournament, 1)
    helper = stranger()
    add_member(
        actor=SYSTEM,
        club_id=tournament.event.club_id,
        email=helper.user.email,
        role="helper",
    )
    helper = Principal.for_user(helper.user)
    board = board_of(first, 1)
    record_result(actor=helper, board_id=board.pk, outcome="0-1")
    pair_and_publish(tournament, 2)
    with pytest.raises(Forbidden):
        record_result(actor=helper, board_id=board.pk, outcome="1-0", reason="No")
    with pytest.raises(Forbidden):
        correct_for_rating(actor=helper, board_id=board.pk, outcome="1-0", reason="No")
    board.refresh_from_db()
    assert board.outcome == "0-1"


def test_a_postponed_game_is_no_wrong_result():
    tournament = make_tournament(8)
    first = play(tournament, 1, {4: "POSTPONED"})
    second = play(tournament, 2)
    board = board_of(first, 4)
    white, black = pairs_of(first)[3]
    record_result(actor=SYSTEM, board_id=board.pk, outcome="0-1")
    assert corrections_of(tournament) == [("postponed_game", "POSTPONED", "0-1", "", 2)]
    assert len(pairs_of(second)) == 4
    # The days of grace begin when it was played: the next round is still to come.
    record_result(actor=SYSTEM, board_id=board.pk, outcome="1/2-1/2")
    assert corrections_of(tournament)[1][:3] == ("before_next_pairing", "0-1", "1/2-1/2")
    play(tournament, 3)
    record = report(tournament)
    assert comments(record)[0].startswith(f"Result amended: round 1, {white}-{black}; ")
    assert check_case(case_from_record("t", record)).differences == ()


def test_a_round_taken_back_was_not_paired_with_the_wrong_result():
    tournament = make_tournament(8)
    first = play(tournament, 1)
    second = pair_and_publish(tournament, 2)
    record_result(actor=SYSTEM, board_id=board_of(first, 1).pk, outcome="0-1", reason="Scoresheet")
    unpair_round(actor=SYSTEM, round_id=second.pk)
    assert corrections_of(tournament)[0][-1] == 1
    play(tournament, 2)
    record = report(tournament)
    assert comments(record) == []
    assert check_case(case_from_record("t", record)).differences == ()


def players_of(board) -> list[Principal]:
    """White and Black, with accounts."""
    found = []
    for entry in (board.white.entry, board.black.entry):
        principal = stranger()
        entry.player.user = principal.user
        entry.player.save()
        found.append(principal)
    return found


@pytest.mark.parametrize(
    ("policy", "counts"), [("agreed_by_players", True), ("confirmed_by_arbiter", False)]
)
def test_two_players_who_say_the_same(policy, counts):
    tournament = make_tournament(4, results_policy=policy)
    board = board_of(pair_and_publish(tournament, 1), 1)
    white, black = players_of(board)
    alone = record_result(actor=white, board_id=board.pk, outcome="1-0")
    assert (alone.outcome, alone.confirmed) == ("1-0", False)
    both = record_result(actor=black, board_id=board.pk, outcome="1-0")
    assert (both.outcome, both.confirmed) == ("1-0", counts)
    assert list(Claim.objects.order_by("-side").values_list("side", "outcome")) == [
        ("w", "1-0"),
        ("b", "1-0"),
    ]
    if counts:
        with pytest.raises(Forbidden) as refusal:
            record_result(actor=white, board_id=board.pk, outcome="0-1")
        assert refusal.value.code == "result.confirmed"


def test_two_players_who_disagree_wait_for_the_arbiter_or_for_each_other():
    tournament = make_tournament(4, results_policy="agreed_by_players")
    board = board_of(pair_and_publish(tournament, 1), 1)
    white, black = players_of(board)
    record_result(actor=white, board_id=board.pk, outcome="1-0")
    against = record_result(actor=black, board_id=board.pk, outcome="1/2-1/2")
    assert (against.outcome, against.confirmed) == ("1/2-1/2", False)
    assert changes_of(tournament).count("result.disputed") == 1
    with pytest.raises(Conflict) as refusal:
        pair(tournament, 2)
    assert refusal.value.code == "round.results_missing"
    settled = record_result(actor=white, board_id=board.pk, outcome="1/2-1/2")
    assert (settled.outcome, settled.confirmed) == ("1/2-1/2", True)


@pytest.mark.parametrize("written", ["½-½", "½–½", "1/2−1/2"])
def test_a_draw_may_be_written_as_people_write_it(written):
    tournament = make_tournament(4)
    board = board_of(pair_and_publish(tournament, 1), 1)
    assert record_result(actor=SYSTEM, board_id=board.pk, outcome=written).outcome == "1/2-1/2"


def test_many_results_stand_or_fall_one_by_one():
    tournament = make_tournament(10)
    first = pair_and_publish(tournament, 1)
    elsewhere = board_of(pair_and_publish(make_tournament(4), 1), 1)
    boards = [board_of(first, number) for number in range(1, 6)]
    found = record_results(
        actor=SYSTEM,
        round_id=first.pk,
        results=[
            {"board": boards[0].pk, "result": "1-0", "version": 1},
            {"board": boards[1].pk, "result": "1-1", "version": 1},
            {"board": boards[2].pk, "result": "0-1", "version": 7},
            {"board": elsewhere.pk, "result": "0-1", "version": 1},
            {"board": boards[3].pk, "result": "½-½", "version": 1},
        ],
    )
    assert [each.code if isinstance(each, DomainError) else each.outcome for each in found] == [
        "1-0",
        "result.impossible",
        "board.stale",
        "board.not_found",
        "1/2-1/2",
    ]
    stored = dict(first.boards.values_list("number", "outcome"))
    assert stored == {1: "1-0", 2: "", 3: "", 4: "1/2-1/2", 5: ""}
    elsewhere.refresh_from_db()
    assert elsewhere.outcome == ""
    assert changes_of(tournament).count("result.recorded") == 2
    assert refreshed(tournament).status == "running"
    assert round_of(tournament, 1).status == "published"
