"""``python -m pairing convert``."""

from __future__ import annotations

import json

import pytest

from pairing.cli import main
from pairing.trf import read_trf, write_trf16, write_trf26
from tests.support.trf_files import SAMPLES, player_line, sample, trf


@pytest.fixture
def place(tmp_path):
    def write(data: bytes):
        path = tmp_path / "in.trf"
        path.write_bytes(data)
        return str(path), tmp_path / "out.trf"

    return write


def convert(*arguments: str) -> int:
    return main(["convert", *arguments])


def test_converts_and_says_what_is_lost(place, capsys):
    source, target = place(sample("open-trf26.trf"))
    assert convert(source, str(target), "--to", "trf16") == 0
    assert target.read_bytes() == write_trf16(read_trf(sample("open-trf26.trf")).record)
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "warning: TRF16 has no place for the tournament type (1); left out"
    assert out[-1] == "trf26 (utf-8) -> trf16: 8 players, 3 rounds"
    assert len(out) == 11


def test_lists_adjustments_with_line_and_column(place, capsys):
    source, target = place(
        trf("142 3", "152 W", player_line(1, "   2 w 1", points="1.5"), player_line(2, "   1 b 0"))
    )
    assert convert(source, str(target), "--to", "trf26") == 0
    assert capsys.readouterr().out.splitlines() == [
        "adjustment: line 3, column 81: points 1.5, but the results of player 1 give 1.0",
        "warning: 2 players have no rank, which TRF26 asks for",
        "trf26 (utf-8) -> trf26: 2 players, 1 rounds",
    ]


def test_strict_refuses_and_writes_nothing(place, capsys):
    source, target = place(trf("142 3", "152 W", player_line(1, sex="x")))
    assert convert(source, str(target), "--to", "trf26", "--strict") == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines() == [
        "adjustment: line 3, column 10: sex must be m or w, not x; left empty",
        "bad input: trf.player.sex: line 3, column 10: sex must be m or w, not x; left empty",
    ]
    assert not target.exists()


def test_broken_input_is_exit_code_3_and_writes_nothing(place, capsys):
    source, target = place(b"not a report")
    assert convert(source, str(target), "--to", "trf16") == 3
    assert "trf.not_trf" in capsys.readouterr().err
    assert not target.exists()


def test_numbers_that_do_not_fit_are_exit_code_3(place, capsys):
    source, target = place(trf("142 3", "162  W99.9", player_line(1, *["0000 - F"] * 3)))
    assert convert(source, str(target), "--to", "trf26") == 3
    assert capsys.readouterr().err == (
        "bad input: trf.write.too_wide: points 299.7 does not fit into 4 columns\n"
    )
    assert not target.exists()


def test_unreadable_files_are_exit_code_5(place, tmp_path, capsys):
    assert convert(str(tmp_path / "none.trf"), str(tmp_path / "out"), "--to", "trf16") == 5
    source, _ = place(sample("d01_own_half_bye.trf"))
    assert convert(source, str(tmp_path / "no" / "out.trf"), "--to", "trf16") == 5
    assert "cannot read or write" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [(), ("a", "b"), ("a", "b", "--to", "pgn")])
def test_bad_arguments_are_exit_code_3(arguments, capsys):
    assert convert(*arguments) == 3
    assert "usage:" in capsys.readouterr().err


def test_json_report(place, capsys):
    source, target = place(sample("d06_bye_eligibility.trf"))
    assert convert(source, str(target), "--to", "trf26", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "from": "trf16bx",
        "encoding": "utf-8",
        "to": "trf26",
        "players": 7,
        "rounds": 4,
        "error": None,
        "findings": [],
    }


def test_json_report_of_a_refusal(place, capsys):
    source, target = place(trf(player_line(1, "   7 w 1")))
    assert convert(source, str(target), "--to", "trf26", "--json") == 3
    report = json.loads(capsys.readouterr().out)
    assert report["error"] == "trf.pairing.unknown_opponent"
    assert [(finding["line"], finding["column"]) for finding in report["findings"]] == [(1, 92)]


def test_declared_encoding(place, capsys):
    name = "Zażółć-Gęślą, Łucja"
    source, target = place(player_line(1, name=name).encode("cp1250"))
    assert convert(source, str(target), "--to", "trf16", "--encoding", "cp1250") == 0
    assert read_trf(target.read_bytes()).record.participants[0].name == name


def test_ascii_public_and_no_engine(place):
    source, target = place(sample("open-trf26.trf"))
    arguments = ("--to", "trf26", "--ascii", "--public", "--no-engine")
    assert convert(source, str(target), *arguments) == 0
    assert target.read_bytes() == write_trf26(
        read_trf(sample("open-trf26.trf")).record, engine=False, ascii_only=True, public=True
    )
    assert target.read_bytes().isascii()


def test_standard_output_carries_the_file_alone(capfdbinary):
    path = str(SAMPLES / "d07_forfeit_not_a_game.trf")
    assert convert(path, "-", "--to", "trf16") == 0
    out, err = capfdbinary.readouterr()
    assert out == write_trf16(read_trf(sample("d07_forfeit_not_a_game.trf")).record)
    assert err == b"trf16bx (utf-8) -> trf16: 6 players, 3 rounds\n"
