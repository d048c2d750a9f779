"""Pairings edited by hand in a session, and the steps back in the life of a round."""

from __future__ import annotations

import pytest

from pairing.checker import case_from_record, check_case
from pairing.trf import read_trf
from tests.factories import (
    board_of,
    changes_of,
    entry_ids,
    make_tournament,
    member,
    pair,
    pair_and_publish,
    pairs_of,
    play,
    round_of,
)
from tournaments.core.errors import Conflict, Forbidden, Invalid, NotFound, Stale
from tournaments.core.models import ChangeLogEntry
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.desk.models import PairingSession
from tournaments.desk.rounds import close_round, reopen_round, unpublish_round
from tournaments.desk.sessions import (
    abandon_session,
    edit_session,
    end_session,
    start_session,
    unplaced_of,
)
from tournaments.events.models import Round
from tournaments.events.services import prohibit_pairing
from tournaments.jobs.services import request_pairing
from tournaments.play.models import Board
from tournaments.play.services import pair_by_hand, publish_round, record_result, unpair_round
from tournaments.play.trf.export import export_trf

pytestmark = pytest.mark.django_db


def boards(tournament, *pairs: tuple[int, int | None]):
    ids = entry_ids(tournament)
    return [(ids[white], ids[black] if black else None) for white, black in pairs]


def by_hand(tournament, number: int, *pairs, **end) -> PairingSession:
    session = start_session(actor=SYSTEM, round_id=round_of(tournament, number).pk)
    edit_session(actor=SYSTEM, session_id=session.pk, boards=boards(tournament, *pairs))
    return end_session(actor=SYSTEM, session_id=session.pk, **end)


def codes(session: PairingSession) -> list[tuple[str, list[int]]]:
    return [
        (each["code"].removeprefix("review."), [who["number"] for who in each["entries"]])
        for each in session.warnings
    ]


def exported(tournament):
    content = export_trf(principal=SYSTEM, tournament_id=tournament.pk, format="trf26").content
    return read_trf(content).record


@pytest.fixture
def tournament():
    """Six players, round 1 played: 1-4 5-2 3-6, White won."""
    made = make_tournament(6)
    play(made, 1)
    assert pairs_of(round_of(made, 1)) == [(1, 4), (5, 2), (3, 6)]
    return made


def test_a_draft_is_edited_and_the_report_says_so(tournament):
    pair(tournament, 2)
    drafted = pairs_of(round_of(tournament, 2))
    arbiter = member(tournament.event.club)
    session = start_session(actor=arbiter, round_id=round_of(tournament, 2).pk)
    assert [len(session.boards), unplaced_of(session)] == [3, []]
    wanted = [(4, 1), (2, 3), (6, 5)]
    assert drafted != wanted
    edited = edit_session(
        actor=arbiter,
        session_id=session.pk,
        boards=boards(tournament, *wanted[:2]),
        expected_version=1,
    )
    assert [entry.pairing_number for entry in unplaced_of(edited)] == [5, 6]
    with pytest.raises(Invalid) as incomplete:
        end_session(actor=arbiter, session_id=session.pk)
    assert incomplete.value.code == "pairing.incomplete"
    edit_session(actor=arbiter, session_id=session.pk, boards=boards(tournament, *wanted))
    with pytest.raises(Conflict) as warned:
        end_session(actor=arbiter, session_id=session.pk)
    assert warned.value.code == "session.warnings"
    assert [each["code"] for each in warned.value.params["warnings"]] == ["review.rematch"]
    assert pairs_of(round_of(tournament, 2)) == drafted
    ended = end_session(actor=arbiter, session_id=session.pk, confirmed=True, reason="Two families")
    assert codes(ended) == [("rematch", [4, 1])]
    assert sorted(pairs_of(round_of(tournament, 2))) == sorted(wanted)
    publish_round(actor=arbiter, round_id=round_of(tournament, 2).pk)
    for number in (1, 2, 3):
        record_result(
            actor=arbiter, board_id=board_of(round_of(tournament, 2), number).pk, outcome="1-0"
        )
    record = exported(tournament)
    (line,) = [each for each in record.info.comments if "made by hand" in each]
    assert line.startswith("Pairing made by hand: round 2; ")
    assert line.endswith("; rematch 4-1 (Two families)")
    (difference,) = check_case(case_from_record("t", record)).differences
    assert (difference.round, difference.by_hand) == (2, True)
    log = ChangeLogEntry.objects.filter(tournament=tournament, type="round.paired").last()
    assert (log.data["by_hand"], log.data["warnings"]) == (True, ended.warnings)


