"""What a name may hold (pairing.printable), and that readers of files clean by the same rule."""

from __future__ import annotations

import doctest

import pytest

from pairing import printable
from pairing.trf import read_trf, write_trf16
from tests.support.trf_files import player_line, trf


def test_the_examples_are_true():
    result = doctest.testmod(printable)
    assert (result.failed, result.attempted) == (0, 2)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("evil \u202e eman", "U+202E"),
        ("two\u2028lines", "U+2028"),
        ("zero\u200bwidth", "U+200B"),
        ("mark\ufeff", "U+FEFF"),
        ("so\u00adft", "U+00AD"),
        ("La\u200dtin", "U+200D"),
        ("\u0646\u200c", "U+200C"),
        ("tag\U000e0041", "U+E0041"),
        ("half\ud800", "U+D800"),
    ],
)
def test_hidden_characters_are_found(name, found):
    assert printable.hidden_character(name) == found
    assert printable.hidden_character(printable.shown(name)) == ""
    assert len(printable.shown(name)) == len(name)


@pytest.mark.parametrize(
    "name",
    [
        "Zażółć-Gęślą, Łucja",
        "Иванов, Пётр",
        "Nguye\u0302\u0303n, Thị Ánh",
        "\u0639\u0644\u06cc\u200c\u0632\u0627\u062f\u0647",
        "\u05db\u05d4\u05df, \u05d3\u05d5\u05d3",
        "\u0d28\u0d28\u0d4d\u200d\u0d2e",
        "丁, 立人",
        "O\u2019Brien \u2013 d'Été",
    ],
)
def test_names_of_all_scripts_are_left_alone(name):
    assert (printable.hidden_character(name), printable.shown(name)) == ("", name)


def test_a_report_file_is_read_with_blanks_that_keep_the_columns_and_written_without():
    document = read_trf(
        trf(
            "012 Open\u202e",
            "142 5",
            player_line(1, name="Anand,\u200bAna", rating="2105", federation="POL"),
        )
    )
    (person,) = document.record.participants
    assert (person.name, person.rating, document.record.info.name) == ("Anand, Ana", 2105, "Open")
    found = [each for each in document.findings if each.code == "trf.control_character"]
    assert [(each.line, each.column, each.read) for each in found] == [
        (1, 9, "U+202E"),
        (3, 21, "U+200B"),
    ]
    assert "\u202e" not in write_trf16(document.record).decode()
