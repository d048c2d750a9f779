"""``python -m pairing schedule``: text, JSON, refusals."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from pairing.cli import main
from pairing.commands.schedule import SCHEDULED
from pairing.systems import SYSTEMS
from tests.paths import ROOT


def lines(capsys, *words: str) -> list[str]:
    assert main(["schedule", *words]) == 0
    return capsys.readouterr().out.splitlines()


def document(capsys, *words: str):
    assert main(["schedule", "--json", *words]) == 0
    return json.loads(capsys.readouterr().out)


def test_round_robin_of_six(capsys):
    assert lines(capsys, "--system", "round-robin", "--players", "6") == [
        "Round robin (Berger tables): 6 players, 5 rounds, 15 games (BERGER_ROUNDROBIN)",
        "table: berger",
        "round 1: 1-6 2-5 3-4",
        "round 2: 6-4 5-3 1-2",
        "round 3: 2-6 3-1 4-5",
        "round 4: 6-5 1-4 2-3",
        "round 5: 3-6 4-2 5-1",
        "colours (White-Black): 1 3-2  2 3-2  3 3-2  4 2-3  5 2-3  6 2-3",
        "note: 1, 2, 3 have one White more and 4, 5, 6 one Black more: "
        "with an odd number of games it cannot be otherwise",
    ]


def test_double_round_robin_tells_why_rounds_are_exchanged(capsys):
    text = lines(capsys, "--players", "12", "--double")
    assert text[0].endswith("12 players, 22 rounds, 132 games (FIDE_DOUBLEROUNDROBIN)")
    assert text[11] == "round 10: 6-12 7-5 8-4 9-3 10-2 11-1"
    assert text[12] == "round 11: 12-11 1-10 2-9 3-8 4-7 5-6"
    assert text[13] == "round 12: 12-1 11-2 10-3 9-4 8-5 7-6"
    assert text[-1] == (
        "note: rounds 10/11 are played in the opposite order: otherwise 1, 7 would have the same "
        "colour three times in a row where one cycle joins the next"
    )


def test_exchange_switched_off_tells_who_has_three_equal_colours(capsys):
    text = lines(capsys, "--players", "12", "--double", "--no-swap")
    assert text[0].endswith("(BERGER_DOUBLEROUNDROBIN)")
    assert text[-1] == "note: 1, 7 have the same colour three times in a row"


def test_odd_field_lists_who_rests(capsys):
    text = lines(capsys, "--players", "7")
    rests = [line.rpartition(" (rest: ")[2] for line in text if line.startswith("round")]
    assert rests == ["1)", "5)", "2)", "6)", "3)", "7)", "4)"]


def test_skalitzka_has_letters_and_figures(capsys):
    text = lines(capsys, "--system", "skalitzka", "--players", "6")
    assert text[5] == "round 1: A-a b-1 2-B C-c d-3 4-D E-e f-5 6-F"
    assert text[6] == "round 2: 1-A a-2 B-b 3-C c-4 D-d 5-E e-6 F-f"


def test_scheveningen_names_players_and_the_table(capsys):
    text = lines(capsys, "--system", "scheveningen", "--players", "3")
    assert text[1:6] == [
        "Team 1: A1 A2 A3",
        "Team 2: B1 B2 B3",
        "table: scheveningen-shifted",
        "round 1: A1-B1 A2-B2 B3-A3",
        "round 2: B2-A1 A2-B3 B1-A3",
    ]
    assert text[-1].startswith("note: A1, A2, B1 have one White more")


def test_quads_list_their_groups(capsys):
    text = lines(capsys, "--system", "quads", "--players", "9")
    assert text[1:4] == ["group 1: 1 2 3 4", "group 2: 5 6 7 8 9", "table: crenshaw-4, berger"]
    assert text[4] == "round 1: 1-4 2-3 6-9 7-8 (rest: 5)"


def test_quads_with_a_swiss_for_the_last_group_say_so(capsys):
    text = lines(capsys, "--system", "quads", "--players", "9", "--last-quad", "swiss")
    assert text[0].startswith("Quads: 9 players, 3 rounds, 6 games")
    assert "note: group 2 (5 players) plays three rounds of Swiss, paired by results" in text


def test_toss_of_quads_is_the_same_for_the_same_seed(capsys):
    tosses = {
        seed: lines(capsys, "--system", "quads", "--players", "16", "--seed", seed)[8]
        for seed in ("1", "2", "3", "4")
    }
    again = lines(capsys, "--system", "quads", "--players", "16", "--seed", "1")[8]
    assert again == tosses["1"]
    assert len(set(tosses.values())) > 1


def test_groups_are_dealt_by_the_snake(capsys):
    text = lines(capsys, "--system", "groups", "--players", "8", "--groups", "2", "--cycles", "2")
    assert text[0].endswith("8 players, 6 rounds, 24 games (CUSTOM_ROUNDROBIN)")
    assert text[1:3] == ["group A: 1 4 5 8", "group B: 2 3 6 7"]


@pytest.mark.parametrize(
    ("words", "players", "rounds", "games"),
    [
        (("--system", "crenshaw", "--players", "8"), 8, 7, 28),
        (("--system", "berger-reversed", "--players", "6", "--double"), 6, 10, 30),
        (("--system", "scheveningen", "--players", "6", "--double"), 12, 12, 72),
        (("--system", "team-round-robin", "--players", "4", "--teams", "5"), 20, 5, 40),
        (("--system", "team-round-robin", "--players", "2", "--teams", "28"), 56, 27, 756),
        (("--players", "2", "--cycles", "6"), 2, 6, 6),
    ],
)
def test_json_counts_and_checks_itself(capsys, words, players, rounds, games):
    found = document(capsys, *words)
    assert len(found["players"]) == players
    assert [item["round"] for item in found["rounds"]] == list(range(1, rounds + 1))
    assert found["games"] == sum(len(item["boards"]) for item in found["rounds"]) == games
    assert found["check"]["passed"] is True


def test_json_has_boards_rests_colours_and_reasons(capsys):
    found = document(capsys, "--players", "3")
    assert found["system"] == "round-robin"
    assert found["type_code"] == "BERGER_ROUNDROBIN"
    assert found["groups"] == [{"name": "", "numbers": [1, 2, 3], "table": "berger"}]
    assert found["rounds"][0] == {
        "round": 1,
        "boards": [{"board": 1, "white": 2, "black": 3}],
        "rests": [1],
    }
    assert found["colours"][0] == {"number": 1, "whites": 1, "blacks": 1, "longest_run": 1}
    double = document(capsys, "--players", "4", "--double")
    assert [item["code"] for item in double["notices"]] == ["schedule.rounds_exchanged"]
    assert double["notices"][0]["params"] == {"rounds": ["2/3"], "players": [1, 3]}


def test_every_system_with_a_schedule_can_be_printed(capsys):
    titles = [
        lines(capsys, "--system", code, "--players", "4")[0].partition(":")[0] for code in SCHEDULED
    ]
    assert titles == [SYSTEMS[code].title for code in SCHEDULED]
    assert len(set(titles)) == 8


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--players", "0"), "schedule.size_out_of_range"),
        (("--players", "-3"), "schedule.size_out_of_range"),
        (("--players", "1"), "schedule.size_out_of_range"),
        (("--players", "1000000000"), "schedule.size_out_of_range"),
        (("--players", "4", "--cycles", "0"), "schedule.size_out_of_range"),
        (("--players", "3", "--system", "quads"), "schedule.size_out_of_range"),
        (("--players", "4", "--system", "quads", "--double"), "schedule.one_cycle_only"),
        (("--players", "1", "--system", "skalitzka"), "schedule.size_out_of_range"),
        (("--players", "4", "--teams", "0", "--system", "team-round-robin"),
         "schedule.size_out_of_range"),
        (("--players", "8", "--groups", "9", "--system", "groups"), "schedule.size_out_of_range"),
    ],
)  # fmt: skip
def test_size_without_a_schedule_is_refused_in_one_line(capsys, words, code):
    assert main(["schedule", *words]) == 3
    streams = capsys.readouterr()
    assert streams.out == ""
    assert streams.err.startswith(f"bad input: {code}: ")
    assert streams.err.count("\n") == 1


@pytest.mark.parametrize("words", [("--players", "x"), (), ("--players", "4", "--system", "dutch")])
def test_unusable_words_are_refused(capsys, words):
    assert main(["schedule", *words]) == 3
    assert "usage:" in capsys.readouterr().err


def test_runs_without_django():
    code = (
        "import sys; from pairing.cli import main; "
        "assert main(['schedule', '--players', '4']) == 0; "
        "assert not any(name.split('.')[0] == 'django' for name in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
