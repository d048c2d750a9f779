"""A rating report's way: finished, checked, submitted, accepted or rejected with findings."""

from __future__ import annotations

import hashlib
from datetime import date, timedelta

import pytest

from pairing.trf import read_trf
from tests.factories import changes_of, make_user, member, play, refreshed
from tests.federations.conftest import rated_tournament, reader
from tournaments.core.errors import Conflict, Forbidden, Invalid, NotFound
from tournaments.core.principal import SYSTEM, Principal
from tournaments.events.services import change_status, schedule_round, update_tournament
from tournaments.federations.models import RatingReport
from tournaments.federations.report_check import check_report
from tournaments.federations.reports import decide_report, make_report, submit_report
from tournaments.play.services import record_result
from tournaments.players.models import Player
from tournaments.players.services import update_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished():
    """Two rounds of four players, everything in order."""
    tournament = rated_tournament(4, rounds=2)
    event = tournament.event
    for number, entry in enumerate(tournament.entries.order_by("pairing_number"), start=1):
        update_player(
            actor=SYSTEM,
            player_id=entry.player_id,
            fide_id=str(2200000 + number),
            birth_date=date(1990, 1, number),
        )
    for number in (1, 2):
        round = tournament.rounds.get(number=number)
        schedule_round(actor=SYSTEM, round_id=round.pk, day=event.start)
        play(tournament, number)
    update_tournament(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        chief_arbiter="IA Ruiz, Ana (2299999)",
        time_control="90 min + 30 s",
        city="Toledo",
    )
    change_status(actor=SYSTEM, tournament_id=tournament.pk, status="finished")
    return refreshed(tournament)


def codes(tournament) -> list[tuple[str, str]]:
    return [(each.severity, each.code) for each in check_report(refreshed(tournament))]


def test_a_tournament_in_order_has_nothing_to_remark(finished):
    assert codes(finished) == []


def test_the_exact_bytes_and_their_hash_are_kept(finished):
    arbiter = member(finished.event.club, "arbiter")
    report = make_report(actor=arbiter, tournament_id=finished.pk)
    assert (report.number, report.status, report.federation, report.findings) == (
        1,
        "checked",
        "ESP",
        [],
    )
    files = {file.format: file for file in report.files.all()}
    for file in files.values():
        assert bytes(file.content).startswith(b"012 Open de Mayo, Open A\r\n")
    assert sorted(files) == ["trf16", "trf26"]
    for file in files.values():
        content = bytes(file.content)
        assert hashlib.sha256(content).hexdigest() == file.sha256
        record = read_trf(content).record
        assert [person.birth for person in record.participants] == [
            "1990-01-01",
            "1990-01-02",
            "1990-01-03",
            "1990-01-04",
        ]
        assert record.completed == 2
    update_player(
        actor=SYSTEM,
        player_id=finished.entries.first().player_id,
        birth_date=None,
        birth_year=1990,
    )
    again = RatingReport.objects.get(pk=report.pk)
    assert {file.format: bytes(file.content) for file in again.files.all()} == {
        name: bytes(file.content) for name, file in files.items()
    }


def test_submitted_and_accepted(finished):
    arbiter, key = member(finished.event.club, "arbiter"), reader()
    report = make_report(actor=arbiter, tournament_id=finished.pk)
    with pytest.raises(NotFound):
        decide_report(actor=key, report_id=report.pk, accepted=True)
    submitted = submit_report(actor=arbiter, report_id=report.pk)
    assert (submitted.status, submitted.submitted_by) == ("submitted", arbiter.user)
    assert submit_report(actor=arbiter, report_id=report.pk).version == submitted.version
    accepted = decide_report(actor=key, report_id=report.pk, accepted=True)
    assert (accepted.status, accepted.decided_by) == ("accepted", "fed00001")
    same = decide_report(actor=key, report_id=report.pk, accepted=True)
    assert same.version == accepted.version == 3
    assert changes_of(finished)[-3:] == [
        "report.checked",
        "report.submitted",
        "report.accepted",
    ]
    for act in (
        lambda: make_report(actor=arbiter, tournament_id=finished.pk),
        lambda: submit_report(actor=arbiter, report_id=report.pk),
        lambda: decide_report(
            actor=key, report_id=report.pk, accepted=False, findings=[{"text": "No"}]
        ),
    ):
        with pytest.raises(Conflict):
            act()
    assert RatingReport.objects.get().status == "accepted"


