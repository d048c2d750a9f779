"""The command line: outputs and exit codes."""

from __future__ import annotations

import csv
import gzip
import io
import json

import pytest

from tests.paths import GOLDEN
from tests.support.tiebreak_tables import golden_vector
from tiebreaks.cli import main

SAMPLES = [str(GOLDEN / "tiebreaks" / name) for name in ("vectors.jsonl.gz", "swiss.jsonl.gz")]


@pytest.fixture
def swiss(tmp_path):
    path = tmp_path / "swiss.trf"
    path.write_text(golden_vector("swiss5-26")["trf"])
    return str(path)


def test_table_of_a_file_by_the_given_order(swiss, capsys):
    assert main([swiss, "--order", "PTS,BH/C1,BH,SB"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "after round 5 of 5, rules 2026"
    assert lines[1].split() == ["rank", "no", "name", "PTS", "BH/C1", "BH", "SB"]
    assert lines[2].split() == ["1", "2", "P2", "4.0", "12.0", "13.0", "9.50"]
    assert len(lines) == 18


def test_file_that_announces_nothing_gets_a_usual_order(swiss, capsys):
    assert main([swiss]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[3:] == ["PTS", "BH/C1", "BH", "SB"]


def test_announced_order_is_used(tmp_path, capsys):
    path = tmp_path / "announced.trf"
    path.write_text(golden_vector("swiss5-26")["trf"] + "202 WON,BPG\n")
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[3:] == ["PTS", "WON", "BPG"]


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("rr6-26", ["PTS", "SB", "DE", "KS", "WIN"]),
        ("team14-26", ["MPTS", "GPTS", "EDE", "EMMSB"]),
    ],
)
def test_usual_orders_of_other_events(tmp_path, capsys, name, order):
    path = tmp_path / "event.trf"
    path.write_text(golden_vector(name)["trf"])
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[3:] == order


def test_edition_follows_the_start_of_the_event_unless_given(tmp_path, capsys):
    path = tmp_path / "old.trf"
    path.write_text(golden_vector("swiss5-24")["trf"])
    for options, edition, value in (([], "2024", "15.0"), (["--edition", "2026"], "2026", "14.0")):
        assert main([str(path), "--order", "PTS,BH", "--json", *options]) == 0
        data = json.loads(capsys.readouterr().out)
        assert data["edition"] == edition
        assert {row["number"]: row["values"][1]["text"] for row in data["rows"]}[4] == value


def test_json_has_texts_and_exact_numbers(swiss, capsys):
    assert main([swiss, "--order", "PTS,SB", "--round", "4", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["after_round"], data["rounds"], data["final"]) == (4, 5, True)
    assert data["rows"][0] == {
        "rank": 1,
        "shared": False,
        "number": 2,
        "name": "P2",
        "decided_by": "",
        "values": [
            {"tie_break": "PTS", "text": "3.5", "scaled": 35, "decimals": 1},
            {"tie_break": "SB", "text": "6.50", "scaled": 650, "decimals": 2},
        ],
    }


def test_csv_has_one_line_for_each_participant(swiss, capsys):
    assert main([swiss, "--order", "PTS,ARO/C1", "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0] == ["rank", "number", "name", "PTS", "ARO/C1"]
    assert rows[1] == ["1", "2", "P2", "4.0", "1988"]
    assert next(row for row in rows if row[1] == "12")[4] == ""
    assert len(rows) == 17


def test_csv_defuses_names_that_spreadsheets_would_run(tmp_path, capsys):
    text = golden_vector("swiss5-26")["trf"].replace(" P2  ", " =2+5", 1)
    path = tmp_path / "formula.trf"
    path.write_text(text)
    assert main([str(path), "--order", "PTS", "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[1][2] == "'=2+5"


def test_explain_prints_the_contributions(swiss, capsys):
    assert main([swiss, "--order", "PTS,BH/C1", "--explain", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "BH/C1 = 11.5  (Buchholz, art. 8.1)" in lines
    assert (
        "  round 2: opponent -, worth 2.5, counts 2.5: dummy_capped_by_draws (16.4.2); "
        "left out: cut_voluntary_first (16.5)"
    ) in lines


def test_explain_as_json(swiss, capsys):
    assert main([swiss, "--order", "PTS,BH/C1", "--explain", "4", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["tie_breaks"][1]["contributions"][1]["reason"] == "dummy_capped_by_draws"


def test_lots_unrated_rating_and_kind_of_pairing_are_options(swiss, capsys):
    assert main([swiss, "--order", "PTS", "--seed", "1", "--json"]) == 0
    assert [row["rank"] for row in json.loads(capsys.readouterr().out)["rows"]] == list(
        range(1, 17)
    )
    assert main([swiss, "--order", "PTS,BH", "--round-robin"]) == 0
    assert "tiebreak.not_in_round_robin" in capsys.readouterr().out


def test_codes_are_listed(capsys):
    assert main(["codes"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("BH ") and "Buchholz" in line for line in lines)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--order", "PTS,NOPE"], "tiebreak.unknown"),
        (["--order", ""], "tiebreak.unknown"),
        (["--round", "9"], "standings.round_out_of_range"),
        (["--explain", "99"], "standings.unknown_participant"),
        (["--withdrawn", "x"], "standings.bad_numbers"),
        (["--edition", "1999"], "invalid choice"),
        (["--json", "--csv"], "not allowed"),
        (["--explain", "4", "--csv"], "not allowed"),
        (["--unrated", "0"], "standings.bad_rating"),
    ],
)
def test_bad_input_exits_with_3(swiss, capsys, options, message):
    assert main([swiss, *options]) == 3
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


def test_file_without_players_exits_with_3(tmp_path, capsys):
    path = tmp_path / "empty.trf"
    path.write_text("012 Nothing\n")
    assert main([str(path)]) == 3
    assert capsys.readouterr().err.startswith("bad input: ")


def test_missing_file_exits_with_5(tmp_path, capsys):
    assert main([str(tmp_path / "none.trf")]) == 5
    assert capsys.readouterr().err.startswith("cannot read or write: ")


def test_help_exits_with_0(capsys):
    assert main(["--help"]) == 0
    assert "--explain" in capsys.readouterr().out


# -------------------------------------------------------------------------- check


def test_check_of_the_samples_finds_no_difference(capsys):
    assert main(["check", *SAMPLES]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "checked 24 tournaments, 11388 values: 0 differences"
    ]


def test_check_of_a_sample_takes_evenly_spaced_tournaments(capsys):
    assert main(["check", "--sample", "5", *SAMPLES]) == 0
    assert capsys.readouterr().out.startswith("checked 5 tournaments, ")


def test_check_reports_every_wrong_value_and_exits_with_1(tmp_path, capsys):
    vector = golden_vector("swiss5-26")
    vector["expected"]["BH"]["4"] = "15.0"
    vector["expected"]["KS"]["9"] = None
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps(vector) + "\n")
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "swiss5-26 BH participant 4: expected 15.0, computed 14.0",
        "swiss5-26 KS participant 9: expected None, computed 0.0",
        "checked 1 tournaments, 672 values: 2 differences",
    ]


def test_check_leaves_known_faults_of_the_checker_out_by_name(tmp_path, capsys):
    vector = golden_vector("team14-26")
    vector["expected"] = {"EDEC": {"11": "2", "14": "1"}, "EDE": {"11": "0", "14": "0"}}
    path = tmp_path / "faults.jsonl"
    path.write_text(json.dumps(vector) + "\n")
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "left out 2 values, known fault of the checker: "
        "17.2 item 1: the larger board count is put first",
        "checked 1 tournaments, 2 values: 0 differences",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "check.bad_vector"),
        ("[1]", "check.bad_vector"),
        ('{"trf": "", "expected": {"BH": 3}}', "check.bad_vector"),
        ('{"trf": "", "expected": {}, "rules": "May"}', "bad input"),
        ('{"trf": "012 x", "expected": {}}', "bad input"),
        ("", "check.nothing_to_check"),
    ],
)
def test_check_of_bad_vectors_exits_with_3(tmp_path, capsys, text, message):
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    assert main(["check", str(path)]) == 3
    captured = capsys.readouterr()
    assert captured.err.startswith("bad input: ")
    assert message in captured.err
    assert captured.out == ""


def test_check_of_a_damaged_file_exits_with_5(tmp_path, capsys):
    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(gzip.compress(b"{}" * 1000)[:-12])
    assert main(["check", str(path)]) == 5
    assert main(["check", str(tmp_path / "none.jsonl.gz")]) == 5
    assert capsys.readouterr().out == ""


def test_check_refuses_a_sample_of_nothing(capsys):
    assert main(["check", "--sample", "0", *SAMPLES]) == 3
    assert "check.bad_number" in capsys.readouterr().err
