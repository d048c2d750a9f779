"""``manage.py simulate``: a small open through the API, and what the report says of it."""

from __future__ import annotations

import hashlib
import io
import json

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command

from pairing.trf import read_trf
from tournaments.core.simulation import Answer, Plan, Simulation, SimulationFailed
from tournaments.desk.models import Correction
from tournaments.events.models import Entry, Tournament
from tournaments.play.models import Seat

pytestmark = pytest.mark.django_db(transaction=True)


def games_of(report: bytes) -> str:
    """A digest of who met whom with which result; places and dates left aside."""
    lines = [line for line in report.decode().splitlines() if line.startswith("001")]
    games = [line[4:80] + line[89:] for line in lines]
    return hashlib.sha256("\n".join(games).encode()).hexdigest()[:16]


def test_an_open_with_everything_that_goes_wrong_stands_the_check(tmp_path):
    cache.clear()
    output, path = io.StringIO(), tmp_path / "open.trf"
    call_command("simulate", "--players", "24", "--output", str(path), "--json", stdout=output)
    told_by_command = json.loads(output.getvalue())
    assert told_by_command["players"] == 24
    assert told_by_command["refused"] == ["result.reason_required", "result.for_rating_only"]
    assert told_by_command["check"][-3:] == [
        "made by hand, as the files say: 1",
        "results amended after a pairing, as the files say: 2",
        "checked 1 tournaments, 9 rounds: 0 differences",
    ]
    tournament = Tournament.objects.get(pk=told_by_command["tournament"])
    assert tournament.status == "finished"
    entries = Entry.objects.filter(tournament=tournament)
    late = entries.filter(entered_from_round__gt=1)
    assert sorted(late.values_list("entered_from_round", flat=True)) == [2, 3]
    assert entries.filter(status="withdrawn").count() == 2
    moments = Correction.objects.order_by("at").values_list("moment", flat=True)
    assert list(moments) == ["before_next_pairing", "next_round_runs", "rating_only"]
    points = tournament.restore_points.values_list("occasion", flat=True)
    assert sorted(points) == ["entries", "unpair"]
    asked = Seat.objects.filter(round__tournament=tournament, bye="H")
    assert asked.count() == 3
    # The same seed makes the same games, whatever machine plays them.
    assert games_of(path.read_bytes()) == GAMES
    assert read_trf(path.read_bytes()).record.completed == 9


class Deaf:
    """A server that answers nothing but one thing."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def send(self, method, path, body, headers):
        return self.answer


def test_an_unexpected_answer_ends_the_simulation_with_what_was_said():
    deaf = Deaf(Answer(500, {}, b"broken"))
    with pytest.raises(SimulationFailed, match=r"POST auth/login: 500 b'broken'"):
        Simulation(deaf, Plan(24)).run("a@example.org", "x")


def test_a_field_too_small_for_nine_rounds_is_refused():
    with pytest.raises(CommandError, match="at least 16 players"):
        call_command("simulate", "--players", "8")
    with pytest.raises(CommandError, match="--email"):
        call_command("simulate", "--url", "http://127.0.0.1:1")
    with pytest.raises(CommandError, match="no address"):
        call_command("simulate", "--url", "ftp://x", "--email", "a", "--password", "b")


GAMES = "5f7450bb3377d4b2"
