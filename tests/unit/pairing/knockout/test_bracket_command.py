"""``python -m pairing bracket``."""

import json

import pytest

from pairing.cli import main
from pairing.knockout.messages import SENTENCES
from pairing.messages import SENTENCES as ALL

TWELVE = """\
12 players: bracket of 16, 4 byes, 4 rounds, 11 matches
draw: seeded, seed 0

Round of 16 (session 1)
  bye   1
  M1    8 - 9
  M2    5 - 12
  bye   4
  bye   3
  M3    6 - 11
  M4    7 - 10
  bye   2

Quarter-finals (session 2)
  M5    1 - winner of M1
  M6    winner of M2 - 4
  M7    3 - winner of M3
  M8    winner of M4 - 2

Semi-finals (session 3)
  M9    winner of M5 - winner of M6
  M10   winner of M7 - winner of M8

Final (session 4)
  M11   winner of M9 - winner of M10
"""


def test_twelve_players(capsys):
    assert main(["bracket", "--players", "12"]) == 0
    assert capsys.readouterr().out == TWELVE


def test_double_elimination(capsys):
    assert main(["bracket", "--players", "8", "--double-elimination"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "8 players: bracket of 8, 0 byes, 3 rounds, 14 matches, "
        "one more if the grand final is played twice"
    )
    assert "  L3    winner of L1 - loser of M6" in lines
    assert "  GF1   winner of M7 - winner of L6" in lines


def test_json_is_the_same_for_the_same_seed(capsys):
    arguments = ["bracket", "--players", "12", "--draw", "random", "--seed", "7", "--json"]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert main(arguments) == 0
    assert capsys.readouterr().out == first
    view = json.loads(first)
    assert (view["draw"]["policy"], view["draw"]["seed"], view["match_count"]) == ("random", 7, 11)
    assert main([*arguments[:6], "8", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["draw"]["slots"] != view["draw"]["slots"]


def test_the_warning_about_byes(capsys):
    assert main(["bracket", "--players", "20"]) == 0
    note = capsys.readouterr().out.splitlines()[2]
    assert note.startswith("note: 4 matches of round 2 join two players who both had a bye")


def test_reseeding_and_third_place(capsys):
    assert main(["bracket", "--players", "8", "--reseeding", "--places", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("8 matches")
    assert "  M5    seed no. 1 of those left - seed no. 4 of those left" in lines
    assert lines[-2:] == ["Third place (session 3)", "  P1    loser of M5 - loser of M6"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--players", "1"], "knockout.field_size"),
        (["--players", "-4"], "knockout.field_size"),
        (["--players", "1000000000"], "knockout.field_size"),
        (["--players", "8", "--decider", "coin_toss"], "ladder.coin_toss"),
        (["--players", "8", "--places", "3"], "knockout.places_to"),
        (["--players", "8", "--draw", "random", "--reseeding"], "knockout.needs_seeds"),
        (["--players", "8", "--seed", "-1"], "draw.seed_negative"),
        (
            ["--players", "8", "--double-elimination", "--places", "4"],
            "knockout.not_with_double_elimination",
        ),
    ],
)
def test_what_makes_no_bracket_is_refused_with_the_reason(capsys, arguments, code):
    assert main(["bracket", *arguments]) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("bad input: ") and printed.err.endswith(f"({code})\n")


def test_the_reason_against_a_coin(capsys):
    main(["bracket", "--players", "8", "--decider", "coin_toss"])
    assert "announce “higher_seed” before round 1" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["--players", "x"], ["--players", "4", "--draw", "x"]])
def test_bad_arguments(arguments):
    assert main(["bracket", *arguments]) == 3


def test_pictures_are_written(tmp_path, capsys):
    one = tmp_path / "cup.svg"
    assert main(["bracket", "--players", "12", "--svg", str(one)]) == 0
    assert one.read_text(encoding="utf-8").startswith("<svg ")
    assert main(["bracket", "--players", "100", "--svg", str(tmp_path / "big.svg")]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("big-1.svg", "big-2.svg", "big-3.svg", "cup.svg"),
    ]
    narrow = tmp_path / "narrow.svg"
    assert main(["bracket", "--players", "12", "--svg-list", str(narrow)]) == 0
    assert 'width="360"' in narrow.read_text(encoding="utf-8")
    assert main(["bracket", "--players", "4", "--svg", str(tmp_path / "no" / "x.svg")]) == 5


def test_all_sentences_are_known_outside():
    assert SENTENCES.items() <= ALL.items()
