"""Dialects of single fields as they occur in files."""

from __future__ import annotations

from datetime import date

import pytest

from pairing.record import NationalRecord
from pairing.trf import read_trf
from pairing.trf.transcription import to_ascii
from pairing.trf.values import birth, day, fide_id, tenths, title, whole
from tests.support.trf_files import player_line, trf


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GM", "GM"),
        ("wgm", "WGM"),
        ("g", "GM"),
        ("m", "IM"),
        ("f", "FM"),
        ("c", "CM"),
        ("WG", "WGM"),
        ("WI", "WIM"),
        ("wm", "WIM"),
        ("WF", "WFM"),
        ("WC", "WCM"),
        ("gf", "WGM"),
        ("mf", "WIM"),
        ("ff", "WFM"),
        ("cf", "WCM"),
        ("-", ""),
        ("", ""),
    ],
)
def test_titles(text, expected):
    assert title(text) == (expected, True)


def test_unknown_title_is_kept_and_told():
    assert title("NM") == ("NM", False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1984/05/01", ("1984-05-01", True)),
        ("1984-05-01", ("1984-05-01", True)),
        ("01.05.1984", ("1984-05-01", True)),
        ("1984", ("1984", True)),
        ("1984/00/00", ("1984", True)),
        ("1984.00.00", ("1984", True)),
        ("00.00.1984", ("1984", True)),
        ("0000/00/00", ("", True)),
        ("", ("", True)),
        ("1984/02/30", ("1984", False)),
        ("84/05/01", ("", False)),
        ("n/a", ("", False)),
    ],
)
def test_birth_dates(text, expected):
    assert birth(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026/10/02", (date(2026, 10, 2), False)),
        ("2026-10-02", (date(2026, 10, 2), False)),
        ("2026.10.02", (date(2026, 10, 2), False)),
        ("02/10/2026", (date(2026, 10, 2), False)),
        ("02.10.2026", (date(2026, 10, 2), False)),
        ("28. 07. 2005", (date(2005, 7, 28), False)),
        ("May 29, 2020", (date(2020, 5, 29), False)),
        ("26/10/02", (date(2026, 10, 2), True)),
        ("99/10/02", (date(1999, 10, 2), True)),
        ("31.12.26", (date(2026, 12, 31), True)),
        ("2026/02/30", (None, False)),
        ("soon", (None, False)),
    ],
)
def test_header_dates(text, expected):
    assert day(text) == expected


def test_the_start_decides_the_century_of_round_dates():
    assert day("05/01/31", near_year := 1905) == (date(1905, 1, 31), True)
    assert day("95/01/31", near_year) == (date(1895, 1, 31), True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("34179178", ("34179178", True)),
        ("'34179178'", ("34179178", False)),
        ("0", ("", True)),
        ("00000000", ("", True)),
        ("", ("", True)),
        ("Z56538", ("", False)),
        ("1990/01/01", ("", False)),
        ("١٢٣", ("", False)),
    ],
)
def test_d9_fide_ids(text, expected):
    assert fide_id(text) == expected


def test_d9_odd_ids_keep_the_player_and_are_reported():
    lines = [
        player_line(index, fide_id=text)
        for index, text in enumerate(("'34179178'", "Z56538", "2001/02/03"), start=1)
    ]
    document = read_trf(trf("142 3", *lines))
    assert [person.fide_id for person in document.record.participants] == ["34179178", "", ""]
    assert [
        (finding.line, finding.column, finding.read, finding.assumed)
        for finding in document.findings
    ] == [
        (2, 58, "'34179178'", "34179178"),
        (3, 58, "Z56538", ""),
        (4, 58, "2001/02/03", ""),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("8.5", 85), ("8,5", 85), ("8½", 85), ("½", 5), ("15", 150), ("-0.5", -5), ("8.25", None)],
)
def test_points(text, expected):
    assert tenths(text) == expected


@pytest.mark.parametrize("text", ["", "-1", "1.0", "²", "1234567890", "x"])
def test_only_plain_digits_are_numbers(text):
    assert whole(text) is None


@pytest.mark.parametrize(("text", "rating"), [("2105", 2105), (" 998", 998), ("0", None)])
def test_ratings(text, rating):
    assert read_trf(trf(player_line(1, rating=text))).record.participants[0].rating == rating


@pytest.mark.parametrize("text", ["", "0", "0000", "UNR", "-"])
def test_unrated_players_need_no_adjustment(text):
    document = read_trf(trf("142 3", player_line(1, rating=text)), strict=True)
    assert document.record.participants[0].rating is None


@pytest.mark.parametrize(
    ("text", "sex"), [("m", "m"), ("M", "m"), ("w", "w"), ("W", "w"), ("f", "w"), ("F", "w")]
)
def test_sexes(text, sex):
    document = read_trf(trf("142 3", player_line(1, sex=text)), strict=True)
    assert document.record.participants[0].sex == sex


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("001    1 wWGM Polgar", ("w", "WGM")),
        ("001    1 m GM Polgar", ("m", "GM")),
        ("001    1 mGM  Polgar", ("m", "GM")),
        ("001    1   IM Polgar", ("", "IM")),
        ("001    1 IM   Polgar", ("", "IM")),
    ],
)
def test_titles_in_neighbouring_columns(line, expected):
    person = read_trf(trf(line)).record.participants[0]
    assert (person.sex, person.title, person.name) == (*expected, "Polgar")


def test_national_record_is_known_by_all_four_signs():
    lines = (
        player_line(1, name="Smith, John"),
        player_line(1, code="ENG", rating="2010", title="A", federation="YOR", fide_id="123456K"),
        player_line(9, code="ENG"),  # no such player
        "DAT    1 EMAIL x@example.org",  # not a federation
        "CCC    1",
        "ENGX   1",  # column 4
    )
    document = read_trf(trf("142 3", *lines))
    person = document.record.participants[0]
    assert person.national == (NationalRecord("ENG", 2010, "A", "Player 1", "YOR", "123456K"),)
    assert [(finding.code, finding.line) for finding in document.findings] == [
        ("trf.record.unknown", 4),
        ("trf.record.private", 5),
        ("trf.record.unknown", 6),
        ("trf.record.unknown", 7),
    ]


def test_rulers_templates_and_comments_are_no_records():
    data = trf(
        "12345678901234567890123456789012345678901234567890",
        "01234567890123456789012345678901234567890123456789",
        "         1         2         3         4         5 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
        "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF",
        "### kept for people",
        "# so is this",
        "",
        "142 3",
        player_line(1),
    )
    document = read_trf(data)
    assert document.findings == ()
    assert document.record.info.comments == ("kept for people", "so is this")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Łódź, Þór Ærøskøbing", "Lodz, Thor Aeroskobing"),
        ("Карякин, Сергей", "Karyakin, Sergei"),
        ("Παπαδόπουλος", "Papadopoulos"),
        ("Großkreutz – „Änne“", 'Grosskreutz - "Anne"'),
        ("李", "?"),
        ("a\u200db\u00a0c", "ab c"),
    ],
)
def test_ascii_spelling(text, expected):
    assert to_ascii(text) == expected