def test_rejected_with_findings_and_made_again(finished):
    arbiter, key = member(finished.event.club, "arbiter"), reader()
    report = make_report(actor=arbiter, tournament_id=finished.pk)
    submit_report(actor=arbiter, report_id=report.pk)
    with pytest.raises(Invalid) as refused:
        decide_report(actor=key, report_id=report.pk, accepted=False)
    assert refused.value.code == "report.reason_missing"
    findings = [{"text": "Wrong id", "entry": 2}]
    rejected = decide_report(actor=key, report_id=report.pk, accepted=False, findings=findings)
    assert (rejected.status, rejected.decision) == ("rejected", findings)
    player = finished.entries.get(pairing_number=2).player
    update_player(actor=SYSTEM, player_id=player.pk, fide_id="2288888")
    second = make_report(actor=arbiter, tournament_id=finished.pk)
    submit_report(actor=arbiter, report_id=second.pk)
    hashes = [set(each.files.values_list("sha256", flat=True)) for each in (report, second)]
    assert second.number == 2
    assert hashes[0] & hashes[1] == set()


def test_what_changed_since_the_check_is_not_submitted(finished):
    arbiter = member(finished.event.club, "arbiter")
    report = make_report(actor=arbiter, tournament_id=finished.pk)
    change_status(actor=SYSTEM, tournament_id=finished.pk, status="running")
    board = finished.rounds.get(number=2).boards.first()
    record_result(actor=SYSTEM, board_id=board.pk, outcome="1/2-1/2")
    change_status(actor=SYSTEM, tournament_id=finished.pk, status="finished")
    with pytest.raises(Conflict) as refused:
        submit_report(actor=arbiter, report_id=report.pk)
    assert refused.value.code == "report.outdated"
    second = make_report(actor=arbiter, tournament_id=finished.pk)
    assert submit_report(actor=arbiter, report_id=second.pk).status == "submitted"


def test_errors_keep_a_report_here(finished):
    type(finished).objects.filter(pk=finished.pk).update(chief_arbiter="")
    arbiter = member(finished.event.club, "arbiter")
    report = make_report(actor=arbiter, tournament_id=finished.pk)
    with pytest.raises(Conflict) as refused:
        submit_report(actor=arbiter, report_id=report.pk)
    assert (refused.value.code, refused.value.params) == (
        "report.has_errors",
        {"codes": ["report.chief_arbiter_missing"]},
    )
    assert RatingReport.objects.get().status == "checked"


@pytest.mark.parametrize("status", ["running", "unrated"])
def test_there_is_no_report_of(finished, status):
    if status == "running":
        change_status(actor=SYSTEM, tournament_id=finished.pk, status="running")
    else:
        type(finished).objects.filter(pk=finished.pk).update(rated=False)
    with pytest.raises(Conflict) as refused:
        make_report(actor=SYSTEM, tournament_id=finished.pk)
    wanted = "report.tournament_not_finished" if status == "running" else "report.not_rated"
    assert (refused.value.code, RatingReport.objects.count()) == (wanted, 0)


