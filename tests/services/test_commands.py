"""Management commands: words for people, one JSON object for programs, exit codes."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder

from pairing.trf import read_trf
from tests.factories import make_event, make_tournament, pair_and_publish, play, round_of
from tests.services.test_trf_import import D6
from tournaments.accounts.models import DeviceToken, User
from tournaments.core import demo
from tournaments.core.diagnosis import Level, diagnose
from tournaments.events.models import Entry, Event, Tournament
from tournaments.play.models import Board, Seat

pytestmark = pytest.mark.django_db


def said(*command: str, **options: object) -> str:
    """What a command writes to standard output."""
    output = io.StringIO()
    call_command(*command, stdout=output, **options)
    return output.getvalue()


def answered(*command: str) -> dict:
    """The JSON object of a command."""
    return json.loads(said(*command, "--json"))


@pytest.mark.django_db(transaction=True)
def test_seed_demo_makes_a_running_open_once():
    data = answered("seed_demo", "--force")
    assert data["created"] is True
    assert data["next_round"] == 4
    user = User.objects.get(email=data["email"])
    assert user.check_password(data["password"])
    tournament = Tournament.objects.get(pk=data["tournament"])
    assert (tournament.entries.count(), tournament.round_count) == (24, 9)
    statuses = list(tournament.rounds.order_by("number").values_list("status", flat=True))
    assert statuses == ["completed"] * 3 + ["planned"] * 6
    assert Board.objects.filter(outcome="0-1F").count() == 1
    byes = list(Seat.objects.filter(board=None).order_by("round__number").values_list("bye"))
    assert sorted(bye for (bye,) in byes) == ["H", "U", "U", "Z"]
    assert Entry.objects.filter(status="withdrawn", status_from_round=3).count() == 1
    assert Entry.objects.filter(entered_from_round=2).count() == 1
    again = answered("seed_demo", "--force")
    assert again["created"] is False
    assert {**again, "created": True, "token": data["token"]} == data
    assert (Tournament.objects.count(), DeviceToken.objects.filter(user=user).count()) == (1, 2)


def test_seed_demo_speaks_and_keeps_off_database_servers(settings):
    settings.EMBEDDED = settings.DEBUG = False
    with pytest.raises(CommandError, match="--force"):
        said("seed_demo")
    assert User.objects.count() == 0


def test_the_sample_has_players_enough_for_its_rounds():
    assert len({name for name, *_ in demo.PLAYERS}) == len(demo.PLAYERS) == 24


def test_import_pair_standings_export(tmp_path):
    path = tmp_path / "d6.trf"
    path.write_text(D6)
    event = make_event()
    data = answered("import_trf", str(path), "--event", event.slug)
    assert (data["name"], data["entries"], data["rounds"]) == ("Case D6", 7, 4)
    tournament = data["tournament"]
    standing = answered("standings", tournament)
    assert (standing["after_round"], standing["final"]) == (4, False)
    assert [(row["pairing_number"], row["points"]) for row in standing["rows"]][:3] == [
        (3, 40),
        (1, 30),
        (4, 30),
    ]
    out = tmp_path / "out.trf"
    exported = answered("export_trf", tournament, "--format", "trf26", "--out", str(out))
    assert exported["bytes"] == len(out.read_bytes())
    assert len(read_trf(out.read_bytes()).record.participants) == 7


@pytest.mark.django_db(transaction=True)
def test_pair_round_prints_the_boards_and_publishes():
    tournament = make_tournament(5)
    data = answered("pair_round", tournament.slug, "1", "--publish")
    assert (data["boards"], data["published"]) == ([[1, 3], [4, 2], [5, None]], True)
    assert round_of(tournament, 1).status == "published"
    with pytest.raises(CommandError, match=r"round\.already_paired"):
        said("pair_round", tournament.slug, "1")


@pytest.mark.django_db(transaction=True)
def test_pair_round_says_why_it_cannot(capsys):
    tournament = make_tournament(2, rounds=3)
    play(tournament, 1)
    with pytest.raises(CommandError, match=r"pairing\.no_legal_pairing"):
        said("pair_round", str(tournament.pk), "2")
    with pytest.raises(SystemExit) as ended:
        call_command("pair_round", str(tournament.pk), "9", "--json")
    assert ended.value.code == 1
    problem = json.loads(capsys.readouterr().out)["problem"]
    assert (problem["code"], problem["params"]) == ("round.not_found", {"number": "9"})


def test_standings_in_words():
    tournament = make_tournament(4, rounds=3)
    pair_and_publish(tournament, 1)
    text = said("standings", tournament.slug)
    assert "Open A, after round 0, not final" in text
    with pytest.raises(CommandError, match=r"standings\.not_final"):
        said("standings", tournament.slug, "--final")


def test_import_refuses_with_the_place_and_stores_nothing(tmp_path):
    path = tmp_path / "broken.trf"
    path.write_text(D6.replace("001    2 ", "001    1 "))
    event = make_event()
    with pytest.raises(CommandError, match=r"trf\.player\.duplicate"):
        said("import_trf", str(path), "--event", str(event.pk))
    with pytest.raises(CommandError, match="line 5"):
        said("import_trf", str(path), "--club", event.club.slug)
    with pytest.raises(CommandError, match="No such file"):
        said("import_trf", str(tmp_path / "none"), "--event", str(event.pk))
    assert (Tournament.objects.count(), Event.objects.count()) == (0, 1)


def test_a_short_name_that_several_have_is_not_guessed():
    first, second = make_tournament(2), make_tournament(2)
    assert first.slug == second.slug == "open-a"
    with pytest.raises(CommandError, match=str(second.pk)):
        said("standings", "open-a")
    with pytest.raises(CommandError, match="There is no tournament 'else'"):
        said("standings", "else")


def test_doctor_finds_a_healthy_installation():
    levels = {item.check: item.level for item in diagnose()}
    assert len(levels) == 11
    assert Level.FAILED not in levels.values(), levels
    assert answered("doctor")["healthy"] is True


def test_doctor_names_what_is_not_migrated_and_what_cannot_be_written(settings, tmp_path):
    MigrationRecorder.Migration.objects.filter(app="play").delete()
    blocked = tmp_path / "file"
    blocked.touch()
    settings.VAR_DIR = blocked / "below"
    settings.SECRET_KEY = "short"
    failed = {item.check: item.sentence for item in diagnose() if item.level is Level.FAILED}
    assert set(failed) == {"migrations", "paths", "debug and secrets"}
    assert "manage.py migrate" in failed["migrations"]
    with pytest.raises(CommandError, match="3 of these must be mended"):
        said("doctor")


def test_doctor_reports_a_broker_that_does_not_answer(settings):
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    settings.CELERY_TASK_TIME_LIMIT, timeout = 600, {"visibility_timeout": 60}
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = timeout
    found = {item.check: item for item in diagnose()}
    assert found["redelivery"].level is Level.WARNING
    assert found["broker and workers"].level is Level.FAILED
    assert "CELERY_BROKER_URL" in found["broker and workers"].sentence