def test_a_second_session_still_knows_what_the_program_had_made(tournament):
    pair(tournament, 2)
    drafted = pairs_of(round_of(tournament, 2))
    by_hand(tournament, 2, (4, 1), (2, 3), (6, 5), confirmed=True)
    second = start_session(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    ended = end_session(actor=SYSTEM, session_id=second.pk, confirmed=True)
    assert len(ended.changed) == 3 - len({(4, 1), (2, 3), (6, 5)} & set(drafted))
    back = by_hand(tournament, 2, *drafted, confirmed=True)
    assert back.changed == []
    publish_round(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    assert not [each for each in exported(tournament).info.comments if "made by hand" in each]


@pytest.mark.parametrize(
    ("third", "found"),
    [
        (((1, 5), (2, 3), (4, 6)), [("third_colour", [1]), ("colour_difference", [1])]),
        (((5, 1), (3, 2), (6, 4)), []),
    ],
    ids=["third white", "as it should be"],
)
def test_third_colours_are_warned_about(tournament, third, found):
    by_hand(tournament, 2, (1, 3), (2, 6), (4, 5), confirmed=True)
    second = round_of(tournament, 2)
    publish_round(actor=SYSTEM, round_id=second.pk)
    for number in (1, 2, 3):
        record_result(actor=SYSTEM, board_id=board_of(second, number).pk, outcome="1-0")
    ended = by_hand(tournament, 3, *third, confirmed=True)
    assert [each for each in codes(ended) if each[1] == [1]] == found


def test_prohibited_pairs_and_second_byes_are_warned_about():
    tournament = make_tournament(5)
    ids = entry_ids(tournament)
    prohibit_pairing(actor=SYSTEM, tournament_id=tournament.pk, entry_ids=[ids[1], ids[2]])
    assert pairs_of(play(tournament, 1)) == [(1, 3), (4, 2), (5, None)]
    ended = by_hand(tournament, 2, (2, 1), (3, 4), (5, None), confirmed=True)
    assert codes(ended) == [("prohibited", [2, 1]), ("bye_ineligible", [5])]


@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        (((1, 2), (1, 3)), "pairing.impossible"),
        (((1, None), (2, None)), "pairing.second_bye"),
    ],
    ids=["twice", "two byes"],
)
def test_what_cannot_be_is_refused_at_once(tournament, pairs, code):
    session = start_session(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    with pytest.raises(Invalid) as refusal:
        edit_session(actor=SYSTEM, session_id=session.pk, boards=boards(tournament, *pairs))
    assert refusal.value.code == code
    session.refresh_from_db()
    assert (session.boards, session.version) == ([], 1)


def test_a_stranger_to_the_round_is_refused(tournament):
    session = start_session(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    other = entry_ids(make_tournament(2))
    with pytest.raises(Invalid) as refusal:
        edit_session(actor=SYSTEM, session_id=session.pk, boards=[(other[1], None)])
    assert refusal.value.params["unexpected"] == [str(other[1])]


def test_while_a_session_is_open_nothing_else_happens_to_its_round(tournament):
    pair(tournament, 2)
    second = round_of(tournament, 2)
    session = start_session(actor=SYSTEM, round_id=second.pk)
    for act in (start_session, publish_round, unpair_round):
        with pytest.raises(Conflict) as refusal:
            act(actor=SYSTEM, round_id=second.pk)
        assert refusal.value.code == "round.being_edited"
        assert refusal.value.params["session"] == str(session.pk)
    abandoned = abandon_session(actor=SYSTEM, session_id=session.pk)
    assert abandoned.status == "abandoned"
    assert abandon_session(actor=SYSTEM, session_id=session.pk).version == abandoned.version
    with pytest.raises(Conflict) as over:
        edit_session(actor=SYSTEM, session_id=session.pk, boards=[])
    assert over.value.code == "session.over"
    unpair_round(actor=SYSTEM, round_id=second.pk)
    start_session(actor=SYSTEM, round_id=second.pk)
    with pytest.raises(Conflict) as paired:
        request_pairing(actor=SYSTEM, round_id=second.pk)
    assert paired.value.code == "round.being_edited"


def test_two_arbiters_in_one_session_do_not_overwrite_each_other(tournament):
    session = start_session(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    first = boards(tournament, (1, 3))
    edit_session(actor=SYSTEM, session_id=session.pk, boards=first, expected_version=1)
    with pytest.raises(Stale):
        edit_session(
            actor=SYSTEM,
            session_id=session.pk,
            boards=boards(tournament, (3, 1)),
            expected_version=1,
        )
    session.refresh_from_db()
    assert session.boards == [[str(white), str(black)] for white, black in first]


def test_nobody_else_sees_or_touches_a_session(tournament):
    session = start_session(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    viewer = member(tournament.event.club, "viewer")
    for principal in (viewer, ANONYMOUS):
        with pytest.raises(NotFound):
            abandon_session(actor=principal, session_id=session.pk)
        with pytest.raises(Forbidden):
            start_session(actor=principal, round_id=round_of(tournament, 1).pk)
    seen = ChangeLogEntry.objects.visible_to(viewer).filter(type__startswith="pairing_session")
    assert seen.count() == 0


def test_results_missing_are_named_before_a_session_starts(tournament):
    pair_and_publish(tournament, 2)
    with pytest.raises(Conflict) as refusal:
        start_session(actor=SYSTEM, round_id=round_of(tournament, 3).pk)
    assert refusal.value.code == "round.results_missing"
    assert [each["board"] for each in refusal.value.params["boards"]] == [1, 2, 3]
    with pytest.raises(Conflict) as published:
        start_session(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    assert published.value.code == "round.already_published"


def test_a_pairing_by_hand_that_is_taken_back_is_not_reported(tournament):
    by_hand(tournament, 2, (4, 1), (2, 3), (6, 5), confirmed=True)
    unpair_round(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
    play(tournament, 2)
    record = exported(tournament)
    assert not [each for each in record.info.comments if "made by hand" in each]
    assert check_case(case_from_record("t", record)).differences == ()


def test_pairing_by_hand_in_one_step_is_reported_too(tournament):
    second = round_of(tournament, 2)
    pair_by_hand(
        actor=SYSTEM, round_id=second.pk, boards=boards(tournament, (4, 1), (2, 3), (6, 5))
    )
    publish_round(actor=SYSTEM, round_id=second.pk)
    (line,) = [each for each in exported(tournament).info.comments if "made by hand" in each]
    assert line.startswith("Pairing made by hand: round 2; ")
    assert line.endswith("; rematch 4-1")


def test_a_published_round_goes_off_the_site_while_nothing_is_played(tournament):
    second = pair_and_publish(tournament, 2)
    arbiter = member(tournament.event.club)
    taken = unpublish_round(actor=arbiter, round_id=second.pk, expected_version=second.version)
    assert taken.status == "draft"
    assert not Round.objects.visible_to(ANONYMOUS).filter(pk=second.pk).exists()
    assert not Board.objects.visible_to(ANONYMOUS).filter(round=second).exists()
    publish_round(actor=arbiter, round_id=second.pk)
    record_result(actor=arbiter, board_id=board_of(second, 1).pk, outcome="1-0")
    with pytest.raises(Conflict) as refusal:
        unpublish_round(actor=arbiter, round_id=second.pk)
    assert refusal.value.code == "round.has_results"
    assert [each["board"] for each in refusal.value.params["boards"]] == [1]
    with pytest.raises(Conflict) as earlier:
        unpublish_round(actor=arbiter, round_id=round_of(tournament, 1).pk)
    assert earlier.value.code == "round.later_round_paired"


def test_a_reopened_round_holds_up_the_next_until_it_is_closed(tournament):
    first = round_of(tournament, 1)
    assert first.status == "completed"
    reopened = reopen_round(actor=SYSTEM, round_id=first.pk, reason="Protest")
    assert (reopened.status, reopened.reopened) == ("published", True)
    record_result(actor=SYSTEM, board_id=board_of(first, 1).pk, outcome="0-1")
    assert round_of(tournament, 1).status == "published"
    with pytest.raises(Conflict) as refusal:
        pair(tournament, 2)
    assert refusal.value.code == "round.held_open"
    closed = close_round(actor=SYSTEM, round_id=first.pk)
    assert (closed.status, closed.reopened) == ("completed", False)
    pair(tournament, 2)
    assert changes_of(tournament).count("round.completed") == 2
    for act, code in ((close_round, "round.not_reopened"), (reopen_round, "round.not_completed")):
        with pytest.raises(Conflict) as again:
            act(actor=SYSTEM, round_id=round_of(tournament, 2).pk)
        assert again.value.code == code