def test_who_may(finished):
    report = make_report(actor=SYSTEM, tournament_id=finished.pk)
    viewer = member(finished.event.club, "viewer")
    stranger = Principal.for_user(make_user())
    with pytest.raises(Forbidden):
        make_report(actor=viewer, tournament_id=finished.pk)
    for nobody in (viewer, stranger, reader(), reader("FRA")):
        assert not RatingReport.objects.visible_to(nobody).exists()
    submit_report(actor=SYSTEM, report_id=report.pk)
    assert RatingReport.objects.visible_to(reader()).exists()
    assert not RatingReport.objects.visible_to(reader("FRA")).exists()
    assert not RatingReport.objects.visible_to(reader(scopes=("results:read",))).exists()
    with pytest.raises(Forbidden):
        decide_report(actor=reader(scopes=("reports:read",)), report_id=report.pk, accepted=True)
    with pytest.raises(Forbidden):
        decide_report(
            actor=member(finished.event.club, "owner"), report_id=report.pk, accepted=True
        )
    assert RatingReport.objects.get().status == "submitted"


# --- the check ---------------------------------------------------------------------------------


def test_players_without_a_fide_id(finished):
    first, second = finished.entries.order_by("pairing_number")[:2]
    Player.objects.filter(pk=first.player_id).update(fide_id="", sex="w", federation="ESP")
    Player.objects.filter(pk=second.player_id).update(fide_id="", birth_date=None, birth_year=1980)
    found = {each.code: each for each in check_report(refreshed(finished))}
    assert list(found) == ["report.new_players_incomplete", "report.fide_ids_missing"]
    (incomplete,) = found["report.new_players_incomplete"].params["players"]
    assert (incomplete["number"], incomplete["missing"]) == (
        2,
        ["federation", "sex", "birth_date"],
    )
    assert found["report.new_players_incomplete"].severity == "error"
    numbers = [each["number"] for each in found["report.fide_ids_missing"].params["players"]]
    assert numbers == [1, 2]


def test_births_and_national_ids(finished):
    entries = finished.entries.order_by("pairing_number")
    Player.objects.filter(pk=entries[2].player_id).update(birth_date=None)
    finished.entries.filter(pairing_number=4).update(federation="ESP")
    assert codes(finished) == [
        ("warning", "report.births_missing"),
        ("warning", "report.national_ids_missing"),
    ]


def test_days_outside_the_event(finished):
    event = finished.event
    round = finished.rounds.get(number=2)
    type(round).objects.filter(pk=round.pk).update(day=event.end + timedelta(days=1))
    assert codes(finished) == [("error", "report.rounds_outside_event")]
    type(round).objects.filter(pk=round.pk).update(day=None)
    assert codes(finished) == [("warning", "report.round_dates_missing")]
    type(finished).objects.filter(pk=finished.pk).update(end=event.end + timedelta(days=3))
    assert ("error", "report.dates_outside_event") in codes(finished)


def test_games_that_were_not_played(finished):
    first, second = finished.rounds.get(number=1).boards.order_by("number")
    type(first).objects.filter(pk=first.pk).update(outcome="1-0F")
    type(second).objects.filter(pk=second.pk).update(outcome="1-0U")
    found = check_report(refreshed(finished))
    assert [(each.code, each.params) for each in found] == [
        ("report.unplayed_games", {"boards": [[1, 1]], "forfeits": 1, "byes": 0}),
        ("report.unrated_games", {"boards": [[1, 2]], "games": 1}),
    ]


def test_the_event_and_its_arbiter(finished):
    type(finished).objects.filter(pk=finished.pk).update(
        chief_arbiter="Ruiz, Ana", city="", time_control=""
    )
    type(finished.event).objects.filter(pk=finished.event_id).update(federation="", city="")
    assert codes(finished) == [
        ("error", "report.federation_missing"),
        ("warning", "report.arbiter_id_missing"),
        ("warning", "report.event_incomplete"),
    ]


def test_what_norms_need():
    tournament = rated_tournament(2, rounds=9)
    for round in tournament.rounds.order_by("number"):
        type(round).objects.filter(pk=round.pk).update(day=tournament.event.start)
    found = [code for _, code in codes(tournament)]
    assert found[-2:] == ["report.norm_federations_missing", "report.norm_rounds_a_day"]
    type(tournament).objects.filter(pk=tournament.pk).update(rating_kind="rapid")
    assert [code for _, code in codes(tournament) if "norm" in code] == []
